// What the room does by itself: it looks through what came for every saved search, and writes the letters.
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { KeptSearch } from '#contract/alerts.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { members } from '#market/members/table.ts'
import { tellPriceDrop } from './price-drops/jobs.ts'
import { betweenLettersMs, bikesInLetter, overlapMs, quietMs, searchBehind, stopUrlOf } from './rules.ts'
import { savedSearches, searchMatches } from './table.ts'

export type Newsroom = {
  db: Database
  publicUrl: string
  now: () => Date
  newId: () => string
  /** A new word that nobody can guess: 256 random bits, fit for an address. */
  newToken: () => string
  /** Which of these bikes the search finds; the search knows. */
  fitting: (asked: { query: KeptSearch; bikeIds: string[] }) => Promise<string[]>
  say: (line: string) => void
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const searchesAtOnce = 200
const lettersAtOnce = 50
// What comes to the whole market in two minutes is far less; the rest waits for the next look.
const candidatesMost = 5_000

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

/** The next search that is due, locked with its member: another process passes both by, and a removal waits. */
const takeDue = async (tx: Transaction, now: Date) => {
  const [taken] = await tx
    .select({ search: savedSearches, name: members.name, email: members.email })
    .from(savedSearches)
    .innerJoin(members, eq(members.id, savedSearches.memberId))
    .where(and(isNull(savedSearches.pausedAt), lte(savedSearches.dueAt, now), isNull(members.removedAt)))
    .orderBy(asc(savedSearches.dueAt))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return taken
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeDue>>>
type Search = Taken['search']

/** When a bike came or was changed last. */
const movedAt = sql<Date>`greatest(${bikes.createdAt}, ${bikes.editedAt})`.mapWith(bikes.createdAt)

/** What came since the search was saved and has not been looked through as it is now, the oldest first; none of one's own. */
const candidatesFor = (tx: Transaction, { id, memberId, createdAt, lookFrom }: Search) =>
  tx
    .select({ id: bikes.id, movedAt })
    .from(bikes)
    .where(
      and(
        onSale,
        gt(bikes.createdAt, createdAt),
        or(gte(bikes.createdAt, lookFrom), gte(bikes.editedAt, lookFrom)),
        ne(bikes.sellerId, memberId),
        notExists(
          tx
            .select({ id: searchMatches.bikeId })
            .from(searchMatches)
            .where(and(eq(searchMatches.searchId, id), eq(searchMatches.bikeId, bikes.id))),
        ),
      ),
    )
    .orderBy(asc(movedAt))
    .limit(candidatesMost)

/** Notes each bike for the search, once whoever does it; gives those that were not noted before. */
const noteMatches = async (tx: Transaction, searchId: string, bikeIds: string[], toldAt: Date): Promise<string[]> => {
  if (bikeIds.length === 0) return []
  const noted = await tx
    .insert(searchMatches)
    .values(bikeIds.map((bikeId) => ({ searchId, bikeId, toldAt })))
    .onConflictDoNothing()
    .returning({ bikeId: searchMatches.bikeId })
  return noted.map(({ bikeId }) => bikeId)
}

const writeLetter = async (tx: Transaction, room: Newsroom, { search, name, email }: Taken, found: string[]) => {
  const newest = await tx
    .select()
    .from(bikes)
    .where(inArray(bikes.id, found))
    .orderBy(desc(bikes.createdAt), desc(bikes.id))
    .limit(bikesInLetter)
  const { publicUrl, newId } = room
  const stopUrl = stopUrlOf({ publicUrl, language: search.language, token: search.stopToken })
  const more = found.length - newest.length
  const letter = lettersIn(search.language).newBikes({ name, publicUrl, search, bikes: newest, more, stopUrl })
  await post({ db: tx, now: room.now(), newId }, email, letter)
}

/**
 * Which bikes the search finds among these; none where the shop does not understand the search any more, and null where
 * it could not be asked, so that one search that fails does not hold the others up.
 */
const fittingFor = async (room: Newsroom, { id, query: address }: Search, bikeIds: string[]) => {
  if (bikeIds.length === 0) return []
  const query = searchBehind(address)
  if (!query) room.say(`The saved search ${id} is not understood any more.`)
  if (!query) return []
  try {
    return await room.fitting({ query, bikeIds })
  } catch (error) {
    room.say(`The saved search ${id} could not be looked through: ${String(error)}`)
    return null
  }
}

/** How far the search was looked through, and when it is looked through again. */
const progress = (now: Date, candidates: { movedAt: Date }[], hasLetter: boolean) => {
  const last = candidates.length === candidatesMost ? candidates.at(-1) : undefined
  const pauseMs = hasLetter ? betweenLettersMs : last ? 0 : quietMs
  return { lookFrom: last?.movedAt ?? later(now, -overlapMs), dueAt: later(now, pauseMs) }
}

/**
 * Looks through what came for one search. What is told, the letter, and how far it was looked are written together or
 * not at all. Gives whether a search was due, and whether a letter was written.
 */
const tellSearch = (room: Newsroom): Promise<'none due' | 'nothing new' | 'told'> =>
  room.db.transaction(async (tx) => {
    const now = room.now()
    const taken = await takeDue(tx, now)
    if (!taken) return 'none due'
    const { search } = taken
    const candidates = await candidatesFor(tx, search)
    const ids = candidates.map(({ id }) => id)
    const fitting = await fittingFor(room, search, ids)
    const found = await noteMatches(tx, search.id, fitting ?? [], now)
    if (found.length > 0) await writeLetter(tx, room, taken, found)
    const next = fitting ? progress(now, candidates, found.length > 0) : { dueAt: later(now, quietMs) }
    await tx.update(savedSearches).set(next).where(eq(savedSearches.id, search.id))
    return found.length > 0 ? 'told' : 'nothing new'
  })

/**
 * One round: searches that are due, then prices that fell. Few letters at a time, so that somebody's new password never
 * waits behind many of them.
 */
export const tellNews = async (room: Newsroom): Promise<void> => {
  let letters = 0
  for (let looked = 0; looked < searchesAtOnce && letters < lettersAtOnce; looked += 1) {
    const outcome = await tellSearch(room)
    if (outcome === 'none due') break
    if (outcome === 'told') letters += 1
  }
  for (let told = 0; told < lettersAtOnce; told += 1) {
    if (!(await tellPriceDrop(room))) return
  }
}
