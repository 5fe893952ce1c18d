import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { fixtures } from '#seed/fixtures.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createAccessTokens } from './access-tokens.ts'

const secret = 'a secret of the tests, thirty-two characters long'
const publicUrl = 'https://motohaat.example'
const tokens = createAccessTokens({ secret, publicUrl })
const bearer = { memberId: '01890000-0000-7000-8000-000000000001', sessionId: '01890000-0000-7000-8000-000000000002' }
const noon = new Date('2026-11-01T12:00:00Z')
const addSeconds = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const requestWithAuthorization = (...authorization: string[]) =>
  testApp.fastify.inject({
    url: `/api/users/buyer/${fixtures.karim.email}`,
    // The types of the test client allow only one header of a name; an attacker sends two.
    headers: Object.fromEntries([['authorization', authorization]]),
  })

test('a token is valid for its member and session for exactly 300 seconds', async () => {
  const token = await tokens.sign(bearer, noon)
  expect(await tokens.verify(token, noon)).toEqual(bearer)
  expect(await tokens.verify(token, addSeconds(299))).toEqual(bearer)
  expect(await tokens.verify(token, addSeconds(300))).toBeNull()
})

test('a token is valid five seconds before it was made: the clocks of two processes may differ by that', async () => {
  const token = await tokens.sign(bearer, noon)
  expect(await tokens.verify(token, addSeconds(-5))).toEqual(bearer)
  for (const early of [-6, -60]) expect(await tokens.verify(token, addSeconds(early))).toBeNull()
})

