// What a seller's list of own bikes says of prices and photos.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListing, editListing, insertOwnPicture, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikePriceEstimates } from '#market/schema/bikes/price-estimates.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('the list has what similar bikes cost, also after a change of the price, where enough are known', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const [similar, aged, unknown] = [
    await createListing(testApp, seller),
    await createListing(testApp, seller),
    await createListing(testApp, seller),
  ]
  const estimate = {
    lowTaka: 160_000,
    midTaka: 170_000,
    highTaka: 180_000,
    farBelow: false,
    compared: 6,
    computedAt: new Date(),
  }
  await testApp.db.insert(bikePriceEstimates).values([
    { ...estimate, bikeId: similar.id, priceTaka: 150_000, basis: 'similar', verdict: 'fair' },
    { ...estimate, bikeId: aged.id, priceTaka: aged.salePriceTaka, basis: 'age', verdict: null, farBelow: true },
  ])
  const own = await seller('GET /allbikes/myproduct')
  const read = ({ id }: { id: string }) => own.find(({ _id }) => _id === id)?.similarPrices
  expect(read(similar)).toEqual({ low: 160_000, high: 180_000 })
  expect(read(aged)).toBeNull()
  expect(read(unknown)).toBeNull()
})

test('the list has the number of photos of each bike, with the main one', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const [{ id: one }, { id: three }] = [await createListing(testApp, seller), await createListing(testApp, seller)]
  const more = [await insertOwnPicture(testApp, seller), await insertOwnPicture(testApp, seller)]
  await editListing(seller, three, { moreImages: more })
  const own = await seller('GET /allbikes/myproduct')
  expect(Object.fromEntries(own.map(({ _id, photos }) => [_id, photos]))).toEqual({ [one]: 1, [three]: 3 })
})
