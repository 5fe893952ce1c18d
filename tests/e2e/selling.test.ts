// Spec §2, §4, §5: a seller adds a product, advertises it and deletes it.
import type { Page } from '@playwright/test'
import { getDemoBike, goToAllAdvertised, formatTaka } from './bikes.ts'
import { expect, expectPage, waitUntilReady, findExactText, test } from './e2e-test.ts'
import {
  findAddProductButton,
  createBikeName,
  findBikeRow,
  findCardByName,
  expectPhotoUploaded,
  expectUpright,
  fillProductForm,
  limitUploadSpeed,
  createListings,
  createLargePhonePhoto,
  createPhonePhoto,
  watchSentBytes,
  findPhotoField,
  textNamedJpg,
  typedBike,
  getTypedFields,
} from './listing.ts'
import { servePhotos, fillPhotoUrl, registerSeller, type Person, createNewPerson } from './people.ts'

const register = async (page: Page, { name, photoUrl, email, password }: Person & { photoUrl: string }) => {
  await page.getByLabel('Your Name').fill(name)
  await fillPhotoUrl(page, photoUrl)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('radio', { name: 'Seller' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
}

const logIn = async (page: Page, { password }: Person) => {
  await expect(page).toHaveURL(/\/login\?/)
  // The registration form has a password field too.
  await expectPage(page, { path: '/login', heading: 'Login' })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

test(
  'a new person registers as a Seller, adds a product, advertises it, and a visitor finds it on the home page',
  { tag: '@desktop' },
  async ({ page, openPageAs, server }) => {
    test.slow()
    await servePhotos(page.context())
    const person = createNewPerson()
    server.sellers.push(person)
    const productName = createBikeName()
    await page.goto('/register?from=%2Fdashboard%2Faddproducts')
    await register(page, person)
    await logIn(page, person)

    await expect(page.getByRole('heading', { name: 'Add A Product' })).toBeVisible()
    await limitUploadSpeed(page, 100_000)
    const photo = await createLargePhonePhoto()
    expect(photo.buffer.length).toBeGreaterThan(3_000_000)
    const getSentBytes = await watchSentBytes(page)
    await findPhotoField(page).setInputFiles(photo)
    await expect(page.getByRole('progressbar', { name: /^Sending the photo: \d+ %$/ })).toBeVisible()
    await expect(page.getByText(/^Made smaller before sending: \d+ KB instead of \d\.\d MB\.$/)).toBeVisible()
    expect(await getSentBytes()).toBeLessThan(750_000)
    await expectUpright(page.getByRole('img', { name: 'Your photo' }))
    await limitUploadSpeed(page, 'free')
    await fillProductForm(page, { ...typedBike, productName })
    await expect(page.getByLabel('Seller Name')).toHaveValue(person.name)
    await expectPhotoUploaded(page)
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview).toContainText(productName)
    await expect(preview).toContainText(formatTaka(178_000))
    await findAddProductButton(page).click()

    await expect(findExactText(page, 'Product is added successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/myproducts$/)
    await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
    const row = findBikeRow(page, productName)
    await expect(row).toContainText(formatTaka(178_000))
    await expect(row).toContainText('Available')
    const visitor = await openPageAs('visitor')
    await goToAllAdvertised(visitor)
    await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
    await expect(findCardByName(visitor, productName)).toHaveCount(0)

    await row.getByRole('button', { name: `On: advertise ${productName}` }).click()
    await expect(findExactText(page, 'Advertise successfully.')).toBeVisible()
    await expect(row.getByText('Advertised', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^On/ })).toHaveCount(0)

    await visitor.reload()
    const card = findCardByName(visitor, productName)
    await expectUpright(card.getByRole('img', { name: productName }))
    for (const fact of [formatTaka(178_000), formatTaka(239_950), 'Good', '2021', 'Kandirpar, Cumilla', person.name])
      await expect(card.getByText(fact, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: '01712' })).toHaveAttribute('href', 'tel:01712345678')
  },
)

test(
  'a seller deletes a bike after a confirmation, and it is gone',
  { tag: '@desktop' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server)
    const [remainingName, deletedName] = [createBikeName(), createBikeName()]
    await createListings(server, seller, [remainingName, deletedName], [deletedName])
    const [visitor, page] = [await openPageAs('visitor'), await openPageAs(seller)]
    await goToAllAdvertised(visitor)
    await expect(findCardByName(visitor, deletedName)).toBeVisible()
    await page.goto('/dashboard/myproducts')
    await expect(page.getByRole('heading', { name: 'You Added 2 Products' })).toBeVisible()

    const dialog = page.getByRole('dialog')
    const more = page.getByLabel(`More for ${deletedName}`, { exact: true })
    await more.click()
    await page.getByRole('button', { name: `Delete ${deletedName}` }).click()
    await expect(dialog.getByRole('heading', { name: `Take ${deletedName} off sale?` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(findBikeRow(page, deletedName)).toBeVisible()
    await expect(more).toBeFocused()
    await more.click()
    await page.getByRole('button', { name: `Delete ${deletedName}` }).click()
    await dialog.getByRole('button', { name: 'Take it off sale', exact: true }).click()

    await expect(findExactText(page, 'Product Deleted successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
    await expect(findBikeRow(page, deletedName)).toHaveCount(0)
    await expect(findBikeRow(page, remainingName)).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
    await expect(findCardByName(visitor, deletedName)).toHaveCount(0)
  },
)

test('the advertisement of a bike that is not available reads "N/A", and a sold bike stays', async ({ openPageAs }) => {
  const { seller, taka: price } = getDemoBike('gixxer-halishahar')
  const page = await openPageAs(seller)
  await page.goto('/dashboard/myproducts')
  const sold = page
    .getByRole('row')
    .filter({ hasText: formatTaka(price.sale) })
    .filter({ hasText: 'Sold' })

  await expect(sold.getByText('N/A', { exact: true })).toBeVisible()
  await expect(sold.getByRole('button', { name: /^On/ })).toHaveCount(0)
  await sold.getByLabel(/^More for /).click()
  await expect(sold.getByRole('button', { name: /^Delete/ })).toBeDisabled()
})

test(
  'what most bikes do without waits behind one button, by keys and by taps',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server)
    const [firstName, secondName] = [createBikeName(), createBikeName()]
    await createListings(server, seller, [firstName, secondName])
    const page = await openPageAs(seller)
    await page.goto('/dashboard/myproducts')
    await waitUntilReady(page)
    const findMore = (name: string) => page.getByLabel(`More for ${name}`, { exact: true })
    const findPapers = (name: string) => page.getByRole('link', { name: `Papers: ${name}` })
    await expect(findPapers(firstName)).toBeHidden()

    await findMore(firstName).focus()
    await page.keyboard.press('Enter')
    await expect(findPapers(firstName)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: `Add chassis number: ${firstName}` })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(findPapers(firstName)).toBeHidden()
    await expect(findMore(firstName)).toBeFocused()

    await findMore(firstName).click()
    await expect(findPapers(firstName)).toBeVisible()
    await findMore(secondName).click()
    await expect(findPapers(secondName)).toBeVisible()
    await expect(findPapers(firstName)).toBeHidden()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(findPapers(secondName)).toBeHidden()

    await findMore(secondName).click()
    await findPapers(secondName).click()
    await expect(page).toHaveURL(/\/dashboard\/myproducts\/[\w-]+\/papers$/)
  },
)

test('My Products has the columns of the specification', { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('rahim')
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('heading', { name: /^You Added \d+ Products$/ })).toBeVisible()

  await expect(page.locator('thead th')).toHaveText([
    'NO.',
    'Products Name',
    'Price',
    'Product Status',
    'Advertisement',
    'Action',
  ])
})

const expectTyped = async (page: Page) => {
  for (const [field, text] of getTypedFields(page, typedBike)) await expect(field).toHaveValue(text)
  await expect(page.getByRole('radio', { name: 'Suzuki' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
}

test(
  'a failed photo upload shows an error, keeps all input, and can be retried',
  { tag: '@long' },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow('POST /api/images 415', 'POST /api/images 503', 'POST /api/images net::ERR_CONNECTION_RESET')
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await fillProductForm(page)
    await findPhotoField(page).setInputFiles(textNamedJpg)
    await expect(page.getByText(/^This file is not a JPEG, PNG, WebP or AVIF picture\./)).toBeVisible()
    await expect(page.getByText('The photo was not sent.')).toBeVisible()
    await expectTyped(page)

    const unavailable = { code: 'pictures_unavailable', message: 'We cannot save pictures right now.' }
    await page.route('**/api/images', (route) => route.fulfill({ status: 503, json: unavailable }))
    await findPhotoField(page).setInputFiles(await createPhonePhoto())
    await expect(findExactText(page, 'We cannot save pictures right now.')).toBeVisible()
    await page.unroute('**/api/images')
    await page.route('**/api/images', (route) => route.abort('connectionreset'))
    await findAddProductButton(page).click()
    await expect(page.getByText(/^Cannot reach Motohaat\./)).toBeVisible()
    await expect(page.getByText('The photo was not sent.')).toBeVisible()
    await expectTyped(page)

    await page.unroute('**/api/images')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPhotoUploaded(page)
    await findAddProductButton(page).click()
    await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()
  },
)

test(
  'the input of Add A Product survives a reload and a rejected product',
  { tag: '@long' },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow('POST /api/allbikes 500')
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await findPhotoField(page).setInputFiles(await createPhonePhoto())
    await fillProductForm(page)
    await expectPhotoUploaded(page)
    await page.reload()
    await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
    await expectTyped(page)

    await page.route('**/api/allbikes', (route) =>
      route.fulfill({ status: 500, json: { message: 'The shop fell over.' } }),
    )
    await findAddProductButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The shop fell over.' })).toBeVisible()
    await expectTyped(page)
    await page.unroute('**/api/allbikes')
    await findAddProductButton(page).click()
    await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()

    // The draft of an added bike is cleared.
    await page.getByRole('main').getByRole('link', { name: 'Add a Product' }).first().click()
    await expect(page.getByLabel('Product Name')).toHaveValue('')
    // Number and place are those of the last bike.
    await expect(page.getByLabel('Contact Number')).toHaveValue('01712-345678')
    await expect(page.getByLabel('Location', { exact: true })).toHaveValue('Kandirpar, Cumilla')
  },
)

test(
  'each field of Add A Product is required and says so by its name',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    await page.getByLabel('Seller Name').fill('')
    await findAddProductButton(page).click()

    const missing = {
      Image: 'Choose a photo of the bike.',
      'Product Name': 'Enter the name of the bike.',
      'Year of Purchase': 'Enter the year you bought it.',
      'Year of Use': 'Enter how many years it was used.',
      'Resale Price': 'Enter your price.',
      'Original Price': 'Enter the price when new.',
      'Seller Name': 'Enter your name.',
      'Contact Number': 'Enter a number that buyers can call.',
      Location: 'Enter where the bike is.',
    }
    for (const [field, message] of Object.entries(missing))
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(message)
    for (const message of ['Choose Yamaha, Suzuki, TVS or another brand.', 'Choose Excellent, Good or Fair.'])
      await expect(page.getByText(message)).toBeVisible()
    await expect(findPhotoField(page)).toBeFocused()

    await page.getByLabel('Resale Price').fill('1.5 lakh')
    await page.getByLabel('Year of Purchase').fill('last year')
    await findAddProductButton(page).click()
    await expect(page.getByLabel('Resale Price')).toHaveAccessibleDescription(/^Enter the price in whole Taka/)
    await expect(page.getByLabel('Year of Purchase')).toHaveAccessibleDescription('Enter a year, such as 2021.')
    await expect(page.getByLabel('Resale Price')).toHaveValue('1.5 lakh')
  },
)
