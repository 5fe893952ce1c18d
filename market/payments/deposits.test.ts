import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('of a seller who takes no deposits none is offered and none is taken; the whole price is', async () => {
  const deal = await beginDeal(testApp, { price: 149_000 })
  const readDeal = () => deal.buyer('GET /deals/:id', { params: deal.params })
  expect(await readDeal()).toMatchObject({ deposit: 4_470, acts: expect.arrayContaining(['pay_deposit', 'pay_full']) })
  await deal.seller('PUT /money/settings', { body: { takesDeposits: false } })
  const { deposit, acts } = await readDeal()
  expect([deposit, acts.includes('pay_deposit'), acts.includes('pay_full')]).toEqual([0, false, true])
  expect(await catchError(payDeal(testApp, deal, { purpose: 'deposit' }))).toMatchObject({ code: 'no_deposit' })
  await payDeal(testApp, deal)
  expect(await readDeal()).toMatchObject({ state: 'held', paid: 149_000 })
})
