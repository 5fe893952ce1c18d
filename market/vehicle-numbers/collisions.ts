// Finds advertisements of other sellers that have a number of a bike. Deleted numbers and sold bikes do not count.
import { and, asc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { cases, isOpen } from '#market/schema/people/cases.ts'
import type { Fingerprint } from './encryption.ts'

/** `on sale`: others see that advertisement; `waits`: nobody does, and a moderator may still publish it. */
export type NumberOfAnother = 'on sale' | 'waits' | null

/** Whether another seller advertises a number of this bike. What a moderator hid does not count. */
export const findNumberOfAnother = async (
  tx: Pick<Transaction, 'execute'>,
  { id, sellerId }: { id: string; sellerId: string },
): Promise<NumberOfAnother> => {
  const { rows } = await tx.execute<{ isLive: boolean | null }>(sql`select bool_or(theirs.is_live) as "isLive"
    from vehicle_fingerprints as mine
    join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac
    join bikes as other on other.id = theirs.bike_id
    where mine.bike_id = ${id} and other.seller_id <> ${sellerId} and other.sold_at is null and other.withdrawn_at is null
      and other.hidden_by is distinct from 'moderator'`)
  const isLive = rows[0]?.isLive ?? null
  if (isLive === null) return null
  return isLive ? 'on sale' : 'waits'
}

/** Makes everybody who enters one of these numbers wait for the end of this transaction. */
export const lockFingerprints = async (tx: Transaction, fingerprints: readonly Fingerprint[]): Promise<void> => {
  const keys = fingerprints.map(({ kind, hmac }) => `${kind} ${hmac.toString('hex')}`)
  // In one order, so that two sellers with two numbers in common do not wait for each other.
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** The bikes that are neither sold nor withdrawn and have one of these numbers, with their sellers. */
export const listBikesWithFingerprints = async (
  tx: Transaction,
  fingerprints: readonly Fingerprint[],
): Promise<{ id: string; sellerId: string }[]> => {
  if (fingerprints.length === 0) return []
  const wanted = sql.join(
    fingerprints.map(({ kind, hmac }) => sql`(${kind}, ${hmac}::bytea)`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ id: string; sellerId: string }>(sql`
    select distinct bikes.id, seller_id as "sellerId" from vehicle_fingerprints
    join bikes on bikes.id = bike_id
    where (kind, hmac) in (${wanted}) and sold_at is null and withdrawn_at is null limit 100`)
  return rows
}

export const lockedColumns = {
  id: bikes.id,
  name: bikes.name,
  sellerId: bikes.sellerId,
  soldAt: bikes.soldAt,
  withdrawnAt: bikes.withdrawnAt,
  reservedAt: bikes.reservedAt,
  hiddenAt: bikes.hiddenAt,
  hiddenBy: bikes.hiddenBy,
}

/** Locks bikes in the order of their ids. */
export const lockBikes = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select(lockedColumns)
    .from(bikes)
    .where(inArray(bikes.id, [...new Set(ids)]))
    .orderBy(asc(bikes.id))
    .for('no key update')

/** Those whose seller waits for the answer to an appeal stay as they are until then. */
export const listWithoutAppeal = async (tx: Transaction, bikeIds: readonly string[]): Promise<string[]> => {
  const appealed = await tx
    .select({ bikeId: cases.bikeId })
    .from(cases)
    .where(and(inArray(cases.bikeId, [...bikeIds]), isOpen, isNotNull(cases.decidedAt)))
  return bikeIds.filter((id) => !appealed.some(({ bikeId }) => bikeId === id))
}

/**
 * SQL: a bike with the fingerprint `theirs` was reported as stolen, and a moderator agreed. Who reports a stolen bike here
 * does it at its advertisement.
 */
export const wasStolenSql = sql`exists (select from cases join reports on reports.case_id = cases.id
  where cases.bike_id = theirs.bike_id and reports.reason = 'stolen'
    and cases.decision in ('hide', 'suspend_7', 'suspend_30', 'remove') and appeal_answer is distinct from 'taken_back')`

/** SQL: a report in the register of stolen bikes has the fingerprint `theirs`, in one of these states. */
export const isInRegister = (isWanted: SQL): SQL => sql`exists (select from stolen_fingerprints as reported
  join stolen_bikes on stolen_bikes.id = reported.report_id
  where reported.kind = theirs.kind and reported.hmac = theirs.hmac and ${isWanted})`

/**
 * `register`: a report that a moderator has confirmed; `advertisement`: another advertisement of it was one of a stolen bike;
 * `waits`: a report that nobody has decided, while it makes advertisements wait.
 */
export type StolenReport = 'register' | 'advertisement' | 'waits' | null

/** Whether a bike with a number of this one was reported as stolen, the surest report first. */
export const findStolenReport = async (
  tx: Pick<Transaction, 'execute'>,
  { bikeId, now }: { bikeId: string; now: Date },
): Promise<StolenReport> => {
  const mine = sql`select from vehicle_fingerprints as theirs where theirs.bike_id = ${bikeId}`
  const waits = sql`state = 'waiting' and released_at is null and holds_until > ${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ report: StolenReport }>(sql`select case
    when exists (${mine} and ${isInRegister(sql`state = 'active'`)}) then 'register'
    when exists (select from vehicle_fingerprints as mine
      join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac
        and theirs.bike_id <> mine.bike_id
      where mine.bike_id = ${bikeId} and ${wasStolenSql}) then 'advertisement'
    when exists (${mine} and ${isInRegister(waits)}) then 'waits' end as report`)
  return rows[0]?.report ?? null
}
