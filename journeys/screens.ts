// Every screen, for what must be true of each of them.
import { expect, type Page } from '@playwright/test'
import type { CastKey } from '../seed/cast.ts'
import type { BikeKey } from './bikes.ts'
import { openPayment } from './card.ts'
import { ready } from './journey.ts'
import { addProduct } from './offering.ts'
import { book, type Person, wish } from './people.ts'
import type { Shop } from './shop.ts'

type Given = { shop: Shop; buyer: Person; page: Page; bike: BikeKey }

export type Screen = {
  name: string
  /** 'buyer' and 'seller' have only just registered. */
  who: CastKey | 'visitor' | 'buyer' | 'seller'
  /** Opens it and waits until it stands. `bike` is free to be booked. */
  open: (given: Given) => Promise<void>
}

const at =
  (path: string) =>
  async ({ page }: Given) => {
    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.evaluate(() => document.fonts.ready)
  }

const booking = async (given: Given) => {
  await at('/categoryDetails/Yamaha')(given)
  await given.page.getByRole('button', { name: 'Book Now' }).first().click()
  await expect(given.page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeEnabled()
}

const deleting = async (given: Given) => {
  await at('/dashboard/myproducts')(given)
  await given.page
    .getByRole('button', { name: /^Delete/, disabled: false })
    .first()
    .click()
  await expect(given.page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeFocused()
}

const refusedProduct = async (given: Given) => {
  await at('/dashboard/addproducts')(given)
  await addProduct(given.page).click()
  await expect(given.page.getByText('Choose a photo of the bike.')).toBeVisible()
}

/** A list of the admin's as it is before anybody has come. */
const empty =
  (path: string, call: 'sellers' | 'messages') =>
  async (given: Given): Promise<void> => {
    await given.page.route(`**/api/${call}?*`, (route) =>
      route.fulfill({ headers: { 'x-total-count': '0' }, json: [] }),
    )
    await at(path)(given)
    await expect(given.page.getByRole('heading', { name: /^No (?:sellers yet|messages)$/ })).toBeVisible()
  }

const messages = async (given: Given) => {
  const data = { email: 'sadia@example.com', name: 'Sadia', phone: '01712345678', subject: 'Hours', message: 'Friday?' }
  await given.page.request.post('/api/contact', { data })
  await at('/dashboard/messages')(given)
}

export const screens: Screen[] = [
  { name: 'home', who: 'visitor', open: at('/') },
  { name: 'home of a member', who: 'karim', open: at('/') },
  { name: 'blog', who: 'visitor', open: at('/blog') },
  { name: 'login', who: 'visitor', open: at('/login') },
  { name: 'register', who: 'visitor', open: at('/register') },
  { name: 'forgotten password', who: 'visitor', open: at('/forgot-password') },
  { name: 'new password', who: 'visitor', open: at('/reset-password#a-token') },
  { name: 'second step of login', who: 'visitor', open: at('/login?code=yes') },
  { name: 'account', who: 'karim', open: at('/dashboard/account') },
  { name: '404', who: 'visitor', open: at('/nowhere') },
  { name: 'category', who: 'karim', open: at('/categoryDetails/Suzuki') },
  { name: 'booking', who: 'buyer', open: booking },
  { name: 'orders', who: 'karim', open: at('/dashboard') },
  { name: 'no orders', who: 'buyer', open: at('/dashboard') },
  { name: 'wishlist', who: 'karim', open: at('/dashboard/wishlist') },
  {
    name: 'payment of an order',
    who: 'buyer',
    open: async ({ shop, buyer, page, bike }) => openPayment(page, await book(shop, buyer, bike)),
  },
  {
    name: 'payment of a wishlist item',
    who: 'buyer',
    open: async ({ shop, buyer, page, bike }) => openPayment(page, await wish(shop, buyer, bike), 'payments'),
  },
  { name: 'my products', who: 'rahim', open: at('/dashboard/myproducts') },
  { name: 'deleting a product', who: 'rahim', open: deleting },
  { name: 'no products', who: 'seller', open: at('/dashboard/myproducts') },
  { name: 'add a product', who: 'seller', open: at('/dashboard/addproducts') },
  { name: 'add a product, refused', who: 'seller', open: refusedProduct },
  { name: 'sellers', who: 'ayesha', open: at('/dashboard/allsellers') },
  { name: 'no sellers', who: 'ayesha', open: empty('/dashboard/allsellers', 'sellers') },
  { name: 'buyers', who: 'ayesha', open: at('/dashboard/allusers') },
  { name: 'no buyer found', who: 'ayesha', open: at('/dashboard/allusers?search=nobody') },
  { name: 'messages', who: 'ayesha', open: messages },
  { name: 'no messages', who: 'ayesha', open: empty('/dashboard/messages', 'messages') },
  { name: 'not allowed', who: 'karim', open: at('/dashboard/allusers') },
]
