// Background job: matches new bikes with saved searches and queues the e-mails.
import { maxBikesPerEmail } from '#contract/limits.ts'
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { alertMinutes } from '#contract/time/lifetimes.ts'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { SavedSearchFilters } from '#contract/alerts.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes, getBikeYear, onSale } from '#market/schema/bikes/bikes.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { members } from '#market/schema/people/members.ts'
import { processNextPriceDrop } from './price-drops.ts'
import { parseSearchQuery } from './search-queries.ts'
import { toUnsubscribeUrl } from './unsubscribe.ts'
import { savedSearches, searchMatches } from '#market/schema/bikes/alerts.ts'

export type AlertJobDeps = {
  db: Database
  publicUrl: string
  now: () => Date
  createId: () => string
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
  /** Returns which of these bikes the search finds; the search module provides it. */
  matchSavedSearch: (search: { query: SavedSearchFilters; bikeIds: string[] }) => Promise<string[]>
  log: (line: string) => void
}

/** The minimum interval between two e-mails about one search. */
const minAlertIntervalMs = alertMinutes * minuteMs
/** The interval between two runs of a search without matches. */
const searchIntervalMs = minuteMs
/**
 * The overlap of two runs of a search. Rows become visible at commit, later than their timestamp, and the clocks of
 * several machines differ a little.
 */
const overlapMs = 2 * minuteMs

const maxSearchesPerRun = 200
const maxEmailsPerRun = 50
// Far more than all new bikes of two minutes; the rest waits for the next run.
const maxCandidates = 5_000

/** Whether the member's address is proven and accepts e-mails: nothing is sent to another one. */
const canReceive = sql<boolean>`${members.emailVerified} and ${members.emailBouncedAt} is null`

/** Claims the next due search. Locks it and its member: other processes skip them, and a removal of the member waits. */
const claimDueSearch = async (tx: Transaction, now: Date) => {
  const [claimed] = await tx
    .select({ search: savedSearches, name: members.name, email: members.email, canReceive })
    .from(savedSearches)
    .innerJoin(members, eq(members.id, savedSearches.memberId))
    .where(and(isNull(savedSearches.pausedAt), lte(savedSearches.dueAt, now), isNull(members.removedAt)))
    .orderBy(asc(savedSearches.dueAt))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return claimed
}

type ClaimedSearch = NonNullable<Awaited<ReturnType<typeof claimDueSearch>>>
type Search = ClaimedSearch['search']

/** When a bike was listed or last changed. */
const changedAt = sql<Date>`greatest(${bikes.createdAt}, ${bikes.editedAt})`.mapWith(bikes.createdAt)

/** Bikes listed or changed since the last run of the search, oldest first, without the member's own bikes. */
const findCandidates = (tx: Transaction, { id, memberId, createdAt, searchFrom }: Search) =>
  tx
    .select({ id: bikes.id, changedAt })
    .from(bikes)
    .where(
      and(
        onSale,
        gt(bikes.createdAt, createdAt),
        or(gte(bikes.createdAt, searchFrom), gte(bikes.editedAt, searchFrom)),
        ne(bikes.sellerId, memberId),
        notExists(
          tx
            .select({ id: searchMatches.bikeId })
            .from(searchMatches)
            .where(and(eq(searchMatches.searchId, id), eq(searchMatches.bikeId, bikes.id))),
        ),
      ),
    )
    .orderBy(asc(changedAt))
    .limit(maxCandidates)

/** Stores the matches of a search; returns those that are new. */
const saveMatches = async (
  tx: Transaction,
  searchId: string,
  bikeIds: string[],
  notifiedAt: Date,
): Promise<string[]> => {
  if (bikeIds.length === 0) return []
  const inserted = await tx
    .insert(searchMatches)
    .values(bikeIds.map((bikeId) => ({ searchId, bikeId, notifiedAt })))
    .onConflictDoNothing()
    .returning({ bikeId: searchMatches.bikeId })
  return inserted.map(({ bikeId }) => bikeId)
}

