// The admin's desk: who sells and buys here, whose badge is given, who has to go.
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Email, Id, Paging, searchText } from './fields.ts'

/** A member as the admin sees them; the specification's user record. */
export const MemberSummary = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(['Buyer', 'Seller']),
    /** A verified seller. */
    status: z.boolean(),
  })
  .meta({ id: 'Person' })

/** `search` is a part of a name or an e-mail address, in any case. */
const MemberQuery = Paging.extend({ search: searchText(100).optional() })

/** A line of the trail: who did what to whom, and when. It says ids only, so that it may stay when a person is gone. */
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

/** A payment that a person should look at: disputed, sent back by another way than the shop's own, or not as asked for. */
export const PaymentNeedingAttention = z
  .object({
    _id: Id,
    productId: Id,
    productName: z.string(),
    buyerId: Id,
    price: z.int(),
    sentBack: z.int(),
    transactionId: z.string().nullable(),
    state: z.string(),
    reason: z.string().nullable(),
    dispute: z.enum(['open', 'won', 'lost']).nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'DoubtfulPayment' })

const byId = z.strictObject({ id: Id })
const memberListCall = {
  access: 'admin',
  query: MemberQuery,
  response: z.array(MemberSummary),
  list: true,
  counted: true,
} as const

export const adminCalls = {
  'GET /sellers': { summary: 'The sellers, newest first', ...memberListCall },
  'GET /buyers': { summary: 'The buyers, newest first', ...memberListCall },
  'PUT /users/:id': {
    summary: 'Verify a seller',
    access: 'admin',
    params: byId,
    body: z.strictObject({
      verify: z.literal(true, { error: toReason('not_value', { name: 'verify', value: 'true' }) }),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'only_sellers'],
  },
  'PUT /users/update': {
    summary: 'How many bikes on sale carry the badge of the seller with this address; it follows the seller by itself',
    access: 'admin',
    query: z.strictObject({ email: Email }),
    body: z.strictObject({ verify: z.literal(true).optional() }).optional(),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
  'GET /audit': {
    summary: 'The audit log of money, roles, verification, deletion and sign-in, newest first',
    access: 'admin',
    /** `about` is the id of a member, a bike or a payment. */
    query: Paging.extend({ about: Id.optional() }),
    response: z.array(AuditEntry),
    list: true,
  },
  'GET /payments/attention': {
    summary: 'The payments that a person should look at, newest first',
    access: 'admin',
    query: Paging,
    response: z.array(PaymentNeedingAttention),
    list: true,
  },
  'DELETE /users/:id': {
    summary: 'Remove a seller or a buyer: their sessions end, their bikes go off sale, payments stay',
    access: 'admin',
    params: byId,
    response: z.object({ deletedCount: z.int() }),
    errors: ['not_found', 'admin_stays'],
  },
} as const satisfies Calls
