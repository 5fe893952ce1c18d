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
import { stripLanguage, type Language } from '#web/i18n/language.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { LoadingPage } from '#web/ui/loading-screen.tsx'
import { serializePageState } from './page-state.ts'
import { createRoutes } from './routes.tsx'
import { createSession } from '#web/session/auth-store.ts'
import { themeScript } from '#web/context/theme-script.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext, type StripeConfig, type AppContext } from '#web/context/app-context.ts'

export { themeScript as inlineScript } from '#web/context/theme-script.ts'

/** The files for the routes of a page, named by the routes' ids. */
export type GetAssets = (routeIds: string[]) => Assets

export type RenderOptions = {
  request: Request
  client: Client
  stripe: StripeConfig
  /** Where the shop stands, for addresses that others read. */
  shopUrl: string
  assets: GetAssets
  /** Told about each error that the person sees as the error screen. */
  onError: (error: unknown) => void
}

export type RenderResult =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** The server's pages hold nobody's data: the session is loading there, and nobody asks it anything. */
const createEmptySession = () =>
  createSession({
    transport: () => Promise.reject(new Error('The server asks nobody who is signed in.')),
    storage: { read: () => null, write: () => {} },
    now: () => 0,
  })

const toStatus = (error: unknown): number =>
  isRouteErrorResponse(error) || isApiResponseError(error) ? error.status : 500

/** Errors as the browser may have them: a status, and nothing of what went wrong inside. */
const toPublicErrors = (context: StaticHandlerContext, onError: RenderOptions['onError']) => {
  if (!context.errors) return null
  return Object.fromEntries(
    Object.entries(context.errors).map(([routeId, error]) => {
      const status = toStatus(error)
      if (status >= 500) onError(error)
      return [routeId, { status, statusText: '', internal: false, data: null }]
    }),
  )
}

/** The worst of its errors counts; the router itself takes every refusal for a fault. */
const getPageStatus = ({ statusCode, errors }: StaticHandlerContext): number =>
  errors ? Math.max(...Object.values(errors).map(toStatus)) : statusCode

const toPaymentScriptTag = (path: string, { script }: StripeConfig): string =>
  script !== null && /^\/dashboard\/payments?\//.test(stripLanguage(path))
    ? `<script src="${encodeURI(script)}" defer></script>`
    : ''

/**
 * The scripts at the end of a page: what asks who is there at once and fetches the program when the page can be seen.
 * Where cards are paid the provider's script goes before it, so that it has run when the program looks for it.
 */
const toScriptTags = (path: string, { early, entry, modules }: Assets, stripe: StripeConfig): string => {
  const appFiles = [entry, ...modules.filter((file) => file !== entry && file !== early)].join(' ')
  const paymentScriptTag = toPaymentScriptTag(path, stripe)
  return `${paymentScriptTag}<script type="module" src="${early}" fetchpriority="high" data-program="${appFiles}"${paymentScriptTag === '' ? ' async' : ''}></script>`
}

/** What the browser needs for these routes: their screens, and the guard of those that the server only has a shell of. */
const listAssetIds = ({ matches }: StaticHandlerContext): string[] => [
  ...matches.map(({ route }) => route.id),
  ...(matches.some(({ route }) => route.Component === LoadingPage) ? ['web/app/guard.ts'] : []),
]

// How React writes the first line of every head.
const charsetTag = '<meta charSet="utf-8"/>'

const toHtml = (
  app: AppContext,
  context: StaticHandlerContext,
  { assets, stripe }: RenderOptions,
  routes: ReturnType<typeof createHandler>['dataRoutes'],
) => {
  const files = assets(listAssetIds(context))
  const { loaderData, actionData, errors } = context
  const html = renderToString(
    <StrictMode>
      <Document
        lang={app.language.code}
        assets={files}
        state={serializePageState({ router: { loaderData, actionData, errors }, stripe, shopUrl: app.shopUrl })}
      >
        <App app={app}>
          <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
        </App>
      </Document>
    </StrictMode>,
  )
  // Before the style sheet: a script behind it would wait for it, and the rest of the page for the script.
  const themeScriptStart = html.indexOf(charsetTag) + charsetTag.length
  const bodyEnd = html.lastIndexOf('</body>')
  const scripts = toScriptTags(context.location.pathname, files, stripe)
  return `<!DOCTYPE html>${html.slice(0, themeScriptStart)}<script>${themeScript}</script>${html.slice(themeScriptStart, bodyEnd)}${scripts}${html.slice(bodyEnd)}`
}

/** Ranks the routes, once for each language: what a page brings of its own comes with its request. */
const createHandler = (basename: Language['basename']) => createStaticHandler(createRoutes(), { basename })
const handlers = { '/': createHandler('/'), '/bn': createHandler('/bn') }

/** Renders the page of `request`. Nothing in it depends on who asks. */
export const renderPage = async (options: RenderOptions): Promise<RenderResult> => {
  const { request, client, stripe, shopUrl } = options
  const language = await loadLanguage(new URL(request.url).pathname)
  const app: AppContext = { client, stripe, language, shopUrl, session: createEmptySession() }
  const handler = handlers[language.basename]
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, app)
  const context = await handler.query(request, { requestContext })
  if (context instanceof Response)
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' }
  const publicContext = { ...context, errors: toPublicErrors(context, options.onError) }
  return {
    kind: 'page',
    status: getPageStatus(publicContext),
    html: toHtml(app, publicContext, options, handler.dataRoutes),
  }
}
