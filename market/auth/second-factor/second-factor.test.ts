import { symmetricEncrypt } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import {
  generateTotpCode,
  getEmailsTo,
  createSignUpBody,
  createTestBrowser,
  register,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { secondFactors } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const wrongCode = (totpURI: string) => (generateTotpCode(totpURI) === '123456' ? '654321' : '123456')

/** A member with a second factor, and a second browser after the password step. */
const startLogin = async (email: string) => {
  const first = await register(testApp, email)
  const setup = await turnOnSecondFactor(first, password)
  const browser = createTestBrowser(testApp)
  const answer = await browser('POST /auth/sign-in/email', { body: { email, password } })
  return { first, browser, answer, ...setup }
}

test('setting up a second factor asks for the password', async () => {
  const browser = await register(testApp, 'asks@example.com')
  for (const body of [{}, { password: 'not this one' }]) {
    await expect(browser('POST /auth/two-factor/enable', { body })).rejects.toMatchObject({
      code: 'wrong_password',
      body: { field: 'password', message: 'That is not your password.' },
    })
  }
})

test('a second factor counts only after a first code', async () => {
  const browser = await register(testApp, 'half@example.com')
  const { totpURI } = await browser('POST /auth/two-factor/enable', { body: { password } })
  expect(new URL(totpURI).host).toBe('totp')
  expect(decodeURIComponent(totpURI)).toContain('Motohaat:half@example.com')
  await expect(browser('POST /auth/two-factor/confirm', { body: { code: wrongCode(totpURI) } })).rejects.toMatchObject({
    code: 'wrong_code',
    body: { field: 'code' },
  })

  const { user } = await createTestBrowser(testApp)('POST /auth/sign-in/email', {
    body: { email: 'half@example.com', password },
  })
  expect(user?.email).toBe('half@example.com')
  expect(await browser('GET /auth/account')).toMatchObject({ hasSecondFactor: false })

  await browser('POST /auth/two-factor/confirm', { body: { code: generateTotpCode(totpURI) } })
  expect(await browser('GET /auth/account')).toMatchObject({ hasSecondFactor: true })
})

test('new backup codes invalidate the old ones', async () => {
  const { first, browser, backupCodes } = await startLogin('anew@example.com')
  const fresh = await first('POST /auth/two-factor/generate-backup-codes', { body: { password } })
  expect(fresh.backupCodes).toHaveLength(10)
  const [old = ''] = backupCodes
  await expect(browser('POST /auth/sign-in/backup-code', { body: { code: old } })).rejects.toMatchObject({
    status: 400,
  })
  const [code = ''] = fresh.backupCodes
  await expect(browser('POST /auth/sign-in/backup-code', { body: { code } })).resolves.toBeDefined()
})

test('turning it on ends all other sessions and sends an e-mail', async () => {
  const first = await register(testApp, 'others@example.com')
  const other = createTestBrowser(testApp)
  await other('POST /auth/sign-in/email', { body: { email: 'others@example.com', password } })
  await turnOnSecondFactor(first, password)
  expect((await first('GET /auth/get-session')).user?.email).toBe('others@example.com')
  expect(await other('GET /auth/get-session')).toEqual({ user: null })
  const [email] = await getEmailsTo(testApp, 'others@example.com')
  expect(email).toContain('Two-step login is on')
})

test('after turning it off, the password alone logs in again', async () => {
  const { first } = await startLogin('off@example.com')
  await expect(first('POST /auth/two-factor/disable', { body: { password: 'no' } })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  await first('POST /auth/two-factor/disable', { body: { password } })
  const { user } = await createTestBrowser(testApp)('POST /auth/sign-in/email', {
    body: { email: 'off@example.com', password },
  })
  expect(user?.email).toBe('off@example.com')
  await expect(first('POST /auth/two-factor/disable', { body: { password } })).rejects.toMatchObject({
    code: 'second_factor_off',
  })
})

test('a second factor that is on is not set up a second time', async () => {
  const { first, totpURI } = await startLogin('twice@example.com')
  await expect(first('POST /auth/two-factor/enable', { body: { password } })).rejects.toMatchObject({
    code: 'second_factor_on',
  })
  await expect(
    first('POST /auth/two-factor/confirm', { body: { code: generateTotpCode(totpURI) } }),
  ).rejects.toMatchObject({
    code: 'second_factor_on',
  })
  expect(await getEmailsTo(testApp, 'twice@example.com')).toHaveLength(1)
})

test('the TOTP secret and the backup codes are encrypted in the database', async () => {
  const { totpURI, backupCodes } = await startLogin('secret@example.com')
  const [stored] = await testApp.db
    .select({ secret: secondFactors.secret, codes: secondFactors.backupCodes })
    .from(secondFactors)
    .innerJoin(members, eq(members.id, secondFactors.userId))
    .where(eq(members.email, 'secret@example.com'))
  const base32 = new URL(totpURI).searchParams.get('secret') ?? 'none'
  expect(stored?.secret).toMatch(/^[\w:$.+/=-]{60,}$/)
  expect(stored?.secret).not.toContain(base32)
  expect(stored?.codes).not.toContain(backupCodes[0])
})

test('another site can finish no login and turn nothing on or off', async () => {
  const { cookie } = await testApp.signInAs('karim')
  const requests = {
    'two-factor/enable': { password },
    'two-factor/confirm': { code: '123456' },
    'sign-in/code': { code: '123456' },
    'sign-in/backup-code': { code: 'aB3dE-fG5hI' },
  }
  for (const [path, payload] of Object.entries(requests)) {
    const reply = await testApp.fastify.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { origin: 'https://evil.test', cookie },
      payload,
    })
    expect([path, reply.json().code]).toEqual([path, 'foreign_site'])
  }
})

