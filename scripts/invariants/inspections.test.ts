// Each invariant of inspections, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvariantHarness, type InvariantHarness } from '#tests/support/invariant-harness.ts'
import { inspectionInvariants } from './inspections.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

// No bike on sale: the search has its own mark, which planted rows do not change.
const bike = `(select id from bikes where inspected_at is null and id not in (select bike_id from bike_search) order by id limit 1)`

/** Plants a signed inspection of the seller with one answer; triggers do not run for planted rows. */
const plant = ({ score = 100, hash = 'inspection_hash(inspections)', point = 'starts', by = 'seller_id' } = {}) =>
  `insert into inspections (id, bike_id, kind, member_id, created_at)
     select '0198c0de-0000-7000-8000-00000000c0de', id, 'seller', ${by}, now() from bikes where id = ${bike};
   insert into inspection_answers values ('0198c0de-0000-7000-8000-00000000c0de', '${point}', 'good');
   update inspections set signed_at = now(), good = 1, worn = 0, bad = 0, not_looked_at = 14, score = ${score}, content_hash = 'x'
     where id = '0198c0de-0000-7000-8000-00000000c0de';
   update inspections set content_hash = ${hash} where id = '0198c0de-0000-7000-8000-00000000c0de';
   update bikes set inspected_at = now() where id = ${bike};`

const stranger = `(select min(members.id::text)::uuid from members where members.id <> seller_id)`

const faults: [id: string, story: string, sql: string][] = [
  ['S8a', 'a score is better than the answers', plant({ score: 99 })],
  ['S8b', 'a hash is of something else', plant({ hash: `repeat('0', 64)` })],
  ['S8b', 'a note was changed later', `${plant()} update inspection_answers set note = 'Fine';`],
  ['S8c', 'answers can be changed again', `alter table inspection_answers disable trigger signed_inspection_stays;`],
  ['S8c', 'inspections can be changed again', `drop trigger signed_inspection_stays on inspections;`],
  ['S8d', 'a stranger signs as the seller', plant({ by: stranger })],
  ['S8d', 'a seller answers a point of the others', plant({ point: 'tappets' })],
  ['S8e', 'a bike has the mark without a report', `update bikes set inspected_at = now() where id = ${bike};`],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of inspections is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(inspectionInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
