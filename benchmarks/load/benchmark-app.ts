// The real shop with its own PostgreSQL, a card provider that takes 50 milliseconds, and as many bikes as wanted in it.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { openTokens } from '#market/auth/session/provider.ts'
import { openCards } from '#market/payments/provider.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { startShop } from '#tests/support/server-process.ts'
import { type Ask, openAsking } from '#benchmarks/measurement/http-client.ts'
import { buyerOf, fillShop, historyAtProvider } from './fill-database.ts'
import { freePorts } from '#benchmarks/measurement/ports.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'

export const secret = 'the secret of the shop that is measured, made for it alone'
export const loggedIn = 5_000
const cardsMs = 50
export const limitsFactor = '100000'
const manyTimes = 1_000_000_000
// A token lives for 300 seconds; one is used for half of that, and then made anew as the browser does.
const tokenMs = 150_000

export type Buyer = { token: string; email: string }

export type LoadShop = {
  origin: string
  pids: { shop: number; postgres: number }
  /** Where its PostgreSQL is spoken to. */
  socketDir: string
  ask: Ask
  /** The card provider's own door, which the buyer's browser knocks at. */
  askCards: Ask
  db: pg.Client
  /** A logged-in buyer, by number from 1 to `loggedIn`. */
  buyer: (n: number) => Promise<Buyer>
  /** The invariants that do not hold, with the provider's books beside the shop's; empty when all is well. */
  broken: () => Promise<string[]>
}

export const startCards = async (dataDir: string, port: number, shopOrigin: string) => {
  const file = join(import.meta.dirname, '../../sandbox/cards/standalone.ts')
  const words = ['--port', String(port), '--state', join(dataDir, 'cards.jsonl')]
  const child = spawn(process.execPath, [file, ...words, '--webhook', `${shopOrigin}/api/payments/webhook`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const asking = openAsking(`http://127.0.0.1:${port}`)
  for (const operation of ['create', 'retrieve', 'confirm']) {
    const body = JSON.stringify({ operation, fault: 'delay', delayMs: cardsMs, times: manyTimes })
    await asking.ask('/sandbox/faults', { method: 'POST', token: sandboxKeys.stripe.secretKey, body })
  }
  return { ...asking, process: child, url: `http://127.0.0.1:${port}` }
}

/** PostgreSQL tells its id in the first line of its file and the place of its socket in the fifth. */
const findPostgres = async (dataDir: string) => {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), socketDir: z.string().parse(lines[4]) }
}

export const openBuyers = (publicUrl: string) => {
  const tokens = openTokens({ secret, publicUrl })
  const known = new Map<number, { token: string; madeAt: number }>()
  return async (n: number): Promise<Buyer> => {
    const { email, ...bearer } = buyerOf(n)
    const kept = known.get(n)
    if (kept && Date.now() - kept.madeAt < tokenMs) return { token: kept.token, email }
    const made = { token: await tokens.sign(bearer, new Date()), madeAt: Date.now() }
    known.set(n, made)
    return { token: made.token, email }
  }
}

export const openBooks = (db: pg.Client, cardsPort: number) => {
  const cards = openCards({ ...sandboxKeys.stripe, sandbox: { host: '127.0.0.1', port: cardsPort } })
  return async (): Promise<string[]> => {
    const before = await db.query<Record<string, unknown>>(historyAtProvider)
    const { broken } = await findBroken(db, [...(await gather(cards.all())), ...before.rows])
    return broken.map(({ invariant, rows }) => `${invariant.id}: ${rows.length}`)
  }
}

/** What was measured counts only where nothing was done wrong meanwhile. */
const refuseBroken = (broken: string[]): void => {
  if (broken.length > 0) throw new Error(`After the bench these invariants do not hold: ${broken.join('; ')}.`)
}

/** Fails when an invariant does not hold in the shop whose data lie there; `cardsPort` is its card provider's. */
export const checkBooks = async (dataDir: string, cardsPort: number): Promise<void> => {
  const { socketDir } = await findPostgres(dataDir)
  const db = new pg.Client({ host: socketDir, user: 'postgres', database: 'motohaat', application_name: 'bench' })
  await db.connect()
  try {
    refuseBroken(await openBooks(db, cardsPort)())
  } finally {
    await db.end()
  }
}

/** Opens the shop with so many bikes in it for as long as `use` takes; fails when an invariant does not hold afterwards. */
export const withLoadShop = <T>(options: { bikes: number }, use: (shop: LoadShop) => Promise<T>): Promise<T> =>
  withFolder(async (dataDir) => {
    const [port = 0, sandboxPort = 0, cardsPort = 0] = await freePorts(3)
    const origin = `http://127.0.0.1:${port}`
    const cards = await startCards(dataDir, cardsPort, origin)
    const running = await startShop({
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_CARDS_URL: cards.url,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      SECRET: secret,
      DEMO: 'off',
      // A whole town comes from one address here; what is measured is the shop behind its limits.
      LIMITS_FACTOR: limitsFactor,
    })
    const { pid, socketDir } = await findPostgres(dataDir)
    const db = new pg.Client({ host: socketDir, user: 'postgres', database: 'motohaat', application_name: 'bench' })
    const { ask, close } = openAsking(origin)
    try {
      await db.connect()
      await fillShop(db, { bikes: options.bikes, loggedIn })
      const pids = { shop: running.process.pid ?? 0, postgres: pid }
      const broken = openBooks(db, cardsPort)
      const shop = { origin, pids, socketDir, ask, askCards: cards.ask, db, buyer: openBuyers(origin), broken }
      const measured = await use(shop)
      refuseBroken(await broken())
      return measured
    } finally {
      close()
      cards.close()
      await db.end()
      running.process.kill('SIGTERM')
      await running.ended
      cards.process.kill('SIGTERM')
    }
  })
