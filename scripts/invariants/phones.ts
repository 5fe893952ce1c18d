// S4: proven mobile numbers. Constraints and triggers of migrations/schema/03-logins.sql hold it at every write.
import type { Invariant } from './invariant.ts'

export const phoneInvariants: readonly Invariant[] = [
  {
    id: 'S4a',
    statement: 'A proven number has one account.',
    sql: `select number, count(*) from phone_proofs group by number having count(*) > 1`,
  },
  {
    id: 'S4b',
    statement:
      'A proven number is of an account that was not removed, and a mobile number of Bangladesh in its one spelling.',
    sql: `select member_id, removed_at from phone_proofs join members on members.id = member_id
      where removed_at is not null or number !~ '^\\+8801[3-9][0-9]{8}$'`,
  },
  {
    id: 'S4c',
    statement: 'The audit log has when each number was proven; the newest entry about a number agrees with it.',
    sql: `select id from members cross join lateral (
        select what from audit where audit.member_id = members.id and what in ('phone_proven', 'phone_removed')
        order by audit.id desc limit 1) as newest
      where (what = 'phone_proven') <> exists (select from phone_proofs where member_id = members.id)
      union all select member_id from phone_proofs where not exists (
        select from audit where audit.member_id = phone_proofs.member_id and what = 'phone_proven')`,
  },
]
