// Reads conversations as one of their sides sees them.
import { and, desc, eq, inArray, lt, max, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Chat as ChatShape, ChatMessage as MessageShape } from '#contract/chats/chats.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, bikeStatus } from '#market/schema/bikes/bikes.ts'
import { getWriting, type Side, type Surroundings } from './may-write.ts'
import { chatMessages, chats, type Chat, type ChatMessage } from '#market/schema/deals/chats.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { toOfferTerms } from './offers/may-offer.ts'
import { offers } from '#market/schema/deals/offers.ts'
import { findOfferSurroundings, type OfferRow, toOfferView } from './offers/views.ts'

type ReadDatabase = Pick<Database, 'select' | 'execute'>

/** SQL of a chat in the query: the two see each other's numbers, as in their deal: it is accepted, or was released. */
export const areNumbersShown = sql<boolean>`exists (select from deals where deals.bike_id = ${chats.bikeId}
  and deals.buyer_id = ${chats.buyerId} and deals.accepted_at is not null
  and (deals.closed_at is null or deals.released_at is not null))`

const hasLiveDeal = sql<boolean>`exists (select from deals where deals.bike_id = ${chats.bikeId}
  and deals.buyer_id = ${chats.buyerId} and deals.closed_at is null)`

/** SQL: what decides whether a member may write; the query has the chat and its bike. */
export const toSurroundings = (memberId: string) => {
  const otherId = sql`case when ${chats.buyerId} = ${memberId} then ${chats.sellerId} else ${chats.buyerId} end`
  return {
    isSold: sql<boolean>`${bikes.soldAt} is not null`,
    isWithdrawn: sql<boolean>`${bikes.withdrawnAt} is not null`,
    isHidden: sql<boolean>`${bikes.hiddenAt} is not null or exists (select from members
      where members.id in (${chats.buyerId}, ${chats.sellerId}) and suspended_until is not null)`,
    hasLiveDeal,
    hasBlocked: sql<boolean>`exists (select from member_blocks
      where blocker_id = ${memberId} and blocked_id = ${otherId})`,
    isUnreachable: sql<boolean>`exists (select from member_blocks
      where blocker_id = ${otherId} and blocked_id = ${memberId})
      or exists (select from members where members.id = ${otherId} and removed_at is not null)`,
  } satisfies Record<keyof Surroundings, SQL>
}

/** SQL: a seller reads the first name of the buyer until both agree. */
const buyerName = sql<string>`(select case when ${areNumbersShown} then buyer.name else split_part(buyer.name, ' ', 1) end
  from members as buyer where buyer.id = ${chats.buyerId})`

export const chatColumns = {
  chat: chats,
  slug: bikes.slug,
  productName: bikes.name,
  image: bikes.picture,
  price: bikes.salePriceTaka,
  status: bikeStatus,
  sellerName: bikes.sellerName,
  buyerName,
  isSellerVerified: sql<boolean>`${members.verifiedAt} is not null`,
}

export type ChatRow = {
  chat: Chat
  slug: string
  productName: string
  image: string
  price: number
  status: z.output<typeof ChatShape>['status']
  sellerName: string
  buyerName: string
  isSellerVerified: boolean
}

export const getRowSide = ({ chat }: ChatRow, memberId: string): Side =>
  chat.buyerId === memberId ? 'buyer' : 'seller'

export const toSubject = (row: ChatRow, side: Side) => ({
  _id: row.chat.id,
  side,
  productId: row.chat.bikeId,
  slug: row.slug,
  productName: row.productName,
  image: row.image,
  price: row.price,
  status: row.status,
  otherName: side === 'buyer' ? row.sellerName : row.buyerName,
  isOtherVerified: side === 'buyer' && row.isSellerVerified,
  unread: side === 'buyer' ? row.chat.buyerUnread : row.chat.sellerUnread,
})

/** A message with the offer that it is, and its deal. */
export type MessageRow = { message: ChatMessage; offer: OfferRow['offer'] | null; deal: OfferRow['deal'] }

export const messageColumns = {
  message: chatMessages,
  offer: offers,
  deal: { id: deals.id, bookDueAt: deals.bookDueAt, closedAt: deals.closedAt },
}

/** A message as this side reads it: the own text as written, the other side's masked copy. */
export const toMessageView = (
  { message, offer, deal }: MessageRow,
  side: Side,
  now: Date,
): z.input<typeof MessageShape> => {
  const isMine = message.sender === side
  return {
    number: message.number,
    isMine,
    text: offer ? '' : isMine ? message.body : message.shownBody,
    offer: offer && toOfferView({ offer, deal }, side, now),
    isMasked: message.body !== message.shownBody,
    at: message.at.toISOString(),
  }
}

const liveDealId = sql<string | null>`(select deals.id from deals where deals.bike_id = ${chats.bikeId}
  and deals.buyer_id = ${chats.buyerId} and (deals.closed_at is null or deals.held_at is not null)
  order by deals.closed_at is null desc, deals.id desc limit 1)`

const isHidden = sql<boolean>`${bikes.hiddenAt} is not null`

/**
 * Up to which message the other side has read. Who answers an offer has read it; a refusal by the floor must not be told
 * apart by a message that was never opened.
 */
const findOtherSeen = async (db: ReadDatabase, chat: Chat, side: Side): Promise<number> => {
  const seen = side === 'buyer' ? chat.sellerSeen : chat.buyerSeen
  const isAnswered = and(
    eq(offers.chatId, chat.id),
    eq(offers.maker, side),
    inArray(offers.outcome, ['accepted', 'refused', 'countered']),
  )
  const [answered] = await db
    .select({ number: max(chatMessages.number) })
    .from(offers)
    .innerJoin(chatMessages, eq(chatMessages.id, offers.messageId))
    .where(isAnswered)
  return Math.max(seen, answered?.number ?? 0)
}

/** One conversation of a member; undefined for others. */
export const findChat = async (
  db: ReadDatabase,
  { memberId, now }: { memberId: string; now: Date },
  chatId: string,
): Promise<z.input<typeof ChatShape> | undefined> => {
  const [row] = await db
    .select({ ...chatColumns, ...toSurroundings(memberId), areNumbersShown, dealId: liveDealId, isHidden })
    .from(chats)
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .innerJoin(members, eq(members.id, chats.sellerId))
    .where(and(eq(chats.id, chatId), or(eq(chats.buyerId, memberId), eq(chats.sellerId, memberId))))
  if (!row) return undefined
  const side = getRowSide(row, memberId)
  const writing = getWriting(row)
  const canWrite = writing === 'open' && !row.isHidden
  const around = await findOfferSurroundings(db, { chat: row.chat, side, canWrite })
  return {
    ...toSubject(row, side),
    writing,
    otherSeen: await findOtherSeen(db, row.chat, side),
    ...toOfferTerms(around, row.price, now),
    lastNumber: row.chat.lastNumber,
    areNumbersShown: row.areNumbersShown,
    dealId: row.dealId,
  }
}

/** The newest messages of a conversation before a number, newest first. */
export const listMessages = (
  db: ReadDatabase,
  { chatId, before, limit }: { chatId: string; before: number | undefined; limit: number },
): Promise<MessageRow[]> =>
  db
    .select(messageColumns)
    .from(chatMessages)
    .leftJoin(offers, eq(offers.messageId, chatMessages.id))
    .leftJoin(deals, eq(deals.offerId, offers.id))
    .where(and(eq(chatMessages.chatId, chatId), before === undefined ? undefined : lt(chatMessages.number, before)))
    .orderBy(desc(chatMessages.number))
    .limit(limit)
