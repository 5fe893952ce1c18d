// Each invariant of the categories, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bikeOnSaleSql, createInvariantHarness, type InvariantHarness } from '#tests/support/invariant-harness.ts'
import { categoryInvariants } from './categories.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const withoutCategoryTriggerSql = 'alter table bikes disable trigger category_is_the_brand;'

const faults: [id: string, story: string, sql: string][] = [
  [
    'G1',
    'a Bajaj is filed under Yamaha',
    `${withoutCategoryTriggerSql} update bikes set category = 'Yamaha', model_id = null, model_name = null,
      brand_id = (select id from brands where name = 'Bajaj') where id = ${bikeOnSaleSql}`,
  ],
  [
    'G1',
    'a bike without a brand is filed under Honda',
    `${withoutCategoryTriggerSql} update bikes set category = 'Honda', brand_id = null, model_id = null where id = ${bikeOnSaleSql}`,
  ],
  [
    'G2',
    'the home page has a fourth card',
    `alter table categories drop constraint kind_of_category;
      update categories set kind = 'card', picture = 'x', description = 'x', position = 9 where name = 'Honda'`,
  ],
  [
    'G2',
    'a card of the home page is gone',
    `alter table categories disable trigger user, drop constraint kind_of_category; update categories set kind = 'brand' where name = 'TVS'`,
  ],
  [
    'G3',
    'a brand has no category',
    `alter table brands disable trigger sync_category; insert into brands (name) values ('Jawa')`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of the categories was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(categoryInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})
