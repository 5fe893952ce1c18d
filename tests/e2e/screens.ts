// Every screen in its states, for the checks that apply to all screens.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { findPayButton } from './card.ts'
import { getSharedDeal, type SharedDealState } from './deals.ts'
import { ask, book, createClientFor, addToWishlist, getPerson } from './people.ts'
import {
  inspectionScreens,
  openEditing,
  openNumbers,
  openWaits,
  paperScreens,
  transferScreens,
} from './own-bike-screens.ts'
import { getCancelledPaymentPath } from './wallet-screens.ts'
import { expectPage, readLinkPath } from './e2e-test.ts'
import { openPath, type ScreenContext, type Screen } from './screen.ts'
import { findUncoveredRows, getVisitorFor } from './screen-routes.ts'
import { screenStates } from './screen-states.ts'

/** The first bike of a search, opened by its link. */
const openBikePage = async (context: ScreenContext) => {
  await openPath('/bikes?q=gixxer')(context)
  const link = context.page.getByRole('article').getByRole('link').first()
  await openPath(await readLinkPath(link))(context)
  // Interaction hydrates the page.
  await context.page.getByRole('main').getByRole('heading', { level: 1 }).hover()
}

/** The page of the seller of a bike, opened by its link. */
const openSellerPage = async (context: ScreenContext) => {
  await openBikePage(context)
  const link = context.page.getByRole('link', { name: context.language.namespaces.bikePage.ofSeller.link })
  await openPath(await readLinkPath(link))(context)
}

const openComparison = async (context: ScreenContext) => {
  await openPath('/bikes?q=apache')(context)
  const boxes = context.page.getByRole('article').getByRole('checkbox')
  await expect(boxes.nth(1)).toBeAttached()
  // Read at once: the assertion has waited for both.
  const slugs = await boxes.evaluateAll((all) => all.slice(0, 2).map((box) => box.getAttribute('value')))
  await openPath(`/compare?ids=${slugs.join(',')}`)(context)
}

/** The admin's list with one suspicious bike. The response is mocked, because a real estimate takes seconds. */
const openSuspicious = async (context: ScreenContext) => {
  const range = { low: 190_000, middle: 202_000, high: 214_000 }
  const bike = { _id: randomUUID(), slug: 'suzuki-gixxer-155-0123456789', productName: 'Suzuki Gixxer 155', range }
  const seller = { sellerId: randomUUID(), sellerName: 'Rahim Uddin', email: 'rahim@motohaat.test' }
  const row = { ...bike, ...seller, price: 95_000, compared: 6, since: '2026-08-14T10:20:00Z' }
  await context.page.route('**/api/suspicious?*', (route) => route.fulfill({ json: [row] }))
  await openPath('/dashboard/suspicious')(context)
  await expect(context.page.getByRole('link', { name: bike.productName })).toBeVisible()
}

/** A case with one report, opened from the queue. */
const openCase = async (context: ScreenContext) => {
  const buyer = await createClientFor(context.server, context.buyer)
  const [bike] = await buyer('GET /allbikes', { query: { limit: '1' } })
  // Both languages share one buyer, and a bike is reported once for each reason.
  if (bike && (await buyer('GET /reports')).length === 0)
    await buyer('POST /reports', { body: { productId: bike._id, reason: 'wrong_facts', words: 'It is a 2019 model.' } })
  await openPath('/dashboard/cases')(context)
  await context.page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(context.page.getByRole('button', { name: context.language.namespaces.cases.queue.submit })).toBeVisible()
}

/** An empty list of the admin. */
const openEmptyList =
  (path: string, call: 'sellers' | 'messages') =>
  async (context: ScreenContext): Promise<void> => {
    await context.page.route(`**/api/${call}?*`, (route) =>
      route.fulfill({ headers: { 'x-total-count': '0' }, json: [] }),
    )
    await openPath(path)(context)
    const { [call]: listMessages } = context.language.namespaces.admin
    await expect(context.page.getByRole('heading', { name: listMessages.emptyHeading })).toBeVisible()
  }

const openMessages = async (context: ScreenContext) => {
  const data = { email: 'sadia@example.com', name: 'Sadia', phone: '01712345678', subject: 'Hours', message: 'Friday?' }
  await context.page.request.post('/api/contact', { data })
  await openPath('/dashboard/messages')(context)
}

const openSavedSearches = async (context: ScreenContext) => {
  const buyer = await createClientFor(context.server, context.buyer)
  // Both languages share one buyer, and a search can be saved only once.
  if ((await buyer('GET /searches')).length === 0)
    await buyer('POST /searches', { body: { query: { q: 'gixxer', district: 'dhaka', priceTo: '200000' } } })
  await openPath('/dashboard/searches')(context)
}

