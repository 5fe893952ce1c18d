// Before hydration, which takes seconds on a slow phone, the buttons of the page already respond.
import type { Locator, Page } from '@playwright/test'
import { findCard } from './bikes.ts'
import { languages } from './languages.ts'
import { expect, waitUntilReady, findExactText, test } from './e2e-test.ts'

/** Delays the page's scripts; returns a function that releases them. */
const delayScript = async (page: Page): Promise<() => void> => {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Clicks repeatedly, because the bootstrap script may load a moment after the button is painted. */
const pressUntil = (button: Locator, expectAnswer: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await button.click()
    await expectAnswer()
  }).toPass()

for (const { name, localizePath, messages } of languages) {
  const { bookNow, addToWishlist, loginForBooking, loginForWishlist } = messages.card
  test(`before hydration the home page in ${name} asks a visitor to log in`, { tag: '@long' }, async ({ page }) => {
    const releaseScript = await delayScript(page)
    await page.goto(localizePath('/'), { waitUntil: 'commit' })
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: bookNow }) })
      .first()
    await pressUntil(card.getByRole('button', { name: bookNow }), () =>
      expect(page.getByRole('alert').filter({ hasText: loginForBooking })).toBeVisible({ timeout: 1_000 }),
    )
    // It leads back to the booking of this bike.
    const login = page.getByRole('alert').getByRole('link', { name: messages.topBar.login, exact: true })
    await expect(login).toHaveAttribute('href', /\/login\?from=%2F%23book-[\w-]+$/)
    await card.getByRole('button', { name: addToWishlist }).click()
    await expect(page.getByRole('alert').filter({ hasText: loginForWishlist })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-ready')

    releaseScript()
    await waitUntilReady(page)
    await card.getByRole('button', { name: bookNow }).click()
    // The hydrated page replaces the toast of the bootstrap script.
    await expect(findExactText(page, loginForBooking)).toHaveCount(1)
    await expect(findExactText(page, loginForBooking)).toBeVisible()
  })
}

test('a click of a member before hydration is replayed after it', async ({ openPageAs, buyer }) => {
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

test(
  'a link of a part that is not hydrated opens a new tab if it asks for one, else no new document',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/')
    await waitUntilReady(page)
    const link = page.locator('.lazy-part:not([data-ready]) a[href^="/bikes?"]').first()
    const popup = page.waitForEvent('popup')
    // Only a click: a pointer above the page would hydrate it.
    await link.evaluate((element: HTMLAnchorElement) => {
      element.target = '_blank'
      element.click()
    })
    await (await popup).close()
    await expect(page).toHaveURL('/')

    await link.evaluate((element: HTMLAnchorElement) => {
      element.target = ''
      element.ownerDocument.documentElement.dataset['same'] = 'yes'
      element.click()
    })
    await expect(page).toHaveURL(/\/bikes\?/)
    await expect(page.locator('html')).toHaveAttribute('data-same', 'yes')
  },
)

test(
  'a button of a part that is not hydrated is pressed by a key that went down before, and the page follows',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/')
    await waitUntilReady(page)
    const field = page.locator('.lazy-part:not([data-ready]) input[type=search]')
    // Only the click by which the browser submits a form: a key or a pointer would hydrate the part.
    await field.evaluate((element: HTMLInputElement) => {
      element.value = 'gixxer'
      element.form?.querySelector('button')?.click()
    })
    await expect(page).toHaveURL(/\/bikes\?q=gixxer$/)
  },
)

test(
  'the page is painted before its script is requested, and the session is requested once',
  { tag: '@long' },
  async ({ page }) => {
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
  },
)

test('the browser parses the whole page while the style sheet loads', { tag: '@long' }, async ({ page }) => {
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
