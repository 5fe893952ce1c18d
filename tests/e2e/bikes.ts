// The demo bikes as the screens show them. Each test that books has its own bike, because accepting a request or opening
// a payment holds the bike, and all tests of a worker share one server.
import { expect, type Locator, type Page } from '@playwright/test'
import { type BikeKey as NamedKey, bikes, type SeedBike } from '#seed/bikes.ts'

/** A bike with a key of its own, or the first listing of a model, such as `bajaj-v15-1`. */
export type BikeKey = NamedKey | `${string}-1`

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

/** Clicks "Show more" until `isShown`, or until all bikes of the list are shown. */
const showMoreUntil = async (page: Page, isShown: () => Promise<boolean>): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')
  const [cards, more] = [page.getByRole('article'), page.getByRole('button', { name: 'Show more' })]
  // Read at once: the first bikes and the button come with the page, further bikes together with the next button.
  while (!(await isShown()) && (await more.count()) > 0) {
    // Read at once: these are the cards before the click.
    const shown = await cards.count()
    await more.click()
    await expect.poll(() => cards.count()).toBeGreaterThan(shown)
  }
}

/** Opens the home page and shows all of its advertised bikes, however many other journeys have advertised or sold. */
export const goToAllAdvertised = async (page: Page): Promise<void> => {
  await page.goto('/')
  await showMoreUntil(page, () => Promise.resolve(false))
}

/** Opens the category of the bike and returns its card, however many other journeys have advertised. */
export const goToCard = async (page: Page, key: BikeKey): Promise<Locator> => {
  await page.goto(`/categoryDetails/${getDemoBike(key).category}`)
  const card = findCard(page, key)
  await expect(page.getByRole('article').first()).toBeVisible()
  // Read at once: the first cards are shown.
  await showMoreUntil(page, async () => (await card.count()) > 0)
  return card
}

/** The row of a bike in the orders or the wishlist. */
export const findRow = (page: Page, key: BikeKey): Locator =>
  page
    .getByRole('row')
    .filter({ hasText: getDemoBike(key).name })
    .filter({ hasText: formatTaka(getDemoBike(key).taka.sale) })
