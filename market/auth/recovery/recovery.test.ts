import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#seed/fixtures.ts'
import {
  nextCodeOf,
  lettersTo,
  newPerson,
  openBrowser,
  register,
  tokenIn,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { accounts, forgottenPasswords, passwordResets } from '#market/auth/table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const { password } = newPerson('')
const newPassword = 'another long password'
const minuteMs = 60_000

const forget = (email: string, at: TestShop = shop) =>
  at.visitor('POST /auth/request-password-reset', { body: { email } })
const reset = (token: string, at: TestShop = shop) =>
  at.visitor('POST /auth/reset-password', { body: { token, newPassword } })
const logIn = (email: string, given: string) =>
  shop.visitor('POST /auth/sign-in/email', { body: { email, password: given } })

test('who forgot the password gets a letter, and with it a new password', async () => {
  await register(shop, 'forgot@example.com')
  await forget('Forgot@Example.com ')
  const letters = await lettersTo(shop, 'forgot@example.com')
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain('Dear Nila Das')

  await reset(tokenIn(letters[0]))
  expect((await logIn('forgot@example.com', newPassword)).user?.email).toBe('forgot@example.com')
  await expect(logIn('forgot@example.com', password)).rejects.toMatchObject({ code: 'wrong_login' })
  const [told] = await lettersTo(shop, 'forgot@example.com')
  expect(told).toContain('Your password was changed')
})

test('the link of the letter leads to the shop’s own address, whatever the request claims', async () => {
  await register(shop, 'host@example.com')
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    payload: { email: 'host@example.com' },
  })
  expect(answer.statusCode).toBe(200)
  const [letter] = await lettersTo(shop, 'host@example.com')
  expect(letter).toContain(`${shop.publicUrl}/reset-password#`)
  expect(letter).not.toContain('evil.test')
})

test('a known and an unknown address get the same answer, and leave the same row', async () => {
  const known = await forget(cast.nusrat.email)
  const unknown = await forget('nobody@example.com')
  expect(unknown).toEqual(known)
  const rows = await shop.db.select({ email: forgottenPasswords.email }).from(forgottenPasswords)
  expect(rows.map(({ email }) => email).toSorted()).toEqual(['nobody@example.com', cast.nusrat.email].toSorted())
  expect(await lettersTo(shop, 'nobody@example.com')).toEqual([])
  expect(await shop.db.select().from(forgottenPasswords)).toEqual([])
})

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('the time of the answer does not tell whether an address is known', async () => {
  const known: number[] = []
  const unknown: number[] = []
  const measure = async (email: string, times: number[]) => {
    const beganAt = performance.now()
    await forget(email)
    times.push(performance.now() - beganAt)
  }
  for (let round = 0; round < 12; round += 1) {
    for (const { email } of Object.values(cast)) {
      await measure(email, known)
      await measure(`x${email}`, unknown)
    }
  }
  const ratio = median(known) / median(unknown)
  expect(Math.abs(ratio - 1)).toBeLessThan(0.2)
})

test('asked for twice within a minute, one letter is written', async () => {
  await register(shop, 'hasty@example.com')
  for (let time = 0; time < 3; time += 1) {
    await forget('hasty@example.com')
    await shop.sendMails()
  }
  expect(await lettersTo(shop, 'hasty@example.com')).toHaveLength(1)
})

