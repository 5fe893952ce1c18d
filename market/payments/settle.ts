// The only code that turns a payment into a reserved bike. The page, the webhook and the job all call it; it is
// idempotent and may run concurrently, late or out of order.
import { and, eq, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { applyEffects, type LockedBike, lockBike, toContext } from '#market/deals/acts/rules.ts'
import { beginDealOfWish, findLiveDeal } from '#market/deals/requests/rules.ts'
import { getState } from '#market/deals/rules.ts'
import type { Deal } from '#market/deals/table.ts'
import { hold } from '#market/deals/transitions/rules.ts'
import { accounts, poishaPerTaka, postEntry } from '#market/ledger/rules.ts'
import { members } from '#market/members/table.ts'
import { recordRefundState } from './refunds-and-disputes/rules.ts'
import { sendPaymentRefunds } from './refunds/jobs.ts'
import { orderFullRefund } from './refunds/rules.ts'
import type { PaymentProvider, Intent } from './provider.ts'
import { getRefundReason, isStale } from './rules.ts'
import { type Payment, payments } from './table.ts'

export type PaymentsDeps = {
  db: Database
  paymentProvider: PaymentProvider
  now: () => Date
  createId: () => string
  /** Bikes that one buyer keeps from others while paying. */
  maxHoldsPerBuyer: number
  log: (message: string) => void
}

/** Finds the payment of an intent: by the intent id, or by the payment id if the intent id was not stored yet. */
const findPayment = async (db: Database, intent: Intent): Promise<Payment | undefined> => {
  const byIntent = eq(payments.intentId, intent.id)
  const condition = intent.paymentId === undefined ? byIntent : or(byIntent, eq(payments.id, intent.paymentId))
  const [found] = await db.select().from(payments).where(condition).limit(1)
  return found
}

/** The deal that a payment is for: of its booking, or the buyer's live one, which a paid wish begins. */
const findDealOfPayment = async (
  tx: Transaction,
  deps: PaymentsDeps,
  locked: LockedBike,
  payment: Payment,
): Promise<Deal | null> => {
  const live = findLiveDeal(locked.live, payment.buyerId)
  if (live) return live
  if (payment.dealId !== null || payment.bookingId !== null) return null
  const { bikeId, buyerId, wishId, priceTaka } = payment
  const deal = await beginDealOfWish(tx, deps, {
    bikeId,
    buyerId,
    wishId,
    sellerId: locked.bike.sellerId,
    priceTaka: priceTaka ?? payment.amountTaka,
  })
  locked.live.push(deal)
  return deal
}

/** Why the deals of the bike do not let this payment through, or null. */
const getDealRefundReason = (locked: LockedBike, payment: Payment): 'promised_to_another' | 'deal_closed' | null => {
  const own = findLiveDeal(locked.live, payment.buyerId)
  if (locked.live.some((deal) => deal.acceptedAt !== null && deal.id !== own?.id)) return 'promised_to_another'
  if (!own) return payment.dealId === null && payment.bookingId === null ? null : 'deal_closed'
  const state = getState(own)
  const isPayable = payment.purpose === 'rest' ? state === 'held' : state === 'requested' || state === 'accepted'
  return isPayable && !own.frozenAt ? null : 'deal_closed'
}

/** The deal holds the bike, and the money is entered as held for it. */
const recordSale = async (
  tx: Transaction,
  deps: PaymentsDeps,
  { locked, payment, intent }: { locked: LockedBike; payment: Payment; intent: Intent },
): Promise<Payment | undefined> => {
  const deal = await findDealOfPayment(tx, deps, locked, payment)
  if (!deal) throw new Error(`The deal of the payment ${payment.id} is gone.`)
  const at = deps.now()
  const [updated] = await tx
    .update(payments)
    .set({ state: 'succeeded', settledAt: at, intentId: intent.id, dealId: deal.id })
    .where(eq(payments.id, payment.id))
    .returning()
  locked.payingBuyerId = null
  await postEntry(tx, deps, {
    cause: 'settled',
    causeRef: payment.id,
    dealId: deal.id,
    paymentId: payment.id,
    providerRef: intent.id,
    lines: [
      [accounts.cards, payment.amountTaka * poishaPerTaka],
      [accounts.held(deal.id), -payment.amountTaka * poishaPerTaka],
    ],
  })
  await applyEffects(tx, deps, locked, deal, hold(await toContext(tx, locked, deal, at), payment))
  return updated
}

/** Marks a payment that cannot buy the bike as due for refund: the money is owed to the buyer. */
const recordRefundDue = async (
  tx: Transaction,
  deps: PaymentsDeps,
  { payment, intent, refundReason }: { payment: Payment; intent: Intent; refundReason: Payment['refundReason'] },
): Promise<Payment | undefined> => {
  const poisha = intent.amountTaka * poishaPerTaka
  await postEntry(tx, deps, {
    cause: 'settled',
    causeRef: payment.id,
    paymentId: payment.id,
    providerRef: intent.id,
    lines: [
      [accounts.cards, poisha],
      [accounts.buyer(payment.buyerId), -poisha],
    ],
  })
  await orderFullRefund(tx, deps, { ...payment, amountTaka: intent.amountTaka })
  const [updated] = await tx
    .update(payments)
    .set({ refundReason, intentId: intent.id, state: 'refund_due' })
    .where(eq(payments.id, payment.id))
    .returning()
  return updated
}

/** Records a paid intent: holds the bike for its deal, or marks the payment for refund. Returns the updated payment. */
const recordSuccess = (deps: PaymentsDeps, intent: Intent, { id, bikeId }: Payment): Promise<Payment> =>
  deps.db.transaction(async (tx) => {
    // The bike first, then its deals, then payments, as everywhere, so concurrent calls wait instead of deadlocking.
    const locked = await lockBike(tx, bikeId)
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!locked || !payment) throw new Error(`The payment ${id} or its bike is gone from the database.`)
    if (payment.settledAt || payment.refundReason) return payment
    // Only an active member can buy; the lock prevents a removal at the same time.
    const [buyer] = await tx.select().from(members).where(eq(members.id, payment.buyerId)).for('share')
    if (!buyer) throw new Error(`The buyer of the payment ${id} is gone from the database.`)
    const refundReason =
      getRefundReason(payment, intent, { bike: locked.bike, buyer }) ?? getDealRefundReason(locked, payment)
    const updated = refundReason
      ? await recordRefundDue(tx, deps, { payment, intent, refundReason })
      : await recordSale(tx, deps, { locked, payment, intent })
    return updated ?? payment
  })

