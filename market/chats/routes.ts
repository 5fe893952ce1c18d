// The endpoints of conversations.
import { eq, sql } from 'drizzle-orm'
import type { chatCalls } from '#contract/chats/chat-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes, bikeStatus } from '#market/schema/bikes/bikes.ts'
import { mayBuy } from '#market/deals/booking-checks.ts'
import type { Member } from '#market/schema/people/members.ts'
import { members } from '#market/schema/people/members.ts'
import { createChatList } from './chat-list.ts'
import { toOfferTerms } from './offers/may-offer.ts'
import { findOfferSurroundings } from './offers/views.ts'
import { setBlock } from './blocks.ts'
import { beginChat, type ChatsDeps, countUnreadChats, findChatId, markRead, writeMessage } from './messages.ts'
import type { ChatMessage } from '#market/schema/deals/chats.ts'
import { findChat, listMessages, type MessageRow, toMessageView } from './views.ts'

/** What a buyer sees before the first message to the seller of a bike. */
const getStart = async ({ db, now }: ChatsDeps, me: Member, slug: string) => {
  const [row] = await db
    .select({ bike: bikes, status: bikeStatus, isSellerVerified: sql<boolean>`${members.verifiedAt} is not null` })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(eq(bikes.slug, slug))
  if (!row) throw new ApiError('not_found')
  const { bike, status, isSellerVerified } = row
  if (bike.sellerId === me.id) throw new ApiError('own_bike')
  const chatId = (await findChatId(db, { bikeId: bike.id, buyerId: me.id })) ?? null
  // A withdrawn or hidden bike has no page either.
  if (chatId === null && (bike.withdrawnAt || bike.hiddenAt)) throw new ApiError('not_found')
  const canWrite = mayBuy(bike, me.id) === null
  const chat = { id: chatId, bikeId: bike.id, buyerId: me.id }
  return {
    side: 'buyer' as const,
    productId: bike.id,
    slug: bike.slug,
    productName: bike.name,
    image: bike.picture,
    price: bike.salePriceTaka,
    status,
    otherName: bike.sellerName,
    isOtherVerified: isSellerVerified,
    chatId,
    canWrite,
    ...toOfferTerms(await findOfferSurroundings(db, { chat, side: 'buyer', canWrite }), bike.salePriceTaka, now()),
  }
}

const getChat = async ({ db, now }: ChatsDeps, me: Member, id: string) => {
  const chat = await findChat(db, { memberId: me.id, now: now() }, id)
  if (!chat) throw new ApiError('not_found')
  return chat
}

const toWords = (message: ChatMessage): MessageRow => ({ message, offer: null, deal: null })

const createList = (deps: ChatsDeps): Handlers<typeof chatCalls, Member>['GET /chats'] => {
  const listChats = createChatList(deps.db)
  return async ({ me, query }) => {
    const limit = parseLimit(query)
    const before = query.cursor === undefined ? undefined : parseCursorId(query.cursor)
    const rows = await listChats({ memberId: me.id, now: deps.now() }, { show: query.show, before, limit: limit + 1 })
    const { items, next } = toPage(rows, limit, ({ cursor }) => cursor)
    return { items: items.map(({ summary }) => summary), next }
  }
}

/** The endpoints of conversations. */
export const chatRoutes = (deps: ChatsDeps): Handlers<typeof chatCalls, Member> => ({
  'GET /chats': createList(deps),
  'GET /chats/count': async ({ me }) => ({ unread: await countUnreadChats(deps.db, me.id) }),
  'GET /bikes/:slug/chat': ({ me, params }) => getStart(deps, me, params.slug),
  'POST /chats': async ({ me, body: { productId, ...message } }) => {
    const stored = await beginChat(deps, { ...message, memberId: me.id, bikeId: productId })
    return { chatId: stored.chatId, message: toMessageView(toWords(stored), 'buyer', deps.now()) }
  },
  'GET /chats/:id': ({ me, params }) => getChat(deps, me, params.id),
  'GET /chats/:id/messages': async ({ me, params, query }) => {
    const { side } = await getChat(deps, me, params.id)
    const limit = parseLimit(query)
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    const rows = await listMessages(deps.db, { chatId: params.id, before, limit: limit + 1 })
    return toPage(
      rows.map((row) => toMessageView(row, side, deps.now())),
      limit,
      ({ number }) => String(number),
    )
  },
  'POST /chats/:id/messages': async ({ me, params, body }) => {
    const { message, side } = await writeMessage(deps, { ...body, memberId: me.id, chatId: params.id })
    return toMessageView(toWords(message), side, deps.now())
  },
  'PUT /chats/:id/seen': async ({ me, params, body }) => ({
    modifiedCount: (await markRead(deps, { memberId: me.id, chatId: params.id, number: body.number })) ? 1 : 0,
  }),
  'PUT /chats/:id/block': async ({ me, params, body }) => ({
    modifiedCount: (await setBlock(deps, { memberId: me.id, chatId: params.id, isBlocked: body.blocked })) ? 1 : 0,
  }),
})
