import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJsonRequest, createCookieBrowser, createSocialSignIn } from '#tests/support/social-sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import { createPasswordHasher } from './password/hashing.ts'
import { createAuthProvider } from './better-auth.ts'
import { accounts } from '#market/schema/people/logins.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await testApp.fastify.listen({ port: testApp.port, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

const { followRedirects, startSignIn, signIn } = createSocialSignIn(() => testApp)

const findMember = async (email: string) => (await testApp.db.select().from(members).where(eq(members.email, email)))[0]

test('the page of the sandbox says what it is and offers its people, without any script', async () => {
  const { answer } = await startSignIn(createCookieBrowser())
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('replaces Google')
  expect(html).toContain('Sadia Rahman')
  expect(html).not.toContain('<script')
})

test('one click logs in, registers as Buyer and returns to the page before', async () => {
  const { location, user } = await signIn({ person: 'sadia' }, { callbackURL: '/dashboard/wishlist?from=login' })
  expect(location).toBe('/dashboard/wishlist?from=login')
  expect(user).toMatchObject({ email: 'sadia@example.com', displayName: 'Sadia Rahman', emailVerified: true })
  expect(await findMember('sadia@example.com')).toMatchObject({ role: 'Buyer', image: null })
})

test('logging in again gives the same member, and no token of the provider is stored', async () => {
  const first = await signIn({ name: 'Again', email: 'again@example.com' })
  const second = await signIn({ name: 'Another Name', email: 'Again@Example.com' })
  expect(second.user).toEqual(first.user)
  const [account] = await testApp.db.select().from(accounts).where(eq(accounts.userId, first.user.uid))
  expect(account).toMatchObject({ providerId: 'social', accessToken: null, refreshToken: null, idToken: null })
})

test('after social login the member gets an access token', async () => {
  const { browse } = await signIn({ name: 'Token', email: 'token@example.com' })
  const { answer } = await browse(`${testApp.publicUrl}/api/jwt`, createJsonRequest({ email: 'token@example.com' }))
  expect(await answer.json()).toEqual({ token: expect.stringMatching(/^ey/) })
})

test('an address that the provider has not verified is not linked to its account, and the login page says why', async () => {
  const body = {
    name: 'First',
    image: 'https://photos.example.com/a.jpg',
    email: 'first@example.com',
    password: 'a long password',
  }
  await testApp.visitor('POST /auth/sign-up/email', { body: { ...body, role: 'Seller' } })
  const login = { email: body.email, password: body.password }
  const { location, user } = await signIn({ name: 'Second', email: 'first@example.com', unverified: 'yes' })
  // Neither is the address proven, nor has anything ended.
  expect((await testApp.visitor('POST /auth/sign-in/email', { body: login })).user?.emailVerified).toBe(false)
  expect(location).toBe('/login?error=account_not_joined')
  expect(user).toBeNull()
})

test('a new account whose address the provider has not verified gets the link that confirms it, once', async () => {
  const person = { name: 'Unverified', email: 'unverified@example.com', unverified: 'yes' }
  expect((await signIn(person)).user).toMatchObject({ emailVerified: false })
  await signIn(person)
  expect(await testApp.db.$count(mails, eq(mails.recipient, person.email))).toBe(1)
})

test('who cancels is back at the login page and not logged in', async () => {
  const { location, user } = await signIn({ cancel: 'yes' })
  expect(location).toBe('/login?error=social_cancelled')
  expect(user).toBeNull()
})

test.each([
  ['/login?from=%2Fdashboard%2Fwishlist&social=yes', '/login?from=%2Fdashboard%2Fwishlist&error=social_cancelled'],
  ['/bn/login?from=%2Fbikes%3Fq%3Dr15&social=yes', '/bn/login?from=%2Fbikes%3Fq%3Dr15&error=social_cancelled'],
  ['/dashboard/wishlist?page=2', '/login?from=%2Fdashboard%2Fwishlist%3Fpage%3D2&error=social_cancelled'],
  ['/bn/bikes?q=r15', '/bn/login?from=%2Fbikes%3Fq%3Dr15&error=social_cancelled'],
  ['/bn', '/bn/login?error=social_cancelled'],
])('who cancels a login that returns to %s keeps the language and the page to return to', async (callbackURL, path) => {
  expect(await signIn({ cancel: 'yes' }, { callbackURL })).toMatchObject({ location: path, user: null })
})

test('a removed member does not come back through the social login', async () => {
  const { user } = await signIn({ name: 'Gone', email: 'gone@example.com' })
  await testApp.db.update(members).set({ removedAt: new Date() }).where(eq(members.id, user.uid))
  const again = await signIn({ name: 'Gone', email: 'gone@example.com' })
  expect(again.location).toBe('/login?error=account_removed')
  expect(again.user).toBeNull()
})

