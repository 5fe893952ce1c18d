import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../tools/accounts.ts'
import { freePort, openTestShop, type TestShop } from '../../tools/test-shop.ts'
import { members } from '../members/table.ts'
import { openIdentity } from './provider.ts'
import { accounts, sessions } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  await shop.app.listen({ port: shop.port, host: '127.0.0.1' })
})
afterAll(() => shop.close())

type Walk = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> }

/** A browser as far as this walk needs one: it keeps cookies, each for its own server and path. */
const openBrowser = () => {
  const jar: { host: string; path: string; name: string; value: string }[] = []
  const keep = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const at = jar.findIndex((one) => one.host === url.host && one.name === name && one.path === path)
    if (at >= 0) jar.splice(at, 1)
    const isGone = attributes.some((one) => /^max-age=0$/i.test(one)) || value === ''
    if (!isGone) jar.push({ host: url.host, path, name, value })
  }
  return async (address: string, init: Walk = {}) => {
    const url = new URL(address)
    const fitting = jar.filter((one) => one.host === url.host && url.pathname.startsWith(one.path))
    const cookie = fitting.map((one) => `${one.name}=${one.value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) keep(url, line)
    const to = answer.headers.get('location')
    return { answer, next: to === null ? null : new URL(to, url).href }
  }
}

type Browser = ReturnType<typeof openBrowser>

const json = (body: object): Walk => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Follows where it is sent until a page is shown or the shop's own pages begin. */
const follow = async (browse: Browser, from: string, init?: Walk) => {
  let { answer, next } = await browse(from, init)
  let at = from
  while (next !== null) {
    at = next
    if (at.startsWith(shop.publicUrl) && !at.includes('/api/')) return { at: at.slice(shop.publicUrl.length), answer }
    ;({ answer, next } = await browse(at))
  }
  return { at, answer }
}

const begin = async (browse: Browser, body: object = {}) => {
  const { answer } = await browse(`${shop.publicUrl}/api/auth/sign-in/social`, json(body))
  expect(answer.status).toBe(200)
  const { url } = await answer.json()
  expect(new URL(url).origin).toBe(new URL(shop.sandbox.issuer).origin)
  return follow(browse, url)
}

const choose = (browse: Browser, page: string, form: Record<string, string>) =>
  follow(browse, page, { method: 'POST', body: new URLSearchParams(form) })

const signIn = async (form: Record<string, string>, body: object = {}) => {
  const browse = openBrowser()
  const page = await begin(browse, body)
  const { at } = await choose(browse, page.at, form)
  const { answer } = await browse(`${shop.publicUrl}/api/auth/get-session`)
  return { at, browse, user: (await answer.json()).user }
}

const kept = async (email: string) => (await shop.db.select().from(members).where(eq(members.email, email)))[0]

test('the page of the sandbox says what it is and offers its people, without any script', async () => {
  const { answer } = await begin(openBrowser())
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('stands in for Google')
  expect(html).toContain('Sadia Rahman')
  expect(html).not.toContain('<script')
})

test('one click logs in, registers as Buyer and goes back to the page one came from', async () => {
  const { at, user } = await signIn({ person: 'sadia' }, { callbackURL: '/dashboard/wishlist?from=login' })
  expect(at).toBe('/dashboard/wishlist?from=login')
  expect(user).toMatchObject({ email: 'sadia@example.com', displayName: 'Sadia Rahman', emailVerified: true })
  expect(await kept('sadia@example.com')).toMatchObject({ role: 'Buyer', image: null })
})

test('logging in again is the same member, and no key to their account elsewhere is kept', async () => {
  const first = await signIn({ name: 'Again', email: 'again@example.com' })
  const second = await signIn({ name: 'Another Name', email: 'Again@Example.com' })
  expect(second.user).toEqual(first.user)
  const [account] = await shop.db.select().from(accounts).where(eq(accounts.userId, first.user.uid))
  expect(account).toMatchObject({ providerId: 'social', accessToken: null, refreshToken: null, idToken: null })
})

test('after social login the member gets an access token', async () => {
  const { browse } = await signIn({ name: 'Token', email: 'token@example.com' })
  const { answer } = await browse(`${shop.publicUrl}/api/jwt`, json({ email: 'token@example.com' }))
  expect(await answer.json()).toEqual({ token: expect.stringMatching(/^ey/) })
})

test('a person without a password sets up a second factor soon after logging in, and the social login asks for it', async () => {
  const { browse } = await signIn({ name: 'Two', email: 'two@example.com' })
  const ask = async (path: string, body: object) => {
    const { answer } = await browse(`${shop.publicUrl}/api/auth${path}`, json(body))
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await ask('/two-factor/enable', {})
  expect((await ask('/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)

  const again = await signIn({ name: 'Two', email: 'two@example.com' }, { callbackURL: '/login?from=%2Fdashboard' })
  expect(again.at).toBe('/login?from=%2Fdashboard&code=yes')
  expect(again.user).toBeNull()
  const code = { code: codeOf(body.totpURI) }
  const { answer } = await again.browse(`${shop.publicUrl}/api/auth/sign-in/code`, json(code))
  expect((await answer.json()).user.email).toBe('two@example.com')
})

test('a person without a password who logged in a while ago is asked to log in again', async () => {
  const { browse, user } = await signIn({ name: 'Old', email: 'old@example.com' })
  const anHourAgo = new Date(Date.now() - 60 * 60_000)
  await shop.db.update(sessions).set({ createdAt: anHourAgo }).where(eq(sessions.userId, user.uid))
  for (const path of ['two-factor/enable', 'delete-user']) {
    const { answer } = await browse(`${shop.publicUrl}/api/auth/${path}`, json({}))
    expect(await answer.json()).toMatchObject({ code: 'log_in_again' })
  }
  expect(await kept('old@example.com')).toMatchObject({ removedAt: null })
})

test('a person without a password chooses one soon after logging in, and logs in with it', async () => {
  const { browse } = await signIn({ name: 'New', email: 'newpass@example.com' })
  const body = { newPassword: 'a long enough password' }
  const { answer } = await browse(`${shop.publicUrl}/api/auth/change-password`, json(body))
  expect(answer.status).toBe(200)
  const login = { email: 'newpass@example.com', password: body.newPassword }
  const { user } = await shop.visitor('POST /auth/sign-in/email', { body: login })
  expect(user?.displayName).toBe('New')
})

test('an address that has an account already is not joined with it, and the person reads why', async () => {
  const body = {
    name: 'First',
    image: 'https://photos.example.com/a.jpg',
    email: 'first@example.com',
    password: 'a long password',
  }
  await shop.visitor('POST /auth/sign-up/email', { body: { ...body, role: 'Seller' } })
  const { at, user } = await signIn({ name: 'Second', email: 'first@example.com' })
  expect(at).toBe('/login?error=account_not_joined')
  expect(user).toBeNull()
})

test('who cancels is back at the login page and not logged in', async () => {
  const { at, user } = await signIn({ cancel: 'yes' })
  expect(at).toBe('/login?error=social_cancelled')
  expect(user).toBeNull()
})

test('a removed member does not come back through the social login', async () => {
  const { user } = await signIn({ name: 'Gone', email: 'gone@example.com' })
  await shop.db.update(members).set({ removedAt: new Date() }).where(eq(members.id, user.uid))
  const again = await signIn({ name: 'Gone', email: 'gone@example.com' })
  expect(again.at).toBe('/login?error=account_removed')
  expect(again.user).toBeNull()
})

test('an address that the shop cannot use is refused with a reason', async () => {
  const { at } = await signIn({ name: 'Odd', email: 'odd@example.c0m1' })
  // The sandbox itself checks the form of an address, so the person stays on its page.
  expect(at).toContain('/sign-in/interaction/')
  expect(await kept('odd@example.c0m1')).toBeUndefined()
})

test('the answer of somebody else’s login does not log this browser in', async () => {
  const thief = openBrowser()
  const page = await begin(thief)
  const { next: resume } = await thief(page.at, { method: 'POST', body: new URLSearchParams({ person: 'sadia' }) })
  const { next: callback } = await thief(resume ?? '')
  expect(callback).toContain('/api/auth/callback/social?code=')
  const victim = openBrowser()
  const { at } = await follow(victim, callback ?? '')
  expect(at).toBe('/login?error=social_expired')
  const { answer } = await victim(`${shop.publicUrl}/api/auth/get-session`)
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
  await expect(shop.visitor('POST /auth/sign-in/social', { body: { callbackURL } })).rejects.toMatchObject({
    status: 403,
    code: 'foreign_address',
  })
})

test.each(['', '?code=x', '?state=x', '?code=x&state=y', '?error=access_denied', '?code=a&code=b&state=c&state=d'])(
  'a callback with %j ends at the login page',
  async (query) => {
    const reply = await shop.app.inject({ url: `/api/auth/callback/social${query}` })
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toMatch(/^\/login\?error=social_\w+$/)
    expect(reply.headers['set-cookie']).toBeUndefined()
  },
)

test('a callback of a provider that the shop does not know ends at the login page', async () => {
  const reply = await shop.app.inject({ url: '/api/auth/callback/google?code=x&state=y' })
  expect(reply.headers.location).toBe('/login?error=social_failed')
})

test('the shop opens when the social provider is away, says so, and finds it when it is back', async () => {
  const port = await freePort()
  const request = () =>
    new Request(`${shop.publicUrl}/api/auth/sign-in/social`, {
      ...json({ provider: 'social', callbackURL: '/' }),
      headers: { 'content-type': 'application/json', origin: shop.publicUrl },
    })
  const options = { db: shop.db, publicUrl: shop.publicUrl, secret: 's'.repeat(40), now: () => new Date() }
  const ids = { newId: () => crypto.randomUUID() }
  const social = { issuer: `http://localhost:${port}/sign-in`, clientId: 'motohaat', clientSecret: 'x' }
  const identity = openIdentity({ ...options, ...ids, social })
  await expect(identity.handleSocial(request())).rejects.toMatchObject({ code: 'social_unavailable' })

  const { createServer } = await import('node:http')
  const { openSignIn } = await import('../../sandbox/sign-in/provider.ts')
  const signIn = await openSignIn({ ...social, redirectUris: [], people: [], production: false })
  const server = createServer(signIn.handler)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  expect((await identity.handleSocial(request())).status).toBe(200)
  server.closeAllConnections()
  server.close()
})

