// Messages that are not sent yet, kept on this device until they are: leaving or reloading the page loses none.
import { withFallback } from '#web/lib/with-fallback.ts'

export type UnsentMessage = { clientId: string; text: string }

const isUnsent = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  'clientId' in value &&
  'text' in value &&
  typeof value.clientId === 'string' &&
  typeof value.text === 'string'

/** Parses what is stored; what cannot be read is left out. */
export const parseUnsent = (text: string | null): UnsentMessage[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUnsent).map(({ clientId, text }) => ({ clientId, text })) : []
  } catch {
    return []
  }
}

/** The unsent messages of one conversation. Without storage there are none, and nothing is kept. */
export const createUnsentStore = (chatId: string) => {
  const key = `motohaat-unsent-${chatId}`
  const read = (): UnsentMessage[] => withFallback(() => parseUnsent(localStorage.getItem(key)), [])
  const save = (messages: readonly UnsentMessage[]): void =>
    withFallback(() => {
      if (messages.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(messages))
    }, undefined)
  return {
    read,
    add: ({ clientId, text }: UnsentMessage): void => save([...read(), { clientId, text }]),
    remove: (clientId: string): void => save(read().filter((one) => one.clientId !== clientId)),
  }
}
