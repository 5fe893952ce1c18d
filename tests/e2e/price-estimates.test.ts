// Price estimates: the guide for visitors without JavaScript, and the suggestion for sellers.
import { expect, readText, waitUntilReady, test } from './e2e-test.ts'
import { createBikeName, createListings, withdrawBikes } from './listing.ts'
import { registerSeller, servePhotos } from './people.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // Without JavaScript, Chromium reports the scripts it does not load.
  test.beforeEach(({ browserErrors }) => browserErrors.allow(/^GET \/assets\/[\w-]+\.js csp$/))

  test(
    'a visitor reads what a model costs by year, how its price falls, and which bikes are on sale',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/guide/suzuki/gixxer-155')

      await expect(page.getByRole('heading', { level: 1, name: 'What a used Suzuki Gixxer 155 costs' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'By year' }).getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByText('after 1 year', { exact: true })).toBeVisible()
      const bike = page.getByRole('listitem').filter({ hasText: 'Suzuki Gixxer 155' }).first()
      await bike.getByRole('link').click()
      await expect(page).toHaveURL(/\/bikes\/suzuki-gixxer-155/)
    },
  )
})

test('a visitor learns what a bike is worth: from the first screen, misspelt, and without kilometres', async ({
  page,
}) => {
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /What is my bike worth\?/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'What is my bike worth?' })).toBeVisible()
  await waitUntilReady(page)
  await page.getByLabel('Brand and model').fill('suzuki gixxer 155')
  await page.getByLabel('Year').selectOption('2021')
  await page.getByLabel(/^Kilometres/).fill('২০,০০০')
  await page.getByRole('button', { name: 'See the price' }).click()
  const result = page.getByRole('region', { name: 'Suzuki Gixxer 155, 2021' })
  await expect(result.getByText(/^৳[\d,]+–[\d,]+$/)).toBeVisible()
  await expect(result.getByText(/^From \d+ bikes of \d+ sellers on Motohaat/)).toBeVisible()
  await expect(result.getByRole('link', { name: /^List it at ৳[\d,]+$/ })).toBeVisible()

  // A brand alone: its models to choose from, with what was typed.
  await page.getByLabel('Brand and model').fill('suzuki')
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page.getByRole('heading', { name: 'Which one is it?' })).toBeVisible()
  await page.getByRole('link', { name: 'Suzuki Gixxer 155', exact: true }).click()
  await expect(result).toBeVisible()

  await page.getByLabel(/^Kilometres/).fill('many')
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page.getByText('Type the kilometres as a whole number, such as 22,000.')).toBeVisible()
  await expect(page.getByLabel(/^Kilometres/)).toHaveValue('many')
})

