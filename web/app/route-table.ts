// The pages by path. Without JSX and without Vite, so that everything may read it.
import type { ScreenAccess } from './guard.ts'

export type RouteRow = { path: string; access: ScreenAccess; screen: string }

type Route = `/${string} ${ScreenAccess}` | `/${string} ${ScreenAccess} ${string}`

/**
 * Path, access and screen of each page; a screen with the name of the path's last part is left out. One text each, because
 * the first script of every page has them.
 */
const routes: Route[] = [
  '/ anyone home',
  '/home anyone',
  '/blog anyone',
  '/login anyone',
  '/register anyone',
  '/categoryDetails/:name member category',
  '/dashboard member orders',
  '/dashboard/wishlist member',
  '/dashboard/myproducts seller my-products',
  '/dashboard/addproducts seller add-product',
  '/dashboard/allsellers admin sellers',
  '/dashboard/allusers admin buyers',
  '/dashboard/payment/:id member',
  '/dashboard/payments/:id member payment',
  // Where bKash and SSLCommerz send the buyer back to.
  '/dashboard/paid/:way member',
  // Not in the specification: messages of the contact form.
  '/dashboard/messages admin',
  // Password reset and the member's own account.
  '/forgot-password anyone',
  '/reset-password anyone',
  '/confirm-email anyone',
  '/dashboard/account member',
  '/dashboard/phone member',
  // A buyer adds the role of seller.
  '/dashboard/sell member',
  // Editing a listing; the catalogue of brands and models.
  '/dashboard/myproducts/:id seller edit-product',
  // Why an advertisement waits for a moderator.
  '/dashboard/myproducts/:id/waits seller',
  '/dashboard/catalogue admin',
  // The figures of the shop by day.
  '/dashboard/overview admin',
  // Everybody's bookings and deals; one of them, to read.
  '/dashboard/alldeals admin all-deals',
  '/dashboard/alldeals/:id admin one-deal',
  // Everybody's payments and refunds, the ledger; one payment and one bike, to read.
  '/dashboard/allpayments cashier all-payments',
  '/dashboard/allpayments/:id cashier one-payment',
  '/dashboard/allrefunds cashier all-refunds',
  '/dashboard/ledger cashier',
  '/dashboard/bike/:slug admin bike-history',
  // The bikes that were added and the members who joined on some days.
  '/dashboard/newbikes admin new-bikes',
  '/dashboard/newmembers admin new-members',
  // Who did what, and when.
  '/dashboard/audit admin',
  // Bikes priced far below comparable ones.
  '/dashboard/suspicious admin',
  // Saved searches; the unsubscribe link of their e-mails.
  '/dashboard/searches member saved-searches',
  '/stop/:token anyone unsubscribe',
  // Deals of a seller; one deal, for its buyer and its seller; notifications.
  '/dashboard/deals seller',
  '/dashboard/deal/:id member',
  '/dashboard/deal/:id/code member deal-code',
  '/dashboard/deal/:id/handover member deal-handover',
  '/dashboard/deal/:id/problem member deal-problem',
  '/dashboard/deal/:id/receipt member deal-receipt',
  // Transfers of sold bikes at BRTA, the sale receipt, and the admin's fees and deadlines.
  '/dashboard/transfers member',
  '/dashboard/transfers/:id member transfer',
  '/dashboard/transfers/:id/receipt member sale-receipt',
  '/dashboard/fees admin',
  '/dashboard/money seller',
  '/dashboard/payouts cashier',
  '/dashboard/disputes admin',
  // Conversations of a buyer and a seller; the first message to the seller of a bike.
  '/dashboard/chats member',
  '/dashboard/chats/:id member chat',
  '/dashboard/ask/:slug member',
  // What a seller chooses about the offers of a bike.
  '/dashboard/myproducts/:id/offers seller offer-settings',
  // Numbers of a bike: what its seller enters, and what is known of a chassis number.
  '/dashboard/myproducts/:id/numbers seller vehicle-numbers',
  // What a seller says and shows of the papers of a bike.
  '/dashboard/myproducts/:id/papers seller own-papers',
  // Inspections: what somebody found at the points of a bike; all of one bike, with the links for mechanics.
  '/dashboard/inspections/bike/:slug member bike-inspections',
  '/dashboard/inspections/:id member inspection',
  '/dashboard/check member check-bike',
  // The register of stolen bikes: what members report, and what moderators decide.
  '/dashboard/stolen member',
  '/dashboard/stolen-reports moderator',
  // Reports: the queue of moderators, and what a member learns.
  '/dashboard/cases moderator',
  // Photos of papers that a moderator checks.
  '/dashboard/papers moderator check-papers',
  '/dashboard/standing member',
  '/dashboard/notifications member',
  // Search, bike page, page of a seller, comparison.
  '/bikes anyone search',
  '/bikes/:slug anyone bike',
  '/sellers/:sellerId anyone seller',
  '/compare anyone',
  // A signed inspection that everybody reads; the link for a mechanic, with its token in the fragment.
  '/inspections/:id anyone inspection-report',
  '/mechanic anyone',
  // Used prices of a model by year.
  '/guide/:brand/:model anyone price-guide',
  // What a bike is worth, without a login.
  '/valuation anyone',
  // What Motohaat promises, and what it does with personal data.
  '/terms anyone legal',
  '/privacy anyone legal',
  // The service worker's fallback page.
  '/offline anyone',
]

/** The last part of a path that is no parameter: /dashboard/deals → deals */
const getLastPart = (path: string): string => /([\w-]*)(?:\/:\w+)*$/.exec(path)?.[1] ?? ''

export const routeTable: RouteRow[] = routes.map((route) => {
  // The type of the list says what the parts are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [path, access, screen = getLastPart(path)] = route.split(' ') as [string, ScreenAccess, string?]
  return { path, access, screen }
})
