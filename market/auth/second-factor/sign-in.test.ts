// Logging in with a second factor.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, newPerson, nextCodeOf, openBrowser, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { sessions } from '#market/auth/table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const { password } = newPerson('')
const minuteMs = 60_000
const wrongCode = (totpURI: string) => (codeOf(totpURI) === '123456' ? '654321' : '123456')

/** Somebody with a second factor, and a second browser in which their password was given. */
const openedHalf = async (email: string) => {
  const first = await register(shop, email)
  const begun = await turnOnSecondFactor(first, password)
  const browser = openBrowser(shop)
  const answer = await browser('POST /auth/sign-in/email', { body: { email, password } })
  return { first, browser, answer, ...begun }
}

test('with a second factor the password alone logs nobody in', async () => {
  const { browser, answer } = await openedHalf('two@example.com')
  expect(answer).toEqual({ user: null, needsCode: true })
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })
  await expect(browser('POST /jwt', { body: { email: 'two@example.com' } })).rejects.toMatchObject({ status: 401 })
  await expect(browser('GET /auth/account')).rejects.toMatchObject({ status: 401 })
})

test('no cookie of the first step opens anything, not even the one that is taken away again', async () => {
  await openedHalf('cookies@example.com')
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: 'cookies@example.com', password },
  })
  for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
    const cookie = line.split(';')[0] ?? ''
    const answer = await shop.app.inject({ url: '/api/auth/get-session', headers: { cookie } })
    expect(answer.json()).toEqual({ user: null })
  }
})

test('the code of the app finishes the login; a wrong one says so', async () => {
  const { browser, totpURI } = await openedHalf('code@example.com')
  await expect(browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } })).rejects.toMatchObject({
    status: 400,
    code: 'wrong_code',
  })
  const code = nextCodeOf(totpURI)
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '')
  const { user } = await browser('POST /auth/sign-in/code', { body: { code: typed } })
  expect(user.email).toBe('code@example.com')
  expect((await browser('POST /jwt', { body: { email: user.email } })).token).toMatch(/^ey/)
})

test('a code of ten minutes ago is wrong', async () => {
  const { browser, totpURI } = await openedHalf('late@example.com')
  const code = codeOf(totpURI, new Date(Date.now() - 10 * minuteMs))
  await expect(browser('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
})

test('a code without the password before it is worth nothing', async () => {
  const { totpURI } = await openedHalf('nopassword@example.com')
  const stranger = openBrowser(shop)
  await expect(stranger('POST /auth/sign-in/code', { body: { code: nextCodeOf(totpURI) } })).rejects.toMatchObject({
    code: 'login_expired',
  })
})

test('after five wrong codes the password is asked for again', async () => {
  const { browser, totpURI } = await openedHalf('five@example.com')
  for (let time = 0; time < 5; time += 1) {
    await expect(browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } })).rejects.toMatchObject({
      code: 'wrong_code',
    })
  }
  await expect(browser('POST /auth/sign-in/code', { body: { code: nextCodeOf(totpURI) } })).rejects.toMatchObject({
    code: 'login_expired',
  })
})

test('after ten wrong codes nobody tries another one for a quarter of an hour', async () => {
  const { totpURI } = await openedHalf('ten@example.com')
  const half = async () => {
    const browser = openBrowser(shop)
    await browser('POST /auth/sign-in/email', { body: { email: 'ten@example.com', password } })
    return browser
  }
  for (const browser of [await half(), await half()]) {
    for (let time = 0; time < 5; time += 1) {
      await browser('POST /auth/sign-in/code', { body: { code: wrongCode(totpURI) } }).catch(() => {})
    }
  }
  const browser = await half()
  await expect(browser('POST /auth/sign-in/code', { body: { code: nextCodeOf(totpURI) } })).rejects.toMatchObject({
    status: 429,
    code: 'second_factor_locked',
  })
})

test('a backup code finishes a login once', async () => {
  const { browser, backupCodes, answer } = await openedHalf('backup@example.com')
  expect(answer.needsCode).toBe(true)
  expect(backupCodes).toHaveLength(10)
  const [code = ''] = backupCodes
  const { user } = await browser('POST /auth/sign-in/backup-code', { body: { code: code.replace('-', ' ') } })
  expect(user.email).toBe('backup@example.com')

  const again = openBrowser(shop)
  await again('POST /auth/sign-in/email', { body: { email: 'backup@example.com', password } })
  await expect(again('POST /auth/sign-in/backup-code', { body: { code } })).rejects.toMatchObject({
    code: 'wrong_backup_code',
  })
})

test('a removed member cannot finish a login that was begun before', async () => {
  const { browser, totpURI } = await openedHalf('gone@example.com')
  await shop.db.update(members).set({ removedAt: new Date() }).where(eq(members.email, 'gone@example.com'))
  await expect(browser('POST /auth/sign-in/code', { body: { code: nextCodeOf(totpURI) } })).rejects.toMatchObject({
    code: 'account_removed',
  })
})

test('a login that waits for its code leaves no session behind', async () => {
  await openedHalf('none@example.com')
  const kept = await shop.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(eq(members.email, 'none@example.com'))
  expect(kept).toHaveLength(1)
})

test('a code works once, however soon it is entered again', async () => {
  const { browser, totpURI } = await openedHalf('once@example.com')
  const used = { body: { code: codeOf(totpURI) } }
  await expect(browser('POST /auth/sign-in/code', used)).rejects.toMatchObject({ status: 400, code: 'wrong_code' })

  const code = nextCodeOf(totpURI)
  await browser('POST /auth/sign-in/code', { body: { code } })
  const another = openBrowser(shop)
  await another('POST /auth/sign-in/email', { body: { email: 'once@example.com', password } })
  await expect(another('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await another('GET /auth/get-session')).toEqual({ user: null })
})

test('of one code that is entered in two browsers at once, one gets in', async () => {
  const { browser, totpURI } = await openedHalf('both@example.com')
  const other = openBrowser(shop)
  await other('POST /auth/sign-in/email', { body: { email: 'both@example.com', password } })
  const body = { code: nextCodeOf(totpURI) }
  const entered = await Promise.allSettled([browser, other].map((each) => each('POST /auth/sign-in/code', { body })))
  expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a wrong code may be entered again: it was never used', async () => {
  const { browser, totpURI } = await openedHalf('again@example.com')
  const code = codeOf(totpURI, new Date(Date.now() - 10 * minuteMs))
  for (const _ of [1, 2]) {
    await expect(browser('POST /auth/sign-in/code', { body: { code } })).rejects.toMatchObject({ code: 'wrong_code' })
  }
  const { rows } = await shop.db.$client.query('select from used_codes where code = $1', [code])
  expect(rows).toEqual([])
})
