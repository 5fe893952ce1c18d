import { expect, test } from 'vitest'
import { getMenuEntries, getRole } from './side-menu.ts'

const everyPath = [
  '/dashboard',
  '/dashboard/wishlist',
  '/dashboard/myproducts',
  '/dashboard/addproducts',
  '/dashboard/allsellers',
  '/dashboard/allusers',
]
const getMessageKeys = (entries: ReturnType<typeof getMenuEntries>) => entries.map(({ messageKey }) => messageKey)

test('each role has its own side menu', () => {
  expect(getMessageKeys(getMenuEntries({ role: 'buyer', isCashier: false, isModerator: false }, everyPath))).toEqual([
    'orders',
    'wishlist',
  ])
  expect(getMessageKeys(getMenuEntries({ role: 'seller', isCashier: false, isModerator: false }, everyPath))).toEqual([
    'products',
    'addProduct',
  ])
  expect(getMessageKeys(getMenuEntries({ role: 'admin', isCashier: false, isModerator: false }, everyPath))).toEqual([
    'sellers',
    'buyers',
  ])
})

test('a role without a screen of its own gets orders and wishlist', () => {
  expect(
    getMessageKeys(
      getMenuEntries({ role: 'seller', isCashier: false, isModerator: false }, ['/dashboard', '/dashboard/wishlist']),
    ),
  ).toEqual(['orders', 'wishlist'])
})

test('a cashier, whatever the role, also gets the payouts', () => {
  const paths = [...everyPath, '/dashboard/payouts', '/dashboard/account']
  expect(getMessageKeys(getMenuEntries({ role: 'buyer', isCashier: true, isModerator: false }, paths))).toEqual([
    'orders',
    'wishlist',
    'payouts',
    'account',
  ])
  expect(getMessageKeys(getMenuEntries({ role: 'buyer', isCashier: false, isModerator: false }, paths))).not.toContain(
    'payouts',
  )
})

test('an entry without a screen is not shown', () => {
  expect(
    getMessageKeys(getMenuEntries({ role: 'seller', isCashier: false, isModerator: false }, ['/dashboard/myproducts'])),
  ).toEqual(['products'])
})

test('a person without another role is a buyer', () => {
  expect(getRole({ isAdmin: false, isSeller: false, isBuyer: true })).toBe('buyer')
  expect(getRole({ isAdmin: false, isSeller: true, isBuyer: false })).toBe('seller')
  expect(getRole({ isAdmin: false, isSeller: true, isBuyer: true })).toBe('both')
  expect(getRole({ isAdmin: true, isSeller: true, isBuyer: true })).toBe('admin')
})