test('a link works once', async () => {
  await register(shop, 'once@example.com')
  await forget('once@example.com')
  const token = tokenIn((await lettersTo(shop, 'once@example.com'))[0])
  const both = await Promise.allSettled([reset(token), reset(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(reset(token)).rejects.toMatchObject({ status: 400, code: 'reset_expired' })
})

test('with a new password the other letters under way are worth nothing', async () => {
  await register(shop, 'two@example.com')
  await forget('two@example.com')
  const first = tokenIn((await lettersTo(shop, 'two@example.com'))[0])
  await shop.db.update(passwordResets).set({ madeAt: new Date(0) })
  await forget('two@example.com')
  const [newest] = await lettersTo(shop, 'two@example.com')
  expect(tokenIn(newest)).not.toBe(first)
  await reset(tokenIn(newest))
  await expect(reset(first)).rejects.toMatchObject({ code: 'reset_expired' })
})

test('a link works for an hour', async () => {
  const clock = { now: new Date() }
  const moved = await openTestShop({ clock })
  const { email } = cast.karim
  await forget(email, moved)
  const token = tokenIn((await lettersTo(moved, email))[0])
  clock.now = new Date(clock.now.getTime() + 61 * minuteMs)
  await expect(reset(token, moved)).rejects.toMatchObject({ code: 'reset_expired' })

  await forget(email, moved)
  const fresh = tokenIn((await lettersTo(moved, email))[0])
  clock.now = new Date(clock.now.getTime() + 59 * minuteMs)
  await expect(reset(fresh, moved)).resolves.toEqual({ acknowledged: true })
})

test('the token is long and kept as a hash only, also after the letter was sent', async () => {
  await register(shop, 'hash@example.com')
  await forget('hash@example.com')
  const token = tokenIn((await lettersTo(shop, 'hash@example.com'))[0])
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  const { rows: tables } = await shop.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of tables) {
    const { rows } = await shop.db.$client.query(`select from ${name} as t where t::text like $1`, [`%${token}%`])
    expect([name, rows.length]).toEqual([name, 0])
  }
  expect(shop.logged.join('\n')).not.toContain(token)
  const [member] = await shop.db.select().from(members).where(eq(members.email, 'hash@example.com'))
  expect(await shop.db.$count(passwordResets, eq(passwordResets.memberId, member?.id ?? ''))).toBe(1)
})

test.each(['', 'x', 'a'.repeat(43), 'undefined', '../../etc/passwd'])(
  'a made-up token %j opens nothing',
  async (token) => {
    await expect(reset(token)).rejects.toMatchObject({ status: 400, code: 'reset_expired' })
  },
)

test('a new password that is too short is refused with its field, and the link still works', async () => {
  await register(shop, 'short@example.com')
  await forget('short@example.com')
  const token = tokenIn((await lettersTo(shop, 'short@example.com'))[0])
  const short = shop.visitor('POST /auth/reset-password', { body: { token, newPassword: 'short' } })
  await expect(short).rejects.toMatchObject({ status: 400, body: { field: 'newPassword' } })
  await expect(reset(token)).resolves.toEqual({ acknowledged: true })
})

test('a new password ends all sessions, and a login that waits for its code', async () => {
  const first = await register(shop, 'ends@example.com')
  const { totpURI } = await turnOnSecondFactor(first, password)
  const token = (await first('POST /jwt', { body: { email: 'ends@example.com' } })).token
  const half = openBrowser(shop)
  await half('POST /auth/sign-in/email', { body: { email: 'ends@example.com', password } })

  await forget('ends@example.com')
  await reset(tokenIn((await lettersTo(shop, 'ends@example.com'))[0]))

  expect(await first('GET /auth/get-session')).toEqual({ user: null })
  const headers = { authorization: `Bearer ${token}` }
  expect((await shop.app.inject({ url: '/api/bookings', headers })).statusCode).toBe(401)
  await expect(half('POST /auth/sign-in/code', { body: { code: nextCodeOf(totpURI) } })).rejects.toMatchObject({
    code: 'login_expired',
  })
  // The second factor stays: who can read somebody's mail does not have their phone.
  const anew = openBrowser(shop)
  const answer = await anew('POST /auth/sign-in/email', { body: { email: 'ends@example.com', password: newPassword } })
  expect(answer).toEqual({ user: null, needsCode: true })
})

test('whoever registered somebody else’s address first loses it to the owner of the mailbox', async () => {
  const squatter = await register(shop, 'victim@example.com')
  await forget('victim@example.com')
  await reset(tokenIn((await lettersTo(shop, 'victim@example.com'))[0]))
  expect(await squatter('GET /auth/get-session')).toEqual({ user: null })
  await expect(logIn('victim@example.com', password)).rejects.toMatchObject({ code: 'wrong_login' })
  expect((await logIn('victim@example.com', newPassword)).user).toMatchObject({ emailVerified: true })
})

test('a person of the social provider gets a password this way, and keeps the account', async () => {
  await register(shop, 'social@example.com')
  const [member] = await shop.db.select().from(members).where(eq(members.email, 'social@example.com'))
  const id = member?.id ?? ''
  await shop.db.update(accounts).set({ providerId: 'social', password: null }).where(eq(accounts.userId, id))
  await forget('social@example.com')
  await reset(tokenIn((await lettersTo(shop, 'social@example.com'))[0]))
  expect((await logIn('social@example.com', newPassword)).user?.uid).toBe(id)
  const mine = eq(accounts.userId, id)
  expect(await shop.db.$count(accounts, and(mine, eq(accounts.providerId, 'social')))).toBe(1)
})

test('a removed member gets no letter, and an earlier one is worth nothing', async () => {
  await register(shop, 'removed@example.com')
  await forget('removed@example.com')
  const letters = await lettersTo(shop, 'removed@example.com')
  await shop.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'removed@example.com'))
  await expect(reset(tokenIn(letters[0]))).rejects.toMatchObject({ code: 'reset_expired' })
  await shop.db.update(passwordResets).set({ madeAt: new Date(0) })
  await forget('removed@example.com')
  expect(await lettersTo(shop, 'removed@example.com')).toHaveLength(letters.length)
})

test('another site can neither ask for a letter nor set a password', async () => {
  for (const [path, payload] of Object.entries({
    'request-password-reset': { email: cast.karim.email },
    'reset-password': { token: 'x', newPassword },
  })) {
    const headers = { origin: 'https://evil.test' }
    const answer = await shop.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload })
    expect(answer.json()).toMatchObject({ code: 'foreign_site' })
  }
  expect(await shop.db.select().from(forgottenPasswords)).toEqual([])
})

test('letters are written by one process only, also when several look at once', async () => {
  await register(shop, 'several@example.com')
  await forget('several@example.com')
  await Promise.all([shop.sendMails(), shop.sendMails(), shop.sendMails()])
  expect(await lettersTo(shop, 'several@example.com')).toHaveLength(1)
})
