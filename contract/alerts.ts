// E-mail alerts: saved searches, lower prices in the wishlist, and unsubscribing.
import { maxSavedSearches } from '#contract/limits.ts'
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Id, textField } from './fields.ts'
import { searchCalls } from './search.ts'

const SearchName = textField('search_name', 80)

// A saved search has no page and no sort order: its e-mails list the newest bikes.
export const SavedSearchQuery = searchCalls['GET /bikes'].query.omit({ limit: true, cursor: true, sort: true })

export type SavedSearchFilters = z.output<typeof SavedSearchQuery>

const hasFilter = (query: SavedSearchFilters): boolean =>
  Object.values(query).some((value) => value !== undefined && value !== '')

export const SavedSearch = z
  .object({
    _id: Id,
    name: z.string(),
    /** The query string of the search page, without the `?`. */
    query: z.string(),
    paused: z.boolean(),
    createdAt: z.iso.datetime(),
    /** How many bikes were sent so far. */
    told: z.int(),
    lastToldAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SavedSearch' })

const byId = z.strictObject({ id: Id })

/** The random token in the unsubscribe link of an e-mail. */
const byToken = z.strictObject({
  token: z.string().regex(/^[\w-]{20,100}$/, toReason('invalid_email_link')),
})

export const alertCalls = {
  'GET /searches': {
    summary: 'My saved searches, newest first',
    access: 'member',
    response: z.array(SavedSearch).max(maxSavedSearches),
  },
  'POST /searches': {
    summary: 'Save a search: an e-mail is sent when a new bike matches, in the language of the request',
    access: 'member',
    doesNotInvalidateCache: true,
    hasIdempotencyKey: true,
    body: z.strictObject({
      /** The default describes the search. */
      name: SearchName.optional(),
      query: SavedSearchQuery.refine(hasFilter, toReason('empty_search')),
    }),
    response: z.object({ acknowledged: z.literal(true), insertedId: Id }),
    errors: ['search_saved', 'too_many_searches'],
  },
  'PUT /searches/:id': {
    summary: 'Rename a saved search of mine, pause its e-mails, or resume them',
    access: 'member',
    doesNotInvalidateCache: true,
    params: byId,
    body: z.strictObject({
      name: SearchName.optional(),
      paused: z.boolean({ error: toReason('not_boolean', { name: 'paused' }) }).optional(),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
  'DELETE /searches/:id': {
    summary: 'Delete a saved search of mine',
    access: 'member',
    doesNotInvalidateCache: true,
    params: byId,
    response: z.object({ deletedCount: z.int() }),
    errors: ['not_found'],
  },
  'GET /price-alerts': {
    summary: 'Whether an e-mail is sent when a bike in my wishlist gets cheaper',
    access: 'member',
    response: z.object({ on: z.boolean() }),
  },
  'PUT /price-alerts': {
    summary: 'Turn the e-mails about lower prices off or on',
    access: 'member',
    doesNotInvalidateCache: true,
    body: z.strictObject({ on: z.boolean({ error: toReason('not_boolean', { name: 'on' }) }) }),
    response: z.object({ on: z.boolean() }),
  },
  'GET /alerts/:token': {
    summary: 'What the unsubscribe link of an e-mail stops; reading it changes nothing',
    access: 'anyone',
    params: byToken,
    response: z.object({
      what: z.enum(['search', 'prices']),
      /** The name of the search; null for e-mails about prices. */
      name: z.string().nullable(),
      stopped: z.boolean(),
    }),
    errors: ['not_found'],
  },
} as const satisfies Calls
