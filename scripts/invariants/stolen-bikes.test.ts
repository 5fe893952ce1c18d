// Each invariant of the register of stolen bikes, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
  rahimIdSql,
} from '#tests/support/invariant-harness.ts'
import { stolenBikeInvariants } from './stolen-bikes.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const cipher = 'A'.repeat(60)
const [reportId, fileId] = [crypto.randomUUID(), crypto.randomUUID()]
const hmac = `decode(repeat('ab', 32), 'hex')`
const ayeshaIdSql = `(select id from members where email = 'ayesha@motohaat.test')`

const insertReport = ({
  state = 'waiting',
  ownerSql = karimIdSql,
  deciderSql = 'null',
  heldHoursAgo = -1,
  kind = 'chassis',
}) => `
  insert into paper_files (id, owner_id, key_encrypted, sha256, uploaded_at)
    values ('${fileId}', ${ownerSql}, 'key', repeat('0', 64), now());
  insert into stolen_bikes (id, reporter_id, chassis_encrypted, gd_number_encrypted, police_station, gd_on, file_id, state,
    reported_at, holds_until, decided_by, decided_at, reason)
    values ('${reportId}', ${karimIdSql}, '${cipher}', '${cipher}', 'Mirpur', '2026-01-02', '${fileId}', '${state}',
      now() - interval '${heldHoursAgo + 24} hours', now() - interval '${heldHoursAgo} hours', ${deciderSql},
      ${deciderSql === 'null' ? 'null, null' : `now(), 'matches'`});
  insert into stolen_fingerprints (report_id, reporter_id, kind, hmac, is_open)
    values ('${reportId}', ${karimIdSql}, '${kind}', ${hmac}, true);`
const open = `insert into stolen_openings (id, report_id, file_id, opened_by, opened_at, closes_at)
  values (gen_random_uuid(), '${reportId}', '${fileId}', ${ayeshaIdSql}, now() - interval '1 minute', now());`
const audit = (what: string) => `insert into audit (at, actor, what, details) values (now(), 'system', '${what}',
  jsonb_build_object('reportId', '${reportId}', 'decidedBy', ${ayeshaIdSql}));`
const confirmed = `${insertReport({ state: 'active', deciderSql: ayeshaIdSql })} ${open} ${audit('stolen_opened')}`
const advertise = `insert into vehicle_numbers (bike_id, chassis_encrypted, entered_at, changed_at)
    select id, '${cipher}', now(), now() from quiet_bike;
  insert into vehicle_fingerprints (bike_id, kind, hmac, is_live) select id, 'chassis', ${hmac}, true from quiet_bike;`

const faults: [id: string, story: string, sql: string][] = [
  ['P7a', 'a bike in the register is on sale', `${confirmed} ${audit('stolen_decided')} ${advertise}`],
  ['P7b', 'the decision is not in the audit log', confirmed],
  [
    'P7b',
    'nobody decided',
    `alter table stolen_bikes drop constraint active_matches; ${insertReport({ state: 'active' })}`,
  ],
  ['P7c', 'a number has no fingerprint', insertReport({ kind: 'engine' })],
  ['P7c', 'the photo is of somebody else', insertReport({ ownerSql: rahimIdSql })],
  ['P7d', 'an advertisement waits too long', insertReport({ heldHoursAgo: 2 })],
]

test('no invariant is violated by a report that waits, nor by one in the register', async () => {
  expect(await harness.findViolationsAfter(insertReport({}))).toEqual([])
  expect(await harness.findViolationsAfter(`${confirmed} ${audit('stolen_decided')}`)).toEqual([])
})

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of the register is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(stolenBikeInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
