// The screens in states that somebody brings about: a dialog, a menu, a toast, an answer that is late or does not come.
import { expect } from '@playwright/test'
import { ready } from './e2e-test.ts'
import { patternOf } from './languages.ts'
import { at, type Given, type Screen } from './screen.ts'

const booking = async (given: Given) => {
  await at('/categoryDetails/Yamaha')(given)
  const { words, chapters } = given.language
  await given.page.getByRole('button', { name: words.card.bookNow }).first().click()
  const { submit } = chapters.buyer.booking
  await expect(given.page.getByRole('dialog').getByRole('button', { name: submit })).toBeEnabled()
}

const refusedBooking = async (given: Given) => {
  await booking(given)
  const { submit, missing } = given.language.chapters.buyer.booking
  await given.page.getByRole('dialog').getByRole('button', { name: submit }).click()
  await expect(given.page.getByText(missing.meetingLocation)).toBeVisible()
}

const enlarged = async (given: Given) => {
  await at('/')(given)
  const { card } = given.language.words
  await given.page
    .getByRole('button', { name: patternOf(card.enlarge) })
    .first()
    .click()
  await expect(given.page.getByRole('dialog').getByRole('button', { name: card.closePhoto })).toBeVisible()
}

const deleting = async (given: Given) => {
  await at('/dashboard/myproducts')(given)
  const { deleteOf, keep } = given.language.chapters.selling.mine
  await given.page
    .getByRole('button', { name: patternOf(deleteOf), disabled: false })
    .first()
    .click()
  await expect(given.page.getByRole('dialog').getByRole('button', { name: keep })).toBeFocused()
}

const refusedProduct = async (given: Given) => {
  await at('/dashboard/addproducts')(given)
  const { submit, missing } = given.language.chapters.selling.add
  await given.page.getByRole('button', { name: submit }).click()
  await expect(given.page.getByText(missing.image)).toBeVisible()
}

const refusedLogin = async (given: Given) => {
  await at('/login')(given)
  const { page, language } = given
  const { email, password, submit } = language.chapters.entrance.login
  await page.getByLabel(email).fill('nobody@motohaat.test')
  await page.getByLabel(password, { exact: true }).fill('not-the-password')
  await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
  await expect(page.getByRole('alert').getByText(/\S/)).toBeVisible()
}

const menu = async (given: Given) => {
  await at('/blog')(given)
  const { bar } = given.language.words
  const button = given.page.getByRole('button', { name: bar.menu })
  if (!(await button.isVisible())) return
  await button.click()
  await expect(given.page.locator('#menu').getByRole('link', { name: bar.home, exact: true })).toBeVisible()
}

const toast = async (given: Given) => {
  await at('/')(given)
  const { card } = given.language.words
  await given.page.getByRole('button', { name: card.bookNow }).first().click()
  const said = given.page.getByText(card.loginForBooking)
  await expect(said).toBeVisible()
  // It stays for as long as somebody points at it.
  await said.hover()
}

const loading = async (given: Given) => {
  const { page, language } = given
  await page.route('**/api/bookings?*', () => new Promise(() => {}))
  await page.goto(language.at('/dashboard'))
  await ready(page)
  await expect(page.getByRole('status').filter({ hasText: language.words.waiting.label }).first()).toBeAttached()
}

const notCome = async (given: Given) => {
  const { page, language } = given
  await page.route('**/api/bookings?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(language.at('/dashboard'))
  await ready(page)
  await expect(page.getByRole('alert').getByRole('heading', { name: language.words.failed.heading })).toBeVisible()
}

export const states: Screen[] = [
  { name: 'booking', who: 'buyer', open: booking },
  { name: 'booking, refused', who: 'buyer', open: refusedBooking },
  { name: 'a photo, enlarged', who: 'visitor', open: enlarged },
  { name: 'deleting a product', who: 'rahim', open: deleting },
  { name: 'add a product, refused', who: 'seller', open: refusedProduct },
  { name: 'login, refused', who: 'visitor', allows: ['POST /api/auth/sign-in/email 401'], open: refusedLogin },
  { name: 'the menu, unfolded', who: 'karim', open: menu },
  { name: 'a toast', who: 'visitor', open: toast },
  // While nothing has come there is nothing to put a heading over.
  { name: 'orders, while they load', who: 'buyer', without: ['page-has-heading-one'], open: loading },
  { name: 'orders that do not come', who: 'buyer', allows: ['GET /api/bookings 500'], open: notCome },
]
