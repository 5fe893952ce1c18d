// Runs the real server with its own PostgreSQL, a card provider with a delay of 50 ms, and any number of bikes.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { startServer } from '#tests/support/server-process.ts'
import { type SendRequest, createHttpClient } from '#benchmarks/measurement/http-client.ts'
import { type DataSize, getBenchmarkBuyer, fillDatabase, paymentHistorySql } from './fill-database.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'

export const secret = 'the secret of the measured app, used for nothing else'
export const loggedIn = 5_000
const providerDelayMs = 50
export const limitsFactor = '100000'
const manyTimes = 1_000_000_000
// A token lives for 300 seconds; it is renewed after half of that, as in the browser.
const tokenMaxAgeMs = 150_000

export type Buyer = { token: string; email: string }

export type BenchmarkApp = {
  origin: string
  pids: { server: number; postgres: number }
  /** Folder of the PostgreSQL socket. */
  socketDir: string
  send: SendRequest
  /** Sends to the card provider, as the buyer's browser does. */
  sendToProvider: SendRequest
  db: pg.Client
  /** A signed-in buyer, by number from 1 to `loggedIn`. */
  getBuyer: (n: number) => Promise<Buyer>
  /** Lists violated invariants, including differences from the provider's ledger. */
  listViolations: () => Promise<string[]>
}

/** Lets the card provider take as long for each request as a real one. */
export const delayPayments = async (send: SendRequest): Promise<void> => {
  for (const operation of ['create', 'retrieve', 'confirm']) {
    const body = JSON.stringify({ operation, fault: 'delay', delayMs: providerDelayMs, times: manyTimes })
    await send('/sandbox/faults', { method: 'POST', token: sandboxKeys.stripe.secretKey, body })
  }
}

export const startPaymentProvider = async (dataDir: string, port: number, shopOrigin: string) => {
  const file = join(import.meta.dirname, '../../sandbox/standalone.ts')
  const args = ['--port', String(port), '--state', join(dataDir, 'cards.jsonl')]
  const child = spawn(process.execPath, [file, ...args, '--webhook', `${shopOrigin}/api/payments/webhook`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const client = createHttpClient(`http://127.0.0.1:${port}`)
  await delayPayments(client.send)
  return { ...client, process: child, url: `http://127.0.0.1:${port}` }
}

/** Reads PostgreSQL's process id and socket folder from lines 1 and 5 of postmaster.pid. */
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

/** Logs the seller of a bike in, without a password. */
export const createSellerToken = async (
  { db, origin }: Pick<BenchmarkApp, 'db' | 'origin'>,
  sellerId: string,
): Promise<string> => {
  const sessionId = v7()
  await db.query(
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
     values ($1, $2, gen_random_uuid()::text, now() + interval '1 day', now(), now())`,
    [sessionId, sellerId],
  )
  return createAccessTokens({ secret, publicUrl: origin }).sign({ memberId: sellerId, sessionId }, new Date())
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

/** Figures count only when no invariant was violated. */
const assertNoViolations = (violations: string[]): void => {
  if (violations.length > 0)
    throw new Error(`After the benchmark these invariants are violated: ${violations.join('; ')}.`)
}

/** Fails when an invariant is violated in the database of `dataDir`; `cardsPort` is its card provider's port. */
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

type Data = Pick<DataSize, 'bikes' | 'isMostlySold'> & {
  /** Fills the empty tables for benchmarks that only read; by default with bikes, members and deals, which are checked afterwards. */
  fill?: (db: pg.Client) => Promise<unknown>
}

/** Runs the app with this many bikes during `use`; fails when an invariant is violated afterwards. */
export const withBenchmarkApp = <T>({ fill, ...size }: Data, use: (app: BenchmarkApp) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (dataDir) => {
    const [port = 0, sandboxPort = 0, cardsPort = 0] = await findFreePorts(3)
    const origin = `http://127.0.0.1:${port}`
    const paymentProvider = await startPaymentProvider(dataDir, cardsPort, origin)
    const running = await startServer({
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_CARDS_URL: paymentProvider.url,
      SANDBOX_BKASH_URL: paymentProvider.url,
      SANDBOX_SSLCOMMERZ_URL: paymentProvider.url,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      SECRET: secret,
      DEMO: 'off',
      // All requests come from one address, so the rate limits are lifted.
      LIMITS_FACTOR: limitsFactor,
    })
    const { pid, socketDir } = await findPostgres(dataDir)
    const db = new pg.Client({ host: socketDir, user: 'postgres', database: 'motohaat', application_name: 'bench' })
    const { send, close } = createHttpClient(origin)
    try {
      await db.connect()
      await (fill ? fill(db) : fillDatabase(db, { ...size, loggedIn }))
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
      if (!fill) assertNoViolations(await listViolations())
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
