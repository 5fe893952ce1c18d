// Reads the fees of BRTA, in the order in which screens show them. They are rows that an admin changes on a page; the first
// values are in migrations/schema/25-transfers.sql.
import type { Database } from '#platform/database/database.ts'
import { fees } from '#market/schema/bikes/transfers.ts'

export type FeeView = Omit<typeof fees.$inferSelect, 'changedAt'>

const order = fees.name.enumValues

/** All fees and deadlines. */
export const listFees = async (db: Pick<Database, 'select'>): Promise<FeeView[]> => {
  const rows = await db.select().from(fees)
  return rows
    .map(({ changedAt: _, ...fee }) => fee)
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}
