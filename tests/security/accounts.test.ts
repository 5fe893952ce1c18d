// Accounts: who is a member is nobody's business, and an e-mail address belongs to whoever reads its mailbox.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#seed/fixtures.ts'
import { getEmailsTo, createSignUpBody, register, parseResetToken } from '#tests/support/accounts.ts'
import { findTablesWith } from '#tests/support/owner-connection.ts'
import { createSocialSignIn } from '#tests/support/social-sign-in.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
const { signIn } = createSocialSignIn(() => testApp.baseApp)
beforeAll(async () => {
  testApp = await createSecurityTestApp()
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
})
afterAll(() => testApp.close())

const logIn = (email: string, password: string) =>
  testApp.call('V', 'POST /auth/sign-in/email', { body: { email, password } })
const signUp = (changes: object) =>
  testApp.call('V', 'POST /auth/sign-up/email', { body: { ...createSignUpBody('somebody@example.com'), ...changes } })
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const stripRequestId = (text: string): string => text.replace(/"requestId":"[^"]+"/, '')

test('A027 an unknown address and a wrong password read the same, and both cost a password’s work', async () => {
  const hashed: string[] = []
  const recordParameters = (storedHash: string) => void hashed.push(storedHash.split('$').slice(0, 4).join('$'))
  const { visitor, fastify } = await createTestApp({
    wrapPasswordHasher: ({ hash, verify }) => ({
      hash: async (password) => {
        const storedHash = await hash(password)
        recordParameters(storedHash)
        return storedHash
      },
      verify: (input) => {
        recordParameters(input.storedHash)
        return verify(input)
      },
    }),
  })
  await visitor('POST /auth/sign-up/email', { body: createSignUpBody('known@example.com') })
  const tryLogin = async (email: string) => {
    hashed.length = 0
    const payload = { email, password: 'a wrong password' }
    const { statusCode, headers, body } = await fastify.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload,
    })
    return { statusCode, body: stripRequestId(body), cookie: headers['set-cookie'], hashed: [...hashed] }
  }
  const known = await tryLogin('known@example.com')
  expect(known).toMatchObject({ statusCode: 401, cookie: undefined, hashed: [expect.stringContaining('$argon2id$v=')] })
  expect(await tryLogin('nobody-at-all@motohaat.test')).toEqual(known)
})

test('A027 a removed member, and one who has no password, read what everybody reads', async () => {
  const { location } = await signIn({ name: 'Mitu', email: 'mitu@example.com' })
  assert(location === '/', 'needs somebody of the social provider')
  await testApp.runAsOwner(`update members set removed_at = now() where email = 'jahangir@motohaat.test'`)
  const wrong = stripRequestId((await logIn('karim@motohaat.test', 'not the password')).text)
  for (const email of ['mitu@example.com', 'jahangir@motohaat.test']) {
    expect(stripRequestId((await logIn(email, 'not the password')).text)).toBe(wrong)
  }
})

test('A029 a password reset request gets the same answer for a member, a stranger and a removed member', async () => {
  const responses = new Set<string>()
  for (const email of ['karim@motohaat.test', 'nobody@example.com', 'jahangir@motohaat.test']) {
    const answer = await testApp.call('V', 'POST /auth/request-password-reset', { body: { email } })
    responses.add(`${answer.status} ${answer.text}`)
  }
  expect([...responses]).toEqual(['200 {"acknowledged":true}'])
})

test('A031 an e-mail’s link leads to the app, whatever host the request names', async () => {
  const hosts = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
  }
  const response = await testApp.call('V', 'POST /auth/request-password-reset', {
    headers: hosts,
    body: { email: 'imran@motohaat.test' },
  })
  expect(response.status).toBe(200)
  const [email = ''] = await getEmailsTo(testApp.baseApp, 'imran@motohaat.test')
  expect(email).toContain(`${testApp.publicUrl}/reset-password#`)
  expect(email).not.toContain('evil.example')
})

