// The pages and their files: static files with long lives, every other address rendered on the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Client, createClient, type Transport } from '#contract/client.ts'
import { bytesOf, freshness, keepSettledPages, sendPage } from './page-cache.ts'
import { readPageFiles, type PageFiles } from './page-assets.ts'
import { pageSafety, workerSafety } from '#platform/http/security-headers.ts'
import { languageOfPage, plainPage } from '#platform/http/error-page.ts'

type Cards = { publishableKey: string; script: string | null }

type Rendered = { kind: 'page'; status: number; html: string } | { kind: 'redirect'; status: number; location: string }

/** What the build leaves in dist/server/entry-server.js. */
type Renderer = {
  inlineScript: string
  renderPage: (options: {
    request: Request
    client: Client
    cards: Cards
    shopUrl: string
    assets: (routeIds: string[]) => PageFiles
    onError: (error: unknown) => void
  }) => Promise<Rendered>
}

export type PagesOptions = {
  /** Where the build lies, as an absolute path: its `client` and `server` folders. */
  distDir: string
  /** The shop's own photographs, served below /pictures/. */
  picturesDir: string
  /** How the pages call this server's API in process, as a visitor. */
  transport: Transport
  /** `origins` are those that the card provider's script, calls and frames come from. */
  cards: Cards & { origins: string[] }
  /** Where the shop stands, for the addresses that search engines and other people read. */
  publicUrl: string
  /** Counts a page that has to be rendered, since what it asks of the API is not counted by itself; refuses one too many. */
  counted: (request: FastifyRequest) => Promise<void>
}

/** The screens that are the same for everybody: sent as they are, and kept as ready bytes by the one who keeps them. */
export const sharedPages: ReadonlySet<string> = new Set(
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

const workerFile = 'service-worker.js'

// When the screens themselves cannot be rendered.
const lastResort = {
  en: { heading: 'Something went wrong', message: 'We could not show this page.' },
  bn: { heading: 'কিছু একটা ভুল হয়েছে', message: 'পাতাটি দেখানো গেল না।' },
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

// What stands behind it stops somebody's letters; whoever reads the log must not be able to.
const inLog = (path: string): string => path.replace(/(\/stop\/).+/, '$1…')

const wantsPage = (request: FastifyRequest): boolean => {
  const { accept } = request.headers
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.', requestId: request.id })

const serveFiles = async (app: FastifyInstance, { distDir, picturesDir }: PagesOptions): Promise<void> => {
  const client = join(distDir, 'client')
  // What the file server refuses, such as a way out of its folder, is simply not there.
  app.setErrorHandler((_, request, reply) => notFound(request, reply))
  // A file's name changes with its content, so it may be kept for ever.
  await app.register(serveStatic, {
    root: join(client, 'assets'),
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
    app.get(`/${file}`, (_, reply) => reply.sendFile(file, client, { maxAge: '1d', immutable: false }))
  }
  // A browser asks for the worker again by itself, and must then get the newest.
  app.get(`/${workerFile}`, (_, reply) =>
    reply.headers(workerSafety).sendFile(workerFile, client, { maxAge: 0, immutable: false }),
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
  const { distDir, transport, cards, publicUrl, counted } = options
  const assets = await readPageFiles(join(distDir, 'client'))
  const { inlineScript, renderPage } = await loadRenderer(distDir)
  const safety = pageSafety({ inlineScript, cardOrigins: cards.origins })
  const shownCards: Cards = { publishableKey: cards.publishableKey, script: cards.script }
  const settled = keepSettledPages()
  await app.register((files) => serveFiles(files, options))

  const render = async (request: FastifyRequest): Promise<Rendered & { isWhole: boolean; isSettled: boolean }> => {
    let isWhole = true
    // A page that asked the shop nothing holds no data.
    let isSettled = true
    const language = languageOfPage(pathOf(request))
    const client = createClient(async (path, init) => {
      isSettled = false
      const answer = await transport(path, { ...init, headers: { ...init.headers, 'accept-language': language } })
      if (answer.status >= 500) isWhole = false
      return answer
    })
    const onError = (err: unknown) =>
      request.log.error({ err, path: inLog(pathOf(request)) }, 'a page could not be shown')
    try {
      // The address of the shop does not matter here: a page is the same wherever it is asked for.
      const asked = new Request(`http://shop${request.url}`)
      const page = await renderPage({ request: asked, client, cards: shownCards, shopUrl: publicUrl, assets, onError })
      return { ...page, isWhole, isSettled: isSettled && (page.status === 200 || page.status === 404) }
    } catch (error) {
      onError(error)
      return {
        kind: 'page',
        status: 500,
        html: plainPage({ language, requestId: request.id, ...lastResort[language] }),
        isWhole: false,
        isSettled: false,
      }
    }
  }

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound()
    if (!wantsPage(request)) return notFound(request, reply)
    void reply.headers(safety(path))
    const kept = settled.find(request.url)
    if (kept) return sendPage(request, reply, kept)
    await counted(request)
    const page = await render(request)
    void reply.status(page.status)
    if (page.kind === 'redirect') return reply.header('location', page.location).send()
    // A page that says of a list that it could not be read is for this person only: the next one gets a new try.
    if (page.status === 200 && page.isWhole && sharedPages.has(path)) {
      return reply.header('cache-control', freshness).type('text/html; charset=utf-8').send(page.html)
    }
    const bytes = bytesOf(page)
    if (page.isSettled) settled.keep(request.url, bytes)
    return sendPage(request, reply, bytes)
  })
}
