// Card payments as a buyer makes them.
import { expect, type Locator, type Page } from '@playwright/test'
import type { TestLanguage } from './languages.ts'

/** The button that pays by card, in either language, also translated by a browser; its text has the amount. */
export const findPayButton = (page: Page | Locator): Locator =>
  page.getByRole('button', { name: /^«?Pay ৳[\d,]+»?$|^৳[০-৯,]+ দিন$/ })

/**
 * Opens the payment screen of an order, or with 'payments' of a wishlist item, and waits until the card field is ready.
 */
export const openPayment = async (page: Page, id: string, path: 'payment' | 'payments' = 'payment'): Promise<void> => {
  await page.goto(`/dashboard/${path}/${id}`)
  await expect(findPayButton(page)).toBeEnabled()
}

/** Types a card number, a future date and a CVC. */
export const typeCard = async (page: Page, number: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'MM / YY' }).fill('12 / 34')
  await page.getByRole('textbox', { name: 'CVC' }).fill('123')
}

/** Types a card and presses Pay. */
export const pay = async (page: Page, number: string): Promise<void> => {
  await typeCard(page, number)
  await findPayButton(page).click()
}

/** The bank's page in the 3-D Secure frame. */
export const getBankFrame = (page: Page) => page.getByTitle('3D Secure 2 Test Page').contentFrame()

/** Stripe's published test cards. */
export const testCards = {
  works: '4242424242424242',
  asksFor3dSecure: '4000002760003184',
  declined: '4000000000000002',
} as const

/** Pays on the open payment page of a deal, where the purpose is chosen, and returns to the deal. */
export const payForDeal = async (
  page: Page,
  { namespaces: { money, buyer, orders } }: TestLanguage,
  purpose: 'deposit' | 'full',
): Promise<void> => {
  await page.getByRole('radio', { name: new RegExp(`^${money.pay[purpose]}`) }).check()
  // The bar at the bottom leads to the form, and goes when the form is there, as after the scrolling to the choice.
  const onward = page.getByRole('button', { name: money.pay.toForm })
  await page.evaluate(() => scrollTo(0, 0))
  await onward.click()
  await expect(onward).toBeHidden()
  await expect(findPayButton(page)).toBeInViewport()
  await expect(findPayButton(page)).toBeEnabled()
  await pay(page, testCards.works)
  await expect(page.getByText(buyer.payment.congrats)).toBeVisible()
  await page.getByRole('link', { name: orders.booked.see }).click()
  await expect(page).toHaveURL(/\/dashboard\/deal\/[\w-]+$/)
  // The address changes a moment before the page does.
  await expect(page.getByText(buyer.payment.congrats)).toHaveCount(0)
}
