// Makes offers. Locks are taken in the order of deals and conversations: bike, its deals, conversation, members.
import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type Database, type Transaction, violates } from '#platform/database/database.ts'
import {
  findChatId,
  findRepeated,
  findSurroundings,
  insertChat,
  insertMessage,
  type LockedChat,
  lockChat,
  refuseUnreachable,
} from '#market/chats/messages.ts'
import { assertMayWrite, type Side } from '#market/chats/may-write.ts'
import { type ChatMessage, chats } from '#market/schema/deals/chats.ts'
import { type LockedBike, lockBike } from '#market/deals/actions.ts'
import { type BookingLimits, findLiveDeal, hasEnoughDeals } from '#market/deals/requests.ts'
import { acceptOffer } from './answering.ts'
import { closeOffer } from '#market/deals/closed-offers.ts'
import { askFloor, findOfferSettings, type FloorDeps } from './floors.ts'
import { errorByOffering, getOfferState, getOffering, isInRange, offerMs, type OfferSurroundings } from './may-offer.ts'
import { type Offer, offers } from '#market/schema/deals/offers.ts'
import { findOfferSurroundings } from './views.ts'

export type OffersDeps = FloorDeps & {
  db: Database
  createId: () => string
  limits: Pick<BookingLimits, 'maxLiveBookings'>
}

type NewOffer = { memberId: string; priceTaka: number; clientId: string }
type Made = { message: ChatMessage; side: Side }

/** A conversation that is locked with its bike. */
type ChatWithBike = { chat: LockedChat; side: Side; locked: LockedBike }

/** Throws why this side cannot offer this price; returns the surroundings. */
const checkOffer = async (
  tx: Transaction,
  deps: OffersDeps,
  { chat, side, locked }: ChatWithBike,
  { memberId, priceTaka }: NewOffer,
): Promise<OfferSurroundings> => {
  assertMayWrite(await findSurroundings(tx, chat.id, memberId))
  if (locked.bike.hiddenAt) throw new ApiError('bike_hidden')
  const around = await findOfferSurroundings(tx, { chat, side, canWrite: true })
  const offering = getOffering(around, deps.now())
  if (offering !== 'open') throw new ApiError(errorByOffering[offering])
  const begins = side === 'buyer' && !findLiveDeal(locked.live, chat.buyerId)
  if (begins && (await hasEnoughDeals(tx, chat.buyerId, deps.limits))) throw new ApiError('too_many_bookings')
  const { salePriceTaka } = locked.bike
  if (!isInRange(priceTaka, salePriceTaka)) throw new ApiError('offer_out_of_range', { salePrice: salePriceTaka })
  return around
}

/** Closes what an offer takes the place of: the other side's open offer, and an own one whose time is over. */
const closeAnswered = async (tx: Transaction, deps: OffersDeps, { side, offers: all }: OfferSurroundings) => {
  const now = deps.now()
  const open = all.filter(({ closedAt }) => closedAt === null)
  for (const offer of open) {
    const isAnswered = offer.maker !== side && getOfferState(offer, now) === 'open'
    await closeOffer(tx, deps, offer, isAnswered ? 'countered' : 'lapsed')
  }
  return open.find((offer) => offer.maker !== side && getOfferState(offer, now) === 'open')?.id ?? null
}

/** Asks the floor about an offer of a buyer, and accepts it where the floor does. */
const answerByFloor = async (tx: Transaction, deps: OffersDeps, { chat, locked }: ChatWithBike, offer: Offer) => {
  const { floorTaka } = await findOfferSettings(tx, deps, chat.bikeId)
  if (floorTaka === null || locked.payingBuyerId !== null) return
  const { salePriceTaka } = locked.bike
  const { bikeId, buyerId } = chat
  const asked = { offerId: offer.id, priceTaka: offer.priceTaka, bikeId, buyerId, salePriceTaka, floorTaka }
  if ((await askFloor(tx, deps, asked)) === 'accept')
    await acceptOffer(tx, deps, { offer, chat, locked, by: 'seller', isByFloor: true })
}

/** Stores an offer as a message of the locked conversation. The same `clientId` again answers with what is stored. */
const insertOffer = async (tx: Transaction, deps: OffersDeps, at: ChatWithBike, made: NewOffer): Promise<Made> => {
  const { chat, side } = at
  const { clientId, priceTaka } = made
  const repeated = await findRepeated(tx, chat.id, { side, clientId })
  if (repeated) return { message: repeated, side }
  const around = await checkOffer(tx, deps, at, made)
  const answersId = await closeAnswered(tx, deps, around)
  const body = String(priceTaka)
  const message = await insertMessage(
    tx,
    deps,
    chat,
    { sender: side, body, shownBody: body, clientId },
    { kind: 'offer_made', number: priceTaka },
  )
  const madeAt = deps.now()
  const [offer] = await tx
    .insert(offers)
    .values({
      id: deps.createId(),
      chatId: chat.id,
      messageId: message.id,
      maker: side,
      priceTaka,
      answersId,
      madeAt,
      expiresAt: new Date(madeAt.getTime() + offerMs),
    })
    .returning()
  if (offer && side === 'buyer') await answerByFloor(tx, deps, at, offer)
  return { message, side }
}

const refuseSuspended = (error: unknown): never => {
  throw violates(error, 'member_is_not_suspended') ? new ApiError('suspended') : error
}

/** Offers a price in a conversation of this member; throws why not, `not_found` for others. */
export const makeOffer = (deps: OffersDeps, { chatId, ...made }: NewOffer & { chatId: string }): Promise<Made> =>
  deps.db
    .transaction(async (tx) => {
      const [found] = await tx.select({ bikeId: chats.bikeId }).from(chats).where(eq(chats.id, chatId))
      const locked = found && (await lockBike(tx, found.bikeId))
      if (!locked) throw new ApiError('not_found')
      return insertOffer(tx, deps, { ...(await lockChat(tx, made.memberId, chatId)), locked }, made)
    })
    .catch(refuseSuspended)
    .catch(refuseUnreachable)

type FirstOffer = NewOffer & { bikeId: string }

/** Creates the conversation with an offer; null when another request created it meanwhile. */
const beginWithOffer = (deps: OffersDeps, { bikeId, ...made }: FirstOffer): Promise<Made | null> =>
  deps.db
    .transaction(async (tx) => {
      const locked = await lockBike(tx, bikeId)
      if (!locked) throw new ApiError('not_found')
      const chat = await insertChat(tx, deps, { memberId: made.memberId, bikeId })
      return chat && insertOffer(tx, deps, { chat, side: 'buyer', locked }, made)
    })
    .catch(refuseSuspended)
    .catch(refuseUnreachable)

/** Offers a price for a bike; the conversation begins where there is none. */
export const beginOffer = async (deps: OffersDeps, first: FirstOffer): Promise<Made> => {
  const whose = { bikeId: first.bikeId, buyerId: first.memberId }
  const existingId = await findChatId(deps.db, whose)
  const begun = existingId === undefined ? await beginWithOffer(deps, first) : null
  if (begun) return begun
  const chatId = existingId ?? (await findChatId(deps.db, whose))
  if (chatId === undefined) throw new ApiError('not_found')
  return makeOffer(deps, { ...first, chatId })
}
