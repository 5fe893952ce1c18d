// S1 to S3 and S5 to S8: cases, hidden bikes, suspended members, decisions, reported conversations, repeated texts, removals.
// Constraints in migrations/schema/19-cases.sql and in the migrations 0102, 0104, 0107 and 0108 hold them at every write.
import type { Invariant } from './invariant.ts'

const openSql =
  '(mended_at is null and (decided_at is null or (appealed_at is not null and appeal_decided_at is null)))'

export const caseInvariants: readonly Invariant[] = [
  {
    id: 'S1',
    statement: 'A bike, and a member apart from their bikes, has one open case at most.',
    sql: `select bike_id, case when bike_id is null then member_id end as about, count(*) from cases where ${openSql}
      group by 1, 2 having count(*) > 1`,
  },
  {
    id: 'S2',
    statement:
      'A hidden bike has an open case, a decision that hides it, or a suspended seller; a bike with 60 points of rules waits.',
    sql: `select bikes.id, hidden_by from bikes join members on members.id = seller_id
      where hidden_at is not null and sold_at is null and withdrawn_at is null and not case hidden_by
        when 'reports' then exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null)
        when 'rules' then exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null
          and rule_points >= 60)
        when 'moderator' then exists (select from cases where bike_id = bikes.id and decision in ('hide', 'suspend_7', 'suspend_30')
          and shown_at is null)
        else suspended_until is not null end
      union all select bikes.id, hidden_by from bikes
      where hidden_at is null and sold_at is null and withdrawn_at is null and reserved_at is null
        and (exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null and rule_points >= 60)
          or (select sum(points) from fired_rules where bike_id = bikes.id and cleared_at is null) >= 60)
      union all select bikes.id, 'points' from cases join bikes on bikes.id = bike_id
        cross join lateral (select coalesce(sum(points), 0) as fired from fired_rules
          where fired_rules.bike_id = bikes.id and cleared_at is null) as sums
        where decided_at is null and mended_at is null and withdrawn_at is null
        and rule_points <> fired and greatest(rule_points, fired) >= 30`,
  },
  {
    id: 'S3',
    statement: 'A suspended member has no bike in a list, and books and buys nothing that was not begun before.',
    sql: `with suspensions as (
        select member_id, decided_at + interval '1 minute' as since,
          case when appeal_answer = 'taken_back' then appeal_decided_at else cases.suspended_until end as until
        from cases join members on members.id = member_id
        where cases.suspended_until is not null and members.suspended_until is not null)
      select bikes.id, null::uuid as booking_id, null::uuid as deal_id from bikes join members on members.id = seller_id
        where suspended_until is not null and hidden_at is null and sold_at is null and withdrawn_at is null
      union all select null, bookings.id, null from bookings join suspensions on member_id = buyer_id
        where created_at between since and until
      union all select null, null, deals.id from deals join suspensions on member_id = buyer_id
        where requested_at between since and until
          and not exists (select from payments where deal_id = deals.id and payments.created_at < since)`,
  },
  {
    id: 'S5',
    statement:
      'Each decision, and each answer to an appeal, has a reason, another person than before and than the member, and an entry in the audit log.',
    sql: `select id, decision, decided_by from cases where num_nonnulls(decision, reason, decided_by, decided_at) not in (0, 4)
        or decided_by = member_id
        or (decided_at is not null and not exists (select from audit where what = 'case_decided' and member_id = cases.member_id
          and details ->> 'caseId' = cases.id::text))
        or num_nonnulls(appeal_answer, appeal_reason, appeal_decided_by, appeal_decided_at) not in (0, 4)
        or appeal_decided_by in (member_id, decided_by)
        or (appeal_decided_at is not null and not exists (select from audit where what = 'appeal_decided' and member_id = cases.member_id
          and details ->> 'caseId' = cases.id::text))`,
  },
  {
    id: 'S6',
    statement: 'A reported conversation is between its reporter and the member of the case.',
    sql: `select reports.id, chat_id, case_id from reports join chats on chats.id = chat_id join cases on cases.id = case_id
      where cases.bike_id is not null or reports.member_id is distinct from cases.member_id
        or (reporter_id, cases.member_id) not in ((buyer_id, seller_id), (seller_id, buyer_id))`,
  },
  {
    id: 'S7',
    statement: 'A repeated text of a case was sent by the member of the case, as a buyer.',
    sql: `select message_id, case_id from repeated_texts join cases on cases.id = case_id
      join chat_messages on chat_messages.id in (message_id, first_id) join chats on chats.id = chat_id
      where cases.bike_id is not null or sender <> 'buyer' or buyer_id <> cases.member_id`,
  },
  {
    id: 'S8',
    statement:
      'A removal that was proposed was decided by another person, one of them an admin; the audit log has the proposal.',
    sql: `select id, removal_proposed_by, decided_by from cases where removal_proposed_by is not null
      and ((decision = 'remove' and (removal_proposed_by = decided_by
          or not exists (select from members where id in (removal_proposed_by, decided_by) and role = 'Admin')))
        or removal_proposed_by = member_id
        or not exists (select from audit where what = 'removal_proposed' and member_id = cases.member_id
          and details ->> 'caseId' = cases.id::text))`,
  },
]
