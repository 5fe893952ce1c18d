// Attempts that are made from the contract itself: each call, each field, each word of an address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type Arena, openArena } from './security-test-app.ts'
import { calls, fit, fitting, insider, shapeOf } from './contract-schemas.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

/** Who may make a call, so that what is sent gets past the door. */

const written = calls.filter(([, call]) => call.body && call.access !== 'provider')
/** A value that fits the field, as well as can be told from its schema. */
/** What the caller is told about a body: the status, and of which field. */
const told = async (name: string, call: Call, body: unknown) => {
  const answer = await arena.ask(insider(call), name, { body })
  return { ...answer, field: /"field":"((?:[^"\\]|\\.)*)"/.exec(answer.text)?.[1] }
}

describe('every call that takes a body', () => {
  const strangers = ['role', 'isAdmin', '_id', 'paid ', 'x'.repeat(300), '$where', 'constructor', '__proto__', 'a[b]']

  test.each(written)('A143 %s takes no field that it does not name', async (name, call) => {
    const known = new Set(Object.keys(shapeOf(call.body).properties ?? {}))
    await arena.quietly(async () => {
      for (const stranger of strangers.filter((one) => !known.has(one))) {
        const raw = `{${JSON.stringify(stranger)}:true${Object.entries(fitting(call))
          .map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
          .join('')}}`
        const answer = await arena.ask(insider(call), name, { raw })
        expect([name, stranger, answer.status, answer.code]).toEqual([name, stranger, 400, 'bad_request'])
      }
    })
    expect('isAdmin' in {}).toBe(false)
  })

  test.each(written)('A149 %s takes no field in another kind than its own', async (name, call) => {
    const { properties = {} } = shapeOf(call.body)
    await arena.quietly(async () => {
      for (const [field, kind] of Object.entries(properties)) {
        const kinds = [kind, ...(kind.anyOf ?? [])].flatMap((one) => one.type ?? [])
        const others: [string, unknown][] = [
          ['array', [fit(kind)]],
          ['object', { $gt: '' }],
          ['object', { toString: 1 }],
          ['boolean', false],
          ['integer', 1.5],
          ['string', '\0'],
        ]
        for (const [type, value] of others) {
          if (kinds.includes(type) && type !== 'string') continue
          const answer = await told(name, call, { ...fitting(call), [field]: value })
          const isNul = type === 'string'
          expect([name, field, type, isNul ? answer.status >= 400 && answer.status < 500 : answer.status]).toEqual([
            name,
            field,
            type,
            isNul || 400,
          ])
        }
      }
    })
  })

  test.each(written)('A147 %s reads JSON and nothing else', async (name, call) => {
    const raw = JSON.stringify(fitting(call))
    await arena.quietly(async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/json',
      ]) {
        const { status } = await arena.ask(insider(call), name, { raw, headers: { 'content-type': type } })
        expect([name, type, status]).toEqual([name, type, 415])
      }
    })
  })

  test.each(written)('A161 %s answers fifty thousand signs in any field at once', async (name, call) => {
    const { properties = {} } = shapeOf(call.body)
    const texts = Object.keys(properties).filter(
      (field) => properties[field]?.type === 'string' || properties[field]?.anyOf,
    )
    if (texts.length === 0) return
    const patterns = ['a', 'a@', 'a.', '(', 'https://a.']
    // All fields are looked at even when one is wrong, so one request tries every pattern of the call.
    for (const pattern of patterns) {
      const value = `${pattern.repeat(Math.ceil(50_000 / pattern.length / texts.length))}@`
      const raw = JSON.stringify({ ...fitting(call), ...Object.fromEntries(texts.map((field) => [field, value])) })
      const beganAt = performance.now()
      const answer = await arena.ask(insider(call), name, { raw })
      expect([name, pattern, [400, 413].includes(answer.status)]).toEqual([name, pattern, true])
      // Fifty milliseconds are the aim; what runs away takes minutes.
      expect(performance.now() - beganAt, `${name} ${pattern}`).toBeLessThan(2_000)
    }
  })
})
