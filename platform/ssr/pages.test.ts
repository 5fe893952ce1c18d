// Serving pages, with a small build made by the test.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { injectTransport } from './inject-transport.ts'
import { servePages, cacheablePages } from './pages.ts'
import { createResponseCache } from './response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'

const renderer = `
export const inlineScript = ''
let made = 0
export const renderPage = async ({ client, request }) => {
  if (request.url.includes('/shell')) return { kind: 'page', status: request.url.includes('lost') ? 404 : 200, html: 'a shell, made ' + ++made }
  if (request.url.includes('/stop/')) throw new Error('broken')
  const said = await client('GET /category').then(() => 'the list', () => 'no list')
  return { kind: 'page', status: 200, html: said }
}`

/** A server with one list that can fail, and a page that shows it. */
const createPagesServer = async (log = pino({ level: 'silent' })) => {
  const distDir = await mkdtemp(join(tmpdir(), 'motohaat-pages-'))
  for (const folder of ['client/.vite', 'client/assets', 'server'])
    await mkdir(join(distDir, folder), { recursive: true })
  await writeFile(
    join(distDir, 'client/.vite/manifest.json'),
    '{"entry.tsx":{"file":"entry.js","isEntry":true},"web/app/bootstrap.ts":{"file":"early.js","isEntry":true}}',
  )
  await writeFile(join(distDir, 'server/entry-server.js'), renderer)
  const app = createHttpServer({ log, createRequestId: () => 'request' })
  onTestFinished(async () => {
    await app.close()
    await rm(distDir, { recursive: true, force: true })
  })
  const list = { status: 200, reads: 0 }
  createResponseCache(app, {
    paths: cacheablePages,
    keys: new Set(),
    receiveChanges: async () => false,
    now: () => 0,
  })
  app.get('/api/category', (_, reply) => {
    list.reads += 1
    return reply.status(list.status).send([])
  })
  const stripe = { publishableKey: 'pk', script: null, origins: [] }
  await servePages(app, {
    distDir,
    picturesDir: distDir,
    transport: injectTransport(app),
    stripe,
    publicUrl: 'http://shop.example',
    checkRateLimit: async () => {},
  })
  return { app, list, page: async () => (await app.inject('/')).payload }
}

test('a page is cached for the next request', async () => {
  const { list, page } = await createPagesServer()
  expect([await page(), await page()]).toEqual(['the list', 'the list'])
  expect(list.reads).toBe(1)
})

test('a page with a failed list is not cached, so the next request tries again', async () => {
  const { list, page } = await createPagesServer()
  list.status = 503
  expect(await page()).toBe('no list')
  list.status = 200
  expect(await page()).toBe('the list')
})

test.each([
  [500, 500],
  [502, 500],
  [503, 503],
])('a page whose list answers %i is an error that no cache stores: %i', async (listStatus, status) => {
  const { app, list } = await createPagesServer()
  list.status = listStatus
  for (const url of ['/', '/bikes?page=2', '/bikes']) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag, answer.payload]).toEqual([
      status,
      'no-store',
      undefined,
      'no list',
    ])
    expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
  }
})

test.each([
  ['/shell', 200],
  ['/shell/lost', 404],
])('the page at %s, which contains no data, is rendered once, whatever is written meanwhile', async (path, status) => {
  const { app } = await createPagesServer()
  const first = await app.inject(path)
  await app.inject({ method: 'POST', url: '/api/nothing' })
  const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })

  expect([first.statusCode, packed.statusCode]).toEqual([status, status])
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(first.payload)
  expect(packed.headers.etag).toBe(first.headers.etag)
})

test('the log of a failed page does not contain the unsubscribe token', async () => {
  const lines: string[] = []
  const { app } = await createPagesServer(pino({}, { write: (line: string) => void lines.push(line) }))
  const { statusCode } = await app.inject('/bn/stop/a-word-that-nobody-can-guess?x=1')
  expect([statusCode, lines.length]).toEqual([500, 1])
  expect(lines[0]).toContain('/bn/stop/…')
  expect(lines[0]).not.toContain('nobody-can-guess')
})

test('files ask the database nothing, which load shedding reads from their routes; pages may', async () => {
  const { app } = await createPagesServer()
  const usesDatabase = new Map<string, boolean | undefined>()
  app.addHook('onRequest', (request, _reply, done) => {
    usesDatabase.set(request.url, request.routeOptions.config.usesDatabase)
    done()
  })
  const files = ['/assets/a.js', '/pictures/a.webp', '/favicon.svg', '/service-worker.js']
  for (const url of [...files, '/']) await app.inject(url)
  expect(files.map((url) => usesDatabase.get(url))).toEqual(files.map(() => false))
  expect(usesDatabase.get('/')).toBeUndefined()
})