test('an address that Motohaat cannot use is refused with a reason', async () => {
  const { location } = await signIn({ name: 'Odd', email: 'odd@example.c0m1' })
  // The sandbox itself checks the form of an address, so the person stays on its page.
  expect(location).toContain('/sign-in/interaction/')
  expect(await findMember('odd@example.c0m1')).toBeUndefined()
})

test('the callback of somebody else’s login does not log this browser in', async () => {
  const thief = createCookieBrowser()
  const page = await startSignIn(thief)
  const { next: resume } = await thief(page.location, {
    method: 'POST',
    body: new URLSearchParams({ person: 'sadia' }),
  })
  const { next: callback } = await thief(resume ?? '')
  expect(callback).toContain('/api/auth/callback/social?code=')
  const victim = createCookieBrowser()
  const { location } = await followRedirects(victim, callback ?? '')
  expect(location).toBe('/login?error=social_expired')
  const { answer } = await victim(`${testApp.publicUrl}/api/auth/get-session`)
  expect(await answer.json()).toEqual({ user: null })
})

test.each([
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test',
  'javascript:alert(1)',
  'dashboard',
])('the login never leads to %j', async (callbackURL) => {
  await expect(testApp.visitor('POST /auth/sign-in/social', { body: { callbackURL } })).rejects.toMatchObject({
    status: 403,
    code: 'foreign_address',
  })
})

test.each(['', '?code=x', '?state=x', '?code=x&state=y', '?error=access_denied', '?code=a&code=b&state=c&state=d'])(
  'a callback with %j ends at the login page',
  async (query) => {
    const reply = await testApp.fastify.inject({ url: `/api/auth/callback/social${query}` })
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toMatch(/^\/login\?error=social_\w+$/)
    expect(reply.headers['set-cookie']).toBeUndefined()
  },
)

test('a callback of an unknown provider ends at the login page', async () => {
  const reply = await testApp.fastify.inject({ url: '/api/auth/callback/google?code=x&state=y' })
  expect(reply.headers.location).toBe('/login?error=social_failed')
})

test('the server starts when the social provider is down, and social login works once it is up', async () => {
  const port = await findFreePort()
  const request = () =>
    new Request(`${testApp.publicUrl}/api/auth/sign-in/social`, {
      ...createJsonRequest({ provider: 'social', callbackURL: '/' }),
      headers: { 'content-type': 'application/json', origin: testApp.publicUrl },
    })
  const options = { db: testApp.db, publicUrl: testApp.publicUrl, secret: 's'.repeat(40), now: () => new Date() }
  const ids = { createId: () => crypto.randomUUID(), passwordHasher: createPasswordHasher() }
  const social = { issuer: `http://localhost:${port}/sign-in`, clientId: 'motohaat', clientSecret: 'x' }
  const authProvider = createAuthProvider({ ...options, ...ids, social })
  await expect(authProvider.handleSocial(request())).rejects.toMatchObject({ code: 'social_unavailable' })

  const { createServer } = await import('node:http')
  const { createSignInProvider } = await import('#sandbox/sign-in/provider.ts')
  const signIn = createSignInProvider({ ...social, redirectUris: [], people: [], production: false })
  const server = createServer(signIn.handler)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  expect((await authProvider.handleSocial(request())).status).toBe(200)
  server.closeAllConnections()
  server.close()
})

test('over https every cookie is __Host- and Secure', async () => {
  const authProvider = createAuthProvider({
    db: testApp.db,
    publicUrl: 'https://motohaat.example',
    secret: 's'.repeat(40),
    social: { issuer: testApp.sandbox.issuer, clientId: 'motohaat', clientSecret: 'x' },
    passwordHasher: createPasswordHasher(),
    createId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const headers = { 'content-type': 'application/json', origin: 'https://motohaat.example' }
  const createAuthRequest = (path: string, body: object) =>
    new Request(`https://motohaat.example/api/auth${path}`, { ...createJsonRequest(body), headers })
  const signUp = { name: 'Https', email: 'https@example.com', password: 'a long password' }
  const answers = [
    await authProvider.handle(createAuthRequest('/sign-up/email', signUp)),
    await authProvider.handleSocial(createAuthRequest('/sign-in/social', { provider: 'social', callbackURL: '/' })),
  ]
  const cookies = answers.flatMap((answer) => answer.headers.getSetCookie())
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([authProvider.sessionCookie, '__Host-motohaat.state'])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/i)
    expect(cookie).not.toMatch(/domain/i)
  }
})

test('the sign-in sandbox does not start in production', async () => {
  const { createSignInProvider } = await import('#sandbox/sign-in/provider.ts')
  const options = { issuer: 'http://localhost/sign-in', clientId: 'a', clientSecret: 'b', redirectUris: [], people: [] }
  expect(() => createSignInProvider({ ...options, production: true })).toThrow('does not run in production')
})
