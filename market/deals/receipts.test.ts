import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import {
  beginDeal,
  finishDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
} from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

test('a receipt names what was paid here and in cash, and both sides read the same number', async () => {
  const deal = await beginDeal(testApp)
  const read = (client = deal.buyer) => client('GET /deals/:id/receipt', { params: deal.params })
  expect(await catchError(read())).toMatchObject({ code: 'no_receipt_yet' })
  const intentId = await payDeal(testApp, deal, { purpose: 'deposit' })
  await handOverDeal(deal, 144_530)
  await deal.buyer('PUT /deals/:id/cash', { params: deal.params, body: { right: true } })
  await releaseDeal(deal)
  await testApp.db.$client.query(
    `update bikes set bought_in_year = 2021, registration_district = 'rajshahi', registered_in_year = 2020
      where id = (select bike_id from deals where id = $1)`,
    [deal.id],
  )
  const receipt = await read()
  expect(receipt).toMatchObject({
    price: 149_000,
    online: 4_470,
    cash: 144_530,
    isCashConfirmed: true,
    toSeller: 4_470,
    refunded: 0,
    fee: 0,
    purchaseTime: 2021,
    registrationDistrict: 'rajshahi',
    registrationYear: 2020,
    buyerName: 'Karim Sheikh',
    sellerName: 'Rahim Uddin',
    transactionIds: [intentId],
    payments: [{ purpose: 'deposit', way: 'card', amount: 4_470, transactionId: intentId, isRefunded: false }],
  })
  expect(receipt.number).toMatch(/^20\d\d-\d{6}$/)
  expect(await read(deal.seller)).toEqual(receipt)
  expect(await catchError(read(await testApp.signInAs('sadia')))).toMatchObject({ code: 'not_found' })
})

test('a receipt says when the money was sent to the seller; what did not arrive is not sent yet', async () => {
  const deal = await finishDeal(testApp)
  const read = async () => (await deal.buyer('GET /deals/:id/receipt', { params: deal.params })).payout
  expect(await read()).toEqual({ sentAt: null })
  await setDestination(deal)
  // A new destination is paid a day later.
  await testApp.db.$client.query('update payout_destinations set usable_at = changed_at')
  const [cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
  const id = await sendPayout(testApp, deal, [cashier, admin])
  const { rows } = await testApp.db.$client.query<{ sent_at: Date }>('select sent_at from payouts where id = $1', [id])
  expect(await read()).toEqual({ sentAt: rows[0]?.sent_at.toISOString() })
  await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'fail', reason: 'Account closed' } })
  // Another payout follows.
  expect(await read()).toEqual({ sentAt: null })
})

test('numbers have no gap, also when many ask at once', async () => {
  const deals = await Promise.all(Array.from({ length: 4 }, () => beginDeal(testApp)))
  for (const deal of deals) {
    await payDeal(testApp, deal, { purpose: 'deposit' })
    await handOverDeal(deal)
  }
  const ask = ({ buyer, seller, params }: (typeof deals)[number]) =>
    [buyer, seller, buyer].map((client) => client('GET /deals/:id/receipt', { params }))
  await Promise.all(deals.flatMap(ask))
  const { rows } = await testApp.db.$client.query<{ number: number }>('select number from receipts order by number')
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.length).toBeGreaterThanOrEqual(deals.length)
})

test('the page of a deal and its receipt say the same of the money, and of a decision for ever', async () => {
  const admin = await signInAdmin(testApp)
  const decide = async (price: number, takaToBuyer: number) => {
    const deal = await beginDeal(testApp, { price })
    await payDeal(testApp, deal)
    await handOverDeal(deal)
    await deal.buyer('POST /deals/:id/problem', {
      params: deal.params,
      body: { reason: 'damaged', note: 'The clutch' },
    })
    await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer, note: 'Half of a new clutch' } })
    await testApp.sweep()
    return deal
  }
  for (const [price, toBuyer] of [
    [178_000, 8_000],
    [178_000, 178_000],
    [178_000, 0],
  ] as const) {
    const { buyer, seller, params } = await decide(price, toBuyer)
    const decision = { toBuyer, toSeller: price - toBuyer, reason: 'Half of a new clutch' }
    for (const client of [buyer, seller]) {
      const page = await client('GET /deals/:id', { params })
      const receipt = await client('GET /deals/:id/receipt', { params })
      expect(page).toMatchObject({ state: 'closed', online: price, decision })
      expect(receipt).toMatchObject({ online: price, refunded: toBuyer, decision, hasEnded: true })
      expect(page.refund?.taka ?? 0).toBe(receipt.refunded)
      // The way to what was said stays too.
      expect(await client('GET /deals/:id/dispute', { params })).toMatchObject({ note: 'The clutch' })
    }
  }
})

test('of a late cancellation both read what stays with the seller; of an early one nothing does', async () => {
  const cancel = async (hours: number) => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal, { purpose: 'deposit' })
    await testApp.db.$client.query(`update deals set meet_at = now() + $2 * interval '1 hour' where id = $1`, [
      deal.id,
      hours,
    ])
    await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
    const pages = await Promise.all(
      [deal.buyer, deal.seller].map((one) => one('GET /deals/:id', { params: deal.params })),
    )
    return pages.map(({ closeReason, paid, refund }) => [closeReason, paid, refund?.taka])
  }
  const early = ['cancelled_by_buyer', 0, 4_470]
  expect(await cancel(48)).toEqual([early, early])
  const late = ['cancelled_by_buyer', 2_235, 2_235]
  expect(await cancel(2)).toEqual([late, late])
})

test('a deal without a problem has no decision, and one that was taken back has none either', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'papers' } })
  await deal.buyer('PUT /deals/:id/problem', { params: deal.params, body: { withdraw: true } })
  expect(await deal.seller('GET /deals/:id', { params: deal.params })).toMatchObject({
    online: 149_000,
    decision: null,
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/deals/receipts.ts'])).toEqual([])
})
