// Closes open offers that nobody can accept any more, and tells the buyers who wait for an answer.
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { notify, reloadPages } from '#market/notifications/notify.ts'
import { floorAnswers, type Offer, offers } from '#market/schema/deals/offers.ts'

type Deps = { now: () => Date; createId: () => string }

/** Closes one open offer, which the caller has locked; the floor says nothing about it any more. */
export const closeOffer = async (
  tx: Transaction,
  { now }: Pick<Deps, 'now'>,
  offer: Pick<Offer, 'id'>,
  outcome: NonNullable<Offer['outcome']>,
): Promise<void> => {
  await tx.update(offers).set({ closedAt: now(), outcome }).where(eq(offers.id, offer.id))
  const isWaiting = and(eq(floorAnswers.offerId, offer.id), isNull(floorAnswers.answeredAt))
  await tx.update(floorAnswers).set({ answeredAt: now() }).where(isWaiting)
}

const noticeByOutcome = { unavailable: 'offer_unavailable', cheaper: 'offer_cheaper', lapsed: 'offer_lapsed' } as const

/** Whose open offers are closed: a filter of `offers`, `chats` and `bikes`. */
type Closing = {
  filter: SQL | undefined
  outcome: keyof typeof noticeByOutcome
  /** Who made the offers and is told; nobody where they must not learn why. */
  notifies: readonly ('buyer' | 'seller')[]
  /** Knows it already. */
  exceptMemberId?: string | null
  /** Leaves out offers that somebody answers at this moment. */
  skipsLocked?: true
}

/** Closes all open offers that match; returns how many. Locks their rows alone. */
export const closeOffers = async (
  tx: Transaction,
  deps: Deps,
  { filter, outcome, notifies, exceptMemberId = null, skipsLocked }: Closing,
): Promise<number> => {
  const found = tx
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(chats, eq(chats.id, offers.chatId))
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .where(and(isNull(offers.closedAt), filter))
    .orderBy(offers.id)
    .for('update', skipsLocked ? { of: offers, skipLocked: true } : { of: offers })
  const ids = (await found).map(({ id }) => id)
  if (ids.length === 0) return 0
  const closed = await tx
    .update(offers)
    .set({ closedAt: deps.now(), outcome })
    .from(chats)
    .where(and(inArray(offers.id, ids), eq(chats.id, offers.chatId)))
    .returning({ offer: offers, chat: chats })
  const isWaiting = and(inArray(floorAnswers.offerId, ids), isNull(floorAnswers.answeredAt))
  await tx.update(floorAnswers).set({ answeredAt: deps.now() }).where(isWaiting)
  await notify(
    tx,
    deps,
    closed
      .filter(({ offer }) => notifies.includes(offer.maker))
      .map(({ offer, chat }) => ({
        memberId: offer.maker === 'buyer' ? chat.buyerId : chat.sellerId,
        kind: noticeByOutcome[outcome],
        causeId: offer.id,
        bikeId: chat.bikeId,
        chatId: chat.id,
        number: offer.priceTaka,
      }))
      .filter(({ memberId }) => memberId !== exceptMemberId),
  )
  await reloadPages(
    tx,
    closed.flatMap(({ chat }) => [chat.buyerId, chat.sellerId]),
  )
  return closed.length
}

/** The bike cannot be bought any more, or a price is agreed: its open offers close. The buyer of the agreed price is not told. */
export const closeOffersOfBike = (
  tx: Transaction,
  deps: Deps,
  { bikeId, agreedBuyerId = null }: { bikeId: string; agreedBuyerId?: string | null },
): Promise<number> =>
  closeOffers(tx, deps, {
    filter: eq(bikes.id, bikeId),
    outcome: 'unavailable',
    notifies: ['buyer'],
    exceptMemberId: agreedBuyerId,
  })

/** The bike costs as much or less than what was offered. */
export const closeDearerOffers = (
  tx: Transaction,
  deps: Deps,
  { bikeId, salePriceTaka }: { bikeId: string; salePriceTaka: number },
): Promise<number> =>
  closeOffers(tx, deps, {
    filter: and(eq(bikes.id, bikeId), sql`${offers.priceTaka} >= ${salePriceTaka}`),
    outcome: 'cheaper',
    notifies: ['buyer'],
  })

/** A member was removed or suspended: what they offered and what was offered to them closes. */
export const closeOffersOfMember = (tx: Transaction, deps: Deps, memberId: string): Promise<number> =>
  closeOffers(tx, deps, {
    filter: or(eq(chats.buyerId, memberId), eq(chats.sellerId, memberId)),
    outcome: 'unavailable',
    notifies: [],
  })
