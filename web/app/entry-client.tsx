// Wakes the page in the browser: who is signed in, the router with the server's data, then hydration.
import '#web/styles/main.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createHttpTransport, UnreachableError, type Transport } from '#contract/client.ts'
import { App } from './app.tsx'
import { Document, stateElementId } from './document.tsx'
import { type Language } from '#web/i18n/language.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { sessionRequest } from './bootstrap.ts'
import { createConnection } from '#web/offline/connection.ts'
import { clearCachedPages, cachePage, registerServiceWorker } from '#web/offline/offline-cache.ts'
import { parsePageState } from './page-state.ts'
import { createRoutes } from './routes.tsx'
import { createBrowserTokenStorage, createSession, tokenKey, type Session } from '#web/session/auth-store.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { appContext, type AppContext } from '#web/context/app-context.ts'

/**
 * Puts the shown page's code in place, which is already on its way. With it the router starts from the server's data;
 * without it a lazy route would run its loader again. Code that does not come is left to the router, which says so.
 */
const resolveLazy = async (route: RouteObject) => {
  if (typeof route.lazy !== 'object') return
  const loading = Object.entries(route.lazy).map(async ([key, get]) => [key, await get?.()] as const)
  const loaded = await Promise.all(loading).catch(() => null)
  if (!loaded) return
  for (const [key, value] of loaded) if (value) Object.assign(route, { [key]: value })
  delete route.lazy
}

/** Another tab that signs in or out takes the token from the storage or puts one there. */
const watchOtherTabs = (session: Session) =>
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== null && key !== tokenKey) return
    if ((oldValue === null) !== (newValue === null)) void session.refresh().catch(() => {})
  })

const getUserId = (session: Session): string | null => {
  const authState = session.getState()
  return authState.state === 'member' ? authState.user.uid : authState.state === 'visitor' ? '' : null
}

/** When somebody signs in or out after the page has opened, the shown screen's guard is asked again. */
const watchUser = (session: Session, revalidate: () => Promise<void>) => {
  // Who is there may be known already: the code of the screen was on its way meanwhile.
  let previousId = getUserId(session)
  session.subscribe(() => {
    const userId = getUserId(session)
    if (userId === null || userId === previousId) return
    const hasChanged = previousId !== null
    previousId = userId
    if (!hasChanged) return
    void revalidate()
    // What was looked at on this device is taken away with the person who did.
    if (userId === '') void clearCachedPages().catch(() => {})
  })
}

/** With the network back, what was kept is asked for anew. */
const watchConnection = (session: Session, revalidate: () => Promise<void>) =>
  addEventListener('online', () => {
    void session.refresh().catch(() => {})
    void revalidate()
  })

/** Keeps the pages that are seen for a time without a network; a browser that cannot do that works all the same. */
const cacheVisitedPages = async (router: ReturnType<typeof createBrowserRouter>) => {
  await registerServiceWorker()
  let currentPath = location.pathname
  router.subscribe(({ location: { pathname, search }, navigation }) => {
    if (navigation.state !== 'idle' || pathname === currentPath) return
    currentPath = pathname
    void cachePage(pathname + search).catch(() => {})
  })
}

/** A form whose progress somebody wants to hear travels by other code, which the first page does not need. */
const withUploadProgress =
  (transport: Transport): Transport =>
  async (path, init) =>
    init.form && init.onProgress ? (await import('./upload-transport.ts')).send(path, init) : transport(path, init)

type TransportResponse = Awaited<ReturnType<Transport>>

/** The first question of a page was asked while its program was on its way; each later one is asked anew. */
const withSessionRequest = (transport: Transport): Transport => {
  let pendingRequest: typeof sessionRequest | null = sessionRequest
  return async (path, init) => {
    if (path !== '/api/auth/get-session' || !pendingRequest) return transport(path, init)
    const request = pendingRequest
    pendingRequest = null
    const response = await request
    if (!response) return transport(path, init)
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: () => response.clone().text(),
    }
  }
}

/** A refusal that came from something between the shop and the person has no sentence of the shop's: it gets one. */
const withErrorMessage = (response: TransportResponse, message: string): TransportResponse =>
  response.status < 400
    ? response
    : {
        ...response,
        text: async () => {
          const text = await response.text()
          return /"message"\s*:\s*"/.test(text) ? text : JSON.stringify({ message })
        },
      }

/** The shop answers in the language that is asked for; a network that carries nothing is told of in it too. */
const withLanguage =
  (transport: Transport, { code, messages }: Language): Transport =>
  async (path, init) => {
    try {
      const response = await transport(path, { ...init, headers: { ...init.headers, 'accept-language': code } })
      return withErrorMessage(response, messages.errorPage.unexplained)
    } catch (error) {
      if (error instanceof UnreachableError)
        throw new UnreachableError(messages.errorPage.unreachable, { cause: error })
      throw error
    }
  }

const hydrate = async () => {
  const state = parsePageState(document.getElementById(stateElementId)?.textContent ?? '')
  const language = await loadLanguage(location.pathname)
  const connection = createConnection(window)
  const transport = withLanguage(
    connection.watchTransport(withSessionRequest(withUploadProgress(createHttpTransport()))),
    language,
  )
  const session = createSession({ transport, storage: createBrowserTokenStorage(), now: Date.now })
  // A shop that cannot be reached is asked again by whatever needs to know.
  void session.refresh().catch(() => {})
  const { stripe, shopUrl } = state
  const app: AppContext = { client: session.client, session, connection, stripe, language, shopUrl }
  const routes = createRoutes()
  const { basename } = language
  await Promise.all((matchRoutes(routes, location, basename) ?? []).map(({ route }) => resolveLazy(route)))
  const hydrated = Promise.withResolvers<void>()
  // A loader that answers or redirects before the page is hydrated would show React another screen than the server's.
  const getContext = async () => {
    await hydrated.promise
    const context = new RouterContextProvider()
    context.set(appContext, app)
    return context
  }
  const router = createBrowserRouter(routes, { basename, hydrationData: state.router, getContext })
  watchOtherTabs(session)
  watchUser(session, () => router.revalidate())
  prefetchOnIntent(routes, basename)
  watchConnection(session, () => router.revalidate())
  void hydrated.promise.then(() => cacheVisitedPages(router)).catch(() => {})
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document lang={language.code}>
          <App app={app} onReady={hydrated.resolve}>
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    )
  })
}

void hydrate()
