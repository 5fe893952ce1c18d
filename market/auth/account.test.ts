import { minuteMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEmailsTo, createSignUpBody, createTestBrowser, register } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { sessions } from '#market/schema/people/logins.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const newPassword = 'another long password'

const logInElsewhere = async (email: string, userAgent?: string, typedPassword = password) => {
  const browser = createTestBrowser(testApp, userAgent)
  await browser('POST /auth/sign-in/email', { body: { email, password: typedPassword } })
  return browser
}

test('a member sees what can be changed of the account', async () => {
  const browser = await register(testApp, 'look@example.com')
  expect(await browser('GET /auth/account')).toEqual({
    user: {
      uid: expect.any(String),
      email: 'look@example.com',
      displayName: 'Nila Das',
      photoURL: 'https://photos.example.com/nila.jpg',
      emailVerified: true,
    },
    unproven: null,
    hasPassword: true,
    hasSecondFactor: false,
    secondFactorIs: 'free',
  })
})

test('name and photo change at once, one or both, and the photo can be removed', async () => {
  const browser = await register(testApp, 'profile@example.com')
  const renamed = await browser('POST /auth/update-user', { body: { name: '  Nila  Rahman ' } })
  expect(renamed.user).toMatchObject({ displayName: 'Nila  Rahman', photoURL: 'https://photos.example.com/nila.jpg' })
  await browser('POST /auth/update-user', { body: { image: 'https://photos.example.com/new.jpg' } })
  expect((await browser('GET /auth/get-session')).user).toMatchObject({
    displayName: 'Nila  Rahman',
    photoURL: 'https://photos.example.com/new.jpg',
  })
  const bare = await browser('POST /auth/update-user', { body: { image: null } })
  expect(bare.user.photoURL).toBeNull()
})

test.each([
  ['name', { name: '\u200B' }],
  ['name', { name: 'x'.repeat(81) }],
  ['name', { name: 'Karim 01712345678' }],
  ['image', { image: 'http://photos.example.com/nila.jpg' }],
  ['image', { image: 'javascript:alert(1)' }],
  ['email', { email: 'other@example.com' }],
  ['role', { role: 'Admin' }],
  ['hasSecondFactor', { hasSecondFactor: false }],
])('a wrong or strange %s is refused by its name: %j', async (field, body) => {
  const browser = await logInElsewhere('profile@example.com')
  await expect(browser('POST /auth/update-user', { body: body as object })).rejects.toMatchObject({
    status: 400,
    body: { field },
  })
})

test('changing the password requires the current one and ends the sessions of other devices', async () => {
  const browser = await register(testApp, 'change@example.com')
  const other = await logInElsewhere('change@example.com')
  const wrong = browser('POST /auth/change-password', { body: { currentPassword: 'wrong', newPassword } })
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_password', body: { field: 'currentPassword' } })
  const missing = browser('POST /auth/change-password', { body: { newPassword } })
  await expect(missing).rejects.toMatchObject({ code: 'wrong_password' })

  await browser('POST /auth/change-password', { body: { currentPassword: password, newPassword } })

  expect((await browser('GET /auth/get-session')).user?.email).toBe('change@example.com')
  expect(await other('GET /auth/get-session')).toEqual({ user: null })
  await expect(logInElsewhere('change@example.com')).rejects.toMatchObject({ code: 'wrong_login' })
  await logInElsewhere('change@example.com', undefined, newPassword)
  const [email] = await getEmailsTo(testApp, 'change@example.com')
  expect(email).toContain('Your password was changed')
  expect(email).not.toContain(newPassword)
})

test('the list of sessions marks this device and contains no token', async () => {
  const browser = await register(testApp, 'list@example.com')
  await logInElsewhere('list@example.com', 'a phone')
  const { sessions: list } = await browser('GET /auth/list-sessions')
  expect(list.map(({ device, isThisOne }) => `${device} ${isThisOne}`).toSorted()).toEqual([
    'a browser of the tests true',
    'a phone false',
  ])
  const keys = await testApp.db.select({ token: sessions.token }).from(sessions)
  const json = JSON.stringify(list)
  expect(keys.filter(({ token }) => json.includes(token))).toEqual([])
})

test('the time a session was last seen is updated', async () => {
  const browser = await register(testApp, 'seen@example.com')
  const [session] = (await browser('GET /auth/list-sessions')).sessions
  const anHourAgo = new Date(Date.now() - 60 * minuteMs)
  await testApp.db
    .update(sessions)
    .set({ updatedAt: anHourAgo })
    .where(eq(sessions.id, session?._id ?? ''))
  await browser('POST /jwt', { body: { email: 'seen@example.com' } })
  const [seen] = (await browser('GET /auth/list-sessions')).sessions
  expect(Date.parse(seen?.lastSeenAt ?? '')).toBeGreaterThan(anHourAgo.getTime() + 59 * minuteMs)
})

test('a member logs one device out, and its token is invalid at once', async () => {
  const browser = await register(testApp, 'end@example.com')
  const phone = await logInElsewhere('end@example.com', 'a phone')
  const withToken = await phone.withToken('end@example.com')
  const { sessions: list } = await browser('GET /auth/list-sessions')
  const id = list.find(({ isThisOne }) => !isThisOne)?._id ?? ''
  await browser('POST /auth/revoke-session', { body: { id } })
  expect(await phone('GET /auth/get-session')).toEqual({ user: null })
  await expect(withToken('GET /bookings')).rejects.toMatchObject({ status: 401 })
  await expect(browser('POST /auth/revoke-session', { body: { id } })).rejects.toMatchObject({ code: 'not_found' })
})

test('the session of another member is not found', async () => {
  const owner = await register(testApp, 'owner@example.com')
  const [session] = (await owner('GET /auth/list-sessions')).sessions
  const stranger = await register(testApp, 'stranger@example.com')
  const id = session?._id ?? ''
  await expect(stranger('POST /auth/revoke-session', { body: { id } })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect((await owner('GET /auth/get-session')).user?.email).toBe('owner@example.com')
})

test('a member logs out all other devices and stays logged in here', async () => {
  const browser = await register(testApp, 'all@example.com')
  const others = [await logInElsewhere('all@example.com'), await logInElsewhere('all@example.com')]
  const bystander = await register(testApp, 'bystander@example.com')
  await browser('POST /auth/revoke-other-sessions')
  for (const other of others) expect(await other('GET /auth/get-session')).toEqual({ user: null })
  expect((await browser('GET /auth/list-sessions')).sessions).toHaveLength(1)
  expect((await bystander('GET /auth/get-session')).user).not.toBeNull()
})

test('another site changes nothing of an account', async () => {
  const browser = await register(testApp, 'csrf@example.com')
  for (const [path, payload] of Object.entries({
    'update-user': { name: 'Evil' },
    'change-password': { currentPassword: password, newPassword },
    'revoke-session': { id: '019a0000-0000-7000-8000-000000000000' },
    'revoke-other-sessions': {},
  })) {
    const headers = { origin: 'https://evil.test', cookie: browser.cookie() }
    const answer = await testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload })
    expect([path, answer.json().code]).toEqual([path, 'foreign_site'])
  }
  const [member] = await testApp.db.select().from(members).where(eq(members.email, 'csrf@example.com'))
  expect(member?.name).toBe('Nila Das')
})