const createPaymentOpener =
  (path: 'payment' | 'payments', createItem: typeof book) => async (context: ScreenContext) => {
    const { server, buyer, page, bike, language } = context
    await page.goto(language.localizePath(`/dashboard/${path}/${await createItem(server, buyer, bike)}`))
    await expect(findPayButton(page)).toBeEnabled()
  }

const openDeal = async (context: ScreenContext) => {
  const buyer = await createClientFor(context.server, context.buyer)
  // Both languages share one buyer.
  const [first] = await buyer('GET /deals', { query: { side: 'buyer', ended: 'no' } })
  const id = first?._id ?? (await book(context.server, context.buyer, 'gixxer-sf-ashulia'))
  await openPath(`/dashboard/deal/${id}`)(context)
}

/** Opens a screen of a deal that money was paid for. */
const openPaidDeal =
  (state: SharedDealState, screen = '') =>
  async (context: ScreenContext): Promise<void> =>
    openPath(`/dashboard/deal/${await getSharedDeal(context, state)}${screen}`)(context)

/** A paid deal as the admin reads it. */
const openAdminDeal = async (context: ScreenContext) =>
  openPath(`/dashboard/alldeals/${await getSharedDeal(context, 'held')}`)(context)

/** The bike of a deal, opened by the admin from the deal. */
const openBikeHistory = async (context: ScreenContext) => {
  await openAdminDeal(context)
  const link = context.page.locator('main a[href*="/dashboard/bike/"]')
  await openPath(await readLinkPath(link))(context)
}

/** The newest payment, opened from the list. */
const openPayment = async (context: ScreenContext) => {
  await getSharedDeal(context, 'released')
  await openPath('/dashboard/allpayments')(context)
  const link = context.page.locator('main a[href*="/dashboard/allpayments/"]').first()
  await openPath(await readLinkPath(link))(context)
}

/** The digits, which appear on request because no time was agreed on. */
const openCode = async (context: ScreenContext) => {
  await openPaidDeal('held', '/code')(context)
  const { page, language } = context
  await page.getByRole('button', { name: language.namespaces.money.code.together }).click()
  await expect(page.getByText(language.namespaces.money.code.explain)).toBeVisible()
}

/** A list that has something, because of a deal. */
const openListWith =
  (state: SharedDealState, path: string) =>
  async (context: ScreenContext): Promise<void> => {
    await getSharedDeal(context, state)
    await openPath(path)(context)
  }

const openCancelledPayment = async (context: ScreenContext) => openPath(await getCancelledPaymentPath(context))(context)

const createdChats = new Map<string, Promise<string>>()

/** A conversation of Imran and Farhana, which the screens of both languages share; each has hidden a number from the other. */
const createChat = async ({ server }: ScreenContext): Promise<string> => {
  const id = await ask(server, getPerson('imran'), 'fzs-uttara', 'Is it still there? 01712-345678')
  const seller = await createClientFor(server, getPerson('farhana'))
  await seller('POST /chats/:id/messages', {
    params: { id },
    body: { text: 'Yes. 01811 223344', clientId: randomUUID() },
  })
  return id
}

const openChat = async (context: ScreenContext) => {
  const { url } = context.server
  const created = createdChats.get(url) ?? createChat(context)
  createdChats.set(url, created)
  await openPath(`/dashboard/chats/${await created}`)(context)
  await expect(context.page.getByText(context.language.namespaces.chats.masked)).toBeVisible()
}

const openChats = async (context: ScreenContext) => {
  await openChat(context)
  await openPath('/dashboard/chats')(context)
}

/** Before the first message to the seller of the first bike of a search. */
const openFirstMessage = async (context: ScreenContext) => {
  await openBikePage(context)
  await context.page.getByRole('link', { name: context.language.namespaces.bikePage.askSeller }).click()
  await expect(context.page.getByRole('textbox', { name: context.language.namespaces.chats.write })).toBeVisible()
}

const openDestinationForm = async (context: ScreenContext) => {
  await openPath('/dashboard/money')(context)
  const { page, language } = context
  const { money } = language.namespaces.money
  await page.getByRole('button', { name: language.namespaces.dealPayout.add }).click()
  await page.getByRole('radio', { name: money.bank }).check()
  await expect(page.getByLabel(money.routing)).toBeVisible()
}

