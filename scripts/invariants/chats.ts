// O4 and O5: the invariants of conversations, each as a query that selects violating rows.
import type { Invariant } from './invariant.ts'

export const chatInvariants: readonly Invariant[] = [
  {
    id: 'O4',
    statement: 'What is unread in a conversation is what the other side wrote after the last message that was read.',
    sql: `select chats.id, last_number, buyer_unread, seller_unread from chats
      left join lateral (select count(*) as stored, max(number) as newest,
          count(*) filter (where sender = 'seller' and number > buyer_seen) as for_buyer,
          count(*) filter (where sender = 'buyer' and number > seller_seen) as for_seller
        from chat_messages where chat_id = chats.id) as messages on true
      where stored <> last_number or coalesce(newest, 0) <> last_number
        or for_buyer <> buyer_unread or for_seller <> seller_unread`,
  },
  {
    id: 'O5',
    statement:
      'Nothing was written from or to a blocked or removed member, and no deal began after a block but by a payment from before it.',
    sql: `select chat_messages.id, at from chat_messages join chats on chats.id = chat_id
      where exists (select from member_blocks where created_at < at
          and (blocker_id, blocked_id) in ((buyer_id, seller_id), (seller_id, buyer_id)))
        or exists (select from members where members.id in (buyer_id, seller_id) and removed_at < at)
      union all select deals.id, requested_at from member_blocks join deals
        on (blocker_id, blocked_id) in ((buyer_id, seller_id), (seller_id, buyer_id)) and created_at < requested_at
      where not exists (select from payments where deal_id = deals.id and payments.created_at < member_blocks.created_at)`,
  },
]
