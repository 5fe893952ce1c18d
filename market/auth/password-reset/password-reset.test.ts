import { minuteMs } from '#contract/time/durations.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import {
  generateNextTotpCode,
  getEmailsTo,
  createSignUpBody,
  createTestBrowser,
  register,
  parseResetToken,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { findTablesWith } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { accounts, forgottenPasswords, passwordResets } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const newPassword = 'another long password'

const requestReset = (email: string, app: TestApp = testApp) =>
  app.visitor('POST /auth/request-password-reset', { body: { email } })
const resetPassword = (token: string, app: TestApp = testApp) =>
  app.visitor('POST /auth/reset-password', { body: { token, newPassword } })
const logIn = (email: string, typedPassword: string) =>
  testApp.visitor('POST /auth/sign-in/email', { body: { email, password: typedPassword } })

test('a member who forgot the password gets an e-mail and chooses a new one', async () => {
  await register(testApp, 'forgot@example.com')
  await requestReset('Forgot@Example.com ')
  const emails = await getEmailsTo(testApp, 'forgot@example.com')
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('Dear Nila Das')

  await resetPassword(parseResetToken(emails[0]))
  expect((await logIn('forgot@example.com', newPassword)).user?.email).toBe('forgot@example.com')
  await expect(logIn('forgot@example.com', password)).rejects.toMatchObject({ code: 'wrong_login' })
  const [notice] = await getEmailsTo(testApp, 'forgot@example.com')
  expect(notice).toContain('Your password was changed')
})

test('the link in the e-mail has our own host, whatever the request claims', async () => {
  await register(testApp, 'host@example.com')
  const answer = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    payload: { email: 'host@example.com' },
  })
  expect(answer.statusCode).toBe(200)
  const [email] = await getEmailsTo(testApp, 'host@example.com')
  expect(email).toContain(`${testApp.publicUrl}/reset-password#`)
  expect(email).not.toContain('evil.test')
})

test('a known and an unknown address get the same response and leave the same row', async () => {
  const known = await requestReset(fixtures.nusrat.email)
  const unknown = await requestReset('nobody@example.com')
  expect(unknown).toEqual(known)
  const rows = await testApp.db.select({ email: forgottenPasswords.email }).from(forgottenPasswords)
  expect(rows.map(({ email }) => email).toSorted()).toEqual(['nobody@example.com', fixtures.nusrat.email].toSorted())
  expect(await getEmailsTo(testApp, 'nobody@example.com')).toEqual([])
  expect(await testApp.db.select().from(forgottenPasswords)).toEqual([])
})

test('two requests within a minute send one e-mail', async () => {
  await register(testApp, 'hasty@example.com')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await requestReset('hasty@example.com')
    await testApp.sendMails()
  }
  expect(await getEmailsTo(testApp, 'hasty@example.com')).toHaveLength(1)
})

