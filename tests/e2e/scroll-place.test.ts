// Back returns to the place on the page where the person was.
import type { Page } from '@playwright/test'
import { expect, test, waitUntilReady } from './e2e-test.ts'

const getScrollY = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** Slows the home page's lists down, as on a mobile network, and splits the advertised bikes into pages of 4. */
const delayLists = (page: Page) =>
  page.route(/\/api\/(?:category|allbikes)(?:\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue({ url: route.request().url().replace('limit=12', 'limit=4') })
  })

const listCards = (page: Page) => page.locator('#advertised').getByRole('article')

const openHomeFromBlog = async (page: Page): Promise<void> => {
  await delayLists(page)
  await page.goto('/blog')
  await waitUntilReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Motohaat' }).click()
  await expect(listCards(page)).toHaveCount(4)
}

/** Opens a page by its link and goes back; returns the place before. */
const visitAndGoBack = async (page: Page, link: ReturnType<Page['getByRole']>): Promise<number> => {
  await link.scrollIntoViewIfNeeded()
  const before = await getScrollY(page)
  await link.click()
  await expect(page).not.toHaveURL(/\/$/)
  await expect.poll(() => getScrollY(page)).toBe(0)
  await page.goBack()
  await expect(listCards(page).first()).toBeAttached()
  return before
}

test('Back from a bike to the home page returns to the place of its card', async ({ page }) => {
  await page.goto('/')
  await waitUntilReady(page)
  await delayLists(page)
  const link = listCards(page).nth(3).getByRole('heading').getByRole('link')
  const before = await visitAndGoBack(page, link)

  expect(before).toBeGreaterThan(3_000)
  await expect.poll(() => getScrollY(page)).toBe(before)
})

test('Back from a bike that "Show more" has loaded returns to the place of its card', async ({ page }) => {
  await openHomeFromBlog(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(listCards(page)).toHaveCount(8)
  const before = await visitAndGoBack(page, listCards(page).nth(7).getByRole('heading').getByRole('link'))

  await expect(listCards(page)).toHaveCount(8)
  await expect.poll(() => getScrollY(page)).toBe(before)
})

test('Back to the end of the home page returns there', async ({ page }) => {
  await page.goto('/')
  await waitUntilReady(page)
  // The code of the lower part arrives last.
  await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const before = await getScrollY(page)
  // By script: a pointer would fetch the code of the lower part.
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/blog"]')?.click())
  await expect(page).toHaveURL(/\/blog$/)
  await page.goBack()

  await expect(listCards(page).first()).toBeAttached()
  await expect.poll(() => getScrollY(page)).toBe(before)
})
