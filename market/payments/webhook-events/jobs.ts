// Stores each webhook event before the response, so that an event is processed once and none is lost in a crash.
import { and, asc, eq, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { declinedEventType, endAfterDeclines } from '#market/payments/declines.ts'
import { followRefunds } from '#market/payments/refunds/jobs.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { webhookEvents } from '#market/schema/money/payments.ts'
import type { PaymentEvent } from './event.ts'

// The request that received the event processes it first.
const minAgeMs = 10_000
const batchSize = 100
// Events are not ordered, so each listing overlaps the newest known event by this time.
const overlapMs = 60 * 60_000
// Stripe retries an event for 3 days and lists it for 30, so older ones can be deleted.
const retentionMs = 90 * 24 * 60 * 60_000

type PendingEvent = Pick<PaymentEvent, 'id' | 'type' | 'intentId'>

/** Reads only the type and the intent id of an event and fetches the current state, so events may arrive in any order. */
const processEvent = async (deps: PaymentsDeps, { id, type, intentId }: PendingEvent): Promise<void> => {
  if (intentId !== null) {
    await settle(deps, intentId)
    await followRefunds(deps, intentId)
    if (type === declinedEventType) await endAfterDeclines(deps, intentId)
  }
  await deps.db
    .update(webhookEvents)
    .set({ processedAt: deps.now() })
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)))
}

const tryProcessEvent = (deps: PaymentsDeps, event: PendingEvent): Promise<void> =>
  processEvent(deps, event).catch((error: unknown) =>
    logRetry(deps.log, `Processing Stripe event ${event.id} failed; will retry`, error),
  )

/**
 * Stores a verified event, then processes it. Throws only if the event could not be stored, so the provider sends it
 * again.
 */
export const receiveEvent = async (deps: PaymentsDeps, event: PaymentEvent): Promise<void> => {
  const row = { ...event, receivedAt: deps.now() }
  await deps.db.insert(webhookEvents).values(row).onConflictDoNothing()
  const [stored] = await deps.db
    .select({ processedAt: webhookEvents.processedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, event.id))
  if (!stored?.processedAt) await tryProcessEvent(deps, event)
}

/** Lists the events of the provider that change payments, and stores those whose webhook was lost. */
const fetchMissedEvents = async (deps: PaymentsDeps): Promise<void> => {
  const { cards } = deps.paymentProviders
  if (!cards) return
  const [lastListed] = await deps.db
    .select({ until: max(webhookEvents.occurredAt) })
    .from(webhookEvents)
    .where(isNotNull(webhookEvents.listedAt))
  const since = lastListed?.until ? new Date(lastListed.until.getTime() - overlapMs) : null
  const now = deps.now()
  const rows: (typeof webhookEvents.$inferInsert)[] = []
  for await (const event of cards.listEventsSince(since)) rows.push({ ...event, receivedAt: now, listedAt: now })
  // In one statement, because the newest come first: a partial list would hide that older events are missing.
  if (rows.length === 0) return
  await deps.db.transaction(async (tx) => {
    for (const row of rows)
      await tx
        .insert(webhookEvents)
        .values(row)
        .onConflictDoUpdate({
          target: webhookEvents.id,
          set: { listedAt: now },
          setWhere: isNull(webhookEvents.listedAt),
        })
  })
}

/** Processes stored events once that are not processed yet, and deletes old ones. */
export const sweepWebhookEvents = async (deps: PaymentsDeps & StopSignal): Promise<void> => {
  await fetchMissedEvents(deps).catch((error: unknown) =>
    logRetry(deps.log, 'Listing Stripe events failed; will retry', error),
  )
  const subtractMs = (ms: number) => new Date(deps.now().getTime() - ms)
  const pending = await deps.db
    .select({ id: webhookEvents.id, type: webhookEvents.type, intentId: webhookEvents.intentId })
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        or(isNotNull(webhookEvents.listedAt), lt(webhookEvents.receivedAt, subtractMs(minAgeMs))),
      ),
    )
    // Those that failed come after those that were not tried since.
    .orderBy(sql`${webhookEvents.triedAt} nulls first`, asc(webhookEvents.receivedAt))
    .limit(batchSize)
  for (const event of pending) {
    if (deps.signal?.aborted) return
    await deps.db.update(webhookEvents).set({ triedAt: deps.now() }).where(eq(webhookEvents.id, event.id))
    await tryProcessEvent(deps, event)
  }
  await deps.db
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.occurredAt, subtractMs(retentionMs))))
}
