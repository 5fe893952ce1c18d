// What the admin's page of reported problems loads, by the API itself.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { beginDeal, handOverDeal, payDeal, signInAdmin } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { loader } from './disputes-page.tsx'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const beginDispute = async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged', note: 'The clutch' } })
  return deal
}

test('what both sides say is loaded with the open problems, and not with the decided ones', async () => {
  const [open, decided] = [await beginDispute(), await beginDispute()]
  for (const { seller, params } of [open, decided])
    await seller('POST /deals/:id/evidence', { params, body: { note: 'It was whole.' } })
  const client: Client = await signInAdmin(testApp)
  await client('PUT /disputes/:id', { params: decided.params, body: { takaToBuyer: 0 } })
  const context = new RouterContextProvider()
  // Loaders call the API alone.
  context.set(appContext, { client } as AppContext) // oxlint-disable-line typescript/no-unsafe-type-assertion
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads this alone
  const result = await loader({ context } as unknown as LoaderFunctionArgs)
  const disputes = result.ok ? result.value.disputes : []
  const find = (id: string) => disputes.find(({ dealId }) => dealId === id)
  expect(find(open.id)).toMatchObject({ note: 'The clutch', evidence: [{ by: 'seller', note: 'It was whole.' }] })
  expect(find(decided.id)).toMatchObject({ note: 'The clutch', evidence: null })
})
