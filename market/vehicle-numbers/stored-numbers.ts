// Reads, exports and deletes the numbers of bikes.
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { decryptNumbers, type Numbers } from './encryption.ts'
import { vehicleNumberReads, vehicleNumbers } from '#market/schema/bikes/vehicle-numbers.ts'

type Reader = Pick<Database, 'select'>
type Purpose = (typeof vehicleNumberReads.$inferSelect)['purpose']
type ReadDeps = { secret: string; now: () => Date; createId: () => string }

const maxRows = 5_000

/** The numbers of a bike, and when they were changed, for its own seller; everybody else reads them by `readNumbers`. */
export const findOwnNumbers = async (
  db: Reader,
  secret: string,
  bikeId: string,
): Promise<Numbers & { changedAt: Date | null }> => {
  const [row] = await db.select().from(vehicleNumbers).where(eq(vehicleNumbers.bikeId, bikeId))
  return { ...decryptNumbers(secret, bikeId, row), changedAt: row?.changedAt ?? null }
}

/**
 * The numbers of a bike in full for somebody else than its seller. Who may read them is decided before; the reading is in the
 * audit log with this transaction.
 */
export const readNumbers = async (
  tx: Transaction,
  { secret, now, createId }: ReadDeps,
  { bikeId, readerId, purpose }: { bikeId: string; readerId: string; purpose: Purpose },
): Promise<Numbers> => {
  const [row] = await tx.select().from(vehicleNumbers).where(eq(vehicleNumbers.bikeId, bikeId))
  if (row)
    await tx.insert(vehicleNumberReads).values({ id: createId(), bikeId, memberId: readerId, purpose, readAt: now() })
  return decryptNumbers(secret, bikeId, row)
}

/** The numbers that a member entered, for their own data export. */
export const listOwnNumbers = async (db: Reader, secret: string, memberId: string) => {
  const rows = await db
    .select({ row: vehicleNumbers, productName: bikes.name })
    .from(vehicleNumbers)
    .innerJoin(bikes, eq(bikes.id, vehicleNumbers.bikeId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(asc(vehicleNumbers.bikeId))
    .limit(maxRows)
  return rows.map(({ row, productName }) => ({
    productName,
    ...decryptNumbers(secret, row.bikeId, row),
    changedAt: row.changedAt.toISOString(),
  }))
}

/** Deletes the numbers of a member's bikes. Those of sold bikes stay: their buyers need them for the transfer. */
export const deleteNumbersOfMember = async (tx: Transaction, sellerId: string): Promise<void> => {
  const unsold = tx
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(eq(bikes.sellerId, sellerId), isNull(bikes.soldAt)))
  await tx.delete(vehicleNumbers).where(inArray(vehicleNumbers.bikeId, unsold))
}

/** How long the numbers of a sold or withdrawn bike are stored: a year, longer than any transfer takes. */
export const storedMs = 365 * 24 * 60 * 60_000
const maxDeletedPerRound = 1_000

/** Deletes the numbers of bikes that were sold or withdrawn a year ago, at most 1,000 in a round. */
export const deleteOldNumbers = async ({ db, now }: { db: Database; now: () => Date }): Promise<void> => {
  const before = new Date(now().getTime() - storedMs)
  const old = db
    .select({ id: vehicleNumbers.bikeId })
    .from(vehicleNumbers)
    .innerJoin(bikes, eq(bikes.id, vehicleNumbers.bikeId))
    .where(or(lt(bikes.soldAt, before), and(isNull(bikes.soldAt), lt(bikes.withdrawnAt, before))))
    .limit(maxDeletedPerRound)
  await db.delete(vehicleNumbers).where(sql`${vehicleNumbers.bikeId} in (${old})`)
}