test(
  '"List it at" this price leads a visitor through the login to the form with the bike filled in',
  { tag: '@long' },
  async ({ page, server }) => {
    await servePhotos(page.context())
    const seller = await registerSeller(server)
    await page.goto('/valuation?bike=gixxer+155&year=2021&km=20000')
    await waitUntilReady(page)
    const link = page.getByRole('link', { name: /^List it at ৳/ })
    const price = (await readText(link, /৳[\d,]+/)).replaceAll(/[^\d]/g, '')
    await link.click()
    await expect(page).toHaveURL(/\/login\?from=/)
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

    await expect(page.getByRole('heading', { name: 'Add A Product' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Suzuki' })).toBeChecked()
    const years = String(new Date().getFullYear() - 2021)
    const filled = {
      'Product Name': 'Suzuki Gixxer 155',
      'Year of Purchase': '2021',
      'Year of Use': years,
      'Resale Price': price,
      'Original Price': '',
      'Seller Name': seller.name,
      Location: '',
    }
    for (const [label, value] of Object.entries(filled))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel(/^Model \(optional\)/)).toHaveValue('Gixxer 155')
    await expect(page.getByLabel(/^Kilometres \(optional\)/)).toHaveValue('20000')

    // Another model changes what followed from the first one.
    await page.getByRole('group', { name: 'Models' }).getByRole('button').first().waitFor()
    await page.getByLabel(/^Model \(optional\)/).fill('Hayate EP')
    await expect(page.getByLabel('Product Name')).toHaveValue('Suzuki Hayate EP')
  },
)

test(
  'an unfinished bike stays when a valuation opens the form, until the seller chooses the valued one',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    await page.getByLabel('Product Name').fill('My old Hunk')
    await page.getByLabel('Location').fill('Mirpur 10, Dhaka')
    const valued = '/dashboard/addproducts?brand=Yamaha&model=FZS+V3&year=2021&km=9000&price=200000'
    await page.goto(valued)
    await expect(page.getByText('You have not finished adding another bike: My old Hunk.')).toBeVisible()
    await expect(page.getByLabel('Product Name')).toHaveValue('My old Hunk')
    await expect(page.getByLabel('Resale Price')).toHaveValue('')

    await page.getByRole('button', { name: 'Delete it and fill in Yamaha FZS V3' }).click()
    await expect(page.getByLabel('Product Name')).toHaveValue('Yamaha FZS V3')
    await expect(page.getByLabel('Resale Price')).toHaveValue('200000')
    await expect(page.getByLabel('Location')).toHaveValue('Mirpur 10, Dhaka')
    await expect(page.getByRole('radio', { name: 'Yamaha' })).toBeChecked()

    // What was typed since is kept by a reload of the same URL.
    await page.getByLabel('Resale Price').fill('1,90,000')
    await page.reload()
    await expect(page.getByLabel('Resale Price')).toHaveValue('1,90,000')
    await expect(page.getByText(/^You have not finished/)).toHaveCount(0)
  },
)

test(
  'the form ignores a bike in its URL that the catalogue does not have, and numbers that it would refuse',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts?brand=%3Cscript%3E&model=alert(1)&year=2021&price=200000')
    await waitUntilReady(page)
    await expect(page.getByLabel('Product Name')).toHaveValue('')
    await expect(page.getByLabel('Resale Price')).toHaveValue('')

    await page.goto('/dashboard/addproducts?brand=Yamaha&model=FZS+V3&year=2021&km=-1&price=1e9&sellerName=Nobody')
    await expect(page.getByLabel('Product Name')).toHaveValue('Yamaha FZS V3')
    await expect(page.getByLabel('Resale Price')).toHaveValue('')
    await expect(page.getByLabel(/^Kilometres \(optional\)/)).toHaveValue('')
    await expect(page.getByLabel('Seller Name')).not.toHaveValue('Nobody')
  },
)

test(
  'a seller sees what similar bikes cost while filling in the form, and nothing without an estimate',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    const findField = (name: string) => page.getByLabel(new RegExp(`^${name} \\(optional\\)`))

    await page.getByRole('radio', { name: 'Suzuki' }).check()
    await findField('Model').fill('Gixxer 155')
    await page.getByLabel('Year of Purchase').fill('২০২১')
    await expect(
      page.getByText(/^Half of the bikes like yours cost ৳[\d,]+–[\d,]+, going by \d+ bikes of other sellers\.$/),
    ).toBeVisible()

    await findField('Model').fill('Made at home')
    await expect(page.getByText('We do not know this model yet, so we cannot suggest a price.')).toBeVisible()
  },
)

test(
  'a bike priced far too low shows a warning, and the admin finds it and opens its page',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    test.slow()
    const [name, seller] = [createBikeName(), await registerSeller(server)]
    const year = new Date().getFullYear() - 4
    const underpricedBike = {
      brand: 'Suzuki',
      model: 'Gixxer 155',
      registrationYear: year,
      kilometres: 20_000,
      // Below half of the usual price an advertisement waits for a moderator; so does a cheap one with the words of another.
      salePrice: 85_000,
      description: `Used by one teacher. ${name}`,
    }
    // The first bike of a new account at such a price waits for a moderator.
    await createListings(server, seller, [createBikeName()])
    await createListings(server, seller, [name], [], underpricedBike)
    const page = await openPageAs('ayesha')
    const row = page.getByRole('row').filter({ hasText: name })
    // The background job estimates a new bike's price some seconds later.
    await expect(async () => {
      await page.goto('/dashboard/suspicious')
      await expect(row).toBeVisible({ timeout: 4_000 })
    }).toPass({ timeout: 150_000 })

    await expect(row.getByText('৳85,000', { exact: true })).toBeVisible()
    await expect(row.getByText(/^\d+% below, from [5-9] bikes$/)).toBeVisible()
    await expect(row.getByRole('link', { name: seller.email })).toHaveAttribute('href', `mailto:${seller.email}`)
    await row.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(/^This price is far below that of similar bikes\./)).toBeVisible()
    const guide = page.getByRole('link', { name: 'What a used Suzuki Gixxer 155 costs' })
    await expect(guide).toHaveAttribute('href', '/guide/suzuki/gixxer-155')
    await withdrawBikes(server, seller)
    await page.goto('/dashboard/suspicious')
    await expect(page.getByRole('heading', { level: 1, name: /suspicious prices$/i })).toBeVisible()
    await expect(row).toHaveCount(0)
  },
)
