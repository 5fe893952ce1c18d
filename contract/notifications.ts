// Notifications: what happened to a member's deals and money.
import { notificationDays } from '#contract/time/lifetimes.ts'
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Id, Paging } from './fields.ts'
import { mutableKinds } from './notices/mutable-kinds.ts'

export const Notification = z
  .object({
    _id: Id,
    /** What happened; the screen has a sentence for each kind and side. */
    kind: z.string(),
    side: z.enum(['buyer', 'seller']).nullable(),
    dealId: Id.nullable(),
    /** The conversation of a message. */
    chatId: Id.nullable(),
    productId: Id.nullable(),
    productName: z.string().nullable(),
    image: z.string().nullable(),
    otherName: z.string().nullable(),
    /** An amount in Taka or a place in line, where the sentence has one. */
    number: z.int().nullable(),
    /** Until when the account is suspended, where the sentence says so. */
    suspendedUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    seen: z.boolean(),
    /** It asks for something that is still to be done, such as an answer. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'Notification' })

const NotificationSettings = z.object({
  language: z.enum(['en', 'bn']),
  muted: z.array(z.enum(mutableKinds)).max(mutableKinds.length),
})

export const notificationCalls = {
  'GET /notifications': {
    summary: `My notifications, newest first; they are kept for ${notificationDays} days`,
    access: 'member',
    query: Paging.extend({
      /** Those alone that ask for something that is still to be done. */
      open: z.enum(['yes'], { error: toReason('not_value', { name: 'open', value: 'yes' }) }).optional(),
    }),
    response: z.array(Notification),
    list: true,
  },
  'GET /notifications/count': {
    summary: 'How many of my notifications I have not seen',
    access: 'member',
    response: z.object({ unseen: z.int() }),
  },
  'GET /notifications/stream': {
    summary: 'An event whenever something is new for me, as server-sent events; without content when too many listen',
    access: 'member',
    response: z.never(),
    mediaType: 'text/event-stream',
  },
  'PUT /notifications/seen': {
    summary: 'Mark some notifications, those of a deal, or all as seen',
    access: 'member',
    body: z.strictObject({
      ids: z.array(Id).min(1, toReason('invalid_id')).max(100).optional(),
      dealId: Id.optional(),
    }),
    response: z.object({ modifiedCount: z.int() }),
  },
  'GET /notifications/settings': {
    summary: 'What I want by e-mail, and in which language',
    access: 'member',
    response: NotificationSettings,
  },
  'PUT /notifications/settings': {
    summary: 'Change what I want by e-mail, and in which language',
    access: 'member',
    body: NotificationSettings.strict(),
    response: z.object({ modifiedCount: z.int() }),
  },
} as const satisfies Calls
