// S6: badges of verified sellers, and what is asked for before. Constraints and triggers of migrations/schema/21-badges.sql and
// migrations/0115_badge_questions.sql hold it at every write.
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
  {
    id: 'S6d',
    statement: 'Nobody is asked for something who has a badge, is no seller or has left.',
    sql: `select badge_questions.id, wanted from badge_questions join members on members.id = member_id
      where ended_at is null and (verified_at is not null or removed_at is not null or role <> 'Seller')`,
  },
  {
    id: 'S6e',
    statement: 'The audit log has everything that a seller was asked for, and how it ended.',
    sql: `select id, ended_at from badge_questions where not exists (select from audit
          where audit.member_id = badge_questions.member_id and what = 'badge_question_asked'
            and details ->> 'questionId' = badge_questions.id::text)
        or (ended_at is not null and not exists (select from audit
          where audit.member_id = badge_questions.member_id and what = 'badge_question_ended'
            and details ->> 'questionId' = badge_questions.id::text))`,
  },
]
