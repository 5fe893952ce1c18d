// The list of a member's conversations. Its statements are prepared: planning them takes longer than running them.
import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { ChatSummary } from '#contract/chats/chats.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chatMessages, chats } from '#market/schema/deals/chats.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { offers } from '#market/schema/deals/offers.ts'
import { chatColumns, getRowSide, messageColumns, toMessageView, toSubject } from './views.ts'

// Comes after every id.
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Prepares the ids of the newest conversations: of each side by its own index, because no index has both sides in one order. */
const prepareNewestIds = (db: Database) => {
  const selectSide = (memberColumn: PgColumn, isShown?: SQL) =>
    db
      .select({ id: chats.id, lastMessageId: chats.lastMessageId })
      .from(chats)
      .where(
        and(eq(memberColumn, sql.placeholder('memberId')), lt(chats.lastMessageId, sql.placeholder('before')), isShown),
      )
      .orderBy(desc(chats.lastMessageId))
      .limit(sql.placeholder('limit'))
  const selectBoth = (isShownToBuyer?: SQL, isShownToSeller?: SQL) =>
    unionAll(selectSide(chats.buyerId, isShownToBuyer), selectSide(chats.sellerId, isShownToSeller))
      .orderBy(sql`last_message_id desc`)
      .limit(sql.placeholder('limit'))
  return {
    all: selectBoth().prepare('chats_newest'),
    unread: selectBoth(gt(chats.buyerUnread, 0), gt(chats.sellerUnread, 0)).prepare('chats_newest_unread'),
    selling: selectSide(chats.sellerId).prepare('chats_newest_selling'),
  }
}

const prepareSummaries = (db: Database) =>
  db
    .select({ ...chatColumns, ...messageColumns })
    .from(chats)
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .innerJoin(members, eq(members.id, chats.sellerId))
    .innerJoin(chatMessages, eq(chatMessages.id, chats.lastMessageId))
    .leftJoin(offers, eq(offers.messageId, chatMessages.id))
    .leftJoin(deals, eq(deals.offerId, offers.id))
    .where(sql`${chats.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(desc(chats.lastMessageId))
    .prepare('chats_by_id')

type ListQuery = {
  show?: 'unread' | 'selling' | undefined
  /** The id of a newest message: only what is older. */
  before?: string | undefined
  limit: number
}

/** The conversations of a member with their newest messages, newest first; at most `limit`. */
export const createChatList = (db: Database) => {
  const newest = prepareNewestIds(db)
  const summaries = prepareSummaries(db)
  return async (
    { memberId, now }: { memberId: string; now: Date },
    { show, before = lastId, limit }: ListQuery,
  ): Promise<{ summary: z.input<typeof ChatSummary>; cursor: string }[]> => {
    const ids = (await newest[show ?? 'all'].execute({ memberId, before, limit })).map(({ id }) => id)
    if (ids.length === 0) return []
    const rows = await summaries.execute({ ids })
    return rows.map((row) => {
      const side = getRowSide(row, memberId)
      return { summary: { ...toSubject(row, side), last: toMessageView(row, side, now) }, cursor: row.message.id }
    })
  }
}
