// The advertisements that have a number of a report: they wait, and are looked at again when the report ends.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type StolenBike, stolenBikes, stolenFingerprints } from '#market/schema/bikes/stolen-bikes.ts'
import { listBikesWithFingerprints, listWithoutAppeal, lockBikes, lockFingerprints } from '../collisions.ts'
import type { Fingerprint } from '../encryption.ts'

export type MatchDeps = {
  now: () => Date
  createId: () => string
  reviews: {
    /** Scores the advertisement again, and publishes it or makes it wait. */
    review: (tx: Transaction, bikeId: string) => Promise<void>
    /** Opens a case about a sold bike. */
    openCaseOfSold: (tx: Transaction, bikeId: string) => Promise<void>
  }
  notify: (
    tx: Transaction,
    notices: readonly {
      memberId: string
      kind: 'ad_published' | 'stolen_active' | 'stolen_refused'
      causeId: string
      bikeId?: string
    }[],
  ) => Promise<void>
}

type Locked = Awaited<ReturnType<typeof lockBikes>>[number]

const isForSale = ({ soldAt, withdrawnAt }: Locked): boolean => soldAt === null && withdrawnAt === null

/** Locks these numbers, then the bikes on sale that have one of them. */
export const lockMatches = async (tx: Transaction, fingerprints: readonly Fingerprint[]): Promise<Locked[]> => {
  await lockFingerprints(tx, fingerprints)
  const found = await listBikesWithFingerprints(tx, fingerprints)
  const locked = await lockBikes(
    tx,
    found.map(({ id }) => id),
  )
  return locked.filter(isForSale)
}

export const listReportFingerprints = (tx: Transaction, reportId: string): Promise<Fingerprint[]> =>
  tx
    .select({ kind: stolenFingerprints.kind, hmac: stolenFingerprints.hmac })
    .from(stolenFingerprints)
    .where(eq(stolenFingerprints.reportId, reportId))

/** Locks the numbers of a report, the bikes that have them, and then the report itself. */
export const lockReport = async (tx: Transaction, reportId: string) => {
  const matches = await lockMatches(tx, await listReportFingerprints(tx, reportId))
  const [report] = await tx.select().from(stolenBikes).where(eq(stolenBikes.id, reportId)).for('update')
  return { report, matches }
}

const listHiddenByRules = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  const found = await tx
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(inArray(bikes.id, [...ids]), eq(bikes.hiddenBy, 'rules')))
  return new Set(found.map(({ id }) => id))
}

/** Makes the advertisements wait, but those whose seller waits for the answer to an appeal. */
export const holdMatches = async (tx: Transaction, deps: MatchDeps, matches: readonly Locked[]): Promise<void> => {
  const ids = matches.map(({ id }) => id)
  for (const id of await listWithoutAppeal(tx, ids)) await deps.reviews.review(tx, id)
}

/** Looks at the advertisements again that waited for this report; the seller is told of one that is online again. */
export const releaseMatches = async (
  tx: Transaction,
  deps: MatchDeps,
  { reportId, matches }: { reportId: string; matches: readonly Locked[] },
): Promise<void> => {
  await tx.update(stolenBikes).set({ releasedAt: deps.now() }).where(eq(stolenBikes.id, reportId))
  const waiting = matches.filter(({ hiddenBy }) => hiddenBy === 'rules')
  await holdMatches(tx, deps, waiting)
  const stillHidden = await listHiddenByRules(
    tx,
    waiting.map(({ id }) => id),
  )
  const published = waiting.filter(({ id }) => !stillHidden.has(id))
  await deps.notify(
    tx,
    published.map(({ id, sellerId }) => ({ memberId: sellerId, kind: 'ad_published', causeId: reportId, bikeId: id })),
  )
}

/** SQL: a sold bike with a number of the report, sold on the day of the GD or later, and not to the reporter. */
export const isSoldSince = ({ id, gdOn, reporterId }: Pick<StolenBike, 'id' | 'gdOn' | 'reporterId'>) =>
  and(
    sql`bikes.sold_at >= ${gdOn}::date::timestamp at time zone 'Asia/Dhaka'`,
    sql`exists (select from vehicle_fingerprints as theirs join stolen_fingerprints as reported
      on reported.kind = theirs.kind and reported.hmac = theirs.hmac
      where theirs.bike_id = bikes.id and reported.report_id = ${id})`,
    sql`not exists (select from deals where deals.bike_id = bikes.id and deals.buyer_id = ${reporterId}
      and deals.handed_over_at is not null)`,
  )

const maxSold = 20

/** Opens a case about each bike with a number of the report that was sold since. */
export const openCasesOfSold = async (tx: Transaction, deps: MatchDeps, report: StolenBike): Promise<void> => {
  const sold = await tx.select({ id: bikes.id }).from(bikes).where(isSoldSince(report)).limit(maxSold)
  for (const { id } of sold) await deps.reviews.openCaseOfSold(tx, id)
}
