import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { accounts, sessions } from '#market/auth/table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const password = 'a long enough password'
const newcomer = (email: string) => ({
  name: 'Nila Das',
  image: 'https://photos.example.com/nila.jpg',
  email,
  password,
})

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: 'POST', url: `/api${path}`, payload, headers })

type Reply = Awaited<ReturnType<typeof post>>
const setCookies = (reply: Reply): string[] => [reply.headers['set-cookie'] ?? []].flat()
const cookieOf = (reply: Reply): string =>
  setCookies(reply)
    .map((one) => one.split(';')[0])
    .join('; ')
const withCookie = (cookie: string) => createClient(inProcess(shop.app, { cookie }))
const roleKept = async (email: string) =>
  (await shop.db.select({ role: members.role }).from(members).where(eq(members.email, email)))[0]?.role

test.each(['Buyer', 'Seller'] as const)('a person who registers as %s is one', async (role) => {
  const email = `${role.toLowerCase()}@example.com`
  await shop.visitor('POST /auth/sign-up/email', { body: { ...newcomer(email), role } })
  expect(await roleKept(email)).toBe(role)
})

test('the role need not be chosen, and then it is Buyer', async () => {
  await shop.visitor('POST /auth/sign-up/email', { body: newcomer('unchosen@example.com') })
  expect(await roleKept('unchosen@example.com')).toBe('Buyer')
})

test('nobody registers as an admin', async () => {
  const reply = await post('/auth/sign-up/email', { ...newcomer('boss@example.com'), role: 'Admin' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ field: 'role' })
  expect(await roleKept('boss@example.com')).toBeUndefined()
})

test.each([
  ['name', { name: ' ' }],
  ['image', { image: 'http://photos.example.com/nila.jpg' }],
  ['email', { email: 'nila' }],
  ['password', { password: 'short' }],
  ['removedAt', { removedAt: null }],
])('registering with a wrong %s is refused with its name', async (field, wrong) => {
  const reply = await post('/auth/sign-up/email', { ...newcomer('wrong@example.com'), ...wrong })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe(field)
})

test('registering a taken address shows the message of the identity provider', async () => {
  const taken = { ...newcomer(cast.rahim.email.toUpperCase()), role: 'Buyer' }
  const reply = await post('/auth/sign-up/email', taken)
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'email_taken', message: 'User already exists. Use another email.' })
  expect(await roleKept(cast.rahim.email)).toBe('Seller')
})

test('of several who register one address at the same instant, one gets it and the others are told', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => post('/auth/sign-up/email', newcomer('at-once@example.com'))),
  )
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  const kept = await shop.db.select().from(members).where(eq(members.email, 'at-once@example.com'))
  expect(kept).toHaveLength(1)
})

test('a password is kept as Argon2id, never as it was typed', async () => {
  const reply = await post('/auth/sign-up/email', newcomer('hashed@example.com'))
  const [kept] = await shop.db.select().from(accounts).where(eq(accounts.userId, reply.json().user.uid))
  expect(kept?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a member logs in and the session holds the user as the specification spells it', async () => {
  const signedUp = await post('/auth/sign-up/email', newcomer('session@example.com'))
  const { user } = await withCookie(cookieOf(signedUp))('GET /auth/get-session')
  expect(user).toEqual({
    uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    email: 'session@example.com',
    displayName: 'Nila Das',
    photoURL: 'https://photos.example.com/nila.jpg',
    emailVerified: false,
  })
  const signedIn = await shop.visitor('POST /auth/sign-in/email', { body: { email: 'session@example.com', password } })
  expect(signedIn.user).toEqual(user)
})

test('the answers of logging in and registering hold no token', async () => {
  const reply = await post('/auth/sign-in/email', { email: cast.karim.email, password: demoPassword })
  expect(Object.keys(reply.json())).toEqual(['user'])
})

test('a visitor has no session', async () => {
  expect(await shop.visitor('GET /auth/get-session')).toEqual({ user: null })
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await post('/auth/sign-in/email', { email: cast.karim.email, password: 'not this one' })
  const unknown = await post('/auth/sign-in/email', { email: 'nobody@example.com', password: 'not this one' })
  const { requestId: _, ...said } = wrong.json()
  expect(wrong.statusCode).toBe(401)
  expect(said).toMatchObject({ code: 'wrong_login', message: 'Invalid email or password' })
  expect(unknown.statusCode).toBe(401)
  expect(unknown.json()).toMatchObject(said)
})

test.each([
  ['full-width at', 'karim＠motohaat.test'],
  ['look-alike letter', 'kаrim@motohaat.test'],
  ['zero-width sign', 'ka\u200Brim@motohaat.test'],
  ['trailing dot', 'karim@motohaat.test.'],
  ['new line', 'karim@motohaat.test\r\nBcc: x@y.test'],
  ['display name', 'Karim <karim@motohaat.test>'],
  ['quoted local part', '"karim"@motohaat.test'],
  ['list', 'karim@motohaat.test,x@y.test'],
  ['400 characters', `${'k'.repeat(400)}@motohaat.test`],
])('an address with a %s is refused before anybody is looked up', async (_, email) => {
  for (const path of ['/auth/sign-in/email', '/auth/sign-up/email']) {
    const reply = await post(path, path.includes('up') ? newcomer(email) : { email, password })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().field).toBe('email')
  }
})

