import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { routeTable } from './routes.tsx'

test('the routes are those of the specification, in its order, with its access', () => {
  const rows = routeTable.map(({ path, access }) => `${path} ${access}`)

  expect(rows).toEqual([
    '/ anyone',
    '/home anyone',
    '/blog anyone',
    '/login anyone',
    '/register anyone',
    '/categoryDetails/:name member',
    '/dashboard member',
    '/dashboard/wishlist member',
    '/dashboard/myproducts seller',
    '/dashboard/addproducts seller',
    '/dashboard/allsellers admin',
    '/dashboard/allusers admin',
    '/dashboard/payment/:id member',
    '/dashboard/payments/:id member',
    '/dashboard/messages admin',
    '/forgot-password anyone',
    '/reset-password anyone',
    '/confirm-email anyone',
    '/dashboard/account member',
    '/dashboard/myproducts/:id seller',
    '/dashboard/catalogue admin',
    '/dashboard/suspicious admin',
    '/dashboard/searches member',
    '/stop/:token anyone',
    '/dashboard/deals seller',
    '/dashboard/deal/:id member',
    '/dashboard/deal/:id/code member',
    '/dashboard/deal/:id/handover member',
    '/dashboard/deal/:id/problem member',
    '/dashboard/deal/:id/receipt member',
    '/dashboard/money seller',
    '/dashboard/payouts cashier',
    '/dashboard/disputes admin',
    '/dashboard/notifications member',
    '/bikes anyone',
    '/bikes/:slug anyone',
    '/sellers/:sellerId anyone',
    '/compare anyone',
    '/guide/:brand/:model anyone',
    '/valuation anyone',
    '/offline anyone',
  ])
})

test('every route has its screen', () => {
  const pages = readdirSync(new URL('../pages', import.meta.url), { recursive: true }).map((file) =>
    basename(String(file)),
  )

  expect(routeTable.filter(({ screen }) => !pages.includes(`${screen}-page.tsx`))).toEqual([])
})
