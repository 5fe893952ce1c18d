// Records refunds and disputes that happen at the provider after a sale: refunds in the dashboard, partial refunds, and
// disputes of the buyer's bank. docs/decisions/0021-refunds-and-disputes-at-the-provider.md has the rules.
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { wishes } from '#market/wishlist/table.ts'
import type { Intent } from '#market/payments/provider.ts'
import { mergeRefundState, getReversalReason } from '#market/payments/rules.ts'
import { type Payment, payments } from '#market/payments/table.ts'

type RefundDeps = { db: Database; now: () => Date; log: (message: string) => void }

/** Undoes the sale. The bike is withdrawn: only the seller knows whether they still have it. */
const reverseSale = async (tx: Transaction, { bikeId, buyerId }: Payment, at: Date): Promise<void> => {
  await tx
    .update(bikes)
    .set({ soldAt: null, advertisedAt: null, withdrawnAt: at, saleUndoneAt: at })
    .where(eq(bikes.id, bikeId))
  await tx
    .update(bookings)
    .set({ paidAt: null })
    .where(and(eq(bookings.bikeId, bikeId), eq(bookings.buyerId, buyerId)))
  await tx
    .update(wishes)
    .set({ paidAt: null })
    .where(and(eq(wishes.bikeId, bikeId), eq(wishes.buyerId, buyerId)))
}

const hasNewRefundState = (payment: Payment, intent: Intent, now: Date): boolean => {
  const { refundedTaka, disputedAt, disputeOutcome } = mergeRefundState(payment, intent, now)
  const isNewlyDisputed = disputedAt !== null && payment.disputedAt === null
  const hasChanged = refundedTaka !== payment.refundedTaka || disputeOutcome !== payment.disputeOutcome
  return hasChanged || isNewlyDisputed || getReversalReason(intent) !== null
}

const describeRefundState = (payment: Payment, intent: Intent): string => {
  if (payment.state === 'refunded') return 'went back to the buyer outside the shop; the bike is with its seller again'
  if (intent.dispute !== null) return `is disputed with the buyer's bank: ${intent.dispute}; the sale stands`
  return `was sent back in part, ${payment.refundedTaka} of ${payment.amountTaka} Taka; the sale stands`
}

/** Records the refund and dispute state of a sale; returns the updated payment. */
export const recordRefundState = async (deps: RefundDeps, payment: Payment, intent: Intent): Promise<Payment> => {
  if (payment.state !== 'succeeded' || !hasNewRefundState(payment, intent, deps.now())) return payment
  const recorded = await deps.db.transaction(async (tx) => {
    // Lock the bike before its payment, in the same order as a sale.
    await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.id, payment.bikeId)).for('update')
    const [locked] = await tx.select().from(payments).where(eq(payments.id, payment.id)).for('update')
    if (locked?.state !== 'succeeded') return locked
    const at = deps.now()
    const refundReason = getReversalReason(intent)
    if (refundReason) await reverseSale(tx, locked, at)
    const [updated] = await tx
      .update(payments)
      .set({
        ...mergeRefundState(locked, intent, at),
        ...(refundReason && { state: 'refunded' as const, refundReason, refundedAt: at }),
      })
      .where(eq(payments.id, payment.id))
      .returning()
    return updated
  })
  if (!recorded) return payment
  deps.log(`The money of payment ${recorded.id} ${describeRefundState(recorded, intent)}.`)
  return recorded
}
