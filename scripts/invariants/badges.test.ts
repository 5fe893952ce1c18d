// Each invariant of badges, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvariantHarness, type InvariantHarness, rahimIdSql } from '#tests/support/invariant-harness.ts'
import { badgeInvariants } from './badges.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const ofRahim = `where member_id = ${rahimIdSql}`
// Triggers write it elsewhere; they do not run for planted rows.
const auditEndSql = `insert into audit (actor, what, member_id, details)
  select 'system', 'badge_ended', member_id, jsonb_build_object('badgeId', id) from badges ${ofRahim};
  insert into audit (actor, what, member_id, details) values ('system', 'verification_taken', ${rahimIdSql}, '{}');`
const endSql = `update badges set ended_at = now(), end_cause = 'expired' ${ofRahim};`
const askSql = `insert into badge_questions (id, member_id, asked_by, wanted, asked_at)
  select gen_random_uuid(), ${rahimIdSql}, id, 'papers', now() from members where role = 'Admin' limit 1;`
const endQuestionSql = `update badge_questions set ended_at = now(), end_cause = 'answered' ${ofRahim};`
const auditQuestionSql = (what: 'asked' | 'ended') => `insert into audit (actor, what, member_id, details)
  select 'system', 'badge_question_${what}', member_id, jsonb_build_object('questionId', id) from badge_questions ${ofRahim};`
const unverifySql = `update members set verified_at = null where id = ${rahimIdSql};`

const faults: [id: string, story: string, sql: string][] = [
  [
    'S6a',
    'a badge has ended and the member is still shown as verified',
    `${endSql} insert into audit (actor, what, member_id, details)
      select 'system', 'badge_ended', member_id, jsonb_build_object('badgeId', id) from badges ${ofRahim}`,
  ],
  [
    'S6b',
    'a badge is shown after its end',
    `update badges set given_at = now() - interval '2 years', ends_at = now() - interval '2 hours' ${ofRahim}`,
  ],
  [
    'S6b',
    'a badge was taken back for nothing',
    `alter table badges drop constraint taken_back_has_reason; ${endSql}
     update badges set end_cause = 'taken_back' ${ofRahim}; ${unverifySql} ${auditEndSql}`,
  ],
  [
    'S6c',
    'a badge ended unseen',
    `${endSql} ${unverifySql} insert into audit (actor, what, member_id, details) values ('system', 'verification_taken', ${rahimIdSql}, '{}')`,
  ],
  [
    'S6c',
    'a badge was given unseen',
    `insert into badges (member_id, evidence, given_at, ends_at, ended_at, end_cause)
      values (${rahimIdSql}, 'papers_seen', now() - interval '1 day', now(), now(), 'renewed');
     insert into audit (actor, what, member_id, details)
      select 'system', 'badge_ended', member_id, jsonb_build_object('badgeId', id) from badges ${ofRahim}`,
  ],
  ['S6d', 'a verified seller is asked for something', `${askSql} ${auditQuestionSql('asked')}`],
  ['S6e', 'a seller was asked unseen', `${askSql} ${endQuestionSql} ${auditQuestionSql('ended')}`],
  ['S6e', 'a question ended unseen', `${askSql} ${endQuestionSql} ${auditQuestionSql('asked')}`],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of badges is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(badgeInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
