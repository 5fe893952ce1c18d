// What no answer may show, whatever was sent: it is looked at for every answer that an attack gets.
import { expect } from 'vitest'

type Answer = { status: number; headers: Record<string, unknown>; text: string }

const neverAnywhere: [what: string, sign: RegExp][] = [
  ['a stack', /\n\s+at .+:\d+:\d+|\.tsx?:\d+/],
  ['SQL', /\bselect\b.+\bfrom\b|\binsert into\b|\bsyntax error at\b|violates \w+ constraint|duplicate key/i],
]

// A page that is not there says which address was asked for, so these are looked for in what a program reads.
const neverInJson: typeof neverAnywhere = [
  ['a path of this machine', /node_modules|file:\/\/|(?:^|["'\s(])\/(?:home|root|tmp|usr|var|etc)\//],
  ['what the shop is made of', /fastify|better-auth|drizzle|postgres|\bzod\b|FST_|ECONN/i],
]

const tellTales = ['server', 'x-powered-by', 'via', 'x-runtime']

/** Fails when a refusal shows a stack, SQL, a path or a token, or when any answer lets another site read it. */
export const expectDecent = ({ status, headers, text }: Answer): void => {
  for (const name of tellTales) expect(headers[name], `the header ${name}`).toBeUndefined()
  const opens = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  expect(opens, 'headers that let another site read').toEqual([])
  if (status < 400) return
  const isPage = String(headers['content-type']).includes('text/html')
  for (const [what, sign] of isPage ? neverAnywhere : [...neverAnywhere, ...neverInJson])
    expect(text, `a refusal that shows ${what}`).not.toMatch(sign)
  expect(`${text}${JSON.stringify(headers)}`, 'a refusal that holds a token').not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\./)
}

/** Fails unless the refusal has the shape that all refusals have, and nothing beside it. */
export const expectRefusal = ({ headers, text }: Answer): void => {
  const said: unknown = JSON.parse(text)
  expect(said).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) })
  expect(Object.keys(Object(said)).filter((key) => !refusalKeys.has(key))).toEqual([])
  expect(String(headers['cache-control'])).toContain('no-store')
}

const refusalKeys = new Set(['code', 'message', 'requestId', 'acknowledged', 'field', 'salePrice'])
