// Reading transfers, and what each side says of its own part.
import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import type { transferCalls } from '#contract/transfers/transfers.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { getSide } from '#market/deals/sides.ts'
import { deals } from '#market/schema/deals/deals.ts'
import type { Member } from '#market/schema/people/members.ts'
import { listFees } from './fees/list-fees.ts'
import { openReceipt } from './sale-receipt.ts'
import { actOnTransfer, getDeadlines, getTransferState, type TransferDeps } from './transfer-state.ts'
import { transfers, transferSides } from '#market/schema/bikes/transfers.ts'

export type TransferRouteDeps = TransferDeps & {
  /** Whether the member acts as the admin; throws for an admin who still has to set up a second factor. */
  isAdmin: (me: Member) => boolean
  /** Decrypts the numbers of a bike for the receipt. */
  secret: string
}

const selectTransfers = (db: Pick<Database, 'select'>, filter: SQL | undefined, limit: number) =>
  db
    .select({
      transfer: transfers,
      buyerId: deals.buyerId,
      sellerId: deals.sellerId,
      productName: bikes.name,
      image: bikes.picture,
      sellerName: bikes.sellerName,
      buyerName: sql<string>`(select name from members where members.id = ${deals.buyerId})`,
    })
    .from(transfers)
    .innerJoin(deals, eq(deals.id, transfers.dealId))
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .where(filter)
    .orderBy(desc(deals.id))
    .limit(limit)

type Row = Awaited<ReturnType<typeof selectTransfers>>[number]

const toSummary = ({ transfer, productName, image, ...row }: Row, side: 'buyer' | 'seller' | null, now: Date) => ({
  _id: transfer.dealId,
  state: getTransferState(transfer),
  productName,
  image,
  otherName: side === 'buyer' ? row.sellerName : row.buyerName,
  soldOn: transfer.soldOn,
  noticeDueOn: transfer.noticeDueOn,
  applyDueOn: transfer.applyDueOn,
  noticeOn: transfer.noticeOn,
  appliedOn: transfer.appliedOn,
  doneOn: transfer.doneAt && getDhakaDay(transfer.doneAt),
  ...getDeadlines(transfer, now),
})

const getTransfer = async ({ db, now, isAdmin }: TransferRouteDeps, id: string, me: Member) => {
  const [row] = await selectTransfers(db, eq(transfers.dealId, id), 1)
  const side = row ? getSide(row, me.id) : null
  if (!row || (side === null && !isAdmin(me))) throw new ApiError('not_found')
  const sides = await db.select().from(transferSides).where(eq(transferSides.dealId, id))
  const mine = side && sides.find((one) => one.side === side)
  return {
    ...toSummary(row, side, now()),
    side,
    slip: row.transfer.slip,
    ticks: mine?.ticks ?? [],
    details: mine?.name && mine.address ? { name: mine.name, address: mine.address } : null,
    hasOtherDetails: side !== null && sides.some((one) => one.side !== side && one.name !== null),
    fees: await listFees(db),
  }
}

/** The handlers of transfers. */
export const transferRoutes = (deps: TransferRouteDeps): Handlers<typeof transferCalls, Member> => ({
  'GET /transfers': async ({ me, query }) => {
    const limit = parseLimit(query)
    const isMine = or(eq(deals.buyerId, me.id), eq(deals.sellerId, me.id))
    const isBefore = query.cursor === undefined ? undefined : lt(deals.id, parseCursorId(query.cursor))
    const rows = await selectTransfers(deps.db, and(isMine, isBefore), limit + 1)
    const items = rows.map((row) => {
      const side = row.buyerId === me.id ? ('buyer' as const) : ('seller' as const)
      return { ...toSummary(row, side, deps.now()), side }
    })
    return toPage(items, limit, (one) => one._id)
  },
  'GET /transfers/:id': ({ me, params }) => getTransfer(deps, params.id, me),
  'PUT /transfers/:id': async ({ me, params, body }) => {
    await actOnTransfer(deps, { dealId: params.id, memberId: me.id }, body)
    return { modifiedCount: 1 }
  },
  'GET /transfers/:id/receipt': ({ me, params }) => openReceipt(deps, { dealId: params.id, memberId: me.id }),
})
