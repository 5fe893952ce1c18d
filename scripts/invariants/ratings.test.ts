// Each invariant of ratings, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvariantHarness, type InvariantHarness } from '#tests/support/invariant-harness.ts'
import { ratingInvariants } from './ratings.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

type Planted = {
  side?: 'buyer' | 'seller'
  author?: string
  where?: string
  columns?: string
  values?: string
  revealed?: string
}

const saleSql = `select id from deals where close_reason = 'released' and handed_over_at is not null order by id limit 1`

/** Plants a rating of a sale; triggers do not run for planted rows. */
const plant = ({
  side = 'buyer',
  author = side,
  where = `id = (${saleSql})`,
  columns = '',
  values = '',
  revealed = `closed_at + interval '336 hours'`,
}: Planted = {}) =>
  `insert into ratings (id, deal_id, side, author_id, subject_id, as_described, on_time, papers_ready, friendly, given_at,
     reveal_at, revealed_at${columns})
   select gen_random_uuid(), id, '${side}', ${author}_id, ${author === 'buyer' ? 'seller' : 'buyer'}_id, true, true, true, true,
     coalesce(closed_at, now()), coalesce(closed_at, now()) + interval '336 hours', ${revealed}${values} from deals where ${where};`

const faults: [id: string, story: string, sql: string][] = [
  [
    'S7a',
    'a deal without a sale is rated',
    plant({ where: `id = (select id from deals where closed_at is null order by id limit 1)`, revealed: 'null' }),
  ],
  ['S7a', 'the wrong side is the author', plant({ side: 'buyer', author: 'seller' })],
  [
    'S7a',
    'a side has two ratings',
    `alter table ratings drop constraint one_rating_of_each_side; ${plant()} ${plant()}`,
  ],
  [
    'S7b',
    'of two ratings one is hidden',
    plant() +
      plant({ side: 'seller', revealed: 'null' }) +
      `update ratings set revealed_at = reveal_at where side = 'buyer';`,
  ],
  ['S7b', 'one rating alone is shown early', plant({ revealed: 'closed_at' })],
  [
    'S7c',
    'a hidden rating has a reply',
    `alter table ratings drop constraint reply_to_revealed;
     ${plant({ columns: ', reply, shown_reply, replied_at', values: `, 'Thanks', 'Thanks', closed_at` })}`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of ratings is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(ratingInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
