// The social login: whose account it opens, and where it ends.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { getEmailsTo, createSignUpBody, parseResetToken } from '#tests/support/accounts.ts'
import { createCookieBrowser, createSocialSignIn } from '#tests/support/social-sign-in.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
const { startSignIn, submitForm, followRedirects, signIn } = createSocialSignIn(() => testApp.baseApp)
beforeAll(async () => {
  testApp = await createSecurityTestApp()
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
})
afterAll(() => testApp.close())

const logIn = (email: string, password: string) =>
  testApp.call('V', 'POST /auth/sign-in/email', { body: { email, password } })
const signUp = (changes: object) =>
  testApp.call('V', 'POST /auth/sign-up/email', { body: { ...createSignUpBody('somebody@example.com'), ...changes } })

describe('the social login', () => {
  test('A035 an account made beforehand with the victim’s address is the victim’s after a social login', async () => {
    const email = 'victim-of-social@example.com'
    await signUp({ email, password: 'the attacker knows this' })
    const { user } = await signIn({ name: 'Victim', email })
    expect(user?.email).toBe(email)
    expect((await logIn(email, 'the attacker knows this')).status).toBe(401)
  })

  test('A035 an address that the provider has not verified opens no account, proven or not', async () => {
    await signUp({ email: 'unproven-target@example.com', password: 'only the victim knows this' })
    for (const email of ['unproven-target@example.com', 'karim@motohaat.test']) {
      const { location, user } = await signIn({ name: 'Thief', email, unverified: 'yes' })
      expect([location, user]).toEqual(['/login?error=account_not_joined', null])
    }
    expect((await logIn('unproven-target@example.com', 'only the victim knows this')).status).toBe(200)
  })

  test('A035 an account made beforehand with the victim’s address is the victim’s after a password reset', async () => {
    const email = 'victim@example.com'
    await signUp({ email, password: 'the attacker knows this' })
    await testApp.call('V', 'POST /auth/request-password-reset', { body: { email } })
    const token = parseResetToken((await getEmailsTo(testApp.baseApp, email))[0])
    const newPassword = 'only the victim knows this'
    await testApp.call('V', 'POST /auth/reset-password', { body: { token, newPassword } })
    expect((await logIn(email, 'the attacker knows this')).status).toBe(401)
    expect((await logIn(email, newPassword)).status).toBe(200)
  })

  test('A035 the same address in capitals at the provider is the same account, not a second one', async () => {
    const { user } = await signIn({ name: 'Karim', email: 'KARIM@Motohaat.test' })
    expect(user?.email).toBe('karim@motohaat.test')
    const { rows } = await testApp.db.$client.query(`select from members where lower(email) = 'karim@motohaat.test'`)
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
      `${testApp.publicUrl}.evil.example`,
      `${testApp.publicUrl}@evil.example`,
      'data:text/html,x',
    ]
    await testApp.expectUnchanged(async () => {
      for (const callbackURL of elsewhere) {
        const answer = await testApp.call('V', 'POST /auth/sign-in/social', { body: { callbackURL } })
        const isSafe = answer.status === 403 && answer.code === 'foreign_address'
        expect([callbackURL, isSafe]).toEqual([callbackURL, true])
      }
    })
    for (const field of ['errorCallbackURL', 'newUserCallbackURL', 'redirectTo', 'redirect_uri', 'scopes', 'idToken']) {
      const answer = await testApp.call('V', 'POST /auth/sign-in/social', { body: { [field]: 'https://evil.example' } })
      expect([field, answer.status]).toEqual([field, 400])
    }
  })

  test('A037 the way to the provider carries a state, a challenge and the shop’s own way back', async () => {
    const urls = await Promise.all(
      [1, 2].map(async () => {
        const { text } = await testApp.call('V', 'POST /auth/sign-in/social', {
          headers: { host: 'evil.example' },
          body: {},
        })
        return new URL(JSON.parse(text).url)
      }),
    )
    for (const { searchParams } of urls) {
      expect(searchParams.get('redirect_uri')).toBe(`${testApp.publicUrl}/api/auth/callback/social`)
      expect(searchParams.get('code_challenge_method')).toBe('S256')
      expect(searchParams.get('response_type')).toBe('code')
      expect((searchParams.get('state') ?? '').length).toBeGreaterThan(21)
      expect((searchParams.get('code_challenge') ?? '').length).toBe(43)
    }
    expect(new Set(urls.map(({ searchParams }) => searchParams.get('state'))).size).toBe(2)
    expect(new Set(urls.map(({ searchParams }) => searchParams.get('code_challenge'))).size).toBe(2)
  })

  test('A037 the provider’s answer works once, in the browser that asked, with its own state', async () => {
    const browser = createCookieBrowser()
    const page = await startSignIn(browser)
    const { next: resume } = await browser(page.location, {
      method: 'POST',
      body: new URLSearchParams({ person: 'sadia' }),
    })
    const { next: callback } = await browser(resume ?? '')
    assert(callback !== null && callback.includes('/api/auth/callback/social?code='), 'needs the way back')
    const other = createCookieBrowser()
    const mine = await startSignIn(other)
    assert(mine.location.includes('/interaction/'), 'needs a login of its own under way')
    const swapped = await followRedirects(other, callback)
    expect(swapped.location).toMatch(/^\/login\?error=/)
    const touched = new URL(callback)
    touched.searchParams.set('state', `${touched.searchParams.get('state')}x`)
    expect((await followRedirects(createCookieBrowser(), touched.href)).location).toMatch(/^\/login\?error=/)
    const used = await followRedirects(browser, callback)
    const again = await followRedirects(browser, callback)
    expect([used.location.startsWith('/login?error='), again.location.startsWith('/login?error=')]).toContain(true)
    expect(again.location).toMatch(/^\/login\?error=/)
  })

  test('A037 who cancels, and who is sent back with words of their own, stays outside', async () => {
    const browser = createCookieBrowser()
    const page = await startSignIn(browser)
    const { location } = await submitForm(browser, page.location, { cancel: 'yes' })
    expect(location).toBe('/login?error=social_cancelled')
    for (const error of [
      '<script>alert(1)</script>',
      '\r\nset-cookie: a=b',
      'https://evil.example',
      'x'.repeat(5_000),
    ]) {
      const answer = await testApp.request('V', 'GET', '/api/auth/callback/social', {
        query: `?error=${encodeURIComponent(error)}`,
      })
      expect(String(answer.headers['location'])).toMatch(/^\/login\?error=\w+$/)
    }
  })
})
