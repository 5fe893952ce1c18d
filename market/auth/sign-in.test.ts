import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { accounts, sessions } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, hashesAtFullCost: true })
})
afterAll(() => testApp.close())

const password = 'a long enough password'
const createSignUpBody = (email: string) => ({
  name: 'Nila Das',
  image: 'https://photos.example.com/nila.jpg',
  email,
  password,
})

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  testApp.fastify.inject({ method: 'POST', url: `/api${path}`, payload, headers })

type Reply = Awaited<ReturnType<typeof post>>
const listSetCookies = (reply: Reply): string[] => [reply.headers['set-cookie'] ?? []].flat()
const getCookieHeader = (reply: Reply): string =>
  listSetCookies(reply)
    .map((one) => one.split(';')[0])
    .join('; ')
const createClientWithCookie = (cookie: string) => createClient(injectTransport(testApp.fastify, { cookie }))
const findRole = async (email: string) =>
  (await testApp.db.select({ role: members.role }).from(members).where(eq(members.email, email)))[0]?.role

test.each(['Buyer', 'Seller'] as const)('a person who registers as %s is one', async (role) => {
  const email = `${role.toLowerCase()}@example.com`
  await testApp.visitor('POST /auth/sign-up/email', { body: { ...createSignUpBody(email), role } })
  expect(await findRole(email)).toBe(role)
})

test('the role need not be chosen, and then it is Buyer', async () => {
  await testApp.visitor('POST /auth/sign-up/email', { body: createSignUpBody('unchosen@example.com') })
  expect(await findRole('unchosen@example.com')).toBe('Buyer')
})

test('nobody registers as an admin', async () => {
  const reply = await post('/auth/sign-up/email', { ...createSignUpBody('boss@example.com'), role: 'Admin' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ field: 'role' })
  expect(await findRole('boss@example.com')).toBeUndefined()
})

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'Nila, fb: nila.rides22' }],
  ['image', { image: 'http://photos.example.com/nila.jpg' }],
  ['email', { email: 'nila' }],
  ['password', { password: 'short' }],
  ['removedAt', { removedAt: null }],
])('registering with a wrong %s is refused with its name', async (field, wrongFields) => {
  const reply = await post('/auth/sign-up/email', { ...createSignUpBody('wrong@example.com'), ...wrongFields })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe(field)
})

test('registering a taken address shows the message of the identity provider', async () => {
  const taken = { ...createSignUpBody(fixtures.rahim.email.toUpperCase()), role: 'Buyer' }
  const reply = await post('/auth/sign-up/email', taken)
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'email_taken', message: 'User already exists. Use another email.' })
  expect(await findRole(fixtures.rahim.email)).toBe('Seller')
})

test('when several people register one address at once, one succeeds and the others get an error', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => post('/auth/sign-up/email', createSignUpBody('at-once@example.com'))),
  )
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  const saved = await testApp.db.select().from(members).where(eq(members.email, 'at-once@example.com'))
  expect(saved).toHaveLength(1)
})

test('a password is stored as an Argon2id hash', async () => {
  const reply = await post('/auth/sign-up/email', createSignUpBody('hashed@example.com'))
  const [saved] = await testApp.db.select().from(accounts).where(eq(accounts.userId, reply.json().user.uid))
  expect(saved?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a member logs in and the session has the user of the specification', async () => {
  const signedUp = await post('/auth/sign-up/email', createSignUpBody('session@example.com'))
  const { user } = await createClientWithCookie(getCookieHeader(signedUp))('GET /auth/get-session')
  expect(user).toEqual({
    uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    email: 'session@example.com',
    displayName: 'Nila Das',
    photoURL: 'https://photos.example.com/nila.jpg',
    emailVerified: false,
  })
  const signedIn = await testApp.visitor('POST /auth/sign-in/email', {
    body: { email: 'session@example.com', password },
  })
  expect(signedIn.user).toEqual(user)
})

test('an address and a name as other programs write them register and log in', async () => {
  const [name, email] = ['\uFEFFNila\u00A0Das\u200E', 'mailto:pasted@example.com\u200E']
  const signedUp = await testApp.visitor('POST /auth/sign-up/email', { body: { ...createSignUpBody(email), name } })
  expect(signedUp.user).toMatchObject({ email: 'pasted@example.com', displayName: 'Nila Das' })
  const login = { email: '\u2068Pasted@example.com\u2069', password }
  expect((await testApp.visitor('POST /auth/sign-in/email', { body: login })).user).toEqual(signedUp.user)
})

test('the responses of login and registration contain no token', async () => {
  const reply = await post('/auth/sign-in/email', { email: fixtures.karim.email, password: demoPassword })
  expect(Object.keys(reply.json())).toEqual(['user'])
})

test('a visitor has no session', async () => {
  expect(await testApp.visitor('GET /auth/get-session')).toEqual({ user: null })
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await post('/auth/sign-in/email', { email: fixtures.karim.email, password: 'not this one' })
  const unknown = await post('/auth/sign-in/email', { email: 'nobody@example.com', password: 'not this one' })
  const { requestId: _, ...errorBody } = wrong.json()
  expect(wrong.statusCode).toBe(401)
  expect(errorBody).toMatchObject({ code: 'wrong_login', message: 'Invalid email or password' })
  expect(unknown.statusCode).toBe(401)
  expect(unknown.json()).toMatchObject(errorBody)
})

test.each([
  ['full-width at', 'karim＠motohaat.test'],
  ['look-alike character', 'kаrim@motohaat.test'],
  ['text shown backwards', 'ka\u202Erim@motohaat.test'],
  ['trailing dot', 'karim@motohaat.test.'],
  ['new line', 'karim@motohaat.test\r\nBcc: x@y.test'],
  ['display name', 'Karim <karim@motohaat.test>'],
  ['quoted local part', '"karim"@motohaat.test'],
  ['list', 'karim@motohaat.test,x@y.test'],
  ['sign that better-auth does not take', 'a!b@motohaat.test'],
  ['400 characters', `${'k'.repeat(400)}@motohaat.test`],
])('an address with a %s is refused before anybody is looked up', async (_, email) => {
  for (const path of ['/auth/sign-in/email', '/auth/sign-up/email']) {
    const reply = await post(path, path.includes('up') ? createSignUpBody(email) : { email, password })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ field: 'email', message: expect.stringContaining('e-mail address') })
  }
})

