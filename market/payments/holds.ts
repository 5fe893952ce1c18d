// Holds: a buyer who starts to pay holds the bike. A bike has at most one hold; the same buyer gets the same hold again.
// Which deals may be paid is the rule of market/deals/transitions.
import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { LanguageCode } from '#contract/language.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database, type Transaction } from '#platform/database/database.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { type LockedBike, lockBike } from '#market/deals/actions.ts'
import { reloadPagesOfOthers } from '#market/deals/queries.ts'
import { assertFewDeclines } from './declines.ts'
import { assertMayBeginDeal, findLiveDeal } from '#market/deals/requests.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { assertMayPay, findBikeObstacle } from '#market/deals/may-pay.ts'
import { AlreadyCreatedError, getProvider, type Intent, type PaymentFailure } from './providers.ts'
import { maxHoldMs } from '#contract/deals/deadlines.ts'
import { getKeptMs, isStale } from './payment-checks.ts'
import { findIntent, release, settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments, type ProviderName } from '#market/schema/money/payments.ts'

/** Buyer, bike, amount, and the booking or wishlist item that the payment starts from. */
export type Purchase = {
  bikeId: string
  buyerId: string
  bookingId: string | null
  wishId: string | null
  /** What is paid now, in Taka. */
  amountTaka: number
  /** The price of the bike, in Taka. */
  priceTaka: number
  purpose: 'full' | 'deposit' | 'rest'
  provider: ProviderName
  language?: LanguageCode
}

// As many holds of one buyer and bike as anybody makes within a pause; more than these are not looked at.
const maxCountedHolds = 50

// Each round ends one stale hold. If more rounds are needed, other buyers are faster and one of them pays.
const maxAttempts = 3

const findHold = async ({ db }: PaymentsDeps, bikeId: string): Promise<Payment | undefined> => {
  const [hold] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bikeId, bikeId), eq(payments.state, 'open')))
  return hold
}

/**
 * The moment from which the 15 minutes of a new hold count. While others wait for the bike, the time for which this buyer
 * has kept it without paying counts; throws `hold_again_later` when none is left. Null: they begin now.
 */
const getHeldSince = async (
  tx: Transaction,
  { live }: LockedBike,
  { bikeId, buyerId }: Purchase,
  now: Date,
): Promise<Date | null> => {
  if (!live.some((deal) => deal.buyerId !== buyerId)) return null
  const isOwn = and(eq(payments.bikeId, bikeId), eq(payments.buyerId, buyerId))
  const holds = await tx
    .select({ createdAt: payments.createdAt, heldSince: payments.heldSince, endedAt: payments.endedAt })
    .from(payments)
    .where(and(isOwn, inArray(payments.state, ['open', 'canceled'])))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(maxCountedHolds)
  const keptMs = getKeptMs(holds, now)
  if (keptMs >= maxHoldMs) throw new ApiError('hold_again_later')
  return new Date(now.getTime() - keptMs)
}

type NewHold = { dealId: string | null; heldSince: Date | null }

/** Throws what keeps the buyer from paying for the locked bike; the id of the deal is null for a wish. */
const assertMayHold = async (
  tx: Transaction,
  { maxHoldsPerBuyer, ...deps }: PaymentsDeps,
  locked: LockedBike,
  purchase: Purchase,
): Promise<NewHold> => {
  const now = deps.now()
  const { bike, live } = locked
  const bikeObstacle = findBikeObstacle(bike)
  if (bikeObstacle !== null) throw new ApiError(bikeObstacle)
  const deal = findLiveDeal(live, purchase.buyerId)
  // An order that has ended is not paid, even where the same buyer has booked the bike again.
  if (purchase.bookingId !== null && deal?.bookingId !== purchase.bookingId) throw new ApiError('deal_closed')
  // Another hold is found by its unique index, which tells a lapsed one apart.
  assertMayPay({ deal, others: live.filter(({ id }) => id !== deal?.id), payingBuyerId: null, now }, purchase.purpose)
  // A deal that lives goes on; the payment of a wish begins one.
  if (!deal) await assertMayBeginDeal(tx, { buyerId: purchase.buyerId, sellerId: bike.sellerId })
  const salePrice = deal?.priceTaka ?? bike.salePriceTaka
  if (salePrice !== purchase.priceTaka) throw new ApiError('price_changed', { salePrice })
  const heldSince = await getHeldSince(tx, locked, purchase, now)
  await assertFewDeclines(tx, { buyerId: purchase.buyerId, now })
  const openElsewhere = and(
    eq(payments.buyerId, purchase.buyerId),
    eq(payments.state, 'open'),
    sql`${payments.bikeId} <> ${purchase.bikeId}`,
  )
  if ((await tx.$count(payments, openElsewhere)) >= maxHoldsPerBuyer) throw new ApiError('too_many_holds')
  return { dealId: deal?.id ?? null, heldSince }
}

