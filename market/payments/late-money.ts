// Money that comes after a payment has ended here: from a provider that takes it before this shop hears of it and cannot
// cancel, or that refused it in words which this shop does not know. Nobody else would notice when the notification is lost and
// the buyer has closed the page.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { PaymentProvider } from './providers.ts'
import { settle, type PaymentsDeps } from './settle.ts'
import { payments, type ProviderName } from '#market/schema/money/payments.ts'

const batchSize = 100
// The older the payment is, the less likely it is paid: each pause is an eighth of its age, and a minute at least.
const pauseShare = 8
const minPauseMs = 60_000
// A shop that was down for days still asks.
const maxAgeMs = 7 * 24 * 60 * 60_000

/** Asks once about the ended payments whose buyer may still pay; money that came is then sent back. */
export const sweepLateMoney = async (deps: PaymentsDeps & StopSignal): Promise<void> => {
  const late = Object.values(deps.paymentProviders).filter(({ canCancel }) => !canCancel)
  if (late.length === 0) return
  const listNames = (when: PaymentProvider['capturesAt']): ProviderName[] =>
    late.filter(({ capturesAt }) => capturesAt === when).map(({ name }) => name)
  const ttlMs = Math.max(...late.map((one) => one.ttlMs))
  const at = deps.now()
  const now = sql`${at.toISOString()}::timestamptz`
  const pause = sql`greatest(interval '1 millisecond' * ${minPauseMs}, (${now} - ${payments.createdAt}) / ${pauseShare})`
  const ended = await deps.db
    .select({ id: payments.id, intentId: payments.intentId, provider: payments.provider })
    .from(payments)
    .where(
      and(
        eq(payments.state, 'canceled'),
        or(
          inArray(payments.provider, listNames('provider')),
          and(inArray(payments.provider, listNames('execute')), isNotNull(payments.executeTriedAt)),
        ),
        isNotNull(payments.intentId),
        gt(payments.createdAt, new Date(at.getTime() - maxAgeMs)),
        // The last time is after nobody can pay any more.
        or(
          isNull(payments.lateAskedAt),
          lt(payments.lateAskedAt, sql`${payments.createdAt} + interval '1 millisecond' * ${ttlMs}`),
        ),
        or(isNull(payments.lateAskedAt), lt(payments.lateAskedAt, sql`${now} - ${pause}`)),
      ),
    )
    .orderBy(sql`${payments.lateAskedAt} nulls first`, asc(payments.createdAt))
    .limit(batchSize)
  for (const payment of ended) {
    if (deps.signal?.aborted) return
    await deps.db.update(payments).set({ lateAskedAt: at }).where(eq(payments.id, payment.id))
    await settle(deps, payment.intentId ?? '', payment.provider).catch((error: unknown) =>
      logRetry(deps.log, `Could not ask about the ended payment ${payment.id}; will retry`, error),
    )
  }
}
