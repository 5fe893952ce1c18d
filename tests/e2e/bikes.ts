// The demonstration bikes as they stand on the screens. Each journey that pays has a bike of its own: opening a payment
// holds the bike, and the journeys that come after it meet the same shop.
import type { Locator, Page } from '@playwright/test'
import { type BikeKey, bikes, type SeedBike } from '#seed/bikes.ts'

export type { BikeKey }

export const getDemoBike = (key: BikeKey): SeedBike => {
  const bike = bikes.find((one) => one.key === key)
  if (!bike) throw new Error(`There is no demonstration bike ${key}.`)
  return bike
}

/** 215000 → ৳2,15,000 */
export const formatTaka = (amountTaka: number): string => `৳${new Intl.NumberFormat('en-IN').format(amountTaka)}`

/** The product card of a bike on the page that is open: its name and its place together are one of a kind. */
export const findCard = (page: Page, key: BikeKey): Locator => {
  const { name, location } = getDemoBike(key)
  const heading = page.getByRole('heading', { name, exact: true })
  return page.getByRole('article').filter({ has: heading }).filter({ hasText: location })
}

/** Goes to the category in which the bike stands and gives its card. */
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
