// The public page of a seller: from the page of a bike, with and without scripts, in pages when there are many bikes.
import type { Page } from '@playwright/test'
import { expect, test } from './e2e-test.ts'
import { createBikeName, createListings, findCardByName } from './listing.ts'
import { createClientFor, registerSeller } from './people.ts'

const openFirstBike = async (page: Page) => {
  await page.goto('/bikes?q=gixxer')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'The seller' })).toBeVisible()
}

test('a visitor goes from a bike to its seller, and to another bike of theirs', { tag: '@long' }, async ({ page }) => {
  await openFirstBike(page)
  const box = page.getByRole('region', { name: 'The seller' })
  await box.getByRole('link', { name: 'All bikes of this seller' }).click()

  await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle(/: used motorbikes on sale/)
  const about = page.getByRole('region', { name: 'The seller' })
  await expect(about.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(about.getByText('On Motohaat since')).toBeVisible()
  await expect(about.getByText('Bikes sold here')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('@')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/bikes\//)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // Without JavaScript, Chromium reports the scripts it does not load.
  test.beforeEach(({ browserErrors }) => browserErrors.allow(/^GET \/assets\/[\w-]+\.js csp$/))

  test('the page of a seller has their bikes, a description and its address', { tag: '@long' }, async ({ page }) => {
    await openFirstBike(page)
    await page.getByRole('link', { name: 'All bikes of this seller' }).click()
    // The page of a bike has similar ones.
    await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('article').first()).toBeVisible()
    const description = page.locator('meta[name=description]')
    await expect(description).toHaveAttribute('content', /on Motohaat: \d+ used motorbikes on sale, \d+ sold here\./)
    // Read at once: the assertion has waited for the address.
    const address = new URL(page.url()).pathname
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${address}$`))
  })
})

test('many bikes of a seller are in pages', { tag: '@long' }, async ({ page, server }) => {
  test.slow()
  const seller = await registerSeller(server)
  const names = Array.from({ length: 25 }, createBikeName)
  await createListings(server, seller, names)
  const client = await createClientFor(server, seller)
  const [{ slug } = { slug: '' }] = await client('GET /allbikes/myproduct')
  await page.goto(`/bikes/${slug}`)
  await page.getByRole('link', { name: 'All bikes of this seller' }).click()
  await expect(page.getByRole('heading', { name: 'Bikes on sale: 25' })).toBeVisible()
  await expect(findCardByName(page, names[24] ?? '')).toBeVisible()
  await expect(findCardByName(page, names[0] ?? '')).toHaveCount(0)

  await page.getByRole('link', { name: 'Next bikes' }).click()
  await expect(findCardByName(page, names[0] ?? '')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next bikes' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  await expect(findCardByName(page, names[24] ?? '')).toBeVisible()
})

test('the page of nobody is not there', { tag: '@long' }, async ({ page, browserErrors }) => {
  browserErrors.allow(/^GET \/sellers\/[\w-]+ 404$/)
  for (const id of ['01890000-0000-7000-8000-000000000000', 'rahim']) {
    await page.goto(`/sellers/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  }
})
