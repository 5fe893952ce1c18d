// The receipt of a deal. Its number is assigned when it is first asked for, under the lock of the year's counter, so that
// numbers have no gaps: a deal that nobody asks a receipt of takes none, and a rolled back transaction gives its number back.
import { desc, eq, sql } from 'drizzle-orm'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { hasReceipt } from './state.ts'
import { toPaymentProofs } from '#market/schema/deals/paid-amounts.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { findDecision, getSums } from './shown-sums.ts'
import type { Member } from '#market/schema/people/members.ts'
import { payouts } from '#market/schema/money/payouts.ts'
import { receiptCounters, receipts } from '#market/schema/money/receipts.ts'

/** The number of a receipt as it is printed, such as 2026-000012. */
export const toReceiptNumber = ({ year, number }: Pick<typeof receipts.$inferSelect, 'year' | 'number'>): string =>
  `${year}-${String(number).padStart(6, '0')}`

type ReceiptDeps = {
  db: Database
  now: () => Date
  /** Whether the member acts as the admin; throws for an admin who still has to set up a second factor. */
  isAdmin: (me: Member) => boolean
}
type ReceiptCalls = Pick<typeof moneyCalls, 'GET /deals/:id/receipt'>

/**
 * Returns the receipt of a deal; assigns the next number of the year when it has none. The deal is locked by then, so
 * that it gets one number, whoever asks first.
 */
const issueReceipt = async (tx: Transaction, dealId: string, issuedAt: Date): Promise<typeof receipts.$inferSelect> => {
  const [known] = await tx.select().from(receipts).where(eq(receipts.dealId, dealId))
  if (known) return known
  const year = getDhakaYear(issuedAt)
  const [counter] = await tx
    .insert(receiptCounters)
    .values({ year, lastNumber: 1 })
    .onConflictDoUpdate({ target: receiptCounters.year, set: { lastNumber: sql`${receiptCounters.lastNumber} + 1` } })
    .returning()
  if (!counter) throw new Error(`The receipt counter of ${year} was not written.`)
  const row = { dealId, year, number: counter.lastNumber, issuedAt }
  await tx.insert(receipts).values(row)
  return row
}

/** The number of the receipt of a locked deal, as it is printed; null of a deal of which nothing was paid here. */
export const issueReceiptNumber = async (
  tx: Transaction,
  deal: typeof deals.$inferSelect,
  issuedAt: Date,
): Promise<string | null> =>
  deal.heldAt !== null && hasReceipt(deal) ? toReceiptNumber(await issueReceipt(tx, deal.id, issuedAt)) : null

const listTransactionIds = async (tx: Transaction, dealId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coalesce(transaction_id, intent_id) as id from payments where deal_id = ${dealId} and intent_id is not null
      and state in ('succeeded', 'refund_due', 'refunded') order by created_at, id`)
  return rows.map(({ id }) => id)
}

/** When the newest payout was sent. Of money that was kept, came back or may have been paid long ago nothing is said. */
const findPayout = async (tx: Transaction, dealId: string) => {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.dealId, dealId)).orderBy(desc(payouts.id)).limit(1)
  if (!payout || payout.way === 'set_off' || payout.state === 'failed' || payout.needsReview) return null
  if (payout.state === 'due') return { sentAt: null }
  const sentAt = payout.sentAt ?? payout.confirmedAt
  return sentAt && { sentAt: sentAt.toISOString() }
}

const getReceipt = (deps: ReceiptDeps, dealId: string, me: Member) =>
  deps.db.transaction(async (tx) => {
    // One request at a time for a deal, so that it gets one number.
    const [found] = await tx
      .select({
        deal: deals,
        productName: bikes.name,
        purchaseTime: bikes.boughtInYear,
        registrationDistrict: bikes.registrationDistrict,
        registrationYear: bikes.registeredInYear,
        payments: toPaymentProofs(deals.id),
        buyerName: sql<string>`(select name from members where members.id = ${deals.buyerId})`,
        sellerName: sql<string>`(select name from members where members.id = ${deals.sellerId})`,
      })
      .from(deals)
      .innerJoin(bikes, eq(bikes.id, deals.bikeId))
      .where(eq(deals.id, dealId))
      .for('no key update', { of: deals })
    const isMine = found && ([found.deal.buyerId, found.deal.sellerId].includes(me.id) || deps.isAdmin(me))
    if (!found || !isMine) throw new ApiError('not_found')
    const { deal, ...shown } = found
    if (deal.heldAt === null || !hasReceipt(deal)) throw new ApiError('no_receipt_yet')
    const receipt = await issueReceipt(tx, dealId, deps.now())
    const sums = await getSums(tx, deal)
    return {
      ...shown,
      ...sums,
      decision: await findDecision(tx, deal.id, sums),
      payout: await findPayout(tx, deal.id),
      number: toReceiptNumber(receipt),
      issuedAt: receipt.issuedAt.toISOString(),
      price: deal.priceTaka,
      cash: deal.cashTaka,
      isCashConfirmed: deal.cashConfirmedAt !== null,
      isCashDenied: deal.cashDeniedAt !== null,
      hasEnded: deal.closedAt !== null,
      paidAt: deal.heldAt.toISOString(),
      handedOverAt: deal.handedOverAt?.toISOString() ?? null,
      transactionIds: await listTransactionIds(tx, dealId),
    }
  })

/** The handler of receipts. */
export const receiptRoutes = (deps: ReceiptDeps): Handlers<ReceiptCalls, Member> => ({
  'GET /deals/:id/receipt': ({ params, me }) => getReceipt(deps, params.id, me),
})
