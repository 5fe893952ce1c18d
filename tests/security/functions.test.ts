// What a role may do: every call of the admin and of sellers, tried by those who are neither.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  book,
  completeSale,
  startPayment,
  createPaymentBody,
  findUnwantedBike,
  type BuyerClient,
} from '#tests/support/buying.ts'
import { getMemberId, registerMember, createListing } from '#tests/support/selling.ts'
import { absentId, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const adminOnly = {
  V: [401, 'not_signed_in'],
  B1: [403, 'role_not_allowed'],
  S1: [403, 'role_not_allowed'],
  S2: [403, 'role_not_allowed'],
} as const
const toIdParams = (actor: 'A' | 'B1' | 'S1') => (app: SecurityTestApp) => ({ params: { id: app.getId(actor) } })
const toVerifyRequest = (actor: 'A' | 'B1' | 'S1') => (app: SecurityTestApp) => ({
  params: { id: app.getId(actor) },
  body: { verify: true },
})

/** Books a bike and pays the full price: the bike is reserved. */
const buy = async <B extends { id: string; salePriceTaka: number }>(buyer: BuyerClient, bike: B) => {
  const order = await book(buyer, bike)
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  await buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })
  return { ...order, intent }
}

defineAttackTests(
  () => testApp,
  [
    { id: 'A047', what: 'disputes are listed for the admin alone', call: 'GET /disputes', answers: adminOnly },
    {
      id: 'A047',
      what: 'a dispute is decided by the admin alone, and no side of it',
      call: 'PUT /disputes/:id',
      answers: adminOnly,
      send: (app) => [absentId, app.K1].map((id) => ({ params: { id }, body: { takaToBuyer: 0 } })),
    },
    { id: 'A047', what: 'payouts are listed for cashiers alone', call: 'GET /payouts', answers: adminOnly },
    {
      id: 'A047',
      what: 'a payout is prepared and approved by cashiers alone',
      call: 'PUT /payouts/:id',
      answers: adminOnly,
      send: () => ['prepare', 'approve', 'confirm', 'paid_already'].map((act) => ({ body: { act, reference: 'x' } })),
    },
    {
      id: 'A047',
      what: 'the whole account number of a payout is shown to cashiers alone',
      call: 'POST /payouts/:id/account',
      answers: adminOnly,
      send: () => [{ params: { id: absentId } }],
    },
    {
      id: 'A047',
      what: 'failed refunds are listed for cashiers alone',
      call: 'GET /refunds/attention',
      answers: adminOnly,
    },
    {
      id: 'A047',
      what: 'a refund is sent again by cashiers alone',
      call: 'PUT /refunds/:id',
      answers: adminOnly,
      send: () => ['again', 'prepare_by_hand', 'approve_by_hand'].map((act) => ({ body: { act, reference: 'x' } })),
    },
    {
      id: 'A047',
      what: 'a loss is charged to a seller by the admin alone',
      call: 'PUT /payments/attention/:id',
      answers: adminOnly,
      send: () => ({ body: { act: 'charge_seller' } }),
    },
    { id: 'A047', what: 'sellers are listed for the admin alone', call: 'GET /sellers', answers: adminOnly },
    { id: 'A047', what: 'buyers are listed for the admin alone', call: 'GET /buyers', answers: adminOnly },
    { id: 'A047', what: 'messages are read by the admin alone', call: 'GET /messages', answers: adminOnly },
    {
      id: 'A047',
      what: 'a message is marked by the admin alone',
      call: 'PUT /messages/:id',
      answers: adminOnly,
      send: () => ({ params: { id: absentId }, body: { handled: true } }),
    },
    {
      id: 'A049',
      what: 'nobody but the admin verifies a seller, not even herself',
      call: 'PUT /users/:id',
      answers: adminOnly,
      send: toVerifyRequest('S1'),
    },
    {
      id: 'A049',
      what: 'a verification with more in it, or with less, changes nothing',
      call: 'PUT /users/:id',
      answers: { A: [400, 'bad_request'] },
      send: (app) =>
        [
          {},
          { verify: false },
          { verify: 'true' },
          { verify: 1 },
          { verify: true, role: 'Admin' },
          { role: 'Seller' },
        ].map((body) => ({ params: { id: app.getId('S1') }, body })),
    },
    {
      id: 'A051',
      what: 'a buyer has no badge',
      call: 'PUT /users/:id',
      answers: { A: [409, 'only_sellers'] },
      send: toVerifyRequest('B1'),
    },
    {
      id: 'A051',
      what: 'the admin has no badge',
      call: 'PUT /users/:id',
      answers: { A: [409, 'only_sellers'] },
      send: toVerifyRequest('A'),
    },
    {
      id: 'A053',
      what: 'the badge call takes exactly one address',
      call: 'PUT /users/update',
      answers: { A: 400, B1: 403, V: 401 },
      send: () =>
        [
          '',
          '?email=',
          '?email=%25',
          '?email=*',
          '?email[]=rahim@motohaat.test',
          '?email[$ne]=',
          '?email=rahim@motohaat.test&email=farhana@motohaat.test',
          "?email=' or 1=1--",
          '?email=rahim@motohaat.test&all=1',
          '?Email=rahim@motohaat.test',
        ].map((query) => ({
          query: query.replaceAll(' ', '%20'),
          body: { verify: true },
        })),
    },
    {
      id: 'A057',
      what: 'nobody but the admin removes a buyer',
      call: 'DELETE /users/:id',
      answers: adminOnly,
      send: toIdParams('B1'),
    },
    {
      id: 'A057',
      what: 'nobody but the admin removes a seller',
      call: 'DELETE /users/:id',
      answers: adminOnly,
      send: toIdParams('S1'),
    },
    {
      id: 'A057',
      what: 'an admin is not removed, by nobody',
      call: 'DELETE /users/:id',
      answers: { A: [409, 'admin_stays'], S1: 403 },
      send: toIdParams('A'),
    },
    {
      id: 'A065',
      what: 'changing a bike that is not there makes none',
      call: 'PUT /allbikes/:id',
      answers: { S1: [404, 'not_found'], A: [403, 'role_not_allowed'], B1: [403, 'role_not_allowed'], V: 401 },
      send: () => ({ params: { id: absentId }, body: { advertise: 'on' } }),
    },
    {
      id: 'A065',
      what: 'a bike, a price or a name cannot be set by advertising it',
      call: 'PUT /allbikes/:id',
      answers: { S1: [400, 'bad_request'] },
      send: (app) =>
        [
          { advertise: 'on', salePrice: 1_000 },
          { advertise: 'on', paid: true },
          { advertise: 'on', verification: true },
          { advertise: 'on', seller_id: app.getId('S1') },
        ].map((body) => ({ params: { id: app.P1.id }, body })),
    },
    {
      id: 'A135',
      what: 'a bike is offered by sellers alone',
      call: 'POST /allbikes',
      answers: { V: 401, B1: [403, 'role_not_allowed'], A: [403, 'role_not_allowed'] },
    },
    {
      id: 'A135',
      what: 'a picture is uploaded by sellers alone',
      call: 'POST /images',
      answers: { V: 401, B1: [403, 'role_not_allowed'], A: [403, 'role_not_allowed'] },
    },
  ],
)

