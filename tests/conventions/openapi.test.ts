import { z } from 'zod'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { escapeHtml } from '#contract/text.ts'
import type { Call } from '#contract/call.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// The parts of OpenAPI 3.1 that our document uses, written down so strictly that a slip is seen.
const Schema = z.union([z.boolean(), z.record(z.string(), z.unknown())])
const Media = z.strictObject({ 'application/json': z.strictObject({ schema: Schema }) })
// A file travels beside no JSON.
const RequestContent = z.union([Media, z.strictObject({ 'multipart/form-data': z.strictObject({ schema: Schema }) })])
const File = z.strictObject({ schema: z.strictObject({ type: z.literal('string'), format: z.literal('binary') }) })
const Header = z.strictObject({ description: z.string(), schema: Schema })
const Answer = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), Header).optional(),
  content: z.union([Media, z.record(z.string().regex(/^[\w*.]+\/[\w*.-]+(?:; charset=utf-8)?$/), File)]).optional(),
})
const Parameter = z
  .strictObject({
    name: z.string().min(1),
    in: z.enum(['path', 'query', 'header']),
    required: z.boolean(),
    description: z.string().optional(),
    schema: Schema,
  })
  .refine((one) => one.in !== 'path' || one.required, 'a parameter in the path is always required')
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string(),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: RequestContent }).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), Answer).refine((all) => Object.keys(all).length > 0),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string(), url: z.url() }),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    securitySchemes: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
})
type Document = z.output<typeof Document>

const names = Object.keys(contract)
const toPathAndMethod = (name: string): [path: string, method: string] => {
  const [method = '', path = ''] = name.split(' ')
  return [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()]
}

let testApp: TestApp
let raw: unknown
let document: Document
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  raw = (await testApp.fastify.inject('/api/openapi.json')).json()
  document = Document.parse(raw)
})
afterAll(() => testApp.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Every value that stands under a key of this name, however deep. */
const findValues = (key: string, value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...findValues(key, inner)])
}

describe('GET /api/openapi.json', () => {
  test('names every call of the contract and nothing else', () => {
    const operationNames = operations().map(({ path, method }) => `${path} ${method}`)
    expect(operationNames.toSorted()).toEqual(names.map((name) => toPathAndMethod(name).join(' ')).toSorted())
  })

  test('gives each call an id of its own', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('refers to nothing that is not there', () => {
    const refs = findValues('$ref', raw)
    assert(refs.length > 10, 'needs references')
    const schemas = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(refs.filter((ref) => !schemas.includes(String(ref)))).toEqual([])
    expect(findValues('$defs', raw)).toEqual([])
  })

  test('describes every schema, and none only by itself', () => {
    const empty = Object.entries(document.components.schemas).filter(
      ([name, schema]) => typeof schema === 'object' && schema['$ref'] === `#/components/schemas/${name}`,
    )
    expect(empty.map(([name]) => name)).toEqual([])
  })

  test('describes every part of each path and no other, once', () => {
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const parameterNames = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect([path, parameterNames]).toEqual([path, inPath])
    }
  })

  test('asks for a proof that it describes, the right one for each access', () => {
    const schemes = Object.keys(document.components.securitySchemes)
    for (const [name, call] of Object.entries<Call>(contract)) {
      const [path, method] = toPathAndMethod(name)
      const found = operations().find((one) => one.path === path && one.method === method)
      const security = found?.operation.security ?? []
      const schemeNames = security.flatMap((one) => Object.keys(one))
      expect(schemeNames.filter((one) => !schemes.includes(one))).toEqual([])
      const expected = {
        anyone: 'token',
        member: 'token',
        seller: 'token',
        admin: 'token',
        cashier: 'token',
        moderator: 'token',
        session: 'session',
        provider: 'signature',
      }
      expect([name, schemeNames]).toEqual([name, [expected[call.access]]])
      expect([name, security.some((one) => Object.keys(one).length === 0)]).toEqual([name, call.access === 'anyone'])
    }
  })

  test('says what a good answer and a refusal look like, and which of them need signing in', () => {
    for (const { path, method, operation } of operations()) {
      const statuses = Object.keys(operation.responses)
      expect([path, method, statuses.some((one) => one < '400')]).toEqual([path, method, true])
      for (const [status, answer] of Object.entries(operation.responses)) {
        if (status < '400') continue
        expect(answer.content?.['application/json'].schema).toEqual({ $ref: '#/components/schemas/Problem' })
      }
    }
    expect(document.paths['/bookings']?.post?.responses).toHaveProperty('401')
    expect(document.paths['/bookings']?.post?.requestBody?.required).toBe(true)
  })

  test('forbids unknown fields in what is sent, and lets the answers grow', () => {
    const requestContent = document.paths['/contact']?.post?.requestBody?.content
    const strict = { type: 'object', additionalProperties: false, required: expect.arrayContaining(['email']) }
    expect(requestContent).toMatchObject({ 'application/json': { schema: strict } })
  })

  test('stands at the address of the shop', () => {
    expect(document.servers[0]?.url).toBe(`${testApp.publicUrl}/api`)
  })
})

describe('GET /api/docs', () => {
  test('is a page that names every call and its summary', async () => {
    const { headers, payload } = await testApp.fastify.inject('/api/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const [name, call] of Object.entries<Call>(contract)) {
      const [method, path] = name.split(' ')
      expect(payload).toContain(`>${method}</b> <code>${path}</code><span>${escapeHtml(call.summary)}</span>`)
    }
    expect(payload).toContain('<title>')
    expect(payload).toContain('<html lang="en">')
  })

  test('gives each call an id that a link can name: once, and without a space', async () => {
    const { payload } = await testApp.fastify.inject('/api/docs')
    const ids = [...payload.matchAll(/<li><a id="([^"]*)"/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(names.length)
    expect(new Set(ids).size).toBe(names.length)
    expect(ids.filter((id) => !/^\w+$/.test(id))).toEqual([])
  })

  test('loads its scripts, styles and fonts from this origin alone, compressed', async () => {
    const { headers, payload } = await testApp.fastify.inject('/api/docs')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
    const files = [...payload.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files).toHaveLength(4)
    for (const file of files) {
      const answer = await testApp.fastify.inject({ url: file, headers: { 'accept-encoding': 'br' } })
      expect([file, answer.statusCode, answer.headers['content-encoding']]).toEqual([file, 200, 'br'])
    }
    const plain = await testApp.fastify.inject('/api/docs/reference.css')
    expect(plain.headers['content-type']).toBe('text/css; charset=utf-8')
    for (const [, font = ''] of plain.payload.matchAll(/url\('([^']+)'\)/g))
      expect((await testApp.fastify.inject(`/api/docs/${font}`)).headers['content-type']).toBe('font/woff2')
  })
})
