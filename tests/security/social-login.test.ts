// The social login: whose account it opens, and where it ends.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { lettersTo, newPerson, tokenIn } from '#tests/support/accounts.ts'
import { openWalker, socialSteps } from '#tests/support/social-sign-in.ts'
import { type Arena, openArena } from './security-test-app.ts'

let arena: Arena
const { begin, choose, follow, signIn } = socialSteps(() => arena.shop)
beforeAll(async () => {
  arena = await openArena()
  await arena.app.listen({ host: '127.0.0.1', port: arena.port })
})
afterAll(() => arena.close())

const logIn = (email: string, password: string) =>
  arena.ask('V', 'POST /auth/sign-in/email', { body: { email, password } })
const signUp = (changes: object) =>
  arena.ask('V', 'POST /auth/sign-up/email', { body: { ...newPerson('somebody@example.com'), ...changes } })

describe('the social login', () => {
  test('A035 an account made beforehand with the victim’s address is not joined, and the victim gets it back', async () => {
    const email = 'victim@example.com'
    await signUp({ email, password: 'the attacker knows this' })
    const { at, user } = await signIn({ name: 'Victim', email })
    expect([at, user]).toEqual(['/login?error=account_not_joined', null])
    await arena.ask('V', 'POST /auth/request-password-reset', { body: { email } })
    const token = tokenIn((await lettersTo(arena.shop, email))[0])
    const newPassword = 'only the victim knows this'
    await arena.ask('V', 'POST /auth/reset-password', { body: { token, newPassword } })
    expect((await logIn(email, 'the attacker knows this')).status).toBe(401)
    expect((await logIn(email, newPassword)).status).toBe(200)
  })

  test('A035 the same address in large letters at the provider is the same account, not a second one', async () => {
    const { user } = await signIn({ name: 'Karim', email: 'KARIM@Motohaat.test' })
    expect(user).toBe(null)
    const { rows } = await arena.db.$client.query(`select from members where lower(email) = 'karim@motohaat.test'`)
    expect(rows).toHaveLength(1)
  })

  test('A037 a login begun here cannot end on another site, however that is spelt', async () => {
    const elsewhere = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'https:evil.example',
      'javascript:alert(1)',
      '/.//evil.example',
      '/..//evil.example',
      'http://localhost@evil.example',
      `${arena.publicUrl}.evil.example`,
      `${arena.publicUrl}@evil.example`,
      'data:text/html,x',
    ]
    await arena.quietly(async () => {
      for (const callbackURL of elsewhere) {
        const answer = await arena.ask('V', 'POST /auth/sign-in/social', { body: { callbackURL } })
        const isSafe = answer.status === 403 && answer.code === 'foreign_address'
        expect([callbackURL, isSafe]).toEqual([callbackURL, true])
      }
    })
    for (const field of ['errorCallbackURL', 'newUserCallbackURL', 'redirectTo', 'redirect_uri', 'scopes', 'idToken']) {
      const answer = await arena.ask('V', 'POST /auth/sign-in/social', { body: { [field]: 'https://evil.example' } })
      expect([field, answer.status]).toEqual([field, 400])
    }
  })

  test('A037 the way to the provider carries a state, a challenge and the shop’s own way back', async () => {
    const urls = await Promise.all(
      [1, 2].map(async () => {
        const { text } = await arena.ask('V', 'POST /auth/sign-in/social', {
          headers: { host: 'evil.example' },
          body: {},
        })
        return new URL(JSON.parse(text).url)
      }),
    )
    for (const { searchParams } of urls) {
      expect(searchParams.get('redirect_uri')).toBe(`${arena.publicUrl}/api/auth/callback/social`)
      expect(searchParams.get('code_challenge_method')).toBe('S256')
      expect(searchParams.get('response_type')).toBe('code')
      expect((searchParams.get('state') ?? '').length).toBeGreaterThan(21)
      expect((searchParams.get('code_challenge') ?? '').length).toBe(43)
    }
    expect(new Set(urls.map(({ searchParams }) => searchParams.get('state'))).size).toBe(2)
    expect(new Set(urls.map(({ searchParams }) => searchParams.get('code_challenge'))).size).toBe(2)
  })

  test('A037 the provider’s answer works once, in the browser that asked, with its own state', async () => {
    const browser = openWalker()
    const page = await begin(browser)
    const { next: resume } = await browser(page.at, { method: 'POST', body: new URLSearchParams({ person: 'sadia' }) })
    const { next: callback } = await browser(resume ?? '')
    assert(callback !== null && callback.includes('/api/auth/callback/social?code='), 'needs the way back')
    const other = openWalker()
    const mine = await begin(other)
    assert(mine.at.includes('/interaction/'), 'needs a login of its own under way')
    const swapped = await follow(other, callback)
    expect(swapped.at).toMatch(/^\/login\?error=/)
    const touched = new URL(callback)
    touched.searchParams.set('state', `${touched.searchParams.get('state')}x`)
    expect((await follow(openWalker(), touched.href)).at).toMatch(/^\/login\?error=/)
    const used = await follow(browser, callback)
    const again = await follow(browser, callback)
    expect([used.at.startsWith('/login?error='), again.at.startsWith('/login?error=')]).toContain(true)
    expect(again.at).toMatch(/^\/login\?error=/)
  })

  test('A037 who cancels, and who is sent back with words of their own, stays outside', async () => {
    const browser = openWalker()
    const page = await begin(browser)
    const { at } = await choose(browser, page.at, { cancel: 'yes' })
    expect(at).toBe('/login?error=social_cancelled')
    for (const error of [
      '<script>alert(1)</script>',
      '\r\nset-cookie: a=b',
      'https://evil.example',
      'x'.repeat(5_000),
    ]) {
      const answer = await arena.at('V', 'GET', '/api/auth/callback/social', {
        query: `?error=${encodeURIComponent(error)}`,
      })
      expect(String(answer.headers['location'])).toMatch(/^\/login\?error=\w+$/)
    }
  })
})
