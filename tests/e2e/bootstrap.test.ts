// A page whose program is still on its way, as it is for seconds on a slow phone: its buttons answer all the same.
import type { Locator, Page } from '@playwright/test'
import { cardOf } from './bikes.ts'
import { languages } from './languages.ts'
import { expect, ready, said, test } from './e2e-test.ts'

/** Holds the page's program back; gives the way to let it come. */
const holdProgram = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client-[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Presses again and again, as people do: what answers comes a moment after what is seen. */
const pressUntil = (button: Locator, answered: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await button.click()
    await answered()
  }).toPass()

for (const { name, at, words } of languages) {
  const { bookNow, addToWishlist, loginForBooking, loginForWishlist } = words.card
  test(`before its program is here, the home page in ${name} tells a visitor to log in`, async ({ page }) => {
    const letCome = await holdProgram(page)
    await page.goto(at('/'), { waitUntil: 'commit' })
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: bookNow }) })
      .first()
    await pressUntil(card.getByRole('button', { name: bookNow }), () =>
      expect(page.getByRole('alert').filter({ hasText: loginForBooking })).toBeVisible({ timeout: 1_000 }),
    )
    await card.getByRole('button', { name: addToWishlist }).click()
    await expect(page.getByRole('alert').filter({ hasText: loginForWishlist })).toBeVisible()
    expect(await page.locator('html').getAttribute('data-ready')).toBeNull()

    letCome()
    await ready(page)
    await card.getByRole('button', { name: bookNow }).click()
    // The program's own takes the place of what was said before.
    await expect(said(page, loginForBooking)).toHaveCount(1)
    await expect(said(page, loginForBooking)).toBeVisible()
  })
}

test('what a member presses before the program is here is pressed again when it is', async ({ as, buyer }) => {
  const page = await as(buyer)
  const letCome = await holdProgram(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = cardOf(page, 'raider-badda').getByRole('button', { name: 'Book Now' })
  await pressUntil(button, () => expect(button).toHaveAttribute('aria-busy', 'true', { timeout: 1_000 }))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  letCome()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Book this bike' })).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(said(page, 'Please Login for Booking')).toHaveCount(0)
})

test('the page is painted before its program is asked for, and who is there is asked once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await ready(page)

  const { paintedAt, programAt } = await page.evaluate(() => ({
    paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    programAt: performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/entry-client-') && name.endsWith('.js'))?.startTime,
  }))
  expect(paintedAt).toBeGreaterThan(0)
  expect(programAt).toBeGreaterThan(paintedAt ?? 0)
  expect(asked.filter((path) => path === '/api/auth/get-session')).toHaveLength(1)
})

test('while the style sheet is on its way the page is read to its end', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client-[^/]+\.css$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('script[data-program]')).toBeAttached()

  held.resolve()
  await ready(page)
})
