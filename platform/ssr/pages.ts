// Serves static files and renders every other URL on the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Client, createClient, type Transport } from '#contract/client.ts'
import { encodePage, pageCacheControl, createStaticPageCache, sendPage } from './page-cache.ts'
import { readPageAssets, type PageAssets } from './page-assets.ts'
import { createPageHeaders, serviceWorkerHeaders } from '#platform/http/security-headers.ts'
import { getPageLanguage, renderErrorPage } from '#platform/http/error-page.ts'

type StripeConfig = { publishableKey: string; script: string | null }
type DemoLogins = { password: string; names: string[]; host: string }

type RenderResult =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** The exports of dist/server/entry-server.js. */
type Renderer = {
  inlineScript: string
  renderPage: (options: {
    request: Request
    client: Client
    stripe: StripeConfig
    demoLogins: DemoLogins | undefined
    shopUrl: string
    assets: (modulePaths: string[]) => PageAssets
    onError: (error: unknown) => void
  }) => Promise<RenderResult>
}

export type PagesOptions = {
  /** Absolute path of the build, with `client/` and `server/`. */
  distDir: string
  /** Folder of the bundled pictures, served below /pictures/. */
  picturesDir: string
  /** Calls the API of this server in process, as a visitor. */
  transport: Transport
  /** `origins`: where the card provider's script, requests and frames come from. */
  stripe: StripeConfig & { origins: string[] }
  /** In the demonstration only: logins that the login page offers. */
  demoLogins?: DemoLogins | undefined
  /** Origin for canonical URLs and shared links. */
  publicUrl: string
  /** Counts a page that has to be rendered, because its API calls are not counted; throws above the limit. */
  checkRateLimit: (request: FastifyRequest) => Promise<void>
}

/** Pages that are the same for every visitor; the response cache stores them. */
export const cacheablePages: ReadonlySet<string> = new Set(
  ['/', '/home', '/blog', '/login', '/register'].flatMap((path) => [path, path === '/' ? '/bn' : `/bn${path}`]),
)

/** Files with fixed URLs, for browsers, search engines and installed apps. */
const rootFiles = [
  'favicon.svg',
  'manifest.webmanifest',
  'manifest-bn.webmanifest',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
]

const serviceWorkerFile = 'service-worker.js'

// For a page whose rendering fails.
const fallbackMessages = {
  en: { heading: 'Something went wrong', message: 'We could not show this page.' },
  bn: { heading: 'কিছু একটা ভুল হয়েছে', message: 'পাতাটি দেখানো গেল না।' },
}

const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

// The token in /stop/… ends a member's e-mail alerts, so the log must not contain it.
const maskPath = (path: string): string => path.replace(/(\/stop\/).+/, '$1…')

const acceptsHtml = (request: FastifyRequest): boolean => {
  const { accept } = request.headers
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.', requestId: request.id })

const serveFiles = async (app: FastifyInstance, { distDir, picturesDir }: PagesOptions): Promise<void> => {
  const clientDir = join(distDir, 'client')
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, usesDatabase: false }
  })
  // A refused path, such as one with `..`, is answered 404.
  app.setErrorHandler((_, request, reply) => sendNotFound(request, reply))
  // File names contain a hash of the content, so caches may store them for good.
  await app.register(serveStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  await app.register(serveStatic, {
    root: picturesDir,
    prefix: '/pictures/',
    decorateReply: false,
    maxAge: '1d',
    index: false,
  })
  for (const file of rootFiles) {
    app.get(`/${file}`, (_, reply) => reply.sendFile(file, clientDir, { maxAge: '1d', immutable: false }))
  }
  // Browsers check the service worker for updates, so it is not cached.
  app.get(`/${serviceWorkerFile}`, (_, reply) =>
    reply.headers(serviceWorkerHeaders).sendFile(serviceWorkerFile, clientDir, { maxAge: 0, immutable: false }),
  )
}

const loadRenderer = async (distDir: string): Promise<Renderer> => {
  const file = pathToFileURL(join(distDir, 'server/entry-server.js')).href
  // Built from web/app/entry-server.tsx, whose exports have this type.
  return (await import(file)) as Renderer // oxlint-disable-line typescript/no-unsafe-type-assertion
}

/**
 * Serves the pages, their files and the bundled pictures. Call it after the API is registered: it answers every other GET.
 * Throws when the pages have not been built.
 */
export const servePages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const { distDir, transport, stripe, publicUrl, checkRateLimit } = options
  const assets = await readPageAssets(join(distDir, 'client'))
  const { inlineScript, renderPage } = await loadRenderer(distDir)
  const createHeaders = createPageHeaders({ inlineScript, cardOrigins: stripe.origins })
  const publicStripe: StripeConfig = { publishableKey: stripe.publishableKey, script: stripe.script }
  const staticPages = createStaticPageCache()
  await app.register((scope) => serveFiles(scope, options))

  const render = async (request: FastifyRequest): Promise<RenderResult & { isStatic: boolean }> => {
    let failedStatus: number | null = null
    // A page that made no API call contains no data.
    let isStatic = true
    const language = getPageLanguage(getPath(request))
    const client = createClient(async (path, init) => {
      isStatic = false
      const response = await transport(path, { ...init, headers: { ...init.headers, 'accept-language': language } })
      if (response.status >= 500) failedStatus = Math.max(failedStatus ?? 0, response.status)
      return response
    })
    const onError = (err: unknown) =>
      request.log.error({ err, path: maskPath(getPath(request)) }, 'Rendering a page failed')
    try {
      // The origin does not matter: a page is the same on every host.
      const pageRequest = new Request(`http://shop${request.url}`)
      const page = await renderPage({
        request: pageRequest,
        client,
        stripe: publicStripe,
        demoLogins: options.demoLogins,
        shopUrl: publicUrl,
        assets,
        onError,
      })
      // A page that says that something went wrong is an error for caches and search engines too.
      if (failedStatus !== null && page.kind === 'page')
        return { ...page, status: failedStatus === 503 ? 503 : 500, isStatic: false }
      return { ...page, isStatic: isStatic && (page.status === 200 || page.status === 404) }
    } catch (error) {
      onError(error)
      return {
        kind: 'page',
        status: 500,
        html: renderErrorPage({ language, requestId: request.id, ...fallbackMessages[language] }),
        isStatic: false,
      }
    }
  }

  app.get('/*', async (request, reply) => {
    const path = getPath(request)
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound()
    if (!acceptsHtml(request)) return sendNotFound(request, reply)
    void reply.headers(createHeaders(path))
    const cached = staticPages.get(request.url)
    if (cached) return sendPage(request, reply, cached)
    await checkRateLimit(request)
    const page = await render(request)
    void reply.status(page.status)
    if (page.kind === 'redirect') return reply.header('location', page.location).send()
    if (page.status === 200 && cacheablePages.has(path)) {
      // A page without data changes never; of any other it is unknown what its calls depend on.
      if (page.isStatic) reply.cacheKeys = []
      return reply.header('cache-control', pageCacheControl).type('text/html; charset=utf-8').send(page.html)
    }
    const encoded = encodePage(page)
    if (page.isStatic) staticPages.set(request.url, encoded)
    return sendPage(request, reply, encoded)
  })
}
