// After a backup was restored: the payments that came after it are known to the card provider alone. Each is brought
// back with its sale where its order is still there; otherwise the money goes back, and nobody paid for nothing.
import { and, eq, isNull } from 'drizzle-orm'
import { violatedConstraint } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { wishes } from '#market/wishlist/table.ts'
import type { Intent } from '#market/payments/provider.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { payments, restores } from '#market/payments/table.ts'

type BikeBuyer = { bikeId: string; buyerId: string }
type PaymentSource = { bookingId: string | null; wishId: string | null }

/** What this money was paid for, at the price that stands there; null when that was made after the backup too. */
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

/** Writes the payment down again as it was begun; false when the books of the backup have no place for it. */
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
    // Another one holds the bike, or the buyer is not here: what the books say stands.
    if (violatedConstraint(error) === undefined) throw error
    return false
  }
}

const recoverPayment = async (deps: PaymentsDeps, intentId: string): Promise<void> => {
  const [existing] = await deps.db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.intentId, intentId))
  if (existing && existing.state !== 'open') return
  const intent = await deps.paymentProvider.getIntent(intentId)
  // Money that no call of this shop asked for is somebody else's at the same account.
  if (intent.paymentId === undefined) return
  if ((await settle(deps, intentId)) !== null) return
  if (await recreatePayment(deps, intent)) {
    await settle(deps, intentId)
    deps.log(`The payment ${intent.paymentId} came after the backup: it is written down again.`)
    return
  }
  await deps.paymentProvider.refund(intentId)
  deps.log(`The payment ${intent.paymentId} came after the backup and its order is lost: its money was sent back.`)
}

/** Asks the provider for what came after a backup that was restored; nothing when none was, or when it was asked. */
export const recoverPayments = async (deps: PaymentsDeps): Promise<void> => {
  const [pendingRestore] = await deps.db.select().from(restores).where(isNull(restores.recoveredAt)).limit(1)
  if (!pendingRestore) return
  for await (const { id, status, amountPoisha, refundedPoisha } of deps.paymentProvider.listIntents()) {
    if (status === 'succeeded' && refundedPoisha < amountPoisha) await recoverPayment(deps, id)
  }
  await deps.db.update(restores).set({ recoveredAt: deps.now() }).where(isNull(restores.recoveredAt))
}
