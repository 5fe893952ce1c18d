// Notifications that arrive at once: server-sent events over a real connection.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { book, type BuyerClient, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { beginDeal, payDeal, signInAdmin } from '#tests/support/money.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { maxConnections } from '#platform/load-shedding/connection-limits.ts'
import { limitStreams } from './stream.ts'

let testApp: TestApp
let origin: string
let seller: MemberClient
let buyer: BuyerClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  origin = await testApp.fastify.listen({ host: '127.0.0.1', port: 0 })
  seller = await registerMember(testApp, 'Seller')
  buyer = await registerMember(testApp, 'Buyer', 'Karim Ali')
})
afterAll(() => testApp.close())

const request = (token: string | null, signal?: AbortSignal) =>
  fetch(`${origin}/api/notifications/stream`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  })

/** Opens a stream and collects its text. */
const openStream = async ({ token }: { token: string }) => {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await request(token, controller.signal)
  const stream = { response, text: '', hasEnded: false }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk, { stream: true })
  }
  const markEnded = () => void (stream.hasEnded = true)
  void read().then(markEnded, markEnded)
  await vi.waitFor(() => expect(stream.text).not.toBe(''), { timeout: 60_000 })
  return stream
}

const countEvents = ({ text }: { text: string }) => text.split('event: notification\n').length - 1

test('a seller with an open page learns at once that somebody booked, and nobody else does', async () => {
  const bike = await createListing(testApp, seller)
  const [ofSeller, ofBuyer] = [await openStream(seller), await openStream(buyer)]
  expect(ofSeller.response.headers.get('content-type')).toContain('text/event-stream')
  expect(ofSeller.response.headers.get('cache-control')).toBe('no-store')
  const before = countEvents(ofSeller)

  const { bookingId } = await book(buyer, bike)
  await vi.waitFor(() => expect(countEvents(ofSeller)).toBe(before + 1), { timeout: 60_000 })
  const beforeAnswer = countEvents(ofBuyer)
  await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })
  await vi.waitFor(() => expect(countEvents(ofBuyer)).toBe(beforeAnswer + 1), { timeout: 60_000 })
  // What the stream says is nothing but that there is something.
  expect(ofBuyer.text).not.toMatch(/Karim|accepted|0171/)
  expect(countEvents(ofSeller)).toBe(before + 1)
})

test('whoever waits in line learns at once that the first buyer is accepted, begins to pay, pays, cancels or is declined', async () => {
  const waiting = await registerMember(testApp, 'Buyer', 'Sumon Das')
  const stream = await openStream(waiting)
  const expectEventAfter = async (act: () => Promise<unknown>, name: string) => {
    const before = countEvents(stream)
    await act()
    await vi.waitFor(() => expect(countEvents(stream), name).toBeGreaterThan(before), { timeout: 60_000 })
  }
  const begin = async () => {
    const bike = await createListing(testApp, seller)
    const order = await book(buyer, bike)
    await book(waiting, bike)
    return { order, params: { id: order.bookingId } }
  }
  const answer = (params: { id: string }, said: 'yes' | 'no') =>
    seller('PUT /deals/:id/answer', { params, body: { answer: said } })
  const declined = await begin()
  await expectEventAfter(() => answer(declined.params, 'no'), 'declined')
  const { order, params } = await begin()
  await expectEventAfter(() => answer(params, 'yes'), 'accepted')
  let intent = ''
  await expectEventAfter(async () => (intent = await startPayment(buyer, order)), 'begins to pay')
  await testApp.payIntent(intent)
  await expectEventAfter(() => buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) }), 'pays')
  await expectEventAfter(() => buyer('POST /deals/:id/cancel', { params, body: {} }), 'cancels')
})

test('the other side learns at once of each statement about a problem, of the report’s too', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  const stream = await openStream(deal.seller)
  const tell = async (act: () => Promise<unknown>) => {
    const before = countEvents(stream)
    await act()
    await vi.waitFor(() => expect(countEvents(stream)).toBe(before + 1), { timeout: 60_000 })
  }
  const { params } = deal
  await tell(() => deal.buyer('POST /deals/:id/problem', { params, body: { reason: 'damaged' } }))
  await tell(() => deal.buyer('POST /deals/:id/evidence', { params, body: { note: 'The clutch slips' } }))
  const admin = await signInAdmin(testApp)
  await tell(() => admin('PUT /disputes/:id', { params, body: { takaToBuyer: 20_000 } }))
})

test('a visitor gets no stream', async () => {
  const response = await request(null)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'not_signed_in' })
  expect((await request('not-a-token')).status).toBe(401)
})

test('a member with a fifth page loses the oldest stream', async () => {
  const member = await registerMember(testApp, 'Buyer', 'Sumon Das')
  const first = await openStream(member)
  const others = [await openStream(member), await openStream(member), await openStream(member)]
  expect(first.hasEnded).toBe(false)
  await openStream(member)
  await vi.waitFor(() => expect(first.hasEnded).toBe(true), { timeout: 60_000 })
  expect(others.map(({ hasEnded }) => hasEnded)).toEqual([false, false, false])
})

test('streams leave files for everything else, and are at most five thousand', () => {
  expect([64, 1_024, 4_000, 1_048_576, Infinity].map(limitStreams)).toEqual([300, 300, 2_000, 5_000, 5_000])
})

test(
  'short answers are given while more pages than connections for them have streams open',
  { tags: 'long' },
  async () => {
    const crowd = await createTestApp({ manualClose: true })
    onTestFinished(() => crowd.close())
    const address = await crowd.fastify.listen({ host: '127.0.0.1', port: 0 })
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const pages: Response[] = []
    for (let count = 0; count < 240; count += 1) {
      const { token } = await registerMember(crowd, 'Buyer', `Listener ${count}`)
      const open = () =>
        fetch(`${address}/api/notifications/stream`, {
          headers: { authorization: `Bearer ${token}` },
          signal: controller.signal,
        })
      pages.push(...(await Promise.all([open(), open(), open(), open()])))
    }
    expect(pages.filter(({ status }) => status !== 200)).toEqual([])
    expect(pages.length).toBeGreaterThan(maxConnections)
    for (const path of ['/health', '/api/allbikes?limit=1']) expect((await fetch(`${address}${path}`)).status).toBe(200)
  },
)

test('the app closes although pages have streams open', async () => {
  const closing = await createTestApp({ manualClose: true })
  const address = await closing.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await closing.signInAs('karim')
  const response = await fetch(`${address}/api/notifications/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const ended = response.text()
  await closing.shutDown(0)
  expect(await ended).not.toContain('event:')
  await closing.close()
})
