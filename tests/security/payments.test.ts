// Money: a price nobody agreed to, a payment that is none, and one that is used twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin, book, claim, freshBike, intentOf, keptMoney, type Order } from '#tests/support/buying.ts'
import { newMember } from '#tests/support/selling.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { absent, type Actor, type Arena, openArena } from './security-test-app.ts'
import { attackRows } from './attack-rows.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const doors = ['POST /payments', 'POST /payments/product', 'POST /payments/wishlist', 'POST /payments/wishlist/product']

/** A call to the card sandbox, as whoever holds the shop's key there. */
const atProvider = async (path: string, form?: Record<string, string>) => {
  const answer = await fetch(`http://127.0.0.1:${arena.sandboxPort}/${path}`, {
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.json()
}
/** How often the provider was asked for anything. */
const askedOfProvider = async (): Promise<number> => (await atProvider('sandbox/requests')).count

const orderOf = async (actor: 'B1' | 'B2') => book(arena.people[actor], await freshBike(arena.shop))
const claimOf = (order: Order, transactionId: string, actor: 'B1' | 'B2' = 'B1') =>
  claim(arena.people[actor], order, transactionId)
const stateOf = async (intent: string) => {
  const { rows } = await arena.db.$client.query<{ state: string }>('select state from payments where intent_id = $1', [
    intent,
  ])
  return rows.map(({ state }) => state)
}

attackRows(
  () => arena,
  [
    {
      id: 'A099',
      what: 'a visitor begins no payment and records none',
      call: 'POST /create-payment-intent',
      answers: { V: [401, 'not_signed_in'] },
      send: (of) => ({ body: { price: of.P1.salePriceTaka, bookingId: of.K1 } }),
    },
    {
      id: 'A101',
      what: 'a price that is no price begins no payment',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (of) =>
        [
          -5,
          0,
          0.1,
          '1',
          1e308,
          null,
          99_999_999_999,
          999,
          1_000_000,
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
        ].map((price) => ({ body: { price, bookingId: of.K1 } })),
    },
    {
      id: 'A101',
      what: 'a price that differs by one Taka is told the right one',
      call: 'POST /create-payment-intent',
      answers: { B1: [409, 'price_changed'] },
      send: (of) => [-1, 1].map((by) => ({ body: { price: of.P1.salePriceTaka + by, bookingId: of.K1 } })),
    },
    {
      id: 'A101',
      what: 'amount, currency, account and way of paying are not the client’s to name',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (of) =>
        [
          { currency: 'usd' },
          { currency: 'bdt' },
          { amount: 1 },
          { metadata: {} },
          { application_fee_amount: 1 },
          { transfer_data: {} },
          { customer: 'cus_1' },
          { wishlistId: of.W1 },
          { quantity: 0 },
          { discount: 99 },
          { coupon: 'FREE' },
        ].map((more) => ({ body: { price: of.P1.salePriceTaka, bookingId: of.K1, ...more } })),
    },
    {
      id: 'A121',
      what: 'a card number has no place in any call of ours',
      call: 'POST /create-payment-intent',
      answers: { B1: [400, 'bad_request'] },
      send: (of) =>
        [
          { cardNumber: '4242424242424242' },
          { cvc: '123' },
          { card: { number: '4242424242424242' } },
          { payment_method_data: {} },
        ].map((more) => ({ body: { price: of.P1.salePriceTaka, bookingId: of.K1, ...more } })),
    },
  ],
)

test('A099 who may not pay makes nobody ask the provider', async () => {
  const before = await askedOfProvider()
  const { salePriceTaka: price } = arena.P1
  const tries: [Actor, object][] = [
    ['V', { price, bookingId: arena.K1 }],
    ['B1', { price, bookingId: arena.K2 }],
    ['B1', { price: 1_000, bookingId: arena.K1 }],
    ['B1', { price: -1, bookingId: arena.K1 }],
    ['S1', { price, bookingId: arena.K1 }],
    ['A', { price, bookingId: absent }],
  ]
  for (const [actor, body] of tries)
    expect((await arena.ask(actor, 'POST /create-payment-intent', { body })).status).toBeGreaterThan(399)
  for (const door of doors) {
    const body = {
      price,
      transactionId: 'pi_nobodys',
      email: 'karim@motohaat.test',
      bookingId: arena.K1,
      productId: arena.P1.id,
    }
    expect((await arena.ask('V', door, { body })).status).toBe(401)
    expect((await arena.ask('B1', door, { body })).status).toBe(404)
  }
  expect(await askedOfProvider()).toBe(before)
})

test('A103 twenty beginnings at the same instant are one intent and one payment', async () => {
  const order = await orderOf('B1')
  const body = { price: order.price, bookingId: order.bookingId }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => arena.ask('B1', 'POST /create-payment-intent', { body })),
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(new Set(good.map(({ text }) => intentOf(JSON.parse(text)))).size).toBe(1)
  expect(answers.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toEqual([])
  const { rows } = await arena.db.$client.query('select id from payments where bike_id = $1', [order.bike.id])
  expect(rows).toHaveLength(1)
})

test('A111 two windows of one buyer pay once', async () => {
  const order = await orderOf('B1')
  const { insertedId: wishlistId } = await arena.people.B1('POST /wishlist', { body: { productId: order.bike.id } })
  const [first, second] = await Promise.all([
    arena.people.B1('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } }),
    arena.people.B1('POST /create-payment-intent', { body: { price: order.price, wishlistId } }),
  ])
  expect(intentOf(first)).toBe(intentOf(second))
  const pays = await Promise.allSettled([arena.payFor(intentOf(first)), arena.payFor(intentOf(second))])
  expect(pays.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await arena.people.B1('POST /payments', { body: claimOf(order, intentOf(first)) })
  const again = await arena.ask('B1', 'POST /create-payment-intent', {
    body: { price: order.price, bookingId: order.bookingId },
  })
  expect([again.status, again.code]).toEqual([409, 'already_paid'])
  const kept = await keptMoney(arena.shop)
  expect(kept.get(intentOf(first))).toBe(order.price)
})

test('A113 the same payment recorded fifty times at once is one payment, and all read the same', async () => {
  const order = await orderOf('B1')
  const intent = await begin(arena.people.B1, order)
  await arena.payFor(intent)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, one) => arena.ask('B1', doors[one % 4] ?? '', { body: claimOf(order, intent) })),
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  expect(new Set(good.map(({ text }) => JSON.parse(text).insertedId)).size).toBe(1)
  expect(await stateOf(intent)).toEqual(['succeeded'])
})

test('A117 a second account may buy, and who held and who sold stay two members in the books', async () => {
  const { rows } = await arena.db.$client.query(
    `select from payments p join bikes b on b.id = p.bike_id where p.buyer_id = b.seller_id`,
  )
  expect(rows).toEqual([])
  const own = await arena.quietly(() =>
    arena.ask('S1', 'POST /create-payment-intent', { body: { price: arena.P1.salePriceTaka, bookingId: arena.K1 } }),
  )
  expect(own.status).toBe(404)
})

test('A119 page, signed message and sweeper at one instant sell once', async () => {
  const buyer = await newMember(arena.shop, 'Buyer')
  const bike = await freshBike(arena.shop)
  const order = await book(buyer, bike)
  const intent = await begin(buyer, order)
  await arena.payFor(intent)
  const record = () => buyer('POST /payments', { body: claim(buyer, order, intent) })
  const results = await Promise.all([record(), arena.sweep(), record(), arena.sweep(), record()])
  const ids = results.flatMap((one) => (one && 'insertedId' in one ? [one.insertedId] : []))
  expect(new Set(ids).size).toBe(1)
  expect(await stateOf(intent)).toEqual(['succeeded'])
})

test('A121 a card number that was sent by mistake stands in no row and no line of the log', async () => {
  const card = '4000056655665556'
  for (const call of ['POST /payments', 'POST /bookings', 'POST /create-payment-intent', 'POST /contact']) {
    await arena.ask('B1', call, { body: { cardNumber: card, cvc: '123' } })
  }
  expect(arena.logged.filter((line) => line.includes(card))).toEqual([])
})
