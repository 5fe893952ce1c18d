// Recovers payments after a backup was restored: only the card provider knows payments made after the backup. Each one
// is recreated with its sale if its booking or wish still exists; otherwise it is refunded.
import { and, eq, isNull } from 'drizzle-orm'
import { violatedConstraint } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { poishaPerTaka } from '#market/ledger/rules.ts'
import { wishes } from '#market/wishlist/table.ts'
import type { Intent } from '#market/payments/provider.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { payments, restores } from '#market/payments/table.ts'

type BikeBuyer = { bikeId: string; buyerId: string }
type PaymentSource = { bookingId: string | null; wishId: string | null }

/** The booking or wish that was paid, with its price; null if it was created after the backup. */
const findPaymentSource = async (
  { db }: PaymentsDeps,
  { bikeId, buyerId }: BikeBuyer,
  amountTaka: number,
): Promise<PaymentSource | null> => {
  const [booking] = await db
    .select({ id: bookings.id, priceTaka: bookings.priceTaka })
    .from(bookings)
    .where(and(eq(bookings.bikeId, bikeId), eq(bookings.buyerId, buyerId), isNull(bookings.cancelledAt)))
  const [wish] = await db
    .select({ id: wishes.id, priceTaka: bikes.salePriceTaka })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(and(eq(wishes.bikeId, bikeId), eq(wishes.buyerId, buyerId)))
  const bookingId = booking?.priceTaka === amountTaka ? booking.id : null
  const wishId = wish?.priceTaka === amountTaka ? wish.id : null
  return bookingId === null && wishId === null ? null : { bookingId, wishId }
}

/** Inserts the open payment again; returns false if the restored data conflicts with it. */
const recreatePayment = async (
  deps: PaymentsDeps,
  { id: intentId, amountTaka, ...intent }: Intent,
): Promise<boolean> => {
  const { paymentId: id, bikeId, buyerId } = intent
  if (id === undefined || bikeId === undefined || buyerId === undefined) return false
  const source = await findPaymentSource(deps, { bikeId, buyerId }, amountTaka)
  if (!source) return false
  const row = { id, bikeId, buyerId, ...source, amountTaka, intentId, currency: 'bdt', state: 'open' } as const
  try {
    await deps.db.insert(payments).values({ ...row, createdAt: deps.now() })
    return true
  } catch (error) {
    // Another payment holds the bike, or the buyer was removed: keep the restored data.
    if (violatedConstraint(error) === undefined) throw error
    return false
  }
}

/** Refunds a payment whose row and booking are lost. Its id is the key, so a repeated recovery refunds once. */
const refundUnknownPayment = async (
  { paymentProvider }: PaymentsDeps,
  { id: intentId, amountTaka, paymentId }: Intent & { paymentId: string },
): Promise<void> => {
  const amountPoisha = amountTaka * poishaPerTaka
  const key = `refund-of-lost-${paymentId}`
  const { status, failure } = await paymentProvider.createRefund({ intentId, amountPoisha, refundId: paymentId, key })
  if (status === 'failed') throw new Error(`The provider refused to refund ${intentId}: ${failure}`)
}

const recoverPayment = async (deps: PaymentsDeps, intentId: string): Promise<void> => {
  const [existing] = await deps.db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.intentId, intentId))
  if (existing && existing.state !== 'open') return
  const intent = await deps.paymentProvider.getIntent(intentId)
  // An intent without our metadata belongs to another system of the same account.
  if (intent.paymentId === undefined) return
  if ((await settle(deps, intentId)) !== null) return
  if (await recreatePayment(deps, intent)) {
    await settle(deps, intentId)
    deps.log(`Recovered payment ${intent.paymentId}, made after the backup.`)
    return
  }
  await refundUnknownPayment(deps, { ...intent, paymentId: intent.paymentId })
  deps.log(`Refunded payment ${intent.paymentId}, made after the backup: its booking is lost.`)
}

/** Recovers payments once after each restore of a backup; does nothing otherwise. */
export const recoverPayments = async (deps: PaymentsDeps): Promise<void> => {
  const [pendingRestore] = await deps.db.select().from(restores).where(isNull(restores.recoveredAt)).limit(1)
  if (!pendingRestore) return
  for await (const { id, status, amountPoisha, refundedPoisha } of deps.paymentProvider.listIntents()) {
    if (status === 'succeeded' && refundedPoisha < amountPoisha) await recoverPayment(deps, id)
  }
  await deps.db.update(restores).set({ recoveredAt: deps.now() }).where(isNull(restores.recoveredAt))
}
