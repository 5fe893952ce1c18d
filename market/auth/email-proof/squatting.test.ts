// Somebody registers an address that is not theirs; later its owner comes, in one way or another.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { members } from '#market/schema/people/members.ts'
import { accounts, knownDevices } from '#market/schema/people/logins.ts'
import { savedSearches } from '#market/schema/bikes/alerts.ts'
import {
  createSignUpBody,
  createTestBrowser,
  generateNextTotpCode,
  getEmailsTo,
  parseResetToken,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { createSocialSignIn } from '#tests/support/social-sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await testApp.fastify.listen({ port: testApp.port, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

const { signIn } = createSocialSignIn(() => testApp)
const squatterPassword = createSignUpBody('').password
const ownPassword = 'only the owner knows this'

/** Registers the address with the squatter's password, with or without a second factor. */
const squat = async (email: string, withSecondFactor: boolean) => {
  const squatter = createTestBrowser(testApp)
  await squatter('POST /auth/sign-up/email', { body: createSignUpBody(email) })
  const totpURI = withSecondFactor ? (await turnOnSecondFactor(squatter, squatterPassword)).totpURI : ''
  const client = await squatter.withToken(email)
  await client('POST /searches', { body: { name: 'Cheap bikes', query: { brand: 'yamaha' } } })
  // A login that waits for its code, which the squatter could finish later.
  const pending = createTestBrowser(testApp)
  await pending('POST /auth/sign-in/email', { body: { email, password: squatterPassword } })
  return { squatter, client, pending, totpURI }
}

type Squat = Awaited<ReturnType<typeof squat>>

const resetByEmail = async (email: string) => {
  await testApp.visitor('POST /auth/request-password-reset', { body: { email } })
  const token = parseResetToken((await getEmailsTo(testApp, email))[0])
  await testApp.visitor('POST /auth/reset-password', { body: { token, newPassword: ownPassword } })
}

const findMember = async (email: string) => (await testApp.db.select().from(members).where(eq(members.email, email)))[0]

const logIn = (email: string, password: string) =>
  createTestBrowser(testApp)('POST /auth/sign-in/email', { body: { email, password } })

const expectSquatterIsOut = async (email: string, { squatter, client, pending, totpURI }: Squat, ownDevices = 0) => {
  expect(await squatter('GET /auth/get-session')).toEqual({ user: null })
  await expect(client('GET /searches')).rejects.toMatchObject({ status: 401 })
  await expect(logIn(email, squatterPassword)).rejects.toMatchObject({ code: 'wrong_login' })
  if (totpURI !== '') {
    const code = generateNextTotpCode(totpURI)
    await expect(pending('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({
      code: 'login_expired',
    })
  }
  const member = await findMember(email)
  expect(member).toMatchObject({ emailVerified: true, hasSecondFactor: false })
  const isOfOwner = eq(knownDevices.memberId, member?.id ?? '')
  expect(await testApp.db.$count(knownDevices, isOfOwner)).toBe(ownDevices)
  const searches = await testApp.db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.memberId, member?.id ?? ''))
  expect(searches.map(({ pausedAt }) => pausedAt !== null)).toEqual([true])
}

describe.each([
  ['with a second factor', true],
  ['without a second factor', false],
])('an address that somebody else registered %s', (_how, withSecondFactor) => {
  const suffix = withSecondFactor ? 'factor' : 'plain'

  test('is its owner’s after a password reset: no code is asked for, and nothing of the squatter works', async () => {
    const email = `reset-${suffix}@example.com`
    const before = await squat(email, withSecondFactor)
    await resetByEmail(email)
    // The browser of the reset is known.
    await expectSquatterIsOut(email, before, 1)
    expect(await logIn(email, ownPassword)).toMatchObject({ user: { email, emailVerified: true } })
  })

  test('is its owner’s after a social login, which joins the account; the squatter’s password is gone', async () => {
    const email = `social-${suffix}@example.com`
    const before = await squat(email, withSecondFactor)
    const { location, user } = await signIn({ name: 'Owner', email }, { callbackURL: '/dashboard' })
    expect([location, user?.email]).toEqual(['/dashboard', email])
    await expectSquatterIsOut(email, before)
    expect((await signIn({ name: 'Owner', email })).user?.uid).toBe(user.uid)
    expect((await getEmailsTo(testApp, email)).join()).toContain('no longer work')
  })

  test('lets its owner join by social login also after a password reset', async () => {
    const email = `both-${suffix}@example.com`
    await squat(email, withSecondFactor)
    await resetByEmail(email)
    const { user } = await signIn({ name: 'Owner', email })
    expect(user?.email).toBe(email)
    // The owner's own password, set by the reset, stays.
    expect(await logIn(email, ownPassword)).toMatchObject({ user: { uid: user.uid } })
  })
})

test('a social login joins a proven account, whose password and second factor stay', async () => {
  const email = 'proven@example.com'
  const { squatter: owner, totpURI } = await squat(email, true)
  await testApp.db.update(members).set({ emailVerified: true }).where(eq(members.email, email))
  const { location, user } = await signIn({ name: 'Owner', email }, { callbackURL: '/dashboard' })
  // The social login asks for the code of the second factor.
  expect([location, user]).toEqual(['/login?from=%2Fdashboard&social=yes&code=yes', null])
  expect((await owner('GET /auth/get-session')).user?.email).toBe(email)
  const browser = createTestBrowser(testApp)
  expect(await browser('POST /auth/sign-in/email', { body: { email, password: squatterPassword } })).toEqual({
    user: null,
    needsCode: true,
  })
  expect((await browser('POST /auth/sign-in/code', { body: { code: generateNextTotpCode(totpURI) } })).user.email).toBe(
    email,
  )
  const isJoined = and(eq(accounts.userId, (await findMember(email))?.id ?? ''), eq(accounts.providerId, 'social'))
  expect(await testApp.db.$count(accounts, isJoined)).toBe(1)
})
