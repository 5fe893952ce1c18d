import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueEmail } from '#market/mail/queue.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import {
  createSignUpBody,
  createTestBrowser,
  generateNextTotpCode,
  getEmailsTo,
  type TestBrowser,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { emailProofs } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const newPassword = 'only the owner knows this'

/** Registers without proving the address. */
const registerUnproven = async (email: string, name = 'Nila Das', app = testApp) => {
  const browser = createTestBrowser(app)
  await browser('POST /auth/sign-up/email', { body: createSignUpBody(email, { name }) })
  return browser
}

const parseToken = (emailText: string | undefined) => /confirm-email#([\w-]+)/.exec(emailText ?? '')?.[1] ?? ''

const requestLink = async (browser: TestBrowser, email: string, app = testApp) => {
  await browser('POST /auth/send-verification-email', {})
  return parseToken((await getEmailsTo(app, email))[0])
}

type Verification = { token: string; password?: string; newPassword?: string }
const verify = (body: Verification, browser = createTestBrowser(testApp)) =>
  browser('POST /auth/verify-email', { body })

const findMember = async (email: string) => (await testApp.db.select().from(members).where(eq(members.email, email)))[0]
const isProven = async (email: string) => (await findMember(email))?.emailVerified

test('a member who is logged in confirms the address with the link, and everything stays', async () => {
  const browser = await registerUnproven('logged-in@example.com')
  expect((await browser('GET /auth/account', {})).user.emailVerified).toBe(false)
  const token = await requestLink(browser, 'logged-in@example.com')
  await verify({ token }, browser)
  expect((await browser('GET /auth/account', {})).user.emailVerified).toBe(true)
  expect(
    await createTestBrowser(testApp)('POST /auth/sign-in/email', {
      body: { email: 'logged-in@example.com', password },
    }),
  ).toMatchObject({ user: { emailVerified: true } })
})

test('on another device the link asks for the password of the registration; the second factor stays', async () => {
  const email = 'other-device@example.com'
  const browser = await registerUnproven(email)
  await turnOnSecondFactor(browser, password)
  const token = await requestLink(browser, email)
  await expect(verify({ token })).rejects.toMatchObject({ status: 403, code: 'password_needed' })
  await expect(verify({ token, password: 'not that one' })).rejects.toMatchObject({
    code: 'wrong_password',
    body: { field: 'password' },
  })
  expect(await isProven(email)).toBe(false)
  await verify({ token, password })
  expect(await findMember(email)).toMatchObject({ emailVerified: true, hasSecondFactor: true })
  expect((await browser('GET /auth/get-session')).user?.email).toBe(email)
})

