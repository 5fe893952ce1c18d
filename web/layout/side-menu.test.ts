import { expect, test } from 'vitest'
import { menuFor, roleOf } from './side-menu.ts'

const everyPath = [
  '/dashboard',
  '/dashboard/wishlist',
  '/dashboard/myproducts',
  '/dashboard/addproducts',
  '/dashboard/allsellers',
  '/dashboard/allusers',
]
const wordsOf = (entries: ReturnType<typeof menuFor>) => entries.map(({ word }) => word)

test('each role has its own side menu', () => {
  expect(wordsOf(menuFor('buyer', everyPath))).toEqual(['orders', 'wishlist'])
  expect(wordsOf(menuFor('seller', everyPath))).toEqual(['products', 'addProduct'])
  expect(wordsOf(menuFor('admin', everyPath))).toEqual(['sellers', 'buyers'])
})

test('a role without a screen of its own is led to orders and wishlist', () => {
  expect(wordsOf(menuFor('seller', ['/dashboard', '/dashboard/wishlist']))).toEqual(['orders', 'wishlist'])
})

test('an entry without a screen is not shown', () => {
  expect(wordsOf(menuFor('seller', ['/dashboard/myproducts']))).toEqual(['products'])
})

test('who is nothing else is a buyer', () => {
  expect(roleOf({ isAdmin: false, isSeller: false })).toBe('buyer')
  expect(roleOf({ isAdmin: false, isSeller: true })).toBe('seller')
  expect(roleOf({ isAdmin: true, isSeller: true })).toBe('admin')
})
