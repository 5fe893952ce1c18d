// The demo bikes as the screens show them. Each test that books has its own bike, because accepting a request or opening
// a payment holds the bike, and all tests of a worker share one server.
import type { Locator, Page } from '@playwright/test'
import { type BikeKey, bikes, type SeedBike } from '#seed/bikes.ts'

export type { BikeKey }

/** Bikes that any test may look at. No test books or wishes one of them. */
export const bikesToLookAt = ['raider-badda', 'gixxer-mirpur', 'gixxer-halishahar'] as const satisfies BikeKey[]

/** Bikes that a test may book. */
export type BookableKey = Exclude<BikeKey, (typeof bikesToLookAt)[number]>

export const getDemoBike = (key: BikeKey): SeedBike => {
  const bike = bikes.find((one) => one.key === key)
  if (!bike) throw new Error(`There is no demonstration bike ${key}.`)
  return bike
}

/** 215000 → ৳2,15,000 */
export const formatTaka = (amountTaka: number): string => `৳${new Intl.NumberFormat('en-IN').format(amountTaka)}`

/** The product card of a bike on the open page. Its name and location together are unique. */
export const findCard = (page: Page, key: BikeKey): Locator => {
  const { name, location } = getDemoBike(key)
  const heading = page.getByRole('heading', { name, exact: true })
  return page.getByRole('article').filter({ has: heading }).filter({ hasText: location })
}

/** Opens the category of the bike and returns its card. */
export const goToCard = async (page: Page, key: BikeKey): Promise<Locator> => {
  await page.goto(`/categoryDetails/${getDemoBike(key).category}`)
  return findCard(page, key)
}

/** The row of a bike in the orders or the wishlist. */
export const findRow = (page: Page, key: BikeKey): Locator =>
  page
    .getByRole('row')
    .filter({ hasText: getDemoBike(key).name })
    .filter({ hasText: formatTaka(getDemoBike(key).taka.sale) })
