// The account of somebody who comes through the social provider and has no password.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, nextCodeOf } from '#tests/support/accounts.ts'
import { json, socialSteps } from '#tests/support/social-sign-in.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { sessions } from '#market/auth/table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  await shop.app.listen({ port: shop.port, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const { signIn } = socialSteps(() => shop)
const kept = async (email: string) => (await shop.db.select().from(members).where(eq(members.email, email)))[0]

test('a person without a password sets up a second factor soon after logging in, and the social login asks for it', async () => {
  const { browse } = await signIn({ name: 'Two', email: 'two@example.com' })
  const ask = async (path: string, body: object) => {
    const { answer } = await browse(`${shop.publicUrl}/api/auth${path}`, json(body))
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await ask('/two-factor/enable', {})
  expect((await ask('/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)

  const again = await signIn({ name: 'Two', email: 'two@example.com' }, { callbackURL: '/login?from=%2Fdashboard' })
  expect(again.at).toBe('/login?from=%2Fdashboard&code=yes')
  expect(again.user).toBeNull()
  const code = { code: nextCodeOf(body.totpURI) }
  const { answer } = await again.browse(`${shop.publicUrl}/api/auth/sign-in/code`, json(code))
  expect((await answer.json()).user.email).toBe('two@example.com')
})

test('a person without a password who logged in a while ago is asked to log in again', async () => {
  const { browse, user } = await signIn({ name: 'Old', email: 'old@example.com' })
  const anHourAgo = new Date(Date.now() - 60 * 60_000)
  await shop.db.update(sessions).set({ createdAt: anHourAgo }).where(eq(sessions.userId, user.uid))
  for (const path of ['two-factor/enable', 'delete-user']) {
    const { answer } = await browse(`${shop.publicUrl}/api/auth/${path}`, json({}))
    expect(await answer.json()).toMatchObject({ code: 'log_in_again' })
  }
  expect(await kept('old@example.com')).toMatchObject({ removedAt: null })
})

test('a person without a password chooses one soon after logging in, and logs in with it', async () => {
  const { browse } = await signIn({ name: 'New', email: 'newpass@example.com' })
  const body = { newPassword: 'a long enough password' }
  const { answer } = await browse(`${shop.publicUrl}/api/auth/change-password`, json(body))
  expect(answer.status).toBe(200)
  const login = { email: 'newpass@example.com', password: body.newPassword }
  const { user } = await shop.visitor('POST /auth/sign-in/email', { body: login })
  expect(user?.displayName).toBe('New')
})