test('in the demonstration the admin is asked for a second factor but not required to have one', async () => {
  const browser = createTestBrowser(testApp)
  await browser('POST /auth/sign-in/email', { body: { email: fixtures.ayesha.email, password: demoPassword } })
  expect(await browser('GET /auth/account')).toMatchObject({ secondFactorIs: 'asked' })
  const ayesha = await testApp.signInAs('ayesha')
  expect(await ayesha('GET /sellers')).not.toHaveLength(0)
  const karim = createTestBrowser(testApp)
  await karim('POST /auth/sign-in/email', { body: { email: fixtures.karim.email, password: demoPassword } })
  expect(await karim('GET /auth/account')).toMatchObject({ secondFactorIs: 'free' })
})

test('elsewhere the admin endpoints refuse an admin without a second factor', async () => {
  const strictApp = await createTestApp({ secondFactorOfAdmins: 'required' })
  const browser = createTestBrowser(strictApp)
  await browser('POST /auth/sign-in/email', { body: { email: fixtures.ayesha.email, password: demoPassword } })
  expect(await browser('GET /auth/account')).toMatchObject({ secondFactorIs: 'required' })
  const before = await browser.withToken(fixtures.ayesha.email)
  await expect(before('GET /sellers')).rejects.toMatchObject({ status: 403, code: 'second_factor_needed' })
  expect(await before('GET /users/admin/:email', { params: { email: fixtures.ayesha.email } })).toEqual({
    isAdmin: true,
  })

  await turnOnSecondFactor(browser, demoPassword)
  const after = await browser.withToken(fixtures.ayesha.email)
  expect(await after('GET /sellers')).not.toHaveLength(0)
  // Sessions from before the second factor have ended, and their tokens too.
  await expect(before('GET /sellers')).rejects.toMatchObject({ status: 401 })
})

test('the admin endpoints still refuse everybody else', async () => {
  const strictApp = await createTestApp({ secondFactorOfAdmins: 'required' })
  const karim = await strictApp.signInAs('karim')
  await expect(karim('GET /sellers')).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
})

test('backup codes are stored as HMACs with a key outside the database; older, encrypted ones still work once', async () => {
  const email = 'marks@example.com'
  const browser = await register(testApp, email)
  const { backupCodes } = await turnOnSecondFactor(browser, password)
  const ofMember = sql`member_id = (select id from members where email = ${email})`
  const readStoredCodes = async () => {
    const [row] = await testApp.db.select({ codes: secondFactors.backupCodes }).from(secondFactors).where(ofMember)
    return row?.codes ?? ''
  }
  expect(JSON.parse(await readStoredCodes())).toHaveLength(10)
  for (const code of backupCodes) expect(await readStoredCodes()).not.toContain(code)

  const secret = 'a secret of the tests, thirty-two characters long'
  const before = await symmetricEncrypt({ key: secret, data: JSON.stringify(backupCodes) })
  await testApp.db.update(secondFactors).set({ backupCodes: before }).where(ofMember)
  const logIn = async (code: string) => {
    const other = createTestBrowser(testApp)
    await other('POST /auth/sign-in/email', { body: { email, password } })
    return (await other('POST /auth/sign-in/backup-code', { body: { code } })).user.email
  }
  const [first = '', second = ''] = backupCodes
  expect(await logIn(first)).toBe(email)
  await expect(logIn(first)).rejects.toMatchObject({ code: 'wrong_backup_code' })
  expect(await logIn(second)).toBe(email)
  expect(JSON.parse(await readStoredCodes())).toHaveLength(8)
})
