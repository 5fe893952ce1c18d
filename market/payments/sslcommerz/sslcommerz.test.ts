// Paying with SSLCommerz: it takes the money before this shop hears of it, so money for a bike that is gone goes back.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { listedNumbers } from '#sandbox/sslcommerz/account.ts'
import { signFields } from '#sandbox/sslcommerz/notification.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, listEntries } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { goodWallet } from '#tests/support/wallets/bkash.ts'
import {
  beginSslcommerz,
  cancelAtSslcommerz,
  payAtSslcommerz,
  readSslcommerzJournal,
  type Returned,
  returnFromSslcommerz,
  setSslcommerzFault,
} from '#tests/support/wallets/sslcommerz.ts'
import { createSteps } from '#tests/support/wallets/sslcommerz-steps.ts'
import { payments } from '#market/schema/money/payments.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'

const sites = recordApiErrorSites()
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})
afterEach(() => setSslcommerzFault(testApp.sandboxPort, null))

const { begin, findJournal, findPayment, sweepLater, sweepRefundsToEnd, makeStale, isReserved } = createSteps(
  () => testApp,
)

const post = (path: string, payload: string) =>
  testApp.fastify.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
const notify = ({ body }: Returned) => post('/api/payments/ipn/sslcommerz', body)

describe('a buyer pays by another wallet or a bank', () => {
  test('a deposit: the bike is reserved, with the number of the bank', async () => {
    const paying = await begin('deposit')
    const back = await payAtSslcommerz(paying.pageUrl)
    const result = await returnFromSslcommerz(paying.buyer, paying.reference, 'success')
    expect(result).toMatchObject({ state: 'paid', amount: 4_470, failure: null })
    expect(new URLSearchParams(back.body).get('bank_tran_id')).toBe(result.transactionId)
    expect(await isReserved(paying)).toBe(true)
    expect(await listEntries(testApp, paying)).toEqual([['settled', { provider: 4_470, held: -4_470 }]])
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'cancel')).toEqual(result)
    expect(await findJournal(paying.reference)).toMatchObject({ amountPoisha: 447_000, payments: 1, refunds: [] })
  })

  test('the browser, which SSLCommerz makes post to the shop, goes on to the page of the payment', async () => {
    const paying = await begin()
    const { url, body } = await cancelAtSslcommerz(paying.pageUrl)
    const { pathname, search } = new URL(url)
    const response = await post(pathname + search, body)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(`/dashboard/paid/sslcommerz?paymentID=${paying.reference}&status=cancel`)
    const foreign = await post('/api/payments/back/sslcommerz?reference=//evil.test/&status=x&language=..', '')
    expect(foreign.headers.location).toBe('/dashboard/paid/sslcommerz?paymentID=')
  })

  test.each([
    ['has not enough money', (url: string) => payAtSslcommerz(url, listedNumbers.noBalance), 'failure', 'refused'],
    ['typed a wrong PIN', (url: string) => payAtSslcommerz(url, listedNumbers.wrongPin), 'failure', 'refused'],
    [
      'was sent a code that expired',
      (url: string) => payAtSslcommerz(url, listedNumbers.otpExpired),
      'failure',
      'refused',
    ],
    ['cancels', cancelAtSslcommerz, 'cancel', 'cancelled'],
  ] as const)('who %s is not charged, and pays again at once', async (_, act, hint, failure) => {
    const paying = await begin('deposit')
    await act(paying.pageUrl)
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, hint)).toMatchObject({ state: 'unpaid', failure })
    const again = await beginSslcommerz(paying.buyer, paying.order, 'deposit')
    await payAtSslcommerz(again.pageUrl)
    expect(await returnFromSslcommerz(paying.buyer, again.reference)).toMatchObject({ state: 'paid' })
  })

  test('and gets the same page again in a second tab', async () => {
    const paying = await begin()
    const again = await Promise.all(Array.from({ length: 4 }, () => beginSslcommerz(paying.buyer, paying.order)))
    expect(new Set(again.map(({ pageUrl }) => pageUrl))).toEqual(new Set([paying.pageUrl]))
  })

  test('of a slow bank: the page waits, and the job finds the money', async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl, listedNumbers.pending)
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'waiting' })
    await payAtSslcommerz(paying.pageUrl)
    await sweepLater()
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
  })

  test.each(['cancel', 'failure'] as const)(
    'of a slow bank, and gives up (%s): the money may still buy it',
    async (hint) => {
      const paying = await begin()
      await payAtSslcommerz(paying.pageUrl, listedNumbers.pending)
      expect(await returnFromSslcommerz(paying.buyer, paying.reference, hint)).toMatchObject({ state: 'waiting' })
      await payAtSslcommerz(paying.pageUrl)
      expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
    },
  )

  test('of a bank that never decides: the hold ends with its time, and the bike is for others', async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl, listedNumbers.pending)
    await makeStale(paying)
    await sweepLater()
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'canceled', failure: 'hold_ended' })
  })

  test('nobody else is told about the payment', async () => {
    const paying = await begin()
    const other = await testApp.signInAs('sadia')
    expect(await catchError(returnFromSslcommerz(other, paying.reference, 'cancel'))).toMatchObject({ status: 404 })
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'open' })
  })
})

