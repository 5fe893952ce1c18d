import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getEmailsTo, parseResetToken } from '#tests/support/accounts.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { assertStrongPassword } from './weak-passwords.ts'

const person = { name: 'Rahim Uddin', email: 'rahim.motors@example.com', field: 'password' }

const getErrorCode = (password: string): string => {
  try {
    assertStrongPassword({ ...person, password })
    return 'good'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

describe('a new password', () => {
  test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'ｐａｓｓｗｏｒｄ', '1qaz2wsx'])(
    'is not one of those that everybody tries: %s',
    (password) => expect(getErrorCode(password)).toBe('common_password'),
  )

  test.each([
    'motohaat-demo',
    'Motohaat2026!',
    'rahim1971',
    'RahimUddin',
    'rahim.motors@1',
    'dhaka-dhaka-1',
    'bangladesh 71',
    'abababababab',
  ])('is not what everybody knows: %s', (password) => expect(getErrorCode(password)).toBe('guessable_password'))

  test.each([
    'four words in a row',
    'rahim rides a red bike',
    'চারটি শব্দ একসাথে',
    'tK7#pq0!',
    'only lower case here',
    ' 9f3k2m1c',
    '🏍️🏍️ my two bikes',
    'x'.repeat(60) + 'some words',
  ])('may be made of any signs: %s', (password) => expect(getErrorCode(password)).toBe('good'))
})

test('a weak password is refused with its field wherever one is chosen, and nothing changes', async () => {
  const testApp = await createTestApp()
  const post = (path: string, payload: object, cookie = '') =>
    testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers: { cookie } })
  const account = { name: 'Mou', email: 'mou@example.com', image: 'https://example.com/a.png' }

  const signUp = await post('sign-up/email', { ...account, password: 'sunshine' })
  expect(signUp.json()).toMatchObject({ code: 'common_password', field: 'password' })
  expect((await post('sign-up/email', { ...account, password: 'a long enough password' })).statusCode).toBe(200)

  const { cookie } = await testApp.signInAs({ email: account.email, password: 'a long enough password' })
  const change = { currentPassword: 'a long enough password', newPassword: 'motohaat1' }
  const changed = await post('change-password', change, cookie)
  expect(changed.json()).toMatchObject({ code: 'guessable_password', field: 'newPassword' })

  await post('request-password-reset', { email: account.email })
  const [email] = await getEmailsTo(testApp, account.email)
  const token = parseResetToken(email)
  const reset = await post('reset-password', { token, newPassword: 'trustno1' })
  expect(reset.json()).toMatchObject({ code: 'common_password', field: 'newPassword' })
  await testApp.signInAs({ email: account.email, password: 'a long enough password' })
})

test('a password is used as typed: up to 128 characters count, spaces at the ends too', async () => {
  const testApp = await createTestApp()
  const password = ` ${'a long road to Sylhet '.repeat(6).slice(0, 126)} `
  expect(password).toHaveLength(128)
  const post = (path: string, payload: object) =>
    testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
  const account = { name: 'Mou', email: 'long@example.com', image: 'https://example.com/a.png', password }
  expect((await post('sign-up/email', account)).statusCode).toBe(200)
  const logIn = async (typed: string) =>
    (await post('sign-in/email', { email: account.email, password: typed })).statusCode
  expect(await logIn(password)).toBe(200)
  for (const other of [password.trim(), password.slice(0, 127), password.toUpperCase()])
    expect(await logIn(other)).toBe(401)
  expect(
    (await post('sign-up/email', { ...account, email: 'b@example.com', password: `${password}x` })).statusCode,
  ).toBe(400)
})