const queueSearchEmail = async (
  tx: Transaction,
  deps: AlertJobDeps,
  { search, name, email }: ClaimedSearch,
  matchedIds: string[],
) => {
  const newest = await tx
    .select()
    .from(bikes)
    .where(inArray(bikes.id, matchedIds))
    .orderBy(desc(bikes.createdAt), desc(bikes.id))
    .limit(maxBikesPerEmail)
  const { publicUrl, createId } = deps
  const unsubscribeUrl = toUnsubscribeUrl({ publicUrl, language: search.language, token: search.unsubscribeToken })
  const moreCount = matchedIds.length - newest.length
  const message = getEmailTemplates(search.language).newBikes({
    name,
    publicUrl,
    search,
    bikes: newest.map((bike) => ({ ...bike, year: getBikeYear(bike) })),
    moreCount,
    unsubscribeUrl,
  })
  await queueEmail({ db: tx, now: deps.now(), createId }, email, message)
}

/**
 * Returns the bikes that the search finds. Returns none if its query is not valid any more, and null after an error, so
 * that one failing search does not stop the others.
 */
const findMatches = async (deps: AlertJobDeps, { id, query: storedQuery }: Search, bikeIds: string[]) => {
  if (bikeIds.length === 0) return []
  const query = parseSearchQuery(storedQuery)
  if (!query) deps.log(`The query of saved search ${id} is not valid any more.`)
  if (!query) return []
  try {
    return await deps.matchSavedSearch({ query, bikeIds })
  } catch (error) {
    deps.log(`Matching saved search ${id} failed; will retry: ${String(error)}`)
    return null
  }
}

/** The time from which the next run searches, and when it is due. */
const toNextRun = (now: Date, candidates: { changedAt: Date }[], hasEmail: boolean) => {
  const last = candidates.length === maxCandidates ? candidates.at(-1) : undefined
  const delayMs = hasEmail ? minAlertIntervalMs : last ? 0 : searchIntervalMs
  return { searchFrom: last?.changedAt ?? addMs(now, -overlapMs), dueAt: addMs(now, delayMs) }
}

/**
 * Processes one due search. Matches, e-mail and progress are written in one transaction.
 */
const processNextSearch = (deps: AlertJobDeps): Promise<'none due' | 'nothing new' | 'sent'> =>
  deps.db.transaction(async (tx) => {
    const now = deps.now()
    const claimed = await claimDueSearch(tx, now)
    if (!claimed) return 'none due'
    const { search } = claimed
    // The search waits where it is, so that it finds the bikes of this time once the address is proven.
    if (!claimed.canReceive) {
      await tx
        .update(savedSearches)
        .set({ dueAt: addMs(now, minAlertIntervalMs) })
        .where(eq(savedSearches.id, search.id))
      return 'nothing new'
    }
    const candidates = await findCandidates(tx, search)
    const ids = candidates.map(({ id }) => id)
    const matches = await findMatches(deps, search, ids)
    const matchedIds = await saveMatches(tx, search.id, matches ?? [], now)
    if (matchedIds.length > 0) await queueSearchEmail(tx, deps, claimed, matchedIds)
    const nextRun = matches
      ? toNextRun(now, candidates, matchedIds.length > 0)
      : { dueAt: addMs(now, searchIntervalMs) }
    await tx.update(savedSearches).set(nextRun).where(eq(savedSearches.id, search.id))
    return matchedIds.length > 0 ? 'sent' : 'nothing new'
  })

/**
 * Processes due searches, then lower prices. It queues few e-mails per run, so a password reset never waits behind many of
 * them.
 */
export const sendAlerts = async ({ signal, ...deps }: AlertJobDeps & StopSignal): Promise<void> => {
  let emailCount = 0
  for (let searchCount = 0; searchCount < maxSearchesPerRun && emailCount < maxEmailsPerRun; searchCount += 1) {
    if (signal?.aborted) return
    const outcome = await processNextSearch(deps)
    if (outcome === 'none due') break
    if (outcome === 'sent') emailCount += 1
  }
  for (let dropCount = 0; dropCount < maxEmailsPerRun; dropCount += 1) {
    if (signal?.aborted || !(await processNextPriceDrop(deps))) return
  }
}
