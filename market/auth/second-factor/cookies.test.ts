// Which member enters a code: our code and better-auth must read the same cookies in the same way.
import { eq } from 'drizzle-orm'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import {
  createSignUpBody,
  createTestBrowser,
  generateNextTotpCode,
  generateTotpCode,
  register,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sessions } from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')

const startLogin = async (email: string) => {
  const browser = createTestBrowser(testApp)
  await browser('POST /auth/sign-in/email', { body: { email, password } })
  return browser
}

const postCode = (cookie: string, code: string) =>
  testApp.fastify.inject({ method: 'POST', url: '/api/auth/sign-in/code', headers: { cookie }, payload: { code } })

const findSessions = async (email: string) => {
  const rows = await testApp.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(eq(members.email, email))
  return rows.length
}

test('a used code is refused however the cookie of the waiting login is spelt', async () => {
  const email = 'spelt@example.com'
  const { totpURI } = await turnOnSecondFactor(await register(testApp, email), password)
  const code = generateNextTotpCode(totpURI)
  const owner = await startLogin(email)
  await owner('POST /auth/sign-in/code', { body: { code } })
  const thief = await startLogin(email)
  const [name = '', value = ''] = (/[\w.]*two_factor=[^;]+/.exec(thief.cookie())?.[0] ?? '').split(/=(.*)/s)
  assert(name !== '' && value !== '', 'needs the cookie of a login that waits for its code')
  for (const cookie of [
    `${name}=${value}`,
    `${name} =${value}`,
    `${name}\t=${value}`,
    `${name}="${value}"`,
    `${name}= "${value}"`,
    `${name} =${value}; ${name}=x`,
    `${name}=x; ${name}=${value}`,
  ])
    expect([cookie, (await postCode(cookie, code)).statusCode]).toEqual([cookie, expect.toBeOneOf([400, 401])])
})

test('a code of one’s own app does not finish the setup at the login endpoint', async () => {
  const email = 'aside@example.com'
  const browser = await register(testApp, email)
  const { totpURI } = await browser('POST /auth/two-factor/enable', { body: { password } })
  const answer = await postCode(browser.cookie(), generateTotpCode(totpURI))
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  const [member] = await testApp.db.select().from(members).where(eq(members.email, email))
  expect(member?.hasSecondFactor).toBe(false)
})

test.each(['motohaat.session_token =', 'motohaat.session_token="'])(
  'two session cookies, the first spelt %s, are never read as two people',
  async (spelling) => {
    const quote = spelling.endsWith('"') ? '"' : ''
    const victim = await register(testApp, `victim${quote ? 1 : 2}@example.com`)
    const attacker = await register(testApp, `attacker${quote ? 1 : 2}@example.com`)
    const victimToken = victim.cookie().split('=')[1] ?? ''
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/two-factor/enable',
      headers: { cookie: `${spelling}${victimToken}${quote}; ${attacker.cookie()}` },
      payload: { password },
    })
    expect(answer.statusCode).toBe(200)
    expect(decodeURIComponent(answer.json<{ totpURI: string }>().totpURI)).toContain('attacker')
  },
)

test('turning the second factor on or off keeps the session that asked, not the newest one', async () => {
  const email = 'newest@example.com'
  const browser = await register(testApp, email)
  const setup = await browser('POST /auth/two-factor/enable', { body: { password } })
  // A session with a future date simulates one that began during the change.
  const later = await startLogin(email)
  const inFuture = new Date(Date.now() + 60_000)
  await testApp.db
    .update(sessions)
    .set({ createdAt: inFuture })
    .where(eq(sessions.id, await findNewest(email)))
  await browser('POST /auth/two-factor/confirm', { body: { code: generateTotpCode(setup.totpURI) } })
  expect((await browser('GET /auth/get-session')).user?.email).toBe(email)
  expect(await later('GET /auth/get-session')).toEqual({ user: null })
  expect(await findSessions(email)).toBe(1)
})

const findNewest = async (email: string): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    'select s.id from sessions s join members m on m.id = s.member_id where m.email = $1 order by s.created_at desc limit 1',
    [email],
  )
  return rows[0]?.id ?? ''
}
