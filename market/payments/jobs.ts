// What the till does by itself: it ends every payment whose page was closed, whose answer was lost, or that crashed.
import { and, asc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { isStale } from './rules.ts'
import { sweepWebhookEvents } from './webhook-events/jobs.ts'
import { recoverPayments } from './recovery/jobs.ts'
import { release, settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments } from './table.ts'

// A page that is still open settles by itself; only what is older is looked after.
const minAgeMs = 10_000
// A hold without an intent was left by a crash or by a provider that was away: nobody can be paying with it.
const missingIntentTimeoutMs = 60_000
const batchSize = 100

type UnfinishedPayment = Payment & {
  /** The bike or the buyer left the shop, so no money of this payment can buy it any more. */
  isUnsellable: boolean
}

const reconcilePayment = async (deps: PaymentsDeps, { isUnsellable, ...payment }: UnfinishedPayment): Promise<void> => {
  const ageMs = deps.now().getTime() - payment.createdAt.getTime()
  if (payment.intentId === null) return ageMs < missingIntentTimeoutMs ? undefined : void (await release(deps, payment))
  // Money that is due back is sent there too, or found to be back already.
  const settled = await settle(deps, payment.intentId)
  if (settled?.state === 'open' && (isUnsellable || isStale(settled, deps.now()))) await release(deps, settled)
}

/** Goes once over all unfinished payments, and over what the provider told. */
export const sweep = async (deps: PaymentsDeps): Promise<void> => {
  await sweepPayments(deps)
  await sweepWebhookEvents(deps)
  await recoverPayments(deps)
}

/**
 * Goes once over all unfinished payments. Several processes may do so at once: each step bears being done twice.
 * One that fails is told and tried again the next time; it does not stop the others.
 */
const sweepPayments = async (deps: PaymentsDeps): Promise<void> => {
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
        inArray(payments.state, ['open', 'refund_due']),
        lt(payments.createdAt, new Date(deps.now().getTime() - minAgeMs)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(batchSize)
  for (const payment of unfinished) {
    await reconcilePayment(deps, payment).catch((error: unknown) =>
      deps.log(`The payment ${payment.id} could not be looked after yet: ${String(error)}`),
    )
  }
}
