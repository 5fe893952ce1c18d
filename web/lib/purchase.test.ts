import { expect, test } from 'vitest'
import { toPayPath, getPurchaseState } from './purchase.ts'

const unpaid = { paid: false, status: 'available', refunded: false, payObstacle: null } as const

test('an unpaid order of a bike on sale can be paid', () => {
  expect(getPurchaseState(unpaid)).toBe('payable')
})

test('a paid order stays paid although its bike is sold', () => {
  expect(getPurchaseState({ ...unpaid, paid: true, status: 'sold' })).toBe('paid')
})

test('a bike that was sold to somebody else or withdrawn has that state', () => {
  expect(getPurchaseState({ ...unpaid, status: 'sold' })).toBe('sold')
  expect(getPurchaseState({ ...unpaid, status: 'withdrawn' })).toBe('withdrawn')
})

test('a refund takes precedence over a sold bike', () => {
  expect(getPurchaseState({ ...unpaid, status: 'sold', refunded: true })).toBe('refunded')
})

test('an available bike can be paid again after a refund', () => {
  expect(getPurchaseState({ ...unpaid, refunded: true })).toBe('payable')
})

test('who is in line, or whose order has ended, is asked for nothing', () => {
  for (const payObstacle of ['promised_to_another', 'another_buyer_paying', 'bike_changed', 'deal_closed'] as const) {
    expect(getPurchaseState({ ...unpaid, payObstacle })).toBe('refused')
    expect(getPurchaseState({ ...unpaid, status: 'reserved', payObstacle })).toBe('refused')
  }
  expect(getPurchaseState({ ...unpaid, payObstacle: 'deal_closed', refunded: true })).toBe('refunded')
  expect(getPurchaseState({ ...unpaid, payObstacle: 'deal_closed', paid: true })).toBe('paid')
})

test('an order is paid at /dashboard/payment, a wishlist item at /dashboard/payments', () => {
  expect(toPayPath({ _id: '7', from: 'order' })).toBe('/dashboard/payment/7')
  expect(toPayPath({ _id: '7', from: 'wish' })).toBe('/dashboard/payments/7')
})
