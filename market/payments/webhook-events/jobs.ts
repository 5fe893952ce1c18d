// What the provider tells, kept before it is answered: an event is dealt with once, and none is lost with this process.
import { and, asc, eq, isNotNull, isNull, lt, max, or } from 'drizzle-orm'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Event } from '#market/payments/provider.ts'
import { settle, type Till } from '#market/payments/settle.ts'
import { webhookEvents } from '#market/payments/table.ts'

// The request that brought it deals with it first.
const untouchedMs = 10_000
const atOnce = 100
// The provider's clock and order are its own: what happened a while before the newest known is asked for again.
const overlapMs = 60 * 60_000
// The provider tells an event for three days and lists it for thirty; after three months nobody asks for it any more.
const keptMs = 90 * 24 * 60 * 60_000

/** An intent that the provider does not know of is nothing to try again; all else is. */
const ignoreForeign = (error: unknown): null => {
  if (error instanceof Refused && error.code === 'not_found') return null
  throw error
}

/** What is told is not believed, only what it is about: so an old event cannot undo a newer one. */
const deal = async (till: Till, { id, intentId }: Pick<Event, 'id' | 'intentId'>): Promise<void> => {
  if (intentId !== null) await settle(till, intentId).catch(ignoreForeign)
  await till.db
    .update(webhookEvents)
    .set({ processedAt: till.now() })
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)))
}

const dealOrSay = (till: Till, event: Pick<Event, 'id' | 'intentId'>): Promise<void> =>
  deal(till, event).catch((error: unknown) =>
    till.say(`The event ${event.id} of the card provider could not be dealt with yet: ${String(error)}`),
  )

/**
 * Takes in an event that was proved to be the provider's. When this is over it is kept, dealt with or not; only when it
 * could not be kept is the provider told to come again.
 */
export const takeIn = async (till: Till, event: Event): Promise<void> => {
  const row = { ...event, receivedAt: till.now() }
  await till.db.insert(webhookEvents).values(row).onConflictDoNothing()
  const [kept] = await till.db
    .select({ processedAt: webhookEvents.processedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, event.id))
  if (!kept?.processedAt) await dealOrSay(till, event)
}

/** Asks the provider what it told and nobody heard: refunds and disputes of sales that nothing else looks at again. */
const catchUp = async (till: Till): Promise<void> => {
  const [seen] = await till.db
    .select({ until: max(webhookEvents.madeAt) })
    .from(webhookEvents)
    .where(isNotNull(webhookEvents.listedAt))
  const since = seen?.until ? new Date(seen.until.getTime() - overlapMs) : null
  const at = till.now()
  const rows: (typeof webhookEvents.$inferInsert)[] = []
  for await (const event of till.cards.eventsSince(since)) rows.push({ ...event, receivedAt: at, listedAt: at })
  // All at once, since the newest come first: half a list would say that the older half was seen.
  if (rows.length === 0) return
  await till.db.transaction(async (tx) => {
    for (const row of rows)
      await tx
        .insert(webhookEvents)
        .values(row)
        .onConflictDoUpdate({
          target: webhookEvents.id,
          set: { listedAt: at },
          setWhere: isNull(webhookEvents.listedAt),
        })
  })
}

/** Goes once over what was told and not dealt with, and forgets what is long past. */
export const sweepInbox = async (till: Till): Promise<void> => {
  await catchUp(till).catch((error: unknown) =>
    till.say(`The card provider did not tell what it did: ${String(error)}`),
  )
  const before = (ms: number) => new Date(till.now().getTime() - ms)
  const waiting = await till.db
    .select({ id: webhookEvents.id, intentId: webhookEvents.intentId })
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        or(isNotNull(webhookEvents.listedAt), lt(webhookEvents.receivedAt, before(untouchedMs))),
      ),
    )
    .orderBy(asc(webhookEvents.receivedAt))
    .limit(atOnce)
  for (const event of waiting) await dealOrSay(till, event)
  await till.db
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.madeAt, before(keptMs))))
}
