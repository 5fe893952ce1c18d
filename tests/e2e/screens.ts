// Every screen in its states, for what must be true of each of them, in every language.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { patternOf } from './languages.ts'
import { book, clientOf, wish } from './people.ts'
import { at, type Given, type Screen } from './screen.ts'
import { rowsBeside, whoMayOpen } from './screen-routes.ts'
import { states } from './screen-states.ts'

const editing = async (given: Given) => {
  await at('/dashboard/myproducts')(given)
  const { edit } = given.language.chapters.bikeDetails
  const link = given.page.getByRole('link', { name: patternOf(edit.editOf) }).first()
  const address = (await link.getAttribute('href')) ?? ''
  await at(address.replace(/^\/bn/, ''))(given)
  await expect(given.page.getByRole('button', { name: edit.submit })).toBeVisible()
}

/** The first bike of a search, opened by its link. */
const bikePage = async (given: Given) => {
  await at('/bikes?q=gixxer')(given)
  const link = given.page.getByRole('article').getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await at(address.replace(/^\/bn/, ''))(given)
  // The page sleeps until somebody reaches for it.
  await given.page.getByRole('main').getByRole('heading', { level: 1 }).hover()
}

const comparing = async (given: Given) => {
  await at('/bikes?q=apache')(given)
  const boxes = given.page.getByRole('article').getByRole('checkbox')
  const slugs = await boxes.evaluateAll((all) => all.slice(0, 2).map((box) => box.getAttribute('value')))
  await at(`/compare?ids=${slugs.join(',')}`)(given)
}

/** What the admin would see had somebody set a bait; setting one takes until the shop has told its worth. */
const suspicious = async (given: Given) => {
  const range = { low: 190_000, middle: 202_000, high: 214_000 }
  const bike = { _id: randomUUID(), slug: 'suzuki-gixxer-155-0123456789', productName: 'Suzuki Gixxer 155', range }
  const seller = { sellerId: randomUUID(), sellerName: 'Rahim Uddin', email: 'rahim@motohaat.test' }
  const row = { ...bike, ...seller, price: 95_000, compared: 6, since: '2026-08-14T10:20:00Z' }
  await given.page.route('**/api/suspicious?*', (route) => route.fulfill({ json: [row] }))
  await at('/dashboard/suspicious')(given)
  await expect(given.page.getByRole('link', { name: bike.productName })).toBeVisible()
}

/** A list of the admin's as it is before anybody has come. */
const empty =
  (path: string, call: 'sellers' | 'messages') =>
  async (given: Given): Promise<void> => {
    await given.page.route(`**/api/${call}?*`, (route) =>
      route.fulfill({ headers: { 'x-total-count': '0' }, json: [] }),
    )
    await at(path)(given)
    const { [call]: words } = given.language.chapters.desk
    await expect(given.page.getByRole('heading', { name: words.emptyHeading })).toBeVisible()
  }

const messages = async (given: Given) => {
  const data = { email: 'sadia@example.com', name: 'Sadia', phone: '01712345678', subject: 'Hours', message: 'Friday?' }
  await given.page.request.post('/api/contact', { data })
  await at('/dashboard/messages')(given)
}

const savedSearches = async (given: Given) => {
  const buyer = await clientOf(given.shop, given.buyer)
  // Both languages are read by the same buyer, and one search is kept once only.
  if ((await buyer('GET /searches')).length === 0)
    await buyer('POST /searches', { body: { query: { q: 'gixxer', district: 'dhaka', priceTo: '200000' } } })
  await at('/dashboard/searches')(given)
}

const paying = (path: 'payment' | 'payments', begin: typeof book) => async (given: Given) => {
  const { shop, buyer, page, bike, language } = given
  await page.goto(language.at(`/dashboard/${path}/${await begin(shop, buyer, bike)}`))
  await expect(page.getByRole('button', { name: language.chapters.buyer.payment.pay, exact: true })).toBeEnabled()
}

