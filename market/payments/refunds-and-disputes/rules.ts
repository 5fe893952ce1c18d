// What happens to the money of a sale afterwards, at the provider and not by this shop: a refund by hand, a part of one,
// a dispute with the buyer's bank. What the shop then does is told in docs/decisions/0021.
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { wishes } from '#market/wishlist/table.ts'
import type { Intent } from '#market/payments/provider.ts'
import { standingAfter, whyUndone } from '#market/payments/rules.ts'
import { type Payment, payments } from '#market/payments/table.ts'

type Till = { db: Database; now: () => Date; say: (line: string) => void }
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** The bike goes back to its seller and is offered to nobody: they know best whether they still have it. */
const giveBack = async (tx: Transaction, { bikeId, buyerId }: Payment, at: Date): Promise<void> => {
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

const isNews = (payment: Payment, intent: Intent, now: Date): boolean => {
  const { sentBackTaka, disputedAt, disputeOutcome } = standingAfter(payment, intent, now)
  const isDisputedNow = disputedAt !== null && payment.disputedAt === null
  const isMore = sentBackTaka !== payment.sentBackTaka || disputeOutcome !== payment.disputeOutcome
  return isMore || isDisputedNow || whyUndone(intent) !== null
}

const told = (payment: Payment, intent: Intent): string => {
  if (payment.state === 'refunded') return 'went back to the buyer outside the shop; the bike is with its seller again'
  if (intent.dispute !== null) return `is disputed with the buyer's bank: ${intent.dispute}; the sale stands`
  return `was sent back in part, ${payment.sentBackTaka} of ${payment.amountTaka} Taka; the sale stands`
}

/** Writes down what the provider says of the money of a sale; gives the payment as it then stands. */
export const noteAfterwards = async (till: Till, payment: Payment, intent: Intent): Promise<Payment> => {
  if (payment.state !== 'succeeded' || !isNews(payment, intent, till.now())) return payment
  const noted = await till.db.transaction(async (tx) => {
    // The bike before its payment, as when it was sold.
    await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.id, payment.bikeId)).for('update')
    const [locked] = await tx.select().from(payments).where(eq(payments.id, payment.id)).for('update')
    if (locked?.state !== 'succeeded') return locked
    const at = till.now()
    const refundReason = whyUndone(intent)
    if (refundReason) await giveBack(tx, locked, at)
    const [written] = await tx
      .update(payments)
      .set({
        ...standingAfter(locked, intent, at),
        ...(refundReason && { state: 'refunded' as const, refundReason, refundedAt: at }),
      })
      .where(eq(payments.id, payment.id))
      .returning()
    return written
  })
  if (!noted) return payment
  till.say(`The money of payment ${noted.id} ${told(noted, intent)}.`)
  return noted
}