test('a token of another installation, another secret or another use of the secret is refused', async () => {
  const otherShopToken = await createAccessTokens({ secret, publicUrl: 'https://elsewhere.example' }).sign(bearer, noon)
  const guessedSecretToken = await createAccessTokens({ secret: 'x'.repeat(40), publicUrl }).sign(bearer, noon)
  const rawSecretToken = await new SignJWT({ sid: bearer.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(bearer.memberId)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setNotBefore(noon)
    .setExpirationTime(addSeconds(300))
    .sign(new TextEncoder().encode(secret))
  for (const token of [otherShopToken, guessedSecretToken, rawSecretToken])
    expect(await tokens.verify(token, noon)).toBeNull()
})

test('a token without a signature is refused', async () => {
  const unsigned = new UnsecuredJWT({ sid: bearer.sessionId })
    .setSubject(bearer.memberId)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setNotBefore(noon)
    .setExpirationTime(addSeconds(300))
    .encode()
  expect(await tokens.verify(unsigned, noon)).toBeNull()
})

test('a signed token without an expiry, or with invalid ids, is refused', async () => {
  const key = createHmac('sha256', secret).update('motohaat access token').digest()
  const signToken = (sub: string, end?: Date) => {
    const token = new SignJWT({ sid: bearer.sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setSubject(sub)
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setNotBefore(noon)
    return (end ? token.setExpirationTime(end) : token).sign(key)
  }
  expect(await tokens.verify(await signToken(bearer.memberId, addSeconds(300)), noon)).toEqual(bearer)
  expect(await tokens.verify(await signToken(bearer.memberId), noon)).toBeNull()
  expect(await tokens.verify(await signToken("' or 1=1 --", addSeconds(300)), noon)).toBeNull()
})

test('without a session nobody gets a token', async () => {
  await expect(testApp.visitor('POST /jwt', { body: { email: fixtures.ayesha.email } })).rejects.toMatchObject({
    status: 401,
    code: 'not_signed_in',
  })
})

test('a session gets a token for its own address only', async () => {
  const { cookie } = await testApp.signInAs('karim')
  const karim = createClient(injectTransport(testApp.fastify, { cookie }))
  await expect(karim('POST /jwt', { body: { email: fixtures.ayesha.email } })).rejects.toMatchObject({
    status: 403,
    code: 'not_your_email',
  })
  const { token } = await karim('POST /jwt', { body: { email: ` ${fixtures.karim.email.toUpperCase()} ` } })
  expect((await requestWithAuthorization(`Bearer ${token}`)).statusCode).toBe(200)
})

test.each([{}, { email: null }, { email: ['a@example.com', 'b@example.com'] }, { email: '' }])(
  'a token is not given for %j',
  async (payload) => {
    const { cookie } = await testApp.signInAs('karim')
    const reply = await testApp.fastify.inject({ method: 'POST', url: '/api/jwt', payload, headers: { cookie } })
    expect(reply.statusCode).toBe(400)
  },
)

test.each([
  ['Bearer null', 'Bearer null'],
  ['Bearer undefined', 'Bearer undefined'],
  ['Bearer alone', 'Bearer'],
  ['Bearer and a space', 'Bearer '],
  ['nothing', ''],
  ['null', 'null'],
  ['Basic', 'Basic a2FyaW06a2FyaW0='],
  ['garbage', 'Bearer a.b.c'],
  ['algorithm none', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['eight thousand characters', `Bearer ${'a'.repeat(2_700)}.${'b'.repeat(2_700)}.${'c'.repeat(2_700)}`],
])('a header with %s is not a token', async (_, authorization) => {
  const reply = await requestWithAuthorization(authorization)
  expect(reply.statusCode).toBe(401)
  expect(reply.json().code).toBe('not_signed_in')
})

test('a good token is refused when a second one comes with it, in another scheme, or in another place', async () => {
  const { token, cookie } = await testApp.signInAs('karim')
  // Two of these headers are an ambiguous request, refused before anybody is looked up.
  expect((await requestWithAuthorization(`Bearer ${token}`, 'Bearer null')).statusCode).toBe(400)
  expect((await requestWithAuthorization(`Bearer ${token}, Bearer ${token}`)).statusCode).toBe(401)
  expect((await requestWithAuthorization(`Token ${token}`)).statusCode).toBe(401)
  const url = `/api/users/buyer/${fixtures.karim.email}`
  const inQuery = await testApp.fastify.inject({ url: `${url}?token=${token}` })
  const byCookie = await testApp.fastify.inject({ url, headers: { cookie } })
  expect([inQuery.statusCode, byCookie.statusCode]).toEqual([401, 401])
})

test('an expired token is refused', async () => {
  const clock = { now: new Date() }
  const appWithClock = await createTestApp({ clock })
  const karim = await appWithClock.signInAs('karim')
  const fetchIsBuyer = () => karim('GET /users/buyer/:email', { params: { email: fixtures.karim.email } })
  expect(await fetchIsBuyer()).toEqual({ isBuyer: true })
  clock.now = new Date(clock.now.getTime() + 301_000)
  await expect(fetchIsBuyer()).rejects.toMatchObject({ status: 401 })
})

test('a session ends after seven days', async () => {
  const clock = { now: new Date() }
  const appWithClock = await createTestApp({ clock })
  const { cookie } = await appWithClock.signInAs('karim')
  const karim = createClient(injectTransport(appWithClock.fastify, { cookie }))
  expect((await karim('GET /auth/get-session')).user?.email).toBe(fixtures.karim.email)
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000 + 1_000)
  expect(await karim('GET /auth/get-session')).toEqual({ user: null })
})

test('a changed role takes effect at once, even with an older token', async () => {
  const nusrat = await testApp.signInAs('nusrat')
  const params = { email: fixtures.nusrat.email }
  expect(await nusrat('GET /users/seller/:email', { params })).toEqual({ isSeller: true })
  // A trigger forbids changing roles; a manual repair disables it for its transaction.
  const owner = await connectAsOwner(testApp)
  await owner.query('set session_replication_role = replica')
  await owner.query(`update members set role = 'Buyer', verified_at = null where email = $1`, [params.email])
  await owner.end()
  expect(await nusrat('GET /users/seller/:email', { params })).toEqual({ isSeller: false })
})
