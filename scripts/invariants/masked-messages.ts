// O3: before both agree, and after a deal that ended unsold, no contact detail reaches the other side. What counts as one is
// decided in code, so every copy that the other side reads is masked once more here: nothing may be left to mask.
import { z } from 'zod'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import type { Invariant } from './invariant.ts'

type Queryable = { query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

export const maskedMessagesInvariant: Invariant = {
  id: 'O3',
  statement:
    'No message from before an agreement, or from after its deal ended unsold, shows a contact detail to the other side.',
}

const Messages = z.array(z.object({ id: z.string(), shown: z.string() }))
const pageRows = 5_000

// An offer is a price in words of the shop.
const messagesSql = `select chat_messages.id, shown_body as shown from chat_messages join chats on chats.id = chat_id
  where chat_messages.id > $1 and not exists (select from offers where offers.message_id = chat_messages.id)
    and not exists (select from deals where deals.bike_id = chats.bike_id and deals.buyer_id = chats.buyer_id
      and accepted_at <= chat_messages.at
      and (closed_at is null or closed_at >= chat_messages.at or released_at is not null))
  order by chat_messages.id limit ${pageRows}`

/** The messages in which a contact detail can be read. It only reads, a page at a time. */
export const findUnmaskedMessages = async (db: Queryable): Promise<{ id: string }[]> => {
  const found: { id: string }[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const messages = Messages.parse((await db.query(messagesSql, [after])).rows)
    found.push(...messages.filter(({ shown }) => maskContactDetails(shown) !== shown).map(({ id }) => ({ id })))
    if (messages.length < pageRows) return found
    after = messages.at(-1)?.id ?? after
  }
}
