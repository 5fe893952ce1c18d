// Money: a price nobody agreed to, a payment that is none, and one that is used twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  parseIntentId,
  getCollectedTaka,
  type Order,
} from '#tests/support/buying.ts'
import { registerMember } from '#tests/support/selling.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { absentId, type Actor, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const paymentCalls = [
  'POST /payments',
  'POST /payments/product',
  'POST /payments/wishlist',
  'POST /payments/wishlist/product',
]

/** A call to the card sandbox, as whoever holds the shop's key there. */
const callProvider = async (path: string, form?: Record<string, string>) => {
  const answer = await fetch(`http://127.0.0.1:${testApp.sandboxPort}/${path}`, {
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.json()
}
/** How often the provider was asked for anything. */
const countProviderRequests = async (): Promise<number> => (await callProvider('sandbox/requests')).count

const createOrder = async (actor: 'B1' | 'B2') => book(testApp.people[actor], await findUnwantedBike(testApp.baseApp))
const toClaim = (order: Order, transactionId: string, actor: 'B1' | 'B2' = 'B1') =>
  createPaymentBody(testApp.people[actor], order, transactionId)
const getPaymentStates = async (intent: string) => {
  const { rows } = await testApp.db.$client.query<{ state: string }>(
    'select state from payments where intent_id = $1',
    [intent],
  )
  return rows.map(({ state }) => state)
}

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A099',
      what: 'a visitor begins no payment and records none',
      call: 'POST /create-payment-intent',
      answers: { V: [401, 'not_signed_in'] },
      send: (app) => ({ body: { price: app.P1.salePriceTaka, bookingId: app.K1 } }),
    },
    {
      id: 'A101',
      what: 'a price that is no price begins no payment',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (app) =>
        [
          -5,
          0,
          0.1,
          '1',
          1e308,
          null,
          99_999_999_999,
          999,
          10_000_000,
          -178_000,
          178_000.01,
          '178000',
          '178,000',
          '১৭৮০০০',
          [178_000],
          {},
          true,
          2 ** 53,
          4_295_145_296,
          1e-7,
        ].map((price) => ({ body: { price, bookingId: app.K1 } })),
    },
    {
      id: 'A101',
      what: 'a price that differs by one Taka is told the right one',
      call: 'POST /create-payment-intent',
      answers: { B1: [409, 'price_changed'] },
      send: (app) =>
        [-1, 1].map((difference) => ({ body: { price: app.P1.salePriceTaka + difference, bookingId: app.K1 } })),
    },
    {
      id: 'A101',
      what: 'amount, currency, account and way of paying are not the client’s to name',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (app) =>
        [
          { currency: 'usd' },
          { currency: 'bdt' },
          { amount: 1 },
          { metadata: {} },
          { application_fee_amount: 1 },
          { transfer_data: {} },
          { customer: 'cus_1' },
          { wishlistId: app.W1 },
          { quantity: 0 },
          { discount: 99 },
          { coupon: 'FREE' },
        ].map((more) => ({ body: { price: app.P1.salePriceTaka, bookingId: app.K1, ...more } })),
    },
    {
      id: 'A121',
      what: 'a card number has no place in any call of ours',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (app) =>
        [
          { cardNumber: '4242424242424242' },
          { cvc: '123' },
          { card: { number: '4242424242424242' } },
          { payment_method_data: {} },
        ].map((more) => ({ body: { price: app.P1.salePriceTaka, bookingId: app.K1, ...more } })),
    },
  ],
)

test('A099 who may not pay makes nobody ask the provider', async () => {
  const before = await countProviderRequests()
  const { salePriceTaka: price } = testApp.P1
  const tries: [Actor, object][] = [
    ['V', { price, bookingId: testApp.K1 }],
    ['B1', { price, bookingId: testApp.K2 }],
    ['B1', { price: 1_000, bookingId: testApp.K1 }],
    ['B1', { price: -1, bookingId: testApp.K1 }],
    ['S1', { price, bookingId: testApp.K1 }],
    ['A', { price, bookingId: absentId }],
  ]
  for (const [actor, body] of tries)
    expect((await testApp.call(actor, 'POST /create-payment-intent', { body })).status).toBeGreaterThan(399)
  for (const paymentCall of paymentCalls) {
    const body = {
      price,
      transactionId: 'pi_nobodys',
      email: 'karim@motohaat.test',
      bookingId: testApp.K1,
      productId: testApp.P1.id,
    }
    expect((await testApp.call('V', paymentCall, { body })).status).toBe(401)
    expect((await testApp.call('B1', paymentCall, { body })).status).toBe(404)
  }
  expect(await countProviderRequests()).toBe(before)
})

