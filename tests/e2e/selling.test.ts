// Spec §2, §4, §5: a seller adds a product, advertises it and deletes it.
import type { Page } from '@playwright/test'
import { demoBike, taka } from './bikes.ts'
import { expect, ready, said, test } from './e2e-test.ts'
import {
  addProduct,
  bikeName,
  bikeRow,
  cardNamed,
  expectPhotoIsHere,
  expectUpright,
  fillIn,
  limitSending,
  offer,
  phonePhoto,
  photoField,
  textNamedJpg,
  typedBike,
  typedFields,
  withdraw,
} from './listing.ts'
import { hangPhotos, newSeller, type Person, stranger } from './people.ts'

const register = async (page: Page, { name, photoUrl, email, password }: Person & { photoUrl: string }) => {
  await page.getByLabel('Your Name').fill(name)
  await page.getByLabel('Photo URL').fill(photoUrl)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('radio', { name: 'Seller' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
}

const logIn = async (page: Page, { password }: Person) => {
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

test(
  'a new person registers as a Seller, adds a product, advertises it, and a visitor finds it on the home page',
  { tag: '@desktop' },
  async ({ page, as, shop }) => {
    test.slow()
    await hangPhotos(page.context())
    const person = stranger()
    const productName = bikeName()
    await page.goto('/register?from=%2Fdashboard%2Faddproducts')
    await register(page, person)
    await logIn(page, person)

    await expect(page.getByRole('heading', { name: 'Add A Product' })).toBeVisible()
    await limitSending(page, 100_000)
    await photoField(page).setInputFiles(await phonePhoto())
    await expect(page.getByRole('progressbar', { name: /^Sending the photo: \d+ %$/ })).toBeVisible()
    await expectUpright(page.getByRole('img', { name: 'Your photo' }))
    await limitSending(page, 'free')
    await fillIn(page, { ...typedBike, productName })
    await expect(page.getByLabel('Seller Name')).toHaveValue(person.name)
    await expectPhotoIsHere(page)
    await addProduct(page).click()

    await expect(said(page, 'Product is added successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/myproducts$/)
    await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
    const row = bikeRow(page, productName)
    await expect(row).toContainText(taka(178_000))
    await expect(row).toContainText('Available')
    const visitor = await as('visitor')
    await visitor.goto('/')
    await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
    await expect(cardNamed(visitor, productName)).toHaveCount(0)

    await row.getByRole('button', { name: `On: advertise ${productName}` }).click()
    await expect(said(page, 'Advertise successfully.')).toBeVisible()
    await expect(row.getByText('Advertised', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^On/ })).toHaveCount(0)

    await visitor.reload()
    const card = cardNamed(visitor, productName)
    await expectUpright(card.getByRole('img', { name: productName }))
    for (const fact of [taka(178_000), taka(239_950), 'Good', '2021', 'Kandirpar, Cumilla', person.name])
      await expect(card.getByText(fact, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: '01712' })).toHaveAttribute('href', 'tel:01712345678')
    await withdraw(shop, person)
  },
)

test('a seller deletes a bike after a question, and it is gone', { tag: '@desktop' }, async ({ as, shop }) => {
  const seller = await newSeller(shop)
  const [kept, sold] = [bikeName(), bikeName()]
  await offer(shop, seller, [kept, sold], [sold])
  const [visitor, page] = [await as('visitor'), await as(seller)]
  await visitor.goto('/')
  await expect(cardNamed(visitor, sold)).toBeVisible()
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('heading', { name: 'You Added 2 Products' })).toBeVisible()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Delete ${sold}` }).click()
  await expect(dialog.getByRole('heading', { name: `Delete ${sold}?` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(bikeRow(page, sold)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${sold}` }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()

  await expect(said(page, 'Product Deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
  await expect(bikeRow(page, sold)).toHaveCount(0)
  await expect(bikeRow(page, kept)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
  await expect(cardNamed(visitor, sold)).toHaveCount(0)
})

test('the advertisement of a bike that is not available reads "N/A", and a sold bike stays', async ({ as }) => {
  const { seller, taka: price } = demoBike('gixxer-halishahar')
  const page = await as(seller)
  await page.goto('/dashboard/myproducts')
  const sold = page
    .getByRole('row')
    .filter({ hasText: taka(price.sale) })
    .filter({ hasText: 'Sold' })

  await expect(sold.getByText('N/A', { exact: true })).toBeVisible()
  await expect(sold.getByRole('button', { name: /^On/ })).toHaveCount(0)
  await expect(sold.getByRole('button', { name: /^Delete/ })).toBeDisabled()
})

test('My Products has the columns of the specification', { tag: '@desktop' }, async ({ as }) => {
  const page = await as('rahim')
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('heading', { name: /^You Added \d+ Products$/ })).toBeVisible()

  expect(await page.locator('thead th').allTextContents()).toEqual([
    'NO.',
    'Products Name',
    'Price',
    'Product Status',
    'Advertisement',
    'Action',
  ])
})

const expectTyped = async (page: Page) => {
  for (const [field, text] of typedFields(page, typedBike)) await expect(field).toHaveValue(text)
  await expect(page.getByRole('radio', { name: 'Suzuki' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
}

test('a photo that is not sent says so and keeps everything typed, and another try works', async ({
  as,
  shop,
  watch,
}) => {
  watch.allow('POST /api/images 415', 'POST /api/images 503', 'POST /api/images net::ERR_CONNECTION_RESET')
  const page = await as(await newSeller(shop))
  await page.goto('/dashboard/addproducts')
  await fillIn(page)
  await photoField(page).setInputFiles(textNamedJpg)
  await expect(page.getByText(/^This file is not a JPEG, PNG or WebP picture\./)).toBeVisible()
  await expect(page.getByText('The photo was not sent.')).toBeVisible()
  await expectTyped(page)

  const unavailable = { code: 'pictures_unavailable', message: 'We cannot save pictures right now.' }
  await page.route('**/api/images', (route) => route.fulfill({ status: 503, json: unavailable }))
  await photoField(page).setInputFiles(await phonePhoto())
  await expect(said(page, 'We cannot save pictures right now.')).toBeVisible()
  await page.unroute('**/api/images')
  await page.route('**/api/images', (route) => route.abort('connectionreset'))
  await addProduct(page).click()
  await expect(page.getByText(/^Cannot reach Motohaat\./)).toBeVisible()
  await expect(page.getByText('The photo was not sent.')).toBeVisible()
  await expectTyped(page)

  await page.unroute('**/api/images')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectPhotoIsHere(page)
  await addProduct(page).click()
  await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
})

test('what was typed into Add A Product survives a reload and a refused product', async ({ as, shop, watch }) => {
  watch.allow('POST /api/allbikes 500')
  const page = await as(await newSeller(shop))
  await page.goto('/dashboard/addproducts')
  await photoField(page).setInputFiles(await phonePhoto())
  await fillIn(page)
  await expectPhotoIsHere(page)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await expectTyped(page)

  await page.route('**/api/allbikes', (route) =>
    route.fulfill({ status: 500, json: { message: 'The shop fell over.' } }),
  )
  await addProduct(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The shop fell over.' })).toBeVisible()
  await expectTyped(page)
  await page.unroute('**/api/allbikes')
  await addProduct(page).click()
  await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()

  // What was added is no draft any more.
  await page.getByRole('main').getByRole('link', { name: 'Add a Product' }).first().click()
  await expect(page.getByLabel('Product Name')).toHaveValue('')
})

test('each field of Add A Product is required and says so by its name', async ({ as, shop }) => {
  const page = await as(await newSeller(shop))
  await page.goto('/dashboard/addproducts')
  await ready(page)
  await page.getByLabel('Seller Name').fill('')
  await addProduct(page).click()

  const missing = {
    Image: 'Choose a photo of the bike.',
    'Product Name': 'Enter the name of the bike.',
    'Resale Price': 'Enter your price.',
    'Original Price': 'Enter the price when new.',
    'Year of Purchase': 'Enter the year you bought it.',
    'Year of Use': 'Enter how many years it was used.',
    'Seller Name': 'Enter your name.',
    'Contact Number': 'Enter a number that buyers can call.',
    Location: 'Enter where the bike is.',
  }
  for (const [field, why] of Object.entries(missing))
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(why)
  for (const why of ['Choose Yamaha, Suzuki or TVS.', 'Choose Excellent, Good or Fair.'])
    await expect(page.getByText(why)).toBeVisible()
  await expect(photoField(page)).toBeFocused()

  await page.getByLabel('Resale Price').fill('1.5 lakh')
  await page.getByLabel('Year of Purchase').fill('last year')
  await addProduct(page).click()
  await expect(page.getByLabel('Resale Price')).toHaveAccessibleDescription(/^Enter the price in whole Taka/)
  await expect(page.getByLabel('Year of Purchase')).toHaveAccessibleDescription('Enter a year, such as 2021.')
  await expect(page.getByLabel('Resale Price')).toHaveValue('1.5 lakh')
})
