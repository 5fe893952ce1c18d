// Screens in states that the test brings about: dialogs, menus, toasts, slow and failed responses.
import { expect } from '@playwright/test'
import { getSharedDeal } from './deals.ts'
import { isNarrow, waitUntilReady } from './e2e-test.ts'
import { createPattern } from './languages.ts'
import { createClientFor, createMobileNumber, registerBuyer } from './people.ts'
import { openPath, type ScreenContext, type Screen } from './screen.ts'

/** Where the code of a text message is typed. */
const openPhoneCode = async (context: ScreenContext) => {
  const client = await createClientFor(context.server, context.buyer)
  // Both languages share one buyer, and messages are a minute apart.
  if ((await client('GET /phone')).waiting === null)
    await client('POST /phone/code', { body: { number: createMobileNumber() } })
  await openPath('/dashboard/phone')(context)
  await expect(context.page.getByLabel(context.language.namespaces.phone.code)).toBeVisible()
}

const openBookingDialog = async (context: ScreenContext) => {
  await openPath('/categoryDetails/Yamaha')(context)
  const { messages, namespaces } = context.language
  await context.page.getByRole('button', { name: messages.card.bookNow }).first().click()
  const { submit } = namespaces.buyer.booking
  await expect(context.page.getByRole('dialog').getByRole('button', { name: submit })).toBeEnabled()
}

const submitInvalidBooking = async (context: ScreenContext) => {
  await openBookingDialog(context)
  const { submit, missing } = context.language.namespaces.buyer.booking
  await context.page.getByRole('dialog').getByRole('button', { name: submit }).click()
  await expect(context.page.getByText(missing.meetingLocation)).toBeVisible()
}

const enlargePhoto = async (context: ScreenContext) => {
  await openPath('/')(context)
  const { card } = context.language.messages
  await context.page
    .getByRole('button', { name: createPattern(card.enlarge) })
    .first()
    .click()
  await expect(context.page.getByRole('dialog').getByRole('button', { name: card.closePhoto })).toBeVisible()
}

const openDeleteDialog = async (context: ScreenContext) => {
  await openPath('/dashboard/myproducts')(context)
  const { deleteLabel, cancel } = context.language.namespaces.selling.mine
  await context.page
    .getByRole('button', { name: createPattern(deleteLabel), disabled: false })
    .first()
    .click()
  await expect(context.page.getByRole('dialog').getByRole('button', { name: cancel })).toBeFocused()
}

const submitInvalidProduct = async (context: ScreenContext) => {
  await openPath('/dashboard/addproducts')(context)
  const { submit, missing } = context.language.namespaces.selling.add
  await context.page.getByRole('button', { name: submit }).click()
  await expect(context.page.getByText(missing.image)).toBeVisible()
}

/** The list of buyers when it has a second page. */
const openFirstOfPages = async (context: ScreenContext) => {
  const { page, server } = context
  const next = page.getByRole('link', { name: context.language.namespaces.admin.people.nextPage })
  await openPath('/dashboard/allusers')(context)
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  // Read at once: the rows of a page come together. A page has at most 50.
  const missing = 51 - (await rows.count())
  for (let count = 0; count < missing; count += 1) await registerBuyer(server)
  await openPath('/dashboard/allusers')(context)
  await expect(next).toBeVisible()
}

const submitWrongLogin = async (context: ScreenContext) => {
  await openPath('/login')(context)
  const { page, language } = context
  const { email, password, submit } = language.namespaces.auth.login
  await page.getByLabel(email).fill('nobody@motohaat.test')
  await page.getByLabel(password, { exact: true }).fill('not-the-password')
  await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
  await expect(page.getByRole('alert').getByText(/\S/)).toBeVisible()
}

const unfoldMenu = async (context: ScreenContext) => {
  await openPath('/blog')(context)
  const { topBar } = context.language.messages
  const button = context.page.getByRole('button', { name: topBar.menu })
  if (!isNarrow(context.page)) return
  await button.click()
  await expect(context.page.locator('#menu').getByRole('link', { name: topBar.home, exact: true })).toBeVisible()
}

const showToast = async (context: ScreenContext) => {
  await openPath('/')(context)
  const { card } = context.language.messages
  await context.page.getByRole('button', { name: card.addToWishlist }).first().click()
  const toastText = context.page.getByText(card.loginForWishlist)
  await expect(toastText).toBeVisible()
  // A hovered toast stays.
  await toastText.hover()
}

const showLoading = async (context: ScreenContext) => {
  const { page, language } = context
  await page.route('**/api/bookings?*', () => new Promise(() => {}))
  await page.goto(language.localizePath('/dashboard'))
  await waitUntilReady(page)
  await expect(page.getByRole('status').filter({ hasText: language.messages.loading.label }).first()).toBeAttached()
}

const showLoadError = async (context: ScreenContext) => {
  const { page, language } = context
  await page.route('**/api/bookings?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(language.localizePath('/dashboard'))
  await waitUntilReady(page)
  await expect(
    page.getByRole('alert').getByRole('heading', { name: language.messages.errorPage.heading }),
  ).toBeVisible()
}

const openRatingDialog = async (context: ScreenContext) => {
  await openPath(`/dashboard/deal/${await getSharedDeal(context, 'released')}`)(context)
  const { page, language } = context
  const { ratings } = language.namespaces
  await page.getByRole('button', { name: ratings.open('Jahangir'), exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: ratings.submit, exact: true })).toBeEnabled()
}

const submitEmptyRating = async (context: ScreenContext) => {
  await openRatingDialog(context)
  const { page, language } = context
  await page.getByRole('dialog').getByRole('button', { name: language.namespaces.ratings.submit, exact: true }).click()
  await expect(page.getByText(language.namespaces.ratings.missing.friendly).first()).toBeVisible()
}

export const screenStates: Screen[] = [
  { name: 'rating', who: 'imran', open: openRatingDialog },
  { name: 'rating, invalid', who: 'imran', open: submitEmptyRating },
  { name: 'code of a text message', who: 'buyer', open: openPhoneCode },
  { name: 'booking', who: 'buyer', open: openBookingDialog },
  { name: 'booking, invalid', who: 'buyer', open: submitInvalidBooking },
  { name: 'a photo, enlarged', who: 'visitor', open: enlargePhoto },
  { name: 'deleting a product', who: 'rahim', open: openDeleteDialog },
  { name: 'add a product, invalid', who: 'seller', open: submitInvalidProduct },
  {
    name: 'login, failed',
    who: 'visitor',
    allowedErrors: ['POST /api/auth/sign-in/email 401'],
    open: submitWrongLogin,
  },
  { name: 'menu, open', who: 'karim', open: unfoldMenu },
  { name: 'a toast', who: 'visitor', open: showToast },
  { name: 'buyers on more than one page', who: 'ayesha', open: openFirstOfPages },
  // There is no heading before the data has loaded.
  { name: 'orders, loading', who: 'buyer', disabledRules: ['page-has-heading-one'], open: showLoading },
  { name: 'orders, failed to load', who: 'buyer', allowedErrors: ['GET /api/bookings 500'], open: showLoadError },
]