test('a link works once', async () => {
  await register(testApp, 'once@example.com')
  await requestReset('once@example.com')
  const token = parseResetToken((await getEmailsTo(testApp, 'once@example.com'))[0])
  const both = await Promise.allSettled([resetPassword(token), resetPassword(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(resetPassword(token)).rejects.toMatchObject({ status: 400, code: 'reset_expired' })
})

test('a new password invalidates the links of other e-mails', async () => {
  await register(testApp, 'two@example.com')
  await requestReset('two@example.com')
  const first = parseResetToken((await getEmailsTo(testApp, 'two@example.com'))[0])
  await testApp.db.update(passwordResets).set({ createdAt: new Date(0) })
  await requestReset('two@example.com')
  const [newest] = await getEmailsTo(testApp, 'two@example.com')
  expect(parseResetToken(newest)).not.toBe(first)
  await resetPassword(parseResetToken(newest))
  await expect(resetPassword(first)).rejects.toMatchObject({ code: 'reset_expired' })
})

test('a link works for an hour', async () => {
  const clock = { now: new Date() }
  const appWithClock = await createTestApp({ clock })
  const { email } = fixtures.karim
  await requestReset(email, appWithClock)
  const token = parseResetToken((await getEmailsTo(appWithClock, email))[0])
  clock.now = new Date(clock.now.getTime() + 61 * minuteMs)
  await expect(resetPassword(token, appWithClock)).rejects.toMatchObject({ code: 'reset_expired' })

  await requestReset(email, appWithClock)
  const fresh = parseResetToken((await getEmailsTo(appWithClock, email))[0])
  clock.now = new Date(clock.now.getTime() + 59 * minuteMs)
  await expect(resetPassword(fresh, appWithClock)).resolves.toEqual({ acknowledged: true })
})

test('the token is long and stored as a hash only, also after the e-mail was sent', async () => {
  await register(testApp, 'hash@example.com')
  await requestReset('hash@example.com')
  const token = parseResetToken((await getEmailsTo(testApp, 'hash@example.com'))[0])
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  expect(await findTablesWith(testApp, `***=${token}`)).toEqual([])
  expect(testApp.logLines.join('\n')).not.toContain(token)
  const [member] = await testApp.db.select().from(members).where(eq(members.email, 'hash@example.com'))
  expect(await testApp.db.$count(passwordResets, eq(passwordResets.memberId, member?.id ?? ''))).toBe(1)
})

test.each(['', 'x', 'a'.repeat(43), 'undefined', '../../etc/passwd'])(
  'an invalid token %j is refused',
  async (token) => {
    await expect(resetPassword(token)).rejects.toMatchObject({ status: 400, code: 'reset_expired' })
  },
)

test('a new password that is too short is refused with its field, and the link still works', async () => {
  await register(testApp, 'short@example.com')
  await requestReset('short@example.com')
  const token = parseResetToken((await getEmailsTo(testApp, 'short@example.com'))[0])
  const short = testApp.visitor('POST /auth/reset-password', { body: { token, newPassword: 'short' } })
  await expect(short).rejects.toMatchObject({ status: 400, body: { field: 'newPassword' } })
  await expect(resetPassword(token)).resolves.toEqual({ acknowledged: true })
})

test('a new password ends all sessions, and a login that waits for its code', async () => {
  const first = await register(testApp, 'ends@example.com')
  const { totpURI } = await turnOnSecondFactor(first, password)
  const token = (await first('POST /jwt', { body: { email: 'ends@example.com' } })).token
  const pendingBrowser = createTestBrowser(testApp)
  await pendingBrowser('POST /auth/sign-in/email', { body: { email: 'ends@example.com', password } })

  await requestReset('ends@example.com')
  await resetPassword(parseResetToken((await getEmailsTo(testApp, 'ends@example.com'))[0]))

  expect(await first('GET /auth/get-session')).toEqual({ user: null })
  const headers = { authorization: `Bearer ${token}` }
  expect((await testApp.fastify.inject({ url: '/api/bookings', headers })).statusCode).toBe(401)
  await expect(
    pendingBrowser('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    code: 'login_expired',
  })
  // The second factor stays, because access to the mailbox is no access to the phone.
  const newBrowser = createTestBrowser(testApp)
  const answer = await newBrowser('POST /auth/sign-in/email', {
    body: { email: 'ends@example.com', password: newPassword },
  })
  expect(answer).toEqual({ user: null, needsCode: true })
})

test('a member of the social provider can set a password this way and keeps the account', async () => {
  await register(testApp, 'social@example.com')
  const [member] = await testApp.db.select().from(members).where(eq(members.email, 'social@example.com'))
  const id = member?.id ?? ''
  await testApp.db.update(accounts).set({ providerId: 'social', password: null }).where(eq(accounts.userId, id))
  await requestReset('social@example.com')
  await resetPassword(parseResetToken((await getEmailsTo(testApp, 'social@example.com'))[0]))
  expect((await logIn('social@example.com', newPassword)).user?.uid).toBe(id)
  const mine = eq(accounts.userId, id)
  expect(await testApp.db.$count(accounts, and(mine, eq(accounts.providerId, 'social')))).toBe(1)
})

test('a removed member gets no e-mail, and an earlier link does not work', async () => {
  await register(testApp, 'removed@example.com')
  await requestReset('removed@example.com')
  const emails = await getEmailsTo(testApp, 'removed@example.com')
  await testApp.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'removed@example.com'))
  await expect(resetPassword(parseResetToken(emails[0]))).rejects.toMatchObject({ code: 'reset_expired' })
  await testApp.db.update(passwordResets).set({ createdAt: new Date(0) })
  await requestReset('removed@example.com')
  expect(await getEmailsTo(testApp, 'removed@example.com')).toHaveLength(emails.length)
})

test('another site can neither request an e-mail nor set a password', async () => {
  for (const [path, payload] of Object.entries({
    'request-password-reset': { email: fixtures.karim.email },
    'reset-password': { token: 'x', newPassword },
  })) {
    const headers = { origin: 'https://evil.test' }
    const answer = await testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload })
    expect(answer.json()).toMatchObject({ code: 'foreign_site' })
  }
  expect(await testApp.db.select().from(forgottenPasswords)).toEqual([])
})

test('each e-mail is written once, also by several processes at once', async () => {
  await register(testApp, 'several@example.com')
  await requestReset('several@example.com')
  await Promise.all([testApp.sendMails(), testApp.sendMails(), testApp.sendMails()])
  expect(await getEmailsTo(testApp, 'several@example.com')).toHaveLength(1)
})
