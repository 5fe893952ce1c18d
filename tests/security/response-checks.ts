// What no answer may show, whatever was sent: it is looked at for every answer that an attack gets.
import { expect } from 'vitest'

type CheckedResponse = { status: number; headers: Record<string, unknown>; text: string }

const forbiddenPatterns: [what: string, sign: RegExp][] = [
  ['a stack', /\n\s+at .+:\d+:\d+|\.tsx?:\d+/],
  ['SQL', /\bselect\b.+\bfrom\b|\binsert into\b|\bsyntax error at\b|violates \w+ constraint|duplicate key/i],
]

// A page that is not there says which address was asked for, so these are looked for in what a program reads.
const forbiddenJsonPatterns: typeof forbiddenPatterns = [
  ['a path of this machine', /node_modules|file:\/\/|(?:^|["'\s(])\/(?:home|root|tmp|usr|var|etc)\//],
  ['what the shop is made of', /fastify|better-auth|drizzle|postgres|\bzod\b|FST_|ECONN/i],
]

const revealingHeaders = ['server', 'x-powered-by', 'via', 'x-runtime']

/** Fails when a refusal shows a stack, SQL, a path or a token, or when any answer lets another site read it. */
export const expectSafeResponse = ({ status, headers, text }: CheckedResponse): void => {
  for (const name of revealingHeaders) expect(headers[name], `the header ${name}`).toBeUndefined()
  const corsHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  expect(corsHeaders, 'headers that let another site read').toEqual([])
  if (status < 400) return
  const isPage = String(headers['content-type']).includes('text/html')
  for (const [what, pattern] of isPage ? forbiddenPatterns : [...forbiddenPatterns, ...forbiddenJsonPatterns])
    expect(text, `a refusal that shows ${what}`).not.toMatch(pattern)
  expect(`${text}${JSON.stringify(headers)}`, 'a refusal that holds a token').not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\./)
}

/** Fails unless the refusal has the shape that all refusals have, and nothing beside it. */
export const expectErrorResponse = ({ headers, text }: CheckedResponse): void => {
  const body: unknown = JSON.parse(text)
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) })
  expect(Object.keys(Object(body)).filter((key) => !errorKeys.has(key))).toEqual([])
  expect(String(headers['cache-control'])).toContain('no-store')
}

const errorKeys = new Set(['code', 'message', 'requestId', 'acknowledged', 'field', 'salePrice'])
