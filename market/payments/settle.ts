// The only code that turns a payment into a reserved bike. The page, the webhook and the job all call it; it is
// idempotent and may run concurrently, late or out of order.
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { applyEffects, type LockedBike, lockBike, toContext } from '#market/deals/actions.ts'
import { beginDealOfWish, findLiveDeal } from '#market/deals/requests.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { hold } from '#market/deals/transitions.ts'
import { accounts, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import { members } from '#market/schema/people/members.ts'
import { reloadPagesOfOthers } from '#market/deals/queries.ts'
import { recordRefundState } from './refunds-and-disputes.ts'
import { sendPaymentRefunds } from './refunds/jobs.ts'
import { orderFullRefund } from '#market/ledger/refunds.ts'
import {
  claimExecution,
  endExecution,
  endUnexecuted,
  endUnknownExecution,
  isUnsurelyRefused,
  recordUnsureAnswer,
} from './execution.ts'
import { getRefundReason, isMoreThanOwed } from './owed.ts'
import { getProvider, type Intent, type PaymentFailure, type PaymentProviders } from './providers.ts'
import { isStale } from './payment-checks.ts'
import { type Payment, payments, type ProviderName } from '#market/schema/money/payments.ts'

export type HoldLimits = {
  /** Bikes that one buyer keeps from others while paying. */
  maxHoldsPerBuyer: number
}

export type PaymentsDeps = HoldLimits & {
  db: Database
  /** The providers whose keys are set. */
  paymentProviders: PaymentProviders
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

/** What the provider keeps of a payment is the shop's expense, also when the money goes back. */
const postCharge = async (tx: Transaction, deps: PaymentsDeps, { id, provider }: Payment, intent: Intent) => {
  const { chargePoisha = 0 } = intent
  await postEntry(tx, deps, {
    cause: 'payment_charge',
    causeRef: id,
    paymentId: id,
    providerRef: intent.id,
    lines: [
      [accounts.charges, chargePoisha],
      [accounts.provider(provider), -chargePoisha],
    ],
  })
}

/** The deal holds the bike, and the money is entered as held for it; what is above the agreed price goes back. */
const holdMoneyForDeal = async (
  tx: Transaction,
  deps: PaymentsDeps,
  { locked, payment, intent }: { locked: LockedBike; payment: Payment; intent: Intent },
): Promise<Payment | undefined> => {
  const deal = await findDealOfPayment(tx, deps, locked, payment)
  if (!deal) throw new Error(`The deal of the payment ${payment.id} is gone.`)
  const at = deps.now()
  const [updated] = await tx
    .update(payments)
    .set({
      state: 'succeeded',
      settledAt: at,
      intentId: intent.id,
      transactionId: intent.transactionId,
      dealId: deal.id,
      failure: null,
    })
    .where(eq(payments.id, payment.id))
    .returning()
  locked.payingBuyerId = null
  // Read before the entry: what was paid until now.
  const ctx = await toContext(tx, locked, deal, at)
  await postEntry(tx, deps, {
    cause: 'settled',
    causeRef: payment.id,
    dealId: deal.id,
    paymentId: payment.id,
    providerRef: intent.id,
    lines: [
      [accounts.provider(payment.provider), payment.amountTaka * poishaPerTaka],
      [accounts.held(deal.id), -payment.amountTaka * poishaPerTaka],
    ],
  })
  await postCharge(tx, deps, payment, intent)
  await applyEffects(tx, deps, locked, deal, hold(ctx, payment))
  return updated
}

/** Marks a payment that cannot buy the bike as due for refund: the money is owed to the buyer. */
const recordRefundDue = async (
  tx: Transaction,
  deps: PaymentsDeps,
  { payment, intent, refundReason }: { payment: Payment; intent: Intent; refundReason: Payment['refundReason'] },
): Promise<Payment | undefined> => {
  const poisha = Math.round(intent.amountTaka * poishaPerTaka)
  await postEntry(tx, deps, {
    cause: 'settled',
    causeRef: payment.id,
    paymentId: payment.id,
    providerRef: intent.id,
    lines: [
      [accounts.provider(payment.provider), poisha],
      [accounts.buyer(payment.buyerId), -poisha],
    ],
  })
  await postCharge(tx, deps, payment, intent)
  await orderFullRefund(tx, deps, { ...payment, amountTaka: intent.amountTaka })
  const [updated] = await tx
    .update(payments)
    .set({ refundReason, intentId: intent.id, transactionId: intent.transactionId, state: 'refund_due' })
    .where(eq(payments.id, payment.id))
    .returning()
  return updated
}

/** Whether the provider gave the number of the transaction for another payment before. */
const isTransactionOfAnother = async (
  tx: Transaction,
  { id }: Payment,
  { transactionId }: Intent,
): Promise<boolean> => {
  if (transactionId === null) return false
  const isOther = and(eq(payments.transactionId, transactionId), ne(payments.id, id))
  return (await tx.$count(payments, isOther)) > 0
}

/** The bike stays held, and the money buys nothing, until the admin has looked at a payer or a number that is doubted. */
const waitForReview = async (
  tx: Transaction,
  { now }: PaymentsDeps,
  { payment, intent, isDoubled }: { payment: Payment; intent: Intent; isDoubled: boolean },
): Promise<Payment> => {
  // The admin has said that the money came once.
  if (payment.doubledAt && payment.reviewAt === null) return payment
  const [updated] = await tx
    .update(payments)
    .set({
      reviewAt: payment.reviewAt ?? now(),
      intentId: intent.id,
      transactionId: intent.transactionId,
      ...(isDoubled && { doubledAt: payment.doubledAt ?? now() }),
    })
    .where(eq(payments.id, payment.id))
    .returning()
  return updated ?? payment
}

/** Records a paid intent: holds the bike for its deal, or marks the payment for refund. Returns the updated payment. */
const recordSuccess = (deps: PaymentsDeps, told: Intent, { id, bikeId }: Payment): Promise<Payment> =>
  deps.db.transaction(async (tx) => {
    // The bike first, then its deals, then payments, as everywhere, so concurrent calls wait instead of deadlocking.
    const locked = await lockBike(tx, bikeId)
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!locked || !payment) throw new Error(`The payment ${id} or its bike is gone from the database.`)
    if (payment.settledAt || payment.refundReason) return payment
    const isDoubled = await isTransactionOfAnother(tx, payment, told)
    const intent = isDoubled ? { ...told, transactionId: null } : told
    // Only an active member can buy; the lock prevents a removal at the same time.
    const [buyer] = await tx.select().from(members).where(eq(members.id, payment.buyerId)).for('share')
    if (!buyer) throw new Error(`The buyer of the payment ${id} is gone from the database.`)
    const refundReason = await getRefundReason(tx, { locked, payment, intent, buyer })
    // Of a doubled number nothing is sent back by itself: it may be the money of the other payment.
    const isDoubtful = isDoubled || (refundReason === null && intent.isRisky)
    if (isDoubtful && !payment.reviewAcceptedAt) return waitForReview(tx, deps, { payment, intent, isDoubled })
    const updated = refundReason
      ? await recordRefundDue(tx, deps, { payment, intent, refundReason })
      : await holdMoneyForDeal(tx, deps, { locked, payment, intent })
    return updated ?? payment
  })

/** Sends the refund of a payment that could not buy the bike; the job sends it later when the provider does not answer. */
export const refundPayment = async (deps: PaymentsDeps, payment: Payment): Promise<Payment> => {
  if (payment.state !== 'refund_due') return payment
  await sendPaymentRefunds(deps, payment.id)
  const [updated] = await deps.db.select().from(payments).where(eq(payments.id, payment.id))
  return updated ?? payment
}

const cancelPayment = async (
  deps: PaymentsDeps,
  payment: Payment,
  intent: Pick<Intent, 'id'> & Partial<Pick<Intent, 'failure'>>,
): Promise<Payment> => {
  const [updated] = await deps.db
    .update(payments)
    .set({ state: 'canceled', endedAt: deps.now(), intentId: intent.id, failure: intent.failure ?? null })
    // One whose money is being taken is ended by what the provider says of that.
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open'), isNull(payments.executingAt)))
    .returning()
  if (updated) await reloadPagesOfOthers(deps.db, updated)
  return updated ?? payment
}

const ignoreUnknown = (error: unknown): null => {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}

/** Takes the money of a payment that its buyer has authorized, unless it could not buy the bike. */
const executePayment = async (deps: PaymentsDeps, payment: Payment, intent: Intent): Promise<Payment> => {
  const claim = await claimExecution(deps, payment, async (tx, current) => {
    const reason = await getRefundReason(tx, { ...current, intent })
    if (reason !== null) return reason === 'not_owed' ? 'price_changed' : 'bike_gone'
    return (await isMoreThanOwed(tx, current.locked, current.payment)) ? 'price_changed' : null
  })
  if (claim.is !== 'claimed') return claim.payment
  // One that the provider does not know any more waits as any claim without an answer.
  const executed = await getProvider(deps, payment.provider).execute(intent.id).catch(ignoreUnknown)
  if (executed === null) return claim.payment
  if (executed.isUnsure) return recordUnsureAnswer(deps, claim.payment, executed.failure ?? 'refused')
  if (executed.status === 'open' || executed.status === 'canceled')
    return endExecution(deps, claim.payment, { ...executed, isOwnClaim: true })
  return settleWithIntent(deps, claim.payment, executed)
}

/** Settles a payment according to the state of its intent. */
const settleWithIntent = async (deps: PaymentsDeps, payment: Payment, intent: Intent): Promise<Payment> => {
  if (intent.status !== 'succeeded' && isUnsurelyRefused(payment))
    return endExecution(deps, payment, { status: 'canceled', failure: payment.failure, isOwnClaim: false })
  if (intent.status === 'authorized') return payment.state === 'open' ? executePayment(deps, payment, intent) : payment
  const isUnpaid = intent.status === 'open' || intent.status === 'canceled'
  if (isUnpaid && getProvider(deps, payment.provider).capturesAt === 'execute')
    return endExecution(deps, payment, { ...intent, isOwnClaim: false })
  if (intent.status === 'open') return payment
  if (intent.status === 'canceled') return cancelPayment(deps, payment, intent)
  const recorded = await recordSuccess(deps, intent, payment)
  if (recorded.refundReason === 'mismatch' && payment.refundReason === null)
    deps.log(
      `The money of payment ${recorded.id} is not what was asked for: ${intent.id} is sent back, nothing is sold.`,
    )
  const current = await recordRefundState(deps, recorded, intent)
  return refundPayment(deps, current).catch((error: unknown) => {
    logRetry(deps.log, `Could not refund payment ${recorded.id}; will retry`, error)
    return current
  })
}

/** The intent as the provider has it; null for one that it does not know. */
export const findIntent = (
  deps: PaymentsDeps,
  intentId: string,
  name: ProviderName = 'cards',
): Promise<Intent | null> => getProvider(deps, name).retrieve(intentId).catch(ignoreUnknown)

/** Ends an open payment whose intent the provider does not know: of other keys, or of another account. Nobody can pay it. */
const cancelUnknown = async (deps: PaymentsDeps, payment: Payment, intentId: string): Promise<Payment> => {
  deps.log(
    `The provider (${payment.provider}) does not know the intent ${intentId}: payment ${payment.id} is canceled.`,
  )
  return cancelPayment(deps, payment, { id: intentId })
}

const settleUnknown = async (deps: PaymentsDeps, intentId: string): Promise<Payment | null> => {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.intentId, intentId)).limit(1)
  if (!payment) return null
  // A fresh one waits: keys that are wrong for a moment are put right, and its buyer gets another intent at once.
  if (payment.state !== 'open' || !isStale(payment, deps.now())) return payment
  return payment.executingAt ? endUnknownExecution(deps, payment) : cancelUnknown(deps, payment, intentId)
}

