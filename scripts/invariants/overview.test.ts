// Each invariant of the counters, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bikeOnSaleSql, createInvariantHarness, type InvariantHarness } from '#tests/support/invariant-harness.ts'
import { overviewInvariants } from './overview.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const faults: [id: string, story: string, sql: string][] = [
  [
    'C1',
    'a bike came uncounted',
    `update bikes set created_at = created_at - interval '400 days' where id = ${bikeOnSaleSql}`,
  ],
  [
    'C1',
    'money is counted that nobody paid',
    `insert into daily_counts (day, counter, amount) values (current_date, 'poisha_held', 1)`,
  ],
  ['C1', 'a day lost its members', `delete from daily_counts where counter = 'members_joined'`],
  ['C2', 'a bike left uncounted', `update bikes set withdrawn_at = now() where id = ${bikeOnSaleSql}`],
  [
    'C2',
    'no reserved bike was ever counted',
    `delete from daily_counts where counter = 'bikes_reserved';
      update bikes set reserved_at = now() where id = ${bikeOnSaleSql}`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of the counters was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(overviewInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})
