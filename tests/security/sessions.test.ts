// Sessions: what ends them, what they let in, and how their cookie is kept away from everybody else.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { demoPassword } from '#seed/fixtures.ts'
import { getMemberId, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { type TestResponse, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

type Credentials = { token: string; cookie: string }
const toBearerHeader = ({ token }: Credentials) => ({ authorization: `Bearer ${token}` })

/** What the two proofs of a person still open: the token a list, the cookie the own account and a new token. */
const tryCredentials = async (credentials: Credentials & { email: string }): Promise<number[]> => {
  const { cookie, email } = credentials
  return [
    (await testApp.call('V', 'GET /bookings', { headers: toBearerHeader(credentials) })).status,
    (await testApp.call('V', 'GET /auth/account', { headers: { cookie } })).status,
    (await testApp.call('V', 'POST /jwt', { headers: { cookie }, body: { email } })).status,
  ]
}

const signIn = (headers: Record<string, string> = {}) =>
  testApp.call('V', 'POST /auth/sign-in/email', {
    headers,
    body: { email: 'imran@motohaat.test', password: demoPassword },
  })

const getCookies = (answer: TestResponse): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

test('A011 after signing out neither the cookie nor the token opens anything, whoever kept a copy', async () => {
  const imran = await testApp.signInAs('imran')
  expect(await tryCredentials(imran)).toEqual([200, 200, 200])
  await testApp.call('V', 'POST /auth/sign-out', { headers: { cookie: imran.cookie }, body: {} })
  await testApp.expectUnchanged(async () => expect(await tryCredentials(imran)).toEqual([401, 401, 401]))
})

test('A011 a device that was logged out from another one is out', async () => {
  const [here, there] = [await testApp.signInAs('imran'), await testApp.signInAs('imran')]
  await testApp.call('V', 'POST /auth/revoke-other-sessions', { headers: { cookie: here.cookie }, body: {} })
  expect([await tryCredentials(here), await tryCredentials(there)]).toEqual([
    [200, 200, 200],
    [401, 401, 401],
  ])
})

test('A013 a seller whom the admin removes is out with the very next request, and writes nothing', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  expect(await tryCredentials(seller)).toEqual([200, 200, 200])
  const removed = await testApp.call('A', 'DELETE /users/:id', {
    params: { id: await getMemberId(testApp.baseApp, seller) },
  })
  expect(removed.status).toBe(200)
  await testApp.expectUnchanged(async () => {
    expect(await tryCredentials(seller)).toEqual([401, 401, 401])
    const offered = await testApp.call('V', 'POST /allbikes', {
      headers: toBearerHeader(seller),
      body: { productName: 'x' },
    })
    expect(offered.status).toBe(401)
  })
})

test('A013 a member who was removed past all code is out as well', async () => {
  const buyer = await registerMember(testApp.baseApp, 'Buyer')
  await testApp.runAsOwner(`update members set removed_at = now() where email = '${buyer.email}'`)
  await testApp.expectUnchanged(async () => expect(await tryCredentials(buyer)).toEqual([401, 401, 401]))
})

test('A013 a session that has come to its end opens nothing', async () => {
  const buyer = await registerMember(testApp.baseApp, 'Buyer')
  const id = await getMemberId(testApp.baseApp, buyer)
  await testApp.runAsOwner(`update sessions set expires_at = now() - interval '1 second' where member_id = '${id}'`)
  await testApp.expectUnchanged(async () => expect(await tryCredentials(buyer)).toEqual([401, 401, 401]))
})

test('A015 a role taken away or given in the database holds for the next request with the same token', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const list = () => testApp.call('V', 'GET /allbikes/myproduct', { headers: toBearerHeader(seller) })
  expect((await list()).status).toBe(200)
  // The wall against changing a role is passed by here: what is tried is whether anything was remembered.
  const setRole = (role: string) =>
    testApp.runAsOwner(
      `set session_replication_role = replica; update members set role = '${role}' where email = '${seller.email}'`,
    )
  await setRole('Buyer')
  expect((await list()).status).toBe(403)
  await setRole('Seller')
  expect((await list()).status).toBe(200)
})

test('A015 a badge that is taken away in the database is gone from the list', async () => {
  const listBadges = async () => {
    const { text } = await testApp.call('A', 'GET /allbikes', { query: '?limit=100' })
    const bikes: { email: string; verification: boolean }[] = JSON.parse(text)
    return [...new Set(bikes.filter(({ email }) => email === 'farhana@motohaat.test').map((one) => one.verification))]
  }
  expect(await listBadges()).toEqual([true])
  await testApp.runAsOwner(`update members set verified_at = null where email = 'farhana@motohaat.test'`)
  expect(await listBadges()).toEqual([false])
  await testApp.runAsOwner(`update members set verified_at = now() where email = 'farhana@motohaat.test'`)
})

