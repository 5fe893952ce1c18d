// The routes of the specification, in the same order and with the same access.
import type { NonIndexRouteObject, RouteObject } from 'react-router'
import type { ScreenAccess } from './guard.ts'
import type { Screen } from './rare-screens.ts'
import { publicScreen } from '#web/layout/canonical-links.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { ErrorPage } from '#web/layout/route-error.tsx'
import { LoadingPage } from '#web/ui/loading-screen.tsx'

type RouteRow = { path: string; access: ScreenAccess; screen: string }

export const routeTable: RouteRow[] = [
  { path: '/', access: 'anyone', screen: 'home' },
  { path: '/home', access: 'anyone', screen: 'home' },
  { path: '/blog', access: 'anyone', screen: 'blog' },
  { path: '/login', access: 'anyone', screen: 'login' },
  { path: '/register', access: 'anyone', screen: 'register' },
  { path: '/categoryDetails/:name', access: 'member', screen: 'category' },
  { path: '/dashboard', access: 'member', screen: 'orders' },
  { path: '/dashboard/wishlist', access: 'member', screen: 'wishlist' },
  { path: '/dashboard/myproducts', access: 'seller', screen: 'my-products' },
  { path: '/dashboard/addproducts', access: 'seller', screen: 'add-product' },
  { path: '/dashboard/allsellers', access: 'admin', screen: 'sellers' },
  { path: '/dashboard/allusers', access: 'admin', screen: 'buyers' },
  { path: '/dashboard/payment/:id', access: 'member', screen: 'payment' },
  { path: '/dashboard/payments/:id', access: 'member', screen: 'payment' },
  // Where bKash and SSLCommerz send the buyer back to.
  { path: '/dashboard/paid/:way', access: 'member', screen: 'paid' },
  // Not in the specification: messages of the contact form.
  { path: '/dashboard/messages', access: 'admin', screen: 'messages' },
  // Password reset and the member's own account.
  { path: '/forgot-password', access: 'anyone', screen: 'forgot-password' },
  { path: '/reset-password', access: 'anyone', screen: 'reset-password' },
  { path: '/confirm-email', access: 'anyone', screen: 'confirm-email' },
  { path: '/dashboard/account', access: 'member', screen: 'account' },
  { path: '/dashboard/phone', access: 'member', screen: 'phone' },
  // A buyer adds the role of seller.
  { path: '/dashboard/sell', access: 'member', screen: 'sell' },
  // Editing a listing; the catalogue of brands and models.
  { path: '/dashboard/myproducts/:id', access: 'seller', screen: 'edit-product' },
  // Why an advertisement waits for a moderator.
  { path: '/dashboard/myproducts/:id/waits', access: 'seller', screen: 'waits' },
  { path: '/dashboard/catalogue', access: 'admin', screen: 'catalogue' },
  // The figures of the shop by day.
  { path: '/dashboard/overview', access: 'admin', screen: 'overview' },
  // Everybody's bookings and deals; one of them, to read.
  { path: '/dashboard/alldeals', access: 'admin', screen: 'all-deals' },
  { path: '/dashboard/alldeals/:id', access: 'admin', screen: 'one-deal' },
  // Everybody's payments and refunds, the ledger; one payment and one bike, to read.
  { path: '/dashboard/allpayments', access: 'cashier', screen: 'all-payments' },
  { path: '/dashboard/allpayments/:id', access: 'cashier', screen: 'one-payment' },
  { path: '/dashboard/allrefunds', access: 'cashier', screen: 'all-refunds' },
  { path: '/dashboard/ledger', access: 'cashier', screen: 'ledger' },
  { path: '/dashboard/bike/:slug', access: 'admin', screen: 'bike-history' },
  // The bikes that were added and the members who joined on some days.
  { path: '/dashboard/newbikes', access: 'admin', screen: 'new-bikes' },
  { path: '/dashboard/newmembers', access: 'admin', screen: 'new-members' },
  // Who did what, and when.
  { path: '/dashboard/audit', access: 'admin', screen: 'audit' },
  // Bikes priced far below comparable ones.
  { path: '/dashboard/suspicious', access: 'admin', screen: 'suspicious' },
  // Saved searches; the unsubscribe link of their e-mails.
  { path: '/dashboard/searches', access: 'member', screen: 'saved-searches' },
  { path: '/stop/:token', access: 'anyone', screen: 'unsubscribe' },
  // Deals of a seller; one deal, for its buyer and its seller; notifications.
  { path: '/dashboard/deals', access: 'seller', screen: 'deals' },
  { path: '/dashboard/deal/:id', access: 'member', screen: 'deal' },
  { path: '/dashboard/deal/:id/code', access: 'member', screen: 'deal-code' },
  { path: '/dashboard/deal/:id/handover', access: 'member', screen: 'deal-handover' },
  { path: '/dashboard/deal/:id/problem', access: 'member', screen: 'deal-problem' },
  { path: '/dashboard/deal/:id/receipt', access: 'member', screen: 'deal-receipt' },
  // Transfers of sold bikes at BRTA, the sale receipt, and the admin's fees and deadlines.
  { path: '/dashboard/transfers', access: 'member', screen: 'transfers' },
  { path: '/dashboard/transfers/:id', access: 'member', screen: 'transfer' },
  { path: '/dashboard/transfers/:id/receipt', access: 'member', screen: 'sale-receipt' },
  { path: '/dashboard/fees', access: 'admin', screen: 'fees' },
  { path: '/dashboard/money', access: 'seller', screen: 'money' },
  { path: '/dashboard/payouts', access: 'cashier', screen: 'payouts' },
  { path: '/dashboard/disputes', access: 'admin', screen: 'disputes' },
  // Conversations of a buyer and a seller; the first message to the seller of a bike.
  { path: '/dashboard/chats', access: 'member', screen: 'chats' },
  { path: '/dashboard/chats/:id', access: 'member', screen: 'chat' },
  { path: '/dashboard/ask/:slug', access: 'member', screen: 'ask' },
  // What a seller chooses about the offers of a bike.
  { path: '/dashboard/myproducts/:id/offers', access: 'seller', screen: 'offer-settings' },
  // Numbers of a bike: what its seller enters, and what is known of a chassis number.
  { path: '/dashboard/myproducts/:id/numbers', access: 'seller', screen: 'vehicle-numbers' },
  { path: '/dashboard/check', access: 'member', screen: 'check-bike' },
  // Reports: the queue of moderators, and what a member learns.
  { path: '/dashboard/cases', access: 'moderator', screen: 'cases' },
  { path: '/dashboard/standing', access: 'member', screen: 'standing' },
  { path: '/dashboard/notifications', access: 'member', screen: 'notifications' },
  // Search, bike page, page of a seller, comparison.
  { path: '/bikes', access: 'anyone', screen: 'search' },
  { path: '/bikes/:slug', access: 'anyone', screen: 'bike' },
  { path: '/sellers/:sellerId', access: 'anyone', screen: 'seller' },
  { path: '/compare', access: 'anyone', screen: 'compare' },
  // Used prices of a model by year.
  { path: '/guide/:brand/:model', access: 'anyone', screen: 'price-guide' },
  // What a bike is worth, without a login.
  { path: '/valuation', access: 'anyone', screen: 'valuation' },
  // What Motohaat promises, and what it does with personal data.
  { path: '/terms', access: 'anyone', screen: 'legal' },
  { path: '/privacy', access: 'anyone', screen: 'legal' },
  // The service worker's fallback page.
  { path: '/offline', access: 'anyone', screen: 'offline' },
]

