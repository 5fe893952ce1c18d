// The demonstration bikes as they stand on the screens. Each journey that pays has a bike of its own: opening a payment
// holds the bike, and the journeys that come after it meet the same shop.
import type { Locator, Page } from '@playwright/test'
import { type BikeKey, bikes, type ShelvedBike } from '#seed/bikes.ts'

export type { BikeKey }

export const demoBike = (key: BikeKey): ShelvedBike => {
  const bike = bikes.find((one) => one.key === key)
  if (!bike) throw new Error(`There is no demonstration bike ${key}.`)
  return bike
}

/** 215000 → ৳2,15,000 */
export const taka = (wholeTaka: number): string => `৳${new Intl.NumberFormat('en-IN').format(wholeTaka)}`

/** The product card of a bike on the page that is open: its name and its place together are one of a kind. */
export const cardOf = (page: Page, key: BikeKey): Locator => {
  const { name, location } = demoBike(key)
  const heading = page.getByRole('heading', { name, exact: true })
  return page.getByRole('article').filter({ has: heading }).filter({ hasText: location })
}

/** Goes to the category in which the bike stands and gives its card. */
export const goToCard = async (page: Page, key: BikeKey): Promise<Locator> => {
  await page.goto(`/categoryDetails/${demoBike(key).category}`)
  return cardOf(page, key)
}

/** The row of a bike in the orders or the wishlist. */
export const rowOf = (page: Page, key: BikeKey): Locator =>
  page
    .getByRole('row')
    .filter({ hasText: demoBike(key).name })
    .filter({ hasText: taka(demoBike(key).taka.sale) })
