// Renders one page to HTML: takes the request and an in-process API client, returns a page or a redirect.
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
import { createRoutes, toModulePath } from './routes.tsx'
import { createSession } from '#web/session/auth-store.ts'
import { themeScript } from '#web/context/theme-script.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext, type StripeConfig, type AppContext, type DemoLogins } from '#web/context/app-context.ts'

export { themeScript as inlineScript } from '#web/context/theme-script.ts'

/** Returns the files that a page needs, by the ids of its routes. */
export type GetAssets = (modulePaths: string[]) => Assets

export type RenderOptions = {
  request: Request
  client: Client
  stripe: StripeConfig
  demoLogins?: DemoLogins | undefined
  /** The public origin, for absolute URLs in the page. */
  shopUrl: string
  assets: GetAssets
  /** Receives each error that leads to a 5xx page. */
  onError: (error: unknown) => void
}

export type RenderResult =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** The HTML contains no personal data: on the server the session stays `loading` and sends no request. */
const createEmptySession = () =>
  createSession({
    transport: () => Promise.reject(new Error('Server-side rendering must not use the session.')),
    storage: { read: () => null, write: () => {} },
    now: () => 0,
  })

const toStatus = (error: unknown): number =>
  isRouteErrorResponse(error) || isApiResponseError(error) ? error.status : 500

/** Reduces errors to their status, so that no internal detail reaches the browser. */
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

/** The highest status of all errors. The router's own status is 500 for any thrown API error. */
const getPageStatus = ({ statusCode, errors }: StaticHandlerContext): number =>
  errors ? Math.max(...Object.values(errors).map(toStatus)) : statusCode

const toPaymentScriptTag = (path: string, { script }: StripeConfig): string =>
  script !== null && /^\/dashboard\/payments?\//.test(stripLanguage(path))
    ? `<script src="${encodeURI(script)}" defer></script>`
    : ''

/**
 * The scripts at the end of a page: bootstrap.ts, which fetches `data-program` after the first paint. On payment pages the
 * card provider's script comes first, so that it has run before the app needs it.
 */
const toScriptTags = (path: string, { bootstrap, entry, modules }: Assets, stripe: StripeConfig): string => {
  const appFiles = [entry, ...modules.filter((file) => file !== entry && file !== bootstrap)].join(' ')
  const paymentScriptTag = toPaymentScriptTag(path, stripe)
  return `${paymentScriptTag}<script type="module" src="${bootstrap}" fetchpriority="high" data-program="${appFiles}"${paymentScriptTag === '' ? ' async' : ''}></script>`
}

/** The modules that the browser needs for these routes: their pages, and the guard of protected ones. */
const listAssetIds = ({ matches }: StaticHandlerContext): string[] => [
  ...matches.map(({ route }) => toModulePath(route.id)),
  ...(matches.some(({ route }) => route.Component === LoadingPage) ? ['web/app/guard.ts'] : []),
]

// As React renders it at the start of <head>.
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
        state={serializePageState({
          router: { loaderData, actionData, errors },
          stripe,
          shopUrl: app.shopUrl,
          demoLogins: app.demoLogins,
        })}
      >
        <App app={app}>
          <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
        </App>
      </Document>
    </StrictMode>,
  )
  // Before the style sheet, because a script after it waits for it and blocks the parser.
  const themeScriptStart = html.indexOf(charsetTag) + charsetTag.length
  const bodyEnd = html.lastIndexOf('</body>')
  const scripts = toScriptTags(context.location.pathname, files, stripe)
  return `<!DOCTYPE html>${html.slice(0, themeScriptStart)}<script>${themeScript}</script>${html.slice(themeScriptStart, bodyEnd)}${scripts}${html.slice(bodyEnd)}`
}

/** Created once per language, because ranking the routes is slow. Requests carry their own data. */
const createHandler = (basename: Language['basename']) => createStaticHandler(createRoutes(), { basename })
const handlers = { '/': createHandler('/'), '/bn': createHandler('/bn') }

/** Renders the page of `request`. The result does not depend on who is signed in, so it can be cached. */
export const renderPage = async (options: RenderOptions): Promise<RenderResult> => {
  const { request, client, stripe, shopUrl, demoLogins } = options
  const language = await loadLanguage(new URL(request.url).pathname)
  const app: AppContext = { client, stripe, language, shopUrl, demoLogins, session: createEmptySession() }
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
