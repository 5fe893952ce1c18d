// Answers offers: accepting one makes the deal in the same transaction. Locks as in making.
import { addMs } from '#contract/time/durations.ts'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { findSurroundings, lockChat, type LockedChat } from '#market/chats/messages.ts'
import { assertMayWrite, getOtherSide, type Side } from '#market/chats/may-write.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { applyEffects, type LockedBike, lockBike } from '#market/deals/actions.ts'
import { isPromised } from '#market/deals/state.ts'
import {
  assertNotSuspended,
  beginDealOfOffer,
  type BookingLimits,
  findLiveDeal,
  hasEnoughDeals,
} from '#market/deals/requests.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { notify, reloadPages } from '#market/notifications/notify.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { closeOffer } from '#market/deals/closed-offers.ts'
import { bookMs, getOfferState } from './may-offer.ts'
import { type Offer, offers } from '#market/schema/deals/offers.ts'
import { deals } from '#market/schema/deals/deals.ts'

type AnswerDeps = {
  db: Database
  now: () => Date
  createId: () => string
  limits: Pick<BookingLimits, 'maxLiveBookings'>
}
type ActDeps = Omit<AnswerDeps, 'db'>
type RefuseDeps = Omit<ActDeps, 'limits'>

/** An open offer that is locked with its conversation and its bike. */
type LockedOffer = { offer: Offer; chat: LockedChat; locked: LockedBike }

/** Throws why the bike cannot be promised to the buyer of this conversation at this moment. */
const assertMayAgree = ({ chat, locked }: LockedOffer, deal: Deal | undefined, now: Date): void => {
  const { bike, live, payingBuyerId } = locked
  if (bike.soldAt) throw new ApiError('bike_sold')
  if (bike.withdrawnAt) throw new ApiError('bike_withdrawn')
  if (bike.hiddenAt || bike.reservedAt) throw new ApiError('offer_gone')
  const isPromisedToAnother = live.some((other) => other.id !== deal?.id && isPromised(other, now))
  if (isPromisedToAnother || deal?.acceptedAt || deal?.sellerOutcome) throw new ApiError('no_offers_now')
  if (payingBuyerId !== null) throw new ApiError('bike_being_paid')
  if (chat.buyerId === bike.sellerId) throw new ApiError('own_bike')
}

/** Throws for a buyer who has enough unpaid deals. The buyer is locked: all that begin at the same moment count. */
const assertMayBegin = async (
  tx: Transaction,
  { limits }: ActDeps,
  buyerId: string,
  isToBuyer: boolean,
): Promise<void> => {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, buyerId)).for('no key update')
  if (await hasEnoughDeals(tx, buyerId, limits))
    throw new ApiError(isToBuyer ? 'too_many_bookings' : 'buyer_has_enough')
}

/**
 * Accepts an offer: the deal of the two is accepted at its price, and all other open offers of the bike close. A buyer who
 * has not booked yet has 48 hours to give number and place.
 * @returns the id of the deal
 */
export const acceptOffer = async (
  tx: Transaction,
  deps: ActDeps,
  { by, isByFloor = false, ...at }: LockedOffer & { by: Side; isByFloor?: boolean },
): Promise<string> => {
  const { offer, chat, locked } = at
  const now = deps.now()
  const existing = findLiveDeal(locked.live, chat.buyerId)
  assertMayAgree(at, existing, now)
  // What the floor accepts, the buyer asked for.
  if (!existing) await assertMayBegin(tx, deps, chat.buyerId, by === 'buyer' || isByFloor)
  await closeOffer(tx, deps, offer, 'accepted')
  const deal = existing ?? (await beginDealOfOffer(tx, deps, { ...chat, priceTaka: offer.priceTaka }))
  if (!existing) locked.live.push(deal)
  await applyEffects(tx, deps, locked, deal, {
    changes: {
      acceptedAt: now,
      priceTaka: offer.priceTaka,
      offerId: offer.id,
      bookDueAt: deal.bookingId === null ? addMs(now, bookMs) : null,
      turnUntil: null,
      answerDueAt: null,
      waitingSince: null,
      confirmDueAt: null,
    },
    steps: [{ kind: 'offer_accepted', actor: by, taka: offer.priceTaka }],
  })
  if (isByFloor) {
    // One notice says both that the offer was made and what became of it.
    await tx
      .delete(notifications)
      .where(and(eq(notifications.kind, 'offer_made'), eq(notifications.causeId, offer.messageId)))
    const { id: dealId, bikeId, sellerId: memberId } = deal
    const about = { causeId: offer.id, dealId, bikeId, number: offer.priceTaka }
    await notify(tx, deps, [{ ...about, memberId, kind: 'floor_accepted' }])
  }
  await reloadPages(tx, [chat.buyerId, chat.sellerId])
  return deal.id
}

