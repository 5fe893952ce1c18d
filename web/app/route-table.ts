// The pages by path. Without JSX and without Vite, so that everything may read it.
import type { ScreenAccess } from './guard.ts'

export type RouteRow = { path: string; access: ScreenAccess; screen: string }

type Route = `${string} ${ScreenAccess}` | `${string} ${ScreenAccess} ${string}`

/**
 * Path, access and screen of each page. A path without a slash at its start is below /dashboard/, and a screen with the name
 * of the path's last part is left out: the first script of every page has this list.
 */
const routes: Route[] = [
  '/ anyone home',
  '/home anyone',
  '/blog anyone',
  '/login anyone',
  '/register anyone',
  '/categoryDetails/:name member category',
  '/dashboard member orders',
  'wishlist member',
  'myproducts seller my-products',
  'addproducts seller add-product',
  'allsellers admin sellers',
  'allusers admin buyers',
  'payment/:id member',
  'payments/:id member payment',
  // Where bKash and SSLCommerz send the buyer back to.
  'paid/:way member',
  // Not in the specification: messages of the contact form.
  'messages admin',
  // Password reset and the member's own account.
  '/forgot-password anyone',
  '/reset-password anyone',
  '/confirm-email anyone',
  'account member',
  'phone member',
  // A buyer adds the role of seller.
  'sell member',
  // Editing a listing; the catalogue of brands and models.
  'myproducts/:id seller edit-product',
  // Why an advertisement waits for a moderator.
  'myproducts/:id/waits seller',
  'catalogue admin',
  // The figures of the shop by day.
  'overview admin',
  // Everybody's bookings and deals; one of them, to read.
  'alldeals admin all-deals',
  'alldeals/:id admin one-deal',
  // Everybody's payments and refunds, the ledger; one payment and one bike, to read.
  'allpayments cashier all-payments',
  'allpayments/:id cashier one-payment',
  'allrefunds cashier all-refunds',
  'ledger cashier',
  'bike/:slug admin bike-history',
  // The bikes that were added and the members who joined on some days.
  'newbikes admin new-bikes',
  'newmembers admin new-members',
  // Who did what, and when.
  'audit admin',
  // Bikes priced far below comparable ones.
  'suspicious admin',
  // Saved searches; the unsubscribe link of their e-mails.
  'searches member saved-searches',
  '/stop/:token anyone unsubscribe',
  // Deals of a seller; one deal, for its buyer and its seller; notifications.
  'deals seller',
  'deal/:id member',
  'deal/:id/code member deal-code',
  'deal/:id/handover member deal-handover',
  'deal/:id/problem member deal-problem',
  'deal/:id/receipt member deal-receipt',
  // Transfers of sold bikes at BRTA, the sale receipt, and the admin's fees and deadlines.
  'transfers member',
  'transfers/:id member transfer',
  'transfers/:id/receipt member sale-receipt',
  'fees admin',
  'money seller',
  'payouts cashier',
  'disputes admin',
  // Conversations of a buyer and a seller; the first message to the seller of a bike.
  'chats member',
  'chats/:id member chat',
  'ask/:slug member',
  // What a seller chooses about the offers of a bike.
  'myproducts/:id/offers seller offer-settings',
  // Numbers of a bike: what its seller enters, and what is known of a chassis number.
  'myproducts/:id/numbers seller vehicle-numbers',
  // What a seller says and shows of the papers of a bike.
  'myproducts/:id/papers seller own-papers',
  // Inspections: what somebody found at the points of a bike; all of one bike, with the links for mechanics.
  'inspections/bike/:slug member bike-inspections',
  'inspections/:id member inspection',
  'check member check-bike',
  // The register of stolen bikes: what members report, and what moderators decide.
  'stolen member',
  'stolen-reports moderator',
  // Reports: the queue of moderators, and what a member learns.
  'cases moderator',
  // Photos of papers that a moderator checks.
  'papers moderator check-papers',
  'standing member',
  'notifications member',
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
  const [start, access, screen = getLastPart(start)] = route.split(' ') as [string, ScreenAccess, string?]
  return { path: start.startsWith('/') ? start : `/dashboard/${start}`, access, screen }
})
