// A few rounds of each race in `npm test`, a few dozen in `npm run test:long`, hundreds in the soak.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { findAllViolations } from '#tests/support/money.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { registerMember, insertUploadedPicture, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { RaceSetup, Racer } from './race-setup.ts'
import { createRandom } from './random.ts'
import { races } from './races.ts'

const buyers = 20
const rounds = chooseByRun(3, 24)
const crowdRounds = chooseByRun(1, 6)
const seed = 'races'

let testApp: TestApp
let setup: RaceSetup

const createRacer = (one: MemberClient): Racer => ({ email: one.email, call: one })

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const racers: Racer[] = []
  for (let n = 0; n < buyers; n += 1) racers.push(createRacer(await registerMember(testApp, 'Buyer')))
  const seller = await registerMember(testApp, 'Seller')
  setup = {
    paymentsDeps: testApp.paymentsDeps,
    buyers: racers,
    seller: createRacer(seller),
    picture: await insertUploadedPicture(testApp, seller),
    pay: testApp.payIntent,
    query: async (sql, values) => (await testApp.db.$client.query(sql, values)).rows,
  }
})
afterAll(() => testApp.close())

test.each(races)('$name ($id): one bike, one buyer, one charge', async (race) => {
  const random = createRandom(seed).fork(race.name)
  const outcomes = new Set<string>()
  for (let round = 0; round < (race.name.startsWith('twenty') ? crowdRounds : rounds); round += 1) {
    const { outcome, errors } = await race.run(setup, random)
    expect(errors, `seed ${seed}, round ${round}`).toEqual([])
    outcomes.add(outcome)
  }
  assert(
    race.outcomes.some((one) => outcomes.has(one)),
    'needs a round that ended as it can',
  )
  expect([...outcomes].filter((one) => !race.outcomes.some((known) => known === one))).toEqual([])
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
})