test('whoever opens the link that a squatter asked for proves nothing by that, and takes the account with a new password', async () => {
  const email = 'owner@example.com'
  const squatter = await registerUnproven(email)
  const { totpURI } = await turnOnSecondFactor(squatter, password)
  const pending = createTestBrowser(testApp)
  await pending('POST /auth/sign-in/email', { body: { email, password } })
  const token = await requestLink(squatter, email)

  // The owner opens the link, logged in to an account of their own.
  const owner = await registerUnproven('owner-of-two@example.com')
  await expect(verify({ token }, owner)).rejects.toMatchObject({ code: 'password_needed' })
  expect(await isProven(email)).toBe(false)

  await verify({ token, newPassword }, owner)
  expect(await findMember(email)).toMatchObject({ emailVerified: true, hasSecondFactor: false })
  expect(await squatter('GET /auth/get-session')).toEqual({ user: null })
  await expect(
    pending('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } }),
  ).rejects.toMatchObject({ code: 'login_expired' })
  const logIn = (body: { email: string; password: string }) =>
    createTestBrowser(testApp)('POST /auth/sign-in/email', { body })
  await expect(logIn({ email, password })).rejects.toMatchObject({ code: 'wrong_login' })
  expect(await logIn({ email, password: newPassword })).toMatchObject({ user: { email, emailVerified: true } })
})

test('a link works once, also when it is used several times at once', async () => {
  const email = 'once@example.com'
  const token = await requestLink(await registerUnproven(email), email)
  const answers = await Promise.allSettled([1, 2, 3].map(() => verify({ token, password })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(verify({ token, password })).rejects.toMatchObject({ status: 400, code: 'proof_expired' })
})

test('a link works for 24 hours', async () => {
  const clock = { now: new Date() }
  const app = await createTestApp({ clock })
  const browser = await registerUnproven('late@example.com', 'Nila Das', app)
  const token = await requestLink(browser, 'late@example.com', app)
  const hourMs = 60 * 60_000
  clock.now = new Date(clock.now.getTime() + 24 * hourMs)
  await expect(browser('POST /auth/verify-email', { body: { token } })).rejects.toMatchObject({ code: 'proof_expired' })
  const next = await requestLink(browser, 'late@example.com', app)
  clock.now = new Date(clock.now.getTime() + 23 * hourMs)
  await browser('POST /auth/verify-email', { body: { token: next } })
})

test('no table and no log has the token, and the address in the link is ours', async () => {
  const email = 'secret@example.com'
  const browser = await registerUnproven(email)
  await browser('POST /auth/send-verification-email', {})
  const [text] = await getEmailsTo(testApp, email)
  const token = parseToken(text)
  expect(text).toContain(`${testApp.publicUrl}/confirm-email#${token}`)
  for (const table of ['email_proofs', 'mails', 'audit']) {
    const { rows } = await testApp.db.$client.query(`select from ${table} as t where t::text like $1`, [`%${token}%`])
    expect(rows, table).toEqual([])
  }
  expect(testApp.logLines.join('\n')).not.toContain(token)
})

test('the e-mail with the link carries no word of whoever registered, in both languages', async () => {
  const browser = await registerUnproven('stranger@example.com', 'You have won a prize')
  const token = await requestLink(browser, 'stranger@example.com')
  const [english] = await getEmailsTo(testApp, 'stranger@example.com')
  expect([token.length, english]).toEqual([43, expect.stringContaining('Dear member,')])
  expect(english).not.toContain('prize')
  await testApp.db.delete(emailProofs)
  await testApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/send-verification-email',
    headers: { cookie: browser.cookie(), 'accept-language': 'bn' },
  })
  expect((await getEmailsTo(testApp, 'stranger@example.com'))[0]).toMatch(/\sই-মেইল নিশ্চিত করুন[^]+\/bn\/confirm-email#/)
})

test('pressing the button twice sends one e-mail, and a confirmed address gets none', async () => {
  const email = 'twice@example.com'
  const browser = await registerUnproven(email)
  await Promise.all([1, 2, 3].map(() => browser('POST /auth/send-verification-email', {})))
  const emails = await getEmailsTo(testApp, email)
  expect(emails).toHaveLength(1)
  await verify({ token: parseToken(emails[0]) }, browser)
  await browser('POST /auth/send-verification-email', {})
  expect(await getEmailsTo(testApp, email)).toHaveLength(1)
})

test('an address that nobody has confirmed gets the link and a password reset, and no words of members', async () => {
  const email = 'unproven@example.com'
  const browser = await registerUnproven(email, 'Win a prize')
  await browser('POST /auth/change-password', { body: { currentPassword: password, newPassword } })
  await turnOnSecondFactor(browser, newPassword)
  const message = { subject: 'A notice', text: 'Hello.', lifetimeMs: 60_000 }
  const queue = () =>
    queueEmail({ db: testApp.db, now: new Date(), createId: () => crypto.randomUUID() }, email, message)
  expect(await queue()).toBe(false)
  await testApp.visitor('POST /auth/request-password-reset', { body: { email } })
  await browser('POST /auth/send-verification-email', {})
  const emails = await getEmailsTo(testApp, email)
  expect(emails).toHaveLength(2)
  expect(emails.join()).not.toContain('Win a prize')
  await browser('POST /auth/delete-user', { body: { password: newPassword } })
  expect(await getEmailsTo(testApp, email)).toHaveLength(2)
})

test('an address that refuses e-mails is shown to the member, gets no others, and a new proof lifts it', async () => {
  const email = 'bounced@example.com'
  const browser = await registerUnproven(email)
  await verify({ token: await requestLink(browser, email) }, browser)
  await testApp.db.update(members).set({ emailBouncedAt: new Date() }).where(eq(members.email, email))
  expect(await browser('GET /auth/account', {})).toMatchObject({
    unproven: { linksLeft: 10 },
    user: { emailVerified: true, emailBounced: true },
  })
  expect((await browser('GET /auth/get-session')).user).toMatchObject({ emailBounced: true })
  await browser('POST /auth/change-password', { body: { currentPassword: password, newPassword } })
  expect(await testApp.db.$count(mails, eq(mails.subject, 'Your password was changed'))).toBe(0)

  // The address is proven already, so the link needs neither a session nor a password.
  const token = await requestLink(browser, email)
  await verify({ token })
  expect(await browser('GET /auth/account', {})).toMatchObject({ unproven: null })
  expect((await browser('GET /auth/get-session')).user).not.toHaveProperty('emailBounced')
  expect(await findMember(email)).toMatchObject({ emailVerified: true, emailBouncedAt: null })
})

test('another site can neither ask for the link nor use it', async () => {
  const browser = await registerUnproven('cross@example.com')
  const token = await requestLink(browser, 'cross@example.com')
  for (const [path, payload] of Object.entries({ 'send-verification-email': {}, 'verify-email': { token } })) {
    const headers = { origin: 'https://evil.test', cookie: browser.cookie() }
    const answer = await testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload })
    expect(answer.json()).toMatchObject({ code: 'foreign_site' })
  }
  expect(await isProven('cross@example.com')).toBe(false)
})

test('a visitor gets no link, and a removed member’s link does not work', async () => {
  await expect(createTestBrowser(testApp)('POST /auth/send-verification-email', {})).rejects.toMatchObject({
    status: 401,
  })
  const browser = await registerUnproven('removed@example.com')
  const token = await requestLink(browser, 'removed@example.com')
  await browser('POST /auth/delete-user', { body: { password } })
  await expect(verify({ token, newPassword })).rejects.toMatchObject({ code: 'proof_expired' })
})
