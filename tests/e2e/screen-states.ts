// Screens in states that the test brings about: dialogs, menus, toasts, slow and failed responses.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { getSharedDeal } from './deals.ts'
import { isNarrow, waitUntilReady } from './e2e-test.ts'
import { createPattern } from './languages.ts'
import { createBikeName, createListings, openMoreWith } from './listing.ts'
import { createClientFor, createMobileNumber, getPerson, registerBuyer, registerSeller } from './people.ts'
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
  const { page } = context
  const { deleteLabel, cancel } = context.language.namespaces.selling.mine
  const entry = page.getByLabel(createPattern(deleteLabel)).and(page.locator(':enabled'))
  await openMoreWith(page, entry)
  await entry.filter({ visible: true }).click()
  await expect(context.page.getByRole('dialog').getByRole('button', { name: cancel })).toBeFocused()
}

const openMoreActs = async (context: ScreenContext) => {
  const { page } = context
  await openPath('/dashboard/myproducts')(context)
  const entry = page.getByLabel(createPattern(context.language.namespaces.selling.mine.numbersLabel))
  await openMoreWith(page, entry)
  await expect(entry.filter({ visible: true })).toBeVisible()
}

const submitInvalidProduct = async (context: ScreenContext) => {
  await openPath('/dashboard/addproducts')(context)
  const { submit, missing } = context.language.namespaces.productForm.add
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

const offeredTaka = 165_000

/** A bike of a new seller for which the buyer of the screen has offered a price. */
const createOffer = async ({ server, buyer }: ScreenContext) => {
  const seller = await registerSeller(server)
  await createListings(server, seller, [createBikeName()])
  const ofSeller = await createClientFor(server, seller)
  const [bike] = await ofSeller('GET /allbikes/myproduct')
  const ofBuyer = await createClientFor(server, buyer)
  const { chatId, message } = await ofBuyer('POST /offers', {
    body: { productId: bike?._id ?? '', price: offeredTaka, clientId: randomUUID() },
  })
  return { ofBuyer, ofSeller, chatId, offerId: message.offer?._id ?? '' }
}
type OfferMade = Awaited<ReturnType<typeof createOffer>>

/** Opens the conversation of a new offer for its buyer, after what the other side or the buyer did with it. */
const openOffer =
  (act: (made: OfferMade) => Promise<unknown>) =>
  async (context: ScreenContext): Promise<void> => {
    const made = await createOffer(context)
    await act(made)
    await openPath(`/dashboard/chats/${made.chatId}`)(context)
    const { namespaces, format } = context.language
    const log = context.page.getByRole('log', { name: namespaces.chats.log })
    await expect(log.getByText(format.taka(offeredTaka)).first()).toBeVisible()
  }

const counter = ({ ofSeller, chatId }: OfferMade) =>
  ofSeller('POST /chats/:id/offers', { params: { id: chatId }, body: { price: 172_000, clientId: randomUUID() } })

const acceptOffer = ({ ofSeller, offerId }: OfferMade) =>
  ofSeller('PUT /offers/:id', { params: { id: offerId }, body: { act: 'accept' } })

const block = ({ ofBuyer, chatId }: OfferMade) =>
  ofBuyer('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })

const openOfferForm = async (context: ScreenContext) => {
  await openOffer(counter)(context)
  const { another, label } = context.language.namespaces.offers
  await context.page.getByRole('button', { name: another, exact: true }).click()
  await expect(context.page.getByRole('dialog').getByLabel(label)).toBeVisible()
}

const openReport = async (context: ScreenContext) => {
  await openOffer(counter)(context)
  const { cases, chats } = context.language.namespaces
  await context.page.getByRole('button', { name: createPattern(chats.report) }).click()
  const submit = context.page.getByRole('dialog').getByRole('button', { name: cases.report.submit, exact: true })
  await expect(submit).toBeEnabled()
}

/** A decision about the buyer, who may ask for a second look. */
const openStanding = async (context: ScreenContext) => {
  const { ofSeller, chatId } = await createOffer(context)
  await ofSeller('POST /reports', { body: { chatId, reason: 'rude' } })
  const ofModerator = await createClientFor(context.server, getPerson('ayesha'))
  for (const { _id: id, memberName } of await ofModerator('GET /cases')) {
    if (memberName !== context.buyer.name) continue
    // Other members have the same name.
    const { chats } = await ofModerator('GET /cases/:id', { params: { id } })
    if (!chats.some(({ _id }) => _id === chatId)) continue
    await ofModerator('POST /cases/:id/take', { params: { id } })
    await ofModerator('PUT /cases/:id', { params: { id }, body: { decision: 'warn', reason: 'Be polite.' } })
  }
  await openPath('/dashboard/standing')(context)
  await expect(context.page.getByLabel(context.language.namespaces.cases.standing.appeal).first()).toBeVisible()
}

const openVerification = async (context: ScreenContext) => {
  await registerSeller(context.server)
  await openPath('/dashboard/allsellers')(context)
  const { verifyLabel, badge } = context.language.namespaces.admin.sellers
  await context.page
    .getByRole('button', { name: createPattern(verifyLabel) })
    .first()
    .click()
  await expect(context.page.getByRole('dialog').getByText(badge.hint)).toBeVisible()
}

/** What the admin may ask a seller for. */
const openAsking = async (context: ScreenContext) => {
  const { page } = context
  await registerSeller(context.server)
  await openPath('/dashboard/allsellers?verified=empty')(context)
  const { question } = context.language.namespaces.admin.sellers
  const ask = page.getByLabel(createPattern(question.askLabel)).first()
  await openMoreWith(page, ask)
  await ask.click()
  await expect(page.getByRole('dialog').getByText(question.hint)).toBeVisible()
}

/** What a seller is asked for. The response is mocked: a question would be the same for both languages. */
const openQuestion = async (context: ScreenContext) => {
  const question = { wanted: 'phone', askedOn: '2026-11-03' }
  await context.page.route('**/api/badge', (route) => route.fulfill({ json: { badge: null, question } }))
  await openPath('/dashboard/myproducts')(context)
  await expect(context.page.getByText(context.language.namespaces.badgeQuestion.heading)).toBeVisible()
}

const trustScreens: Screen[] = [
  { name: 'an offer that waits for an answer', who: 'buyer', open: openOffer(() => Promise.resolve()) },
  { name: 'an offer answered with another price', who: 'buyer', open: openOffer(counter) },
  { name: 'an accepted offer', who: 'buyer', open: openOffer(acceptOffer) },
  { name: 'a blocked conversation', who: 'buyer', open: openOffer(block) },
  { name: 'naming another price', who: 'buyer', open: openOfferForm },
  { name: 'reporting a conversation', who: 'buyer', open: openReport },
  { name: 'a decision, with the way to a second look', who: 'buyer', open: openStanding },
  { name: 'verifying a seller', who: 'ayesha', open: openVerification },
  { name: 'asking a seller for something', who: 'ayesha', open: openAsking },
  { name: 'what a seller is asked for', who: 'seller', open: openQuestion },
]

export const screenStates: Screen[] = [
  ...trustScreens,
  { name: 'rating', who: 'imran', open: openRatingDialog },
  { name: 'rating, invalid', who: 'imran', open: submitEmptyRating },
  { name: 'code of a text message', who: 'buyer', open: openPhoneCode },
  { name: 'booking', who: 'buyer', open: openBookingDialog },
  { name: 'booking, invalid', who: 'buyer', open: submitInvalidBooking },
  { name: 'a photo, enlarged', who: 'visitor', open: enlargePhoto },
  // The open menu covers a part of the rows below it.
  { name: 'further acts of a bike, open', who: 'rahim', disabledRules: ['target-size'], open: openMoreActs },
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
