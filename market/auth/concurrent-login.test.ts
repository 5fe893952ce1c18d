// A login with the old password that is under way while the password changes.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createSignUpBody, createTestBrowser, getEmailsTo, parseResetToken, register } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const rounds = 4
const loginsPerRound = 6

/** Starts logins with the old password, then changes it; gives the browsers whose session is alive afterwards. */
const findSurvivors = async (email: string, oldPassword: string, change: () => Promise<unknown>) => {
  const thieves = Array.from({ length: loginsPerRound }, () => createTestBrowser(testApp))
  const logins = thieves.map((thief) =>
    thief('POST /auth/sign-in/email', { body: { email, password: oldPassword } }).catch(() => null),
  )
  await change()
  await Promise.all(logins)
  const users = await Promise.all(thieves.map((thief) => thief('GET /auth/get-session')))
  return users.filter(({ user }) => user !== null)
}

/** The known devices of a member; the one that changed the password is one. */
const countDevices = async (email: string): Promise<number | null> => {
  const text = 'select from known_devices join members on members.id = member_id where email = $1'
  return (await testApp.db.$client.query(text, [email])).rowCount
}

test('no login with the old password outlives a password change', async () => {
  const email = 'changing@example.com'
  const owner = await register(testApp, email)
  for (let round = 0; round < rounds; round += 1) {
    const [present, next] = [`${password} ${round}`, `${password} ${round + 1}`]
    if (round === 0)
      await owner('POST /auth/change-password', { body: { currentPassword: password, newPassword: present } })
    const change = () => owner('POST /auth/change-password', { body: { currentPassword: present, newPassword: next } })
    expect(await findSurvivors(email, present, change)).toEqual([])
  }
  expect((await owner('GET /auth/get-session')).user?.email).toBe(email)
  expect(await countDevices(email)).toBe(1)
})

test('no login with the old password outlives a password reset', async () => {
  const email = 'resetting@example.com'
  const owner = await register(testApp, email)
  await owner('POST /auth/request-password-reset', { body: { email } })
  const [latest] = await getEmailsTo(testApp, email)
  const token = parseResetToken(latest)
  assert(token !== '', 'needs the e-mail')
  const reset = () => owner('POST /auth/reset-password', { body: { token, newPassword: `${password} anew` } })
  expect(await findSurvivors(email, password, reset)).toEqual([])
  expect(await countDevices(email)).toBe(1)
})
