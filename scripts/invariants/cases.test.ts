// Each invariant of cases, hidden bikes and suspensions, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
  rahimIdSql,
} from '#tests/support/invariant-harness.ts'
import { caseInvariants } from './cases.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const adminIdSql = `(select id from members where role = 'Admin' limit 1)`
/** A case about the quiet bike: undecided, or with decision, reason, person and time. */
const insertCaseSql = (decided = 'null, null, null, null') =>
  `insert into cases (id, bike_id, member_id, opened_at, decision, reason, decided_by, decided_at)
    select gen_random_uuid(), id, seller_id, now(), ${decided} from bikes where id = ${bikeOnSaleSql};`
// Triggers write it elsewhere; they do not run for planted rows.
const auditCasesSql = `insert into audit (actor, what, member_id, bike_id, details)
  select 'system', 'case_decided', member_id, bike_id, jsonb_build_object('caseId', id) from cases where decided_at is not null;`

const warned = `'warn', 'Stop it.', ${adminIdSql}, now()`
const answerAppealSql = `update cases set appeal = 'Why?', appealed_at = now(), appeal_answer = 'stays', appeal_reason = 'It was so.',
  appeal_decided_by = ${karimIdSql}, appeal_decided_at = now() where bike_id = ${bikeOnSaleSql};`
const auditAppealsSql = `insert into audit (actor, what, member_id, bike_id, details)
  select 'system', 'appeal_decided', member_id, bike_id, jsonb_build_object('caseId', id) from cases where appeal_decided_at is not null;`

const proposalsSql = (by: string) =>
  `update cases set removal_proposed_by = ${by}, removal_proposed_at = now(), removal_reason = 'x' where bike_id = ${bikeOnSaleSql};`
const proposeRemovalsSql = (
  by: string,
) => `${proposalsSql(by)} insert into audit (actor, what, member_id, bike_id, details)
  select 'system', 'removal_proposed', member_id, bike_id, jsonb_build_object('caseId', id) from cases
  where removal_proposed_by is not null;`

/** Karim is suspended from now until tomorrow. */
const suspendKarimSql = `update members set suspended_until = now() + interval '1 day' where id = ${karimIdSql};
  insert into cases (id, member_id, opened_at, decision, reason, decided_by, decided_at, suspended_until)
    values (gen_random_uuid(), ${karimIdSql}, now(), 'suspend_7', 'x', ${adminIdSql}, now(), now() + interval '1 day'); ${auditCasesSql}`
/** A deal of Karim, which a trigger counts elsewhere. */
const insertDealSql = `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at)
  select gen_random_uuid(), id, ${karimIdSql}, seller_id, 100000, now() + interval '2 minutes', now() from bikes where id = ${bikeOnSaleSql};
  insert into daily_counts (day, counter, amount) values (dhaka_day(now() + interval '2 minutes'), 'deals_requested', 1);`

// A trigger counts it elsewhere; it does not run for planted rows.
const countHiddenSql = `insert into daily_counts (day, counter, amount) values (current_date, 'bikes_live', -1);`

