// Joins what was loaded of a conversation. Messages are numbered without a gap, so nothing is lost or shown twice.
import type { ChatMessage } from './chat-types.ts'

/** Both lists as one, in order; a message that is in both is taken from `newer`. */
export const mergeMessages = (older: readonly ChatMessage[], newer: readonly ChatMessage[]): ChatMessage[] => {
  const byNumber = new Map([...older, ...newer].map((message) => [message.number, message]))
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

/** The newest messages without a gap, in order: those before one are loaded again first. Pages come with the newest first. */
export const takeNewestRun = (loaded: readonly ChatMessage[]): ChatMessage[] => {
  const messages = mergeMessages([], loaded)
  const isAfterGap = ({ number }: ChatMessage, index: number) => index > 0 && messages[index - 1]?.number !== number - 1
  const firstOfRun = messages.filter(isAfterGap).at(-1)
  return firstOfRun ? messages.slice(messages.indexOf(firstOfRun)) : messages
}