describe('a notification is a hint', () => {
  test('it settles a payment whose buyer closed the tab; twice, and after the return, it changes nothing', async () => {
    const paying = await begin()
    const back = await payAtSslcommerz(paying.pageUrl)
    expect((await notify(back)).statusCode).toBe(200)
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'succeeded' })
    expect((await notify(back)).statusCode).toBe(200)
    await returnFromSslcommerz(paying.buyer, paying.reference, 'failure')
    expect(await listEntries(testApp, paying)).toHaveLength(1)
  })

  test('a forged one is refused, and one of another payment says nothing about this one', async () => {
    const [paid, unpaid] = [await begin(), await begin()]
    const back = await payAtSslcommerz(paid.pageUrl)
    const forged = { ...back, body: back.body.replace(paid.reference, unpaid.reference) }
    expect((await notify(forged)).json()).toMatchObject({ code: 'bad_signature' })
    await notify(back)
    expect(await findPayment(unpaid.reference)).toMatchObject({ state: 'open' })
  })

  test('a signed one about a payment that the bank has not decided settles nothing', async () => {
    const paying = await begin()
    const { body } = await payAtSslcommerz(paying.pageUrl, listedNumbers.pending)
    expect((await notify({ url: '', body })).statusCode).toBe(200)
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'open' })
    expect(await isReserved(paying)).toBe(false)
  })

  test('a signed one that says VALID settles nothing when SSLCommerz knows of no payment', async () => {
    const paying = await begin()
    const fields = {
      tran_id: paying.reference,
      status: 'VALID',
      amount: '149000.00',
      val_id: 'made-up',
      currency: 'BDT',
    }
    const body = new URLSearchParams(signFields(fields, sandboxKeys.sslcommerz.storePassword)).toString()
    expect((await notify({ url: '', body })).statusCode).toBe(200)
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'open' })
    expect(await isReserved(paying)).toBe(false)
  })
})

describe('the validation says what was paid', () => {
  test.each([
    ['too much', 'more', 14_910_000],
    ['half a Taka too little', 'less', 14_899_950],
  ] as const)('%s buys nothing and goes back whole', async (_, fault, paidPoisha) => {
    const paying = await begin()
    await setSslcommerzFault(testApp.sandboxPort, { operation: 'pay', fault })
    await payAtSslcommerz(paying.pageUrl)
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'refunded' })
    expect(await findPayment(paying.reference)).toMatchObject({ refundReason: 'mismatch' })
    await sweepRefundsToEnd()
    expect(await findJournal(paying.reference)).toMatchObject({
      paidPoisha,
      refunds: [{ amountPoisha: paidPoisha, status: 'refunded' }],
    })
  })

  test('an answer about another transaction is no answer', async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl)
    await setSslcommerzFault(testApp.sandboxPort, { operation: 'validate', fault: 'other_transaction' })
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'waiting' })
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
  })
})

test.each([
  ['paid', goodWallet],
  ['refused', listedNumbers.noBalance],
] as const)('a lookup that answers about another transaction, which is %s, is no answer', async (_, number) => {
  const [other, unpaid] = [await begin(), await begin()]
  await payAtSslcommerz(other.pageUrl, number)
  await setSslcommerzFault(testApp.sandboxPort, { operation: 'query', fault: 'other_transaction' })
  expect(await returnFromSslcommerz(unpaid.buyer, unpaid.reference, 'success')).toMatchObject({ state: 'waiting' })
  expect(await findPayment(unpaid.reference)).toMatchObject({ state: 'open' })
})

describe('late money goes back', () => {
  test('for a bike that was withdrawn', async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl)
    await testApp.db.$client.query('update bikes set withdrawn_at = now() where id = $1', [paying.order.bike.id])
    expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'refunded' })
    await sweepRefundsToEnd()
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'refunded', refundReason: 'bike_withdrawn' })
  })

  test.each(['16 minutes', '23 hours'])(
    'paid %s after the beginning, though its notification is lost and the tab closed',
    async (age) => {
      const paying = await begin()
      await makeStale(paying)
      await sweepLater()
      expect(await findPayment(paying.reference)).toMatchObject({ state: 'canceled', failure: 'hold_ended' })
      if (age !== '16 minutes') await makeStale(paying, age)
      await payAtSslcommerz(paying.pageUrl)
      for (const hours of age === '16 minutes' ? [0.2, 0.4, 0.6] : [0.5, 4]) await sweepLater(hours * 3_600_000)
      await sweepRefundsToEnd()
      expect(await findPayment(paying.reference)).toMatchObject({ state: 'refunded', refundReason: 'hold_released' })
      expect((await findJournal(paying.reference)).refunds).toMatchObject([
        { amountPoisha: 14_900_000, status: 'refunded' },
      ])
    },
  )
})

