// Each invariant of the audit log, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
  rahimIdSql,
  soldBikeSql,
} from '#tests/support/invariant-harness.ts'
import { auditInvariants } from './audit.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const allowAuditDeleteSql = `set local motohaat.cut_audit = 'yes';`
const unverifiedSellerSql = `select id from members where role = 'Seller' and verified_at is null and removed_at is null limit 1`

const faults: [id: string, story: string, sql: string][] = [
  [
    'I22a',
    'a sale is not in the audit log',
    `${allowAuditDeleteSql} delete from audit where what = 'payment_succeeded'`,
  ],
  [
    'I22b',
    'a dispute is not in the audit log',
    `update payments set disputed_at = now() where bike_id = ${soldBikeSql}`,
  ],
  [
    'I22b',
    'the end of a dispute is not in the audit log',
    `update payments set disputed_at = now(), dispute_ended_at = now(), dispute_outcome = 'won' where bike_id = ${soldBikeSql};
      insert into audit (actor, what, payment_id, details)
      select 'system', 'payment_disputed', id, '{}' from payments where bike_id = ${soldBikeSql}`,
  ],
  [
    'I22b',
    'a part that went back is not in the audit log',
    `update payments set refunded_taka = 1 where bike_id = ${soldBikeSql}`,
  ],
  [
    'I22c',
    'a member came unseen',
    `${allowAuditDeleteSql} delete from audit where what = 'member_joined' and member_id = ${karimIdSql}`,
  ],
  [
    'I22c',
    'a member came in another role',
    `alter table members disable trigger role_is_only_added; update members set role = 'Admin' where id = ${karimIdSql}`,
  ],
  ['I22c', 'a member went unseen', `update members set removed_at = now() where id = ${karimIdSql}`],
  ['I22d', 'a badge was given unseen', `update members set verified_at = now() where id = (${unverifiedSellerSql})`],
  ['I22d', 'a badge was taken unseen', `update members set verified_at = null where verified_at is not null`],
  [
    'I22d',
    'a second factor was turned on unseen',
    `update members set has_second_factor = true where id = ${karimIdSql}`,
  ],
  ['I22e', 'a bike was taken off unseen', `update bikes set withdrawn_at = now() where id = ${bikeOnSaleSql}`],
  [
    'I22f',
    'somebody did something in no request',
    `insert into audit (actor, what, member_id, details) values (${karimIdSql}, 'password_changed', ${karimIdSql}, '{}')`,
  ],
  ['I22g', 'a role was added unseen', `update members set both_roles_since = now() where id = ${rahimIdSql}`],
  [
    'I22g',
    'an added role is gone',
    `insert into audit (actor, what, member_id, details) values ('system', 'role_added', ${rahimIdSql}, '{"role": "Buyer"}')`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('each invariant of the audit log is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(auditInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
