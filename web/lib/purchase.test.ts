import { expect, test } from 'vitest'
import { toPayPath, getPurchaseState } from './purchase.ts'

const unpaid = { paid: false, status: 'available', refunded: false } as const

test('an unpaid order of a bike on sale can be paid', () => {
  expect(getPurchaseState(unpaid)).toBe('payable')
})

test('a paid order stays paid although its bike is sold', () => {
  expect(getPurchaseState({ paid: true, status: 'sold', refunded: false })).toBe('paid')
})

test('a bike that was sold to somebody else or withdrawn has that state', () => {
  expect(getPurchaseState({ ...unpaid, status: 'sold' })).toBe('sold')
  expect(getPurchaseState({ ...unpaid, status: 'withdrawn' })).toBe('withdrawn')
})

test('a refund takes precedence over a sold bike', () => {
  expect(getPurchaseState({ paid: false, status: 'sold', refunded: true })).toBe('refunded')
})

test('an available bike can be paid again after a refund', () => {
  expect(getPurchaseState({ ...unpaid, refunded: true })).toBe('payable')
})

test('an order is paid at /dashboard/payment, a wishlist item at /dashboard/payments', () => {
  expect(toPayPath({ _id: '7', from: 'order' })).toBe('/dashboard/payment/7')
  expect(toPayPath({ _id: '7', from: 'wish' })).toBe('/dashboard/payments/7')
})
