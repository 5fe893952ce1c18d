import type { z } from 'zod'
import type { Chat as ChatShape, ChatMessage as MessageShape, ChatStart as StartShape } from '#contract/chats/chats.ts'

export type Chat = z.output<typeof ChatShape>
export type ChatMessage = z.output<typeof MessageShape>
export type ChatStart = z.output<typeof StartShape>