test('A017 the tokens of sessions and e-mails are long, unique and share no prefix', async () => {
  const member = testApp.getId('B2')
  for (let many = 0; many < 20; many += 1) await testApp.signInAs('sadia')
  const { rows } = await testApp.db.$client.query<{ token: string }>(
    'select token from sessions where member_id = $1',
    [member],
  )
  const tokens = rows.map(({ token }) => token)
  assert(tokens.length >= 20, 'needs many sessions')
  expect(new Set(tokens).size).toBe(tokens.length)
  // 22 signs of 62 are 131 bits.
  expect(tokens.filter((token) => !/^[\w-]{22,}$/.test(token))).toEqual([])
  for (let index = 0; index < 22; index += 1) {
    const characters = new Set(tokens.map((token) => token[index]))
    expect(characters.size, `different signs at place ${index}`).toBeGreaterThan(5)
  }
})

test('A017 a session cannot be named by its id, which others may learn', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string; token: string }>('select id, token from sessions')
  for (const { id, token } of rows.slice(0, 3)) {
    for (const cookie of [id, `${id}.${id}`, token, `${token}.`, `${token}.${Buffer.alloc(32).toString('base64')}`]) {
      const headers = { cookie: `motohaat.session_token=${encodeURIComponent(cookie)}` }
      expect((await testApp.call('V', 'GET /auth/account', { headers })).status).toBe(401)
    }
  }
})

test('A019 over https the cookie is of this host alone, out of reach of scripts and plain http', async () => {
  const httpsApp = await createTestApp({ publicUrl: 'https://motohaat.example' })
  const answer = await httpsApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: 'imran@motohaat.test', password: demoPassword },
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  assert(cookies.length > 0, 'needs a cookie')
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).toMatch(/; Path=\/(?:;|$)/)
    for (const attribute of [/; Secure/, /; HttpOnly/, /; SameSite=(?:Lax|Strict)/]) expect(cookie).toMatch(attribute)
    expect(cookie).not.toMatch(/domain=/i)
  }
  // A neighbour's host can set a cookie without the prefix; it is not looked at.
  const tossed = (cookies[0] ?? '').split(';')[0]?.replace('__Host-', '') ?? ''
  const account = await httpsApp.fastify.inject({ url: '/api/auth/account', headers: { cookie: tossed } })
  expect(account.statusCode).toBe(401)
})

test('A019 a cookie that was there before the login is not the session afterwards', async () => {
  const planted = `${'a'.repeat(32)}.${Buffer.alloc(32).toString('base64')}`
  const answer = await signIn({ cookie: `motohaat.session_token=${encodeURIComponent(planted)}` })
  expect(getCookies(answer)).not.toContain('a'.repeat(32))
  const before = testApp.people.B1.cookie
  const again = await signIn({ cookie: before })
  expect([again.status, getCookies(again) === before]).toEqual([200, false])
  const account = await testApp.call('V', 'GET /auth/account', { headers: { cookie: getCookies(again) } })
  expect(account.text).toContain('imran@motohaat.test')
})

test('A019 a forged cookie beside the real one makes nobody else of the person', async () => {
  const [mine, name] = [testApp.people.B1.cookie, 'motohaat.session_token']
  const value = /session_token=([^;]+)/.exec(testApp.people.A.cookie)?.[1] ?? ''
  assert(value.length > 40, 'needs the cookie of the admin')
  const forged = `${name}=${value.split('.')[0]}.${Buffer.alloc(32, 1).toString('base64')}`
  for (const cookie of [`${forged}; ${mine}`, `${mine}; ${forged}`, forged, `${name}=; ${mine}`]) {
    const answer = await testApp.call('V', 'GET /auth/account', { headers: { cookie } })
    expect(answer.text).not.toContain('ayesha@motohaat.test')
    expect([200, 401]).toContain(answer.status)
  }
})

test('A019 the cookie opens no call but those about the own account', async () => {
  for (const call of ['GET /sellers', 'GET /messages', 'PUT /users/:id', 'DELETE /users/:id']) {
    const answer = await testApp.call('A', call, {
      proof: 'cookie',
      body: call.startsWith('PUT') ? { verify: true } : undefined,
    })
    expect([call, answer.status]).toEqual([call, 401])
  }
  const client = createClient(injectTransport(testApp.fastify, { cookie: testApp.people.B1.cookie }))
  await expect(client('GET /bookings')).rejects.toMatchObject({ status: 401 })
})
