import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { languageAsked } from '#contract/language.ts'
import { type noticeCalls, savedSearchesMost } from '#contract/alerts.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { broke, type Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { type Member, members } from '#market/members/table.ts'
import { addressOf, nameFor } from './rules.ts'
import { priceLetters, savedSearches, searchMatches } from './table.ts'

type Room = {
  db: Database
  now: () => Date
  newId: () => string
  /** A new word that nobody can guess: 256 random bits, fit for an address. */
  newToken: () => string
}
type Saving = Visit<(typeof noticeCalls)['POST /searches'], Member>
type Changing = Visit<(typeof noticeCalls)['PUT /searches/:id'], Member>

// ---------- saved searches ----------

const savedOf = async (db: Database, memberId: string) => {
  const rows = await db
    .select({
      search: savedSearches,
      told: sql<number>`count(${searchMatches.bikeId})::int`,
      lastToldAt: sql<Date | null>`max(${searchMatches.toldAt})`.mapWith(searchMatches.toldAt),
    })
    .from(savedSearches)
    .leftJoin(searchMatches, eq(searchMatches.searchId, savedSearches.id))
    .where(eq(savedSearches.memberId, memberId))
    .groupBy(savedSearches.id)
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(savedSearchesMost)
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

/** Saves the search, while nobody saves another one for the same member or removes the member; gives its id. */
const save = ({ db, now, newId, newToken }: Room, { me, body, request }: Saving): Promise<string> =>
  db.transaction(async (tx) => {
    const isMe = and(eq(members.id, me.id), isNull(members.removedAt))
    const [here] = await tx.select({ id: members.id }).from(members).where(isMe).for('no key update')
    if (!here) throw new Refused('not_signed_in')
    const query = addressOf(body.query)
    const kept = await tx
      .select({ query: savedSearches.query })
      .from(savedSearches)
      .where(eq(savedSearches.memberId, me.id))
    if (kept.some((one) => one.query === query)) throw new Refused('search_saved')
    if (kept.length >= savedSearchesMost) throw new Refused('too_many_searches')
    const language = languageAsked(request.headers['accept-language'])
    const [id, at] = [newId(), now()]
    const name = body.name ?? nameFor(body.query, language)
    const when = { createdAt: at, lookFrom: at, dueAt: at }
    await tx
      .insert(savedSearches)
      .values({ id, memberId: me.id, name, query, language, stopToken: newToken(), ...when })
    return id
  })

const isMine = (id: string, memberId: string) => and(eq(savedSearches.id, id), eq(savedSearches.memberId, memberId))

/** What came while the letters paused is not told afterwards. */
const pausing = (paused: boolean | undefined, now: Date) => {
  if (paused === undefined) return {}
  if (paused) return { pausedAt: sql`coalesce(${savedSearches.pausedAt}, ${now})` }
  const lookFrom = sql`case when ${savedSearches.pausedAt} is null then ${savedSearches.lookFrom} else ${now} end`
  return { pausedAt: null, lookFrom }
}

const change = async ({ db, now }: Room, { me, params, body: { name, paused } }: Changing): Promise<number> => {
  const changed = await db
    .update(savedSearches)
    // Setting its id to itself makes a change that says nothing one that changes nothing.
    .set({ id: params.id, ...(name !== undefined && { name }), ...pausing(paused, now()) })
    .where(isMine(params.id, me.id))
    .returning({ id: savedSearches.id })
  if (changed.length === 0) throw new Refused('not_found')
  return changed.length
}

const forget = async (db: Database, id: string, memberId: string): Promise<number> => {
  const gone = await db.delete(savedSearches).where(isMine(id, memberId)).returning({ id: savedSearches.id })
  if (gone.length === 0) throw new Refused('not_found')
  return gone.length
}

// ---------- letters about prices ----------

const areOn = async (db: Database, memberId: string): Promise<boolean> => {
  const [letters] = await db.select().from(priceLetters).where(eq(priceLetters.memberId, memberId))
  return !letters?.stoppedAt
}

const turn = async ({ db, now, newToken }: Room, { memberId, on }: { memberId: string; on: boolean }) => {
  const stoppedAt = on ? null : now()
  await db
    .insert(priceLetters)
    .values({ memberId, stopToken: newToken(), stoppedAt })
    .onConflictDoUpdate({ target: priceLetters.memberId, set: { stoppedAt } })
  return { on }
}

// ---------- the link of a letter ----------

type Behind = { what: 'search' | 'prices'; name: string | null; stopped: boolean }

const behind = async (db: Database, token: string): Promise<Behind> => {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.stopToken, token))
  if (search) return { what: 'search', name: search.name, stopped: search.pausedAt !== null }
  const [letters] = await db.select().from(priceLetters).where(eq(priceLetters.stopToken, token))
  if (!letters) throw new Refused('not_found')
  return { what: 'prices', name: null, stopped: letters.stoppedAt !== null }
}

/** The refusal behind a constraint that a search broke; any other error as it is. */
const whyNotSaved = (error: unknown): unknown => (broke(error, 'saved_once') ? new Refused('search_saved') : error)

/** Saved searches and letters about prices, of the person who asks; and what the link of a letter is about. */
export const noticeRoutes = (room: Room): Handlers<typeof noticeCalls, Member> => ({
  'GET /searches': ({ me }) => savedOf(room.db, me.id),
  'POST /searches': async (visit) => {
    const insertedId = await save(room, visit).catch((error: unknown) => {
      throw whyNotSaved(error)
    })
    return { acknowledged: true, insertedId }
  },
  'PUT /searches/:id': async (visit) => ({ modifiedCount: await change(room, visit) }),
  'DELETE /searches/:id': async ({ me, params }) => ({ deletedCount: await forget(room.db, params.id, me.id) }),
  'GET /price-letters': async ({ me }) => ({ on: await areOn(room.db, me.id) }),
  'PUT /price-letters': ({ me, body }) => turn(room, { memberId: me.id, on: body.on }),
  'GET /letters/:token': ({ params }) => behind(room.db, params.token),
})
