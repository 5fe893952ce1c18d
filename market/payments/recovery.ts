// Recovers payments after a backup was restored: only the card provider knows payments and refunds made after the backup.
// Each payment is recreated for its deal if its booking or wish still exists; otherwise it is refunded.
import { and, eq, isNull } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { violatedConstraint } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { poishaPerTaka } from '#market/ledger/entries.ts'
import { wishes } from '#market/schema/deals/wishes.ts'
import { getProvider, type Intent } from './providers.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import { settle, type PaymentsDeps } from './settle.ts'
import { payments, restores } from '#market/schema/money/payments.ts'

type BikeBuyer = { bikeId: string; buyerId: string }
type PaymentSource = { bookingId: string | null; wishId: string | null; dealId: string | null }

/** The booking or wish of this price that was paid, with its deal; null if it was created after the backup. */
const findPaymentSource = async (
  { db }: PaymentsDeps,
  { bikeId, buyerId }: BikeBuyer,
  priceTaka: number,
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
  const bookingId = booking?.priceTaka === priceTaka ? booking.id : null
  const wishId = wish?.priceTaka === priceTaka ? wish.id : null
  if (bookingId === null && wishId === null) return null
  const isLive = and(eq(deals.bikeId, bikeId), eq(deals.buyerId, buyerId), isNull(deals.closedAt))
  const [deal] = await db.select({ id: deals.id }).from(deals).where(isLive)
  return { bookingId, wishId, dealId: deal?.id ?? bookingId }
}

/** Inserts the open payment again; returns false if the restored data conflicts with it. */
const recreatePayment = async (
  deps: PaymentsDeps,
  { id: intentId, amountTaka, ...intent }: Intent,
): Promise<boolean> => {
  const { paymentId: id, bikeId, buyerId, purpose, priceTaka } = intent
  if (id === undefined || bikeId === undefined || buyerId === undefined) return false
  const source = await findPaymentSource(deps, { bikeId, buyerId }, priceTaka)
  if (!source) return false
  const amounts = { amountTaka, priceTaka, purpose, currency: 'bdt', state: 'open' } as const
  const row = { id, bikeId, buyerId, ...source, ...amounts, intentId }
  try {
    await deps.db.insert(payments).values({ ...row, createdAt: deps.now() })
    return true
  } catch (error) {
    // Another payment holds the bike, or the buyer was removed: keep the restored data.
    if (violatedConstraint(error) === undefined) throw error
    return false
  }
}

const addUp = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Refunds what is left of a payment whose row and booking are lost. Its id is the key, so a repeated recovery refunds once. */
const refundUnknownPayment = async (
  deps: PaymentsDeps,
  { id: intentId, amountTaka, paymentId, ...intent }: Intent & { paymentId: string },
): Promise<void> => {
  const orderedPoisha = addUp(intent.orderedRefunds.map((refund) => refund.amountPoisha))
  const amountPoisha = amountTaka * poishaPerTaka - intent.refundedElsewherePoisha - orderedPoisha
  if (amountPoisha <= 0) return
  const key = `refund-of-lost-${paymentId}`
  const { status, failure } = await getProvider(deps, 'cards').refund({
    intentId,
    transactionId: null,
    amountPoisha,
    refundId: paymentId,
    key,
  })
  if (status === 'failed') throw new Error(`The provider refused to refund ${intentId}: ${failure}`)
}

type ListedIntent = { id: string; amountPoisha: number; refundedPoisha: number }

const recoverPayment = async (
  deps: PaymentsDeps,
  { id: intentId, amountPoisha, refundedPoisha }: ListedIntent,
): Promise<void> => {
  const [existing] = await deps.db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.intentId, intentId))
  if (existing && existing.state !== 'open') {
    // What was sent back after the backup is found by its id, which the restored refunds lack.
    if (refundedPoisha > 0) await settle(deps, intentId)
    return
  }
  if (refundedPoisha >= amountPoisha) return
  const intent = await getProvider(deps, 'cards').retrieve(intentId)
  // An intent without our metadata belongs to another system of the same account, and so does its money.
  if (intent.paymentId === undefined || intent.bikeId === undefined || intent.buyerId === undefined) return
  if ((await settle(deps, intentId)) !== null) return
  if (await recreatePayment(deps, intent)) {
    await settle(deps, intentId)
    deps.log(`Recovered payment ${intent.paymentId}, made after the backup.`)
    return
  }
  await refundUnknownPayment(deps, { ...intent, paymentId: intent.paymentId })
  deps.log(`Refunded payment ${intent.paymentId}, made after the backup: its booking is lost.`)
}

/** A refund that was due in the backup may have been sent since: each is looked up before it is sent. */
const expectSentRefunds = ({ db, now }: PaymentsDeps) =>
  db
    .update(refunds)
    .set({ requestedAt: now() })
    .where(and(eq(refunds.state, 'due'), isNull(refunds.requestedAt)))

/** Recovers payments and refunds once after each restore of a backup; does nothing otherwise. */
export const recoverPayments = async (deps: PaymentsDeps & StopSignal): Promise<void> => {
  const [pendingRestore] = await deps.db.select().from(restores).where(isNull(restores.recoveredAt)).limit(1)
  if (!pendingRestore) return
  await expectSentRefunds(deps)
  const paid: ListedIntent[] = []
  // Other providers do not list their payments.
  const { cards } = deps.paymentProviders
  for await (const intent of cards?.listIntents() ?? []) if (intent.status === 'succeeded') paid.push(intent)
  // The oldest first: the rest of a price is paid after the deposit.
  for (const intent of paid.toReversed()) {
    // The restore is not marked as recovered, so the next process begins again.
    if (deps.signal?.aborted) return
    await recoverPayment(deps, intent)
  }
  await deps.db.update(restores).set({ recoveredAt: deps.now() }).where(isNull(restores.recoveredAt))
}
