// Hydrates the page in the browser: starts the session and the router with the server's data, then React.
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
import { clearCachedPages, cachePage, registerServiceWorker } from '#web/offline/register-service-worker.ts'
import { parsePageState } from './page-state.ts'
import { createRoutes } from './routes.tsx'
import { createDeferred } from '#web/ui/hydration/create-deferred.ts'
import { createBrowserTokenStorage, createSession, tokenKey, type Session } from '#web/session/auth-store.ts'
import type { MemberBikes } from '#web/session/member-bikes.ts'
import { surviveForeignChanges } from './foreign-changes.ts'
import { followUnreadyLinks, prefetchOnIntent } from './links.ts'
import { appContext, type AppContext } from '#web/context/app-context.ts'

/**
 * Replaces `lazy` of the current route by its loaded code, which the page has preloaded. The router then starts from the
 * server's data; a lazy route would run its loader again. When loading fails, the router shows the error.
 */
const resolveLazy = async (route: RouteObject) => {
  if (typeof route.lazy !== 'object') return
  const loading = Object.entries(route.lazy).map(async ([key, get]) => [key, await get?.()] as const)
  const loaded = await Promise.all(loading).catch(() => null)
  if (!loaded) return
  for (const [key, value] of loaded) if (value) Object.assign(route, { [key]: value })
  delete route.lazy
}

/**
 * A sign-in or sign-out in another tab adds the token to local storage or removes it. An account deletion there clears the
 * storage: then the event has no key.
 */
const watchOtherTabs = (session: Session) =>
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const hasTokenChanged = key === tokenKey && (oldValue === null) !== (newValue === null)
    if (key === null || hasTokenChanged) void session.refresh().catch(() => {})
  })

const getUserId = (session: Session): string | null => {
  const authState = session.getState()
  return authState.state === 'member' ? authState.user.uid : authState.state === 'visitor' ? '' : null
}

/** Runs the current page's guard and loader again when somebody signs in or out. */
const watchUser = (session: Session, revalidate: () => Promise<void>) => {
  // The session may be known already, since the page's code loads in parallel.
  let previousId = getUserId(session)
  session.subscribe(() => {
    const userId = getUserId(session)
    if (userId === null || userId === previousId) return
    const hasChanged = previousId !== null
    previousId = userId
    if (!hasChanged) return
    void revalidate()
    // The next person on this device must not see these pages.
    if (userId === '') void clearCachedPages().catch(() => {})
  })
}

/** Reloads the session and the page's data when the network is back. */
const watchConnection = (session: Session, revalidate: () => Promise<void>) =>
  addEventListener('online', () => {
    void session.refresh().catch(() => {})
    void revalidate()
  })

/** Caches visited pages for offline use; does nothing in browsers without service workers. */
const cacheVisitedPages = async (router: ReturnType<typeof createBrowserRouter>) => {
  await registerServiceWorker()
  let currentPath = location.pathname
  router.subscribe(({ location: { pathname, search }, navigation }) => {
    if (navigation.state !== 'idle' || pathname === currentPath) return
    currentPath = pathname
    void cachePage(pathname + search).catch(() => {})
  })
}

/** Uploads with a progress callback use XMLHttpRequest, whose code is fetched when needed. */
const withUploadProgress =
  (transport: Transport): Transport =>
  async (path, init) =>
    init.form && init.onProgress ? (await import('./upload-transport.ts')).send(path, init) : transport(path, init)

type TransportResponse = Awaited<ReturnType<Transport>>

/** Answers the first `get-session` call with the response that bootstrap.ts has requested; later calls use the network. */
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

/** Adds a message to error responses without one, such as those of a proxy. */
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

/** Requests responses in the page's language and translates connection errors. */
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

/** Fetches the code once; a failed fetch is tried again by the next page. */
const createMemberBikesLoader = (session: Session): (() => Promise<MemberBikes>) => {
  let memberBikes: MemberBikes | undefined
  return async () => {
    const { createMemberBikes } = await import('#web/session/member-bikes.ts')
    return (memberBikes ??= createMemberBikes(session))
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
  // After an error `waitForState` asks again.
  void session.refresh().catch(() => {})
  const { stripe, shopUrl, demoLogins } = state
  const app: AppContext = {
    client: session.client,
    session,
    loadMemberBikes: createMemberBikesLoader(session),
    connection,
    stripe,
    language,
    shopUrl,
    demoLogins,
  }
  const routes = createRoutes()
  const { basename } = language
  await Promise.all((matchRoutes(routes, location, basename) ?? []).map(({ route }) => resolveLazy(route)))
  const hydrated = createDeferred<void>()
  // A loader that finishes before hydration would cause a mismatch with the server's HTML.
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
  followUnreadyLinks(router, basename)
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

surviveForeignChanges()
void hydrate()
