// S6: badges of verified sellers. Constraints and triggers of migrations/schema/21-badges.sql hold it at every write.
import type { Invariant } from './invariant.ts'

export const badgeInvariants: readonly Invariant[] = [
  {
    id: 'S6a',
    statement: 'A member is shown as verified exactly while they have a badge that has not ended.',
    sql: `select id, verified_at from members where (verified_at is not null)
        <> exists (select from badges where member_id = members.id and ended_at is null)`,
  },
  {
    id: 'S6b',
    statement: 'No badge is shown an hour after its end; one that was taken back names a person and a reason.',
    sql: `select id, ends_at, end_cause from badges where (ended_at is null and ends_at < now() - interval '1 hour')
        or (end_cause = 'taken_back' and num_nonnulls(taken_by, reason) < 2)`,
  },
  {
    id: 'S6c',
    statement: 'The audit log has every badge that was given, and every end.',
    sql: `select id, ended_at from badges where not exists (select from audit
          where audit.member_id = badges.member_id and what = 'badge_given' and details ->> 'badgeId' = badges.id::text)
        or (ended_at is not null and not exists (select from audit
          where audit.member_id = badges.member_id and what = 'badge_ended' and details ->> 'badgeId' = badges.id::text))`,
  },
]
