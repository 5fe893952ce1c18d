// The comparison on a phone: two bikes fit, what differs comes first, and each can be booked.
import { type BikeKey, getDemoBike } from './bikes.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'
import { createClientFor } from './people.ts'

const compared = ['gixxer-mirpur', 'raider-badda'] as const satisfies BikeKey[]

test(
  'a member compares two bikes on a phone: what differs, which is better, and books from there',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const client = await createClientFor(server, buyer)
    const slugs = await Promise.all(
      compared.map(async (key) => {
        const { name, location } = getDemoBike(key)
        const { bikes } = await client('GET /bikes', { query: { q: name } })
        return bikes.find((bike) => bike.productName === name && bike.location === location)?.slug ?? ''
      }),
    )
    const page = await openPageAs(buyer)
    await page.goto('/bikes')
    await page.goto(`/compare?ids=${slugs.join(',')}`)
    await waitUntilReady(page)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(async () => {
      const widths = await page.evaluate(() =>
        [document.documentElement, document.querySelector('table')].map((element) => element?.scrollWidth),
      )
      for (const width of widths) expect(width, 'no sideways scroll').toBeLessThanOrEqual(360)
    }).toPass()

    const [cheaper, dearer] = compared.map(getDemoBike).toSorted((one, other) => one.taka.sale - other.taka.sale)
    const price = page.getByRole('row', { name: /^Resale Price/ })
    await expect(price.getByRole('cell').filter({ hasText: 'Lowest' })).toHaveCount(1)
    const index = compared.findIndex((key) => getDemoBike(key) === cheaper)
    await expect(price.getByRole('cell').nth(index)).toContainText('Lowest')

    // Both sellers are verified, so that row comes after all that differ, and goes away.
    await expect(page.getByRole('row').nth(-2)).toHaveAccessibleName(/^Seller Verified Verified$/)
    await page.getByRole('checkbox', { name: 'Only what differs' }).check()
    await expect(page.getByRole('row', { name: /^Seller/ })).toBeHidden()
    await expect(price).toBeVisible()

    const name = dearer?.name ?? ''
    const column = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await column.getByRole('button', { name: 'Book Now' }).click()
    await expect(page.getByRole('dialog').locator(`input[value="${name}"]`)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to the bikes' }).click()
    await expect(page).toHaveURL(/\/bikes$/)
  },
)

test(
  'bikes that are ticked for the comparison leave the booking of a bike free',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/bikes?sort=price')
    await waitUntilReady(page)
    const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Compare / })
    for (const at of [0, 1]) await boxes.nth(at).check()
    const bar = page.getByRole('link', { name: 'Compare 2 bikes' })
    await expect(bar).toBeVisible()
    await page.getByRole('main').locator('h2 a[href*="/bikes/"], h3 a[href*="/bikes/"]').first().click()
    await expect(page).toHaveURL(/\/bikes\/[\w-]+$/)
    await waitUntilReady(page)
    const book = page.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).last()
    for (const control of [book, bar]) {
      await expect(control).toBeInViewport({ ratio: 1 })
      // Fails when something lies over it.
      await control.click({ trial: true })
    }
  },
)
