// What a bike cost since it is on sale.
import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikePrices } from './table.ts'

/** The last `limit` prices of a bike in Taka, the newest first, each with the time since when it holds. */
export const listPrices = async (
  db: Pick<Transaction, 'select'>,
  bikeId: string,
  limit: number,
): Promise<{ price: number; since: string }[]> => {
  const prices = await db
    .select({ price: bikePrices.priceTaka, since: bikePrices.since })
    .from(bikePrices)
    .where(eq(bikePrices.bikeId, bikeId))
    .orderBy(desc(bikePrices.id))
    .limit(limit)
  return prices.map(({ price, since }) => ({ price, since: since.toISOString() }))
}
