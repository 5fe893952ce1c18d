// The admin's desk: who sells and buys here, whose badge is given, who has to go.
import { z } from 'zod'
import type { Calls } from './call.ts'
import { Email, Id, Paging } from './fields.ts'

/** A member as the admin sees them; the specification's user record. */
export const Person = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(['Buyer', 'Seller']),
    /** A verified seller. */
    status: z.boolean(),
  })
  .meta({ id: 'Person' })

const searchLongest = 100

/** `search` is a part of a name or an e-mail address, whatever its case. */
const Search = Paging.extend({
  search: z
    .string()
    .normalize('NFC')
    .trim()
    .max(searchLongest, `Use at most ${searchLongest} characters to search.`)
    // PostgreSQL cannot be asked for it.
    .refine((value) => !value.includes('\0'), 'Use visible characters to search.')
    .optional(),
})

/** A line of the trail: who did what to whom, and when. It says ids only, so that it may stay when a person is gone. */
export const Trace = z
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
export const DoubtfulPayment = z
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
const listed = { access: 'admin', query: Search, answer: z.array(Person), list: true, counted: true } as const

export const deskCalls = {
  'GET /sellers': { summary: 'The sellers, newest first', ...listed },
  'GET /buyers': { summary: 'The buyers, newest first', ...listed },
  'PUT /users/:id': {
    summary: 'Verify a seller',
    access: 'admin',
    params: byId,
    body: z.strictObject({ verify: z.literal(true, { error: 'Set verify to true.' }) }),
    answer: z.object({ modifiedCount: z.int() }),
    refusals: ['not_found', 'only_sellers'],
  },
  'PUT /users/update': {
    summary: 'How many bikes on sale carry the badge of the seller with this address; it follows the seller by itself',
    access: 'admin',
    query: z.strictObject({ email: Email }),
    body: z.strictObject({ verify: z.literal(true).optional() }).optional(),
    answer: z.object({ modifiedCount: z.int() }),
    refusals: ['not_found'],
  },
  'GET /audit': {
    summary: 'The audit log of money, roles, verification, deletion and sign-in, newest first',
    access: 'admin',
    /** `about` is the id of a member, a bike or a payment. */
    query: Paging.extend({ about: Id.optional() }),
    answer: z.array(Trace),
    list: true,
  },
  'GET /payments/attention': {
    summary: 'The payments that a person should look at, newest first',
    access: 'admin',
    query: Paging,
    answer: z.array(DoubtfulPayment),
    list: true,
  },
  'DELETE /users/:id': {
    summary: 'Remove a seller or a buyer: their sessions end, their bikes go off sale, payments stay',
    access: 'admin',
    params: byId,
    answer: z.object({ deletedCount: z.int() }),
    refusals: ['not_found', 'admin_stays'],
  },
} as const satisfies Calls
