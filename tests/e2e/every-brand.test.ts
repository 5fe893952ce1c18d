// A seller of any brand: the catalogue's picker, the model's chips, and a brand that nobody knows.
import type { Page } from '@playwright/test'
import { expect, expectPage, findExactText, test, waitUntilReady } from './e2e-test.ts'
import {
  createBikeName,
  createListings,
  createPhonePhoto,
  expectPhotoUploaded,
  findAddProductButton,
  findBikeRow,
  findCardByName,
  findPhotoField,
} from './listing.ts'
import { createWord, registerSeller } from './people.ts'

const findPicker = (page: Page) => page.getByRole('dialog', { name: 'Which brand?' })

const findModelField = (page: Page) => page.getByRole('combobox', { name: 'Model (optional)' })

const openForm = async (page: Page) => {
  await page.goto('/dashboard/addproducts')
  await waitUntilReady(page)
  await findPhotoField(page).setInputFiles(await createPhonePhoto())
}

/** Fills in what follows the model: price, condition, number and place. */
const fillRest = async (page: Page) => {
  await page.getByLabel('Resale Price').fill('১,৪৮,০০০')
  await page.getByLabel('Original Price').fill('2,05,000')
  await page.getByRole('radio', { name: 'Good' }).check()
  await page.getByLabel('Contact Number').fill('01712345678')
  await page.getByLabel('Location').fill('Kandirpar, Cumilla')
}

test(
  'a seller of a Honda chooses another brand and the model; the rest follows, and the bike stands under Honda',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, server }) => {
    test.slow()
    const page = await openPageAs(await registerSeller(server))
    await openForm(page)
    await page.getByRole('button', { name: 'Another brand' }).click()
    await findPicker(page).getByRole('button', { name: 'Honda', exact: true }).click()
    await expect(findPicker(page)).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'Honda' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Honda' })).toBeFocused()

    await page.getByRole('button', { name: 'CB Hornet 160R', exact: true }).click()
    await expect(page.getByLabel('Product Name')).toHaveValue('Honda CB Hornet 160R')
    const year = new Date().getFullYear() - 3
    await page.getByLabel('Year of Purchase').fill(String(year))
    await expect(page.getByLabel('Year of Use')).toHaveValue('3')
    await page.getByText('More about the bike', { exact: true }).click()
    await expect(page.getByLabel(/^Engine size/)).toHaveValue('163')

    // What the form has filled in stands as one line, until the seller opens it. What they type stays, whatever is chosen
    // afterwards.
    await expect(page.getByText(/^Product Name: Honda CB Hornet 160R$/)).toBeVisible()
    await expect(page.getByText(/^Year of Use: 3$/)).toBeVisible()
    const change = page.getByRole('button', { name: 'Change: Product Name' })
    await change.click()
    await expect(change).toHaveCount(0)
    await expect(page.getByLabel('Product Name')).toBeFocused()
    const name = `Hornet ${createWord()}`
    await page.getByLabel('Product Name').fill(name)
    await page.getByLabel('Year of Purchase').fill(String(year - 1))
    await expect(page.getByLabel('Year of Use')).toHaveValue('4')
    await page.getByRole('button', { name: 'CBR150R', exact: true }).click()
    await expect(page.getByLabel('Product Name')).toHaveValue(name)
    await page.getByRole('button', { name: 'CB Hornet 160R', exact: true }).click()
    await fillRest(page)
    await expectPhotoUploaded(page)

    // The draft keeps the choice.
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Honda' })).toBeChecked()
    await findAddProductButton(page).click()
    await expect(findExactText(page, 'Product is added successfully')).toBeVisible()
    await page.goto('/categoryDetails/Honda')
    await expect(page.getByRole('heading', { level: 1, name: 'Honda' })).toBeVisible()
    await expect(findCardByName(page, name)).toBeVisible()

    // The form of an edit has the choice too.
    await page.goto('/dashboard/myproducts')
    await findBikeRow(page, name)
      .getByRole('link', { name: `Edit ${name}` })
      .click()
    await expect(page.getByText('Category: Honda', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Change: Category, Model' }).click()
    await expect(page.getByRole('radio', { name: 'Honda' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Honda' })).toBeFocused()
    await expect(findModelField(page)).toHaveValue('CB Hornet 160R')
  },
)

test(
  'a line of models shows its variants, and another brand clears what its model filled in',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await openForm(page)
    await page.getByRole('radio', { name: 'Yamaha' }).check()
    await page.getByRole('button', { name: 'FZS …' }).click()
    await page.getByRole('group', { name: 'Models of the line FZS' }).getByRole('button', { name: 'FZS V3' }).click()
    await expect(page.getByLabel('Product Name')).toHaveValue('Yamaha FZS V3')
    await page.getByRole('radio', { name: 'TVS' }).check()
    await expect(page.getByLabel('Product Name')).toHaveValue('')
    await expect(findModelField(page)).toHaveValue('')
  },
)

test(
  'a common brand is chosen by one tap, and a name that is refused opens its field',
  { tag: '@long' },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow('POST /api/allbikes 400')
    const seller = await registerSeller(server)
    await createListings(server, seller, [createBikeName()], [], { name: 'Honda' })
    const page = await openPageAs(seller)
    await openForm(page)
    // The fourth box: the three cards come first.
    const common = page.getByRole('group', { name: 'Category' }).getByRole('radio').nth(3)
    await common.check()
    // Read at once: the box is checked, and keeps its value.
    const brand = await common.inputValue()
    await common.focus()
    await expect(page.getByRole('radio', { name: brand })).toBeChecked()
    await expect(page.getByRole('radio', { name: brand })).toBeFocused()
    await page.getByRole('group', { name: 'Models', exact: true }).getByRole('button').first().waitFor()
    await findModelField(page).fill('Unheard of')
    await page.getByLabel('Year of Purchase').fill('2019')
    await expect(page.getByRole('button', { name: 'Change: Product Name' })).toBeVisible()
    await fillRest(page)
    await expectPhotoUploaded(page)
    const apiError = { code: 'bad_request', message: 'Write another name.', field: 'productName' }
    await page.route('**/api/allbikes', (route) => route.fulfill({ status: 400, json: apiError }))
    await findAddProductButton(page).click()
    await expect(page.getByLabel('Product Name')).toHaveAccessibleDescription('Write another name.')
    await expect(page.getByLabel('Product Name')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Change: Product Name' })).toHaveCount(0)
  },
)

test(
  'the brand is chosen with the keyboard alone; one that nobody knows is typed, and the bike is listed under it',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await openForm(page)
    const button = page.getByRole('button', { name: 'Another brand' })
    await button.focus()
    await page.keyboard.press('Enter')
    await findPicker(page).getByLabel('Name of the brand').focus()
    // A misspelling that the catalogue knows.
    await page.keyboard.type('bazaz')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { name: 'Bajaj' })).toBeChecked()

    const brand = `Jialing ${createWord()}`
    await button.click()
    await findPicker(page).getByLabel('Name of the brand').fill(brand)
    await findPicker(page)
      .getByRole('button', { name: `Not in the list: use “${brand}”` })
      .click()
    await expect(page.getByRole('radio', { name: brand })).toBeChecked()
    await findModelField(page).fill('JH 70')
    await expect(page.getByLabel('Product Name')).toHaveValue(`${brand} JH 70`)
    await page.getByLabel('Year of Purchase').fill('2019')
    await fillRest(page)
    await expectPhotoUploaded(page)
    await findAddProductButton(page).click()
    await expect(findExactText(page, 'Product is added successfully')).toBeVisible()
    await findBikeRow(page, `${brand} JH 70`)
      .getByRole('link', { name: `Edit ${brand} JH 70` })
      .click()
    await page.getByRole('button', { name: 'Change: Category, Model' }).click()
    await expect(page.getByRole('radio', { name: brand })).toBeChecked()
  },
)

