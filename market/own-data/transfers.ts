// The part of the data export that is about transfers.
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { receiptOpenings, transfers, transferSides } from '#market/schema/bikes/transfers.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

/** The transfers of what the member bought and sold; of the other side only what both read. */
export const listTransfers = async (
  db: Pick<Database, 'select'>,
  memberId: string,
): Promise<DataExport['transfers']> => {
  const rows = await db
    .select({ transfer: transfers, buyerId: deals.buyerId })
    .from(transfers)
    .innerJoin(deals, eq(deals.id, transfers.dealId))
    .where(or(eq(deals.buyerId, memberId), eq(deals.sellerId, memberId)))
    .orderBy(desc(deals.id))
    .limit(maxRows)
  const ids = rows.map(({ transfer }) => transfer.dealId)
  const sides = await db.select().from(transferSides).where(inArray(transferSides.dealId, ids))
  const openings = await db
    .select()
    .from(receiptOpenings)
    .where(and(eq(receiptOpenings.memberId, memberId), inArray(receiptOpenings.dealId, ids)))
    .orderBy(receiptOpenings.id)
    .limit(maxRows)
  return rows.map(({ transfer: { dealId, ...transfer }, buyerId }) => {
    const side = buyerId === memberId ? ('buyer' as const) : ('seller' as const)
    const mine = sides.find((one) => one.dealId === dealId && one.side === side)
    return {
      dealId,
      side,
      soldOn: transfer.soldOn,
      noticeOn: transfer.noticeOn,
      appliedOn: transfer.appliedOn,
      slip: transfer.slip,
      doneAt: transfer.doneAt?.toISOString() ?? null,
      ticks: mine?.ticks ?? [],
      name: mine?.name ?? null,
      address: mine?.address ?? null,
      receiptOpenedAt: openings.filter((one) => one.dealId === dealId).map(({ openedAt }) => openedAt.toISOString()),
    }
  })
}