/** The 404 page. */
const notFoundScreen = 'not-found'
const notFound: RouteRow = { path: '*', access: 'anyone', screen: notFoundScreen }

// The server needs every module, to find the chunk of a page. In the browser, screens of few visits come with
// rare-screens.ts, because each chunk's name would be part of the first script of every page.
const modules = import.meta.env.SSR
  ? import.meta.glob<Screen>(['../pages/*/*-page.tsx', '../layout/not-found.tsx'])
  : import.meta.glob<Screen>([
      '../pages/*/*-page.tsx',
      '../layout/not-found.tsx',
      '!../pages/{account,admin,cases,catalogue,chats,deals,money,my-products,notifications,product-form,transfers,vehicle-numbers}/*',
      '!../pages/payment/paid-page.tsx',
      '!../pages/saved-searches/saved-searches-page.tsx',
    ])
const loadRareScreen = async (name: string): Promise<Screen> => (await import('./rare-screens.ts')).loadRareScreen(name)
const importDashboard = () => import('#web/layout/dashboard.tsx')

/** The page modules by file name: `web/pages/<folder>/<screen>-page.tsx`. */
const screens = new Map(
  Object.entries(modules).map(([path, loadScreen]) => [
    path.replace(/^.*\//, '').replace(/(?:-page)?\.tsx$/, ''),
    { load: loadScreen, id: path.replace('..', 'web') },
  ]),
)

const findScreen = (name: string): { load: () => Promise<Screen>; id: string } => {
  const screen = screens.get(name)
  if (screen) return screen
  if (import.meta.env.SSR) throw new Error(`There is no page ${name}-page.tsx below web/pages.`)
  return { load: () => loadRareScreen(name), id: name }
}

/** Spec §9: script chunk load time-out. */
const maxChunkLoadMs = 120_000

/** Fails when the page's code has not come in time; the browser itself waits longer, in silence. */
const withTimeLimit = (load: () => Promise<Screen>) => (): Promise<Screen> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new DOMException('The code of the page is late.', 'TimeoutError')), maxChunkLoadMs)
    load().then(resolve, reject)
  })

