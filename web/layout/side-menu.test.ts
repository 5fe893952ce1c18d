import { expect, test } from 'vitest'
import { dashboardMessages as banglaMenu } from '#web/i18n/bn/dashboard.ts'
import { dashboardMessages as englishMenu } from '#web/i18n/en/dashboard.ts'
import { findDealSide, getCurrentMark, getMenuEntries, getRole } from './side-menu.ts'

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

test('a moderator, whatever the role, also gets the cases, the papers and the reports of stolen bikes', () => {
  const paths = [...everyPath, '/dashboard/cases', '/dashboard/papers', '/dashboard/stolen-reports']
  const staff = ['cases', 'papers', 'stolen']
  for (const role of ['buyer', 'seller', 'both', 'admin'] as const) {
    const entries = (isModerator: boolean) =>
      getMessageKeys(getMenuEntries({ role, isCashier: false, isModerator }, paths))
    expect(entries(true).slice(-3)).toEqual(staff)
    expect(entries(false)).toEqual(entries(true).slice(0, -3))
  }
  expect([englishMenu.en.stolen, banglaMenu.stolen]).toEqual(['Stolen bikes', 'চোরাই বাইক'])
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

const marks = (pathname: string, dealSide: 'buyer' | 'seller' | null = null) => {
  const entries = getMenuEntries({ role: 'both', isCashier: false, isModerator: false }, [
    ...everyPath,
    '/dashboard/deals',
    '/dashboard/chats',
  ])
  return Object.fromEntries(
    entries
      .map((entry) => [entry.messageKey, getCurrentMark(entry, { pathname, dealSide })])
      .filter(([, mark]) => mark !== undefined),
  )
}

test('the menu marks the page, or the list that the page belongs to', () => {
  expect(marks('/dashboard')).toEqual({ orders: 'page' })
  expect(marks('/dashboard/deals')).toEqual({ deals: 'page' })
  expect(marks('/dashboard/chats')).toEqual({ chats: 'page' })
  expect(marks('/dashboard/chats/1')).toEqual({ chats: 'true' })
  expect(marks('/dashboard/ask/yamaha-r15')).toEqual({ chats: 'true' })
  expect(marks('/dashboard/payments/1')).toEqual({ wishlist: 'true' })
  expect(marks('/dashboard/paid/bkash')).toEqual({ orders: 'true' })
  expect(marks('/dashboard/notifications')).toEqual({})
  expect(marks('/dashboard/deal/1', 'buyer')).toEqual({ orders: 'true' })
  expect(marks('/dashboard/deal/1', 'seller')).toEqual({ deals: 'true' })
  expect(marks('/dashboard/payment/1')).toEqual({ orders: 'true' })
})

test('the pages of inspections belong to the own bikes of a seller and to the orders of a buyer, to one entry alone', () => {
  for (const path of ['/dashboard/inspections/1', '/dashboard/inspections/bike/yamaha-r15']) {
    expect(marks(path, 'seller')).toEqual({ products: 'true' })
    expect(marks(path, 'buyer')).toEqual({ orders: 'true' })
    expect(marks(path)).toEqual({})
  }
})

test('the side of a deal is found in what its pages have loaded', () => {
  expect(findDealSide([undefined, { ok: true, value: { deal: { side: 'buyer' } } }])).toBe('buyer')
  expect(findDealSide([{ roles: {} }, { deal: { side: 'seller' }, nowMs: 0 }])).toBe('seller')
  expect(findDealSide([{ ok: true, value: { side: 'buyer' } }])).toBe('buyer')
  expect(findDealSide([{ ok: true, value: { inspection: {}, memberId: 'rahim', side: 'seller' } }])).toBe('seller')
  expect(findDealSide([null, { ok: false, message: 'Try again' }, { deal: { side: 'admin' } }])).toBeNull()
})
