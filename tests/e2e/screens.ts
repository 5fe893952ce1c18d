// Every screen in its states, for the checks that apply to all screens.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { createPattern } from './languages.ts'
import { createDisputedDeal, createHeldDeal, createReleasedDeal } from './deals.ts'
import { book, createClientFor, addToWishlist, getPerson } from './people.ts'
import { openPath, type ScreenContext, type Screen } from './screen.ts'
import { findUncoveredRows, getVisitorFor } from './screen-routes.ts'
import { screenStates } from './screen-states.ts'

const openEditing = async (context: ScreenContext) => {
  await openPath('/dashboard/myproducts')(context)
  const { edit } = context.language.namespaces.bikeDetails
  const link = context.page.getByRole('link', { name: createPattern(edit.editLabel) }).first()
  const address = (await link.getAttribute('href')) ?? ''
  await openPath(address.replace(/^\/bn/, ''))(context)
  await expect(context.page.getByRole('button', { name: edit.submit })).toBeVisible()
}

/** The first bike of a search, opened by its link. */
const openBikePage = async (context: ScreenContext) => {
  await openPath('/bikes?q=gixxer')(context)
  const link = context.page.getByRole('article').getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await openPath(address.replace(/^\/bn/, ''))(context)
  // Interaction hydrates the page.
  await context.page.getByRole('main').getByRole('heading', { level: 1 }).hover()
}

/** The page of the seller of a bike, opened by its link. */
const openSellerPage = async (context: ScreenContext) => {
  await openBikePage(context)
  const link = context.page.getByRole('link', { name: context.language.namespaces.bikePage.ofSeller.link })
  const address = (await link.getAttribute('href')) ?? ''
  await openPath(address.replace(/^\/bn/, ''))(context)
}

const openComparison = async (context: ScreenContext) => {
  await openPath('/bikes?q=apache')(context)
  const boxes = context.page.getByRole('article').getByRole('checkbox')
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
    await expect(page.getByRole('button', { name: language.namespaces.buyer.payment.pay, exact: true })).toBeEnabled()
  }

const openDeal = async (context: ScreenContext) => {
  const buyer = await createClientFor(context.server, context.buyer)
  // Both languages share one buyer.
  const [first] = await buyer('GET /deals', { query: { side: 'buyer', ended: 'no' } })
  const id = first?._id ?? (await book(context.server, context.buyer, 'gixxer-sf-ashulia'))
  await openPath(`/dashboard/deal/${id}`)(context)
}

// Deals that the screens of both languages and all tests of a server share: Imran buys, Farhana and Jahangir sell.
const sharedDeals = {
  held: { bike: 'bandit-rampura', create: createHeldDeal },
  disputed: { bike: 'r15m-banani', create: createDisputedDeal },
  released: { bike: 'fzs-nathullabad', create: createReleasedDeal },
} as const
const createdDeals = new Map<string, Promise<string>>()

const getSharedDeal = ({ server }: ScreenContext, state: keyof typeof sharedDeals): Promise<string> => {
  const key = `${server.url} ${state}`
  const { bike, create } = sharedDeals[state]
  const created = createdDeals.get(key) ?? create(server, getPerson('imran'), bike)
  createdDeals.set(key, created)
  return created
}

/** Opens a screen of a deal that money was paid for. */
const openPaidDeal =
  (state: keyof typeof sharedDeals, screen = '') =>
  async (context: ScreenContext): Promise<void> =>
    openPath(`/dashboard/deal/${await getSharedDeal(context, state)}${screen}`)(context)

/** The digits, which appear on request because no time was agreed on. */
const openCode = async (context: ScreenContext) => {
  await openPaidDeal('held', '/code')(context)
  const { page, language } = context
  await page.getByRole('button', { name: language.namespaces.money.code.together }).click()
  await expect(page.getByText(language.namespaces.money.code.explain)).toBeVisible()
}

/** A list that has something, because of a deal. */
const openListWith =
  (state: keyof typeof sharedDeals, path: string) =>
  async (context: ScreenContext): Promise<void> => {
    await getSharedDeal(context, state)
    await openPath(path)(context)
  }

const openDestinationForm = async (context: ScreenContext) => {
  await openPath('/dashboard/money')(context)
  const { page, language } = context
  const { money } = language.namespaces.money
  await page.getByRole('button', { name: money.add }).click()
  await page.getByRole('radio', { name: money.bank }).check()
  await expect(page.getByLabel(money.routing)).toBeVisible()
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
  createScreen('deals', 'rahim', '/dashboard/deals'),
  createScreen('no deals', 'seller', '/dashboard/deals'),
  createScreen('notifications', 'rahim', '/dashboard/notifications'),
  createScreen('no notifications', 'buyer', '/dashboard/notifications'),
  createScreen('my products', 'rahim', '/dashboard/myproducts'),
  createScreen('no products', 'seller', '/dashboard/myproducts'),
  createScreen('add a product', 'seller', '/dashboard/addproducts'),
  { name: 'editing a product', who: 'rahim', route: '/dashboard/myproducts/:id', open: openEditing },
  createScreen('catalogue', 'ayesha', '/dashboard/catalogue?search=gixer', '/dashboard/catalogue'),
  { name: 'suspicious prices', who: 'ayesha', route: '/dashboard/suspicious', open: openSuspicious },
  createScreen('no suspicious prices', 'ayesha', '/dashboard/suspicious'),
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
]

const uncoveredRows = findUncoveredRows(namedScreens.map(({ route }) => route ?? ''))

/** Routes with parameters that no screen covers. */
export const rowsWithoutScreen = uncoveredRows.filter(({ path }) => path.includes(':')).map(({ path }) => path)

const simpleScreens = uncoveredRows
  .filter(({ path }) => !path.includes(':'))
  .map((row) => createScreen(`the row ${row.path}`, getVisitorFor(row), row.path))

export const screens: Screen[] = [...namedScreens, ...simpleScreens, ...screenStates]
