// Text where something else is expected: SQL, names of the language, lines of the log, patterns kept busy, other types.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { calls, getAllowedActor } from './contract-schemas.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

/** Who may make a call, so that the request passes the access check. */

test('A145 JSON that two readers would read differently is refused at once', async () => {
  const email = '"email":"karim@motohaat.test"'
  const bodies: Record<string, string> = {
    'one name twice': `{${email},"email":"ayesha@motohaat.test"}`,
    'one name twice, spelt apart': `{${email},"\\u0065mail":"ayesha@motohaat.test"}`,
    'a byte order mark': `\uFEFF{${email}}`,
    'ten thousand lists': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'ten thousand objects': `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
    'brackets without end': '['.repeat(60_000),
    'two values': `{${email}}{${email}}`,
    'a comment': `{/* */${email}}`,
    'a comma too many': `{${email},}`,
    'a call back': `cb({${email}})`,
    'a zero behind': `{${email}}\0`,
    'single quotes': `{'email':'karim@motohaat.test'}`,
    'a guard in front': `)]}',\n{${email}}`,
  }
  await testApp.expectUnchanged(async () => {
    for (const [what, raw] of Object.entries(bodies)) {
      const answer = await testApp.call('B1', 'POST /jwt', { raw })
      expect([what, answer.status]).toEqual([what, 400])
    }
    expect((await testApp.call('B1', 'POST /jwt', { raw: '['.repeat(1_048_576) })).status).toBe(413)
  })
})

test('A147 a type that only looks like JSON, and JSON in another alphabet, are not read', async () => {
  for (const type of [
    'application/json; charset=utf-16',
    'application/json;charset=utf-7',
    'application/json, text/plain',
    'application/merge-patch+json',
    'application/vnd.api+json',
    '',
    'json',
    'application/json\u00A0',
  ]) {
    const utf16 = Buffer.from('{"email":"karim@motohaat.test"}', 'utf16le')
    const { status } = await testApp
      .call('B1', 'POST /jwt', { raw: utf16, headers: { 'content-type': type } })
      .catch(() => ({ status: 400 }))
    expect([type, [400, 415].includes(status)]).toEqual([type, true])
  }
})

test('A149 names that belong to the language are refused in bodies and in addresses, and change nothing', async () => {
  const bodies = [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"email":{"__proto__":{"isAdmin":true}}}',
    '{"\\u005f\\u005fproto__":{"isAdmin":true}}',
    '{"a":[{"__proto__":[]}]}',
  ]
  for (const raw of bodies) expect((await testApp.call('B1', 'POST /jwt', { raw })).status).toBe(400)
  for (const query of [
    '?__proto__[isAdmin]=1',
    '?__proto__=1',
    '?constructor.prototype.isAdmin=1',
    '?limit=1&__proto__.isAdmin=1',
    '?hasOwnProperty=1',
  ]) {
    expect((await testApp.call('B1', 'GET /allbikes', { query })).status).toBe(400)
  }
  for (const path of [
    '/api/__proto__',
    '/api/constructor',
    '/api/allbikes/__proto__',
    '/api/users/__proto__/karim@motohaat.test',
  ]) {
    expect([400, 404, 405]).toContain((await testApp.request('A', 'GET', path)).status)
  }
  expect('isAdmin' in {}).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('A159 what a stranger writes makes no line of its own in the log', async () => {
  const line = 'x\r\n{"level":60,"msg":"planted"}\n\u001B[31mred'
  testApp.logLines.length = 0
  await testApp.call('V', 'POST /contact', { body: { email: 'a@example.com', message: line, name: line } })
  await testApp.request('V', 'GET', `/api/${encodeURIComponent(line)}`)
  await testApp.request('V', 'GET', '/api/allbikes', {
    headers: { 'user-agent': 'x\u001B[31m{"level":60}' },
    query: `?limit=${encodeURIComponent(line)}`,
  })
  await testApp.request(
    'V',
    'GET',
    `/api/auth/callback/social?error=${encodeURIComponent(line)}&error_description=${encodeURIComponent(line)}`,
  )
  for (const one of testApp.logLines) {
    expect(one.trimEnd().split('\n')).toHaveLength(1)
    expect(() => JSON.parse(one)).not.toThrow()
    for (const sign of ['\u001B', '"level":60']) expect(one).not.toContain(sign)
  }
})

test('A223 an address of brackets, groups and quotes in the contact form is refused at once', async () => {
  const addresses = [
    '('.repeat(10_000),
    `${'g:'.repeat(5_000)};`,
    `${'"'.repeat(10_000)}@example.com`,
    '<'.repeat(10_000),
    `${'a,'.repeat(5_000)}b@example.com`,
    `a@${'a.'.repeat(5_000)}`,
    `a@${'a'.repeat(70)}.com`,
    '\\'.repeat(10_000),
    'undisclosed-recipients:;',
  ]
  await testApp.expectUnchanged(async () => {
    for (const email of addresses) {
      const answer = await testApp.call('V', 'POST /contact', { body: { email } })
      expect([email.slice(0, 20), answer.status, answer.code]).toEqual([email.slice(0, 20), 400, 'bad_request'])
    }
  })
})

test('A221 the body that each handler likes least leaves the shop standing', async () => {
  for (const [name, call] of calls) {
    for (const raw of ['', '{', 'null', '[]', '0', '"x"', '{}', '[[]]', 'true']) {
      if (!call.body && call.access !== 'provider') continue
      const { status } = await testApp.call(getAllowedActor(call), name, {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      const isOwnEnd = ['POST /auth/sign-out', 'POST /auth/revoke-other-sessions', 'POST /auth/delete-user'].includes(
        name,
      )
      if (!isOwnEnd) expect([name, raw, status < 500]).toEqual([name, raw, true])
      if (isOwnEnd) break
    }
  }
  const { status } = await testApp.call('V', 'GET /allbikes')
  assert(status === 200, 'needs a shop that goes on')
  expect(testApp.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})