const faults: [id: string, story: string, sql: string][] = [
  [
    'S1',
    'a bike has two open cases',
    `drop index one_open_case_of_bike; ${[1, 2].map(() => insertCaseSql()).join('')}`,
  ],
  [
    'S2',
    'a bike is hidden for nothing',
    `${countHiddenSql} update bikes set hidden_at = now(), hidden_by = 'moderator' where id = ${bikeOnSaleSql}`,
  ],
  [
    'S2',
    'a bike stays hidden after its case was decided',
    `${insertCaseSql(`'nothing', 'Fine.', ${adminIdSql}, now()`)} ${auditCasesSql}
     ${countHiddenSql} update bikes set hidden_at = now(), hidden_by = 'reports' where id = ${bikeOnSaleSql}`,
  ],
  [
    'S2',
    'a bike that has to wait is in the lists',
    `${insertCaseSql()} update cases set rule_points = 60 where decided_at is null and bike_id = ${bikeOnSaleSql};
     insert into fired_rules (bike_id, rule, points, fired_at) values (${bikeOnSaleSql}, 'border_words', 60, now())`,
  ],
  [
    'S2',
    'a bike waits for a case with too few points',
    `${insertCaseSql()} update cases set rule_points = 40 where decided_at is null and bike_id = ${bikeOnSaleSql};
     insert into fired_rules (bike_id, rule, points, fired_at) values (${bikeOnSaleSql}, 'auction_words', 40, now());
     ${countHiddenSql} update bikes set hidden_at = now(), hidden_by = 'rules' where id = ${bikeOnSaleSql}`,
  ],
  [
    'S2',
    'the points of a case are not those of its rules',
    `${insertCaseSql()} update cases set rule_points = 35 where decided_at is null and bike_id = ${bikeOnSaleSql}`,
  ],
  [
    'S3',
    'a suspended seller has bikes in the lists',
    `update members set suspended_until = now() where id = ${rahimIdSql}`,
  ],
  [
    'S3',
    'a suspended buyer has booked',
    `${suspendKarimSql} update bookings set created_at = now() + interval '2 minutes' where id = (select max(id::text)::uuid
       from bookings where buyer_id = ${karimIdSql})`,
  ],
  ['S3', 'a suspended buyer has bought a saved bike', `${suspendKarimSql} ${insertDealSql}`],
  [
    'S8',
    'a removal was decided by who proposed it',
    `alter table cases drop constraint removal_decided_by_another; ${insertCaseSql(`'remove', 'A fraud.', ${adminIdSql}, now()`)} ${auditCasesSql} ${proposeRemovalsSql(adminIdSql)}`,
  ],
  [
    'S8',
    'a removal was proposed and decided without an admin',
    `${insertCaseSql(`'remove', 'A fraud.', ${karimIdSql}, now()`)} ${auditCasesSql}
     ${proposeRemovalsSql(`(select id from members where email = 'sadia@motohaat.test')`)}`,
  ],
  ['S8', 'a proposal has no entry in the audit log', `${insertCaseSql()} ${proposalsSql(adminIdSql)}`],
  ['S5', 'a decision has no entry in the audit log', insertCaseSql(`'words', 'Correct it.', ${adminIdSql}, now()`)],
  [
    'S5',
    'a decision has no reason',
    `alter table cases drop constraint decision_is_whole; ${insertCaseSql(`'words', null, ${adminIdSql}, now()`)} ${auditCasesSql}`,
  ],
  [
    'S5',
    'an answer to an appeal has no entry in the audit log',
    `${insertCaseSql(warned)} ${auditCasesSql} ${answerAppealSql}`,
  ],
  [
    'S5',
    'who decided has answered the appeal too',
    `alter table cases drop constraint appeal_decided_by_another; ${insertCaseSql(warned)} ${auditCasesSql} ${answerAppealSql}
     ${auditAppealsSql} update cases set appeal_decided_by = decided_by where appealed_at is not null`,
  ],
  [
    'S6',
    'a stranger has reported a conversation',
    `insert into chats (id, bike_id, buyer_id, seller_id, created_at)
       select gen_random_uuid(), id, ${karimIdSql}, seller_id, now() from bikes where id = ${bikeOnSaleSql};
     insert into cases (id, member_id, opened_at) values (gen_random_uuid(), ${karimIdSql}, now());
     insert into reports (id, case_id, reporter_id, member_id, chat_id, reason, weight, created_at)
       select gen_random_uuid(), cases.id, ${adminIdSql}, ${karimIdSql}, chats.id, 'rude', 5, now() from cases, chats
       where member_id = ${karimIdSql} and buyer_id = ${karimIdSql} limit 1`,
  ],
  [
    'S7',
    'a repeated text was sent by somebody else',
    `insert into chats (id, bike_id, buyer_id, seller_id, created_at, last_number, last_message_id, seller_unread)
       select gen_random_uuid(), id, ${karimIdSql}, seller_id, now(), 1, gen_random_uuid(), 1 from bikes where id = ${bikeOnSaleSql};
     insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
       select last_message_id, id, 1, 'buyer', 'Planted', 'Planted', gen_random_uuid(), now() from chats where buyer_id = ${karimIdSql}
         and bike_id = ${bikeOnSaleSql};
     insert into cases (id, member_id, opened_at) values (gen_random_uuid(), ${adminIdSql}, now());
     insert into repeated_texts (message_id, first_id, case_id)
       select chat_messages.id, chat_messages.id, cases.id from chat_messages, cases
       where body = 'Planted' and member_id = ${adminIdSql} limit 1`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('S3 allows a deal whose payment had begun before the suspension', async () => {
  const pay = `insert into payments (id, bike_id, buyer_id, amount_taka, price_taka, state, created_at, ended_at, deal_id)
    select gen_random_uuid(), bike_id, buyer_id, 100000, 100000, 'canceled', now() - interval '2 days', now(), id from deals
    where bike_id = ${bikeOnSaleSql}`
  expect(await harness.findViolationsAfter(`${suspendKarimSql} ${insertDealSql} ${pay}`)).not.toContain('S3')
})

test('each invariant of cases is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(caseInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
