// The admin's day: the overview, the list behind a number, one deal, and the audit trail.
import { readFile } from 'node:fs/promises'
import { expect, test } from './e2e-test.ts'

test(
  'the admin follows a number to its list and a deal, and finds an act in the audit trail',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('ayesha')
    // An admin who ordered nothing gets the overview instead of an empty list of orders.
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.getByRole('link', { name: '7 days', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/overview\?days=7$/)
    const chart = page.getByRole('figure').filter({ hasText: 'New bikes' })
    await expect(chart.getByRole('img', { name: /^New bikes by day, oldest first: [\d, ]+\.$/ })).toBeVisible()
    await chart.getByText('As a table').click()
    await expect(chart.getByRole('table', { name: 'New bikes' }).getByRole('row')).toHaveCount(8)
    const download = page.waitForEvent('download')
    await chart.getByRole('button', { name: 'CSV: New bikes' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(
      /^\uFEFF"day","bikes_added","before"\r\n("[\d-]+",\d+,\d+\r\n){7}$/,
    )

    await page.getByRole('link', { name: /^Sold bikes \d/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings and deals' })).toBeVisible()
    await expect(page.getByText(/^Sold · From [\d/]+ to [\d/]+/)).toBeVisible()
    await page.getByRole('link', { name: /^Remove: Sold · From / }).click()
    await expect(page).toHaveURL(/\/dashboard\/alldeals\??$/)
    await page.getByLabel('State').selectOption('Handed over')
    await page.getByLabel('E-mail of the buyer or seller').fill('imran@motohaat.test')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/state=handed_over&email=imran%40motohaat\.test$/)
    const rows = page.getByRole('table', { name: 'Bookings and deals' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Karim Sheikh' })).toHaveCount(0)
    await expect(rows.filter({ has: page.getByRole('link'), hasNotText: 'Imran Hossain' })).toHaveCount(0)
    // Imran bought it before today, and it was released.
    await rows.filter({ hasText: 'Paid to the seller' }).last().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: /^Deal: / })).toBeVisible()
    for (const text of ['Handed over', 'The money was released', 'Released to the seller'])
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()

    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Audit trail' }).click()
    const trail = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV: Audit trail' }).click()
    const lines = (await readFile(await (await trail).path(), 'utf8')).split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"_id","at","actor",/)
    // More than one request gives.
    expect(lines.length).toBeGreaterThan(102)
    expect(new Set(lines).size, 'no row twice').toBe(lines.length)
    await page.getByLabel('What was done').selectOption('Payment made')
    await page.getByLabel('E-mail of a person').fill('imran@motohaat.test')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/what=payment_succeeded&email=imran%40motohaat\.test/)
    const entries = page
      .getByRole('table', { name: 'Audit trail' })
      .getByRole('row')
      .filter({ hasText: 'Imran Hossain' })
    await expect(entries.first()).toContainText('Payment made')
    await expect(page.getByRole('cell', { name: 'Logged in' })).toHaveCount(0)
  },
)

test('the overview leads to the sellers to verify, and one button shows the whole menu', async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await page.goto('/dashboard/overview')
  await page.getByRole('link', { name: /^Sellers to verify \d/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Sellers: \d+$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^To verify \(\d+\)$/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: /^Verify / }).first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Verified', { exact: true })).toHaveCount(0)
  // A search stays among them.
  await page.getByRole('searchbox', { name: 'Name, e-mail, number' }).fill('motohaat.test')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\?verified=ready&search=motohaat\.test$/)

  const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
  const allPages = menu.getByRole('button', { name: 'All pages' })
  await expect(menu.getByRole('link', { name: 'My Account' })).not.toBeInViewport()
  await allPages.click()
  await expect(menu.getByRole('link', { name: 'My Account' })).toBeInViewport()
  await menu.getByRole('link', { name: 'Ledger' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible()
  await expect(allPages).toHaveAttribute('aria-expanded', 'false')
})

test('other members do not get the overview', { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
  browserErrors.allow(/403/)
  const page = await openPageAs('rokeya')
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toHaveCount(0)
})
