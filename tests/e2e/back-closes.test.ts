// Back, which on a phone is a button or a gesture, closes what is open above the page instead of leaving it.
import type { Locator, Page } from '@playwright/test'
import { goToCard } from './bikes.ts'
import { expect, openMenu, test, waitUntilReady } from './e2e-test.ts'

/** Opens the page from the blog, so that Back has somewhere to go. */
const openFromBlog = async (page: Page, path: string): Promise<void> => {
  await page.goto('/blog')
  await page.goto(path)
  await waitUntilReady(page)
}

/** A mark on the page that a new page load or a new rendering of the list would remove. */
const markPage = (page: Page) => page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-mark', ''))
const isMarked = (page: Page) => page.locator('main h1[data-mark]').count()

const openBooking = async (page: Page): Promise<Locator> => {
  const card = await goToCard(page, 'wego-patuakhali')
  await card.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

test('Back closes the booking dialog and keeps the page and what was typed', async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await page.goto('/blog')
  const dialog = await openBooking(page)
  const address = page.url()
  await markPage(page)
  const requestedPaths: string[] = []
  await dialog.getByLabel('Contact Number').fill('01712345678')
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect([page.url(), await isMarked(page), requestedPaths]).toEqual([address, 1, []])

  await page.getByRole('button', { name: 'Book Now' }).first().click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toBe(address)
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
})

test('after a dialog was closed by its button, Back leaves the page at once', async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await page.goto('/blog')
  const dialog = await openBooking(page)
  const address = page.url()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/bikes\//)

  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('button', { name: 'Book Now' }).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
})

test('Back closes an enlarged photo', async ({ page }) => {
  await openFromBlog(page, '/')
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

test('Back closes the question before a bike is deleted', async ({ openPageAs }) => {
  const page = await openPageAs('rahim')
  await openFromBlog(page, '/dashboard/myproducts')
  await page
    .getByRole('button', { name: /^Delete/, disabled: false })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/myproducts$/)
})

test('Back closes the menu, and after a link of the menu returns to the page', async ({ page }) => {
  await openFromBlog(page, '/login')
  const menu = page.getByRole('button', { name: 'Menu' })
  await openMenu(page)
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
  await page.goBack()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL(/\/login$/)

  await menu.click()
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
  await page.locator('#menu').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
})

test('Back closes the filters, and after they were applied returns to the search before', async ({ page }) => {
  await openFromBlog(page, '/bikes')
  const filters = page.getByRole('checkbox', { name: 'Filters' })
  const openFilters = async () => {
    await page.locator('.facets__opener').click()
    await expect(filters).toBeChecked()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
  }
  await openFilters()
  await page.goBack()
  await expect(filters).not.toBeChecked()
  await expect(page).toHaveURL(/\/bikes$/)

  await openFilters()
  await page.getByRole('checkbox', { name: /^Yamaha/ }).check()
  await page.locator('.facets__show').click()
  await expect(page).toHaveURL(/brand=yamaha/)
  await page.goBack()
  await expect(page).toHaveURL(/\/bikes$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
})
