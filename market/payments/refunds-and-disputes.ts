// Records refunds of the provider's dashboard and disputes of the buyer's bank. Both take money that may be held for a deal,
// owed to the buyer, or already the seller's. protected-money, "card dispute"; docs/decisions/0021 and 0046 have the rules.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { applyEffects, type LockedBike, lockDeal, recordSteps, toContext } from '#market/deals/actions.ts'
import { chargeBack, freeze, unfreeze } from '#market/deals/endings.ts'
import { type Deal, dealCodes } from '#market/schema/deals/deals.ts'
import type { Effects } from '#market/deals/transitions.ts'
import {
  accounts,
  getBalance,
  getHeldTaka,
  hasEntry,
  type LedgerLine,
  poishaPerTaka,
  postEntry,
} from '#market/ledger/entries.ts'
import type { Intent } from './providers.ts'
import { syncRefundedState } from '#market/ledger/refunds.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import { getReversalReason, mergeRefundState } from './payment-checks.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'
import { setPayoutFrozen } from '#market/ledger/payouts.ts'

type RefundDeps = { db: Database; now: () => Date; createId: () => string; log: (message: string) => void }

/** A payment that is locked with its deal. */
type Locked = { payment: Payment; deal: Deal | null; bike: LockedBike | null; intent: Intent }

const lockPayment = async (tx: Transaction, { id, dealId }: Payment, intent: Intent): Promise<Locked> => {
  const found = dealId === null ? null : await lockDeal(tx, dealId)
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!payment) throw new Error(`The payment ${id} is gone from the database.`)
  return { payment, deal: found?.deal ?? null, bike: found?.locked ?? null, intent }
}

/** Carries out an act on the deal of the payment, and remembers the deal after it. */
const act = async (
  tx: Transaction,
  deps: RefundDeps,
  locked: Locked,
  run: (ctx: Awaited<ReturnType<typeof toContext>>) => Effects,
): Promise<void> => {
  if (!locked.deal || !locked.bike) return
  const ctx = await toContext(tx, locked.bike, locked.deal, deps.now())
  locked.deal = await applyEffects(tx, deps, locked.bike, locked.deal, run(ctx))
}

/** After the handover the seller is paid although the money is gone: the code was used and the bank knew the buyer. */
const isSellerProtected = async (tx: Transaction, { deal, intent }: Locked): Promise<boolean> => {
  if (!deal?.handedOverAt) return false
  const [code] = await tx.select({ usedAt: dealCodes.usedAt }).from(dealCodes).where(eq(dealCodes.dealId, deal.id))
  return code !== undefined && code.usedAt !== null && intent.isAuthenticated
}

/** Refunds of the payment that the shop owes and that are not with the provider. */
const listOwedRefunds = (tx: Transaction, { id }: Payment) =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.state, ['due', 'failed']), isNull(refunds.sentBy)))
    .orderBy(refunds.createdAt, refunds.id)
    .for('update')

/**
 * Finds what the money was that left outside this shop: first what the buyer was to get back anyway, then what is held for
 * a deal, then the shop's loss. Owed refunds are settled by it. Returns the lines that take it from there.
 */
const takeMoney = async (tx: Transaction, deps: RefundDeps, locked: Locked, poisha: number): Promise<LedgerLine[]> => {
  const { payment, deal } = locked
  let left = poisha
  for (const refund of await listOwedRefunds(tx, payment)) {
    const part = Math.min(left, refund.amountPoisha)
    if (part <= 0) break
    left -= part
    const isWhole = part === refund.amountPoisha
    const settled = { state: 'succeeded' as const, settledAt: deps.now(), lastError: 'It went back outside the shop.' }
    await tx
      .update(refunds)
      .set(isWhole ? settled : { amountPoisha: refund.amountPoisha - part })
      .where(eq(refunds.id, refund.id))
  }
  const toBuyer: LedgerLine = [accounts.buyer(payment.buyerId), poisha - left]
  const isHeld = deal !== null && deal.closedAt === null && !(await isSellerProtected(tx, locked))
  const held = isHeld ? Math.min(left, -(await getBalance(tx, accounts.held(deal.id)))) : 0
  const fromHeld: LedgerLine[] = isHeld ? [[accounts.held(deal.id), held]] : []
  return [toBuyer, ...fromHeld, [accounts.loss, left - held]]
}

