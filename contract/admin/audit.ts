// The audit log, which database triggers write.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { Email, Id, Paging } from '#contract/fields.ts'

/**
 * One action: who did what to whom, and when. The log holds ids only, so it may remain after a member is removed. The names
 * are those of now.
 */
export const AuditEntry = z
  .object({
    _id: z.string(),
    at: z.string(),
    /** A member's id, or `visitor`, `provider` of cards, `system`, or `database:` and a login there. */
    actor: z.string(),
    /** Null when the actor is no member. */
    actorName: z.string().nullable(),
    requestId: z.string().nullable(),
    address: z.string().nullable(),
    what: z.string(),
    memberId: Id.nullable(),
    memberName: z.string().nullable(),
    productId: Id.nullable(),
    productName: z.string().nullable(),
    paymentId: Id.nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'Trace' })

export const auditCalls = {
  'GET /audit': {
    summary: 'The audit log of money, roles, verification, deletion and sign-in, newest first',
    access: 'admin',
    query: Paging.extend({
      /** The id of a member, a bike or a payment. */
      about: Id.optional(),
      /** The address of the member who did it or whom it is about. */
      email: Email.optional(),
      /** What was done. */
      what: z
        .string()
        .regex(/^[a-z_]{1,40}$/, toReason('not_value', { name: 'what', value: 'payment_opened, …' }))
        .optional(),
    }),
    response: z.array(AuditEntry),
    list: true,
  },
} as const satisfies Calls
