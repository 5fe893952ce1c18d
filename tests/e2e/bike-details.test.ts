// A seller tells more about a bike than the specification asks for, changes it later, and the admin keeps the catalogue.
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { taka } from './bikes.ts'
import { expect, ready, said, test } from './e2e-test.ts'
import {
  addProduct,
  bikeName,
  bikeRow,
  expectPhotoIsHere,
  fillIn,
  offer,
  phonePhoto,
  photoField,
  typedBike,
} from './listing.ts'
import { newSeller } from './people.ts'

const more = (page: Page): Locator => page.getByText('More about the bike')
const field = (page: Page, name: string): Locator => page.getByLabel(new RegExp(`^${name} \\(optional\\)`))
const photos = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('img', { name: /^Photo/ }) })

/** Opens the part, and waits until the catalogue is there to suggest names. */
const openMore = async (page: Page) => {
  await Promise.all([page.waitForResponse('**/api/catalogue'), more(page).click()])
}

/** Adds that many further photos, each of its own content, and waits until they are in the shop. */
const addPhotos = async (page: Page, count: number, all = count) => {
  const files = await Promise.all(Array.from({ length: count }, phonePhoto))
  await field(page, 'More Photos').setInputFiles(files)
  await expect(page.getByText(`${all} more photos are uploaded.`)).toBeAttached()
}

test('a seller says more about a bike: names are known, the engine size comes by itself, photos have an order', async ({
  as,
  shop,
}) => {
  test.slow()
  const page = await as(await newSeller(shop))
  const productName = bikeName()
  await page.goto('/dashboard/addproducts')
  await ready(page)
  await photoField(page).setInputFiles(await phonePhoto())
  await fillIn(page, { ...typedBike, productName })
  await expectPhotoIsHere(page)
  await openMore(page)

  // Another spelling of a model of the chosen category is enough for the catalogue.
  await field(page, 'Model').fill('gixer')
  await expect(field(page, 'Brand')).toHaveValue('Suzuki')
  await expect(field(page, String.raw`Engine size \(cc\)`)).toHaveValue('155')
  await field(page, 'Kilometres').fill('২১,৪০০')
  await field(page, 'Owners').fill('2')
  await field(page, 'Year of Registration').fill('২০২১')
  await field(page, 'District of Registration').selectOption('Cumilla')
  await field(page, 'Description').fill('New rear tyre.\nPapers are here.')
  await addPhotos(page, 2)
  const second = await photos(page).first().getByRole('img').getAttribute('src')
  await page.getByRole('button', { name: 'Move photo 2 back' }).click()
  await expect(photos(page).nth(1).getByRole('img')).toHaveAttribute('src', second ?? '')

  // All of it is in the draft.
  await page.reload()
  await expect(photos(page)).toHaveCount(2)
  await expect(field(page, String.raw`Engine size \(cc\)`)).toHaveValue('155')
  await expect(field(page, 'Description')).toHaveValue('New rear tyre.\nPapers are here.')
  await addProduct(page).click()
  await expect(said(page, 'Product is added successfully')).toBeVisible()

  await bikeRow(page, productName)
    .getByRole('link', { name: `Edit ${productName}` })
    .click()
  await expect(page.getByRole('heading', { name: `Edit ${productName}` })).toBeVisible()
  await expect(field(page, 'Model')).toHaveValue('Gixxer 155')
  await expect(field(page, 'Kilometres')).toHaveValue('21400')
  await expect(field(page, 'District of Registration')).toHaveValue('cumilla')
  await expect(photos(page)).toHaveCount(2)
})

