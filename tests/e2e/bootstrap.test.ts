// A page whose program is still on its way, as it is for seconds on a slow phone: its buttons answer all the same.
import type { Locator, Page } from '@playwright/test'
import { findCard } from './bikes.ts'
import { languages } from './languages.ts'
import { expect, waitUntilReady, findExactText, test } from './e2e-test.ts'

/** Holds the page's program back; gives the way to let it come. */
const delayScript = async (page: Page): Promise<() => void> => {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Presses again and again, as people do: what answers comes a moment after what is seen. */
const pressUntil = (button: Locator, expectAnswer: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await button.click()
    await expectAnswer()
  }).toPass()

for (const { name, localizePath, messages } of languages) {
  const { bookNow, addToWishlist, loginForBooking, loginForWishlist } = messages.card
  test(`before its program is here, the home page in ${name} tells a visitor to log in`, async ({ page }) => {
    const releaseScript = await delayScript(page)
    await page.goto(localizePath('/'), { waitUntil: 'commit' })
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

    releaseScript()
    await waitUntilReady(page)
    await card.getByRole('button', { name: bookNow }).click()
    // The program's own takes the place of what was said before.
    await expect(findExactText(page, loginForBooking)).toHaveCount(1)
    await expect(findExactText(page, loginForBooking)).toBeVisible()
  })
}

test('what a member presses before the program is here is pressed again when it is', async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  const releaseScript = await delayScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = findCard(page, 'raider-badda').getByRole('button', { name: 'Book Now' })
  await pressUntil(button, () => expect(button).toHaveAttribute('aria-busy', 'true', { timeout: 1_000 }))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  releaseScript()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Book this bike' })).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(findExactText(page, 'Please Login for Booking')).toHaveCount(0)
})

test('the page is painted before its program is asked for, and who is there is asked once', async ({ page }) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/')
  await waitUntilReady(page)

  const { paintedAt, programAt } = await page.evaluate(() => ({
    paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    programAt: performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/entry-client-') && name.endsWith('.js'))?.startTime,
  }))
  expect(paintedAt).toBeGreaterThan(0)
  expect(programAt).toBeGreaterThan(paintedAt ?? 0)
  expect(requestedPaths.filter((path) => path === '/api/auth/get-session')).toHaveLength(1)
})

test('while the style sheet is on its way the page is read to its end', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client-[^/]+\.css$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('script[data-program]')).toBeAttached()

  gate.resolve()
  await waitUntilReady(page)
})
