// Paying by card, as a buyer does it.
import { expect, type Page } from '@playwright/test'

/** Opens the payment screen of an order, or with 'payments' that of a wishlist item, and waits until it takes a card. */
export const openPayment = async (page: Page, id: string, path: 'payment' | 'payments' = 'payment'): Promise<void> => {
  await page.goto(`/dashboard/${path}/${id}`)
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
}

/** Types a card: its number, a date to come, any CVC. */
export const typeCard = async (page: Page, number: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'MM / YY' }).fill('12 / 34')
  await page.getByRole('textbox', { name: 'CVC' }).fill('123')
}

/** Types a card and presses Pay. */
export const pay = async (page: Page, number: string): Promise<void> => {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/** The page of the buyer's bank, in the window that 3-D Secure opens. */
export const getBankFrame = (page: Page) => page.getByTitle('3D Secure 2 Test Page').contentFrame()

/** The published test cards. */
export const testCards = {
  works: '4242424242424242',
  asksFor3dSecure: '4000002760003184',
  declined: '4000000000000002',
} as const