test(
  'a seller changes a bike and sees what it has cost; a second window is told',
  { tag: '@desktop' },
  async ({ as, shop, watch }) => {
    watch.allow(/PUT \/api\/allbikes\/myproduct\/\S+ 409/)
    const seller = await newSeller(shop)
    const name = bikeName()
    await offer(shop, seller, [name])
    const [page, other] = [await as(seller), await as(seller)]
    const edit = async (window: Page) => {
      await window.goto('/dashboard/myproducts')
      await bikeRow(window, name)
        .getByRole('link', { name: `Edit ${name}` })
        .click()
      await expect(window.getByLabel('Product Name')).toHaveValue(name)
    }
    await edit(page)
    await edit(other)
    await expect(page.getByRole('heading', { name: 'Price history' })).toHaveCount(0)

    await page.getByLabel('Resale Price').fill('৯৯,০০০')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(said(page, 'Changes saved')).toBeVisible()
    await expect(bikeRow(page, name)).toContainText(taka(99_000))
    await other.getByLabel('Resale Price').fill('90000')
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
    await expect(other.getByLabel('Resale Price')).toHaveValue('90000')

    await edit(page)
    const history = page.getByRole('region', { name: 'Price history' }).getByRole('listitem')
    await expect(history).toHaveCount(2)
    await expect(history.first()).toContainText(taka(99_000))
  },
)

test('a further photo becomes the first one, and another one is taken away', async ({ as, shop }) => {
  const seller = await newSeller(shop)
  const name = bikeName()
  await offer(shop, seller, [name])
  const page = await as(seller)
  await page.goto('/dashboard/myproducts')
  await bikeRow(page, name)
    .getByRole('link', { name: `Edit ${name}` })
    .click()
  await openMore(page)
  await addPhotos(page, 2)
  const first = page.getByRole('img', { name: 'Your photo' })
  const [before, second] = [
    await first.getAttribute('src'),
    await photos(page).first().getByRole('img').getAttribute('src'),
  ]
  await page.getByRole('button', { name: 'Make photo 2 the first one' }).click()
  await expect(first).toHaveAttribute('src', second ?? '')
  await expect(photos(page).first().getByRole('img')).toHaveAttribute('src', before ?? '')
  await page.getByRole('button', { name: 'Remove photo 3' }).click()
  await expect(photos(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(said(page, 'Changes saved')).toBeVisible()
})

test('what does not fit in the folded part is shown there', async ({ as, shop }) => {
  const page = await as(await newSeller(shop))
  await page.goto('/dashboard/addproducts')
  await ready(page)
  await photoField(page).setInputFiles(await phonePhoto())
  await fillIn(page)
  await expectPhotoIsHere(page)
  await openMore(page)
  await field(page, 'Kilometres').fill('many')
  await more(page).click()
  await expect(field(page, 'Kilometres')).toBeHidden()
  await addProduct(page).click()
  await expect(field(page, 'Kilometres')).toHaveAccessibleDescription(/^Enter the kilometres as a whole number/)
  await expect(field(page, 'Kilometres')).toBeFocused()
})

test('the admin adds a brand and a model, changes and retires it', { tag: '@desktop' }, async ({ as, watch }) => {
  watch.allow('POST /api/catalogue/brands 409')
  const page = await as('ayesha')
  const brand = `Brand ${randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/catalogue')
  await ready(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a brand' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('yamaha')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This brand is already in the catalogue.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(brand)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Brand or model' }).fill(brand)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Brands: 1' })).toBeVisible()
  await page.getByRole('button', { name: `Add a model to ${brand}` }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Doel 125')
  await dialog.getByLabel('Engine size (cc)').fill('১২৫')
  await dialog.getByLabel('Kind').selectOption('Commuter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Doel 125' })
  await expect(row).toContainText('125')

  await row.getByRole('button', { name: `Retire ${brand} Doel 125` }).click()
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(row.getByText('Retired')).toHaveCount(0)
  await row.getByRole('button', { name: `Retire ${brand} Doel 125` }).click()
  await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
  await expect(row.getByText('Retired')).toBeVisible()
  await row.getByRole('button', { name: `Bring ${brand} Doel 125 back` }).click()
  await expect(row.getByText('Retired')).toHaveCount(0)
})
