// The notifications of SSLCommerz come doubled, in another order and late. They are hints: what SSLCommerz says when it is
// asked decides, and money that comes too late goes back once.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { findAllViolations, listEntries } from '#tests/support/money.ts'
import { type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  beginSslcommerz,
  createNotificationBody,
  payAtSslcommerz,
  postNotification,
  returnFromSslcommerz,
  setSslcommerzFault,
} from '#tests/support/wallets/sslcommerz.ts'
import { createSteps } from '#tests/support/wallets/sslcommerz-steps.ts'

let testApp: TestApp
let people: { buyer: MemberClient; seller: MemberClient }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  people = { buyer: await registerMember(testApp, 'Buyer'), seller: await registerMember(testApp, 'Seller') }
  // The sandbox posts its notifications here.
  await testApp.fastify.listen({ port: testApp.port, host: '127.0.0.1' })
})
afterAll(() => testApp.close())
afterEach(() => setSslcommerzFault(testApp.sandboxPort, null))

const { begin, findJournal, findPayment, sweepLater, sweepRefundsToEnd, makeStale, isReserved } = createSteps(
  () => testApp,
)

const setNotificationFault = (fault: 'lost' | 'twice') =>
  setSslcommerzFault(testApp.sandboxPort, { operation: 'ipn', fault })
const notify = (reference: string, status: Parameters<typeof createNotificationBody>[1]) =>
  postNotification(testApp, createNotificationBody(reference, status))
const otherWords = ['FAILED', 'CANCELLED', 'PENDING', 'VALID'] as const

/** A buyer has paid; no notification came, and the buyer came back. */
const pay = async () => {
  const paying = await begin('full', people)
  await setNotificationFault('lost')
  await payAtSslcommerz(paying.pageUrl)
  expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'paid' })
  return paying
}

/** All the money went back, in one refund. */
const expectSentBackOnce = async (reference: string, refundReason: string) => {
  await sweepRefundsToEnd()
  expect(await findPayment(reference)).toMatchObject({ state: 'refunded', refundReason })
  expect((await findJournal(reference)).refunds).toMatchObject([{ amountPoisha: 14_900_000, status: 'refunded' }])
}

describe('notifications in another order', () => {
  test('of failure, of cancelling and of waiting, which come after that of the payment, change nothing', async () => {
    const paying = await pay()
    const statuses = await Promise.all([...otherWords, ...otherWords].map((word) => notify(paying.reference, word)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'succeeded', failure: null })
    expect(await isReserved(paying)).toBe(true)
    expect(await listEntries(testApp, paying)).toHaveLength(1)
  })

  test('the payment counts, whatever the first one says', async () => {
    const paying = await begin('full', people)
    await notify(paying.reference, 'FAILED')
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'open' })
    await setNotificationFault('lost')
    await payAtSslcommerz(paying.pageUrl)
    await notify(paying.reference, 'CANCELLED')
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'succeeded' })
  })

  test('ten old ones at once, after the money went back, neither take nor send any', async () => {
    const paying = await pay()
    await paying.seller('POST /deals/:id/cancel', { params: paying.params, body: {} })
    await sweepRefundsToEnd()
    const before = await listEntries(testApp, paying)
    await Promise.all(Array.from({ length: 10 }, () => notify(paying.reference, 'VALID')))
    await expectSentBackOnce(paying.reference, 'deal_cancelled')
    expect(await listEntries(testApp, paying)).toEqual(before)
    expect(await isReserved(paying)).toBe(false)
  })
})

test('the notification of a payment comes twice at once: the bike is paid once, though the buyer closed the tab', async () => {
  const paying = await begin('full', people)
  await setNotificationFault('twice')
  await payAtSslcommerz(paying.pageUrl)
  await expect.poll(async () => (await findPayment(paying.reference))?.state).toBe('succeeded')
  expect(await listEntries(testApp, paying)).toHaveLength(1)
  expect(await findJournal(paying.reference)).toMatchObject({ payments: 1, refunds: [] })
})

describe('a late notification, twice', () => {
  const payTooLate = async ({ reference, pageUrl }: { reference: string; pageUrl: string }) => {
    await setNotificationFault('twice')
    await payAtSslcommerz(pageUrl)
    await expect.poll(async () => (await findPayment(reference))?.refundReason).toBeTruthy()
  }

  test('after the hold has ended: the money goes back once', { tags: 'long' }, async () => {
    const paying = await begin('full', people)
    await makeStale(paying)
    await sweepLater()
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'canceled', failure: 'hold_ended' })
    await payTooLate(paying)
    await expectSentBackOnce(paying.reference, 'hold_released')
    expect(await isReserved(paying)).toBe(false)
  })

  test('also of a buyer who comes back: the page says that the money goes back', async () => {
    const paying = await begin('full', people)
    await makeStale(paying)
    await sweepLater()
    await setNotificationFault('lost')
    await payAtSslcommerz(paying.pageUrl)
    const back = await returnFromSslcommerz(paying.buyer, paying.reference, 'success')
    const message = 'The time to pay had run out. Your money is being sent back.'
    expect(back).toMatchObject({ state: 'refunded', message })
    await expectSentBackOnce(paying.reference, 'hold_released')
  })

  test('after the bike went to another: the money goes back once, and the bike stays the other’s', async () => {
    const paying = await begin('full', people)
    const rival = await registerMember(testApp, 'Buyer')
    const order = await book(rival, paying.order.bike)
    await makeStale(paying)
    const next = await beginSslcommerz(rival, order)
    await setNotificationFault('lost')
    await payAtSslcommerz(next.pageUrl)
    expect(await returnFromSslcommerz(rival, next.reference)).toMatchObject({ state: 'paid' })
    await payTooLate(paying)
    await expectSentBackOnce(paying.reference, 'hold_released')
    expect(await findPayment(next.reference)).toMatchObject({ state: 'succeeded' })
    expect(await rival('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: true })
    expect(await paying.buyer('GET /bookings/:id', { params: paying.params })).toMatchObject({ paid: false })
  })
})

test('all invariants hold', async () => {
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
})
