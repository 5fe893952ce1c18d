// The calls of conversations.
import { z } from 'zod'
import { toReason } from '../errors/reasons.ts'
import type { Calls } from '../call.ts'
import { Id, multilineTextField, Paging } from '../fields.ts'
import { Chat, ChatMessage, ChatStart, ChatSummary } from './chats.ts'

const ChatId = z.strictObject({ id: Id })

/** `clientId`: made by the page, so that a message that is sent twice is stored once. */
const newMessage = { text: multilineTextField('message', 1_000), clientId: Id }

const writeErrors = ['not_found', 'chat_closed', 'you_blocked', 'bike_sold', 'bike_withdrawn'] as const

const MessagePaging = Paging.extend({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, toReason('invalid_cursor'))
    .optional(),
})

export const chatCalls = {
  'GET /chats': {
    summary: 'My conversations, the one with the newest message first',
    access: 'member',
    query: Paging.extend({ show: z.enum(['unread', 'selling']).optional() }),
    response: z.array(ChatSummary),
    list: true,
  },
  'GET /chats/count': {
    summary: 'How many of my conversations have messages that I have not read',
    access: 'member',
    response: z.object({ unread: z.int() }),
  },
  'GET /bikes/:slug/chat': {
    summary: 'My conversation with the seller of this bike, if there is one',
    access: 'member',
    params: z.strictObject({ slug: z.string().max(120) }),
    response: ChatStart,
    errors: ['not_found', 'own_bike'],
  },
  'POST /chats': {
    summary: 'Begin a conversation with the seller of a bike, or write in the one that there is',
    access: 'member',
    limit: 'chatMessage',
    doesNotInvalidateCache: true,
    body: z.strictObject({ productId: Id, ...newMessage }),
    response: z.object({ chatId: Id, message: ChatMessage }),
    errors: [...writeErrors, 'own_bike', 'too_many_chats'],
  },
  'GET /chats/:id': {
    summary: 'One conversation of mine',
    access: 'member',
    params: ChatId,
    response: Chat,
    errors: ['not_found'],
  },
  'GET /chats/:id/messages': {
    summary:
      'The messages of a conversation, newest first; contact details of the other side are masked until both agree',
    access: 'member',
    params: ChatId,
    query: MessagePaging,
    response: z.array(ChatMessage),
    errors: ['not_found'],
    list: true,
  },
  'POST /chats/:id/messages': {
    summary: 'Write a message',
    access: 'member',
    limit: 'chatMessage',
    doesNotInvalidateCache: true,
    params: ChatId,
    body: z.strictObject(newMessage),
    response: ChatMessage,
    errors: writeErrors,
  },
  'PUT /chats/:id/seen': {
    summary: 'Say up to which message I have read',
    access: 'member',
    doesNotInvalidateCache: true,
    params: ChatId,
    body: z.strictObject({ number: z.int().min(0).max(999_999_999) }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
  'PUT /chats/:id/block': {
    summary: 'Block the other member of a conversation, or take it back; nothing goes either way then',
    access: 'member',
    doesNotInvalidateCache: true,
    params: ChatId,
    body: z.strictObject({ blocked: z.boolean() }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
} as const satisfies Calls
