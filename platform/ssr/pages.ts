// The pages and their files: static files with long lives, every other address rendered on the server.
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

type RenderResult =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

/** What the build leaves in dist/server/entry-server.js. */
type Renderer = {
  inlineScript: string
  renderPage: (options: {
    request: Request
    client: Client
    stripe: StripeConfig
    shopUrl: string
    assets: (routeIds: string[]) => PageAssets
    onError: (error: unknown) => void
  }) => Promise<RenderResult>
}

export type PagesOptions = {
  /** Where the build lies, as an absolute path: its `client` and `server` folders. */
  distDir: string
  /** The shop's own photographs, served below /pictures/. */
  picturesDir: string
  /** How the pages call this server's API in process, as a visitor. */
  transport: Transport
  /** `origins` are those that the card provider's script, calls and frames come from. */
  stripe: StripeConfig & { origins: string[] }
  /** Where the shop stands, for the addresses that search engines and other people read. */
  publicUrl: string
  /** Counts a page that has to be rendered, since what it asks of the API is not counted by itself; refuses one too many. */
  checkRateLimit: (request: FastifyRequest) => Promise<void>
}

/** The screens that are the same for everybody: sent as they are, and kept as ready bytes by the one who keeps them. */
export const cacheablePages: ReadonlySet<string> = new Set(
  ['/', '/home', '/blog', '/login', '/register'].flatMap((path) => [path, path === '/' ? '/bn' : `/bn${path}`]),
)

/** Files whose addresses others know by heart: browsers, search engines, the phone that the shop is put on. */
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

// When the screens themselves cannot be rendered.
const fallbackMessages = {
  en: { heading: 'Something went wrong', message: 'We could not show this page.' },
  bn: { heading: 'কিছু একটা ভুল হয়েছে', message: 'পাতাটি দেখানো গেল না।' },
}

const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

// What stands behind it stops somebody's letters; whoever reads the log must not be able to.
const maskPath = (path: string): string => path.replace(/(\/stop\/).+/, '$1…')

const acceptsHtml = (request: FastifyRequest): boolean => {
  const { accept } = request.headers
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.', requestId: request.id })

const serveFiles = async (app: FastifyInstance, { distDir, picturesDir }: PagesOptions): Promise<void> => {
  const clientDir = join(distDir, 'client')
  // What the file server refuses, such as a way out of its folder, is simply not there.
  app.setErrorHandler((_, request, reply) => sendNotFound(request, reply))
  // A file's name changes with its content, so it may be kept for ever.
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
  // A browser asks for the worker again by itself, and must then get the newest.
  app.get(`/${serviceWorkerFile}`, (_, reply) =>
    reply.headers(serviceWorkerHeaders).sendFile(serviceWorkerFile, clientDir, { maxAge: 0, immutable: false }),
  )
}

const loadRenderer = async (distDir: string): Promise<Renderer> => {
  const file = pathToFileURL(join(distDir, 'server/entry-server.js')).href
  // The build made this file from web/app/entry-server.tsx, whose exports have this shape.
  return (await import(file)) as Renderer // oxlint-disable-line typescript/no-unsafe-type-assertion
}

/**
 * Serves the pages, their files and the shop's photographs. Call it after the API is mounted: it takes every GET that
 * nothing else answers. Throws when the pages have not been built.
 */
export const servePages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const { distDir, transport, stripe, publicUrl, checkRateLimit } = options
  const assets = await readPageAssets(join(distDir, 'client'))
  const { inlineScript, renderPage } = await loadRenderer(distDir)
  const createHeaders = createPageHeaders({ inlineScript, cardOrigins: stripe.origins })
  const publicStripe: StripeConfig = { publishableKey: stripe.publishableKey, script: stripe.script }
  const staticPages = createStaticPageCache()
  await app.register((scope) => serveFiles(scope, options))

  const render = async (
    request: FastifyRequest,
  ): Promise<RenderResult & { isComplete: boolean; isStatic: boolean }> => {
    let isComplete = true
    // A page that asked the shop nothing holds no data.
    let isStatic = true
    const language = getPageLanguage(getPath(request))
    const client = createClient(async (path, init) => {
      isStatic = false
      const response = await transport(path, { ...init, headers: { ...init.headers, 'accept-language': language } })
      if (response.status >= 500) isComplete = false
      return response
    })
    const onError = (err: unknown) =>
      request.log.error({ err, path: maskPath(getPath(request)) }, 'a page could not be shown')
    try {
      // The address of the shop does not matter here: a page is the same wherever it is asked for.
      const pageRequest = new Request(`http://shop${request.url}`)
      const page = await renderPage({
        request: pageRequest,
        client,
        stripe: publicStripe,
        shopUrl: publicUrl,
        assets,
        onError,
      })
      return { ...page, isComplete, isStatic: isStatic && (page.status === 200 || page.status === 404) }
    } catch (error) {
      onError(error)
      return {
        kind: 'page',
        status: 500,
        html: renderErrorPage({ language, requestId: request.id, ...fallbackMessages[language] }),
        isComplete: false,
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
    // A page that says of a list that it could not be read is for this person only: the next one gets a new try.
    if (page.status === 200 && page.isComplete && cacheablePages.has(path)) {
      return reply.header('cache-control', pageCacheControl).type('text/html; charset=utf-8').send(page.html)
    }
    const encoded = encodePage(page)
    if (page.isStatic) staticPages.set(request.url, encoded)
    return sendPage(request, reply, encoded)
  })
}
