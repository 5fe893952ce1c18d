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
  expect(getMessageKeys(getMenuEntries('buyer', everyPath))).toEqual(['orders', 'wishlist'])
  expect(getMessageKeys(getMenuEntries('seller', everyPath))).toEqual(['products', 'addProduct'])
  expect(getMessageKeys(getMenuEntries('admin', everyPath))).toEqual(['sellers', 'buyers'])
})

test('a role without a screen of its own gets orders and wishlist', () => {
  expect(getMessageKeys(getMenuEntries('seller', ['/dashboard', '/dashboard/wishlist']))).toEqual([
    'orders',
    'wishlist',
  ])
})

test('an entry without a screen is not shown', () => {
  expect(getMessageKeys(getMenuEntries('seller', ['/dashboard/myproducts']))).toEqual(['products'])
})

test('a person without another role is a buyer', () => {
  expect(getRole({ isAdmin: false, isSeller: false })).toBe('buyer')
  expect(getRole({ isAdmin: false, isSeller: true })).toBe('seller')
  expect(getRole({ isAdmin: true, isSeller: true })).toBe('admin')
})
