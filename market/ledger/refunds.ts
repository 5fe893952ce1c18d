// Decides which payments money goes back through. The job sends the refunds.
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { poishaPerTaka } from './entries.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'
import { type Refund, refunds } from '#market/schema/money/refunds.ts'

type RefundDeps = { now: () => Date; createId: () => string }

/**
 * Orders refunds of a deal's payments, the newest payment first, and marks payments that go back in full.
 * The caller has entered the amount in the ledger. Throws when less was paid.
 */
export const orderRefunds = async (
  tx: Transaction,
  { now, createId }: RefundDeps,
  { dealId, taka }: { dealId: string; taka: number },
): Promise<void> => {
  const paid = await tx
    .select({
      id: payments.id,
      amountTaka: payments.amountTaka,
      orderedPoisha: sql<string>`coalesce((
        select sum(amount_poisha) from refunds where refunds.payment_id = payments.id), 0)`,
    })
    .from(payments)
    .where(and(eq(payments.dealId, dealId), eq(payments.state, 'succeeded')))
    .orderBy(desc(payments.settledAt), asc(payments.id))
    .for('update')
  let leftPoisha = taka * poishaPerTaka
  for (const payment of paid) {
    const remaining = payment.amountTaka * poishaPerTaka - Number(payment.orderedPoisha)
    const amountPoisha = Math.min(leftPoisha, remaining)
    if (amountPoisha <= 0) continue
    leftPoisha -= amountPoisha
    const at = now()
    await tx.insert(refunds).values({
      id: createId(),
      paymentId: payment.id,
      dealId,
      amountPoisha,
      state: 'due',
      nextTryAt: at,
      createdAt: at,
    })
    if (amountPoisha === remaining)
      await tx
        .update(payments)
        .set({ state: 'refund_due', refundReason: 'deal_cancelled', settledAt: null })
        .where(eq(payments.id, payment.id))
  }
  if (leftPoisha > 0) throw new Error(`The deal ${dealId} has ${leftPoisha} poisha less to refund than was ordered.`)
}

/** The refunds of a deal that are not finished, and what they come to, newest first. */
export const listOpenRefunds = (db: Pick<Transaction, 'select'>, dealIds: string[]) =>
  db
    .select({ dealId: refunds.dealId, amountPoisha: refunds.amountPoisha, state: refunds.state })
    .from(refunds)
    .where(and(inArray(refunds.dealId, dealIds), ne(refunds.state, 'succeeded')))

/**
 * Orders the refund of a whole payment that could not be used: paid too late, of a wrong amount, for a bike that is gone.
 * The caller sets the state of the payment and enters the money in the ledger as owed to the buyer. A payment that has
 * refunds already is left as it is.
 */
export const orderFullRefund = async (
  tx: Transaction,
  { now, createId }: RefundDeps,
  payment: Pick<Payment, 'id' | 'amountTaka' | 'dealId'>,
): Promise<void> => {
  const ordered = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, payment.id)).limit(1)
  if (ordered.length > 0) return
  const at = now()
  await tx.insert(refunds).values({
    id: createId(),
    paymentId: payment.id,
    dealId: payment.dealId,
    amountPoisha: Math.round(payment.amountTaka * poishaPerTaka),
    state: 'due',
    nextTryAt: at,
    createdAt: at,
  })
}

/**
 * Brings the state of a payment in line with its refunds: `refunded` once its whole amount is confirmed, or all that was
 * ordered for a payment that is due for refund; `refund_due` again when one of them came back. The caller has locked it.
 */
export const syncRefundedState = async (tx: Transaction, at: Date, payment: Payment): Promise<void> => {
  const isDone = sql`${refunds.state} in ('succeeded', 'by_hand')`
  const [row] = await tx
    .select({
      donePoisha: sql<string>`coalesce(sum(${refunds.amountPoisha}) filter (where ${isDone}), 0)`,
      openCount: sql<string>`count(*) filter (where not (${isDone}))`,
    })
    .from(refunds)
    .where(eq(refunds.paymentId, payment.id))
  const isAllOrdered = payment.state !== 'succeeded'
  const isWhole = Number(row?.donePoisha ?? 0) >= payment.amountTaka * poishaPerTaka
  const isRefunded = isWhole || (isAllOrdered && Number(row?.openCount ?? 0) === 0)
  const isOfPayment = eq(payments.id, payment.id)
  const refundReason = payment.refundReason ?? ('deal_cancelled' as const)
  if (isRefunded && payment.state !== 'refunded')
    await tx
      .update(payments)
      .set({ state: 'refunded', refundedAt: at, refundReason, settledAt: null })
      .where(isOfPayment)
  if (!isRefunded && payment.state === 'refunded')
    await tx.update(payments).set({ state: 'refund_due', refundedAt: null }).where(isOfPayment)
}

/** A refund that is locked with its payment; the deal is null for a payment that could not be used. */
export type LockedRefund = { refund: Refund; payment: Payment; deal: Deal | null }

/** Locks bike, deal, payment and refund in the order of every act on a deal; null for an unknown refund. */
export const lockRefund = async (tx: Transaction, refundId: string): Promise<LockedRefund | null> => {
  const [found] = await tx
    .select({ paymentId: refunds.paymentId, dealId: refunds.dealId, bikeId: payments.bikeId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!found) return null
  await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.id, found.bikeId)).for('key share')
  const [deal = null] = found.dealId
    ? await tx.select().from(deals).where(eq(deals.id, found.dealId)).for('key share')
    : []
  const [payment] = await tx.select().from(payments).where(eq(payments.id, found.paymentId)).for('update')
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  return payment && refund ? { refund, payment, deal } : null
}
