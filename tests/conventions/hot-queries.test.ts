// What the shop asks its database most often, explained by the database itself while the real calls are made.
import pg from 'pg'
import { afterAll, assert, beforeAll, expect, inject, test } from 'vitest'
import { fillShop } from '#benchmarks/load/fill-database.ts'
import { begin, book, claim, freshBike, type Person } from '#tests/support/buying.ts'
import { openPlans, type Plans } from './query-plans.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

const bikes = 100_000
const fillMs = 120_000
// A list gives a hundred rows, and one more to know whether it goes on.
const page = 101
// After five times the database may take one plan for all values instead of one for these.
const oftenEnough = 7

let shop: TestShop
let plans: Plans
let karim: Person
let rahim: Person

/** Fills the shop of this test; its owner does it, who alone may let foreign keys rest. */
const fill = async (database: string): Promise<void> => {
  const owner = new pg.Client({ host: inject('postgresSocketDir'), user: 'postgres', database })
  await owner.connect()
  await fillShop(owner, { bikes, loggedIn: 1_000 })
  await owner.end()
}

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const database = rows[0]?.name ?? ''
  await fill(database)
  plans = await openPlans(shop.db.$client, { host: inject('postgresSocketDir'), user: 'postgres', database })
  ;[karim, rahim] = [await shop.as('karim'), await shop.as('rahim')]
}, fillMs)
afterAll(() => shop.close())

/** A place in the middle of the long list. */
const cursorInTheMiddle = async (): Promise<string> => {
  const { rows } = await shop.db.$client.query<{ id: string }>(
    `select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null
     order by id desc offset ${bikes / 4} limit 1`,
  )
  return `n${rows[0]?.id}`
}

/** What is looked at: what must be there before, and then the calls alone. */
type Given = () => Promise<() => Promise<unknown>>

const readOften =
  (read: () => Promise<unknown>): Given =>
  async () =>
  async () => {
    for (let time = 0; time < oftenEnough; time += 1) await read()
  }

const calls: Record<string, Given> = {
  'the first page of all bikes': readOften(() => karim('GET /allbikes')),
  'the advertised bikes': readOften(() => karim('GET /allbikes', { query: { advertise: 'on' } })),
  'a page in the middle of all bikes': async () => {
    const cursor = await cursorInTheMiddle()
    return readOften(() => karim('GET /allbikes', { query: { cursor } }))()
  },
  'the first page of a category': readOften(() => karim('GET /categoryDetails/:name', { params: { name: 'Yamaha' } })),
  'a page in the middle of a category': async () => {
    const cursor = await cursorInTheMiddle()
    return readOften(() => karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' }, query: { cursor } }))()
  },
  'the categories': async () => () => karim('GET /category'),
  'a seller’s own bikes': readOften(() => rahim('GET /allbikes/myproduct')),
  'a buyer’s orders': readOften(() => karim('GET /bookings')),
  'a buyer’s wishes': readOften(() => karim('GET /wishlist')),
  'booking a bike': async () => {
    const bike = await freshBike(shop)
    return () => book(karim, bike)
  },
  'paying for a bike': async () => {
    const order = await book(karim, await freshBike(shop))
    return async () => {
      const intentId = await begin(karim, order)
      await shop.payFor(intentId)
      await karim('POST /payments', { body: claim(karim, order, intentId) })
      await karim('POST /payments/product', { body: claim(karim, order, intentId) })
    }
  },
  'looking after unfinished payments': async () => () => shop.sweep(),
}

test.each(Object.keys(calls))(
  'at 100,000 bikes %s reads no table from end to end and sorts no more than a page',
  async (name) => {
    const done = await calls[name]?.()
    assert(done, 'this call was just named')
    const seen = await plans.during(done)
    assert(seen.length > 0, 'the database explained nothing')
    expect([...new Set(seen.flatMap((plan) => plan.troubles(page)))]).toEqual([])
  },
)

test('a query without an index is told of', async () => {
  const seen = await plans.during(() => shop.db.$client.query('select id from bikes where location = $1', ['Sylhet']))
  expect(seen.flatMap((plan) => plan.troubles(page))).toEqual([expect.stringMatching(/^Seq Scan on bikes/)])
})
