// What every journey has at hand: a shop, a visitor's page, pages of people who are logged in, and a watch on them all.
import { expect, test as base, type Page } from '@playwright/test'
import type { CastKey } from '#seed/fixtures.ts'
import { hangPhotos, logIn, newBuyer, type Person, personOf } from './people.ts'
import { openShop, type Shop } from './test-server.ts'
import { openWatch, type Watch } from './browser-errors.ts'

export { expect }

type Mine = {
  watch: Watch
  /** A page of somebody who is logged in, one of the cast or a person; or of one more visitor. */
  as: (who: CastKey | Person | 'visitor') => Promise<Page>
  /** Somebody who has only just registered as a Buyer. */
  buyer: Person
}

/** The lines of the shop's log that tell of a fault of its own. */
const faults = (printed: string): string[] => printed.split('\n').filter((line) => /"level":[56]0/.test(line))

export const test = base.extend<Mine, { shop: Shop }>({
  shop: [
    // Playwright reads the names of the fixtures that are needed from this pattern, so it must stand here, empty.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  watch: async ({ shop }, use) => {
    const watch = openWatch()
    const before = shop.printed().length
    await use(watch)
    expect(watch.unexpected(), 'what the browser complained about').toEqual([])
    expect(faults(shop.printed().slice(before)), 'what the shop wrote about its own faults').toEqual([])
  },
  context: async ({ context, watch }, use) => {
    await watch.listen(context)
    await use(context)
  },
  as: async ({ browser, watch }, use) => {
    await use(async (who) => {
      const context = await browser.newContext()
      await watch.listen(context)
      if (typeof who !== 'string') await hangPhotos(context)
      if (who !== 'visitor') await logIn(context.request, typeof who === 'string' ? personOf(who) : who)
      return context.newPage()
    })
    await Promise.all(browser.contexts().map((context) => context.close()))
  },
  buyer: async ({ shop }, use) => use(await newBuyer(shop)),
})

/** A toast, or whatever else is said in these words outside of a form. */
export const said = (page: Page, words: string) => page.getByText(words, { exact: true })

/** Waits until the page answers to clicks: what is pressed before is the browser's alone. */
export const ready = (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')

/** Unfolds the menu where the screen is too narrow for a row of links. */
export const openMenu = async (page: Page): Promise<void> => {
  await ready(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

/** Whether the colour of the words is red. */
export const expectRed = async (words: ReturnType<Page['getByText']>): Promise<void> => {
  const [red = 0, green = 0, blue = 0] = await words.evaluate(
    (element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  )
  expect(red, 'red').toBeGreaterThan(green * 1.5)
  expect(red, 'red').toBeGreaterThan(blue * 1.5)
}
