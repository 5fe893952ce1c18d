// What the deal of a sold bike says of the part that each side does at BRTA.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCashSale } from '#tests/support/ratings/ratings.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const today = '2026-11-20'
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T04:00:00Z') } })
})
afterAll(() => testApp.close())

const createSale = async () => {
  const { buyer, seller, params } = await createCashSale(testApp)
  const isDone = async (by: MemberClient) => (await by('GET /deals/:id', { params })).isTransferDone
  const getDay = async (by: MemberClient) => (await by('GET /deals/:id', { params })).transferDueOn
  return {
    listDays: async () => [await getDay(buyer), await getDay(seller)],
    listDone: async () => [await isDone(buyer), await isDone(seller)],
    report: () => seller('PUT /transfers/:id', { params, body: { act: 'notice', on: today } }),
    apply: async () => {
      await buyer('PUT /transfers/:id', { params, body: { act: 'apply', on: today } })
      await buyer('PUT /transfers/:id', { params, body: { act: 'slip', slip: 'DM-1234' } })
    },
    params,
    buyer,
  }
}

describe('the deal of a sold bike', () => {
  test('says to each side until which day it has its own part at BRTA to do, and when that is done', async () => {
    const sale = await createSale()
    expect(await sale.buyer('GET /deals/:id', { params: sale.params })).toMatchObject({ hasTransfer: true })
    expect(await sale.listDone()).toEqual([false, false])
    expect(await sale.listDays()).toEqual(['2027-01-19', '2026-12-20'])
    await sale.report()
    expect(await sale.listDone()).toEqual([false, true])
    expect(await sale.listDays()).toEqual(['2027-01-19', null])
    await sale.apply()
    expect(await sale.listDone()).toEqual([true, true])
    expect(await sale.listDays()).toEqual([null, null])
  })

  test('leaves nothing to report to the seller once the buyer has the slip', async () => {
    const sale = await createSale()
    await sale.apply()
    expect(await sale.listDone()).toEqual([true, true])
  })
})
