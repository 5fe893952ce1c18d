// What a buyer reads about what was paid: each payment with its number, and what a deposit left to pay.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeal, handOverDeal, payDeal, type TestDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

/** The order, the wish and the deal, as the buyer reads them. */
const read = async ({ buyer, params, id }: TestDeal) => {
  const order = await buyer('GET /bookings/:id', { params })
  const deal = await buyer('GET /deals/:id', { params })
  const wish = (await buyer('GET /wishlist')).find(({ dealId }) => dealId === id)
  return [order, wish ?? expect.fail('needs a wish'), deal].map(({ payments, rest }) => ({ payments, rest }))
}

const begin = async (): Promise<TestDeal> => {
  const deal = await beginDeal(testApp, { price: 149_000 })
  await deal.buyer('POST /wishlist', { body: { productId: deal.order.bike.id } })
  return deal
}

const toProof = (purpose: string, amount: number, transactionId: string, isRefunded = false) => ({
  purpose,
  way: 'card',
  amount,
  transactionId,
  paidAt: expect.any(String),
  isRefunded,
})

test('a deposit and the rest are two payments with their numbers; between them the rest is told', async () => {
  const deal = await begin()
  const [order, wish] = await read(deal)
  expect([order, wish]).toEqual(Array.from({ length: 2 }, () => ({ payments: [], rest: 0 })))

  const deposit = toProof('deposit', 4_470, await payDeal(testApp, deal, { purpose: 'deposit' }))
  for (const one of await read(deal)) expect(one).toEqual({ payments: [deposit], rest: 144_530 })
  const [listed] = await deal.buyer('GET /bookings')
  expect(listed).toMatchObject({ paid: true, payments: [deposit], rest: 144_530 })

  const rest = toProof('rest', 144_530, await payDeal(testApp, deal, { purpose: 'rest' }))
  for (const one of await read(deal)) expect(one).toEqual({ payments: [deposit, rest], rest: 0 })
})

test('what goes back stays listed, and nothing is left to pay', async () => {
  const deal = await begin()
  const transactionId = await payDeal(testApp, deal, { purpose: 'deposit' })
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  const [order] = await read(deal)
  expect(order).toEqual({ payments: [toProof('deposit', 4_470, transactionId, true)], rest: 0 })
})

test('after the handover the order asks for no rest, which was paid in cash', async () => {
  const deal = await begin()
  await payDeal(testApp, deal, { purpose: 'deposit' })
  await handOverDeal(deal, 144_530)
  const [order, wish] = await read(deal)
  expect([order?.rest, wish?.rest]).toEqual([0, 0])
})
