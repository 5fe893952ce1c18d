// Sends the refunds that are due, and follows them until the buyer's bank has taken them. Every step is idempotent: the
// provider gets the same key for the same try, and a refund that was asked for is looked up before it is asked for again.
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { recordSteps } from '#market/deals/actions.ts'
import { accounts, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import { getProvider, type PaymentProviders, type ProviderPayment } from '#market/payments/providers.ts'
import type { ProviderRefund } from '#market/payments/charges/provider-records.ts'
import { payments, type ProviderName } from '#market/schema/money/payments.ts'
import { type LockedRefund, lockRefund, syncRefundedState } from '#market/ledger/refunds.ts'
import { type Refund, refunds } from '#market/schema/money/refunds.ts'

/** After so many failures a person looks at the refund. */
const maxRefundTries = 3
// The first retry is soon, because most failures pass; the second gives a bank time to answer.
const retryAfterMs = [5 * minuteMs, 60 * minuteMs]

/** How long to wait before the next try, after this many failures. */
const getRetryMs = (tries: number): number => retryAfterMs[tries - 1] ?? 60 * minuteMs

export type RefundDeps = {
  db: Database
  paymentProviders: PaymentProviders
  now: () => Date
  createId: () => string
  log: (message: string) => void
}

// A try that got no answer is repeated with the same key. Longer than the timeout of its two calls.
const repeatMs = 30_000
// Most pending refunds end within minutes; the webhook usually tells before.
const pollMs = 60_000
const batchSize = 100
const maxErrorLength = 500

type RefundChange = Partial<typeof refunds.$inferInsert>

const changeRefund = (tx: Transaction, { id }: Refund, change: RefundChange) =>
  tx.update(refunds).set(change).where(eq(refunds.id, id))

const recordRefundStep = async (
  tx: Transaction,
  deps: RefundDeps,
  { deal, refund }: LockedRefund,
  kind: 'refund_succeeded' | 'refund_failed',
): Promise<void> => {
  const taka = Math.floor(refund.amountPoisha / poishaPerTaka)
  if (deal) await recordSteps(tx, deps, deal, [{ kind, actor: 'provider', taka }])
}

/** The provider has sent the money: the shop owes it no more. */
const confirmRefund = async (
  tx: Transaction,
  deps: RefundDeps,
  locked: LockedRefund,
  providerRef: string,
): Promise<void> => {
  const { refund, payment } = locked
  await changeRefund(tx, refund, { state: 'succeeded', settledAt: deps.now(), providerRef, lastError: null })
  await postEntry(tx, deps, {
    cause: 'refund_confirmed',
    causeRef: providerRef,
    dealId: refund.dealId,
    paymentId: payment.id,
    providerRef,
    lines: [
      [accounts.buyer(payment.buyerId), refund.amountPoisha],
      [accounts.provider(payment.provider), -refund.amountPoisha],
    ],
  })
  await syncRefundedState(tx, deps.now(), payment)
  await recordRefundStep(tx, deps, locked, 'refund_succeeded')
}

/** The refund failed: it is tried again with a new key, or a person looks at it. Money that had left is back. */
const failRefund = async (
  tx: Transaction,
  deps: RefundDeps,
  locked: LockedRefund,
  { id, failure }: ProviderRefund,
): Promise<void> => {
  const { refund, payment } = locked
  const tries = refund.tries + 1
  const isOver = tries >= maxRefundTries
  await changeRefund(tx, refund, {
    state: isOver ? 'failed' : 'due',
    tries,
    nextTryAt: addMs(deps.now(), getRetryMs(tries)),
    providerRef: null,
    settledAt: null,
    lastError: (failure ?? 'The provider gives no reason.').slice(0, maxErrorLength),
  })
  if (refund.state === 'succeeded') {
    await postEntry(tx, deps, {
      cause: 'refund_returned',
      causeRef: refund.providerRef ?? refund.id,
      dealId: refund.dealId,
      paymentId: payment.id,
      providerRef: refund.providerRef,
      lines: [
        [accounts.provider(payment.provider), refund.amountPoisha],
        [accounts.buyer(payment.buyerId), -refund.amountPoisha],
      ],
    })
    await syncRefundedState(tx, deps.now(), payment)
  }
  deps.log(`The refund ${refund.id} of ${id ?? 'no provider id'} failed ${tries} times: ${failure ?? 'no reason'}.`)
  if (isOver) await recordRefundStep(tx, deps, locked, 'refund_failed')
}

type RefundTry = Pick<Refund, 'id' | 'tries'>

/** Records what the provider says about a try of a refund. A late answer about an earlier try changes nothing. */
const recordRefundResult = (deps: RefundDeps, { id, tries }: RefundTry, result: ProviderRefund): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockRefund(tx, id)
    if (!locked) throw new Error(`The refund ${id} is gone from the database.`)
    const { refund } = locked
    if (refund.tries !== tries) return
    const isWaiting = refund.state === 'due' || refund.state === 'requested'
    if (result.status === 'failed' && (isWaiting || refund.state === 'succeeded'))
      return failRefund(tx, deps, locked, result)
    if (!isWaiting || result.id === null) return
    if (result.status === 'succeeded') return confirmRefund(tx, deps, locked, result.id)
    const nextTryAt = addMs(deps.now(), pollMs)
    await changeRefund(tx, refund, { state: 'requested', providerRef: result.id, nextTryAt, lastError: null })
  })

