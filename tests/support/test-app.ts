// A whole shop for a test: its own database, cloned from a seeded one, and the card sandbox beside it.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import { createClient } from '#contract/client.ts'
import { openMailer, type Mailer } from '#market/mail/provider.ts'
import { type Cards, openCards } from '#market/payments/provider.ts'
import { type PictureStore, picturesOnDisk } from '#market/pictures/provider.ts'
import { appRole } from '#platform/database/app-role.ts'
import { openDatabase } from '#platform/database/database.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { type Limits, openLimits } from '#platform/http/rate-limiter.ts'
import { openLog } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import { type Shedding, usualShedding } from '#platform/load-shedding/load-shedding.ts'
import { openSandbox, payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { openShop } from '#server/app.ts'

declare module 'vitest' {
  // Given by tests/support/test-database.ts to every test file.
  interface ProvidedContext {
    postgresSocketDir: string
  }
}

const root = join(import.meta.dirname, '../..')

type Name = keyof typeof cast

/** The built pages, with the card sandbox on the screens where one pays. */
const pagesFor = (sandboxUrl: string) => ({
  distDir: join(root, 'dist'),
  picturesDir: join(root, 'web/assets/pictures'),
  cards: {
    publishableKey: sandboxKeys.stripe.publishableKey,
    script: `${sandboxUrl}/sandbox.js`,
    origins: [sandboxUrl],
  },
})

/** A port that nobody uses at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A database of this test's own, with the demonstration shop in it; dropped when `drop` is called. */
export const cloneDatabase = () => makeDatabase('motohaat_seeded')

/** A database of this test's own, empty unless made after the template. */
export const makeDatabase = async (template = 'template1') => {
  const socketDir = inject('postgresSocketDir')
  const database = `test_${v7().replaceAll('-', '')}`
  const ask = async (sql: string) => {
    const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await ask(`create database ${database} template ${template}`)
  return { socketDir, database, drop: () => ask(`drop database ${database} with (force)`) }
}

const openStandIns = (dataDir: string, port: number, shopUrl: string) =>
  openSandbox({
    host: '127.0.0.1',
    port,
    dataDir,
    shopUrl,
    production: false,
    people: [{ sub: 'sadia', email: 'sadia@example.com', name: 'Sadia Rahman' }],
    say: () => {},
  })

/** The secret of every shop of the tests, for tests that forge what is signed with it. */
export const testSecret = 'a secret of the tests, thirty-two characters long'

const testLimitsFactor = 1_000
const never = { tooMuch: Number.POSITIVE_INFINITY, wellAgain: Number.POSITIVE_INFINITY }
const neverTooMuch = { delayMs: never, heapShare: never, waitingForDatabase: never }

type Options = {
  /** From which level on its log is kept; `warn` unless told. */
  logLevel?: 'debug' | 'info'
  metrics?: Metrics
  /** Another address than the one it listens at, such as one with https. */
  publicUrl?: string
  /** Whether the built pages are served too; they must have been built. */
  pages?: true
  keep?: true
  /** The shop's own limits are `openLimits()`; without them all tests may do ever so much from one address. */
  limits?: Limits
  trustedProxies?: string[]
  /** Without it the process never has it hard, however busy the machine is with other tests. */
  shedding?: Shedding
  clock?: { now: Date }
  pictures?: PictureStore
  /** Stands between the shop and the card provider, to fail where the provider does not. */
  cards?: (real: Cards) => Cards
  mailer?: Mailer
  secondFactorOfAdmins?: 'asked' | 'required'
}

/**
 * Opens a shop for one test (or one file, in `beforeAll` with `keep`) and closes it afterwards.
 * `clock.now` can be moved; everything in the shop follows it.
 */
export const openTestShop = async (options: Options = {}) => {
  const { socketDir, database, drop } = await cloneDatabase()
  // The machine may be busy with other tests.
  const db = openDatabase({ socketDir, database, user: appRole }, { patienceMs: 15_000 })
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-test-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const [picturesDir, incomingDir] = [join(dataDir, 'pictures'), join(dataDir, 'incoming')]
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`
  const sandbox = await openStandIns(dataDir, sandboxPort, publicUrl)
  /** What the shop logged, for tests of what it must or must not say. */
  const logged: string[] = []
  const clock = options.clock ?? { now: new Date() }
  const isMoved = options.clock !== undefined
  const realCards = openCards({ ...sandboxKeys.stripe, sandbox: { host: '127.0.0.1', port: sandboxPort } })
  const cards = options.cards?.(realCards) ?? realCards
  const shop = await openShop({
    db,
    cards,
    pictures: { store: options.pictures ?? picturesOnDisk(picturesDir), incomingDir },
    publicUrl,
    secret: testSecret,
    social: { issuer: sandbox.issuer, ...sandboxKeys.oidc },
    mailer:
      options.mailer ?? openMailer({ from: 'shop@example.com', outboxUrl: sandbox.outboxUrl, ...sandboxKeys.mail }),
    secondFactorOfAdmins: options.secondFactorOfAdmins ?? 'asked',
    metrics: options.metrics ?? null,
    log: openLog(options.logLevel ?? 'warn', { write: (line: string) => void logged.push(line) }),
    limits: options.limits ?? openLimits(testLimitsFactor),
    trustedProxies: options.trustedProxies ?? [],
    shedding: options.shedding ?? { ...usualShedding, bounds: neverTooMuch },
    now: () => (isMoved ? clock.now : new Date()),
    newId: () => v7(),
    newRequestId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    pages: options.pages ? pagesFor(sandbox.url) : null,
  })

  /** A client of one person: visitor, one of the cast, or anybody with an e-mail and a password. */
  const as = async (who: Name | 'visitor' | { email: string; password: string }) => {
    if (who === 'visitor') return Object.assign(createClient(inProcess(shop.app)), { email: '', token: '', cookie: '' })
    const { email, password } = typeof who === 'string' ? { email: cast[who].email, password: demoPassword } : who
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password },
    })
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { token } = await createClient(inProcess(shop.app, { cookie }))('POST /jwt', { body: { email } })
    return Object.assign(
      createClient(inProcess(shop.app), async () => token),
      { email, token, cookie },
    )
  }

  const close = async () => {
    await shop.close()
    await sandbox.close()
    await db.$client.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (!options.keep) onTestFinished(close)
  return {
    ...shop,
    close,
    db,
    cards,
    clock,
    logged,
    publicUrl,
    port,
    picturesDir,
    incomingDir,
    where: { socketDir, database },
    /** Pays an intent at the card sandbox with a card that works. */
    payFor: (intentId: string) => payAtSandbox(`http://127.0.0.1:${sandboxPort}`, intentId),
    sandbox,
    sandboxPort,
    as,
    visitor: createClient(inProcess(shop.app)),
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
