// Passwords and codes: how they are kept, compared and used up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateTotpCode, createSignUpBody, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const logIn = (email: string, password: string) =>
  testApp.call('V', 'POST /auth/sign-in/email', { body: { email, password } })
const signUp = (changes: object) =>
  testApp.call('V', 'POST /auth/sign-up/email', { body: { ...createSignUpBody('somebody@example.com'), ...changes } })

describe('passwords', () => {
  test('A033 a password is compared whole, with every character', async () => {
    const password = `${'long '.repeat(20)}end`
    const made = await signUp({ email: 'whole@example.com', password })
    expect(made.status).toBe(200)
    for (const near of [
      password.slice(0, 72),
      password.slice(0, -1),
      password.toUpperCase(),
      ` ${password}`,
      `${password}\0`,
    ]) {
      expect((await logIn('whole@example.com', near)).status, near).not.toBe(200)
    }
  })

  test('A033 a password that is too short, too long or no text is refused before it is hashed', async () => {
    await testApp.expectUnchanged(async () => {
      for (const password of [
        '',
        'short',
        'x'.repeat(129),
        'x'.repeat(60_000),
        null,
        12_345_678,
        ['a long password'],
        {},
      ]) {
        expect((await signUp({ password })).status, JSON.stringify(password).slice(0, 20)).toBe(400)
      }
    })
  })

  test('A033 the same password twice is kept as two different words', async () => {
    await signUp({ email: 'twin-1@example.com', password: 'the very same words' })
    await signUp({ email: 'twin-2@example.com', password: 'the very same words' })
    const { rows } = await testApp.db.$client.query<{ password: string }>(
      `select password from accounts a join members m on m.id = a.member_id where email like 'twin-%'`,
    )
    expect(rows.every(({ password }) => password.startsWith('$argon2id$'))).toBe(true)
    expect(new Set(rows.map(({ password }) => password)).size).toBe(2)
  })
})

describe('the second factor', () => {
  test('A021 codes cannot be tried one after the other', async () => {
    const browser = await register(testApp.baseApp, 'coded@example.com')
    const { totpURI } = await turnOnSecondFactor(browser, createSignUpBody('').password)
    const first = await logIn('coded@example.com', createSignUpBody('').password)
    expect(first.text).toContain('"needsCode":true')
    const cookie = [first.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ')
    const right = generateTotpCode(totpURI)
    const statuses: number[] = []
    for (let one = 0; one < 12; one += 1) {
      const wrong = String((Number(right) + 100_003 + one * 7_919) % 1_000_000).padStart(6, '0')
      const answer = await testApp.call('V', 'POST /auth/sign-in/code', { headers: { cookie }, body: { code: wrong } })
      statuses.push(answer.status)
    }
    expect(statuses).not.toContain(200)
    const late = await testApp.call('V', 'POST /auth/sign-in/code', { headers: { cookie }, body: { code: right } })
    expect(late.status, 'the right code after a dozen wrong ones').not.toBe(200)
  })

  test('A021 a backup code works once, also when it is sent five times at once', async () => {
    const browser = await register(testApp.baseApp, 'backed@example.com')
    const { backupCodes } = await turnOnSecondFactor(browser, createSignUpBody('').password)
    const code = backupCodes[0] ?? ''
    const logins = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const { headers } = await logIn('backed@example.com', createSignUpBody('').password)
        return [headers['set-cookie'] ?? []]
          .flat()
          .map((one) => String(one).split(';')[0])
          .join('; ')
      }),
    )
    const answers = await Promise.all(
      logins.map((cookie) =>
        testApp.call('V', 'POST /auth/sign-in/backup-code', { headers: { cookie }, body: { code } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
