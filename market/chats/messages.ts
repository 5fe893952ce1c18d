// Writes messages. Every message locks its conversation, so that numbers have no gap. Locks are taken in this order: bike,
// chat, members; a new conversation locks both members before it exists.
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type Database, type Transaction, violates } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { mayBuy } from '#market/deals/booking-checks.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { assertMayBegin } from './may-begin.ts'
import { assertMayWrite, getSide, type Side, type Surroundings } from './may-write.ts'
import { type Chat, type ChatMessage, chatMessages, chats } from '#market/schema/deals/chats.ts'
import { recordSentText } from './sent-texts.ts'
import { areNumbersShown, toSurroundings } from './views.ts'
import { members } from '#market/schema/people/members.ts'
import { notify, reloadPages, toReloadPages } from '#market/notifications/notify.ts'

export type ChatsDeps = { db: Database; now: () => Date; createId: () => string }
type WriteDeps = Omit<ChatsDeps, 'db'>

type NewMessage = { text: string; clientId: string }

/** What writing in a conversation needs of it. */
export type LockedChat = Omit<Chat, 'createdAt' | 'lastMessageId'>

/** Locks a conversation of this member; throws `not_found` for others. */
export const lockChat = async (
  tx: Transaction,
  memberId: string,
  chatId: string,
): Promise<{ chat: LockedChat; side: Side }> => {
  const { rows } = await tx.execute<LockedChat>(sql`
    select id, bike_id as "bikeId", buyer_id as "buyerId", seller_id as "sellerId", last_number as "lastNumber",
      buyer_seen as "buyerSeen", seller_seen as "sellerSeen", buyer_unread as "buyerUnread", seller_unread as "sellerUnread"
    from chats where id = ${chatId} for no key update`)
  const [chat] = rows
  const side = chat && getSide(chat, memberId)
  if (!chat || !side) throw new ApiError('not_found')
  return { chat, side }
}

/** What decides whether this member may write in a conversation. */
export const findSurroundings = async (tx: Transaction, chatId: string, memberId: string) => {
  const [around] = await tx
    .select({ ...toSurroundings(memberId), areNumbersShown })
    .from(chats)
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .where(eq(chats.id, chatId))
  if (!around) throw new ApiError('not_found')
  return around
}

/** The message of a side with this id, which its page made; undefined without one. */
export const findRepeated = async (
  tx: Transaction,
  chatId: string,
  { side, clientId }: { side: Side; clientId: string },
): Promise<ChatMessage | undefined> => {
  const isSame = and(
    eq(chatMessages.chatId, chatId),
    eq(chatMessages.sender, side),
    eq(chatMessages.clientId, clientId),
  )
  const [message] = await tx.select().from(chatMessages).where(isSame)
  return message
}

/** What the other side is told of a message: each offer, with its price, and the first words that they have not read. */
type Notice = { kind: 'message' } | { kind: 'offer_made'; number: number }

type MessageFields = Pick<ChatMessage, 'sender' | 'body' | 'shownBody' | 'clientId'>

/** Tells the other side of an offer, and of the first message that they have not read. */
const notifyOther = async (
  tx: Transaction,
  deps: WriteDeps,
  { chat, message, notice }: { chat: LockedChat; message: ChatMessage; notice: Notice },
): Promise<void> => {
  const [memberId, unread] =
    message.sender === 'buyer' ? [chat.sellerId, chat.sellerUnread] : [chat.buyerId, chat.buyerUnread]
  if (unread === 0 || notice.kind !== 'message')
    await notify(tx, deps, [{ ...notice, memberId, causeId: message.id, bikeId: chat.bikeId, chatId: chat.id }])
}

/**
 * Stores a message in the locked conversation and tells both sides. One statement stores it, counts it and reloads the open
 * pages, because each statement of a transaction costs the server as much as the work that it does.
 */
export const insertMessage = async (
  tx: Transaction,
  deps: WriteDeps,
  chat: LockedChat,
  { sender, body, shownBody, clientId }: MessageFields,
  notice: Notice = { kind: 'message' },
): Promise<ChatMessage> => {
  const at = deps.now()
  const id = deps.createId()
  const number = chat.lastNumber + 1
  const [buyerGets, sellerGets] = sender === 'buyer' ? [0, 1] : [1, 0]
  await tx.execute(sql`
    with stored as (
      insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
      values (${id}, ${chat.id}, ${number}, ${sender}, ${body}, ${shownBody}, ${clientId}, ${at.toISOString()})
    ), counted as (
      update chats set last_number = ${number}, last_message_id = ${id},
        buyer_unread = buyer_unread + ${buyerGets}, seller_unread = seller_unread + ${sellerGets}
      where id = ${chat.id}
    )
    ${toReloadPages([chat.buyerId, chat.sellerId])}`)
  const message = { id, chatId: chat.id, number, sender, body, shownBody, clientId, at }
  await notifyOther(tx, deps, { chat, message, notice })
  return message
}

/** Stores what somebody wrote. It is counted last, so that messages of one buyer wait for each other no longer than needed. */
const insertText = async (
  tx: Transaction,
  deps: WriteDeps,
  chat: LockedChat,
  fields: MessageFields,
): Promise<ChatMessage> => {
  const message = await insertMessage(tx, deps, chat, fields)
  if (message.sender === 'buyer') await recordSentText(tx, chat, message)
  return message
}

/** Throws `chat_closed` where a block or a removal came first. */
export const refuseUnreachable = (error: unknown): never => {
  throw violates(error, 'message_reaches_member') ? new ApiError('chat_closed') : error
}

