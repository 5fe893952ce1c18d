// The admin command: no form creates an admin.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { createTestBrowser, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { createOrResetAdmin } from './create-or-reset-admin.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const email = 'runs@example.com'
const password = 'a long enough password'

const createAdminFixture = async () => {
  const testApp = await createTestApp({ secondFactorOfAdmins: 'required' })
  const runCommand = async (whose: string) => {
    const token = randomBytes(32).toString('base64url')
    const client = await testApp.db.$client.connect()
    try {
      const result = await createOrResetAdmin(client, {
        email: whose,
        name: 'Nadia',
        now: new Date(),
        createId: () => v7(),
        token,
      })
      return { result, token }
    } finally {
      client.release()
    }
  }
  const choosePassword = (token: string) =>
    testApp.visitor('POST /auth/reset-password', { body: { token, newPassword: password } })
  const logIn = async () => {
    const browser = createTestBrowser(testApp)
    const answer = await browser('POST /auth/sign-in/email', { body: { email, password } })
    return { browser, answer }
  }
  return { testApp, runCommand, choosePassword, logIn }
}

test('the command creates an admin who has no password until the link is used, once', async () => {
  const { testApp, runCommand, choosePassword, logIn } = await createAdminFixture()
  const { result, token } = await runCommand(' Runs@Example.com')
  expect(result).toBe('new')
  await expect(logIn()).rejects.toMatchObject({ code: 'wrong_login' })

  await choosePassword(token)
  await expect(choosePassword(token)).rejects.toMatchObject({ code: 'reset_expired' })
  const { browser, answer } = await logIn()
  expect(answer.secondFactorIs).toBe('required')
  await expect((await browser.withToken(email))('GET /sellers')).rejects.toMatchObject({ code: 'second_factor_needed' })
  await turnOnSecondFactor(browser, password)
  expect(await (await browser.withToken(email))('GET /sellers')).not.toHaveLength(0)
  const rows = await testApp.db.$client.query('select token_hash from password_resets')
  expect(JSON.stringify(rows.rows)).not.toContain(token)
})

test('for an existing admin, the command revokes password, sessions and second factor', async () => {
  const { runCommand, choosePassword, logIn } = await createAdminFixture()
  const first = await runCommand(email)
  await choosePassword(first.token)
  const { browser } = await logIn()
  await turnOnSecondFactor(browser, password)

  const second = await runCommand(email)
  expect(second.result).toBe('known')
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })
  await expect(logIn()).rejects.toMatchObject({ code: 'wrong_login' })
  await choosePassword(second.token)
  expect((await logIn()).answer.user?.email).toBe(email)
})

test('the command refuses the address of a registered member, and text that is no address', async () => {
  const { testApp, runCommand } = await createAdminFixture()
  await expect(runCommand(fixtures.karim.email)).rejects.toThrow('belongs to a buyer of the shop')
  await expect(runCommand('somebody')).rejects.toThrow('"somebody" is not an e-mail address.')
  const admins = await testApp.db.$client.query(`select email from members where role = 'Admin'`)
  expect(admins.rows).toEqual([{ email: fixtures.ayesha.email }])
})
