// What bikes are worth, as a visitor without scripts reads it and as a seller is told it.
import { expect, ready, test } from './journey.ts'
import { newSeller } from './people.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // The browser does not fetch what it would not run, and says so.
  test.beforeEach(({ watch }) => watch.allow(/^GET \/assets\/[\w-]+\.js csp$/))

  test('a visitor reads what a model costs by year, how its price falls, and which bikes are on sale', async ({
    page,
  }) => {
    await page.goto('/guide/suzuki/gixxer-155')

    await expect(page.getByRole('heading', { level: 1, name: 'What a used Suzuki Gixxer 155 costs' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By year' }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText('after 1 year', { exact: true })).toBeVisible()
    const bike = page.getByRole('listitem').filter({ hasText: 'Suzuki Gixxer 155' }).first()
    await bike.getByRole('link').click()
    await expect(page).toHaveURL(/\/bikes\/suzuki-gixxer-155/)
  })
})

test('a seller is told what similar bikes cost while the form is filled in, and nothing where nobody can know', async ({
  as,
  shop,
}) => {
  const page = await as(await newSeller(shop))
  await page.goto('/dashboard/addproducts')
  await ready(page)
  await page.getByText('More about the bike').click()
  const field = (name: string) => page.getByLabel(new RegExp(`^${name} \\(optional\\)`))

  await field('Brand').fill('Suzuki')
  await field('Model').fill('Gixxer 155')
  await field('Year of Registration').fill('২০২১')
  await expect(page.getByText(/^Bikes like yours mostly ask ৳[\d,]+–৳[\d,]+\./)).toBeVisible()

  await field('Model').fill('Made at home')
  await expect(page.getByText('We do not know this model yet, so we suggest no price.')).toBeVisible()
})