/** Refuses an offer by hand or by the floor: nobody can tell which. */
export const refuseOffer = async (
  tx: Transaction,
  deps: RefuseDeps,
  { offer, chat }: Pick<LockedOffer, 'offer' | 'chat'>,
): Promise<void> => {
  await closeOffer(tx, deps, offer, 'refused')
  await notify(tx, deps, [
    {
      memberId: offer.maker === 'buyer' ? chat.buyerId : chat.sellerId,
      kind: 'offer_refused',
      causeId: offer.id,
      bikeId: chat.bikeId,
      chatId: chat.id,
      number: offer.priceTaka,
    },
  ])
  await reloadPages(tx, [chat.buyerId, chat.sellerId])
}

/** Locks an offer of this member's conversations with its bike; throws `not_found` for others. */
const lockOffer = async (tx: Transaction, { memberId, offerId }: { memberId: string; offerId: string }) => {
  const [found] = await tx
    .select({ bikeId: chats.bikeId, chatId: chats.id })
    .from(offers)
    .innerJoin(chats, eq(chats.id, offers.chatId))
    .where(eq(offers.id, offerId))
  const locked = found && (await lockBike(tx, found.bikeId))
  if (!locked) throw new ApiError('not_found')
  const { chat, side } = await lockChat(tx, memberId, found.chatId)
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offerId)).for('update')
  if (!offer) throw new ApiError('not_found')
  return { offer, chat, side, locked }
}

export type OfferAct = 'accept' | 'refuse' | 'withdraw'

const actOfOutcome = { accepted: 'accept', refused: 'refuse', withdrawn: 'withdraw' } as const

/** Whether the same act ended the offer before, when its answer was lost. */
const isRepeated = ({ outcome }: Offer, act: OfferAct): boolean =>
  (outcome === 'accepted' || outcome === 'refused' || outcome === 'withdrawn') && actOfOutcome[outcome] === act

const findDealId = async (tx: Transaction, offerId: string): Promise<string | null> => {
  const [deal] = await tx.select({ id: deals.id }).from(deals).where(eq(deals.offerId, offerId))
  return deal?.id ?? null
}

/**
 * Accepts, refuses or withdraws an offer. Only its maker withdraws it, only the other side answers it: for others it is
 * `not_found`. One that is not open any more is `offer_gone`; the same act again changes nothing.
 */
export const answerOffer = (
  deps: AnswerDeps,
  { act, memberId, offerId }: { act: OfferAct; memberId: string; offerId: string },
): Promise<{ modifiedCount: number; dealId: string | null }> =>
  deps.db.transaction(async (tx) => {
    const { side, ...at } = await lockOffer(tx, { memberId, offerId })
    const { offer } = at
    const mayAct = act === 'withdraw' ? offer.maker === side : offer.maker === getOtherSide(side)
    if (!mayAct) throw new ApiError('not_found')
    if (isRepeated(offer, act)) return { modifiedCount: 0, dealId: await findDealId(tx, offer.id) }
    if (getOfferState(offer, deps.now()) !== 'open') throw new ApiError('offer_gone')
    if (act === 'withdraw') {
      await closeOffer(tx, deps, offer, 'withdrawn')
      await reloadPages(tx, [at.chat.buyerId, at.chat.sellerId])
      return { modifiedCount: 1, dealId: null }
    }
    if (act === 'refuse') {
      await refuseOffer(tx, deps, at)
      return { modifiedCount: 1, dealId: null }
    }
    await assertNotSuspended(tx, memberId)
    assertMayWrite(await findSurroundings(tx, at.chat.id, memberId))
    return { modifiedCount: 1, dealId: await acceptOffer(tx, deps, { ...at, by: side }) }
  })
