// Logging in with a second factor.
import { minuteMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  generateTotpCode,
  createSignUpBody,
  generateNextTotpCode,
  createTestBrowser,
  register,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { sessions } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const wrongCode = (totpURI: string) => (generateTotpCode(totpURI) === '123456' ? '654321' : '123456')

/** A member with a second factor, and a second browser after the password step. */
const startLogin = async (email: string) => {
  const first = await register(testApp, email)
  const setup = await turnOnSecondFactor(first, password)
  const browser = createTestBrowser(testApp)
  const answer = await browser('POST /auth/sign-in/email', { body: { email, password } })
  return { first, browser, answer, ...setup }
}

test('with a second factor the password alone logs nobody in', async () => {
  const { browser, answer } = await startLogin('two@example.com')
  expect(answer).toEqual({ user: null, needsCode: true })
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })
  await expect(browser('POST /jwt', { body: { email: 'two@example.com' } })).rejects.toMatchObject({ status: 401 })
  await expect(browser('GET /auth/account')).rejects.toMatchObject({ status: 401 })
})

test('no cookie of the first step gives access, not even the deleted session cookie', async () => {
  await startLogin('cookies@example.com')
  const reply = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: 'cookies@example.com', password },
  })
  for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
    const cookie = line.split(';')[0] ?? ''
    const answer = await testApp.fastify.inject({ url: '/api/auth/get-session', headers: { cookie } })
    expect(answer.json()).toEqual({ user: null })
  }
})

test('the code of the app finishes the login; a wrong one says so', async () => {
  const { browser, totpURI } = await startLogin('code@example.com')
  await expect(browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } })).rejects.toMatchObject({
    status: 400,
    code: 'wrong_code',
  })
  const code = generateNextTotpCode(totpURI)
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '')
  const { user } = await browser('POST /auth/sign-in/code', { body: { code: typed } })
  expect(user.email).toBe('code@example.com')
  expect((await browser('POST /jwt', { body: { email: user.email } })).token).toMatch(/^ey/)
})

test('a code of ten minutes ago is wrong', async () => {
  const { browser, totpURI } = await startLogin('late@example.com')
  const code = generateTotpCode(totpURI, new Date(Date.now() - 10 * minuteMs))
  await expect(browser('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
})

test('a code without the password before it is refused', async () => {
  const { totpURI } = await startLogin('nopassword@example.com')
  const stranger = createTestBrowser(testApp)
  await expect(
    stranger('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    code: 'login_expired',
  })
})

test('after five wrong codes the password is asked for again', async () => {
  const { browser, totpURI } = await startLogin('five@example.com')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } })).rejects.toMatchObject({
      code: 'wrong_code',
    })
  }
  await expect(
    browser('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    code: 'login_expired',
  })
})

test('after ten wrong codes nobody tries another one for a quarter of an hour', async () => {
  const { totpURI } = await startLogin('ten@example.com')
  const enterPassword = async () => {
    const browser = createTestBrowser(testApp)
    await browser('POST /auth/sign-in/email', { body: { email: 'ten@example.com', password } })
    return browser
  }
  for (const browser of [await enterPassword(), await enterPassword()]) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } }).catch(() => {})
    }
  }
  const browser = await enterPassword()
  await expect(
    browser('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    status: 429,
    code: 'second_factor_locked',
  })
})

test('a backup code finishes a login once', async () => {
  const { browser, backupCodes, answer } = await startLogin('backup@example.com')
  expect(answer.needsCode).toBe(true)
  expect(backupCodes).toHaveLength(10)
  const [code = ''] = backupCodes
  const { user } = await browser('POST /auth/sign-in/backup-code', { body: { code: code.replace('-', ' ') } })
  expect(user.email).toBe('backup@example.com')

  const otherBrowser = createTestBrowser(testApp)
  await otherBrowser('POST /auth/sign-in/email', { body: { email: 'backup@example.com', password } })
  await expect(otherBrowser('POST /auth/sign-in/backup-code', { body: { code } })).rejects.toMatchObject({
    code: 'wrong_backup_code',
  })
})

test('a removed member cannot finish a login that was begun before', async () => {
  const { browser, totpURI } = await startLogin('gone@example.com')
  await testApp.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'gone@example.com'))
  await expect(
    browser('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    code: 'account_removed',
  })
})

test('a login that waits for its code leaves no session behind', async () => {
  await startLogin('none@example.com')
  const sessionRows = await testApp.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(eq(members.email, 'none@example.com'))
  expect(sessionRows).toHaveLength(1)
})

test('a code works once, however soon it is entered again', async () => {
  const { browser, totpURI, usedCode } = await startLogin('once@example.com')
  const used = { body: { code: usedCode } }
  await expect(browser('POST /auth/sign-in/code', used)).rejects.toMatchObject({ status: 400, code: 'wrong_code' })

  const code = generateNextTotpCode(totpURI)
  await browser('POST /auth/sign-in/code', { body: { code } })
  const another = createTestBrowser(testApp)
  await another('POST /auth/sign-in/email', { body: { email: 'once@example.com', password } })
  await expect(another('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await another('GET /auth/get-session')).toEqual({ user: null })
})

test('of one code entered in two browsers at once, only one logs in', async () => {
  const { browser, totpURI } = await startLogin('both@example.com')
  const other = createTestBrowser(testApp)
  await other('POST /auth/sign-in/email', { body: { email: 'both@example.com', password } })
  const body = { code: generateNextTotpCode(totpURI) }
  const entered = await Promise.allSettled([browser, other].map((each) => each('POST /auth/sign-in/code', { body })))
  expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a wrong code may be entered again: it was never used', async () => {
  const { browser, totpURI } = await startLogin('again@example.com')
  const code = generateTotpCode(totpURI, new Date(Date.now() - 10 * minuteMs))
  for (const _ of [1, 2]) {
    await expect(browser('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
  }
  const { rows } = await testApp.db.$client.query('select from used_codes where code = $1', [code])
  expect(rows).toEqual([])
})