/** Inserts the hold before the provider is called; returns null if the bike has another one. */
const insertHold = async (deps: PaymentsDeps, purchase: Purchase): Promise<Payment | null> => {
  const { db, now, createId } = deps
  const { language: _language, ...bought } = purchase
  const row = { ...bought, id: createId(), currency: 'bdt', state: 'open', createdAt: now() } as const
  try {
    return await db.transaction(async (tx) => {
      const locked = await lockBike(tx, purchase.bikeId)
      if (!locked) throw new ApiError('not_found')
      const hold = await assertMayHold(tx, deps, locked, purchase)
      const [inserted] = await tx
        .insert(payments)
        .values({ ...row, ...hold })
        .returning()
      await reloadPagesOfOthers(tx, purchase)
      return inserted ?? null
    })
  } catch (error) {
    if (violates(error, 'bike_promised_to_another')) throw new ApiError('promised_to_another')
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
  hold.buyerId === purchase.buyerId &&
  hold.amountTaka === purchase.amountTaka &&
  hold.purpose === purchase.purpose &&
  hold.provider === purchase.provider &&
  !isStale(hold, now)

type Hold = { hold: Payment; isNew: boolean }

/** Returns the buyer's own hold, or null after releasing a stale one. Throws if another buyer has a fresh hold or the bike is sold. */
const getOrTakeHold = async (deps: PaymentsDeps, purchase: Purchase): Promise<Hold | null> => {
  const inserted = await insertHold(deps, purchase)
  if (inserted) return { hold: inserted, isNew: true }
  const hold = await findHold(deps, purchase.bikeId)
  if (!hold) return null
  if (isReusable(hold, purchase, deps.now())) return { hold: await attachToHold(deps, hold, purchase), isNew: false }
  const isOwnHold = hold.buyerId === purchase.buyerId
  if (!isOwnHold && !isStale(hold, deps.now())) throw new ApiError('another_buyer_paying')
  const released = await release(deps, hold)
  // Its money is being taken at this moment.
  if (released.executingAt && released.state === 'open')
    throw new ApiError(isOwnHold ? 'payment_open' : 'another_buyer_paying')
  return null
}

// A second longer than wallets are waited for: an answer that has not come by then was lost.
const maxAnswerMs = 13_000
const answerPollMs = 250

/**
 * Waits until another request has the provider's answer about this hold; ends it when that answer was lost. A provider
 * without idempotency keys creates each payment once and does not tell its reference again.
 */
const awaitIntent = async (deps: PaymentsDeps, { id, createdAt }: Payment): Promise<Payment | null> => {
  for (let waitedMs = 0; ; waitedMs += answerPollMs) {
    const [hold] = await deps.db.select().from(payments).where(eq(payments.id, id))
    if (hold?.state !== 'open') return null
    if (hold.intentId !== null) return hold
    // The clocks of two processes may differ.
    const isOld = deps.now().getTime() - createdAt.getTime() >= maxAnswerMs
    if (isOld || waitedMs >= maxAnswerMs) {
      await release(deps, hold)
      return null
    }
    await pause(answerPollMs)
  }
}

/** The stored payment page of a hold belongs to its intent, which the provider does not tell again. */
const addRedirectUrl = (intent: Intent | null, { redirectUrl }: Payment): Intent | null =>
  intent && { ...intent, redirectUrl }

/**
 * Creates the intent of a hold. Where the provider creates each payment once, a hold without an answer ends: nobody can pay
 * it. Returns null when the provider has created it before.
 */
const findBuyerNumber = async ({ db }: PaymentsDeps, { bookingId }: Payment): Promise<string | null> => {
  if (bookingId === null) return null
  const [booking] = await db.select({ number: bookings.contactNumber }).from(bookings).where(eq(bookings.id, bookingId))
  return booking?.number ?? null
}

const createIntent = async (deps: PaymentsDeps, hold: Payment, language?: LanguageCode): Promise<Intent | null> => {
  const provider = getProvider(deps, hold.provider)
  try {
    const buyerNumber = provider.asksForNumber ? await findBuyerNumber(deps, hold) : null
    return await provider.create({ ...hold, buyerNumber, ...(language && { language }) })
  } catch (error) {
    if (provider.createsOnce) await release(deps, hold)
    if (error instanceof AlreadyCreatedError) return null
    throw error
  }
}

/**
 * Creates the intent of a hold, or retrieves the existing one; null after ending a hold whose intent the provider
 * does not know. Holds no lock during the call.
 */
const getOrCreateIntent = async (
  deps: PaymentsDeps,
  { hold: first, isNew }: Hold,
  language?: LanguageCode,
): Promise<Intent | null> => {
  const provider = getProvider(deps, first.provider)
  const hold = first.intentId === null && !isNew && provider.createsOnce ? await awaitIntent(deps, first) : first
  if (!hold) return null
  if (hold.intentId !== null) {
    const known = await findIntent(deps, hold.intentId, hold.provider)
    if (!known) await release(deps, hold)
    return addRedirectUrl(known, hold)
  }
  const intent = await createIntent(deps, hold, language)
  if (!intent) return null
  await deps.db
    .update(payments)
    .set({ intentId: intent.id, redirectUrl: intent.redirectUrl })
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
    const intent = await getOrCreateIntent(deps, hold, purchase.language)
    if (!intent) continue
    if (intent.status === 'open') return intent
    // Paid or canceled, and we missed the event: record it, then try again.
    await settle(deps, intent.id, purchase.provider)
  }
  throw new ApiError('another_buyer_paying')
}

/** Whether a buyer holds this bike now. */
export const isBeingPaid = async (db: Pick<Database, 'select'>, bikeId: string): Promise<boolean> => {
  const isOpen = and(eq(payments.bikeId, bikeId), eq(payments.state, 'open'))
  const holds = await db.select({ id: payments.id }).from(payments).where(isOpen).limit(1)
  return holds.length > 0
}

/** Ends the payment that somebody has begun for a bike that leaves the sale. Money that was paid meanwhile holds the bike. */
export const releaseHoldOfBike = async (deps: PaymentsDeps, bikeId: string): Promise<void> => {
  const hold = await findHold(deps, bikeId)
  if (hold) await release(deps, hold, 'bike_gone')
}

/**
 * Ends the payment that a buyer has begun for a deal, if there is one, whether it began from the booking or from the
 * wishlist. Money that was paid meanwhile is held by the deal.
 */
export const releaseHoldOfDeal = async (
  deps: PaymentsDeps,
  { dealId, buyerId, failure }: { dealId: string; buyerId: string; failure?: PaymentFailure },
): Promise<void> => {
  const ofDeal = sql`${payments.bikeId} = (select ${deals.bikeId} from ${deals} where ${deals.id} = ${dealId})`
  const isOwn = and(ofDeal, eq(payments.buyerId, buyerId), eq(payments.state, 'open'))
  const [hold] = await deps.db.select().from(payments).where(isOwn)
  if (hold) await release(deps, hold, failure)
}
