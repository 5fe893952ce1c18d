// A deal that ends while its page is loaded, by the API itself.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { loader } from './deal-page.tsx'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const load = (client: Client, id: string) => {
  const context = new RouterContextProvider()
  // Loaders call the API alone.
  context.set(appContext, { client } as AppContext) // oxlint-disable-line typescript/no-unsafe-type-assertion
  const request = new Request(new URL(`/dashboard/deals/${id}`, testApp.publicUrl))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads these alone
  return loader({ context, request, params: { id } } as unknown as LoaderFunctionArgs)
}

/** The buyer's calls; `act` happens before each read of the numbers to compare. */
const doBeforeNumbers = (client: Client, act: () => Promise<unknown>): Client => {
  return new Proxy(client, {
    apply: async (call, self, sent: unknown[]): Promise<unknown> => {
      if (sent[0] === 'GET /deals/:id/numbers') await act()
      return Reflect.apply(call, self, sent)
    },
  })
}

const hold = async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  return deal
}

test('a deal that the seller cancels between two reads is loaded once more, as it is then', async () => {
  const { buyer, seller, id, params } = await hold()
  let cancels = 0
  const client = doBeforeNumbers(buyer, async () => {
    cancels += 1
    await seller('POST /deals/:id/cancel', { params, body: {} })
  })
  expect(await load(client, id)).toMatchObject({
    ok: true,
    value: { deal: { state: 'closed', closeReason: 'cancelled_by_seller' }, numbers: null },
  })
  expect(cancels).toBe(1)
})

test('a deal that is refused twice, or for another reason, is not loaded again and again', async () => {
  const { buyer, id } = await hold()
  const other = await hold()
  let reads = 0
  const loadWith = (answer: () => Promise<unknown>) =>
    catchError(
      load(
        doBeforeNumbers(buyer, () => {
          reads += 1
          return answer()
        }),
        id,
      ),
    )
  const conflict = loadWith(() =>
    other
      .seller('POST /deals/:id/cancel', { params: other.params, body: {} })
      .then(() => other.buyer('GET /deals/:id/numbers', { params: other.params })),
  )
  expect(await conflict).toMatchObject({ status: 409 })
  expect(reads).toBe(2)
  const notFound = loadWith(() => other.seller('GET /deals/:id', { params: { id } }))
  expect(await notFound).toMatchObject({ status: 404 })
  expect(reads).toBe(3)
})
