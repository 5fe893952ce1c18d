// Access tokens: who gets one, and everything that looks like one and is none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const admin = 'ayesha@motohaat.test'

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A001',
      what: 'a visitor gets no token, whatever address they name',
      call: 'POST /jwt',
      answers: { V: [401, 'not_signed_in'] },
      send: () => [{ body: { email: admin } }, { body: { email: 'nobody@motohaat.test' } }, { body: {} }],
    },
    {
      id: 'A001',
      what: 'a member gets no token for the address of another',
      call: 'POST /jwt',
      answers: { B1: [403, 'not_your_email'], S1: [403, 'not_your_email'] },
      send: () => [{ body: { email: admin } }, { body: { email: ' AYESHA@motohaat.test ' } }],
    },
    {
      id: 'A001',
      what: 'an access token gets no other access token',
      call: 'POST /jwt',
      answers: { B1: [401, 'not_signed_in'] },
      send: () => ({ proof: 'token', body: { email: 'karim@motohaat.test' } }),
    },
    {
      id: 'A003',
      what: 'an address that is none gets no token',
      call: 'POST /jwt',
      answers: { B1: 400, V: 401 },
      send: () =>
        [
          {},
          { email: null },
          { email: ['karim@motohaat.test', admin] },
          { email: { $ne: '' } },
          { email: true },
          { email: 0 },
          { email: '' },
          { email: 'undefined' },
          { email: 'karim@motohaat.test', role: 'Admin' },
          { email: 'karim@motohaat.test', sub: absentId },
          null,
          [],
          'karim@motohaat.test',
        ].map((body) => ({ body })),
    },
  ],
)

const absentId = '019a0000-0000-7000-8000-000000000000'

// ---------- forged tokens ----------

test('A007 a header that holds no token is 401 everywhere, also where a visitor may enter', async () => {
  const { token } = testApp.people.A
  const none = [
    'Bearer null',
    'Bearer undefined',
    'Bearer',
    'Bearer ',
    'Basic eDp5',
    'Bearer {}',
    'Bearer [object Object]',
  ]
  const twisted = [
    token,
    `Bearer  ${token}`,
    `Bearer ${token} ${token}`,
    `Token ${token}`,
    `Bearer "${token}"`,
    `Bearer ${token},`,
  ]
  await testApp.expectUnchanged(async () => {
    for (const authorization of [...none, ...twisted, `Bearer ${'a'.repeat(8_000)}`, 'null', '']) {
      for (const call of ['GET /allbikes', 'GET /sellers', 'GET /bookings', 'POST /contact']) {
        const answer = await testApp.call('V', call, {
          headers: { authorization },
          body: call.startsWith('POST') ? {} : undefined,
        })
        expect([call, authorization.slice(0, 30), answer.status]).toEqual([call, authorization.slice(0, 30), 401])
      }
    }
  })
})

test('A007 two Authorization headers are none, in either order', async () => {
  const [good, bad] = [`authorization: Bearer ${testApp.people.A.token}`, 'authorization: Bearer x.y.z']
  for (const lines of [
    [good, bad],
    [bad, good],
    [good, good],
  ]) {
    const response = await testApp.sendRaw(
      ['GET /api/sellers HTTP/1.1', 'host: localhost', 'connection: close', ...lines, '', ''].join('\r\n'),
    )
    // An ambiguous request, refused before anybody is looked up.
    expect(response).toMatch(/^HTTP\/1\.1 400/)
  }
})

test('A007 headers that proxies use for identity are not looked at', async () => {
  const { token } = testApp.people.A
  const claims = {
    'x-forwarded-user': admin,
    'x-remote-user': admin,
    'x-access-token': token,
    'proxy-authorization': `Bearer ${token}`,
    'x-user-id': testApp.getId('A'),
    'x-original-authorization': `Bearer ${token}`,
  }
  for (const [name, value] of Object.entries(claims)) {
    const answer = await testApp.call('V', 'GET /sellers', { headers: { [name]: value } })
    expect([name, answer.status]).toEqual([name, 401])
  }
})

test('A009 a token in the URL or in the body is ignored and is in no line of the log', async () => {
  const { token, cookie } = testApp.people.A
  const session = cookie.split(/[=;]/)[1] ?? ''
  await testApp.expectUnchanged(async () => {
    for (const name of ['token', 'access_token', 'jwt', 'bearer', 'authorization', 'session_token']) {
      for (const value of [token, session]) {
        const inAddress = await testApp.call('V', 'GET /sellers', { query: `?${name}=${value}` })
        const inBody = await testApp.call('V', 'PUT /users/:id', { body: { [name]: value, verify: true } })
        expect([name, inAddress.status, inBody.status]).toEqual([name, 401, 401])
      }
    }
  })
  for (const secret of [token, session, token.split('.')[2] ?? token]) {
    expect(testApp.logLines.filter((line) => line.includes(secret))).toEqual([])
  }
})