/**
 * Fetches the intent from the provider and updates its payment; one that the provider does not know ends after 15 minutes.
 * Returns the updated payment, or null if the intent is not ours. Throws `cards_unavailable` if the card provider fails, and
 * `wallet_unavailable` for the others.
 * @param isSaidAuthorized what the provider told the buyer's browser, for a provider that says it nowhere else
 */
export const settle = async (
  deps: PaymentsDeps,
  intentId: string,
  name: ProviderName = 'cards',
  isSaidAuthorized = false,
): Promise<Payment | null> => {
  const found = await findIntent(deps, intentId, name)
  const intent = found?.mayBeAuthorized && isSaidAuthorized ? { ...found, status: 'authorized' as const } : found
  if (!intent) return settleUnknown(deps, intentId)
  const payment = await findPayment(deps.db, intent)
  if (payment) return settleWithIntent(deps, payment, intent)
  if (intent.status === 'succeeded') deps.log(`Intent ${intentId} succeeded but belongs to no payment of this shop.`)
  return null
}

/**
 * Cancels a hold at the provider first, and releases it only after the provider confirms; one that only this shop could
 * execute ends here, unless its money is being taken. If the buyer paid first, the
 * bike is reserved instead. A hold whose intent the provider does not know is released too.
 * @param failure why: a buyer who gave up may have paid before, so then a bank that has not decided is waited for
 */
export const release = async (
  deps: PaymentsDeps,
  hold: Payment,
  failure: PaymentFailure = 'hold_ended',
): Promise<Payment> => {
  const provider = getProvider(deps, hold.provider)
  // Nobody but this shop could take its money, or nobody was told where to pay it.
  if (provider.capturesAt === 'execute' || (provider.createsOnce && hold.intentId === null))
    return endUnexecuted(deps, hold, failure)
  const intentId = hold.intentId ?? (await provider.create(hold)).id
  const isGivenUp = failure !== 'hold_ended' && failure !== 'price_changed'
  const intent = await provider.cancel(intentId, isGivenUp).catch(ignoreUnknown)
  if (intent?.status === 'canceled')
    return cancelPayment(deps, hold, { id: intentId, failure: intent.failure ?? (provider.canCancel ? null : failure) })
  return intent ? settleWithIntent(deps, hold, intent) : cancelUnknown(deps, hold, intentId)
}
