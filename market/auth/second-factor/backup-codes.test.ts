// Backup codes that arrive at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignUpBody, createTestBrowser, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')

/** Sends each code in a login of its own, all at once; gives the error codes, or `ok`. */
const finishLogins = async (email: string, codes: string[]) => {
  const browsers = codes.map(() => createTestBrowser(testApp))
  for (const browser of browsers) await browser('POST /auth/sign-in/email', { body: { email, password } })
  const logins = browsers.map((browser, at) =>
    browser('POST /auth/sign-in/backup-code', { body: { code: codes[at] ?? '' } }).then(
      () => 'ok',
      (error: { code?: string; status?: number }) => error.code ?? String(error.status),
    ),
  )
  return Promise.all(logins)
}

test('of one backup code sent five times at once, one login wins and the others read that the code is wrong', async () => {
  const email = 'same-code@example.com'
  const { backupCodes } = await turnOnSecondFactor(await register(testApp, email), password)
  for (const code of backupCodes.slice(0, 3)) {
    const results = await finishLogins(email, [code, code, code, code, code])
    expect(results.toSorted()).toEqual(['ok', ...Array.from({ length: 4 }, () => 'wrong_backup_code')])
  }
})

test('two different backup codes at once never fail with an error of the server, and none is lost', async () => {
  const email = 'other-code@example.com'
  const { backupCodes } = await turnOnSecondFactor(await register(testApp, email), password)
  for (let at = 0; at < 8; at += 2) {
    const codes = backupCodes.slice(at, at + 2)
    const results = await finishLogins(email, codes)
    expect(results.filter((result) => result !== 'ok' && result !== 'login_expired')).toEqual([])
    expect(results).toContain('ok')
    const unused = codes.filter((_, index) => results[index] !== 'ok')
    expect(await finishLogins(email, unused)).toEqual(unused.map(() => 'ok'))
  }
})