/** Sends the refund of a payment that could not buy the bike; the job sends it later when the provider does not answer. */
export const refundPayment = async (deps: PaymentsDeps, payment: Payment): Promise<Payment> => {
  if (payment.state !== 'refund_due') return payment
  await sendPaymentRefunds(deps, payment.id)
  const [updated] = await deps.db.select().from(payments).where(eq(payments.id, payment.id))
  return updated ?? payment
}

const cancelPayment = async (deps: PaymentsDeps, payment: Payment, intent: Pick<Intent, 'id'>): Promise<Payment> => {
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
  const current = await recordRefundState(deps, recorded, intent)
  return refundPayment(deps, current).catch((error: unknown) => {
    deps.log(`Could not refund payment ${recorded.id}; will retry: ${String(error)}`)
    return current
  })
}

const ignoreUnknown = (error: unknown): null => {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}

/** The intent as the provider has it; null for one that it does not know. */
export const findIntent = ({ paymentProvider }: PaymentsDeps, intentId: string): Promise<Intent | null> =>
  paymentProvider.getIntent(intentId).catch(ignoreUnknown)

/** Ends an open payment whose intent the provider does not know: of other keys, or of another account. Nobody can pay it. */
const cancelUnknown = async (deps: PaymentsDeps, payment: Payment, intentId: string): Promise<Payment> => {
  deps.log(`The card provider does not know the intent ${intentId}: payment ${payment.id} is canceled.`)
  return cancelPayment(deps, payment, { id: intentId })
}

const settleUnknown = async (deps: PaymentsDeps, intentId: string): Promise<Payment | null> => {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.intentId, intentId)).limit(1)
  if (!payment) return null
  // A fresh one waits: keys that are wrong for a moment are put right, and its buyer gets another intent at once.
  return payment.state === 'open' && isStale(payment, deps.now()) ? cancelUnknown(deps, payment, intentId) : payment
}

/**
 * Fetches the intent from the provider and updates its payment; one that the provider does not know ends after 15 minutes.
 * Returns the updated payment, or null if the intent is not ours. Throws `cards_unavailable` if the provider fails.
 */
export const settle = async (deps: PaymentsDeps, intentId: string): Promise<Payment | null> => {
  const intent = await findIntent(deps, intentId)
  if (!intent) return settleUnknown(deps, intentId)
  const payment = await findPayment(deps.db, intent)
  if (payment) return settleWithIntent(deps, payment, intent)
  if (intent.status === 'succeeded') deps.log(`Intent ${intentId} succeeded but belongs to no payment of this shop.`)
  return null
}

/**
 * Cancels a hold at the provider first, and releases it only after the provider confirms. If the buyer paid first, the
 * bike is reserved instead. A hold whose intent the provider does not know is released too.
 */
export const release = async (deps: PaymentsDeps, hold: Payment): Promise<Payment> => {
  const intentId = hold.intentId ?? (await deps.paymentProvider.createIntent(hold)).id
  const intent = await deps.paymentProvider.cancelIntent(intentId).catch(ignoreUnknown)
  return intent ? settleWithIntent(deps, hold, intent) : cancelUnknown(deps, hold, intentId)
}
