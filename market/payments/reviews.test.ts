// Payments whose payer the provider doubts wait for the admin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listedNumbers } from '#sandbox/sslcommerz/account.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { signInAdmin } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSteps } from '#tests/support/wallets/sslcommerz-steps.ts'
import { payAtSslcommerz, returnFromSslcommerz } from '#tests/support/wallets/sslcommerz.ts'

const sites = recordApiErrorSites()
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const { begin, findJournal, findPayment, sweepLater, sweepRefundsToEnd, makeStale, isReserved } = createSteps(
  () => testApp,
)

describe('a payer whom SSLCommerz doubts', () => {
  const payRisky = async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl, listedNumbers.risky)
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'review' })
    // The hold does not run out meanwhile, and the buyer's hint changes nothing.
    await makeStale(paying)
    await sweepLater()
    await returnFromSslcommerz(paying.buyer, paying.reference, 'cancel')
    expect(await isReserved(paying)).toBe(false)
    const admin = await signInAdmin(testApp)
    const found = (await admin('GET /payments/attention')).find(({ productId }) => productId === paying.order.bike.id)
    expect(found).toMatchObject({ waits: 'risk_undecided', price: 149_000 })
    return { paying, admin, params: { id: found?._id ?? '' } }
  }

  test('the admin accepts: the bike is reserved, once', async () => {
    const { paying, admin, params } = await payRisky()
    await admin('PUT /payments/attention/:id', { params, body: { act: 'accept_risk' } })
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
    expect(await isReserved(paying)).toBe(true)
    for (const act of ['refuse_risk', 'accept_risk'] as const) {
      const again = admin('PUT /payments/attention/:id', { params, body: { act } })
      expect(await catchError(again)).toMatchObject({ code: 'nothing_to_decide' })
    }
  })

  test('the admin refuses, or nobody decides within 24 hours: all of the money goes back', async () => {
    const refused = await payRisky()
    await refused.admin('PUT /payments/attention/:id', { params: refused.params, body: { act: 'refuse_risk' } })
    const undecided = await payRisky()
    await testApp.db.$client.query(`update payments set review_at = review_at - interval '24 hours' where id = $1`, [
      undecided.params.id,
    ])
    await sweepRefundsToEnd()
    for (const { paying } of [refused, undecided]) {
      expect(await findPayment(paying.reference)).toMatchObject({ state: 'refunded' })
      expect((await findJournal(paying.reference)).refunds).toMatchObject([{ amountPoisha: 14_900_000 }])
    }
  })
})

describe('a payment for which SSLCommerz gives the bank’s number of another one', () => {
  const payDoubled = async () => {
    const first = await begin()
    await payAtSslcommerz(first.pageUrl)
    expect(await returnFromSslcommerz(first.buyer, first.reference, 'success')).toMatchObject({ state: 'paid' })
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl, listedNumbers.doubled)
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'review' })
    const admin = await signInAdmin(testApp)
    const find = async () =>
      (await admin('GET /payments/attention')).find(({ productId }) => productId === paying.order.bike.id)
    const found = await find()
    expect(found).toMatchObject({ waits: 'number_doubled' })
    return { first, paying, find, admin, params: { id: found?._id ?? '' } }
  }

  test('the money came twice: it buys the bike', async () => {
    const { paying, admin, params, find } = await payDoubled()
    await admin('PUT /payments/attention/:id', { params, body: { act: 'accept_risk' } })
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
    expect([await isReserved(paying), await find()]).toEqual([true, undefined])
  })

  test('it came once: nothing is sent back, neither now nor by the job, also where nobody decided for a day', async () => {
    const { first, paying, admin, params, find } = await payDoubled()
    await testApp.db.$client.query(`update payments set review_at = review_at - interval '25 hours' where id = $1`, [
      params.id,
    ])
    await sweepRefundsToEnd()
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'canceled' })
    expect(await find()).toMatchObject({ waits: 'number_doubled' })
    await admin('PUT /payments/attention/:id', { params, body: { act: 'refuse_risk' } })
    await sweepRefundsToEnd()
    expect([await findPayment(paying.reference), await find()]).toMatchObject([{ state: 'canceled' }, undefined])
    for (const { reference } of [first, paying]) expect((await findJournal(reference)).refunds).toEqual([])
    expect(await findPayment(first.reference)).toMatchObject({ state: 'succeeded' })
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/reviews.ts'])).toEqual([])
})
