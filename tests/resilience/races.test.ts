// A few dozen rounds of each race; hundreds are run in the soak.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { findBroken, gather } from '#scripts/invariants.ts'
import { newMember, pictureOf, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import type { Arena, Racer } from './race-setup.ts'
import { diceFrom } from './random.ts'
import { races } from './races.ts'

const buyers = 20
const rounds = 24
const roundsOfCrowd = 6
const seed = 'races'

let shop: TestShop
let arena: Arena

const racer = (one: Seller): Racer => ({ email: one.email, call: one })

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  const crowd: Racer[] = []
  for (let n = 0; n < buyers; n += 1) crowd.push(racer(await newMember(shop, 'Buyer')))
  const seller = await newMember(shop, 'Seller')
  arena = {
    till: shop.till,
    buyers: crowd,
    seller: racer(seller),
    picture: await pictureOf(shop, seller),
    pay: shop.payFor,
    ask: async (sql, values) => (await shop.db.$client.query(sql, values)).rows,
  }
}, 120_000)
afterAll(() => shop.close())

test.each(races)('$name ($id): one bike, one buyer, one charge', { timeout: 120_000 }, async (race) => {
  const dice = diceFrom(seed).fork(race.name)
  const endings = new Set<string>()
  for (let round = 0; round < (race.name.startsWith('twenty') ? roundsOfCrowd : rounds); round += 1) {
    const { ending, wrong } = await race.run(arena, dice)
    expect(wrong, `seed ${seed}, round ${round}`).toEqual([])
    endings.add(ending)
  }
  assert(
    race.endings.some((one) => endings.has(one)),
    'needs a round that ended as it can',
  )
  expect([...endings].filter((one) => !race.endings.some((known) => known === one))).toEqual([])
  const { broken } = await findBroken(shop.db.$client, await gather(shop.cards.all()))
  expect(broken.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
})