const openOfferSettings = async (context: ScreenContext) => {
  await openEditing(context)
  const { settings } = context.language.namespaces.offers
  await context.page.getByRole('link', { name: settings.link }).click()
  await expectPage(context.page, { path: /^\/dashboard\/myproducts\/[\w-]+\/offers$/, heading: settings.heading })
}

const createScreen = (name: string, who: Screen['who'], path: string, route = path): Screen => ({
  name,
  who,
  route,
  open: openPath(path),
})

const namedScreens: Screen[] = [
  createScreen('home', 'visitor', '/'),
  createScreen('home of a member', 'karim', '/home'),
  createScreen('blog', 'visitor', '/blog'),
  createScreen('login', 'visitor', '/login'),
  createScreen('register', 'visitor', '/register'),
  createScreen('forgotten password', 'visitor', '/forgot-password'),
  createScreen('new password', 'visitor', '/reset-password#a-token', '/reset-password'),
  createScreen('confirm address', 'visitor', '/confirm-email#a-token', '/confirm-email'),
  createScreen('second step of login', 'visitor', '/login?code=yes'),
  createScreen('account', 'karim', '/dashboard/account'),
  createScreen('mobile number', 'karim', '/dashboard/phone'),
  createScreen('sell with the account of a buyer', 'karim', '/dashboard/sell'),
  createScreen('sell with the account of a seller', 'seller', '/dashboard/sell'),
  { ...createScreen('404', 'visitor', '/nowhere'), allowedErrors: [/^GET \/(?:bn\/)?nowhere 404$/] },
  createScreen('category', 'karim', '/categoryDetails/Suzuki', '/categoryDetails/:name'),
  createScreen('unsubscribe, unknown link', 'visitor', `/stop/${'x'.repeat(43)}`, '/stop/:token'),
  { name: 'saved searches', who: 'buyer', route: '/dashboard/searches', open: openSavedSearches },
  createScreen('no saved searches', 'buyer', '/dashboard/searches'),
  createScreen('orders', 'karim', '/dashboard'),
  createScreen('no orders', 'buyer', '/dashboard'),
  createScreen('wishlist', 'karim', '/dashboard/wishlist'),
  {
    name: 'payment of an order',
    who: 'buyer',
    route: '/dashboard/payment/:id',
    open: createPaymentOpener('payment', book),
  },
  {
    name: 'payment of a wishlist item',
    who: 'buyer',
    route: '/dashboard/payments/:id',
    open: createPaymentOpener('payments', addToWishlist),
  },
  { name: 'a payment cancelled at bKash', who: 'imran', route: '/dashboard/paid/:way', open: openCancelledPayment },
  { name: 'a deal', who: 'buyer', route: '/dashboard/deal/:id', open: openDeal },
  { name: 'a deal, paid', who: 'imran', open: openPaidDeal('held') },
  { name: 'a paid deal of the seller', who: 'farhana', open: openPaidDeal('held') },
  { name: 'a deal, disputed', who: 'imran', open: openPaidDeal('disputed') },
  { name: 'a deal, done', who: 'imran', open: openPaidDeal('released') },
  { name: 'handover code', who: 'imran', route: '/dashboard/deal/:id/code', open: openCode },
  {
    name: 'typing the handover code',
    who: 'farhana',
    route: '/dashboard/deal/:id/handover',
    open: openPaidDeal('held', '/handover'),
  },
  {
    name: 'reporting a problem',
    who: 'imran',
    route: '/dashboard/deal/:id/problem',
    open: openPaidDeal('held', '/problem'),
  },
  { name: 'evidence', who: 'imran', open: openPaidDeal('disputed', '/problem') },
  {
    name: 'receipt',
    who: 'imran',
    route: '/dashboard/deal/:id/receipt',
    open: openPaidDeal('released', '/receipt'),
  },
  { name: 'money', who: 'jahangir', route: '/dashboard/money', open: openListWith('released', '/dashboard/money') },
  { name: 'where a seller is paid', who: 'seller', open: openDestinationForm },
  {
    name: 'payouts',
    who: 'rokeya',
    route: '/dashboard/payouts',
    open: openListWith('released', '/dashboard/payouts'),
  },
  createScreen('no payment needs attention', 'ayesha', '/dashboard/payouts?show=attention'),
  {
    name: 'disputes',
    who: 'ayesha',
    route: '/dashboard/disputes',
    open: openListWith('disputed', '/dashboard/disputes'),
  },
  { name: 'a deal for the admin', who: 'ayesha', route: '/dashboard/alldeals/:id', open: openAdminDeal },
  { name: 'a bike for the admin', who: 'ayesha', route: '/dashboard/bike/:slug', open: openBikeHistory },
  { name: 'a payment for the cashier', who: 'rokeya', route: '/dashboard/allpayments/:id', open: openPayment },
  createScreen('no deal of a person', 'ayesha', '/dashboard/alldeals?email=nobody@motohaat.test'),
  { name: 'a case', who: 'imran', route: '/dashboard/cases', open: openCase },
  createScreen('deals', 'rahim', '/dashboard/deals'),
  createScreen('no deals', 'seller', '/dashboard/deals'),
  { name: 'a conversation', who: 'imran', route: '/dashboard/chats/:id', open: openChat },
  { name: 'a conversation of the seller', who: 'farhana', open: openChat },
  { name: 'conversations', who: 'farhana', route: '/dashboard/chats', open: openChats },
  { name: 'offers of a bike', who: 'rahim', route: '/dashboard/myproducts/:id/offers', open: openOfferSettings },
  { name: 'numbers of a bike', who: 'rahim', route: '/dashboard/myproducts/:id/numbers', open: openNumbers },
  createScreen('check a bike', 'buyer', '/dashboard/check'),
  createScreen('no conversations', 'buyer', '/dashboard/chats'),
  { name: 'first message to a seller', who: 'buyer', route: '/dashboard/ask/:slug', open: openFirstMessage },
  createScreen('notifications', 'rahim', '/dashboard/notifications'),
  createScreen('no notifications', 'buyer', '/dashboard/notifications'),
  createScreen('my products', 'rahim', '/dashboard/myproducts'),
  createScreen('no products', 'seller', '/dashboard/myproducts'),
  createScreen('add a product', 'seller', '/dashboard/addproducts'),
  {
    name: 'editing a product',
    who: 'rahim',
    route: '/dashboard/myproducts/:id',
    open: openEditing,
    // The long name of the checks is no name of a bike.
    allowedErrors: ['GET /api/suggestedprice 400'],
  },
  { name: 'an advertisement that waits', who: 'seller', route: '/dashboard/myproducts/:id/waits', open: openWaits },
  createScreen('catalogue', 'ayesha', '/dashboard/catalogue?search=gixer', '/dashboard/catalogue'),
  { name: 'suspicious prices', who: 'ayesha', route: '/dashboard/suspicious', open: openSuspicious },
  createScreen('no suspicious prices', 'ayesha', '/dashboard/suspicious'),
  createScreen('terms', 'visitor', '/terms', '/terms'),
  createScreen('privacy', 'visitor', '/privacy', '/privacy'),
  createScreen('what is my bike worth', 'visitor', '/valuation', '/valuation'),
  createScreen('what a bike is worth', 'visitor', '/valuation?bike=gixxer+155&year=2021&km=20000'),
  createScreen('price guide', 'visitor', '/guide/suzuki/gixxer-155', '/guide/:brand/:model'),
  createScreen('sellers', 'ayesha', '/dashboard/allsellers'),
  { name: 'no sellers', who: 'ayesha', open: openEmptyList('/dashboard/allsellers', 'sellers') },
  createScreen('buyers', 'ayesha', '/dashboard/allusers'),
  createScreen('no buyer found', 'ayesha', '/dashboard/allusers?search=nobody'),
  { name: 'messages', who: 'ayesha', route: '/dashboard/messages', open: openMessages },
  { name: 'no messages', who: 'ayesha', open: openEmptyList('/dashboard/messages', 'messages') },
  createScreen('search', 'visitor', '/bikes?q=gixer&brand=suzuki&priceTo=300000', '/bikes'),
  createScreen('search, nothing found', 'visitor', '/bikes?q=r15&priceTo=20000'),
  { name: 'bike', who: 'visitor', route: '/bikes/:slug', open: openBikePage },
  { name: 'page of a seller', who: 'visitor', route: '/sellers/:sellerId', open: openSellerPage },
  { name: 'comparison', who: 'visitor', route: '/compare', open: openComparison },
  createScreen('not allowed', 'karim', '/dashboard/allusers'),
  ...inspectionScreens,
  ...paperScreens,
  ...transferScreens,
]

const uncoveredRows = findUncoveredRows(namedScreens.map(({ route }) => route ?? ''))

/** Routes with parameters that no screen covers. */
export const rowsWithoutScreen = uncoveredRows.filter(({ path }) => path.includes(':')).map(({ path }) => path)

const simpleScreens = uncoveredRows
  .filter(({ path }) => !path.includes(':'))
  .map((row) => createScreen(`the row ${row.path}`, getVisitorFor(row), row.path))

export const screens: Screen[] = [...namedScreens, ...simpleScreens, ...screenStates]
