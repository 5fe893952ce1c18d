// S7: ratings of deals. Constraints and triggers of migrations/schema/22-ratings.sql hold it at every write.
import type { Invariant } from './invariant.ts'

export const ratingInvariants: readonly Invariant[] = [
  {
    id: 'S7a',
    statement:
      'A rating is by one side of a deal that ended in a sale, about the other, within 14 days; one for each side.',
    sql: `select ratings.id, deal_id, side from ratings join deals on deals.id = deal_id
      where closed_at is null
        or not ((close_reason = 'released' and handed_over_at is not null) or close_reason = 'sold_for_cash')
        or author_id <> case side when 'buyer' then buyer_id else seller_id end
        or subject_id <> case side when 'buyer' then seller_id else buyer_id end
        or given_at < closed_at or given_at >= reveal_at or reveal_at <> closed_at + interval '336 hours'
        or exists (select from ratings as twin where twin.deal_id = ratings.deal_id and twin.side = ratings.side and twin.id <> ratings.id)`,
  },
  {
    id: 'S7b',
    statement:
      'Two ratings of a deal are both shown; one alone is hidden for 14 days, and not longer than an hour more.',
    sql: `select id, deal_id, side, revealed_at, reveal_at from ratings
      cross join lateral (select count(*) as given from ratings as one where one.deal_id = ratings.deal_id) as of_deal
      where (given = 2 and revealed_at is null) or (given = 1 and revealed_at < reveal_at)
        or (revealed_at is null and reveal_at < now() - interval '1 hour')`,
  },
  {
    id: 'S7c',
    statement: 'Words have a masked form, and only a shown rating has a reply.',
    sql: `select id from ratings where (words is null) <> (shown_words is null) or (reply is null) <> (shown_reply is null)
      or (replied_at is not null and (revealed_at is null or replied_at < revealed_at))`,
  },
]
