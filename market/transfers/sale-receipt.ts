// The sale receipt of a transfer. Opening it is recorded in the transaction that reads it.
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { issueReceiptNumber } from '#market/deals/receipts.ts'
import { getSide } from '#market/deals/sides.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { listFees } from './fees/list-fees.ts'
import type { TransferDeps } from './transfer-state.ts'
import { receiptOpenings, transfers, transferSides } from '#market/schema/bikes/transfers.ts'
import { readNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { toTakaWords } from './taka-words.ts'

const sellers = alias(members, 'sellers')
const buyers = alias(members, 'buyers')
const sellerSide = alias(transferSides, 'seller_side')
const buyerSide = alias(transferSides, 'buyer_side')

/** The sale, with its deal locked: a deal gets one receipt number, whichever paper is opened first. */
const findSale = async (tx: Transaction, dealId: string) => {
  const [sale] = await tx
    .select({
      deal: deals,
      transfer: transfers,
      productName: bikes.name,
      seller: { name: sellers.name, removedAt: sellers.removedAt },
      buyer: { name: buyers.name, removedAt: buyers.removedAt },
      sellerDetails: { name: sellerSide.name, address: sellerSide.address },
      buyerDetails: { name: buyerSide.name, address: buyerSide.address },
    })
    .from(transfers)
    .innerJoin(deals, eq(deals.id, transfers.dealId))
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .innerJoin(sellers, eq(sellers.id, deals.sellerId))
    .innerJoin(buyers, eq(buyers.id, deals.buyerId))
    .leftJoin(sellerSide, and(eq(sellerSide.dealId, transfers.dealId), eq(sellerSide.side, 'seller')))
    .leftJoin(buyerSide, and(eq(buyerSide.dealId, transfers.dealId), eq(buyerSide.side, 'buyer')))
    .where(eq(transfers.dealId, dealId))
    .for('no key update', { of: deals })
  return sale
}

type Details = { name: string | null; address: string | null } | null

/** The name that was entered for the receipt, or else that of the account; none of a removed member. */
const toParty = (account: { name: string; removedAt: Date | null }, details: Details) => ({
  name: details?.name ?? (account.removedAt ? null : account.name),
  address: details?.address ?? null,
})

/** Opens the sale receipt for one of the two sides; throws `not_found` for everybody else, also the admin. */
export const openReceipt = (
  deps: TransferDeps & { secret: string },
  { dealId, memberId }: { dealId: string; memberId: string },
) =>
  deps.db.transaction(async (tx) => {
    const sale = await findSale(tx, dealId)
    if (!sale || getSide(sale.deal, memberId) === null) throw new ApiError('not_found')
    const { deal, transfer } = sale
    if (transfer.cancelledAt) throw new ApiError('sale_undone')
    await tx.insert(receiptOpenings).values({ id: deps.createId(), dealId, memberId, openedAt: deps.now() })
    const numbers = await readNumbers(tx, deps, { bikeId: deal.bikeId, readerId: memberId, purpose: 'transfer' })
    const price = deal.closeReason === 'sold_for_cash' ? (deal.cashTaka ?? deal.priceTaka) : deal.priceTaka
    const stamp = (await listFees(tx)).find(({ name }) => name === 'revenue_stamp')
    if (!stamp) throw new Error('The fee of the revenue stamp is missing.')
    return {
      soldOn: transfer.soldOn,
      handedOverAt: deal.handedOverAt?.toISOString() ?? null,
      seller: toParty(sale.seller, sale.sellerDetails),
      buyer: toParty(sale.buyer, sale.buyerDetails),
      productName: sale.productName,
      // Null is a line to fill in by hand.
      registration: numbers.registration,
      engine: numbers.engine,
      chassis: numbers.chassis,
      price,
      words: toTakaWords(price),
      stamp,
      receiptNumber: await issueReceiptNumber(tx, deal, deps.now()),
    }
  })