const queryRow = async (sql: string, ...values: string[]) => (await testApp.db.$client.query(sql, values)).rows[0] ?? {}

test('A055 a seller who is verified anew and then removed carries no badge anywhere', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const bike = await createListing(testApp.baseApp, seller)
  const id = await getMemberId(testApp.baseApp, seller)
  await testApp.call('A', 'PUT /users/:id', { params: { id }, body: { verify: true } })
  const listBadges = async () =>
    JSON.parse((await testApp.call('B1', 'GET /allbikes', { query: '?limit=100' })).text).filter(
      (one: { _id: string; verification: boolean }) => one._id === bike.id && one.verification,
    )
  expect(await listBadges()).toHaveLength(1)
  await testApp.call('A', 'DELETE /users/:id', { params: { id } })
  expect(await listBadges()).toEqual([])
  expect((await testApp.call('A', 'PUT /users/:id', { params: { id }, body: { verify: true } })).status).toBe(404)
  expect((await testApp.call('A', 'GET /sellers', { query: '?limit=100' })).text).not.toContain(seller.email)
  expect((await testApp.call('V', 'GET /allbikes', { query: '?limit=100' })).text).not.toContain(bike.id)
})

test('A059 one call removes buyers and sellers alike, and never leaves half of either', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const bike = await createListing(testApp.baseApp, seller)
  const id = await getMemberId(testApp.baseApp, seller)
  const answer = await testApp.call('A', 'DELETE /users/:id', { params: { id } })
  expect([answer.status, answer.text]).toEqual([200, '{"deletedCount":1}'])
  expect(await queryRow('select removed_at is not null as gone from members where id = $1', id)).toEqual({ gone: true })
  expect(await queryRow('select withdrawn_at is not null as gone from bikes where id = $1', bike.id)).toEqual({
    gone: true,
  })
  expect(await queryRow('select count(*)::int as n from sessions where member_id = $1', id)).toEqual({ n: 0 })
})

