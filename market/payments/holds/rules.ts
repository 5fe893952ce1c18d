// Holds: a buyer who starts to pay holds the bike. A bike has at most one hold; the same buyer gets the same hold again.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database } from '#platform/database/database.ts'
import type { Intent } from '#market/payments/provider.ts'
import { isStale } from '#market/payments/rules.ts'
import { release, settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { type Payment, payments } from '#market/payments/table.ts'

/** Buyer, bike, amount, and the booking or wishlist item that the payment starts from. */
export type Purchase = {
  bikeId: string
  buyerId: string
  bookingId: string | null
  wishId: string | null
  amountTaka: number
}

// Each round ends one stale hold. If more rounds are needed, other buyers are faster and one of them pays.
const maxAttempts = 3

const findHold = async ({ db }: PaymentsDeps, bikeId: string): Promise<Payment | undefined> => {
  const [hold] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bikeId, bikeId), inArray(payments.state, ['open', 'succeeded'])))
  return hold
}

/** Inserts the hold before the provider is called; returns null if the bike has another one. */
const insertHold = async ({ db, now, createId }: PaymentsDeps, purchase: Purchase): Promise<Payment | null> => {
  const row = { ...purchase, id: createId(), currency: 'bdt', state: 'open', createdAt: now() } as const
  try {
    const [inserted] = await db.insert(payments).values(row).returning()
    return inserted ?? null
  } catch (error) {
    if (violates(error, 'one_hold_per_bike')) return null
    throw violates(error, 'member_is_active') ? new ApiError('not_signed_in') : error
  }
}

/** Links the hold to the booking or wishlist item, if it was created from the other one. */
const attachToHold = async ({ db }: PaymentsDeps, hold: Payment, purchase: Purchase): Promise<Payment> => {
  const [updated] = await db
    .update(payments)
    .set({
      bookingId: sql`coalesce(${payments.bookingId}, ${purchase.bookingId})`,
      wishId: sql`coalesce(${payments.wishId}, ${purchase.wishId})`,
    })
    .where(eq(payments.id, hold.id))
    .returning()
  return updated ?? hold
}

const isReusable = (hold: Payment, purchase: Purchase, now: Date): boolean =>
  hold.buyerId === purchase.buyerId && hold.amountTaka === purchase.amountTaka && !isStale(hold, now)

/** Returns the buyer's own hold, or null after releasing a stale one. Throws if another buyer has a fresh hold or the bike is sold. */
const getOrTakeHold = async (deps: PaymentsDeps, purchase: Purchase): Promise<Payment | null> => {
  const inserted = await insertHold(deps, purchase)
  if (inserted) return inserted
  const hold = await findHold(deps, purchase.bikeId)
  if (!hold) return null
  if (hold.state === 'succeeded') throw new ApiError(hold.buyerId === purchase.buyerId ? 'already_paid' : 'bike_sold')
  if (isReusable(hold, purchase, deps.now())) return attachToHold(deps, hold, purchase)
  const isOwnHold = hold.buyerId === purchase.buyerId
  if (!isOwnHold && !isStale(hold, deps.now())) throw new ApiError('another_buyer_paying')
  await release(deps, hold)
  return null
}

/** Creates the Stripe intent of a hold, or retrieves the existing one. Holds no lock during the call. */
const getOrCreateIntent = async (deps: PaymentsDeps, hold: Payment): Promise<Intent> => {
  if (hold.intentId !== null) return deps.paymentProvider.getIntent(hold.intentId)
  const intent = await deps.paymentProvider.createIntent(hold)
  await deps.db
    .update(payments)
    .set({ intentId: intent.id })
    .where(and(eq(payments.id, hold.id), isNull(payments.intentId)))
  return intent
}

/**
 * Holds the bike for this buyer and returns the intent to pay with.
 * Throws `another_buyer_paying`, `bike_sold` or `already_paid`; `cards_unavailable` if the provider does not answer.
 */
export const holdBike = async (deps: PaymentsDeps, purchase: Purchase): Promise<Intent> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const hold = await getOrTakeHold(deps, purchase)
    if (!hold) continue
    const intent = await getOrCreateIntent(deps, hold)
    if (intent.status === 'open') return intent
    // Paid or canceled, and we missed the event: record it, then try again.
    await settle(deps, intent.id)
  }
  throw new ApiError('another_buyer_paying')
}

/** Whether a buyer holds this bike now. */
export const isBeingPaid = async (db: Pick<Database, 'select'>, bikeId: string): Promise<boolean> => {
  const isOpen = and(eq(payments.bikeId, bikeId), eq(payments.state, 'open'))
  const holds = await db.select({ id: payments.id }).from(payments).where(isOpen).limit(1)
  return holds.length > 0
}
