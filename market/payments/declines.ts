// Declined cards. Whoever tries stolen card numbers until one works needs many tries: they end the payment, and the buyer
// waits before the next one. The provider tells of each declined card in an event, which is stored once.
import { declinedCardsMinutes, maxDeclinedCards, maxDeclinedCardsPerDay } from '#contract/limits.ts'
import { dayMs, minuteMs } from '#contract/time/durations.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { release, type PaymentsDeps } from './settle.ts'
import { payments, webhookEvents } from '#market/schema/money/payments.ts'

/** The type of the event about a declined card. */
export const declinedEventType = 'payment_intent.payment_failed'

// Written out, so that the partial index of these events is used.
const isDecline = sql.raw(`webhook_events.type = '${declinedEventType}'`)

/** Throws `too_many_declines` if too many of the buyer's cards were declined in the last minutes, or in the last 24 hours. */
export const assertFewDeclines = async (
  tx: Transaction,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<void> => {
  const getSince = (periodMs: number) => new Date(now.getTime() - periodMs)
  // One query, since others wait for the lock of the bike.
  const isRecent = gt(webhookEvents.occurredAt, getSince(declinedCardsMinutes * minuteMs))
  const [row] = await tx
    .select({
      ofDay: sql<number>`count(*)::int`,
      recent: sql<number>`(count(*) filter (where ${isRecent}))::int`,
    })
    .from(payments)
    .innerJoin(webhookEvents, and(eq(webhookEvents.intentId, payments.intentId), isDecline))
    .where(and(eq(payments.buyerId, buyerId), gt(webhookEvents.occurredAt, getSince(dayMs))))
  if (!row) return
  if (row.recent >= maxDeclinedCards || row.ofDay >= maxDeclinedCardsPerDay) throw new ApiError('too_many_declines')
}

const countDeclinesOfIntent = (db: Database, intentId: string): Promise<number> =>
  db.$count(webhookEvents, and(eq(webhookEvents.intentId, intentId), isDecline))

/** Ends the open payment of an intent on which too many cards were declined; its bike is free for others then. */
export const endAfterDeclines = async (deps: PaymentsDeps, intentId: string): Promise<void> => {
  if ((await countDeclinesOfIntent(deps.db, intentId)) < maxDeclinedCards) return
  const isOpen = and(eq(payments.intentId, intentId), eq(payments.state, 'open'))
  const [payment] = await deps.db.select().from(payments).where(isOpen)
  if (!payment) return
  await release(deps, payment)
  deps.log(`Payment ${payment.id} was ended: ${maxDeclinedCards} cards were declined.`)
}
