// The token of bKash under load: several processes with a pool each, and a clock that runs for hours.
import { minuteMs, hourMs } from '#contract/time/durations.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDatabaseClient } from '#platform/database/database.ts'
import { appRole } from '#platform/database/app-role.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { providerTokens } from '#market/schema/money/provider-tokens.ts'
import { createTokenProvider, type TokenSource } from './provider-tokens.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

/** Processes that share a database, and bKash, which counts who asks it. */
const createProcesses = async (count: number) => {
  const { socketDir, database, drop } = await cloneDatabase()
  const clock = { now: Date.now() }
  const asked: number[] = []
  let isBroken = false
  const give = async () => {
    asked.push(clock.now)
    await pause(20)
    if (isBroken) throw new Error('bKash is down')
    return { token: `token ${asked.length}`, refreshToken: `refresh ${asked.length}`, expiresInSeconds: 3_600 }
  }
  const source: TokenSource = { grant: give, refresh: give }
  const clients = Array.from({ length: count }, () =>
    createDatabaseClient({ socketDir, database, user: appRole }, { timeoutMs: 15_000, connections: 2 }),
  )
  onTestFinished(async () => {
    for (const client of clients) await client.$client.end()
    await drop()
  })
  const logs: string[][] = clients.map(() => [])
  const getTokens = clients.map((db, index) =>
    createTokenProvider(
      {
        db,
        now: () => new Date(clock.now),
        createId: () => v7(),
        createToken: () => randomBytes(32).toString('base64url'),
        secret: testSecret,
        log: (line) => void logs[index]?.push(line),
      },
      source,
    ),
  )
  const [db] = clients
  if (!db) throw new Error('needs a process')
  const breakBkash = (broken = true) => void (isBroken = broken)
  return { db, clock, asked, getTokens, logs, breakBkash }
}

/** The most requests within any hour. */
const countInHour = (asked: readonly number[]): number =>
  Math.max(...asked.map((at) => asked.filter((other) => other > at - hourMs && other <= at).length))

test('four processes that ask all at once, every five minutes of six hours, ask bKash at most twice an hour', async () => {
  const { clock, asked, getTokens } = await createProcesses(4)
  for (let minutes = 0; minutes < 360; minutes += 5) {
    const tokens = await Promise.all([...getTokens, ...getTokens, ...getTokens].map((getToken) => getToken()))
    expect(tokens.every((token) => token.startsWith('token'))).toBe(true)
    clock.now += 5 * minuteMs
  }
  expect(countInHour(asked)).toBeLessThanOrEqual(2)
  // One each 50 minutes.
  expect(asked.length).toBeLessThanOrEqual(8)
})

test(
  'while bKash is down, or refuses every token, it is asked twice an hour and no more',
  { tags: 'long' },
  async () => {
    const { clock, asked, getTokens, breakBkash } = await createProcesses(4)
    breakBkash()
    for (let minutes = 0; minutes < 120; minutes += 10) {
      const answers = await Promise.all(getTokens.map((getToken) => catchError(getToken())))
      for (const answer of answers) expect(answer).toBeInstanceOf(Error)
      clock.now += 10 * minuteMs
    }
    expect(asked.length).toBeGreaterThan(0)
    expect(countInHour(asked)).toBeLessThanOrEqual(2)
  },
)

test('an outage is logged once, and the next one again, also when another process renewed the token between them', async () => {
  const { clock, getTokens, logs, breakBkash } = await createProcesses(2)
  const [first, other] = getTokens
  if (!first || !other) throw new Error('needs two processes')
  for (const outages of [1, 2]) {
    breakBkash(false)
    await other()
    await first()
    // The token is about to end.
    clock.now += 51 * minuteMs
    breakBkash()
    for (let times = 0; times < 3; times += 1) await first()
    expect(logs[0]?.filter((line) => line.includes('used to its end'))).toHaveLength(outages)
    clock.now += 2 * hourMs
  }
})

test('a third request within an hour is not sent', async () => {
  const { clock, asked, getTokens, breakBkash } = await createProcesses(1)
  breakBkash()
  const ask = () => sites.callLater(() => getTokens[0]?.() ?? Promise.reject(new Error('needs a process')))
  for (let times = 0; times < 2; times += 1) await expect(ask()).rejects.toThrow('bKash is down')
  expect(await ask()).toMatchObject({ code: 'wallet_unavailable' })
  expect(asked).toHaveLength(2)
  clock.now += hourMs + 1
  await expect(ask()).rejects.toThrow('bKash is down')
})

test('who waits for the token of a process that does not bring it waits ten seconds', { tags: 'long' }, async () => {
  const { db, clock, getTokens } = await createProcesses(1)
  await db.insert(providerTokens).values({ provider: 'bkash', leasedUntil: new Date(clock.now + minuteMs) })
  const told = await sites.callLater(() => getTokens[0]?.() ?? Promise.reject(new Error('needs a process')))
  expect(told).toMatchObject({ code: 'wallet_unavailable' })
})

test('every line that refuses something has a case above', () => {
  const missing = sites.listMissing(['market/payments/provider-tokens.ts']).map((site) => site.split(' ')[1])
  // The wait of ten seconds is in the long run.
  expect(missing).toEqual(chooseByRun(['wallet_unavailable'], []))
})
