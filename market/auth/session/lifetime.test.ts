// How long a session lives: as a whole, unused, and when its browser logs in again.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { openBrowser, register } from '#tests/support/accounts.ts'
import { openTestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { sessions } from '#market/auth/table.ts'

const hourMs = 3_600_000

const logIn = async (name: keyof typeof cast) => {
  const clock = { now: new Date() }
  const shop = await openTestShop({ clock })
  const browser = openBrowser(shop)
  const { email } = cast[name]
  await browser('POST /auth/sign-in/email', { body: { email, password: demoPassword } })
  const isIn = async () => (await browser('GET /auth/get-session')).user !== null
  /** Moves on in steps of so many hours, using the session at each. */
  const useFor = async (hours: number, stepHours: number) => {
    for (let passed = 0; passed < hours; passed += stepHours) {
      clock.now = new Date(clock.now.getTime() + stepHours * hourMs)
      await browser('POST /jwt', { body: { email } }).catch(() => null)
    }
  }
  const wait = (hours: number) => (clock.now = new Date(clock.now.getTime() + hours * hourMs))
  return { shop, browser, email, isIn, useFor, wait }
}

test('a member who stays away for three days logs in again, with the token too', async () => {
  const { browser, email, isIn, wait } = await logIn('karim')
  const withToken = await browser.withToken(email)
  wait(71)
  expect(await isIn()).toBe(true)
  wait(1.1)
  expect(await isIn()).toBe(false)
  await expect(withToken('GET /bookings', {})).rejects.toMatchObject({ status: 401 })
})

test('a session in daily use still ends seven days after the login', async () => {
  const { isIn, useFor } = await logIn('karim')
  await useFor(164, 4)
  expect(await isIn()).toBe(true)
  await useFor(8, 4)
  expect(await isIn()).toBe(false)
})

test('the admin who steps out for an hour logs in again', async () => {
  const { isIn, wait } = await logIn('ayesha')
  wait(0.9)
  expect(await isIn()).toBe(true)
  wait(0.2)
  expect(await isIn()).toBe(false)
})

test('the admin’s session ends twelve hours after the login, however busy the day was', async () => {
  const { isIn, useFor } = await logIn('ayesha')
  await useFor(11.5, 0.5)
  expect(await isIn()).toBe(true)
  await useFor(1, 0.5)
  expect(await isIn()).toBe(false)
})

test('logging in again in the same browser ends the session that it had', async () => {
  const shop = await openTestShop()
  const browser = await register(shop, 'again@example.com')
  const old = browser.cookie()
  const body = { email: 'again@example.com', password: 'a long enough password' }
  await browser('POST /auth/sign-in/email', { body })
  expect(browser.cookie()).not.toBe(old)
  const kept = await shop.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(eq(members.email, body.email))
  expect(kept).toHaveLength(1)
  const before = await shop.app.inject({ url: '/api/auth/get-session', headers: { cookie: old } })
  expect(before.json()).toEqual({ user: null })
})