describe('an answer that is lost', () => {
  test.each(['drop_before', 'drop_after', 'status_after', 'garbage'] as const)(
    'to the creation (%s): the buyer gets another page at once',
    async (fault) => {
      const deal = await beginDeal(testApp)
      await setSslcommerzFault(testApp.sandboxPort, { operation: 'session', fault })
      expect(await catchError(beginSslcommerz(deal.buyer, deal.order))).toMatchObject({ code: 'wallet_unavailable' })
      const { reference, pageUrl } = await beginSslcommerz(deal.buyer, deal.order)
      await payAtSslcommerz(pageUrl)
      expect(await returnFromSslcommerz(deal.buyer, reference)).toMatchObject({ state: 'paid' })
    },
  )

  // Who waited for the answer once more would wait 13 seconds.
  test(
    'to the creation, with the process that asked: after 13 seconds the buyer gets another page at once',
    { timeout: 12_000 },
    async () => {
      const { buyer, order, reference } = await begin()
      const lost = `update payments set intent_id = null, redirect_url = null, created_at = created_at - interval '13 seconds'
      where intent_id = $1 returning id`
      const { rows } = await queryAsOwner<{ id: string }>(testApp, lost, [reference])
      const next = await beginSslcommerz(buyer, order)
      expect(next.reference).not.toBe(reference)
      const [ended] = await testApp.db
        .select({ state: payments.state })
        .from(payments)
        .where(eq(payments.id, rows[0]?.id ?? ''))
      expect(ended?.state).toBe('canceled')
      await payAtSslcommerz(next.pageUrl)
      expect(await returnFromSslcommerz(buyer, next.reference)).toMatchObject({ state: 'paid' })
    },
  )

  test.each(['query', 'validate'] as const)('to the %s: asked again', async (operation) => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl)
    for (const fault of ['drop_after', 'status', 'garbage'] as const) {
      await setSslcommerzFault(testApp.sandboxPort, { operation, fault })
      expect(await returnFromSslcommerz(paying.buyer, paying.reference, 'failure')).toMatchObject({ state: 'waiting' })
    }
    await sweepLater()
    expect(await returnFromSslcommerz(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
  })

  test('to a refund: the money goes back once, and again when the bank sent it back', async () => {
    const paying = await begin()
    await payAtSslcommerz(paying.pageUrl)
    await returnFromSslcommerz(paying.buyer, paying.reference)
    await setSslcommerzFault(testApp.sandboxPort, { operation: 'refund', fault: 'drop_after' })
    await setSslcommerzFault(testApp.sandboxPort, { operation: 'refund_query', fault: 'cancelled' })
    await paying.seller('POST /deals/:id/cancel', { params: paying.params, body: {} })
    for (const minutes of [1, 5, 10, 20, 30]) await sweepLater(minutes * 60_000)
    expect((await findJournal(paying.reference)).refunds).toMatchObject([
      { amountPoisha: 14_900_000, status: 'cancelled' },
      { amountPoisha: 14_900_000, status: 'refunded' },
    ])
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'refunded' })
  })
})

test('a part goes back while the deal goes on', async () => {
  const paying = await begin()
  await payAtSslcommerz(paying.pageUrl)
  await returnFromSslcommerz(paying.buyer, paying.reference)
  await paying.seller('PUT /deals/:id/price', { params: paying.params, body: { price: 140_000 } })
  await paying.buyer('PUT /deals/:id/price', { params: paying.params, body: { agree: true, price: 140_000 } })
  await sweepRefundsToEnd()
  expect((await findJournal(paying.reference)).refunds).toMatchObject([{ amountPoisha: 900_000 }])
})

test('the ledger equals the journal of SSLCommerz, and all invariants hold', async () => {
  await sweepRefundsToEnd()
  const { sessions, refunds } = await readSslcommerzJournal(testApp.sandboxPort)
  const done = refunds.filter(({ status }) => status === 'refunded')
  const { rows } = await testApp.db.$client.query<{ poisha: string }>(
    `select sum(poisha) as poisha from ledger_lines where account = 'provider:sslcommerz'`,
  )
  const taken = sessions.reduce((sum, { paidPoisha }) => sum + paidPoisha, 0)
  expect(taken).toBeGreaterThan(100_000_000)
  // What the sandbox keeps: a payment of which it leaves 97.5 %.
  const charged = sessions.reduce((sum, { paidPoisha }) => sum + paidPoisha - Math.round(paidPoisha * 0.975), 0)
  const refunded = done.reduce((sum, { amountPoisha }) => sum + amountPoisha, 0)
  expect(Number(rows[0]?.poisha)).toBe(taken - refunded - charged)
  expect(new Set(sessions.map(({ customerNumber }) => customerNumber))).toEqual(new Set(['01712345678']))
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows: broken }) => [invariant.id, broken])).toEqual([])
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/sslcommerz/client.ts'])).toEqual([])
})
