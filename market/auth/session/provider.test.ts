import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { cast } from '#seed/fixtures.ts'
import { openOwner } from '#tests/support/owner-connection.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { openTokens } from './provider.ts'

const secret = 'a secret of the tests, thirty-two characters long'
const publicUrl = 'https://motohaat.example'
const tokens = openTokens({ secret, publicUrl })
const bearer = { memberId: '01890000-0000-7000-8000-000000000001', sessionId: '01890000-0000-7000-8000-000000000002' }
const noon = new Date('2026-11-01T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const asked = (...authorization: string[]) =>
  shop.app.inject({
    url: `/api/users/buyer/${cast.karim.email}`,
    // Two headers of one name are what an attacker sends; the types of the test client know only one.
    headers: Object.fromEntries([['authorization', authorization]]),
  })

test('a token names its member and session for 300 seconds and not one longer', async () => {
  const token = await tokens.sign(bearer, noon)
  expect(await tokens.check(token, noon)).toEqual(bearer)
  expect(await tokens.check(token, later(299))).toEqual(bearer)
  expect(await tokens.check(token, later(300))).toBeNull()
  expect(await tokens.check(token, later(-60))).toBeNull()
})

test('a token of another shop, another secret or another signature of the same secret is none', async () => {
  const elsewhere = await openTokens({ secret, publicUrl: 'https://elsewhere.example' }).sign(bearer, noon)
  const guessed = await openTokens({ secret: 'x'.repeat(40), publicUrl }).sign(bearer, noon)
  const underived = await new SignJWT({ sid: bearer.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(bearer.memberId)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setNotBefore(noon)
    .setExpirationTime(later(300))
    .sign(new TextEncoder().encode(secret))
  for (const token of [elsewhere, guessed, underived]) expect(await tokens.check(token, noon)).toBeNull()
})

test('a token without a signature is none', async () => {
  const unsigned = new UnsecuredJWT({ sid: bearer.sessionId })
    .setSubject(bearer.memberId)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setNotBefore(noon)
    .setExpirationTime(later(300))
    .encode()
  expect(await tokens.check(unsigned, noon)).toBeNull()
})

test('a token that is well signed but without an end, or with other ids, is none', async () => {
  const key = createHmac('sha256', secret).update('motohaat access token').digest()
  const signed = (sub: string, end?: Date) => {
    const token = new SignJWT({ sid: bearer.sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setSubject(sub)
      .setIssuer(publicUrl)
      .setAudience(publicUrl)
      .setNotBefore(noon)
    return (end ? token.setExpirationTime(end) : token).sign(key)
  }
  expect(await tokens.check(await signed(bearer.memberId, later(300)), noon)).toEqual(bearer)
  expect(await tokens.check(await signed(bearer.memberId), noon)).toBeNull()
  expect(await tokens.check(await signed("' or 1=1 --", later(300)), noon)).toBeNull()
})

test('without a session there is no token, for nobody', async () => {
  await expect(shop.visitor('POST /jwt', { body: { email: cast.ayesha.email } })).rejects.toMatchObject({
    status: 401,
    code: 'not_signed_in',
  })
})

test('a session gets a token for its own address only', async () => {
  const { cookie } = await shop.as('karim')
  const karim = createClient(inProcess(shop.app, { cookie }))
  await expect(karim('POST /jwt', { body: { email: cast.ayesha.email } })).rejects.toMatchObject({
    status: 403,
    code: 'not_your_email',
  })
  const { token } = await karim('POST /jwt', { body: { email: ` ${cast.karim.email.toUpperCase()} ` } })
  expect((await asked(`Bearer ${token}`)).statusCode).toBe(200)
})

test.each([{}, { email: null }, { email: ['a@example.com', 'b@example.com'] }, { email: '' }])(
  'a token is not given for %j',
  async (payload) => {
    const { cookie } = await shop.as('karim')
    const reply = await shop.app.inject({ method: 'POST', url: '/api/jwt', payload, headers: { cookie } })
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
  ['eight thousand letters', `Bearer ${'a'.repeat(2_700)}.${'b'.repeat(2_700)}.${'c'.repeat(2_700)}`],
])('a header with %s is not a token', async (_, authorization) => {
  const reply = await asked(authorization)
  expect(reply.statusCode).toBe(401)
  expect(reply.json().code).toBe('not_signed_in')
})

test('a good token is refused when a second one comes with it, in another scheme, or in another place', async () => {
  const { token, cookie } = await shop.as('karim')
  expect((await asked(`Bearer ${token}`, 'Bearer null')).statusCode).toBe(401)
  expect((await asked(`Bearer ${token}, Bearer ${token}`)).statusCode).toBe(401)
  expect((await asked(`Token ${token}`)).statusCode).toBe(401)
  const url = `/api/users/buyer/${cast.karim.email}`
  const inQuery = await shop.app.inject({ url: `${url}?token=${token}` })
  const byCookie = await shop.app.inject({ url, headers: { cookie } })
  expect([inQuery.statusCode, byCookie.statusCode]).toEqual([401, 401])
})

test('a token that ended is refused by the shop', async () => {
  const clock = { now: new Date() }
  const other = await openTestShop({ clock })
  const karim = await other.as('karim')
  const look = () => karim('GET /users/buyer/:email', { params: { email: cast.karim.email } })
  expect(await look()).toEqual({ isBuyer: true })
  clock.now = new Date(clock.now.getTime() + 301_000)
  await expect(look()).rejects.toMatchObject({ status: 401 })
})

test('a session ends after seven days', async () => {
  const clock = { now: new Date() }
  const other = await openTestShop({ clock })
  const { cookie } = await other.as('karim')
  const karim = createClient(inProcess(other.app, { cookie }))
  expect((await karim('GET /auth/get-session')).user?.email).toBe(cast.karim.email)
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000 + 1_000)
  expect(await karim('GET /auth/get-session')).toEqual({ user: null })
})

test('a changed role holds at once, with a token from before', async () => {
  const nusrat = await shop.as('nusrat')
  const params = { email: cast.nusrat.email }
  expect(await nusrat('GET /users/seller/:email', { params })).toEqual({ isSeller: true })
  // Roles do not change in place; a repair by hand switches that rule off for its own transaction.
  const owner = await openOwner(shop)
  await owner.query('set session_replication_role = replica')
  await owner.query(`update members set role = 'Buyer', verified_at = null where email = $1`, [params.email])
  await owner.end()
  expect(await nusrat('GET /users/seller/:email', { params })).toEqual({ isSeller: false })
})
