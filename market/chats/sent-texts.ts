// Counts to how many sellers a buyer sends the same text on one day (docs/decisions/0130-the-same-text-to-many-sellers.md).
import { sql } from 'drizzle-orm'
import { minSellersOfRepeatedText } from '#contract/limits.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Chat, ChatMessage } from '#market/schema/deals/chats.ts'
import { hashText } from './text-hash.ts'

/**
 * Counts the seller of a buyer's message once for each text and day, until there are as many as open a case. It reads the
 * text as the seller does, so another number or link in it does not make another text.
 */
export const recordSentText = async (
  tx: Transaction,
  { buyerId, sellerId }: Pick<Chat, 'buyerId' | 'sellerId'>,
  { id, shownBody, at }: ChatMessage,
): Promise<void> => {
  const hash = hashText(shownBody)
  if (hash === null) return
  const day = getDhakaDay(at)
  let hasToRepeat = true
  while (hasToRepeat) {
    // A message of this moment has taken the same place: the next statement sees it.
    const { rows } = await tx.execute<{ hasToRepeat: boolean }>(sql`
      with found as (
        select count(*)::int as sellers, coalesce(bool_or(seller_id = ${sellerId}), false) as is_known
        from sent_texts where member_id = ${buyerId} and day = ${day} and text_hash = ${hash}
      ), added as (
        insert into sent_texts (member_id, day, text_hash, place, seller_id, message_id, opens_case)
        select ${buyerId}::uuid, ${day}::date, ${hash}, sellers + 1, ${sellerId}::uuid, ${id}::uuid,
          sellers + 1 = ${minSellersOfRepeatedText}
        from found where sellers < ${minSellersOfRepeatedText} and not is_known
        on conflict do nothing returning place
      )
      select sellers < ${minSellersOfRepeatedText} and not is_known and not exists (select from added) as "hasToRepeat"
      from found`)
    hasToRepeat = rows[0]?.hasToRepeat ?? false
  }
}
