// Background job: completes or cancels payments that the browser did not finish.
import { and, asc, eq, getTableColumns, gt, lt, or, sql } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { isReviewOver, isStale, maxClockDifferenceMs } from './payment-checks.ts'
import { sweepWebhookEvents } from './webhook-events/jobs.ts'
import { recordCharges } from './charges/jobs.ts'
import { sweepRefunds } from './refunds/jobs.ts'
import { sweepLateMoney } from './late-money.ts'
import { recoverPayments } from './recovery.ts'
import { endReview } from './reviews.ts'
import { release, settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'

// An open page settles its own payment, so the job skips younger ones.
const minAgeMs = 10_000
// A hold without an intent remains after a crash or a provider outage: nobody can pay with it.
const missingIntentTimeoutMs = 60_000
const batchSize = 100

type UnfinishedPayment = Payment & {
  /** The bike was withdrawn or the buyer removed, so this payment cannot become a sale. */
  isUnsellable: boolean
}

const reconcilePayment = async (deps: PaymentsDeps, { isUnsellable, ...payment }: UnfinishedPayment): Promise<void> => {
  const ageMs = deps.now().getTime() - payment.createdAt.getTime()
  if (payment.intentId === null) return ageMs < missingIntentTimeoutMs ? undefined : void (await release(deps, payment))
  const settled = await settle(deps, payment.intentId, payment.provider)
  if (settled && isReviewOver(settled, deps.now())) return endReview(deps, settled)
  if (settled?.state === 'open' && (isUnsellable || isStale(settled, deps.now())))
    await release(deps, settled, isUnsellable ? 'bike_gone' : 'hold_ended')
}

/** Processes all unfinished payments, webhook events, refunds and charges of the provider once. */
export const sweep = async (deps: PaymentsDeps & StopSignal): Promise<void> => {
  const steps = [sweepPayments, sweepLateMoney, sweepWebhookEvents, recoverPayments, sweepRefunds, recordChargesOrLog]
  for (const step of steps) if (!deps.signal?.aborted) await step(deps)
}

const recordChargesOrLog = (deps: PaymentsDeps & StopSignal): Promise<void> =>
  recordCharges(deps).catch((error: unknown) =>
    logRetry(deps.log, 'Listing what the provider charges failed; will retry', error),
  )

/**
 * Processes all unfinished payments once. Several processes may run it at the same time: every step is idempotent.
 * A failed payment is logged and retried in the next run; it does not stop the others.
 */
const sweepPayments = async ({ signal, ...deps }: PaymentsDeps & StopSignal): Promise<void> => {
  const addMs = (ms: number) => new Date(deps.now().getTime() + ms)
  const unfinished = await deps.db
    .select({
      ...getTableColumns(payments),
      isUnsellable: sql<boolean>`${bikes.withdrawnAt} is not null or ${members.removedAt} is not null`,
    })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .innerJoin(members, eq(members.id, payments.buyerId))
    .where(
      and(
        eq(payments.state, 'open'),
        or(lt(payments.createdAt, addMs(-minAgeMs)), gt(payments.createdAt, addMs(maxClockDifferenceMs))),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(batchSize)
  for (const payment of unfinished) {
    if (signal?.aborted) return
    await reconcilePayment(deps, payment).catch((error: unknown) =>
      logRetry(deps.log, `Could not reconcile payment ${payment.id}; will retry`, error),
    )
  }
}
