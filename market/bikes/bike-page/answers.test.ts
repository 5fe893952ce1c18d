// How often and how fast a seller answers, as the page of a bike says it.
import { hourMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

test('the time in line is no waiting for the seller, who cannot say yes meanwhile', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Tanvir Hasan')
  const bike = await createListing(testApp, seller)
  // Sessions end when the clock moves on; so the deals move back.
  const shift = (hours: number) => {
    const columns = ['requested', 'queued', 'answer_due', 'accepted', 'due'].map((name) => `${name}_at`)
    const all = [...columns, 'waiting_since', 'in_line_since', 'turn_until']
    const sets = all.map((name) => `${name} = ${name} - $2::interval`).join(', ')
    return testApp.db.$client.query(`update deals set ${sets} where bike_id = $1 and closed_at is null`, [
      bike.id,
      `${hours} hours`,
    ])
  }
  const request = async () => {
    const buyer = await registerMember(testApp, 'Buyer', 'Arif Hossain')
    const { bookingId } = await book(buyer, bike)
    return { buyer, params: { id: bookingId } }
  }
  const accept = ({ params }: { params: { id: string } }) =>
    seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  const cancel = ({ buyer, params }: Awaited<ReturnType<typeof request>>) =>
    buyer('POST /deals/:id/cancel', { params, body: {} })
  const first = await request()
  // Requested 1 hour before anybody is accepted.
  const second = await request()
  await shift(1)
  await accept(first)
  const third = await request()
  const declined = await request()
  await shift(20)
  await seller('PUT /deals/:id/answer', { params: declined.params, body: { answer: 'no', reason: 'other' } })
  await cancel(first)
  await shift(2)
  await accept(second)
  await shift(20)
  await cancel(second)
  await shift(4)
  await accept(third)
  await cancel(third)
  const last = await request()
  await shift(5)
  await accept(last)

  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [bike.id])
  const page = await testApp.visitor('GET /bikes/:slug', { params: { slug: rows[0]?.slug ?? '' } })
  // 1 hour, 1 + 2, 4, at once, and 5.
  expect(page.seller.answers).toEqual({ answered: 5, of: 5, medianHours: 3 })
})

test('only the newest 20 requests count, and of a seller who has left nothing is said', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Nusrat Jahan')
  const buyer = await registerMember(testApp, 'Buyer', 'Arif Hossain')
  const bike = await createListing(testApp, seller)
  const { $client } = testApp.db
  // The oldest five expired; the other twenty were declined after two hours.
  await $client.query(
    `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at, closed_at, close_reason)
     select ('019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, bikes.id, buyer.id, seller_id, sale_price_taka,
       $3::timestamptz, $3, $3::timestamptz + interval '2 hours', case when n <= 5 then 'expired' else 'declined' end
     from bikes, members as buyer, generate_series(1, 25) as n where bikes.id = $1 and buyer.email = $2`,
    [bike.id, buyer.email, clock.now],
  )
  const { rows } = await $client.query<{ slug: string }>('select slug from bikes where id = $1', [bike.id])
  const getAnswers = async () =>
    (await testApp.visitor('GET /bikes/:slug', { params: { slug: rows[0]?.slug ?? '' } })).seller.answers
  expect(await getAnswers()).toEqual({ answered: 20, of: 20, medianHours: 2 })
  await $client.query('update members set removed_at = now() where email = $1', [seller.email])
  expect(await getAnswers()).toBeNull()
})
