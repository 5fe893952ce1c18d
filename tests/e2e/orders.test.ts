// Spec §2: orders and wishlist.
import type { Page } from '@playwright/test'
import { getDemoBike, goToCard, findRow, formatTaka } from './bikes.ts'
import { expect, expectPage, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { createBookedBike, createReservedBike } from './deals.ts'
import { book, createClientFor, findBikePath } from './people.ts'

const expectTable = async (page: Page, heading: (count: number) => string, path: RegExp) => {
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['NO.', 'Image', 'Products Name', 'Price', 'Payment'])
  await expect(async () => {
    const count = (await rows.count()) - 1
    expect(count).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(count), { timeout: 1_000 })
  }).toPass()
  const payLinks = page.getByRole('link', { name: 'Pay', exact: true })
  await expect(payLinks).not.toHaveCount(0)
  // Read at once: the table is complete, as its heading says.
  for (const link of await payLinks.all()) await expect(link).toHaveAttribute('href', path)
}

test('orders have the heading "You have N orders" and a row for each', { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('karim')
  await page.goto('/dashboard')

  await expectTable(page, (count) => `You have ${count} orders`, /^\/dashboard\/payment\/[\w-]{36}$/)
})

test(
  'the wishlist has the heading "Your wishlist have N products" and a row for each',
  { tag: '@desktop' },
  async ({ openPageAs }) => {
    const page = await openPageAs('karim')
    await page.goto('/dashboard/wishlist')

    await expectTable(page, (count) => `Your wishlist have ${count} products`, /^\/dashboard\/payments\/[\w-]{36}$/)
  },
)

test('an order shows image, name, price and a Pay button, or "Paid"', async ({ openPageAs }) => {
  const page = await openPageAs('karim')
  await page.goto('/dashboard')

  const unpaid = findRow(page, 'gixxer-mirpur')
  await expect(unpaid.locator('img')).toBeVisible()
  await expect(unpaid.getByText(formatTaka(getDemoBike('gixxer-mirpur').taka.sale))).toBeVisible()
  await expect(unpaid.getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
  const paid = findRow(page, 'apache150-khilgaon')
  await expect(paid.getByText('Paid', { exact: true })).toBeVisible()
  await expect(paid.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('an order whose bike another buyer has paid for cannot be paid', { tag: '@long' }, async ({ openPageAs }) => {
  const page = await openPageAs('karim')
  await page.goto('/dashboard')

  const { name, taka } = getDemoBike('gixxer-halishahar')
  const ended = page
    .getByRole('region', { name: /^Ended/ })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: formatTaka(taka.sale) })
  await expect(ended.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^\/dashboard\/deal\//)
  await expect(ended.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('photo thumbnails are 100 px wide', { tag: ['@desktop', '@long'] }, async ({ openPageAs }) => {
  const page = await openPageAs('karim')
  await page.goto('/dashboard')

  const thumbnail = findRow(page, 'gixxer-mirpur').locator('img')
  await expect(thumbnail).toBeVisible()
  await expect.poll(async () => (await thumbnail.boundingBox())?.width).toBe(100)
})

test('the name of an order leads to it, and the Pay button to its payment', async ({ openPageAs, buyer, server }) => {
  const id = await book(server, buyer, 'stryker-dinajpur')
  const { name } = getDemoBike('stryker-dinajpur')
  const page = await openPageAs(buyer)
  await page.goto('/dashboard')
  await findRow(page, 'stryker-dinajpur').getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard/deal/${id}`)
  await page.goBack()
  await findRow(page, 'stryker-dinajpur').getByRole('link', { name: 'Pay', exact: true }).click()

  await expect(page).toHaveURL(/\/dashboard\/payment\/[\w-]{36}$/)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test(
  'an order that the buyer cancelled after paying stays below, with the money that went back',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { id, name } = await createReservedBike(server, buyer)
    const client = await createClientFor(server, buyer)
    const { paid } = await client('GET /deals/:id', { params: { id } })
    const page = await openPageAs(buyer)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'You have 1 orders', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Ended/ })).toHaveCount(0)
    await client('POST /deals/:id/cancel', { params: { id }, body: {} })

    // The page learns of it by itself.
    const ended = page.getByRole('region', { name: /^Ended/ }).getByRole('listitem')
    await expect(ended.getByText('You cancelled')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You have 0 orders', exact: true })).toBeVisible()
    await expect(ended.getByText(/^(Goes|Went) back to you: /)).toContainText(formatTaka(paid))
    await ended.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/dashboard/deal/${id}`)
  },
)

test('a person without orders and wishes sees 0 and a link to the bikes', async ({ openPageAs }) => {
  const page = await openPageAs('arif')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'You have 0 orders', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'My Wishlist' }).click()
  await expect(page.getByRole('heading', { name: 'Your wishlist have 0 products', exact: true })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'See the bikes' }).click()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeInViewport()
})

test(
  'a booked bike on the wishlist says by itself that the seller has accepted',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, buyer, server }) => {
    const { id, name, ofSeller, ofBuyer } = await createBookedBike(server, buyer)
    const { productId } = await ofBuyer('GET /deals/:id', { params: { id } })
    await ofBuyer('POST /wishlist', { body: { productId: productId ?? '' } })
    const page = await openPageAs(buyer)
    await page.goto('/dashboard/wishlist')
    const row = page.getByRole('table').getByRole('row').filter({ hasText: name })
    await expect(row.getByText('Waiting for Selina’s answer')).toBeVisible()

    await ofSeller('PUT /deals/:id/answer', { params: { id }, body: { answer: 'yes' } })
    await expect(row.getByText('Selina accepted. Agree on a time.')).toBeVisible()
  },
)

