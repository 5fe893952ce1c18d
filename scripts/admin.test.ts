// The first admin of a real shop: no form makes one, only the command does.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { cast } from '#seed/fixtures.ts'
import { openBrowser, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { makeAdmin } from './create-or-reset-admin.ts'
import { openTestShop } from '#tests/support/test-app.ts'

const email = 'runs@example.com'
const password = 'a long enough password'

const openWithCommand = async () => {
  const shop = await openTestShop({ secondFactorOfAdmins: 'required' })
  const command = async (whose: string) => {
    const token = randomBytes(32).toString('base64url')
    const client = await shop.db.$client.connect()
    try {
      const made = await makeAdmin(client, { email: whose, name: 'Nadia', now: new Date(), newId: () => v7(), token })
      return { made, token }
    } finally {
      client.release()
    }
  }
  const choose = (token: string) =>
    shop.visitor('POST /auth/reset-password', { body: { token, newPassword: password } })
  const logIn = async () => {
    const browser = openBrowser(shop)
    const answer = await browser('POST /auth/sign-in/email', { body: { email, password } })
    return { browser, answer }
  }
  return { shop, command, choose, logIn }
}

test('the command makes an admin who has no password until the link was opened, once', async () => {
  const { shop, command, choose, logIn } = await openWithCommand()
  const { made, token } = await command(' Runs@Example.com')
  expect(made).toBe('new')
  await expect(logIn()).rejects.toMatchObject({ code: 'wrong_login' })

  await choose(token)
  await expect(choose(token)).rejects.toMatchObject({ code: 'reset_expired' })
  const { browser, answer } = await logIn()
  expect(answer.secondFactorIs).toBe('required')
  await expect((await browser.withToken(email))('GET /sellers')).rejects.toMatchObject({ code: 'second_factor_needed' })
  await turnOnSecondFactor(browser, password)
  expect(await (await browser.withToken(email))('GET /sellers')).not.toHaveLength(0)
  const rows = await shop.db.$client.query('select token_hash from password_resets')
  expect(JSON.stringify(rows.rows)).not.toContain(token)
})

test('for an admin who is there, the command closes every earlier way in', async () => {
  const { command, choose, logIn } = await openWithCommand()
  const first = await command(email)
  await choose(first.token)
  const { browser } = await logIn()
  await turnOnSecondFactor(browser, password)

  const second = await command(email)
  expect(second.made).toBe('known')
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })
  await expect(logIn()).rejects.toMatchObject({ code: 'wrong_login' })
  await choose(second.token)
  expect((await logIn()).answer.user?.email).toBe(email)
})

test('the command makes nobody an admin who registered, and takes no word that is no address', async () => {
  const { shop, command } = await openWithCommand()
  await expect(command(cast.karim.email)).rejects.toThrow('belongs to a buyer of the shop')
  await expect(command('somebody')).rejects.toThrow('"somebody" is not an e-mail address.')
  const admins = await shop.db.$client.query(`select email from members where role = 'Admin'`)
  expect(admins.rows).toEqual([{ email: cast.ayesha.email }])
})
