// What must be true of every screen: anybody can use it, and it fits a narrow phone.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { newBuyer, newSeller, type Person } from './people.ts'
import { type Screen, screens } from './screens.ts'
import type { Shop } from './shop.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const longName = `Wolfeschlegelsteinhausenbergerdorff${'w'.repeat(45)}`

type Whom = { shop: Shop; buyer: Person; name?: string }

/** Who opens the screen. */
const personOn = ({ who }: Screen, { shop, buyer, name }: Whom) =>
  who === 'seller' ? newSeller(shop, name) : who === 'buyer' ? buyer : who

const troubles = async (page: Page, look: 'everything' | 'colours') => {
  const builder = new AxeBuilder({ page })
  const chosen = look === 'everything' ? builder.withTags(rules) : builder.withRules(['color-contrast'])
  const { violations } = await chosen.analyze()
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}

test.describe('anybody can use', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' })

  for (const screen of screens) {
    const { name, open } = screen
    test(
      `${name}, in light and in dark`,
      { tag: name === 'home' || name === 'orders' ? '@desktop' : [] },
      async ({ as, buyer, shop, watch }) => {
        watch.allow('GET /nowhere 404')
        const page = await as(await personOn(screen, { shop, buyer }))
        // One bike looks like the next: a few of a category are enough.
        await page.route(/categoryDetails\/\w+\?limit/, (route) =>
          route.continue({
            url: route
              .request()
              .url()
              .replace(/limit=\d+/, 'limit=3'),
          }),
        )
        await open({ shop, buyer, page, bike: name.includes('wishlist') ? 'raider-feni' : 'apache150-jamalpur' })

        await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
        expect(await troubles(page, 'everything')).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        expect(await troubles(page, 'colours')).toEqual([])
      },
    )
  }
})

/** How far the page reaches beyond its width, in px. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const listCalls = /\/api\/(?:categoryDetails|bookings|wishlists?|allbikes\/myproduct|sellers|buyers|messages)(?:[/?]|$)/
const texts = /"(sellerName|productName|location|name|email|subject|message)":"[^"]*"/g

test.describe('without scrolling sideways', () => {
  // Not as a phone, which would widen the page to what overflows instead of telling it.
  test.use({ isMobile: false })

  for (const screen of screens) {
    const { name, open } = screen
    test(`${name} fits 360 and 320 px, with long names`, async ({ as, shop, watch }) => {
      watch.allow('GET /nowhere 404')
      const buyer = await newBuyer(shop, longName)
      const page = await as(await personOn(screen, { shop, buyer, name: longName }))
      await page.route(listCalls, async (route) => {
        const answer = await route.fetch()
        const text = (await answer.text()).replaceAll(texts, `"$1":"${longName}"`)
        await route.fulfill({ response: answer, body: text })
      })
      await open({ shop, buyer, page, bike: name.includes('wishlist') ? 'apache-gazipur' : 'apache-cumilla' })

      expect(await overflow(page), 'at 360 px').toBe(0)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await overflow(page), 'at 320 px').toBe(0)
    })
  }
})

test.describe('a list that does not come says so, and comes with "Try again"', () => {
  for (const [who, path, call, heading] of [
    ['rahim', '/dashboard/myproducts', 'allbikes/myproduct', /^You Added \d+ Products$/],
    ['ayesha', '/dashboard/allsellers', 'sellers', /^Sellers: \d+$/],
    ['ayesha', '/dashboard/allusers', 'buyers', /^Buyers: \d+$/],
    ['ayesha', '/dashboard/messages', 'messages', /^Messages: \d+$/],
  ] as const) {
    test(`at ${path}`, async ({ as, watch }) => {
      watch.allow(`GET /api/${call} 500`)
      const page = await as(who)
      await page.route(`**/api/${call}?*`, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(path)
      await expect(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()

      await page.unroute(`**/api/${call}?*`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    })
  }
})

test.describe('the home page does not move while it loads', () => {
  for (const who of ['a visitor', 'a member'] as const) {
    test(`for ${who}`, { tag: '@desktop' }, async ({ as, page: visitor }) => {
      const page = who === 'a visitor' ? visitor : await as('karim')
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) shifts.push(Number('value' in shift ? shift.value : 0))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto('/')
      const bar = page.getByRole('banner')
      await expect(bar.locator(who === 'a visitor' ? '.person--visitor' : '.person--member').first()).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      await page.mouse.wheel(0, 1_500)
      await expect(page.getByRole('contentinfo')).toBeAttached()

      const shifts = await page.evaluate(
        () =>
          new Promise<unknown>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve('shifts' in window ? window.shifts : null)),
            ),
          ),
      )
      expect(shifts).toEqual([])
    })
  }
})
