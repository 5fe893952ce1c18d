// Which page the dashboard opens on.
import { expect, test } from 'vitest'
import { getFirstPage } from './first-page.ts'

const buyer = { isBuyer: true, isSeller: false, isAdmin: false, isCashier: false, isModerator: false }
const seller = { ...buyer, isBuyer: false, isSeller: true }

test('a buyer’s dashboard opens on the orders', () => {
  for (const orders of [0, 2]) expect(getFirstPage(buyer, { orders, liveSales: 0 })).toBeNull()
})

test('a seller’s dashboard opens on the bookings that go on, else on the own bikes, never on no orders', () => {
  expect(getFirstPage(seller, { orders: 0, liveSales: 1 })).toBe('/dashboard/deals')
  expect(getFirstPage(seller, { orders: 2, liveSales: 1 })).toBe('/dashboard/deals')
  expect(getFirstPage(seller, { orders: 0, liveSales: 0 })).toBe('/dashboard/myproducts')
  // What a seller has bought stays within reach.
  expect(getFirstPage(seller, { orders: 2, liveSales: 0 })).toBeNull()
})

test('staff who ordered nothing get what waits for them', () => {
  const nothing = { orders: 0, liveSales: 0 }
  expect(getFirstPage({ ...buyer, isAdmin: true, isCashier: true, isModerator: true }, nothing)).toBe(
    '/dashboard/overview',
  )
  expect(getFirstPage({ ...buyer, isCashier: true }, nothing)).toBe('/dashboard/payouts')
  expect(getFirstPage({ ...buyer, isModerator: true }, nothing)).toBe('/dashboard/cases')
  expect(getFirstPage({ ...buyer, isModerator: true }, { orders: 1, liveSales: 0 })).toBeNull()
})
