// Many passwords to hash at once: who else can still use the shop.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { demoPassword, fixtures } from '#seed/fixtures.ts'
import { createSignUpBody } from '#tests/support/accounts.ts'
import { divideByLength } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, hashesAtFullCost: true })
})
afterAll(() => testApp.close())

const post = async (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  (await testApp.fastify.inject({ method: 'POST', url: `/api/auth/${url}`, payload, remoteAddress })).statusCode

const times = <Result>(count: number, work: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('sign-ups that wait for their hash hold no database connection', async () => {
  const { socketDir: host, database } = testApp.databaseAddress
  const observer = new pg.Client({ host, database, user: 'postgres' })
  await observer.connect()
  const progress = { isDone: false }
  const signUps = times(24, (at) => post('sign-up/email', createSignUpBody(`load-${at}@example.com`))).finally(() => {
    progress.isDone = true
  })
  const counts: number[] = []
  while (!progress.isDone) {
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`,
      [database],
    )
    counts.push(rows[0]?.count ?? 0)
    await sleep(5)
  }
  await observer.end()
  expect((await signUps).filter((status) => status === 200).length).toBeGreaterThan(12)
  // One sign-up after another gets its hash, and then needs a connection for a moment. All twelve were held before.
  expect(Math.max(...counts)).toBeLessThan(8)
})

test('an address that is taken is refused before the password is hashed', async () => {
  const taken = createSignUpBody(fixtures.karim.email)
  const statuses = await times(40, () => post('sign-up/email', taken))
  expect(statuses).toEqual(statuses.map(() => 409))
})

const addresses = [
  ['the same address', '127.0.0.1'],
  ['another address', '192.0.2.77'],
] as const

for (const { rows, options } of divideByLength(addresses, ([name]) => name === 'the same address'))
  test.each(rows)(
    'one member with forty logins at once does not keep out another one from %s',
    options,
    async (_, address) => {
      const [busy, other] = [`busy-${address}@example.com`, `other-${address}@example.com`]
      for (const email of [busy, other]) expect(await post('sign-up/email', createSignUpBody(email))).toBe(200)
      const { password } = createSignUpBody('')
      const logIn = (email: string, from?: string) => post('sign-in/email', { email, password }, from)
      const many = times(40, () => logIn(busy))
      const others = await times(6, () => logIn(other, address))
      const statuses = await many
      expect(others).toEqual(others.map(() => 200))
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10)
    },
  )

test('good logins of one member are limited too, generously', async () => {
  const { calls, ...otherLimits } = createLimits()
  const { login } = calls
  assert((login.attempts?.email?.max ?? 0) >= 60, 'needs a limit that no person reaches')
  const max = 5
  const attempts = { email: { max, seconds: 60 } }
  const limited = await createTestApp({
    clock,
    limits: { ...otherLimits, calls: { ...calls, login: { ...login, attempts } } },
  })
  const logIn = async (email: string) => {
    const payload = { email, password: demoPassword }
    return (await limited.fastify.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })).statusCode
  }
  const statuses = []
  for (let at = 0; at < max + 2; at += 1) statuses.push(await logIn(fixtures.karim.email))
  expect(statuses).toEqual([...Array.from({ length: max }, () => 200), 429, 429])
  expect(await logIn(fixtures.rahim.email)).toBe(200)
  clock.now = new Date(clock.now.getTime() + 12_000)
  expect(await logIn(fixtures.karim.email)).toBe(200)
})