test('A061 with a buyer go the orders that are not paid; paid ones stay, without the person', async () => {
  const buyer = await registerMember(testApp.baseApp, 'Buyer', 'Runa Akter')
  const id = await getMemberId(testApp.baseApp, buyer)
  const [sold, unpaid] = [
    await buy(buyer, await findUnwantedBike(testApp.baseApp)),
    await book(buyer, await findUnwantedBike(testApp.baseApp)),
  ]
  await completeSale(testApp, sold.bookingId)
  const held = await buy(buyer, await findUnwantedBike(testApp.baseApp))
  expect((await testApp.call('A', 'DELETE /users/:id', { params: { id } })).status).toBe(200)
  const cancelled = 'select cancelled_at is not null as gone from bookings where id = $1'
  const orders = [unpaid, held, sold].map(({ bookingId }) => queryRow(cancelled, bookingId))
  expect(await Promise.all(orders)).toEqual([{ gone: true }, { gone: true }, { gone: false }])
  const payment = 'select state from payments where intent_id = $1'
  expect(await queryRow(payment, sold.intent)).toEqual({ state: 'succeeded' })
  // What is paid and not handed over goes back, and the bike is on sale again.
  expect(await queryRow(payment, held.intent)).toEqual({ state: 'refund_due' })
  await testApp.sweep()
  expect(await queryRow(payment, held.intent)).toEqual({ state: 'refunded' })
  const bike = 'select reserved_at is null and sold_at is null as "isOnSale" from bikes where id = $1'
  expect(await queryRow(bike, held.bike.id)).toEqual({ isOnSale: true })
  expect(JSON.stringify(await queryRow('select * from members where id = $1', id))).not.toMatch(
    new RegExp(`Runa|${buyer.email}`),
  )
  const again = await registerMember(testApp.baseApp, 'Buyer')
  expect((await book(again, unpaid.bike)).bookingId).toMatch(/^[\da-f-]{36}$/)
})

test('A063 a member is removed once: again, or ten times at once, there is nobody', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const id = await getMemberId(testApp.baseApp, seller)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => testApp.call('A', 'DELETE /users/:id', { params: { id } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  await testApp.expectUnchanged(async () =>
    expect((await testApp.call('A', 'DELETE /users/:id', { params: { id } })).status).toBe(404),
  )
})

test('A067 what is sold or gone is not advertised, and what is advertised stays as it is', async () => {
  const [sold, gone] = [
    await createListing(testApp.baseApp, testApp.people.S1),
    await createListing(testApp.baseApp, testApp.people.S1),
  ]
  const reserved = await createListing(testApp.baseApp, testApp.people.S1)
  await completeSale(testApp, (await buy(testApp.people.B2, sold)).bookingId)
  await buy(testApp.people.B2, reserved)
  await testApp.call('S1', 'DELETE /allbikes/:id', { params: { id: gone.id } })
  const advertise = (id: string) =>
    testApp.call('S1', 'PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
  await testApp.expectUnchanged(async () => {
    expect((await advertise(sold.id)).code).toBe('bike_sold')
    expect((await advertise(reserved.id)).code).toBe('bike_reserved')
    expect((await advertise(gone.id)).code).toBe('bike_withdrawn')
    for (const [id, code] of [
      [sold.id, 'bike_sold'],
      [reserved.id, 'bike_reserved'],
    ] as const) {
      const remove = await testApp.call('S1', 'DELETE /allbikes/:id', { params: { id } })
      expect([remove.status, remove.code]).toEqual([409, code])
    }
  })
  await advertise(testApp.P1.id)
  const again = await testApp.expectUnchanged(() => advertise(testApp.P1.id))
  expect(again.text).toBe('{"modifiedCount":0}')
})

test('A069 a paid bike stays in the books, whoever wants it gone', async () => {
  const bike = await createListing(testApp.baseApp, testApp.people.S2)
  await buy(testApp.people.B1, bike)
  await testApp.expectUnchanged(async () => {
    for (const actor of ['V', 'B1', 'S1', 'S2', 'A'] as const) {
      const { status } = await testApp.call(actor, 'DELETE /allbikes/:id', { params: { id: bike.id } })
      expect([actor, status]).toEqual([actor, { V: 401, B1: 403, S1: 404, S2: 409, A: 403 }[actor]])
    }
  })
})
