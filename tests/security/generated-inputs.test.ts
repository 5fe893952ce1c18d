// Attempts that are made from the contract itself, word by word of an address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Arena, openArena } from './security-test-app.ts'
import { calls, fitting, insider, shapeOf } from './contract-schemas.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

/** Who may make a call, so that what is sent gets past the door. */

/** A value that fits the field, as well as can be told from its schema. */

describe('every place that takes a word', () => {
  const sql = [
    "' or 1=1--",
    "'; select pg_sleep(5)--",
    "1' and pg_sleep(5)='",
    '"; drop table members; --',
    '/**/union/**/select',
    "\\'; --",
    '$1',
    '${x}',
    "x'||pg_sleep(5)||'",
    '%27%20OR%20%271%27=%271',
    '1);select pg_sleep(5)--',
  ]
  const broken = [
    '%00',
    '%',
    '%zz',
    '%c0%ae',
    '%ff',
    '%ud800',
    '..%2f..%2fetc%2fpasswd',
    'null',
    'undefined',
    'NaN',
    '[object%20Object]',
    '1e9',
    '-1',
    'x'.repeat(10_000),
    '019a0000-0000-7000-8000-00000000000',
    '{019a0000-0000-7000-8000-000000000000}',
    '019A0000-0000-7000-8000-00000000000Z',
  ]
  const withWords = calls.filter(
    ([name, call]) => (name.includes('/:') || call.query) && call.access !== 'provider' && !call.redirects,
  )

  test.each(withWords)('A151 %s tells a word that is none, and never fails', async (name, call) => {
    const actor = insider(call)
    const [method = '', path = ''] = name.split(' ')
    await arena.quietly(async () => {
      if (path.includes(':')) {
        for (const word of [...broken, ...sql.map(encodeURIComponent)]) {
          const url = `/api${path.replace(/:\w+/g, word)}`
          const { status } = await arena.at(actor, method, url, { body: call.body ? fitting(call) : undefined })
          expect([name, word.slice(0, 40), [400, 403, 404, 414].includes(status)]).toEqual([
            name,
            word.slice(0, 40),
            true,
          ])
        }
      }
    })
  })

  test.each(withWords)('A157 %s knows no order, no column and no filter but its own', async (name, call) => {
    const known = new Set(Object.keys(shapeOf(call.query).properties ?? {}))
    const words = [
      'sort',
      'order',
      'orderBy',
      'fields',
      'select',
      'where',
      'filter',
      'include',
      'page',
      'offset',
      'lang',
      'columns',
      'expand',
      'q',
      'callback',
      'debug',
      '__proto__[x]',
      'constructor',
      'limit[]',
      'cursor[$gt]',
    ]
    await arena.quietly(async () => {
      for (const word of words.filter((one) => !known.has(one))) {
        const { status } = await arena.ask(insider(call), name, {
          query: `?${encodeURIComponent(word)}=1`,
          body: call.body ? fitting(call) : undefined,
        })
        expect([name, word, [400, 404].includes(status)]).toEqual([name, word, true])
      }
      for (const field of known) {
        for (const word of [...sql, '\0', '٣', '1e3', '0x10', '-1', '1.5', '99999999999999999999', ' ', '[]']) {
          const { status } = await arena.ask(insider(call), name, {
            query: `?${field}=${encodeURIComponent(word)}`,
            body: call.body ? fitting(call) : undefined,
          })
          expect([name, field, word, status < 500]).toEqual([name, field, word, true])
        }
      }
    })
  })

  test('A155 SQL in a text is text: it is kept as it was typed, and nothing waits', async () => {
    const beganAt = performance.now()
    for (const subject of sql) {
      const answer = await arena.ask('V', 'POST /contact', {
        body: { email: 'a@example.com', name: subject.slice(0, 80), subject, message: subject },
      })
      expect([200, 429]).toContain(answer.status)
      for (const name of [
        'user-agent',
        'referer',
        'accept-language',
        'x-forwarded-for',
        'if-none-match',
        'cookie',
        'stripe-signature',
      ]) {
        expect((await arena.ask('V', 'GET /allbikes', { headers: { [name]: subject } })).status).toBe(200)
      }
    }
    const { rows } = await arena.db.$client.query<{ subject: string }>(
      'select subject from contact_messages where subject is not null',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ subject }) => !sql.includes(subject))).toEqual([])
    expect(performance.now() - beganAt).toBeLessThan(5_000 * sql.length)
    for (const search of sql)
      expect((await arena.ask('A', 'GET /sellers', { query: `?search=${encodeURIComponent(search)}` })).text).toBe('[]')
  })
})
