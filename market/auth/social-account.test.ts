// Accounts of members who use social login and have no password.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateTotpCode, generateNextTotpCode } from '#tests/support/accounts.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createJsonRequest, createSocialSignIn } from '#tests/support/social-sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { sessions } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await testApp.fastify.listen({ port: testApp.port, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

const { signIn } = createSocialSignIn(() => testApp)
const findMember = async (email: string) => (await testApp.db.select().from(members).where(eq(members.email, email)))[0]

test('a person without a password sets up a second factor soon after logging in, and the social login asks for it', async () => {
  const { browse } = await signIn({ name: 'Two', email: 'two@example.com' })
  const postAuth = async (path: string, body: object) => {
    const { answer } = await browse(`${testApp.publicUrl}/api/auth${path}`, createJsonRequest(body))
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await postAuth('/two-factor/enable', {})
  expect((await postAuth('/two-factor/confirm', { code: generateTotpCode(body.totpURI) })).status).toBe(200)

  const again = await signIn({ name: 'Two', email: 'two@example.com' }, { callbackURL: '/login?from=%2Fdashboard' })
  expect(again.location).toBe('/login?from=%2Fdashboard&code=yes')
  expect(again.user).toBeNull()
  const code = { code: generateNextTotpCode(body.totpURI) }
  const { answer } = await again.browse(`${testApp.publicUrl}/api/auth/sign-in/code`, createJsonRequest(code))
  expect((await answer.json()).user.email).toBe('two@example.com')
})

test('a social login that is under way while the second factor is turned on gets no session without a code', async () => {
  const { user } = await signIn({ name: 'Race', email: 'race@example.com' })
  // The factor is turned on after the login has read the member, and before it writes its session.
  const owner = await connectAsOwner(testApp)
  await owner.query(`create function turn_on() returns trigger language plpgsql as
    $$ begin update members set has_second_factor = true where id = new.member_id; return new; end $$;
    create trigger turn_on before insert on sessions for each row execute function turn_on()`)
  const again = await signIn({ name: 'Race', email: 'race@example.com' })
  await owner.query('drop trigger turn_on on sessions')
  await owner.end()
  expect(again.location).toBe('/login?error=social_failed')
  expect(again.user).toBeNull()
  expect(testApp.logLines).toEqual([])
  // The login before is the only session that is left.
  expect(await testApp.db.select().from(sessions).where(eq(sessions.userId, user.uid))).toHaveLength(1)
})

test('a person without a password who logged in a while ago is asked to log in again', async () => {
  const { browse, user } = await signIn({ name: 'Old', email: 'old@example.com' })
  const anHourAgo = new Date(Date.now() - 60 * 60_000)
  await testApp.db.update(sessions).set({ createdAt: anHourAgo }).where(eq(sessions.userId, user.uid))
  for (const path of ['two-factor/enable', 'delete-user']) {
    const { answer } = await browse(`${testApp.publicUrl}/api/auth/${path}`, createJsonRequest({}))
    expect(await answer.json()).toMatchObject({ code: 'log_in_again' })
  }
  expect(await findMember('old@example.com')).toMatchObject({ removedAt: null })
})

test('a person without a password chooses one soon after logging in, and logs in with it', async () => {
  const { browse } = await signIn({ name: 'New', email: 'newpass@example.com' })
  const body = { newPassword: 'a long enough password' }
  const { answer } = await browse(`${testApp.publicUrl}/api/auth/change-password`, createJsonRequest(body))
  expect(answer.status).toBe(200)
  const login = { email: 'newpass@example.com', password: body.newPassword }
  const { user } = await testApp.visitor('POST /auth/sign-in/email', { body: login })
  expect(user?.displayName).toBe('New')
})