/** Takes the next try of a due refund for this process; null when another process has it. */
const claimRefund = async ({ db, now }: RefundDeps, refundId: string): Promise<Refund | null> => {
  const at = now()
  const [claimed] = await db
    .update(refunds)
    .set({ nextTryAt: addMs(at, repeatMs) })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'due'), lte(refunds.nextTryAt, at)))
    .returning()
  if (!claimed || claimed.requestedAt) return claimed ?? null
  await db.update(refunds).set({ requestedAt: at }).where(eq(refunds.id, refundId))
  return claimed
}

/** Finds the refund at the provider that an earlier try made, when its answer was lost. */
const findEarlierTry = async (
  deps: RefundDeps,
  { id, amountPoisha, paymentId }: Refund,
  { name, ...payment }: RefundedPayment,
): Promise<ProviderRefund | undefined> => {
  const provider = getProvider(deps, name)
  const made = (await provider.listRefunds(payment)).filter(({ status }) => status !== 'failed')
  if (provider.storesRefundId) return made.find(({ refundId }) => refundId === id)
  // One of the same amount that no other refund of this payment has.
  const recorded = await deps.db
    .select({ ref: refunds.providerRef })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return made.find((one) => one.amountPoisha === amountPoisha && !recorded.some(({ ref }) => ref === one.id))
}

type RefundedPayment = ProviderPayment & { name: ProviderName }
type DueRefund = Pick<Refund, 'id'> & {
  intentId: string | null
  transactionId: string | null
  provider: ProviderName
}

const sendRefund = async (deps: RefundDeps, { id, intentId, transactionId, provider }: DueRefund): Promise<void> => {
  const refund = intentId === null ? null : await claimRefund(deps, id)
  if (!refund || intentId === null) return
  const payment = { intentId, transactionId }
  const { amountPoisha, tries } = refund
  try {
    const find = () => findEarlierTry(deps, refund, { ...payment, name: provider })
    const earlier = refund.requestedAt ? await find() : undefined
    const key = `refund-${id}-${tries}`
    const order = { ...payment, amountPoisha, refundId: id, key }
    const result = earlier ?? (await getProvider(deps, provider).refund(order))
    // A provider may refuse a refund and send it all the same: after the last try a person would send it again.
    const sent = result.status === 'failed' ? await find() : undefined
    await recordRefundResult(deps, refund, sent ?? result)
  } catch (error) {
    const lastError = String(error).slice(0, maxErrorLength)
    await deps.db
      .update(refunds)
      .set({ lastError })
      .where(and(eq(refunds.id, id), eq(refunds.state, 'due')))
    throw error
  }
}

const paymentColumns = {
  intentId: payments.intentId,
  transactionId: payments.transactionId,
  provider: payments.provider,
}
const dueColumns = { id: refunds.id, ...paymentColumns }

// While the buyer's bank disputes a payment, the money is with the bank and cannot be refunded too.
const isNotDisputed = or(isNull(payments.disputedAt), isNotNull(payments.disputeOutcome))

const isDue = (now: Date) => and(eq(refunds.state, 'due'), lte(refunds.nextTryAt, now), isNotDisputed)

/** Sends the due refunds of one payment now. Throws `cards_unavailable`; the job then sends them later. */
export const sendPaymentRefunds = async (deps: RefundDeps, paymentId: string): Promise<void> => {
  const due = await deps.db
    .select(dueColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.paymentId, paymentId), isDue(deps.now())))
  for (const refund of due) await sendRefund(deps, refund)
}

const pollColumns = { ...dueColumns, tries: refunds.tries, providerRef: refunds.providerRef }

const pollRefund = async (
  deps: RefundDeps,
  { id, tries, providerRef, provider, intentId, transactionId }: RefundTry & DueRefund & { providerRef: string | null },
): Promise<void> => {
  if (providerRef === null || intentId === null) return
  const nextTryAt = addMs(deps.now(), pollMs)
  await deps.db.update(refunds).set({ nextTryAt }).where(eq(refunds.id, id))
  const result = await getProvider(deps, provider).getRefund({ intentId, transactionId }, providerRef)
  await recordRefundResult(deps, { id, tries }, result)
}

/** Records the current state of the refunds of an intent, after an event about it. */
export const followRefunds = async (deps: RefundDeps, intentId: string): Promise<void> => {
  const known = await deps.db
    .select(pollColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.intentId, intentId),
        isNotNull(refunds.providerRef),
        inArray(refunds.state, ['requested', 'succeeded']),
      ),
    )
  for (const refund of known) await pollRefund(deps, refund)
}

/** Runs one step for each item; a failure is logged and does not stop the others. */
const runForEach = async <Item extends { id: string }>(
  deps: RefundDeps & StopSignal,
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> => {
  for (const item of items) {
    if (deps.signal?.aborted) return
    await run(item).catch((error: unknown) => logRetry(deps.log, `The refund ${item.id} waits for its next try`, error))
  }
}

/** Sends the refunds that are due and asks for the state of those under way, once. Several processes may run it at once. */
export const sweepRefunds = async (deps: RefundDeps & StopSignal): Promise<void> => {
  const now = deps.now()
  const due = await deps.db
    .select(dueColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isDue(now))
    .orderBy(asc(refunds.nextTryAt))
    .limit(batchSize)
  await runForEach(deps, due, (refund) => sendRefund(deps, refund))
  const requested = await deps.db
    .select(pollColumns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, 'requested'), lte(refunds.nextTryAt, now)))
    .orderBy(asc(refunds.nextTryAt))
    .limit(batchSize)
  await runForEach(deps, requested, (refund) => pollRefund(deps, refund))
}