test('another site cannot log a browser in, up or out', async () => {
  const cookie = (await testApp.signInAs('karim')).cookie
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test', cookie },
  ]
  for (const headers of foreign) {
    const credentials = { email: fixtures.karim.email, password: demoPassword }
    const replies = [
      await post('/auth/sign-in/email', credentials, headers),
      await post('/auth/sign-up/email', createSignUpBody('csrf@example.com'), headers),
      await post('/auth/sign-in/social', {}, headers),
      await post('/auth/sign-out', {}, headers),
      await post('/jwt', { email: fixtures.karim.email }, headers),
    ]
    expect(replies.map((reply) => reply.json().code)).toEqual(replies.map(() => 'foreign_site'))
    expect(replies.flatMap(listSetCookies)).toEqual([])
  }
  const credentials = { email: fixtures.karim.email, password: demoPassword }
  expect((await post('/auth/sign-in/email', credentials, { origin: testApp.publicUrl })).statusCode).toBe(200)
})

test('scripts and other sites cannot read the session cookie, and the authenticator accepts its signature', async () => {
  const reply = await post('/auth/sign-in/email', { email: fixtures.karim.email, password: demoPassword })
  const [cookie, ...others] = listSetCookies(reply)
  expect(others).toEqual([
    expect.stringMatching(/^motohaat\.device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect(cookie).toMatch(/^motohaat\.session_token=/)
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/i)
  const [name = '', value = ''] = (cookie?.split(';')[0] ?? '').split('=')
  const [token = '', signature] = decodeURIComponent(value).split('.')
  const secret = 'a secret of the tests, thirty-two characters long'
  expect(signature).toBe(createHmac('sha256', secret).update(token).digest('base64'))
  const forged = `${name}=${encodeURIComponent(`${token}.${createHmac('sha256', 'x').update(token).digest('base64')}`)}`
  expect(await createClientWithCookie(forged)('GET /auth/get-session')).toEqual({ user: null })
  await expect(
    createClientWithCookie(forged)('POST /jwt', { body: { email: fixtures.karim.email } }),
  ).rejects.toMatchObject({
    status: 401,
  })
})

test('the client address is the one of the connection, not the one that the client claims', async () => {
  const credentials = { email: fixtures.karim.email, password: demoPassword }
  await post('/auth/sign-in/email', credentials, { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a liar' })
  const [saved] = await testApp.db.select().from(sessions).where(eq(sessions.userAgent, 'a liar'))
  expect(saved?.ipAddress).toBe('127.0.0.1')
})

test('signing out ends the session, also for a copy of its cookie and its token', async () => {
  const { cookie, token } = await testApp.signInAs('karim')
  const karim = createClientWithCookie(cookie)
  const withToken = createClient(injectTransport(testApp.fastify), async () => token)
  expect((await withToken('GET /users/buyer/:email', { params: { email: fixtures.karim.email } })).isBuyer).toBe(true)

  const reply = await post('/auth/sign-out', {}, { cookie })

  expect(reply.json()).toEqual({ success: true })
  expect(listSetCookies(reply).join()).toMatch(/session_token=; Max-Age=0/)
  expect(await karim('GET /auth/get-session')).toEqual({ user: null })
  await expect(karim('POST /jwt', { body: { email: fixtures.karim.email } })).rejects.toMatchObject({ status: 401 })
  await expect(withToken('GET /users/buyer/:email', { params: { email: fixtures.karim.email } })).rejects.toMatchObject(
    {
      status: 401,
    },
  )
})

test('a removed member is logged out at once and cannot log in', async () => {
  const signedUp = await post('/auth/sign-up/email', createSignUpBody('removed@example.com'))
  const person = createClientWithCookie(getCookieHeader(signedUp))
  const { token } = await person('POST /jwt', { body: { email: 'removed@example.com' } })
  const withToken = createClient(injectTransport(testApp.fastify), async () => token)

  await testApp.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'removed@example.com'))

  expect(await person('GET /auth/get-session')).toEqual({ user: null })
  await expect(person('POST /jwt', { body: { email: 'removed@example.com' } })).rejects.toMatchObject({ status: 401 })
  await expect(
    withToken('GET /users/buyer/:email', { params: { email: 'removed@example.com' } }),
  ).rejects.toMatchObject({ status: 401 })
  const back = await post('/auth/sign-in/email', { email: 'removed@example.com', password })
  expect(back.statusCode).toBe(403)
  expect(back.json()).toMatchObject({ code: 'account_removed', message: 'This account was removed from Motohaat.' })
  expect(listSetCookies(back)).toEqual([])
})
