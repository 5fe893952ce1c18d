// Minimal server for the home page: node:http and the page's own components with data in memory.
//   node benchmarks/baseline/bare-home.ts <URL of a running app, whose data is fetched once> — prints its port.
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '#contract/client.ts'
import { readPageAssets } from '#platform/ssr/page-assets.ts'

const appUrl = process.argv[2] ?? ''
const dist = join(import.meta.dirname, '../../dist')

type Renderer = { renderPage: (options: object) => Promise<{ html: string }> }
// The build creates this file from web/app/entry-server.tsx, whose export has this type.
const renderer: unknown = await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)
const { renderPage } = renderer as Renderer // oxlint-disable-line typescript/no-unsafe-type-assertion

const cachedTexts = new Map<string, string>()
/** Fetches each response of the app once and then returns it from memory. */
const cachedClient = createClient(async (path) => {
  const text = cachedTexts.get(path) ?? (await (await fetch(`${appUrl}${path}`)).text())
  cachedTexts.set(path, text)
  return { status: 200, header: () => null, text: async () => text }
})
const assets = await readPageAssets(join(dist, 'client'))
const pageOptions = {
  client: cachedClient,
  stripe: { publishableKey: '', script: null },
  shopUrl: appUrl,
  assets,
  onError: console.error,
}

const respond = async (response: ServerResponse): Promise<void> => {
  const { html } = await renderPage({ ...pageOptions, request: new Request(`${appUrl}/`) })
  const bytes = Buffer.from(html)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}

const server = createServer((_request, response) => void respond(response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
