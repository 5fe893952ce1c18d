import { maxSavedSearches } from '#contract/limits.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { parseAcceptLanguage } from '#contract/language.ts'
import type { alertCalls } from '#contract/alerts.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database } from '#platform/database/database.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { createSearchName } from './search-names.ts'
import { toSearchQuery } from './search-queries.ts'
import { priceAlertSettings, savedSearches, searchMatches } from '#market/schema/bikes/alerts.ts'

type AlertsDeps = {
  db: Database
  now: () => Date
  createId: () => string
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
}
type SaveContext = RequestContext<(typeof alertCalls)['POST /searches'], Member>
type ChangeContext = RequestContext<(typeof alertCalls)['PUT /searches/:id'], Member>

// ---------- saved searches ----------

const listSavedSearches = async (db: Database, memberId: string) => {
  const rows = await db
    .select({
      search: savedSearches,
      told: sql<number>`count(${searchMatches.bikeId})::int`,
      lastToldAt: sql<Date | null>`max(${searchMatches.notifiedAt})`.mapWith(searchMatches.notifiedAt),
    })
    .from(savedSearches)
    .leftJoin(searchMatches, eq(searchMatches.searchId, savedSearches.id))
    .where(eq(savedSearches.memberId, memberId))
    .groupBy(savedSearches.id)
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(maxSavedSearches)
  return rows.map(({ search, told, lastToldAt }) => ({
    _id: search.id,
    name: search.name,
    query: search.query,
    paused: search.pausedAt !== null,
    createdAt: search.createdAt.toISOString(),
    told,
    lastToldAt: lastToldAt?.toISOString() ?? null,
  }))
}

/** Saves the search and returns its id. Locks the member, so no other search is saved and the member is not removed. */
const saveSearch = (
  { db, now, createId, createToken }: AlertsDeps,
  { me, body, request }: SaveContext,
): Promise<string> =>
  db.transaction(async (tx) => {
    const isMe = and(eq(members.id, me.id), isNull(members.removedAt))
    const [member] = await tx.select({ id: members.id }).from(members).where(isMe).for('no key update')
    if (!member) throw new ApiError('not_signed_in')
    const query = toSearchQuery(body.query)
    const idempotencyKey = getIdempotencyKey(request) ?? null
    const saved = await tx
      .select({ id: savedSearches.id, query: savedSearches.query, idempotencyKey: savedSearches.idempotencyKey })
      .from(savedSearches)
      .where(eq(savedSearches.memberId, me.id))
    const same = saved.find((one) => one.query === query)
    if (same && idempotencyKey !== null && same.idempotencyKey === idempotencyKey) return same.id
    if (same) throw new ApiError('search_saved')
    if (saved.length >= maxSavedSearches) throw new ApiError('too_many_searches')
    const language = parseAcceptLanguage(request.headers['accept-language'])
    const [id, at] = [createId(), now()]
    const name = body.name ?? createSearchName(body.query, language)
    const timestamps = { createdAt: at, searchFrom: at, dueAt: at }
    const unsubscribeToken = createToken()
    await tx
      .insert(savedSearches)
      .values({ id, memberId: me.id, name, query, language, unsubscribeToken, idempotencyKey, ...timestamps })
    return id
  })

const isMine = (id: string, memberId: string) => and(eq(savedSearches.id, id), eq(savedSearches.memberId, memberId))

/** E-mails that resume do not include bikes from the pause. */
const toPauseChange = (paused: boolean | undefined, now: Date) => {
  if (paused === undefined) return {}
  if (paused) return { pausedAt: sql`coalesce(${savedSearches.pausedAt}, ${now})` }
  const searchFrom = sql`case when ${savedSearches.pausedAt} is null then ${savedSearches.searchFrom} else ${now} end`
  return { pausedAt: null, searchFrom }
}

const updateSearch = async (
  { db, now }: AlertsDeps,
  { me, params, body: { name, paused } }: ChangeContext,
): Promise<number> => {
  const changed = await db
    .update(savedSearches)
    // Setting the id to itself makes an empty update valid SQL.
    .set({ id: params.id, ...(name !== undefined && { name }), ...toPauseChange(paused, now()) })
    .where(isMine(params.id, me.id))
    .returning({ id: savedSearches.id })
  if (changed.length === 0) throw new ApiError('not_found')
  return changed.length
}

const deleteSearch = async (db: Database, id: string, memberId: string): Promise<number> => {
  const deleted = await db.delete(savedSearches).where(isMine(id, memberId)).returning({ id: savedSearches.id })
  if (deleted.length === 0) throw new ApiError('not_found')
  return deleted.length
}

// ---------- price e-mails ----------

const arePriceAlertsOn = async (db: Database, memberId: string): Promise<boolean> => {
  const [settings] = await db.select().from(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
  return !settings?.stoppedAt
}

const setPriceAlerts = async (
  { db, now, createToken }: AlertsDeps,
  { memberId, on }: { memberId: string; on: boolean },
) => {
  const stoppedAt = on ? null : now()
  await db
    .insert(priceAlertSettings)
    .values({ memberId, unsubscribeToken: createToken(), stoppedAt })
    .onConflictDoUpdate({ target: priceAlertSettings.memberId, set: { stoppedAt } })
  return { on }
}

// ---------- unsubscribe links ----------

type UnsubscribeTarget = { what: 'search' | 'prices'; name: string | null; stopped: boolean }

const findUnsubscribeTarget = async (db: Database, token: string): Promise<UnsubscribeTarget> => {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.unsubscribeToken, token))
  if (search) return { what: 'search', name: search.name, stopped: search.pausedAt !== null }
  const [settings] = await db.select().from(priceAlertSettings).where(eq(priceAlertSettings.unsubscribeToken, token))
  if (!settings) throw new ApiError('not_found')
  return { what: 'prices', name: null, stopped: settings.stoppedAt !== null }
}

/** Maps a violated constraint to its API error; returns other errors unchanged. */
const toSaveError = (error: unknown): unknown => (violates(error, 'saved_once') ? new ApiError('search_saved') : error)

/** The handlers of the member's saved searches, price e-mails, and unsubscribe links. */
export const alertRoutes = (deps: AlertsDeps): Handlers<typeof alertCalls, Member> => ({
  'GET /searches': ({ me }) => listSavedSearches(deps.db, me.id),
  'POST /searches': async (ctx) => {
    const insertedId = await saveSearch(deps, ctx).catch((error: unknown) => {
      throw toSaveError(error)
    })
    return { acknowledged: true, insertedId }
  },
  'PUT /searches/:id': async (ctx) => ({ modifiedCount: await updateSearch(deps, ctx) }),
  'DELETE /searches/:id': async ({ me, params }) => ({ deletedCount: await deleteSearch(deps.db, params.id, me.id) }),
  'GET /price-alerts': async ({ me }) => ({ on: await arePriceAlertsOn(deps.db, me.id) }),
  'PUT /price-alerts': ({ me, body }) => setPriceAlerts(deps, { memberId: me.id, on: body.on }),
  'GET /alerts/:token': ({ params }) => findUnsubscribeTarget(deps.db, params.token),
})
