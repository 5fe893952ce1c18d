// The routes of the specification, in the same order and with the same access.
import type { NonIndexRouteObject, RouteObject } from 'react-router'
import type { ScreenAccess } from './guard.ts'
import { type RouteRow, routeTable } from './route-table.ts'
import type { Screen } from './rare-screens.ts'
import { publicScreen } from '#web/layout/canonical-links.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { ErrorPage } from '#web/layout/route-error.tsx'
import { LoadingPage } from '#web/ui/loading-screen.tsx'

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
      '!../pages/{account,admin,cases,catalogue,chats,deals,inspections,money,my-products,notifications,papers,product-form,transfers,vehicle-numbers}/*',
      '!../pages/{legal,price-guide,saved-searches}/*',
      '!../pages/payment/paid-page.tsx',
    ])
const loadRareScreen = async (name: string): Promise<Screen> => (await import('./rare-screens.ts')).loadRareScreen(name)
const importDashboard = () => import('#web/layout/dashboard.tsx')

/** The page modules by file name: `web/pages/<folder>/<screen>-page.tsx`. */
const screens = new Map(
  Object.entries(modules).map(([path, loadScreen]) => [
    path.replace(/^.*\//, '').replace(/(?:-page)?\.tsx$/, ''),
    { load: loadScreen, path },
  ]),
)

const findScreen = (name: string): (() => Promise<Screen>) => {
  const screen = screens.get(name)
  if (screen) return screen.load
  if (import.meta.env.SSR) throw new Error(`There is no page ${name}-page.tsx below web/pages.`)
  return () => loadRareScreen(name)
}

/** The module of a route by its id, for the server: `home#/` → `web/pages/home/home-page.tsx`; other ids as they are. */
export const toModulePath = (routeId: string): string =>
  screens.get(routeId.split('#')[0] ?? '')?.path.replace('..', 'web') ?? routeId

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

/** Each page is its own chunk. The id is the same on the server and in the browser, which continues with the server's data. */
const toRoute = ({ path, access, screen }: RouteRow): NonIndexRouteObject => {
  return {
    ...toLazyRoute(access, findScreen(screen)),
    id: `${screen}#${path}`,
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
