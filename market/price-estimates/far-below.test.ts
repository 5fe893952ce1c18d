// When a very low price is a warning and no praise.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { estimateAllPrices, findHondaModel, insertBike, insertBikes } from '#tests/support/price-estimate-fixtures.ts'
import { bikes, priceVerdict } from '#market/schema/bikes/bikes.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date() } })
})
afterAll(() => testApp.close())

test('a price a little above what is far below for everybody is praised of a verified seller alone, on its page, in badges and in lists', async () => {
  const trigger = { ...(await findHondaModel(testApp, 'SP 160')), salePriceTaka: 150_000 }
  await insertBikes(testApp, 5, trigger)
  // Of the lower end, which is 6 % below the middle: 141,000.
  const bike = await insertBike(testApp, { ...trigger, salePriceTaka: 110_000 })
  await estimateAllPrices(testApp)
  const setVerified = (verifiedAt: Date | null) =>
    testApp.db.$client.query(
      'update members set verified_at = $2 where id = (select seller_id from bikes where id = $1)',
      [bike, verifiedAt],
    )
  const readAll = async () => {
    const rows = await testApp.db.select({ priceVerdict }).from(bikes).where(eq(bikes.id, bike))
    const [badge] = await testApp.visitor('GET /worthbadges', { query: { ids: bike } })
    const estimate = await testApp.visitor('GET /worth/:productId', { params: { productId: bike } })
    return [estimate.isFarBelow, badge?.isFarBelow, rows[0]?.priceVerdict]
  }
  await setVerified(null)
  expect(await readAll()).toEqual([true, true, 'far_below'])
  await setVerified(new Date())
  expect(await readAll()).toEqual([false, false, 'great'])
})
