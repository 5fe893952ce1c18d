// S8: inspections. Constraints and triggers of migrations/schema/26-inspections.sql hold it at every write.
import type { Invariant } from './invariant.ts'

export const inspectionInvariants: readonly Invariant[] = [
  {
    id: 'S8a',
    statement: 'The score and the counts of a signed inspection are those of its answers.',
    sql: `select inspections.id, inspections.score from inspections, inspection_counts(inspections) as counts
      where signed_at is not null and (inspections.good, inspections.worn, inspections.bad, inspections.not_looked_at, inspections.score)
        is distinct from (counts.good, counts.worn, counts.bad, counts.not_looked_at, counts.score)`,
  },
  {
    id: 'S8b',
    statement: 'The hash of a signed inspection is that of its content.',
    sql: `select id from inspections where signed_at is not null and content_hash is distinct from inspection_hash(inspections)`,
  },
  {
    id: 'S8c',
    statement: 'A trigger refuses every change of a signed inspection and of its answers.',
    sql: `select wanted.name from (values ('inspections', 'protect_inspection', 27), ('inspection_answers', 'protect_answer', 31))
        as wanted (name, function, kind)
      where not exists (select from pg_trigger
        where tgrelid = wanted.name::regclass and tgname = 'signed_inspection_stays' and tgenabled = 'O'
          and tgtype = wanted.kind and tgfoid = wanted.function::regproc)`,
  },
  {
    id: 'S8d',
    statement:
      'An inspection is by the seller of the bike or by the buyer of its deal, and a seller answers quick points.',
    sql: `select inspections.id from inspections join bikes on bikes.id = inspections.bike_id
      left join deals on deals.id = deal_id
      where case when deal_id is null then kind = 'buyer' or bikes.seller_id <> member_id
          else kind = 'seller' or (deals.bike_id, deals.buyer_id) is distinct from (inspections.bike_id, member_id) end
        or (kind = 'seller' and exists (select from inspection_answers join inspection_points using (point)
          where inspection_id = inspections.id and not is_quick))`,
  },
  {
    id: 'S8e',
    statement: 'A bike has the mark of an inspection exactly if somebody signed one that everybody reads.',
    sql: `select id from bikes where (inspected_at is not null)
      <> exists (select from inspections where bike_id = bikes.id and signed_at is not null and deal_id is null)`,
  },
]