type LazyRoute = Pick<NonIndexRouteObject, 'lazy' | 'Component' | 'HydrateFallback'>

// The server never runs a guarded loader: it sends a loading page, and the browser continues with the session.
const loadingShell = { Component: LoadingPage }

/** Adds the guard to a page's loader. Fetches both in parallel; public pages do not fetch the guard. */
const withGuard = (access: ScreenAccess, screen: () => Promise<Screen>) => async (): Promise<Screen> => {
  const [unguarded, { guardLoader }] = await Promise.all([screen(), import('./guard.ts')])
  return { ...unguarded, loader: guardLoader(access, unguarded.loader) }
}

const toLazyRoute = (access: ScreenAccess, importScreen: () => Promise<Screen>): LazyRoute => {
  if (access !== 'anyone' && import.meta.env.SSR) return loadingShell
  const load = access === 'anyone' ? importScreen : withGuard(access, importScreen)
  const screen = import.meta.env.SSR ? load : withTimeLimit(load)
  const loader = async () => (await screen()).loader
  const Component = async () => (await screen()).default
  const action = async () => (await screen()).action
  return { lazy: { loader, action, Component }, HydrateFallback: LoadingPage }
}

/** Each page is its own chunk. The route's id starts with the module's path, by which the server finds the chunk. */
const toRoute = ({ path, access, screen }: RouteRow): NonIndexRouteObject => {
  const { load, id } = findScreen(screen)
  return {
    ...toLazyRoute(access, load),
    id: `${id}#${path}`,
    path,
    handle: access === 'anyone' && screen !== notFoundScreen ? publicScreen : undefined,
  }
}

const isInDashboard = ({ path }: RouteRow) => path.startsWith('/dashboard')

const loadDashboardScreen = async (): Promise<Screen> => {
  const { Dashboard, loader } = await importDashboard()
  return { default: Dashboard, loader }
}

/** Creates a new route tree per router, because the router mutates it when it loads lazy routes. */
export const createRoutes = (): RouteObject[] => [
  {
    id: 'layout',
    Component: Layout,
    children: [
      {
        id: 'error-boundary',
        ErrorBoundary: ErrorPage,
        children: [
          ...routeTable.filter((row) => !isInDashboard(row)).map(toRoute),
          {
            ...toLazyRoute('member', loadDashboardScreen),
            id: 'web/layout/dashboard.tsx',
            // The paths of the side menu.
            handle: routeTable.filter(isInDashboard).map(({ path }) => path),
            // A page that fails, or is for another role, leaves the side menu.
            children: [
              {
                id: 'dashboard-error-boundary',
                ErrorBoundary: ErrorPage,
                children: routeTable.filter(isInDashboard).map(toRoute),
              },
            ],
          },
          toRoute(notFound),
        ],
      },
    ],
  },
]
