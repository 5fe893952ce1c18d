// What a known device may do that a stranger's may not, and what ends it.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { createSignUpBody, getEmailsTo, parseResetToken } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const { calls, ...otherLimits } = createLimits()
const maxGuesses = 2
const maxResetEmails = 3
const hour = { seconds: 3_600 }
const limits = {
  ...otherLimits,
  calls: {
    ...calls,
    // Few tries, so that few passwords are hashed; addresses are not what is tested here.
    login: { ...calls.login, address: undefined, email: { max: maxGuesses, ...hour } },
    forgotten: { email: { max: maxResetEmails, ...hour } },
    signUp: {},
  },
}

let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, limits })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')

const post = async (path: string, payload: object, cookie = '') => {
  const answer = await testApp.fastify.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { cookie },
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '')
  const message = String(answer.json().message)
  return { status: answer.statusCode, message, cookies, device: cookies.find((one) => one.includes('.device=')) ?? '' }
}
const logIn = (email: string, cookie = '', typed = password) =>
  post('sign-in/email', { email, password: typed }, cookie)
const signUp = async (email: string) => {
  const { status, cookies, device } = await post('sign-up/email', createSignUpBody(email))
  assert(status === 200 && device !== '', 'needs a member with a known device')
  return { session: cookies.find((one) => one.includes('session_token')) ?? '', device }
}

/** How many of so many attempts are not refused by a limit. */
const countUntilLimited = async (max: number, send: () => Promise<{ status: number }>): Promise<number> => {
  for (let at = 0; at < max; at += 1) if ((await send()).status === 429) return at
  return max
}
const guess = (email: string, cookie: string) =>
  countUntilLimited(maxGuesses + 1, () => logIn(email, cookie, 'a guess'))

/** Tries passwords as a stranger until nobody but known devices may log in. */
const lockOut = async (email: string) => {
  expect(await guess(email, '')).toBe(maxGuesses)
  expect((await logIn(email)).status).toBe(429)
}

test('a member has ten known devices: an eleventh login replaces the one not used for longest', async () => {
  const email = 'eleven@example.com'
  const { device: first } = await signUp(email)
  const devices = [first]
  for (let at = 0; at < 11; at += 1) {
    clock.now = new Date(clock.now.getTime() + 1_000)
    devices.push((await logIn(email)).device)
  }
  expect(new Set(devices).size).toBe(12)
  await lockOut(email)
  const statuses = []
  for (const device of devices) statuses.push((await logIn(email, device)).status)
  expect(statuses).toEqual([429, 429, ...Array.from({ length: 10 }, () => 200)])
})

test('many known devices together give few guesses', async () => {
  const email = 'guesses@example.com'
  const devices = [(await signUp(email)).device]
  for (let at = 0; at < 14; at += 1) devices.push((await logIn(email)).device)
  let total = await guess(email, '')
  for (const device of devices) total += await guess(email, device)
  expect(total).toBe(maxGuesses * 11)
})

test('many known devices together give no more reset e-mails than one', async () => {
  const email = 'reset-mails@example.com'
  const devices = [(await signUp(email)).device]
  for (let at = 0; at < 5; at += 1) devices.push((await logIn(email)).device)
  let total = 0
  for (const device of ['', ...devices])
    total += await countUntilLimited(maxResetEmails + 1, () => post('request-password-reset', { email }, device))
  expect(total).toBe(maxResetEmails * 2)
})

test('a new password ends the known devices of the old one, but not the device that chose it', async () => {
  const email = 'new-password@example.com'
  const { session, device } = await signUp(email)
  const { device: other } = await logIn(email)
  const newPassword = `${password}, a new one`
  const changed = await post('change-password', { currentPassword: password, newPassword }, `${session}; ${device}`)
  expect(changed.status).toBe(200)
  await lockOut(email)
  expect((await logIn(email, other, newPassword)).status).toBe(429)
  expect((await logIn(email, device, newPassword)).status).toBe(429)
  expect((await logIn(email, changed.device, newPassword)).status).toBe(200)
})

test('a deleted account leaves no known device to whoever registers the address next', async () => {
  const email = 'squatted@example.com'
  const { session, device } = await signUp(email)
  expect((await post('delete-user', { password }, `${session}; ${device}`)).status).toBe(200)
  const owner = await signUp(email)
  await lockOut(email)
  expect((await logIn(email, device)).status).toBe(429)
  expect((await logIn(email, owner.device)).status).toBe(200)
})

test('a device of one member is unknown to every other one, and forged or old ones are unknown to all', async () => {
  const [mine, theirs] = ['mine@example.com', 'theirs@example.com']
  const { device } = await signUp(mine)
  const { device: foreign } = await signUp(theirs)
  await lockOut(mine)
  expect((await logIn(mine, foreign)).status).toBe(429)
  expect((await logIn(mine, 'motohaat.device=made-up')).status).toBe(429)
  expect((await logIn(mine, device)).status).toBe(200)
  const letDaysPass = (days: number) =>
    testApp.db.$client.query(`update known_devices set created_at = created_at - interval '${days} days'`)
  await letDaysPass(179)
  expect((await logIn(mine, device)).status).toBe(200)
  await letDaysPass(1)
  expect((await logIn(mine, device)).status).toBe(429)
  await testApp.sendMails()
  expect((await testApp.db.$client.query('select from known_devices')).rowCount).toBe(0)
})

test('the table has no token of a cookie', async () => {
  const { device } = await signUp('hashed@example.com')
  const { rows } = await testApp.db.$client.query<{ text: string }>('select d::text as text from known_devices d')
  expect(rows.map(({ text }) => text).join()).not.toContain(device.split('=')[1])
})

test('whoever is locked out by a stranger gets a new device in at once by the link of a reset e-mail', async () => {
  const email = 'locked-out@example.com'
  await signUp(email)
  await lockOut(email)
  expect((await logIn(email)).message).toContain('press “Forgot your password?”')
  // The stranger asks for e-mails too, as often as possible: they reach the owner of the address.
  await countUntilLimited(maxResetEmails + 1, () => post('request-password-reset', { email }))
  const [latest] = await getEmailsTo(testApp, email)
  const newPassword = `${password}, by e-mail`
  const { status, device } = await post('reset-password', { token: parseResetToken(latest), newPassword })
  expect(status).toBe(200)
  expect((await logIn(email, '', newPassword)).status).toBe(429)
  expect((await logIn(email, device, newPassword)).status).toBe(200)
})
