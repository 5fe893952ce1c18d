// Each invariant of the numbers of bikes, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFingerprint, encryptNumber } from '#market/vehicle-numbers/encryption.ts'
import { createInvariantHarness, type InvariantHarness, karimIdSql } from '#tests/support/invariant-harness.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createNumberFinder, findPlainNumbers, writtenByPeople } from './plain-numbers.ts'
import { vehicleNumberInvariants } from './vehicle-numbers.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const number = 'ME1RG4420L0123456'
const hmac = computeFingerprint(testSecret, 'chassis', number).toString('hex')
const cipher = 'A'.repeat(60)
const onSaleSql = `select id from bikes where sold_at is null and withdrawn_at is null and hidden_at is null`
const insertNumbers = (count: number, isLive = true) =>
  `insert into vehicle_numbers (bike_id, chassis_encrypted, entered_at, changed_at)
    select id, '${cipher}', now(), now() from (${onSaleSql} order by id limit ${count}) as few;
  insert into vehicle_fingerprints (bike_id, kind, hmac, is_live)
    select bike_id, 'chassis', '\\x${hmac}', ${isLive} from vehicle_numbers;`

const faults: [id: string, story: string, sql: string][] = [
  ['P1a', 'two bikes on sale have one number', `drop index one_live_number; ${insertNumbers(2)}`],
  ['P1b', 'the fingerprint of a bike on sale is not live', insertNumbers(1, false)],
  ['P1b', 'a number has no fingerprint', `${insertNumbers(1)} delete from vehicle_fingerprints;`],
  [
    'P1c',
    'somebody read a number unseen',
    `insert into vehicle_number_reads (id, bike_id, member_id, purpose, read_at)
      select gen_random_uuid(), id, ${karimIdSql}, 'deal', now() from bikes limit 1;`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of the numbers of bikes is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(vehicleNumberInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

test('P4 finds a number in any text, in any spelling, and in a log', async () => {
  const { client } = harness
  await client.query('begin')
  try {
    const { rows } = await client.query<{ id: string }>(`${onSaleSql} order by id limit 1`)
    const ownerId = rows[0]?.id ?? ''
    const encrypted = encryptNumber(testSecret, { kind: 'chassis', ownerId, number, random: Buffer.alloc(12, 7) })
    await client.query(
      'insert into vehicle_numbers (bike_id, chassis_encrypted, entered_at, changed_at) values ($1, $2, now(), now())',
      [ownerId, encrypted],
    )
    expect(await findPlainNumbers(client, testSecret)).toEqual([])
    // An advertisement is its seller's own text, and so is what it said before an edit.
    await client.query('update bikes set description = $2 where id = $1', [ownerId, `Chassis ${number}`])
    await client.query(`update bikes set description = 'Edited' where id = $1`, [ownerId])
    const { rows: earlier } = await client.query('select from earlier_advertisements where description ~ $1', [number])
    expect(earlier).toHaveLength(1)
    expect(await findPlainNumbers(client, testSecret)).toEqual([])
    await client.query(`update members set name = 'me1 rg4420 l০-১২৩ ৪৫৬' where id = ${karimIdSql}`)
    await client.query('alter table audit disable trigger all')
    await client.query(
      `update audit set details = '{"old": {"chassis": "x ${number}"}}' where id = (select min(id) from audit)`,
    )
    expect(await findPlainNumbers(client, testSecret)).toEqual([
      { table: 'audit', column: 'details' },
      { table: 'members', column: 'name' },
    ])
  } finally {
    await client.query('rollback')
  }
  const isInLog = createNumberFinder([number])
  expect(['{"body":{"chassis":"ME1RG442OL0123456"}}', '{"body":{"chassis":"[redacted]"}}'].map(isInLog)).toEqual([
    true,
    false,
  ])
})

test('each text that P4 leaves out is a column of the database', async () => {
  const { rows } = await harness.client.query<{ at: string }>(
    `select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public'`,
  )
  const columns = new Set(rows.map(({ at }) => at))
  expect([...writtenByPeople].filter((at) => !columns.has(at))).toEqual([])
})
