// Wakes the page in the browser: who is signed in, the router with the server's data, then hydration.
import '#web/styles/main.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { overHttp, Unreachable, type Transport } from '#contract/client.ts'
import { App } from './app.tsx'
import { Document, stateId } from './document.tsx'
import { openLanguage, type Language } from '#web/i18n/language.ts'
import { whoIsThere } from './bootstrap.ts'
import { createConnection } from '#web/offline/connection.ts'
import { forgetSeen, keepPage, keepSeen } from '#web/offline/offline-cache.ts'
import { readPageState } from './page-state.ts'
import { makeRoutes } from './routes.tsx'
import { createSession, type Session } from '#web/session/session.ts'
import { browserTokenStorage, tokenKey } from '#web/session/token-storage.ts'
import { warmUp } from './prefetch.ts'
import { world, type World } from '#web/context/app-context.ts'

/**
 * Puts the shown page's code in place, which is already on its way. With it the router starts from the server's data;
 * without it a lazy route would run its loader again. Code that does not come is left to the router, which says so.
 */
const resolveLazy = async (route: RouteObject) => {
  if (typeof route.lazy !== 'object') return
  const parts = Object.entries(route.lazy).map(async ([key, get]) => [key, await get?.()] as const)
  const found = await Promise.all(parts).catch(() => null)
  if (!found) return
  for (const [key, value] of found) if (value) Object.assign(route, { [key]: value })
  delete route.lazy
}

/** Another tab that signs in or out takes the token from the storage or puts one there. */
const watchOtherTabs = (session: Session) =>
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== null && key !== tokenKey) return
    if ((oldValue === null) !== (newValue === null)) void session.refresh().catch(() => {})
  })

const nameOf = (session: Session): string | null => {
  const who = session.current()
  return who.state === 'member' ? who.user.uid : who.state === 'visitor' ? '' : null
}

/** When somebody signs in or out after the page has opened, the shown screen's guard is asked again. */
const watchPerson = (session: Session, revalidate: () => Promise<void>) => {
  // Who is there may be known already: the code of the screen was on its way meanwhile.
  let before = nameOf(session)
  session.subscribe(() => {
    const name = nameOf(session)
    if (name === null || name === before) return
    const isChange = before !== null
    before = name
    if (!isChange) return
    void revalidate()
    // What was looked at on this device is taken away with the person who did.
    if (name === '') void forgetSeen().catch(() => {})
  })
}

/** With the network back, what was kept is asked for anew. */
const watchConnection = (session: Session, revalidate: () => Promise<void>) =>
  addEventListener('online', () => {
    void session.refresh().catch(() => {})
    void revalidate()
  })

/** Keeps the pages that are seen for a time without a network; a browser that cannot do that works all the same. */
const keepWhatIsSeen = async (router: ReturnType<typeof createBrowserRouter>) => {
  await keepSeen()
  let shown = location.pathname
  router.subscribe(({ location: { pathname, search }, navigation }) => {
    if (navigation.state !== 'idle' || pathname === shown) return
    shown = pathname
    void keepPage(pathname + search).catch(() => {})
  })
}

/** A form whose progress somebody wants to hear travels by other code, which the first page does not need. */
const withProgress =
  (transport: Transport): Transport =>
  async (path, init) =>
    init.form && init.onProgress ? (await import('./upload-transport.ts')).send(path, init) : transport(path, init)

type Answered = Awaited<ReturnType<Transport>>

/** The first question of a page was asked while its program was on its way; each later one is asked anew. */
const withEarlyAnswer = (transport: Transport): Transport => {
  let early: typeof whoIsThere | null = whoIsThere
  return async (path, init) => {
    if (path !== '/api/auth/get-session' || !early) return transport(path, init)
    const asked = early
    early = null
    const answer = await asked
    if (!answer) return transport(path, init)
    return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.clone().text() }
  }
}

/** A refusal that came from something between the shop and the person has no sentence of the shop's: it gets one. */
const explained = (answer: Answered, sentence: string): Answered =>
  answer.status < 400
    ? answer
    : {
        ...answer,
        text: async () => {
          const text = await answer.text()
          return /"message"\s*:\s*"/.test(text) ? text : JSON.stringify({ message: sentence })
        },
      }

/** The shop answers in the language that is asked for; a network that carries nothing is told of in it too. */
const inLanguage =
  (transport: Transport, { code, words }: Language): Transport =>
  async (path, init) => {
    try {
      const answer = await transport(path, { ...init, headers: { ...init.headers, 'accept-language': code } })
      return explained(answer, words.failed.unexplained)
    } catch (error) {
      if (error instanceof Unreachable) throw new Unreachable(words.failed.unreachable, { cause: error })
      throw error
    }
  }

const wake = async () => {
  const state = readPageState(document.getElementById(stateId)?.textContent ?? '')
  const language = await openLanguage(location.pathname)
  const connection = createConnection(window)
  const transport = inLanguage(connection.watched(withEarlyAnswer(withProgress(overHttp()))), language)
  const session = createSession({ transport, storage: browserTokenStorage(), now: Date.now })
  // A shop that cannot be reached is asked again by whatever needs to know.
  void session.refresh().catch(() => {})
  const { cards, shopUrl } = state
  const here: World = { client: session.client, session, connection, cards, language, shopUrl }
  const routes = makeRoutes()
  const { basename } = language
  await Promise.all((matchRoutes(routes, location, basename) ?? []).map(({ route }) => resolveLazy(route)))
  const hydrated = Promise.withResolvers<void>()
  // A loader that answers or redirects before the page is hydrated would show React another screen than the server's.
  const getContext = async () => {
    await hydrated.promise
    const context = new RouterContextProvider()
    context.set(world, here)
    return context
  }
  const router = createBrowserRouter(routes, { basename, hydrationData: state.router, getContext })
  watchOtherTabs(session)
  watchPerson(session, () => router.revalidate())
  warmUp(routes, basename)
  watchConnection(session, () => router.revalidate())
  void hydrated.promise.then(() => keepWhatIsSeen(router)).catch(() => {})
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document lang={language.code}>
          <App world={here} onReady={hydrated.resolve}>
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    )
  })
}

void wake()
