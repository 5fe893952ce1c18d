// The only code that turns a payment into a sale. The page, the webhook and the job all call it; it is idempotent and
// may run concurrently, late or out of order.
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { members } from '#market/members/table.ts'
import { wishes } from '#market/wishlist/table.ts'
import { recordRefundState } from './refunds-and-disputes/rules.ts'
import type { PaymentProvider, Intent } from './provider.ts'
import { getRefundReason, getReversalReason } from './rules.ts'
import { type Payment, payments } from './table.ts'

export type PaymentsDeps = {
  db: Database
  paymentProvider: PaymentProvider
  now: () => Date
  createId: () => string
  log: (message: string) => void
}

/** Finds the payment of an intent: by the intent id, or by the payment id if the intent id was not stored yet. */
const findPayment = async (db: Database, intent: Intent): Promise<Payment | undefined> => {
  const byIntent = eq(payments.intentId, intent.id)
  const condition = intent.paymentId === undefined ? byIntent : or(byIntent, eq(payments.id, intent.paymentId))
  const [found] = await db.select().from(payments).where(condition).limit(1)
  return found
}

/** One statement, so a sale locks the bike for one round trip to the database instead of four. */
const recordSale = (tx: Transaction, payment: Payment, intent: Intent, at: Date): Promise<Payment[]> => {
  const { bikeId, buyerId } = payment
  const isBuyersBooking = and(eq(bookings.bikeId, bikeId), eq(bookings.buyerId, buyerId), isNull(bookings.cancelledAt))
  const isBuyersWish = and(eq(wishes.bikeId, bikeId), eq(wishes.buyerId, buyerId))
  const sold = tx.update(bikes).set({ soldAt: at }).where(eq(bikes.id, bikeId)).returning({ id: bikes.id })
  const ordered = tx.update(bookings).set({ paidAt: at }).where(isBuyersBooking).returning({ id: bookings.id })
  const wished = tx.update(wishes).set({ paidAt: at }).where(isBuyersWish).returning({ id: wishes.id })
  return tx
    .with(tx.$with('sold').as(sold), tx.$with('ordered').as(ordered), tx.$with('wished').as(wished))
    .update(payments)
    .set({ state: 'succeeded', settledAt: at, intentId: intent.id })
    .where(eq(payments.id, payment.id))
    .returning()
}

/** Marks a payment that cannot buy the bike as due for refund, or as refunded if that already happened. */
const getRefundUpdate = (intent: Intent, at: Date) =>
  getReversalReason(intent) ? { state: 'refunded' as const, refundedAt: at } : { state: 'refund_due' as const }

/** Records a paid intent: sells the bike, or marks the payment for refund. Returns the updated payment. */
const recordSuccess = (deps: PaymentsDeps, intent: Intent, { id, bikeId }: Payment): Promise<Payment> =>
  deps.db.transaction(async (tx) => {
    // Lock the bike before its payment, as everywhere, so concurrent calls wait instead of deadlocking.
    const [bike] = await tx.select().from(bikes).where(eq(bikes.id, bikeId)).for('update')
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!bike || !payment) throw new Error(`The payment ${id} or its bike is gone from the database.`)
    if (payment.settledAt || payment.refundReason) return payment
    // Only an active member can buy; the lock prevents a removal at the same time.
    const [buyer] = await tx.select().from(members).where(eq(members.id, payment.buyerId)).for('share')
    if (!buyer) throw new Error(`The buyer of the payment ${id} is gone from the database.`)
    const refundReason = getRefundReason(payment, intent, { bike, buyer })
    const [updated] = refundReason
      ? await tx
          .update(payments)
          .set({ refundReason, intentId: intent.id, ...getRefundUpdate(intent, deps.now()) })
          .where(eq(payments.id, id))
          .returning()
      : await recordSale(tx, payment, intent, deps.now())
    return updated ?? payment
  })

/**
 * Refunds a payment that could not buy the bike; the job retries a failed refund.
 * @param isAlreadyRefunded the refund exists already at the provider: only record it
 */
export const refundPayment = async (
  deps: PaymentsDeps,
  payment: Payment,
  isAlreadyRefunded = false,
): Promise<Payment> => {
  if (payment.state !== 'refund_due' || payment.intentId === null) return payment
  if (!isAlreadyRefunded) await deps.paymentProvider.refund(payment.intentId)
  const [updated] = await deps.db
    .update(payments)
    .set({ state: 'refunded', refundedAt: deps.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'refund_due')))
    .returning()
  return updated ?? payment
}

const cancelPayment = async (deps: PaymentsDeps, payment: Payment, intent: Intent): Promise<Payment> => {
  const [updated] = await deps.db
    .update(payments)
    .set({ state: 'canceled', intentId: intent.id })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open')))
    .returning()
  return updated ?? payment
}

/** Settles a payment according to the state of its intent. */
const settleWithIntent = async (deps: PaymentsDeps, payment: Payment, intent: Intent): Promise<Payment> => {
  if (intent.status === 'open') return payment
  if (intent.status === 'canceled') return cancelPayment(deps, payment, intent)
  const recorded = await recordSuccess(deps, intent, payment)
  if (recorded.refundReason === 'mismatch' && payment.refundReason === null)
    deps.log(
      `The money of payment ${recorded.id} is not what was asked for: ${intent.id} is sent back, nothing is sold.`,
    )
  if (recorded.state === 'succeeded') return recordRefundState(deps, recorded, intent)
  return refundPayment(deps, recorded, getReversalReason(intent) !== null).catch((error: unknown) => {
    deps.log(`Could not refund payment ${recorded.id}; will retry: ${String(error)}`)
    return recorded
  })
}

/**
 * Fetches the intent from the provider and updates its payment.
 * Returns the updated payment, or null if the intent is not ours. Throws `cards_unavailable` if the provider fails.
 */
export const settle = async (deps: PaymentsDeps, intentId: string): Promise<Payment | null> => {
  const intent = await deps.paymentProvider.getIntent(intentId)
  const payment = await findPayment(deps.db, intent)
  if (payment) return settleWithIntent(deps, payment, intent)
  if (intent.status === 'succeeded') deps.log(`Intent ${intentId} succeeded but belongs to no payment of this shop.`)
  return null
}

/**
 * Cancels a hold at the provider first, and releases it only after the provider confirms. If the buyer paid first, the
 * bike is sold instead.
 */
export const release = async (deps: PaymentsDeps, hold: Payment): Promise<Payment> => {
  const intentId = hold.intentId ?? (await deps.paymentProvider.createIntent(hold)).id
  return settleWithIntent(deps, hold, await deps.paymentProvider.cancelIntent(intentId))
}
