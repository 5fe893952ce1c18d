// Attempts that are made from the contract itself, word by word of an address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { calls, createValidPayload, getAllowedActor, toObjectSchema } from './contract-schemas.ts'
import { testEachCall } from '#tests/support/run-length.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

describe('every place that takes a word', () => {
  const sql = [
    "' or 1=1--",
    "'; select pg_sleep(600)--",
    "1' and pg_sleep(600)='",
    '"; drop table members; --',
    '/**/union/**/select',
    "\\'; --",
    '$1',
    '${x}',
    "x'||pg_sleep(600)||'",
    '%27%20OR%20%271%27=%271',
    '1);select pg_sleep(600)--',
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
  const callsWithInput = calls
    .filter(([name, call]) => (name.includes('/:') || call.query) && call.access !== 'provider' && !call.redirects)
    .map(([name]) => name)

  testEachCall('A151 %s tells a word that is none, and never fails', callsWithInput, async (name, call) => {
    const actor = getAllowedActor(call)
    const [method = '', path = ''] = name.split(' ')
    await testApp.expectUnchanged(async () => {
      if (path.includes(':')) {
        for (const input of [...broken, ...sql.map(encodeURIComponent)]) {
          const url = `/api${path.replace(/:\w+/g, input)}`
          const { status } = await testApp.request(actor, method, url, {
            ...createValidPayload(call),
          })
          expect([name, input.slice(0, 40), [400, 403, 404, 414].includes(status)]).toEqual([
            name,
            input.slice(0, 40),
            true,
          ])
        }
      }
    })
  })

  testEachCall('A157 %s knows no order, no column and no filter but its own', callsWithInput, async (name, call) => {
    const known = new Set(Object.keys(toObjectSchema(call.query).properties ?? {}))
    const unknownParams = [
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
    await testApp.expectUnchanged(async () => {
      for (const input of unknownParams.filter((one) => !known.has(one))) {
        const { status } = await testApp.call(getAllowedActor(call), name, {
          query: `?${encodeURIComponent(input)}=1`,
          ...createValidPayload(call),
        })
        expect([name, input, [400, 404].includes(status)]).toEqual([name, input, true])
      }
      for (const field of known) {
        for (const input of [...sql, '\0', '٣', '1e3', '0x10', '-1', '1.5', '99999999999999999999', ' ', '[]']) {
          const { status } = await testApp.call(getAllowedActor(call), name, {
            query: `?${field}=${encodeURIComponent(input)}`,
            ...createValidPayload(call),
          })
          expect([name, field, input, status < 500]).toEqual([name, field, input, true])
        }
      }
    })
  })

  test('A155 SQL in a text is text: it is kept as it was typed, and nothing waits', async () => {
    for (const subject of sql) {
      const answer = await testApp.call('V', 'POST /contact', {
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
        expect((await testApp.call('V', 'GET /allbikes', { headers: { [name]: subject } })).status).toBe(200)
      }
    }
    const { rows } = await testApp.db.$client.query<{ subject: string }>(
      'select subject from contact_messages where subject is not null',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ subject }) => !sql.includes(subject))).toEqual([])
    for (const search of sql)
      expect((await testApp.call('A', 'GET /sellers', { query: `?search=${encodeURIComponent(search)}` })).text).toBe(
        '[]',
      )
  })
})
