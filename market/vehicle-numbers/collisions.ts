// Finds advertisements of other sellers that have a number of a bike. Deleted numbers and sold bikes do not count.
import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
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

/**
 * SQL: a bike with the fingerprint `theirs` was reported as stolen, and a moderator agreed. Who reports a stolen bike here
 * does it at its advertisement.
 */
export const wasStolenSql = sql`exists (select from cases join reports on reports.case_id = cases.id
  where cases.bike_id = theirs.bike_id and reports.reason = 'stolen'
    and cases.decision in ('hide', 'suspend_7', 'suspend_30', 'remove') and appeal_answer is distinct from 'taken_back')`

/** Whether another advertisement with a number of this bike was one of a stolen bike. */
export const isReportedStolen = async (tx: Pick<Transaction, 'execute'>, bikeId: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ isStolen: boolean }>(sql`select exists (select from vehicle_fingerprints as mine
    join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac
      and theirs.bike_id <> mine.bike_id
    where mine.bike_id = ${bikeId} and ${wasStolenSql}) as "isStolen"`)
  return rows[0]?.isStolen === true
}
