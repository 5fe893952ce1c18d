// Decides which payments money goes back through. The job sends the refunds.
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { payments } from '#market/payments/table.ts'
import { refunds } from './table.ts'

type RefundDeps = { now: () => Date; createId: () => string }

const poishaPerTaka = 100

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
        select sum(amount_poisha) from refunds where refunds.payment_id = ${payments.id}), 0)`,
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
    await tx
      .insert(refunds)
      .values({
        id: createId(),
        paymentId: payment.id,
        dealId,
        amountPoisha,
        state: 'due',
        nextTryAt: at,
        createdAt: at,
      })
    if (amountPoisha === payment.amountTaka * poishaPerTaka)
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
