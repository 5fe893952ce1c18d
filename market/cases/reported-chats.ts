// Reads the conversations that a case is about, for its moderator.
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { and, desc, eq, lte, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chatMessages, chats } from '#market/schema/deals/chats.ts'
import { offers } from '#market/schema/deals/offers.ts'
import { type Case, repeatedTexts, reports } from '#market/schema/people/cases.ts'
import { type Member, members } from '#market/schema/people/members.ts'

type ReportedChat = z.input<(typeof caseCalls)['GET /cases/:id']['response']>['chats'][number]

// As many as one repeated text and five reports have.
const maxChats = 10
const maxMessages = 50

const buyers = alias(members, 'buyers')
const sellers = alias(members, 'sellers')

/** What was written after the end of a case is nothing for its moderators; null while it is open. */
const getEnd = ({ decidedAt, appealedAt, appealDecidedAt }: Case): Date | null =>
  appealedAt === null ? decidedAt : appealDecidedAt

const listMessages = async (tx: Transaction, chatId: string, end: Date | null): Promise<ReportedChat['messages']> => {
  const rows = await tx
    .select({ message: chatMessages, price: offers.priceTaka })
    .from(chatMessages)
    .leftJoin(offers, eq(offers.messageId, chatMessages.id))
    .where(and(eq(chatMessages.chatId, chatId), end === null ? undefined : lte(chatMessages.at, end)))
    .orderBy(desc(chatMessages.number))
    .limit(maxMessages)
  return rows.toReversed().map(({ message: { number, sender, body, at }, price }) => ({
    number,
    side: sender,
    text: price === null ? body : '',
    price,
    at: at.toISOString(),
  }))
}

/** The conversations of a case by what names them: a report of one, or a message with a text that went to many sellers. */
const selectNamed = (tx: Transaction, caseId: string) =>
  unionAll(
    tx
      .select({
        chatId: sql<string>`${reports.chatId}`.as('chat_id'),
        namedBy: sql<string>`${reports.id}::text`.as('named_by'),
      })
      .from(reports)
      .where(eq(reports.caseId, caseId)),
    tx
      .select({
        chatId: sql<string>`${chatMessages.chatId}`.as('chat_id'),
        namedBy: sql<string>`${chatMessages.id}::text`.as('named_by'),
      })
      .from(repeatedTexts)
      .innerJoin(chatMessages, eq(chatMessages.id, repeatedTexts.messageId))
      .where(eq(repeatedTexts.caseId, caseId)),
  ).as('named')

/**
 * The conversations of a case, what was named last first, with what was written and not what the other side read. When this
 * returns, the audit log says who read each. Nobody reads a conversation of their own here: it has the other's numbers.
 */
export const readReportedChats = (db: Database, found: Case, me: Member): Promise<ReportedChat[]> =>
  db.transaction(async (tx) => {
    const named = selectNamed(tx, found.id)
    const ofCase = tx
      .select({ chatId: named.chatId, newest: sql`max(${named.namedBy})`.as('newest') })
      .from(named)
      .groupBy(named.chatId)
      .as('of_case')
    const rows = await tx
      .select({ chat: chats, productName: bikes.name, buyerName: buyers.name, sellerName: sellers.name })
      .from(ofCase)
      .innerJoin(chats, eq(chats.id, ofCase.chatId))
      .innerJoin(bikes, eq(bikes.id, chats.bikeId))
      .innerJoin(buyers, eq(buyers.id, chats.buyerId))
      .innerJoin(sellers, eq(sellers.id, chats.sellerId))
      .where(and(ne(chats.buyerId, me.id), ne(chats.sellerId, me.id)))
      .orderBy(desc(ofCase.newest))
      .limit(maxChats)
    const read: ReportedChat[] = []
    for (const { chat, ...names } of rows) {
      await tx.execute(sql`select record_read_conversation(${found.id}, ${chat.id})`)
      const messages = await listMessages(tx, chat.id, getEnd(found))
      read.push({
        _id: chat.id,
        ...names,
        reportedSide: chat.buyerId === found.memberId ? 'buyer' : 'seller',
        messages,
      })
    }
    return read
  })