/** Ends a deal whose money is gone before the handover; after it the deal goes on without. */
const endWithoutMoney = async (tx: Transaction, deps: RefundDeps, locked: Locked, paidTaka: number): Promise<void> => {
  const { deal } = locked
  if (!deal?.heldAt || deal.closedAt || deal.handedOverAt) return
  const isEmpty = (await getBalance(tx, accounts.held(deal.id))) === 0
  if (isEmpty) await act(tx, deps, locked, (ctx) => chargeBack({ ...ctx, paidTaka }))
}

/** What earlier calls recorded as refunded in the dashboard, in poisha. */
const getRecordedElsewhere = async (tx: Transaction, { id, provider }: Payment): Promise<number> => {
  const { rows } = await tx.execute<{ poisha: string }>(sql`
    select coalesce((select -sum(poisha) from ledger_lines join ledger_entries on ledger_entries.id = entry_id
        where payment_id = ${id} and cause = 'refunded_at_provider' and account = ${accounts.provider(provider)}), 0)
      + coalesce((select -sum(poisha) from ledger_lines join ledger_entries on ledger_entries.id = entry_id
        where payment_id = ${id} and cause = 'refund_confirmed' and account = ${accounts.provider(provider)} and provider_ref is null), 0)
      as poisha`)
  return Number(rows[0]?.poisha ?? 0)
}

const recordRefundedElsewhere = async (tx: Transaction, deps: RefundDeps, locked: Locked): Promise<void> => {
  const { payment, deal, intent } = locked
  const poisha = intent.refundedElsewherePoisha - (await getRecordedElsewhere(tx, payment))
  if (poisha === 0) return
  const paidTaka = deal ? await getHeldTaka(tx, deal.id) : 0
  // A refund of the dashboard that failed later brings its money back.
  const taken: LedgerLine[] = poisha > 0 ? await takeMoney(tx, deps, locked, poisha) : [[accounts.loss, poisha]]
  await postEntry(tx, deps, {
    cause: 'refunded_at_provider',
    causeRef: `${payment.id}:${deps.createId()}`,
    dealId: payment.dealId,
    paymentId: payment.id,
    lines: [...taken, [accounts.provider(payment.provider), -poisha]],
  })
  await endWithoutMoney(tx, deps, locked, paidTaka)
}

const postChargeback = (
  tx: Transaction,
  deps: RefundDeps,
  { payment }: Locked,
  cause: 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost',
  lines: LedgerLine[],
): Promise<boolean> =>
  postEntry(tx, deps, { cause, causeRef: payment.id, dealId: payment.dealId, paymentId: payment.id, lines })

/** Stops or lets go on what waits for the bank: the deal, or the payout of a deal that has ended. */
const setFrozen = async (tx: Transaction, deps: RefundDeps, locked: Locked, isFrozen: boolean): Promise<void> => {
  const { deal } = locked
  if (!deal) return
  if (!deal.closedAt) return act(tx, deps, locked, isFrozen ? freeze : unfreeze)
  const hasChanged = await setPayoutFrozen(tx, deal.id, isFrozen ? deps.now() : null)
  if (hasChanged) await recordSteps(tx, deps, deal, [{ kind: isFrozen ? 'frozen' : 'thawed', actor: 'provider' }])
}

/** The bank decides for the buyer: the money is gone. */
const recordLoss = async (tx: Transaction, deps: RefundDeps, locked: Locked, poisha: number): Promise<void> => {
  const { payment, deal } = locked
  const paidTaka = deal ? await getHeldTaka(tx, deal.id) : 0
  const lines = await takeMoney(tx, deps, locked, poisha)
  await postChargeback(tx, deps, locked, 'chargeback_lost', [...lines, [accounts.chargeback(payment.id), -poisha]])
  await endWithoutMoney(tx, deps, locked, paidTaka)
}

const recordDispute = async (tx: Transaction, deps: RefundDeps, locked: Locked): Promise<void> => {
  const { payment, intent } = locked
  if (intent.dispute === null) return
  const account = accounts.chargeback(payment.id)
  // An inquiry of the bank takes no money.
  if (intent.disputedPoisha > 0) {
    const lines: LedgerLine[] = [[account, intent.disputedPoisha]]
    await postChargeback(tx, deps, locked, 'chargeback_opened', [...lines, [accounts.cards, -intent.disputedPoisha]])
  }
  if (intent.dispute === 'open') {
    if (payment.disputedAt === null) await setFrozen(tx, deps, locked, true)
    return
  }
  const poisha = await getBalance(tx, account)
  if (intent.dispute === 'lost' && poisha > 0) await recordLoss(tx, deps, locked, poisha)
  if (intent.dispute === 'won' && intent.disputedPoisha === 0) {
    const lines: LedgerLine[] = [[accounts.cards, poisha]]
    await postChargeback(tx, deps, locked, 'chargeback_won', [...lines, [account, -poisha]])
  }
  if (payment.disputeOutcome === null) await setFrozen(tx, deps, locked, false)
}

