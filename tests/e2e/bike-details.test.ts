// A seller fills in the optional fields and edits the bike; the admin edits the catalogue.
import type { Locator, Page } from '@playwright/test'
import { formatTaka } from './bikes.ts'
import { expect, waitUntilReady, findExactText, readAttribute, test } from './e2e-test.ts'
import {
  findAddProductButton,
  createBikeName,
  findBikeRow,
  expectPhotoUploaded,
  fillProductForm,
  createListings,
  createPhonePhoto,
  findPhotoField,
  typedBike,
} from './listing.ts'
import { createWord, registerSeller } from './people.ts'

const findMoreToggle = (page: Page): Locator => page.getByText('More about the bike', { exact: true })
const findField = (page: Page, name: string): Locator => page.getByLabel(new RegExp(`^${name} \\(optional\\)`))
const findPhotos = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('img', { name: /^Photo/ }) })

/** The address of a photo on the server; while it is sent, a photo has one of this browser. */
const uploadedPattern = /^\/pictures\//

const openMoreFields = (page: Page) => findMoreToggle(page).click()

/** Opens the menu of a further photo and chooses what is done with it. */
const choosePhotoAct = async (page: Page, number: number, act: string) => {
  await page.getByLabel(`More for photo ${number}`, { exact: true }).click()
  await page.getByRole('button', { name: `${act}: photo ${number}`, exact: true }).click()
}

/** Adds that many further photos with different content and waits until they are uploaded. */
const addPhotos = async (page: Page, count: number, all = count) => {
  const files = await Promise.all(Array.from({ length: count }, createPhonePhoto))
  await findField(page, 'More Photos').setInputFiles(files)
  await expect(page.getByText(`${all} more photos are uploaded.`)).toBeAttached()
}

test(
  'a seller fills in more about a bike: names are suggested, the engine size is filled in, photos have an order',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    test.slow()
    const page = await openPageAs(await registerSeller(server))
    const productName = createBikeName()
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    // Chosen together: the first is the main photo, the other follows it.
    await findPhotoField(page).setInputFiles([await createPhonePhoto(), await createPhonePhoto()])
    await fillProductForm(page, { ...typedBike, productName })
    await expectPhotoUploaded(page)
    await expect(findPhotos(page)).toHaveCount(1)
    await openMoreFields(page)

    // The catalogue recognises another spelling of a model of the chosen category.
    await expect(page.getByRole('group', { name: 'Models', exact: true })).toBeVisible()
    await findField(page, 'Model').fill('gixer')
    await expect(findField(page, String.raw`Engine size \(cc\)`)).toHaveValue('155')
    await findField(page, 'Kilometres').fill('২১,৪০০')
    await findField(page, 'Owners').fill('2')
    await findField(page, 'Year of Registration').fill('২০২১')
    await findField(page, 'District of Registration').selectOption('Cumilla')
    await findField(page, 'Description').fill('New rear tyre.\nPapers are here.')
    await addPhotos(page, 1, 2)
    const second = await readAttribute(findPhotos(page).first().getByRole('img'), 'src', uploadedPattern)
    await choosePhotoAct(page, 2, 'Move back')
    await expect(findPhotos(page).nth(1).getByRole('img')).toHaveAttribute('src', second)

    // The draft contains all of it.
    await page.reload()
    await expect(findPhotos(page)).toHaveCount(2)
    await expect(findField(page, String.raw`Engine size \(cc\)`)).toHaveValue('155')
    await expect(findField(page, 'Description')).toHaveValue('New rear tyre.\nPapers are here.')
    await findAddProductButton(page).click()
    await expect(findExactText(page, 'Product is added successfully')).toBeVisible()

    await findBikeRow(page, productName)
      .getByRole('link', { name: `Edit ${productName}` })
      .click()
    await expect(page.getByRole('heading', { name: `Edit ${productName}` })).toBeVisible()
    await expect(findField(page, 'Model')).toHaveValue('Gixxer 155')
    await expect(findField(page, 'Kilometres')).toHaveValue('21,400')
    await expect(findField(page, 'District of Registration')).toHaveValue('cumilla')
    await expect(findPhotos(page)).toHaveCount(2)
  },
)