test('over https every cookie is __Host- and Secure', async () => {
  const identity = openIdentity({
    db: shop.db,
    publicUrl: 'https://motohaat.example',
    secret: 's'.repeat(40),
    social: { issuer: shop.sandbox.issuer, clientId: 'motohaat', clientSecret: 'x' },
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const headers = { 'content-type': 'application/json', origin: 'https://motohaat.example' }
  const ask = (path: string, body: object) =>
    new Request(`https://motohaat.example/api/auth${path}`, { ...json(body), headers })
  const signUp = { name: 'Https', email: 'https@example.com', password: 'a long password' }
  const answers = [
    await identity.handle(ask('/sign-up/email', signUp)),
    await identity.handleSocial(ask('/sign-in/social', { provider: 'social', callbackURL: '/' })),
  ]
  const cookies = answers.flatMap((answer) => answer.headers.getSetCookie())
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([identity.sessionCookie, '__Host-motohaat.state'])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/i)
    expect(cookie).not.toMatch(/domain/i)
  }
})

test('the sign-in sandbox does not open in production', async () => {
  const { openSignIn } = await import('../../sandbox/sign-in/provider.ts')
  const options = { issuer: 'http://localhost/sign-in', clientId: 'a', clientSecret: 'b', redirectUris: [], people: [] }
  await expect(openSignIn({ ...options, production: true })).rejects.toThrow('does not open in production')
})
