// The audit log, which database triggers write.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { Id, Paging } from '#contract/fields.ts'

/** One action: who did what to whom, and when. It holds ids only, so it may remain after a member is removed. */
export const AuditEntry = z
  .object({
    _id: z.string(),
    at: z.string(),
    /** A member's id, or `visitor`, `provider` of cards, `system`, or `database:` and a login there. */
    actor: z.string(),
    requestId: z.string().nullable(),
    address: z.string().nullable(),
    what: z.string(),
    memberId: Id.nullable(),
    productId: Id.nullable(),
    paymentId: Id.nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'Trace' })

export const auditCalls = {
  'GET /audit': {
    summary: 'The audit log of money, roles, verification, deletion and sign-in, newest first',
    access: 'admin',
    /** `about` is the id of a member, a bike or a payment. */
    query: Paging.extend({ about: Id.optional() }),
    response: z.array(AuditEntry),
    list: true,
  },
} as const satisfies Calls
