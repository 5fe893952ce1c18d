// What the provider tells, kept before it is answered: an event is dealt with once, and none is lost with this process.
import { and, asc, eq, isNotNull, isNull, lt, max, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { PaymentEvent } from '#market/payments/provider.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { webhookEvents } from '#market/payments/table.ts'

// The request that brought it deals with it first.
const minAgeMs = 10_000
const batchSize = 100
// The provider's clock and order are its own: what happened a while before the newest known is asked for again.
const overlapMs = 60 * 60_000
// The provider tells an event for three days and lists it for thirty; after three months nobody asks for it any more.
const retentionMs = 90 * 24 * 60 * 60_000

/** An intent that the provider does not know of is nothing to try again; all else is. */
const ignoreUnknownIntent = (error: unknown): null => {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}

/** What is told is not believed, only what it is about: so an old event cannot undo a newer one. */
const processEvent = async (
  deps: PaymentsDeps,
  { id, intentId }: Pick<PaymentEvent, 'id' | 'intentId'>,
): Promise<void> => {
  if (intentId !== null) await settle(deps, intentId).catch(ignoreUnknownIntent)
  await deps.db
    .update(webhookEvents)
    .set({ processedAt: deps.now() })
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)))
}

const tryProcessEvent = (deps: PaymentsDeps, event: Pick<PaymentEvent, 'id' | 'intentId'>): Promise<void> =>
  processEvent(deps, event).catch((error: unknown) =>
    deps.log(`The event ${event.id} of the card provider could not be dealt with yet: ${String(error)}`),
  )

/**
 * Takes in an event that was proved to be the provider's. When this is over it is kept, dealt with or not; only when it
 * could not be kept is the provider told to come again.
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

/** Asks the provider what it told and nobody heard: refunds and disputes of sales that nothing else looks at again. */
const fetchMissedEvents = async (deps: PaymentsDeps): Promise<void> => {
  const [lastListed] = await deps.db
    .select({ until: max(webhookEvents.occurredAt) })
    .from(webhookEvents)
    .where(isNotNull(webhookEvents.listedAt))
  const since = lastListed?.until ? new Date(lastListed.until.getTime() - overlapMs) : null
  const now = deps.now()
  const rows: (typeof webhookEvents.$inferInsert)[] = []
  for await (const event of deps.paymentProvider.listEventsSince(since))
    rows.push({ ...event, receivedAt: now, listedAt: now })
  // All at once, since the newest come first: half a list would say that the older half was seen.
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

/** Goes once over what was told and not dealt with, and forgets what is long past. */
export const sweepWebhookEvents = async (deps: PaymentsDeps): Promise<void> => {
  await fetchMissedEvents(deps).catch((error: unknown) =>
    deps.log(`The card provider did not tell what it did: ${String(error)}`),
  )
  const subtractMs = (ms: number) => new Date(deps.now().getTime() - ms)
  const pending = await deps.db
    .select({ id: webhookEvents.id, intentId: webhookEvents.intentId })
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        or(isNotNull(webhookEvents.listedAt), lt(webhookEvents.receivedAt, subtractMs(minAgeMs))),
      ),
    )
    .orderBy(asc(webhookEvents.receivedAt))
    .limit(batchSize)
  for (const event of pending) await tryProcessEvent(deps, event)
  await deps.db
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.occurredAt, subtractMs(retentionMs))))
}
