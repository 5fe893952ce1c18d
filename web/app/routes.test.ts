import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { routeTable } from './route-table.ts'

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
    '/dashboard/paid/:way member',
    '/dashboard/messages admin',
    '/forgot-password anyone',
    '/reset-password anyone',
    '/confirm-email anyone',
    '/dashboard/account member',
    '/dashboard/phone member',
    '/dashboard/sell member',
    '/dashboard/myproducts/:id seller',
    '/dashboard/myproducts/:id/waits seller',
    '/dashboard/catalogue admin',
    '/dashboard/overview admin',
    '/dashboard/alldeals admin',
    '/dashboard/alldeals/:id admin',
    '/dashboard/allpayments cashier',
    '/dashboard/allpayments/:id cashier',
    '/dashboard/allrefunds cashier',
    '/dashboard/ledger cashier',
    '/dashboard/bike/:slug admin',
    '/dashboard/newbikes admin',
    '/dashboard/newmembers admin',
    '/dashboard/audit admin',
    '/dashboard/suspicious admin',
    '/dashboard/searches member',
    '/stop/:token anyone',
    '/dashboard/deals seller',
    '/dashboard/deal/:id member',
    '/dashboard/deal/:id/code member',
    '/dashboard/deal/:id/handover member',
    '/dashboard/deal/:id/problem member',
    '/dashboard/deal/:id/receipt member',
    '/dashboard/transfers member',
    '/dashboard/transfers/:id member',
    '/dashboard/transfers/:id/receipt member',
    '/dashboard/fees admin',
    '/dashboard/money seller',
    '/dashboard/payouts cashier',
    '/dashboard/disputes admin',
    '/dashboard/chats member',
    '/dashboard/chats/:id member',
    '/dashboard/ask/:slug member',
    '/dashboard/myproducts/:id/offers seller',
    '/dashboard/myproducts/:id/numbers seller',
    '/dashboard/myproducts/:id/papers seller',
    '/dashboard/inspections/:id member',
    '/dashboard/check member',
    '/dashboard/cases moderator',
    '/dashboard/papers moderator',
    '/dashboard/standing member',
    '/dashboard/notifications member',
    '/bikes anyone',
    '/bikes/:slug anyone',
    '/sellers/:sellerId anyone',
    '/compare anyone',
    '/inspections/:id anyone',
    '/mechanic anyone',
    '/guide/:brand/:model anyone',
    '/valuation anyone',
    '/terms anyone',
    '/privacy anyone',
    '/offline anyone',
  ])
})

test('every route has its screen', () => {
  const pages = readdirSync(new URL('../pages', import.meta.url), { recursive: true }).map((file) =>
    basename(String(file)),
  )

  expect(routeTable.filter(({ screen }) => !pages.includes(`${screen}-page.tsx`))).toEqual([])
})