test('another site cannot log a browser in, up or out', async () => {
  const cookie = (await shop.as('karim')).cookie
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test', cookie },
  ]
  for (const headers of foreign) {
    const said = { email: cast.karim.email, password: demoPassword }
    const replies = [
      await post('/auth/sign-in/email', said, headers),
      await post('/auth/sign-up/email', newcomer('csrf@example.com'), headers),
      await post('/auth/sign-in/social', {}, headers),
      await post('/auth/sign-out', {}, headers),
      await post('/jwt', { email: cast.karim.email }, headers),
    ]
    expect(replies.map((reply) => reply.json().code)).toEqual(replies.map(() => 'foreign_site'))
    expect(replies.flatMap(setCookies)).toEqual([])
  }
  const own = { email: cast.karim.email, password: demoPassword }
  expect((await post('/auth/sign-in/email', own, { origin: shop.publicUrl })).statusCode).toBe(200)
})

test('the cookie of the session is out of reach of scripts and foreign sites, and is signed as the door expects', async () => {
  const reply = await post('/auth/sign-in/email', { email: cast.karim.email, password: demoPassword })
  const [cookie, ...others] = setCookies(reply)
  expect(others).toEqual([
    expect.stringMatching(/^motohaat\.device=[\w-]+\.[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect(cookie).toMatch(/^motohaat\.session_token=/)
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/i)
  const [name = '', value = ''] = (cookie?.split(';')[0] ?? '').split('=')
  const [token = '', signature] = decodeURIComponent(value).split('.')
  const secret = 'a secret of the tests, thirty-two characters long'
  expect(signature).toBe(createHmac('sha256', secret).update(token).digest('base64'))
  const forged = `${name}=${encodeURIComponent(`${token}.${createHmac('sha256', 'x').update(token).digest('base64')}`)}`
  expect(await withCookie(forged)('GET /auth/get-session')).toEqual({ user: null })
  await expect(withCookie(forged)('POST /jwt', { body: { email: cast.karim.email } })).rejects.toMatchObject({
    status: 401,
  })
})

test('the address of the caller is the one that we saw, not the one that the caller claims', async () => {
  const said = { email: cast.karim.email, password: demoPassword }
  await post('/auth/sign-in/email', said, { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a liar' })
  const [kept] = await shop.db.select().from(sessions).where(eq(sessions.userAgent, 'a liar'))
  expect(kept?.ipAddress).toBe('127.0.0.1')
})

test('signing out ends the session, also for a copy of its cookie and its token', async () => {
  const { cookie, token } = await shop.as('karim')
  const karim = withCookie(cookie)
  const withToken = createClient(inProcess(shop.app), async () => token)
  expect((await withToken('GET /users/buyer/:email', { params: { email: cast.karim.email } })).isBuyer).toBe(true)

  const left = await post('/auth/sign-out', {}, { cookie })

  expect(left.json()).toEqual({ success: true })
  expect(setCookies(left).join()).toMatch(/session_token=; Max-Age=0/)
  expect(await karim('GET /auth/get-session')).toEqual({ user: null })
  await expect(karim('POST /jwt', { body: { email: cast.karim.email } })).rejects.toMatchObject({ status: 401 })
  await expect(withToken('GET /users/buyer/:email', { params: { email: cast.karim.email } })).rejects.toMatchObject({
    status: 401,
  })
})

test('a removed member is out at once and cannot come back', async () => {
  const signedUp = await post('/auth/sign-up/email', newcomer('removed@example.com'))
  const person = withCookie(cookieOf(signedUp))
  const { token } = await person('POST /jwt', { body: { email: 'removed@example.com' } })
  const withToken = createClient(inProcess(shop.app), async () => token)

  await shop.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'removed@example.com'))

  expect(await person('GET /auth/get-session')).toEqual({ user: null })
  await expect(person('POST /jwt', { body: { email: 'removed@example.com' } })).rejects.toMatchObject({ status: 401 })
  await expect(
    withToken('GET /users/buyer/:email', { params: { email: 'removed@example.com' } }),
  ).rejects.toMatchObject({ status: 401 })
  const back = await post('/auth/sign-in/email', { email: 'removed@example.com', password })
  expect(back.statusCode).toBe(403)
  expect(back.json()).toMatchObject({ code: 'account_removed', message: 'This account was removed from Motohaat.' })
  expect(setCookies(back)).toEqual([])
})