test('A031 a reset link sets one password, once, and not another member’s', async () => {
  const token = parseResetToken((await getEmailsTo(testApp.baseApp, 'imran@motohaat.test'))[0])
  assert(token !== '', 'needs the e-mail of the row before')
  const reset = (body: object) => testApp.call('V', 'POST /auth/reset-password', { body })
  const newPassword = 'another password of Imran'
  const refused = await testApp.expectUnchanged(() => reset({ token, newPassword, email: 'ayesha@motohaat.test' }))
  expect([refused.status, refused.code]).toEqual([400, 'bad_request'])
  for (const wrong of [token.slice(0, -1), `${token}=`, token.toLowerCase(), ` ${token}`, `${token}\0`, '%']) {
    expect((await testApp.expectUnchanged(() => reset({ token: wrong, newPassword }))).status).toBe(400)
  }
  const answers = await Promise.all([1, 2, 3, 4].map(() => reset({ token, newPassword })))
  expect(sorted(answers.map(({ status }) => status))).toEqual([200, 400, 400, 400])
  expect((await logIn('imran@motohaat.test', newPassword)).status).toBe(200)
})

test('A033 a password and a token stand in no row and in no line of the log', async () => {
  const password = 'planted-7f3a-password'
  const browser = await register(testApp.baseApp, 'planted@example.com')
  await signUp({ email: 'planted-2@example.com', password })
  await logIn('planted-2@example.com', password)
  await logIn('planted-2@example.com', `${password}-wrong`)
  await testApp.request('V', 'POST', '/api/auth/sign-in/email', { raw: `{"email":"x","password":"${password}` })
  await browser('POST /auth/change-password', {
    body: { currentPassword: createSignUpBody('').password, newPassword: password },
  })
  expect(await findTablesWith(testApp, `***=${password}`)).toEqual([])
  expect(testApp.logLines.filter((line) => line.includes(password))).toEqual([])
})

const bad = [400, 'bad_request'] as const

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A039',
      what: 'a look-alike of an address is no address',
      call: 'POST /auth/sign-up/email',
      answers: { V: bad },
      send: () =>
        [
          'a＠example.com',
          'karim@motohaat.test.',
          'karim@mοtohaat.test',
          'kаrim@motohaat.test',
          'karim@motohaat\u3002test',
          'kar\u202Eim@motohaat.test',
          'ｋarim@motohaat.test',
          'karim@motohaat.tes\u0442',
          'karim\uFE0F@motohaat.test',
          'karim@@motohaat.test',
          '.karim@motohaat.test',
          'karim.@motohaat.test',
          'ka..rim@motohaat.test',
          'karim@localhost',
          'karim@[127.0.0.1]',
          'karim@127.0.0.1',
          'karim@-motohaat.test',
        ].map((one) => ({ body: createSignUpBody(one) })),
    },
    {
      id: 'A041',
      what: 'a field of one address takes neither two nor anything beside it',
      call: 'POST /auth/request-password-reset',
      answers: { V: bad },
      send: () =>
        [
          'a@example.com,b@example.com',
          'a@example.com;b@example.com',
          'a@example.com b@example.com',
          'A <a@example.com>',
          '"a b"@example.com',
          'a@example.com\r\nbcc: b@example.com',
          'a@example.com\nsubject: x',
          'a@example.com%0abcc:b@example.com',
          `${'a'.repeat(400)}@example.com`,
          'a@example.com?cc=b@example.com',
          'a@example.com\0',
          '|touch /tmp/x@example.com',
          '(comment)a@example.com',
          '=?utf-8?q?a?=@example.com ',
        ].map((one) => ({ body: { email: one } })),
    },
    {
      id: 'A041',
      what: 'a list, an object or a number is no address',
      call: 'POST /auth/sign-in/email',
      answers: { V: bad },
      send: () =>
        [['karim@motohaat.test'], { $gt: '' }, 1, true, null, { email: 'karim@motohaat.test' }].map((one) => ({
          body: { email: one, password: demoPassword },
        })),
    },
  ],
)

test('A039 spaces and capitals are the same member: nobody registers them again', async () => {
  for (const spelling of ['KARIM@motohaat.test', ' karim@motohaat.test ', 'karim@MOTOHAAT.TEST']) {
    const answer = await testApp.expectUnchanged(() => signUp({ email: spelling }))
    expect([spelling, answer.status, answer.code]).toEqual([spelling, 409, 'email_taken'])
  }
})
