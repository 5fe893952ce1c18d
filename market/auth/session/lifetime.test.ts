// Session lifetimes: maximum age, idle time, and a new login in the same browser.
import { hourMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { createTestBrowser, register } from '#tests/support/accounts.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { sessions } from '#market/schema/people/logins.ts'

const logIn = async (name: keyof typeof fixtures) => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const browser = createTestBrowser(testApp)
  const { email } = fixtures[name]
  await browser('POST /auth/sign-in/email', { body: { email, password: demoPassword } })
  const isSignedIn = async () => (await browser('GET /auth/get-session')).user !== null
  /** Advances the clock in steps of this many hours, using the session after each. */
  const stayActiveFor = async (hours: number, stepHours: number) => {
    for (let elapsed = 0; elapsed < hours; elapsed += stepHours) {
      clock.now = new Date(clock.now.getTime() + stepHours * hourMs)
      await browser('POST /jwt', { body: { email } }).catch(() => null)
    }
  }
  const advanceClock = (hours: number) => (clock.now = new Date(clock.now.getTime() + hours * hourMs))
  return { testApp, browser, email, isSignedIn, stayActiveFor, advanceClock }
}

test('a member who stays away for three days logs in again, with the token too', async () => {
  const { browser, email, isSignedIn, advanceClock } = await logIn('karim')
  const withToken = await browser.withToken(email)
  advanceClock(71)
  expect(await isSignedIn()).toBe(true)
  advanceClock(1.1)
  expect(await isSignedIn()).toBe(false)
  await expect(withToken('GET /bookings', {})).rejects.toMatchObject({ status: 401 })
})

test('a session in daily use still ends seven days after the login', async () => {
  const { isSignedIn, stayActiveFor } = await logIn('karim')
  await stayActiveFor(164, 4)
  expect(await isSignedIn()).toBe(true)
  await stayActiveFor(8, 4)
  expect(await isSignedIn()).toBe(false)
})

test('the admin must log in again after an hour without use', async () => {
  const { isSignedIn, advanceClock } = await logIn('ayesha')
  advanceClock(0.9)
  expect(await isSignedIn()).toBe(true)
  advanceClock(0.2)
  expect(await isSignedIn()).toBe(false)
})

test('the admin’s session ends twelve hours after the login, however busy the day was', async () => {
  const { isSignedIn, stayActiveFor } = await logIn('ayesha')
  await stayActiveFor(11.5, 0.5)
  expect(await isSignedIn()).toBe(true)
  await stayActiveFor(1, 0.5)
  expect(await isSignedIn()).toBe(false)
})

test('logging in again in the same browser ends the session that it had', async () => {
  const testApp = await createTestApp()
  const browser = await register(testApp, 'again@example.com')
  const oldCookie = browser.cookie()
  const body = { email: 'again@example.com', password: 'a long enough password' }
  await browser('POST /auth/sign-in/email', { body })
  expect(browser.cookie()).not.toBe(oldCookie)
  const sessionRows = await testApp.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(eq(members.email, body.email))
  expect(sessionRows).toHaveLength(1)
  const before = await testApp.fastify.inject({ url: '/api/auth/get-session', headers: { cookie: oldCookie } })
  expect(before.json()).toEqual({ user: null })
})
