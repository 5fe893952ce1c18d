// Back brings a person to where they were on a page, also where its lists load after the page.
import type { Locator, Page } from '@playwright/test'
import { expect, expectPage, readLinkPath, test, waitUntilReady } from './e2e-test.ts'
import { createReservedBike } from './deals.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, findBikePath, registerSeller } from './people.ts'

const maxDifferencePx = 50

/** Puts the link into the middle of the window; returns how far it then is from the top. */
const scrollToLink = async (link: Locator, minScrollPx: number): Promise<number> => {
  await expect(link).toBeAttached()
  const [top, y] = await link.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return [element.getBoundingClientRect().top, scrollY] as const
  })
  expect(y, 'scrolled').toBeGreaterThan(minScrollPx)
  return top
}

/** Waits until the link is where it was, and stays there. */
const expectSamePlace = async (page: Page, link: Locator, top: number): Promise<void> => {
  await expect(link).toBeAttached()
  const getDifference = () =>
    link.evaluate((element, before) => Math.abs(element.getBoundingClientRect().top - before), top)
  await expect.poll(getDifference, { timeout: 20_000 }).toBeLessThan(maxDifferencePx)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect.poll(getDifference).toBeLessThan(maxDifferencePx)
}

const screens = [
  { name: 'the home page', path: '/', index: -2 },
  { name: 'the results of a search', path: '/bikes', index: -3 },
  { name: 'the page of a seller', path: null, index: -1 },
] as const

for (const { name, path, index } of screens) {
  test(`Back from a bike shows ${name} where it was`, { tag: '@long' }, async ({ page, server, buyer }) => {
    const findPath = async () => {
      await page.goto(await findBikePath(server, buyer, 'gixxer-mirpur'))
      return readLinkPath(page.getByRole('main').locator('a[href*="/sellers/"]').first())
    }
    const start = path ?? (await findPath())
    await page.goto(start)
    await waitUntilReady(page)
    for (const visit of [0, 1, 2]) {
      const link = page
        .getByRole('main')
        .locator('h2 a[href*="/bikes/"], h3 a[href*="/bikes/"]')
        .nth(index - visit)
      const top = await scrollToLink(link, 500)
      await link.click()
      await expect(page).toHaveURL(/\/bikes\/[\w-]+$/)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`${start}$`))
      await expectSamePlace(page, link, top)
    }
  })
}

test('Back from an order shows My Orders where they were', { tag: '@long' }, async ({ openPageAs, server, buyer }) => {
  const seller = await registerSeller(server, 'Selina Akter')
  await createListings(server, seller, Array.from({ length: 5 }, createBikeName))
  const [ofSeller, ofBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
  for (const { _id: producId, salePrice } of await ofSeller('GET /allbikes/myproduct'))
    await ofBuyer('POST /bookings', {
      body: { producId, salePrice, contactNumber: '01712345678', meetingLocation: 'Kandirpar' },
    })
  const page = await openPageAs(buyer)
  await page.goto('/dashboard')
  const orders = { path: '/dashboard', heading: 'You have 5 orders' }
  await expectPage(page, orders)
  const link = page.getByRole('link', { name: /^See order/ }).last()
  const top = await scrollToLink(link, 300)
  await link.click()
  await expect(page).toHaveURL(/\/dashboard\/deal\//)
  await expect(page.getByRole('heading', { name: 'Steps' })).toBeVisible()
  await page.goBack()
  await expectPage(page, orders)
  await expectSamePlace(page, link, top)
})

test(
  'the payment of a deal opens at its top, however far the deal was scrolled',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const { id } = await createReservedBike(server, buyer)
    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/deal/${id}`)
    const pay = page.getByRole('link', { name: 'Pay the rest', exact: true })
    await scrollToLink(pay, 200)
    await pay.click()
    // The page is high enough now to have been scrolled.
    await expect(page.getByRole('button', { name: /^Pay ৳/ })).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: /^Payment for / })).toBeInViewport()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  },
)

test(
  'Back closes the booking dialog and stays on the bike',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const seller = await registerSeller(server, 'Selina Akter')
    await createListings(server, seller, [createBikeName()])
    const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
    const path = `/bikes/${bike?.slug}`
    const page = await openPageAs(buyer)
    await page.goto('/bikes')
    await page.goto(path)
    await waitUntilReady(page)
    const dialog = page.getByRole('dialog', { name: 'Book this bike' })
    const open = async () => {
      await page.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).first().click()
      await expect(dialog).toBeVisible()
    }
    await open()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(server.url + path)
    // Closed otherwise it leaves nothing behind: the next Back leaves the page.
    await open()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('dialog')
    await page.goBack()
    await expect(page).toHaveURL(`${server.url}/bikes`)

    // After the booking the order takes the place of the dialog.
    await page.goForward()
    await expect(page).toHaveURL(server.url + path)
    await waitUntilReady(page)
    await open()
    await dialog.getByLabel('Contact Number').fill('01712345678')
    await dialog.getByLabel('Meeting Location').fill('Ambarkhana point')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('link', { name: 'See my order' }).click()
    await expect(page).toHaveURL(/\/dashboard\/deal\//)
    await page.goBack()
    await expect(page).toHaveURL(server.url + path)
  },
)
