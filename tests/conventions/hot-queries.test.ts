// What the shop asks its database most often, explained by the database itself while the real calls are made.
// @module-tag long
import pg from 'pg'
import { afterAll, assert, beforeAll, expect, inject, test } from 'vitest'
import { fillDatabase } from '#benchmarks/load/fill-database.ts'
import { startPayment, book, createPaymentBody, findUnwantedBike, type BuyerClient } from '#tests/support/buying.ts'
import { createPlanRecorder, type PlanRecorder } from './query-plans.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const bikeCount = chooseByRun(20_000, 100_000)
const fillTimeoutMs = 1_800_000
// A list gives a hundred rows, and one more to know whether it goes on.
const pageRows = 101
// After five times the database may take one plan for all values instead of one for these.
const repetitions = 7

let testApp: TestApp
let planRecorder: PlanRecorder
let karim: BuyerClient
let rahim: BuyerClient

/** Fills the shop of this test; its owner does it, who alone may let foreign keys rest. */
const prepareDatabase = async (database: string): Promise<void> => {
  const owner = new pg.Client({ host: inject('postgresSocketDir'), user: 'postgres', database })
  await owner.connect()
  await fillDatabase(owner, { bikes: bikeCount, loggedIn: 1_000 })
  // Fingerprints of every bike; without their numbers, for which foreign keys rest too.
  await owner.query(`set session_replication_role = replica;
    insert into vehicle_fingerprints (bike_id, kind, hmac, is_live)
      select id, 'chassis', sha256(id::text::bytea), sold_at is null and withdrawn_at is null and hidden_at is null from bikes;
    analyze vehicle_fingerprints;
    create temporary table begun as select id as bike_id, gen_random_uuid() as chat_id, gen_random_uuid() as last_id
      from bikes;
    insert into chats (id, bike_id, buyer_id, seller_id, created_at, last_number, last_message_id)
      select chat_id, bike_id, (select id from members where role = 'Buyer' limit 1),
        (select id from members where email = 'rahim@motohaat.test'), now(), 8, last_id from begun;
    insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
      select case when number = 8 then last_id else gen_random_uuid() end, chat_id, number, 'buyer', 'Is it there?',
        'Is it there?', gen_random_uuid(), now() from begun, generate_series(1, 8) as number;
    analyze chats, chat_messages`)
  await owner.end()
}

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const { rows } = await testApp.db.$client.query<{ name: string }>('select current_database() as name')
  const database = rows[0]?.name ?? ''
  await prepareDatabase(database)
  planRecorder = await createPlanRecorder(testApp.db.$client, {
    host: inject('postgresSocketDir'),
    user: 'postgres',
    database,
  })
  ;[karim, rahim] = [await testApp.signInAs('karim'), await testApp.signInAs('rahim')]
}, fillTimeoutMs)
afterAll(() => testApp.close())

/** A place in the middle of the long list. */
const findMiddleCursor = async (): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    `select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null
     order by id desc offset ${bikeCount / 4} limit 1`,
  )
  return `n${rows[0]?.id}`
}

/** What is looked at: what must be there before, and then the calls alone. */
type Scenario = () => Promise<() => Promise<unknown>>

const repeatRead =
  (read: () => Promise<unknown>): Scenario =>
  async () =>
  async () => {
    for (let time = 0; time < repetitions; time += 1) await read()
  }

const scenarios: Record<string, Scenario> = {
  'the first page of all bikes': repeatRead(() => karim('GET /allbikes')),
  'the advertised bikes': repeatRead(() => karim('GET /allbikes', { query: { advertise: 'on' } })),
  'a page in the middle of all bikes': async () => {
    const cursor = await findMiddleCursor()
    return repeatRead(() => karim('GET /allbikes', { query: { cursor } }))()
  },
  'the first page of a category': repeatRead(() => karim('GET /categoryDetails/:name', { params: { name: 'Yamaha' } })),
  'a page in the middle of a category': async () => {
    const cursor = await findMiddleCursor()
    return repeatRead(() => karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' }, query: { cursor } }))()
  },
  'the categories': async () => () => karim('GET /category'),
  'a seller’s own bikes': repeatRead(() => rahim('GET /allbikes/myproduct')),
  'a buyer’s orders': repeatRead(() => karim('GET /bookings')),
  'a buyer’s wishes': repeatRead(() => karim('GET /wishlist')),
  'the conversations of a busy seller': repeatRead(() => rahim('GET /chats')),
  'the conversations of a busy seller about their own bikes': repeatRead(() =>
    rahim('GET /chats', { query: { show: 'selling' } }),
  ),
  'booking a bike': async () => {
    const bike = await findUnwantedBike(testApp)
    return () => book(karim, bike)
  },
  'paying for a bike': async () => {
    const order = await book(karim, await findUnwantedBike(testApp))
    return async () => {
      const intentId = await startPayment(karim, order)
      await testApp.payIntent(intentId)
      await karim('POST /payments', { body: createPaymentBody(karim, order, intentId) })
      await karim('POST /payments/product', { body: createPaymentBody(karim, order, intentId) })
    }
  },
  'checking a chassis number': repeatRead(() =>
    karim('POST /check-number', { body: { chassis: 'ME1RG4420L0123456' } }),
  ),
  'looking after unfinished payments': async () => () => testApp.sweep(),
}

test.each(Object.keys(scenarios))(
  'with many thousand bikes, %s reads no table from end to end and sorts no more than a page',
  async (name) => {
    const run = await scenarios[name]?.()
    assert(run, 'this call was just named')
    const plans = await planRecorder.record(run)
    assert(plans.length > 0, 'the database explained nothing')
    expect([...new Set(plans.flatMap((plan) => plan.findExpensiveSteps(pageRows)))]).toEqual([])
  },
)

test('a query without an index is told of', async () => {
  const plans = await planRecorder.record(() =>
    testApp.db.$client.query('select id from bikes where location = $1', ['Sylhet']),
  )
  expect(plans.flatMap((plan) => plan.findExpensiveSteps(pageRows))).toEqual([
    expect.stringMatching(/^Seq Scan on bikes/),
  ])
})
