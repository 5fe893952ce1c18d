// How often and how fast a seller answers, as the page of a bike says it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const hourMs = 60 * 60_000
const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

const pass = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hourMs)
}

test('the page of a bike says how many of the last requests its seller answered, and how fast, from five on', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const shown = await createListing(testApp, seller)
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [shown.id])
  const getAnswers = async () => {
    const bike = await testApp.visitor('GET /bikes/:slug', { params: { slug: rows[0]?.slug ?? '' } })
    return bike.seller.answers
  }
  const request = async () => {
    const buyer = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
    const order = await book(buyer, await createListing(testApp, seller))
    return { buyer, order, params: { id: order.bookingId } }
  }
  const answer = async (hours: number, body: { answer: 'yes' } | { answer: 'no'; reason: 'sold' }) => {
    const { params } = await request()
    await testApp.db.$client.query(`update deals set requested_at = requested_at - $2::interval where id = $1`, [
      params.id,
      `${hours} hours`,
    ])
    await seller('PUT /deals/:id/answer', { params, body })
  }
  await answer(2, { answer: 'yes' })
  await answer(5, { answer: 'no', reason: 'sold' })
  await answer(0, { answer: 'yes' })
  await request()
  pass(49)
  await testApp.handleDueDeals()
  pass(-49)
  // A buyer who pays at once, or takes the request back, waits for no answer.
  const { buyer, order } = await request()
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  await buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })
  const other = await request()
  await other.buyer('POST /deals/:id/cancel', { params: other.params, body: {} })
  expect(await getAnswers()).toBeNull()

  await answer(1, { answer: 'yes' })
  expect(await getAnswers()).toEqual({ answered: 4, of: 5, medianHours: 2 })
  // What is long ago says nothing about today.
  pass(24 * 181)
  expect(await getAnswers()).toBeNull()
})
