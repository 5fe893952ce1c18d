// What keeps a buyer from paying, as the orders and the wishlist tell it, and the acts of the deal's page beside it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, type BuyerClient } from '#tests/support/buying.ts'
import { beginDeal, payDeal, type TestDeal } from '#tests/support/money.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const begin = async (): Promise<TestDeal> => {
  const deal = await beginDeal(testApp, { price: 149_000 })
  await deal.buyer('POST /wishlist', { body: { productId: deal.order.bike.id } })
  return deal
}

/** What keeps a buyer from paying for the bike, from the order, from the lists and from the wish; and the acts that are offered. */
const readObstacles = async (buyer: BuyerClient, bikeId: string, id: string) => {
  const order = await buyer('GET /bookings/:id', { params: { id } })
  const listed = (await buyer('GET /bookings')).find(({ _id }) => _id === id)
  const wish = (await buyer('GET /wishlist')).find(({ productId }) => productId === bikeId)
  const { acts } = await buyer('GET /deals/:id', { params: { id } })
  expect(listed?.payObstacle).toBe(order.payObstacle)
  return { order: order.payObstacle, wish: wish?.payObstacle, isOffered: acts.some((act) => act.startsWith('pay_')) }
}

/** Another buyer who has booked the bike of a deal and put it on the wishlist. */
const joinLine = async ({ order: { bike } }: TestDeal) => {
  const next = await registerMember(testApp, 'Buyer')
  const { bookingId } = await book(next, bike)
  await next('POST /wishlist', { body: { productId: bike.id } })
  return { next, read: () => readObstacles(next, bike.id, bookingId) }
}

test('who is next in line is offered nothing to pay, in the order, the wish and the deal', async () => {
  const deal = await begin()
  const { next, read: readNext } = await joinLine(deal)
  const payable = { order: null, wish: null, isOffered: true }
  expect(await readNext()).toEqual(payable)
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  const waits = 'promised_to_another'
  expect(await readNext()).toEqual({ order: waits, wish: waits, isOffered: false })
  // Who has no order, only the bike on the wishlist, waits too.
  const other = await registerMember(testApp, 'Buyer')
  await other('POST /wishlist', { body: { productId: deal.order.bike.id } })
  expect((await other('GET /wishlist'))[0]).toMatchObject({ dealId: null, payObstacle: waits })
  expect(await readObstacles(deal.buyer, deal.order.bike.id, deal.id)).toEqual(payable)

  await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
  expect(await readNext()).toEqual(payable)
  expect((await next('GET /wishlist'))[0]?.payObstacle).toBeNull()
})

test('while another buyer pays, nobody else is asked for money', async () => {
  const deal = await begin()
  const { read: readNext } = await joinLine(deal)
  await deal.buyer('POST /create-payment-intent', { body: { price: deal.order.price, bookingId: deal.id } })
  const waits = 'another_buyer_paying'
  expect(await readNext()).toMatchObject({ order: waits, wish: waits })
  expect(await readObstacles(deal.buyer, deal.order.bike.id, deal.id)).toMatchObject({ order: null, wish: null })
})

test('an order that has ended asks for nothing; the wish may still buy the bike', async () => {
  const deal = await begin()
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'no' } })
  const obstacles = await readObstacles(deal.buyer, deal.order.bike.id, deal.id)
  expect(obstacles).toEqual({ order: 'deal_closed', wish: null, isOffered: false })
})

test('an order that has ended says so, also when its buyer has booked the bike again and paid', async () => {
  const deal = await begin()
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'no' } })
  const order = await book(deal.buyer, deal.order.bike)
  const again = { ...deal, order, id: order.bookingId, params: { id: order.bookingId } }
  await payDeal(testApp, again)
  expect((await deal.buyer('GET /bookings/:id', { params: deal.params })).payObstacle).toBe('deal_closed')
  expect((await deal.buyer('GET /bookings/:id', { params: again.params })).payObstacle).toBeNull()
})

test('a changed bike is looked at again before it is paid', async () => {
  const deal = await begin()
  await testApp.db.$client.query("update deals set confirm_due_at = now() + interval '1 day' where id = $1", [deal.id])
  const obstacles = await readObstacles(deal.buyer, deal.order.bike.id, deal.id)
  expect(obstacles).toEqual({ order: 'bike_changed', wish: 'bike_changed', isOffered: false })
})

test('a paid order is paid, whoever waits behind it', async () => {
  const deal = await begin()
  await payDeal(testApp, deal, { purpose: 'deposit' })
  await joinLine(deal)
  expect(await readObstacles(deal.buyer, deal.order.bike.id, deal.id)).toEqual({
    order: null,
    wish: null,
    isOffered: true,
  })
})
