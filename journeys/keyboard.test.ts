// Everything that buyers, sellers and the admin do can be done with the keyboard alone.
import type { Locator, Page } from '@playwright/test'
import { cardOf, rowOf } from './bikes.ts'
import { expect, ready, said, test } from './journey.ts'
import { addProduct, phonePhoto, photoField, typedBike, typedFields } from './offering.ts'
import { hangPhotos, newSeller, stranger } from './people.ts'

const stopsMost = 150

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const root = element.getRootNode()
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
  })

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < stopsMost; stop += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}

/** Tabs to the field and types. */
const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Tabs to a group of radio buttons and moves with the arrows to one of them. */
const chooseRadio = async (page: Page, group: string, choice: string): Promise<void> => {
  const radios = page.getByRole('group', { name: group })
  await tabTo(page, radios.getByRole('radio').first())
  await page.keyboard.press('Space')
  const chosen = radios.getByRole('radio', { name: choice })
  for (let step = 0; step < 3 && !(await chosen.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(chosen).toBeChecked()
}

test(
  'with the keyboard alone a buyer logs in, books and pays',
  { tag: '@desktop' },
  async ({ page, context, buyer }) => {
    test.slow()
    await hangPhotos(context)
    await page.goto('/login?from=%2FcategoryDetails%2FTVS')
    await ready(page)
    await typeInto(page, page.getByLabel('Email'), buyer.email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), buyer.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/categoryDetails\/TVS$/)

    await tabTo(page, cardOf(page, 'apache4v-mirpur').getByRole('button', { name: 'Book Now' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Contact Number')).toBeFocused()
    await page.keyboard.type('01712345678')
    await typeInto(page, dialog.getByLabel('Meeting Location'), 'Mirpur 1, beside the market')
    await page.keyboard.press('Enter')
    await expect(said(page, 'Booking confirmed')).toBeVisible()

    await page.goto('/dashboard')
    await tabTo(page, rowOf(page, 'apache4v-mirpur').getByRole('link', { name: 'Pay', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
    await tabTo(page, page.getByRole('textbox', { name: 'Card number' }))
    // Each field hands the focus on when it is full.
    await page.keyboard.type('42424242424242421234123')
    await tabTo(page, page.getByRole('button', { name: 'Pay', exact: true }))
    await page.keyboard.press('Enter')

    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  },
)

test('with the keyboard alone a person registers as a seller and adds a product', async ({ page, context }) => {
  test.slow()
  await hangPhotos(context)
  const person = stranger()
  await page.goto('/register?from=%2Fdashboard%2Faddproducts')
  await ready(page)
  await typeInto(page, page.getByLabel('Your Name'), person.name)
  await typeInto(page, page.getByLabel('Photo URL'), person.photoUrl)
  await typeInto(page, page.getByLabel('Email address'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await chooseRadio(page, 'I am a', 'Seller')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?/)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Add A Product' })).toBeVisible()
  await tabTo(page, photoField(page))
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await phonePhoto())
  await chooseRadio(page, 'Category', 'TVS')
  for (const [field, text] of typedFields(page, typedBike).slice(0, 5)) await typeInto(page, field, text)
  await chooseRadio(page, 'Condition', 'Good')
  for (const [field, text] of typedFields(page, typedBike).slice(5)) await typeInto(page, field, text)
  await tabTo(page, addProduct(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You Added 1 Products' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^On: advertise/ }))
  await page.keyboard.press('Enter')
  await expect(said(page, 'Advertise successfully.')).toBeVisible()
})

test('with the keyboard alone the admin verifies and deletes a seller', async ({ as, shop }) => {
  const seller = await newSeller(shop, 'Zahid by the keyboard')
  const page = await as('ayesha')
  await page.goto('/dashboard/allsellers')
  const row = page.getByRole('row').filter({ hasText: seller.email })
  await tabTo(page, row.getByRole('button', { name: `Verify ${seller.name}` }))
  await page.keyboard.press('Enter')
  await expect(said(page, 'Verified successfully.')).toBeVisible()
  await expect(row.getByText('Verified', { exact: true })).toBeVisible()

  // The button that had the focus is gone, and the keyboard goes on from where it was.
  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: `Delete ${seller.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Keep', exact: true })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(said(page, 'Seller Deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the first stop of the keyboard skips to the content', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/blog')
  await ready(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})