/** What decides whether a side may write, and whether its page sent this message before. */
const findBeforeWriting = async (
  tx: Transaction,
  { chatId, memberId, side, clientId }: { chatId: string; memberId: string; side: Side; clientId: string },
) => {
  const columns = Object.entries({ ...toSurroundings(memberId), areNumbersShown })
  const { rows } = await tx.execute<Surroundings & { areNumbersShown: boolean; isRepeated: boolean }>(sql`
    select ${sql.join(
      columns.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
      sql`, `,
    )}, exists (select from chat_messages
      where chat_id = ${chatId} and sender = ${side} and client_id = ${clientId}) as "isRepeated"
    from chats join bikes on bikes.id = chats.bike_id where chats.id = ${chatId}`)
  const [found] = rows
  if (!found) throw new ApiError('not_found')
  return found
}

/** Writes a message; the same `clientId` again answers with the message that is stored. */
export const writeMessage = (
  deps: ChatsDeps,
  { memberId, chatId, text, clientId }: NewMessage & { memberId: string; chatId: string },
): Promise<{ message: ChatMessage; side: Side }> =>
  deps.db
    .transaction(async (tx) => {
      const { chat, side } = await lockChat(tx, memberId, chatId)
      // A statement of its own: it sees what was stored while this one waited for the lock.
      const around = await findBeforeWriting(tx, { chatId, memberId, side, clientId })
      const repeated = around.isRepeated ? await findRepeated(tx, chatId, { side, clientId }) : undefined
      if (repeated) return { message: repeated, side }
      assertMayWrite(around)
      const shownBody = around.areNumbersShown ? text : maskContactDetails(text)
      return { message: await insertText(tx, deps, chat, { sender: side, body: text, shownBody, clientId }), side }
    })
    .catch(refuseUnreachable)

/** The conversation of a buyer about a bike; undefined without one. */
export const findChatId = async (
  db: Pick<Database, 'select'>,
  { bikeId, buyerId }: { bikeId: string; buyerId: string },
): Promise<string | undefined> => {
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.bikeId, bikeId), eq(chats.buyerId, buyerId)))
  return chat?.id
}

type FirstMessage = NewMessage & { memberId: string; bikeId: string }

/**
 * Creates the conversation of a buyer about a bike, which needs a first message then; null when another request created it
 * meanwhile. Throws why the bike cannot be asked about.
 */
export const insertChat = async (
  tx: Transaction,
  deps: WriteDeps,
  { memberId, bikeId }: Pick<FirstMessage, 'memberId' | 'bikeId'>,
): Promise<Chat | null> => {
  const [bike] = await tx.select().from(bikes).where(eq(bikes.id, bikeId))
  const apiError = mayBuy(bike, memberId)
  if (apiError || !bike) throw apiError ?? new ApiError('not_found')
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, [memberId, bike.sellerId]))
    .orderBy(members.id)
    .for('no key update')
  await assertMayBegin(tx, memberId, deps.now())
  const [chat] = await tx
    .insert(chats)
    .values({ id: deps.createId(), bikeId, buyerId: memberId, sellerId: bike.sellerId, createdAt: deps.now() })
    .onConflictDoNothing()
    .returning()
  if (!chat) return null
  assertMayWrite(await findSurroundings(tx, chat.id, memberId))
  return chat
}

/** Creates the conversation with its first message; null when another request created it meanwhile. */
const createChat = (deps: ChatsDeps, first: FirstMessage) =>
  deps.db.transaction(async (tx) => {
    const chat = await insertChat(tx, deps, first)
    if (!chat) return null
    const { text, clientId } = first
    const shownBody = maskContactDetails(text)
    return insertText(tx, deps, chat, { sender: 'buyer', body: text, shownBody, clientId })
  })

/** Begins a conversation about a bike, or writes in the one that there is. */
export const beginChat = async (deps: ChatsDeps, first: FirstMessage): Promise<ChatMessage> => {
  const whose = { bikeId: first.bikeId, buyerId: first.memberId }
  const existingId = await findChatId(deps.db, whose)
  const created = existingId === undefined ? await createChat(deps, first).catch(refuseUnreachable) : null
  if (created) return created
  const chatId = existingId ?? (await findChatId(deps.db, whose))
  if (chatId === undefined) throw new ApiError('not_found')
  return (await writeMessage(deps, { ...first, chatId })).message
}

/** Remembers up to which message this member has read; returns whether anything changed. */
export const markRead = (
  deps: ChatsDeps,
  { memberId, chatId, number }: { memberId: string; chatId: string; number: number },
): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { chat, side } = await lockChat(tx, memberId, chatId)
    const seen = Math.min(number, chat.lastNumber)
    if (seen <= (side === 'buyer' ? chat.buyerSeen : chat.sellerSeen)) return false
    const isUnread = and(
      eq(chatMessages.chatId, chatId),
      gt(chatMessages.number, seen),
      eq(chatMessages.sender, side === 'buyer' ? 'seller' : 'buyer'),
    )
    const unread = await tx.$count(chatMessages, isUnread)
    const changes =
      side === 'buyer' ? { buyerSeen: seen, buyerUnread: unread } : { sellerSeen: seen, sellerUnread: unread }
    await tx.update(chats).set(changes).where(eq(chats.id, chatId))
    if (unread === 0)
      await tx.execute(sql`update notifications set seen_at = ${deps.now().toISOString()}
        where chat_id = ${chatId} and member_id = ${memberId} and seen_at is null`)
    await reloadPages(tx, [chat.buyerId, chat.sellerId])
    return true
  })

/** How many conversations of a member have messages that the member has not read. */
export const countUnreadChats = (db: Database, memberId: string): Promise<number> =>
  db.$count(
    chats,
    or(
      and(eq(chats.buyerId, memberId), gt(chats.buyerUnread, 0)),
      and(eq(chats.sellerId, memberId), gt(chats.sellerUnread, 0)),
    ),
  )
