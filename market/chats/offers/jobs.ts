// Background job: offers whose time is over lapse, and the floor answers what it did not accept. The times are in the
// database, so any process may do it, once.
import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database } from '#platform/database/database.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { refuseOffer } from './answering.ts'
import { closeOffers } from '#market/deals/closed-offers.ts'
import { floorAnswers, offers } from '#market/schema/deals/offers.ts'

type OfferJobDeps = { db: Database; now: () => Date; createId: () => string; log: (line: string) => void }

const batchSize = 200

/** Closes offers that nobody answered within 24 hours; returns how many. */
const lapse = async ({ db, ...deps }: OfferJobDeps): Promise<number> => {
  const isOver = and(isNull(offers.closedAt), lte(offers.expiresAt, deps.now()))
  const due = await db
    .select({ id: offers.id })
    .from(offers)
    .where(isOver)
    .orderBy(asc(offers.expiresAt))
    .limit(batchSize)
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  return db.transaction((tx) =>
    closeOffers(tx, deps, {
      filter: inArray(offers.id, ids),
      outcome: 'lapsed',
      notifies: ['buyer', 'seller'],
      skipsLocked: true,
    }),
  )
}

/** Refuses an offer for the floor unless it is closed by now. */
const answerForFloor = ({ db, ...deps }: OfferJobDeps, offerId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [found] = await tx
      .select({ offer: offers, chat: chats })
      .from(offers)
      .innerJoin(chats, eq(chats.id, offers.chatId))
      .where(eq(offers.id, offerId))
      .for('update', { of: offers })
    if (found?.offer.closedAt === null) await refuseOffer(tx, deps, found)
    const isWaiting = and(eq(floorAnswers.offerId, offerId), isNull(floorAnswers.answeredAt))
    await tx.update(floorAnswers).set({ answeredAt: deps.now() }).where(isWaiting)
  })

/** Does what is due in offers, once. An answer that fails is logged, and tried again in the next round. */
export const handleDueOffers = async ({ signal, ...deps }: OfferJobDeps & StopSignal): Promise<void> => {
  const isDue = and(isNull(floorAnswers.answeredAt), lte(floorAnswers.dueAt, deps.now()))
  const due = await deps.db
    .select({ offerId: floorAnswers.offerId })
    .from(floorAnswers)
    .where(isDue)
    .orderBy(asc(floorAnswers.dueAt))
    .limit(batchSize)
  for (const { offerId } of due) {
    if (signal?.aborted) return
    await answerForFloor(deps, offerId).catch((error: unknown) =>
      deps.log(`Could not answer the offer ${offerId}; will retry: ${String(error)}`),
    )
  }
  while ((await lapse(deps)) === batchSize) if (signal?.aborted) return
}