test('A103 twenty beginnings at the same instant are one intent and one payment', async () => {
  const order = await createOrder('B1')
  const body = { price: order.price, bookingId: order.bookingId }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => testApp.call('B1', 'POST /create-payment-intent', { body })),
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(new Set(good.map(({ text }) => parseIntentId(JSON.parse(text)))).size).toBe(1)
  expect(answers.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toEqual([])
  const { rows } = await testApp.db.$client.query('select id from payments where bike_id = $1', [order.bike.id])
  expect(rows).toHaveLength(1)
})

test('A111 two windows of one buyer pay once', async () => {
  const order = await createOrder('B1')
  const { insertedId: wishlistId } = await testApp.people.B1('POST /wishlist', { body: { productId: order.bike.id } })
  const [first, second] = await Promise.all([
    testApp.people.B1('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } }),
    testApp.people.B1('POST /create-payment-intent', { body: { price: order.price, wishlistId } }),
  ])
  expect(parseIntentId(first)).toBe(parseIntentId(second))
  const pays = await Promise.allSettled([
    testApp.payIntent(parseIntentId(first)),
    testApp.payIntent(parseIntentId(second)),
  ])
  expect(pays.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await testApp.people.B1('POST /payments', { body: toClaim(order, parseIntentId(first)) })
  const again = await testApp.call('B1', 'POST /create-payment-intent', {
    body: { price: order.price, bookingId: order.bookingId },
  })
  expect([again.status, again.code]).toEqual([409, 'already_paid'])
  const receivedAmounts = await getCollectedTaka(testApp.baseApp)
  expect(receivedAmounts.get(parseIntentId(first))).toBe(order.price)
})

test('A113 the same payment recorded fifty times at once is one payment, and all read the same', async () => {
  const order = await createOrder('B1')
  const intent = await startPayment(testApp.people.B1, order)
  await testApp.payIntent(intent)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, one) =>
      testApp.call('B1', paymentCalls[one % 4] ?? '', { body: toClaim(order, intent) }),
    ),
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  expect(new Set(good.map(({ text }) => JSON.parse(text).insertedId)).size).toBe(1)
  expect(await getPaymentStates(intent)).toEqual(['succeeded'])
})

test('A117 a second account may buy, and who held and who sold stay two members in the books', async () => {
  const { rows } = await testApp.db.$client.query(
    `select from payments p join bikes b on b.id = p.bike_id where p.buyer_id = b.seller_id`,
  )
  expect(rows).toEqual([])
  const own = await testApp.expectUnchanged(() =>
    testApp.call('S1', 'POST /create-payment-intent', {
      body: { price: testApp.P1.salePriceTaka, bookingId: testApp.K1 },
    }),
  )
  expect(own.status).toBe(404)
})

test('A119 page, signed message and sweeper at one instant sell once', async () => {
  const buyer = await registerMember(testApp.baseApp, 'Buyer')
  const bike = await findUnwantedBike(testApp.baseApp)
  const order = await book(buyer, bike)
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  const record = () => buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })
  const results = await Promise.all([record(), testApp.sweep(), record(), testApp.sweep(), record()])
  const ids = results.flatMap((one) => (one && 'insertedId' in one ? [one.insertedId] : []))
  expect(new Set(ids).size).toBe(1)
  expect(await getPaymentStates(intent)).toEqual(['succeeded'])
})

test('A121 a card number that was sent by mistake is in no row and no line of the log', async () => {
  const card = '4000056655665556'
  for (const call of ['POST /payments', 'POST /bookings', 'POST /create-payment-intent', 'POST /contact']) {
    await testApp.call('B1', call, { body: { cardNumber: card, cvc: '123' } })
  }
  expect(testApp.logLines.filter((line) => line.includes(card))).toEqual([])
})
