// The real shop with its own PostgreSQL, a card provider that takes 50 milliseconds, and as many bikes as wanted in it.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { createAccessTokens } from '#market/auth/session/provider.ts'
import { createPaymentProvider } from '#market/payments/provider.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { startServer } from '#tests/support/server-process.ts'
import { type SendRequest, createHttpClient } from '#benchmarks/measurement/http-client.ts'
import { getBenchmarkBuyer, fillDatabase, paymentHistorySql } from './fill-database.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'

export const secret = 'the secret of the shop that is measured, made for it alone'
export const loggedIn = 5_000
const providerDelayMs = 50
export const limitsFactor = '100000'
const manyTimes = 1_000_000_000
// A token lives for 300 seconds; one is used for half of that, and then made anew as the browser does.
const tokenMaxAgeMs = 150_000

export type Buyer = { token: string; email: string }

export type BenchmarkApp = {
  origin: string
  pids: { server: number; postgres: number }
  /** Where its PostgreSQL is spoken to. */
  socketDir: string
  send: SendRequest
  /** The card provider's own door, which the buyer's browser knocks at. */
  sendToProvider: SendRequest
  db: pg.Client
  /** A logged-in buyer, by number from 1 to `loggedIn`. */
  getBuyer: (n: number) => Promise<Buyer>
  /** The invariants that do not hold, with the provider's books beside the shop's; empty when all is well. */
  listViolations: () => Promise<string[]>
}

export const startPaymentProvider = async (dataDir: string, port: number, shopOrigin: string) => {
  const file = join(import.meta.dirname, '../../sandbox/cards/standalone.ts')
  const args = ['--port', String(port), '--state', join(dataDir, 'cards.jsonl')]
  const child = spawn(process.execPath, [file, ...args, '--webhook', `${shopOrigin}/api/payments/webhook`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const client = createHttpClient(`http://127.0.0.1:${port}`)
  for (const operation of ['create', 'retrieve', 'confirm']) {
    const body = JSON.stringify({ operation, fault: 'delay', delayMs: providerDelayMs, times: manyTimes })
    await client.send('/sandbox/faults', { method: 'POST', token: sandboxKeys.stripe.secretKey, body })
  }
  return { ...client, process: child, url: `http://127.0.0.1:${port}` }
}

/** PostgreSQL tells its id in the first line of its file and the place of its socket in the fifth. */
const findPostgres = async (dataDir: string) => {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), socketDir: z.string().parse(lines[4]) }
}

export const createBuyerLookup = (publicUrl: string) => {
  const tokens = createAccessTokens({ secret, publicUrl })
  const cachedTokens = new Map<number, { token: string; madeAt: number }>()
  return async (n: number): Promise<Buyer> => {
    const { email, ...bearer } = getBenchmarkBuyer(n)
    const cachedToken = cachedTokens.get(n)
    if (cachedToken && Date.now() - cachedToken.madeAt < tokenMaxAgeMs) return { token: cachedToken.token, email }
    const newToken = { token: await tokens.sign(bearer, new Date()), madeAt: Date.now() }
    cachedTokens.set(n, newToken)
    return { token: newToken.token, email }
  }
}

export const createInvariantCheck = (db: pg.Client, cardsPort: number) => {
  const paymentProvider = createPaymentProvider({
    ...sandboxKeys.stripe,
    sandbox: { host: '127.0.0.1', port: cardsPort },
  })
  return async (): Promise<string[]> => {
    const before = await db.query<Record<string, unknown>>(paymentHistorySql)
    const { violations } = await findViolations(db, [...(await collect(paymentProvider.listIntents())), ...before.rows])
    return violations.map(({ invariant, rows }) => `${invariant.id}: ${rows.length}`)
  }
}

/** What was measured counts only where nothing was done wrong meanwhile. */
const assertNoViolations = (violations: string[]): void => {
  if (violations.length > 0) throw new Error(`After the bench these invariants do not hold: ${violations.join('; ')}.`)
}

/** Fails when an invariant does not hold in the shop whose data lie there; `cardsPort` is its card provider's. */
export const checkInvariants = async (dataDir: string, cardsPort: number): Promise<void> => {
  const { socketDir } = await findPostgres(dataDir)
  const db = new pg.Client({ host: socketDir, user: 'postgres', database: 'motohaat', application_name: 'bench' })
  await db.connect()
  try {
    assertNoViolations(await createInvariantCheck(db, cardsPort)())
  } finally {
    await db.end()
  }
}

/** Opens the shop with so many bikes in it for as long as `use` takes; fails when an invariant does not hold afterwards. */
export const withBenchmarkApp = <T>(options: { bikes: number }, use: (app: BenchmarkApp) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (dataDir) => {
    const [port = 0, sandboxPort = 0, cardsPort = 0] = await findFreePorts(3)
    const origin = `http://127.0.0.1:${port}`
    const paymentProvider = await startPaymentProvider(dataDir, cardsPort, origin)
    const running = await startServer({
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_CARDS_URL: paymentProvider.url,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      SECRET: secret,
      DEMO: 'off',
      // A whole town comes from one address here; what is measured is the shop behind its limits.
      LIMITS_FACTOR: limitsFactor,
    })
    const { pid, socketDir } = await findPostgres(dataDir)
    const db = new pg.Client({ host: socketDir, user: 'postgres', database: 'motohaat', application_name: 'bench' })
    const { send, close } = createHttpClient(origin)
    try {
      await db.connect()
      await fillDatabase(db, { bikes: options.bikes, loggedIn })
      const pids = { server: running.process.pid ?? 0, postgres: pid }
      const listViolations = createInvariantCheck(db, cardsPort)
      const app = {
        origin,
        pids,
        socketDir,
        send,
        sendToProvider: paymentProvider.send,
        db,
        getBuyer: createBuyerLookup(origin),
        listViolations,
      }
      const measured = await use(app)
      assertNoViolations(await listViolations())
      return measured
    } finally {
      close()
      paymentProvider.close()
      await db.end()
      running.process.kill('SIGTERM')
      await running.exited
      paymentProvider.process.kill('SIGTERM')
    }
  })
