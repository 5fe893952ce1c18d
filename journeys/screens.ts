// Every screen, for what must be true of each of them.
import { expect, type Page } from '@playwright/test'
import type { BikeKey } from './bikes.ts'
import { openPayment } from './card.ts'
import { ready } from './journey.ts'
import { book, type Person, wish } from './people.ts'
import type { Shop } from './shop.ts'

type Given = { shop: Shop; buyer: Person; page: Page; bike: BikeKey }

export type Screen = {
  name: string
  who: 'visitor' | 'karim' | 'buyer'
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
]
