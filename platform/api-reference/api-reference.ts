// Serves the API reference: /api/docs as a page and /api/openapi.json. The page shows the document with Swagger UI
// (docs/decisions/0066-api-reference.md); its files come from this origin and belong to no other page.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Calls } from '#contract/call.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type documentationCalls, toOpenApi } from '#contract/openapi.ts'
import { type Compression, compressors, selectCompression } from '#platform/http/compression.ts'
import type { Handlers } from '#platform/http/router.ts'
import { renderReferencePage } from './reference-page.ts'

const packageFile = (name: string): string => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
const ownFile = (name: string): string => join(import.meta.dirname, 'browser', name)
const fontFile = (name: string): string => join(import.meta.dirname, '../../web/assets/fonts', name)

const [script, style, font] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2']

/** The files of the page, by the last part of their path. Packages are looked up when a file is asked for. */
const assets = new Map<string, { type: string; findFile: () => string }>([
  ['swagger-ui-bundle.js', { type: script, findFile: () => packageFile('swagger-ui-bundle.js') }],
  ['swagger-ui.css', { type: style, findFile: () => packageFile('swagger-ui.css') }],
  ['reference.js', { type: script, findFile: () => ownFile('reference.js') }],
  ['reference.css', { type: style, findFile: () => ownFile('reference.css') }],
  ['anek-latin-text-var.woff2', { type: font, findFile: () => fontFile('anek-latin-text-var.woff2') }],
  ['anek-latin-head-700.woff2', { type: font, findFile: () => fontFile('anek-latin-head-700.woff2') }],
  ['anek-taka-var.woff2', { type: font, findFile: () => fontFile('anek-taka-var.woff2') }],
  ['anek-bangla-400.woff2', { type: font, findFile: () => fontFile('anek-bangla-400.woff2') }],
])

// Only this origin, and `data:` for the icons in the style sheet of Swagger UI. It sets styles through the CSSOM, so no
// inline style is allowed.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Reads and compresses each file once; the bundle of 1.7 MB takes a core for 100 ms. */
const createAssetReader = () => {
  const bodies = new Map<string, Promise<Buffer>>()
  return (name: string, file: string, compression: Compression | null): Promise<Buffer> => {
    const key = `${name} ${compression}`
    const read = async () => {
      const plain = await readFile(file)
      return compression === null ? plain : compressors[compression](plain)
    }
    const body = bodies.get(key) ?? read()
    bodies.set(key, body)
    // A file that could not be read is read again for the next request.
    body.catch(() => bodies.delete(key))
    return body
  }
}

const daySeconds = 86_400

type Exchange = { request: FastifyRequest; reply: FastifyReply }

// The headers come last, so that no cache stores an error.
const sendAsset = async (
  readAsset: ReturnType<typeof createAssetReader>,
  name: string,
  { request, reply }: Exchange,
) => {
  const asset = assets.get(name)
  if (!asset) throw new ApiError('not_found')
  const accepted = asset.type === font ? null : selectCompression(request.headers['accept-encoding'])
  const body = await readAsset(name, asset.findFile(), accepted)
  void reply.headers({ 'cache-control': `public, max-age=${daySeconds}`, vary: 'accept-encoding' })
  if (accepted !== null) void reply.header('content-encoding', accepted)
  void reply.type(asset.type)
  return body
}

/** The handlers of the page, its files and the document. The first request renders them, since few processes are ever asked. */
export const documentationRoutes = (calls: Calls, origin: string): Handlers<typeof documentationCalls, unknown> => {
  let document: string | null = null
  let html: string | null = null
  const readAsset = createAssetReader()
  return {
    'GET /openapi.json': async ({ reply }) => {
      document ??= JSON.stringify(toOpenApi(calls, origin))
      void reply.header('cache-control', 'public, max-age=300')
      return document
    },
    'GET /docs': async ({ reply }) => {
      void reply.header('content-security-policy', contentSecurityPolicy)
      return (html ??= renderReferencePage(calls))
    },
    'GET /docs/:name': ({ params, ...exchange }) => sendAsset(readAsset, params.name, exchange),
  }
}
