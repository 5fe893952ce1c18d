// Everything a buyer does can be done with the keyboard alone.
import type { Locator, Page } from '@playwright/test'
import { cardOf, rowOf } from './bikes.ts'
import { expect, ready, said, test } from './journey.ts'
import { hangPhotos } from './people.ts'

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

test('the first stop of the keyboard skips to the content', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/blog')
  await ready(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})
