// Serves the API documentation: /api/docs as a page and /api/openapi.json.
import type { FastifyInstance } from 'fastify'
import type { CallAccess, Call, Calls } from '#contract/call.ts'
import { toOpenApi, listErrorCodes } from '#contract/openapi.ts'
import { apiErrors } from '#contract/errors/api-errors.ts'
import { escapeHtml } from '#contract/text.ts'

const accessDescriptions: Record<CallAccess, string> = {
  anyone: 'anyone',
  session: 'the signed-in person, by the session cookie',
  member: 'anyone signed in, by the access token',
  seller: 'sellers, by the access token',
  admin: 'the admin, by the access token',
  cashier: 'cashiers and the admin, by the access token',
  provider: 'the card provider, by its signature',
}

const renderSchema = (title: string, schema: unknown): string =>
  schema === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  parameters: unknown[]
}
type Content = Partial<Record<'application/json' | 'multipart/form-data', { schema: unknown }>>

const renderOperation = (name: string, call: Call, operation: Operation): string => `
<section id="${operation.operationId}">
  <h2><code>${escapeHtml(name)}</code></h2>
  <p>${escapeHtml(call.summary)}. For ${accessDescriptions[call.access]}.</p>
  ${operation.parameters.length > 0 ? renderSchema('Parameters', operation.parameters) : ''}
  ${renderSchema('Body', operation.requestBody?.content['application/json']?.schema)}
  ${renderSchema('Form', operation.requestBody?.content['multipart/form-data']?.schema)}
  ${renderSchema(call.list ? 'Answer, page by page' : 'Answer', operation.responses['200']?.content?.['application/json']?.schema)}
  <details><summary>Refusals</summary><ul>${listErrorCodes(call)
    .map((code) => `<li>${apiErrors[code].status} <code>${code}</code> ${escapeHtml(apiErrors[code].message)}</li>`)
    .join('')}</ul></details>
</section>`

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px;font-size:14px}
section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);padding-top:.5rem}
h2{font-size:1.15rem;overflow-wrap:anywhere}h3{font-size:1rem;margin-bottom:.25rem}`

const renderDocsPage = (calls: Calls, document: Record<string, unknown>): string => {
  // `toOpenApi` made the document from the same calls.
  const paths = document['paths'] as Record<string, Record<string, Operation>> // oxlint-disable-line typescript/no-unsafe-type-assertion
  const sections = Object.entries<Call>(calls).map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ')
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    return operation ? renderOperation(name, call, operation) : ''
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The API of Motohaat</title><style>${style}</style></head><body><h1>The API of Motohaat</h1>
<p>JSON in and out, below <code>/api</code>. A refusal is <code>{ code, message, requestId }</code> with its status; the
message is a sentence for the person. Lists take <code>limit</code> (at most 100) and <code>cursor</code>, and name the
next page in the <code>Link</code> header. The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('')}</body></html>`
}

// No script; only the inline style.
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Serves both documents. The first request renders them, since that takes half of the time that creating an app does. */
export const serveDocs = (app: FastifyInstance, calls: Calls, origin: string): void => {
  let document: ReturnType<typeof toOpenApi> | null = null
  let html: string | null = null
  const getDocument = () => (document ??= toOpenApi(calls, origin))
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(getDocument()),
  )
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send((html ??= renderDocsPage(calls, getDocument()))),
  )
}
