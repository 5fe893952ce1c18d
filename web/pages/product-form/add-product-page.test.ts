// What the form of a new bike begins with.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { ApiResponseError, type Client } from '#contract/client.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { loader } from './add-product-page.tsx'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const load = (client: Client) => {
  const context = new RouterContextProvider()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads nothing else
  context.set(appContext, { client } as AppContext)
  const request = new Request('https://motohaat.test/dashboard/addproducts')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads these alone
  return loader({ context, request, params: {} } as unknown as LoaderFunctionArgs)
}

test('the common brands are the three without a card of which the most bikes are for sale', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const onSale = await testApp.visitor('GET /bikes/brands')
  expect(onSale.slice(0, 3).map(({ name }) => name)).toContain('Yamaha')
  const others = onSale.filter(({ name }) => !['Yamaha', 'Suzuki', 'TVS'].includes(name))
  const { commonBrands } = await load(seller)
  expect(commonBrands).toHaveLength(3)
  expect(commonBrands).toEqual(others.slice(0, 3).map(({ name }) => name))
})

test('without the count of bikes there are no common brands, and the form opens', async () => {
  const failing = () => Promise.reject(new ApiResponseError(503, { code: 'unavailable' }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every call fails
  expect(await load(failing as unknown as Client)).toEqual({ filled: null, last: null, commonBrands: [] })
})