const describeRefundState = (payment: Payment, intent: Intent): string => {
  if (payment.state === 'refunded') return 'went back to the buyer outside the shop'
  if (intent.dispute !== null) return `is disputed with the buyer's bank: ${intent.dispute}; the sale stands`
  return `was sent back in part, ${payment.refundedTaka} of ${payment.amountTaka} Taka; the sale stands`
}

/** The payment after it: one that went back as a whole outside the shop is refunded. */
const updatePayment = async (tx: Transaction, deps: RefundDeps, { payment, intent }: Locked): Promise<Payment> => {
  const at = deps.now()
  const refundReason = getReversalReason(intent)
  const isReversed = refundReason !== null && payment.state === 'succeeded'
  const [updated] = await tx
    .update(payments)
    .set({
      ...mergeRefundState(payment, intent, at),
      ...(isReversed && { state: 'refunded' as const, refundReason, refundedAt: at, settledAt: null }),
    })
    .where(eq(payments.id, payment.id))
    .returning()
  if (updated?.state === 'refund_due') await syncRefundedState(tx, at, updated)
  const [after] = await tx.select().from(payments).where(eq(payments.id, payment.id))
  return after ?? payment
}

const isTouched = (payment: Payment, intent: Intent): boolean =>
  intent.refundedElsewherePoisha > 0 || intent.dispute !== null || payment.refundedTaka > 0

/** Whether the provider says something about this payment that is not recorded. */
const hasNews = async (tx: Transaction, { payment, intent }: Locked): Promise<boolean> => {
  const merged = mergeRefundState(payment, intent, new Date(0))
  const isNewDispute = merged.disputedAt !== null && payment.disputedAt === null
  if (isNewDispute || merged.disputeOutcome !== payment.disputeOutcome) return true
  if (intent.refundedElsewherePoisha !== (await getRecordedElsewhere(tx, payment))) return true
  const isMoneyBack = intent.dispute === 'won' && intent.disputedPoisha === 0
  const isTaken = intent.disputedPoisha > 0 && !(await hasEntry(tx, 'chargeback_opened', payment.id))
  return isTaken || (isMoneyBack && (await getBalance(tx, accounts.chargeback(payment.id))) > 0)
}

/** Counts refunds that this shop ordered and knows no more, after a restore, like those of the dashboard. */
const countForgottenRefunds = async (db: Database, { id }: Payment, intent: Intent): Promise<Intent> => {
  if (intent.orderedRefunds.length === 0) return intent
  const known = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, id))
  const forgotten = intent.orderedRefunds.filter(({ refundId }) => !known.some((one) => one.id === refundId))
  if (forgotten.length === 0) return intent
  const poisha = forgotten.reduce((sum, { amountPoisha }) => sum + amountPoisha, intent.refundedElsewherePoisha)
  return {
    ...intent,
    refundedElsewherePoisha: poisha,
    refundedTaka: Math.floor(poisha / poishaPerTaka),
    isRefunded: poisha >= intent.amountTaka * poishaPerTaka,
  }
}

/**
 * Records what happened to a settled payment outside this shop: refunds of the dashboard and disputes of the buyer's bank,
 * with the money in the ledger and what follows for the deal. Idempotent; returns the updated payment.
 */
export const recordRefundState = async (deps: RefundDeps, payment: Payment, current: Intent): Promise<Payment> => {
  const isSettled = ['succeeded', 'refund_due', 'refunded'].includes(payment.state)
  const intent = isSettled ? await countForgottenRefunds(deps.db, payment, current) : current
  if (!isSettled || !isTouched(payment, intent)) return payment
  const recorded = await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, payment, intent)
    if (!(await hasNews(tx, locked))) return null
    await recordRefundedElsewhere(tx, deps, locked)
    await recordDispute(tx, deps, locked)
    return updatePayment(tx, deps, locked)
  })
  if (!recorded) return payment
  deps.log(`The money of payment ${recorded.id} ${describeRefundState(recorded, intent)}.`)
  return recorded
}
