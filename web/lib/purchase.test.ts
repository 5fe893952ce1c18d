import { expect, test } from 'vitest'
import { toPayPath, getPurchaseState } from './purchase.ts'

const unpaid = { paid: false, status: 'available', refunded: false } as const

test('an unpaid order of a bike on sale can be paid', () => {
  expect(getPurchaseState(unpaid)).toBe('payable')
})

test('a paid order stays paid, though its bike is sold by that', () => {
  expect(getPurchaseState({ paid: true, status: 'sold', refunded: false })).toBe('paid')
})

test('a bike that was sold to another or withdrawn says so', () => {
  expect(getPurchaseState({ ...unpaid, status: 'sold' })).toBe('sold')
  expect(getPurchaseState({ ...unpaid, status: 'withdrawn' })).toBe('withdrawn')
})

test('money that came back is told rather than that the bike is gone', () => {
  expect(getPurchaseState({ paid: false, status: 'sold', refunded: true })).toBe('refunded')
})

test('a bike that is still on sale can be paid again after money came back', () => {
  expect(getPurchaseState({ ...unpaid, refunded: true })).toBe('payable')
})

test('an order is paid at payment, a wishlist item at payments', () => {
  expect(toPayPath({ _id: '7', from: 'order' })).toBe('/dashboard/payment/7')
  expect(toPayPath({ _id: '7', from: 'wish' })).toBe('/dashboard/payments/7')
})