const plain = (name: string, who: Screen['who'], path: string, shows = path): Screen => ({
  name,
  who,
  shows,
  open: at(path),
})

const named: Screen[] = [
  plain('home', 'visitor', '/'),
  plain('home of a member', 'karim', '/home'),
  plain('blog', 'visitor', '/blog'),
  plain('login', 'visitor', '/login'),
  plain('register', 'visitor', '/register'),
  plain('forgotten password', 'visitor', '/forgot-password'),
  plain('new password', 'visitor', '/reset-password#a-token', '/reset-password'),
  plain('second step of login', 'visitor', '/login?code=yes'),
  plain('account', 'karim', '/dashboard/account'),
  { ...plain('404', 'visitor', '/nowhere'), allows: [/^GET \/(?:bn\/)?nowhere 404$/] },
  plain('category', 'karim', '/categoryDetails/Suzuki', '/categoryDetails/:name'),
  plain('letters that are stopped for good', 'visitor', `/stop/${'x'.repeat(43)}`, '/stop/:token'),
  { name: 'saved searches', who: 'buyer', shows: '/dashboard/searches', open: savedSearches },
  plain('no saved searches', 'buyer', '/dashboard/searches'),
  plain('orders', 'karim', '/dashboard'),
  plain('no orders', 'buyer', '/dashboard'),
  plain('wishlist', 'karim', '/dashboard/wishlist'),
  { name: 'payment of an order', who: 'buyer', shows: '/dashboard/payment/:id', open: paying('payment', book) },
  {
    name: 'payment of a wishlist item',
    who: 'buyer',
    shows: '/dashboard/payments/:id',
    open: paying('payments', wish),
  },
  plain('my products', 'rahim', '/dashboard/myproducts'),
  plain('no products', 'seller', '/dashboard/myproducts'),
  plain('add a product', 'seller', '/dashboard/addproducts'),
  { name: 'editing a product', who: 'rahim', shows: '/dashboard/myproducts/:id', open: editing },
  plain('catalogue', 'ayesha', '/dashboard/catalogue?search=gixer', '/dashboard/catalogue'),
  { name: 'suspicious prices', who: 'ayesha', shows: '/dashboard/suspicious', open: suspicious },
  plain('no suspicious prices', 'ayesha', '/dashboard/suspicious'),
  plain('guide', 'visitor', '/guide/suzuki/gixxer-155', '/guide/:brand/:model'),
  plain('sellers', 'ayesha', '/dashboard/allsellers'),
  { name: 'no sellers', who: 'ayesha', open: empty('/dashboard/allsellers', 'sellers') },
  plain('buyers', 'ayesha', '/dashboard/allusers'),
  plain('no buyer found', 'ayesha', '/dashboard/allusers?search=nobody'),
  { name: 'messages', who: 'ayesha', shows: '/dashboard/messages', open: messages },
  { name: 'no messages', who: 'ayesha', open: empty('/dashboard/messages', 'messages') },
  plain('search', 'visitor', '/bikes?q=gixer&brand=suzuki&priceTo=300000', '/bikes'),
  plain('search, nothing found', 'visitor', '/bikes?brand=nobody'),
  { name: 'page of a bike', who: 'visitor', shows: '/bikes/:slug', open: bikePage },
  { name: 'bikes side by side', who: 'visitor', shows: '/compare', open: comparing },
  plain('not allowed', 'karim', '/dashboard/allusers'),
]

const beside = rowsBeside(named.map(({ shows }) => shows ?? ''))

/** Rows that only who knows their screens can open, since something stands in their address. */
export const unknownRows = beside.filter(({ path }) => path.includes(':')).map(({ path }) => path)

const simple = beside
  .filter(({ path }) => !path.includes(':'))
  .map((row) => plain(`the row ${row.path}`, whoMayOpen(row), row.path))

export const screens: Screen[] = [...named, ...simple, ...states]