test(
  'a bike is added to the wishlist once, and the second time refused',
  { tag: '@desktop' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow('POST /api/wishlist 409')
    const page = await openPageAs(buyer)
    const card = await goToCard(page, 'metro100-netrokona')
    await card.getByRole('button', { name: 'Add to Wishlist' }).click()
    await expect(findExactText(page, 'Added to wishlist')).toBeVisible()
    await card.getByRole('button', { name: 'Add to Wishlist' }).click()
    await expect(findExactText(page, 'This bike is already in your wishlist.')).toBeVisible()

    await page.goto('/dashboard/wishlist')
    await expect(page.getByRole('heading', { name: 'Your wishlist have 1 products', exact: true })).toBeVisible()
    const { name } = getDemoBike('metro100-netrokona')
    const row = findRow(page, 'metro100-netrokona')
    await expect(row.getByText(/^20\d\d · .*Netrokona$/)).toBeVisible()
    await row.getByRole('link', { name, exact: true }).click()
    await expectPage(page, { path: await findBikePath(server, buyer, 'metro100-netrokona'), heading: name })

    // Booking is free, so it comes before paying; it opens the form on the page of the bike.
    await page.goBack()
    await expect(row.locator('.btn--primary')).toHaveText('Book Now')
    await row.getByRole('link', { name: 'Book Now' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Book this bike' })).toBeVisible()

    // After a new visit the heart is still marked.
    const again = await goToCard(page, 'metro100-netrokona')
    await expect(again.getByRole('button', { name: 'Add to Wishlist' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test('a toast is shown for 5 seconds', { tag: '@long' }, async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await page.clock.install({ time: new Date() })
  const card = await goToCard(page, 'metro-bogura')
  await expect(card).toBeVisible()
  await waitUntilReady(page)
  await page.clock.pauseAt(Date.now() + 1_000)
  await card.getByRole('button', { name: 'Add to Wishlist' }).click()
  const toast = findExactText(page, 'Added to wishlist')
  await expect(toast).toBeVisible()

  await page.clock.runFor(4_800)
  await expect(toast).toBeVisible()
  await page.clock.runFor(400)
  await expect(toast).toHaveCount(0)
})
