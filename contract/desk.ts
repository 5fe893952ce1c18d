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
    .refine((value) => !value.includes('\0'), 'Use letters that can be seen to search.')
    .optional(),
})

const byId = z.strictObject({ id: Id })
const listed = { access: 'admin', query: Search, answer: z.array(Person), list: true, counted: true } as const

export const deskCalls = {
  'GET /sellers': { summary: 'The sellers, newest first', ...listed },
  'GET /buyers': { summary: 'The buyers, newest first', ...listed },
  'PUT /users/:id': {
    summary: 'Verify a seller',
    access: 'admin',
    params: byId,
    body: z.strictObject({ verify: z.literal(true, { error: 'A seller can only be verified: true.' }) }),
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
  'DELETE /users/:id': {
    summary: 'Remove a seller or a buyer: their sessions end, their bikes leave the shop, what was paid stays',
    access: 'admin',
    params: byId,
    answer: z.object({ deletedCount: z.int() }),
    refusals: ['not_found', 'admin_stays'],
  },
} as const satisfies Calls
