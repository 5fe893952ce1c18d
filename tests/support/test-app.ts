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
import { createMailer, type Mailer } from '#market/mail/provider.ts'
import { type PaymentProvider, createPaymentProvider } from '#market/payments/provider.ts'
import { type PictureStore, createDiskPictureStore } from '#market/pictures/provider.ts'
import { appRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { type Limits, createLimits } from '#platform/http/rate-limiter.ts'
import { createLogger } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import { type LoadSheddingConfig, defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { createSandbox, payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { createApp } from '#server/app.ts'

declare module 'vitest' {
  // Given by tests/support/test-database.ts to every test file.
  interface ProvidedContext {
    postgresSocketDir: string
  }
}

const root = join(import.meta.dirname, '../..')

type PersonKey = keyof typeof fixtures

/** The built pages, with the card sandbox on the screens where one pays. */
const createPagesConfig = (sandboxUrl: string) => ({
  distDir: join(root, 'dist'),
  picturesDir: join(root, 'web/assets/pictures'),
  stripe: {
    publishableKey: sandboxKeys.stripe.publishableKey,
    script: `${sandboxUrl}/sandbox.js`,
    origins: [sandboxUrl],
  },
})

/** A port that nobody uses at this moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A database of this test's own, with the demonstration shop in it; dropped when `drop` is called. */
export const cloneDatabase = () => createTestDatabase('motohaat_seeded')

/** A database of this test's own, empty unless made after the template. */
export const createTestDatabase = async (template = 'template1') => {
  const socketDir = inject('postgresSocketDir')
  const database = `test_${v7().replaceAll('-', '')}`
  const runSql = async (sql: string) => {
    const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await runSql(`create database ${database} template ${template}`)
  return { socketDir, database, drop: () => runSql(`drop database ${database} with (force)`) }
}

const createTestSandbox = (dataDir: string, port: number, publicUrl: string) =>
  createSandbox({
    host: '127.0.0.1',
    port,
    dataDir,
    shopUrl: publicUrl,
    production: false,
    people: [{ sub: 'sadia', email: 'sadia@example.com', name: 'Sadia Rahman' }],
    log: () => {},
  })

/** The secret of every shop of the tests, for tests that forge what is signed with it. */
export const testSecret = 'a secret of the tests, thirty-two characters long'

const testLimitsFactor = 1_000
const unreachableLimit = { high: Number.POSITIVE_INFINITY, low: Number.POSITIVE_INFINITY }
const disabledSheddingBounds = {
  delayMs: unreachableLimit,
  heapShare: unreachableLimit,
  waitingForDatabase: unreachableLimit,
}

type Options = {
  /** From which level on its log is kept; `warn` unless told. */
  logLevel?: 'debug' | 'info'
  metrics?: Metrics
  /** Another address than the one it listens at, such as one with https. */
  publicUrl?: string
  /** Whether the built pages are served too; they must have been built. */
  pages?: true
  manualClose?: true
  /** The shop's own limits are `openLimits()`; without them all tests may do ever so much from one address. */
  limits?: Limits
  trustedProxies?: string[]
  /** Without it the process never has it hard, however busy the machine is with other tests. */
  shedding?: LoadSheddingConfig
  clock?: { now: Date }
  pictureStore?: PictureStore
  /** Stands between the shop and the card provider, to fail where the provider does not. */
  wrapPaymentProvider?: (provider: PaymentProvider) => PaymentProvider
  mailer?: Mailer
  secondFactorOfAdmins?: 'asked' | 'required'
}

/**
 * Opens a shop for one test (or one file, in `beforeAll` with `keep`) and closes it afterwards.
 * `clock.now` can be moved; everything in the shop follows it.
 */
export const createTestApp = async (options: Options = {}) => {
  const { socketDir, database, drop } = await cloneDatabase()
  // The machine may be busy with other tests.
  const db = createDatabaseClient({ socketDir, database, user: appRole }, { timeoutMs: 15_000 })
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-test-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const [picturesDir, incomingDir] = [join(dataDir, 'pictures'), join(dataDir, 'incoming')]
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`
  const sandbox = await createTestSandbox(dataDir, sandboxPort, publicUrl)
  /** What the shop logged, for tests of what it must or must not say. */
  const logLines: string[] = []
  const clock = options.clock ?? { now: new Date() }
  const isClockFixed = options.clock !== undefined
  const realPaymentProvider = createPaymentProvider({
    ...sandboxKeys.stripe,
    sandbox: { host: '127.0.0.1', port: sandboxPort },
  })
  const paymentProvider = options.wrapPaymentProvider?.(realPaymentProvider) ?? realPaymentProvider
  const app = await createApp({
    db,
    paymentProvider,
    pictures: { store: options.pictureStore ?? createDiskPictureStore(picturesDir), incomingDir },
    publicUrl,
    secret: testSecret,
    social: { issuer: sandbox.issuer, ...sandboxKeys.oidc },
    mailer:
      options.mailer ?? createMailer({ from: 'shop@example.com', outboxUrl: sandbox.outboxUrl, ...sandboxKeys.mail }),
    secondFactorOfAdmins: options.secondFactorOfAdmins ?? 'asked',
    metrics: options.metrics ?? null,
    log: createLogger(options.logLevel ?? 'warn', { write: (line: string) => void logLines.push(line) }),
    limits: options.limits ?? createLimits(testLimitsFactor),
    trustedProxies: options.trustedProxies ?? [],
    shedding: options.shedding ?? { ...defaultLoadShedding, thresholds: disabledSheddingBounds },
    now: () => (isClockFixed ? clock.now : new Date()),
    createId: () => v7(),
    createRequestId: () => randomUUID(),
    createToken: () => randomBytes(32).toString('base64url'),
    pages: options.pages ? createPagesConfig(sandbox.url) : null,
  })

  /** A client of one person: visitor, one of the cast, or anybody with an e-mail and a password. */
  const signInAs = async (person: PersonKey | 'visitor' | { email: string; password: string }) => {
    if (person === 'visitor')
      return Object.assign(createClient(injectTransport(app.fastify)), { email: '', token: '', cookie: '' })
    const { email, password } =
      typeof person === 'string' ? { email: fixtures[person].email, password: demoPassword } : person
    const response = await app.fastify.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password },
    })
    const cookie = [response.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { token } = await createClient(injectTransport(app.fastify, { cookie }))('POST /jwt', { body: { email } })
    return Object.assign(
      createClient(injectTransport(app.fastify), async () => token),
      { email, token, cookie },
    )
  }

  const close = async () => {
    await app.close()
    await sandbox.close()
    await db.$client.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (!options.manualClose) onTestFinished(close)
  return {
    ...app,
    close,
    db,
    paymentProvider,
    clock,
    logLines,
    publicUrl,
    port,
    picturesDir,
    incomingDir,
    databaseAddress: { socketDir, database },
    /** Pays an intent at the card sandbox with a card that works. */
    payIntent: (intentId: string) => payAtSandbox(`http://127.0.0.1:${sandboxPort}`, intentId),
    sandbox,
    sandboxPort,
    signInAs,
    visitor: createClient(injectTransport(app.fastify)),
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
