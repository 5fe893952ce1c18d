// Renders one page to HTML. The server gives the request and the in-process client; it gets back a page or a redirect.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { Client } from '#contract/client.ts'
import { App } from './app.tsx'
import { Document, type Assets } from './document.tsx'
import { openLanguage, pathWithoutLanguage, type Language } from '#web/i18n/language.ts'
import { Waiting } from '#web/ui/loading-screen.tsx'
import { writePageState } from './page-state.ts'
import { makeRoutes } from './routes.tsx'
import { createSession } from '#web/session/session.ts'
import { themeScript } from '#web/context/theme-script.ts'
import { isRefusal } from '#web/context/display-error.ts'
import { world, type Cards, type World } from '#web/context/app-context.ts'

export { themeScript as inlineScript } from '#web/context/theme-script.ts'

/** The files for the routes of a page, named by the routes' ids. */
export type AssetsOf = (routeIds: string[]) => Assets

export type Rendering = {
  request: Request
  client: Client
  cards: Cards
  /** Where the shop stands, for addresses that others read. */
  shopUrl: string
  assets: AssetsOf
  /** Told about each error that the person sees as the error screen. */
  onError: (error: unknown) => void
}

export type Rendered =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** The server's pages hold nobody's data: the session is loading there, and nobody asks it anything. */
const nobodysSession = () =>
  createSession({
    transport: () => Promise.reject(new Error('The server asks nobody who is signed in.')),
    storage: { read: () => null, write: () => {} },
    now: () => 0,
  })

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) || isRefusal(error) ? error.status : 500)

/** Errors as the browser may have them: a status, and nothing of what went wrong inside. */
const shownErrors = (context: StaticHandlerContext, onError: Rendering['onError']) => {
  if (!context.errors) return null
  return Object.fromEntries(
    Object.entries(context.errors).map(([routeId, error]) => {
      const status = statusOf(error)
      if (status >= 500) onError(error)
      return [routeId, { status, statusText: '', internal: false, data: null }]
    }),
  )
}

/** The worst of its errors counts; the router itself takes every refusal for a fault. */
const statusOfPage = ({ statusCode, errors }: StaticHandlerContext): number =>
  errors ? Math.max(...Object.values(errors).map(statusOf)) : statusCode

const cardScript = (path: string, { script }: Cards): string =>
  script !== null && /^\/dashboard\/payments?\//.test(pathWithoutLanguage(path))
    ? `<script src="${encodeURI(script)}" defer></script>`
    : ''

/**
 * The scripts at the end of a page: what asks who is there at once and fetches the program when the page can be seen.
 * Where cards are paid the provider's script goes before it, so that it has run when the program looks for it.
 */
const scriptsOf = (path: string, { early, entry, modules }: Assets, cards: Cards): string => {
  const program = [entry, ...modules.filter((file) => file !== entry && file !== early)].join(' ')
  const card = cardScript(path, cards)
  return `${card}<script type="module" src="${early}" fetchpriority="high" data-program="${program}"${card === '' ? ' async' : ''}></script>`
}

/** What the browser needs for these routes: their screens, and the guard of those that the server only has a shell of. */
const codeOf = ({ matches }: StaticHandlerContext): string[] => [
  ...matches.map(({ route }) => route.id),
  ...(matches.some(({ route }) => route.Component === Waiting) ? ['web/app/guard.ts'] : []),
]

// How React writes the first line of every head.
const charset = '<meta charSet="utf-8"/>'

const toHtml = (
  here: World,
  context: StaticHandlerContext,
  { assets, cards }: Rendering,
  routes: ReturnType<typeof openHandler>['dataRoutes'],
) => {
  const files = assets(codeOf(context))
  const { loaderData, actionData, errors } = context
  const html = renderToString(
    <StrictMode>
      <Document
        lang={here.language.code}
        assets={files}
        state={writePageState({ router: { loaderData, actionData, errors }, cards, shopUrl: here.shopUrl })}
      >
        <App world={here}>
          <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
        </App>
      </Document>
    </StrictMode>,
  )
  // Before the style sheet: a script behind it would wait for it, and the rest of the page for the script.
  const theme = html.indexOf(charset) + charset.length
  const end = html.lastIndexOf('</body>')
  const scripts = scriptsOf(context.location.pathname, files, cards)
  return `<!DOCTYPE html>${html.slice(0, theme)}<script>${themeScript}</script>${html.slice(theme, end)}${scripts}${html.slice(end)}`
}

/** Ranks the routes, once for each language: what a page brings of its own comes with its request. */
const openHandler = (basename: Language['basename']) => createStaticHandler(makeRoutes(), { basename })
const handlers = { '/': openHandler('/'), '/bn': openHandler('/bn') }

/** Renders the page of `request`. Nothing in it depends on who asks. */
export const renderPage = async (options: Rendering): Promise<Rendered> => {
  const { request, client, cards, shopUrl } = options
  const language = await openLanguage(new URL(request.url).pathname)
  const here: World = { client, cards, language, shopUrl, session: nobodysSession() }
  const handler = handlers[language.basename]
  const requestContext = new RouterContextProvider()
  requestContext.set(world, here)
  const context = await handler.query(request, { requestContext })
  if (context instanceof Response)
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' }
  const shown = { ...context, errors: shownErrors(context, options.onError) }
  return { kind: 'page', status: statusOfPage(shown), html: toHtml(here, shown, options, handler.dataRoutes) }
}