test('a tap on the chip of a model lights up that chip alone', { tag: '@long' }, async ({ openPageAs, server }) => {
  const page = await openPageAs(await registerSeller(server))
  await page.goto('/dashboard/addproducts')
  await waitUntilReady(page)
  await page.getByRole('radio', { name: 'Yamaha' }).check()
  await openMoreFields(page)
  const findChip = (name: string) => page.getByRole('button', { name, exact: true })
  await findChip('FZS …').click()
  for (const name of ['FZS V2', 'FZ16', 'FZ-X']) {
    await findChip(name).click()
    await expect(findField(page, 'Model')).toHaveValue(name)
    await expect(page.locator('.chip--on')).toHaveText([name])
  }
  await findField(page, 'Model').fill('FZ')
  await expect(page.locator('.chip--on')).toHaveCount(0)
  // Several models have this in their names: nothing is filled in for a bike that nobody named.
  await expect(findField(page, String.raw`Engine size \(cc\)`)).toHaveValue('')
  await expect(page.getByLabel('Product Name')).toHaveValue('Yamaha FZ')
})

test(
  'a seller edits a bike and sees its price history; an edit in a second window is rejected',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow(/PUT \/api\/allbikes\/myproduct\/\S+ 409/)
    const seller = await registerSeller(server)
    const name = createBikeName()
    await createListings(server, seller, [name])
    const [page, other] = [await openPageAs(seller), await openPageAs(seller)]
    const edit = async (window: Page) => {
      await window.goto('/dashboard/myproducts')
      await findBikeRow(window, name)
        .getByRole('link', { name: `Edit ${name}` })
        .click()
      await expect(window.getByLabel('Product Name')).toHaveValue(name)
    }
    await edit(page)
    await edit(other)
    await expect(page.getByRole('heading', { name: 'Price history' })).toHaveCount(0)

    const save = page.getByRole('button', { name: 'Save changes' })
    const unsaved = findExactText(page, 'You have changes that are not saved.')
    // At the top of a long form.
    await expect(save).toBeInViewport()
    await expect(unsaved).toHaveCount(0)
    await page.getByLabel('Resale Price').fill('৯৯,০০০')
    await expect(unsaved).toBeVisible()
    await save.click()
    await expect(findExactText(page, 'Changes saved')).toBeVisible()
    await expect(findBikeRow(page, name)).toContainText(formatTaka(99_000))
    await other.getByLabel('Resale Price').fill('90000')
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
    await expect(other.getByLabel('Resale Price')).toHaveValue('90000')

    await edit(page)
    const history = page.getByRole('region', { name: 'Price history' }).getByRole('listitem')
    await expect(history).toHaveCount(2)
    await expect(history.first()).toContainText(formatTaka(99_000))
  },
)

test(
  'a further photo becomes the first one, and another one is removed',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server)
    const name = createBikeName()
    await createListings(server, seller, [name])
    const page = await openPageAs(seller)
    await page.goto('/dashboard/myproducts')
    await findBikeRow(page, name)
      .getByRole('link', { name: `Edit ${name}` })
      .click()
    await openMoreFields(page)
    await addPhotos(page, 2)
    const first = page.getByRole('img', { name: 'Your photo' })
    const [before, second] = [
      await readAttribute(first, 'src', uploadedPattern),
      await readAttribute(findPhotos(page).first().getByRole('img'), 'src', uploadedPattern),
    ]
    await choosePhotoAct(page, 2, 'Make it the main photo')
    await expect(first).toHaveAttribute('src', second)
    await expect(findPhotos(page).first().getByRole('img')).toHaveAttribute('src', before)
    await choosePhotoAct(page, 3, 'Delete')
    await expect(findPhotos(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(findExactText(page, 'Changes saved')).toBeVisible()
  },
)

test('an invalid field in the collapsed part is shown there', { tag: '@long' }, async ({ openPageAs, server }) => {
  const page = await openPageAs(await registerSeller(server))
  await page.goto('/dashboard/addproducts')
  await waitUntilReady(page)
  await findPhotoField(page).setInputFiles(await createPhonePhoto())
  await fillProductForm(page)
  await expectPhotoUploaded(page)
  await openMoreFields(page)
  await findField(page, 'Owners').fill('many')
  await findMoreToggle(page).click()
  await expect(findField(page, 'Owners')).toBeHidden()
  await findAddProductButton(page).click()
  await expect(findField(page, 'Owners')).toHaveAccessibleDescription(/^Enter a whole number/)
  await expect(findField(page, 'Owners')).toBeFocused()
})

test(
  'the admin adds a brand and a model, changes and retires it',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, browserErrors }) => {
    browserErrors.allow('POST /api/catalogue/brands 409')
    const page = await openPageAs('ayesha')
    const brand = `Brand ${createWord()}`
    await page.goto('/dashboard/catalogue')
    await waitUntilReady(page)
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
  },
)