test(
  'under the three cards of the home page, each other brand with bikes leads to its bikes',
  { tag: ['@desktop', '@long'] },
  async ({ page, server }) => {
    const seller = await registerSeller(server)
    const name = `Hornet ${createWord()}`
    await createListings(server, seller, [name], [], { name: 'Honda' })
    await page.goto('/')
    const brands = page.getByRole('list', { name: 'Other brands' })
    await expect(brands.getByRole('link', { name: /^Yamaha|^Suzuki|^TVS/ })).toHaveCount(0)
    await brands.getByRole('link', { name: /^Honda \d+$/ }).click()
    await expect(page).toHaveURL(/\/bikes\?brand=honda$/)
    // The home page shows the newest bikes too.
    await expectPage(page, { path: '/bikes', heading: /^\d+ bikes?$/ })
    await expect(page.getByText(name)).toBeVisible()
  },
)

test(
  'the admin sees the brands that sellers typed, and makes one a spelling of a known brand by one tap',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server)
    const brand = `Roadmaster ${createWord()}`
    await createListings(server, seller, [createBikeName()], [], { name: 'Other', brand })
    const page = await openPageAs('ayesha')
    await page.goto('/dashboard/catalogue')
    await waitUntilReady(page)
    const typed = page.getByRole('region', { name: 'Brands that sellers typed' })
    await expect(typed.getByRole('listitem').filter({ hasText: brand })).toContainText('1 bike')
    await typed.getByRole('button', { name: `${brand} is Roadmaster` }).click()
    await expect(findExactText(page, 'Saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: `${brand} is Roadmaster` })).toHaveCount(0)
  },
)
