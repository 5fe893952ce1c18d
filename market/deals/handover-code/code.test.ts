// What a refused code answers: the form shows the sentence at the field that it is about.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, payDeal, type TestDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const holdDeal = async () => {
  const deal = await beginDeal(testApp, { price: 149_000 })
  await payDeal(testApp, deal, { purpose: 'deposit' })
  return deal
}

const type = ({ seller, params }: TestDeal, code: string, cashTaka = 144_530) =>
  catchError(seller('POST /deals/:id/handover', { params, body: { code, cashTaka } }))

test('a wrong code and a locked one are said at the field of the code', async () => {
  const deal = await holdDeal()
  for (let tries = 0; tries < 5; tries += 1)
    expect(await type(deal, '12345')).toMatchObject({ code: 'wrong_handover_code', body: { field: 'code' } })
  expect(await type(deal, '12345')).toMatchObject({ code: 'handover_locked', body: { field: 'code' } })
})

test('cash above the price is said at the field of the cash', async () => {
  const deal = await holdDeal()
  const { code } = await deal.buyer('GET /deals/:id/code', { params: deal.params, query: { together: 'yes' } })
  const refused = await type(deal, code, 149_000)
  expect(refused).toMatchObject({ code: 'cash_does_not_add_up', body: { field: 'cashTaka' } })
})
