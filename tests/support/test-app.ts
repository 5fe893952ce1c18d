// The whole app for a test, with a database of its own, cloned from a seeded one, and the sandboxes.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { v7 } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import { createPasswordHasher, type PasswordHasher } from '#market/auth/password/hashing.ts'
import { createMailer, type Mailer } from '#market/mail/mailer.ts'
import { toSslcommerzUrls } from '#market/payments/provider-notifications.ts'
import { createSmsSender, type SmsSender } from '#market/phone-proofs/sms.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import type { CardProvider, NotifyingProvider, PaymentProvider } from '#market/payments/providers.ts'
import { createSslcommerzProvider } from '#market/payments/sslcommerz/client.ts'
import { type PictureStore, createDiskPictureStore } from '#market/pictures/store.ts'
import { appRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { type Limits, createLimits } from '#server/multiplied-limits.ts'
import { createLogger } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import { type LoadSheddingConfig, defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { describeBrokenDeals } from '#scripts/invariants.ts'
import { findUnmaskedMessages } from '#scripts/invariants/masked-messages.ts'
import { findNationalIds, hasNationalId } from '#scripts/invariants/national-ids.ts'
import { createNumberFinder, findPlainNumbers, listStoredNumbers } from '#scripts/invariants/plain-numbers.ts'
import { createSandbox, payAtSandbox, sandboxKeys, sslcommerzSandboxPath } from '#sandbox/sandbox.ts'
import { createApp } from '#server/app.ts'
import { toSandboxSms } from '#server/dependencies.ts'
import { createExternalServices, type ExternalServices } from '#server/external-services.ts'
import { connectAsOwner } from './owner-connection.ts'
import { createVisitor, signInAs, testSecret, type Who } from './sign-in/sign-in.ts'
import { testHashingCost } from './test-database.ts'
import { createTestBkash } from './wallets/bkash-provider.ts'
import { findFreePort } from './ports/free-port.ts'

declare module 'vitest' {
  // Provided by tests/support/test-database.ts.
  interface ProvidedContext {
    postgresSocketDir: string
  }
}

const root = join(import.meta.dirname, '../..')

/** The built pages, with the script of the card sandbox in place of Stripe's. */
const createPagesConfig = (sandboxUrl: string) => ({
  distDir: join(root, 'dist'),
  picturesDir: join(root, 'web/assets/pictures'),
  stripe: {
    publishableKey: sandboxKeys.stripe.publishableKey,
    script: `${sandboxUrl}/stripe.js`,
    origins: [sandboxUrl],
  },
})

/** Creates a database with the demonstration data; `drop` removes it. */
export const cloneDatabase = () => createTestDatabase('motohaat_seeded')

/** Creates a database from a template, by default an empty one; `drop` removes it. */
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
  // Copying the files takes a tenth of the work of the default strategy, which writes every block to the WAL.
  await runSql(`create database ${database} template ${template} strategy file_copy`)
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

const testLimitsFactor = 1_000
const unreachableLimit = { high: Number.POSITIVE_INFINITY, low: Number.POSITIVE_INFINITY }
const disabledSheddingBounds = {
  delayMs: unreachableLimit,
  heapShare: unreachableLimit,
  waitingForDatabase: unreachableLimit,
}

type Options = {
  /** Lowest level of the log lines that are collected; `warn` by default. */
  logLevel?: 'debug' | 'info'
  metrics?: Metrics
  /** Another URL than the one it listens at, such as one with https. */
  publicUrl?: string
  /** Whether the built pages are served too; `npm run build` must have run. */
  pages?: true
  /** The caller calls `close`, for an app that serves a whole file. */
  manualClose?: true
  /** The limits of production are `createLimits()`; by default tests may send 1,000 times as much from one address. */
  limits?: Limits
  trustedProxies?: string[]
  /** By default the process never counts as overloaded, because the machine may be busy with other tests. */
  shedding?: LoadSheddingConfig
  clock?: { now: Date }
  pictureStore?: PictureStore
  /** Wraps the card provider, to inject failures. */
  wrapPaymentProvider?: (provider: CardProvider) => CardProvider
  mailer?: Mailer
  smsSender?: SmsSender | null
  secondFactorOfAdmins?: 'asked' | 'required'
  /** Passwords are hashed as in production; by default at a fraction of its cost. */
  hashesAtFullCost?: true
  /** Wraps what hashes passwords, to count its work. */
  wrapPasswordHasher?: (hasher: PasswordHasher) => PasswordHasher
  /** The test breaks deals on purpose, so their invariants are not checked at its end. */
  breaksData?: true
}

/** A cloned database, a data folder, free ports and the sandboxes; `close` ends and removes all of it. */
const createEnvironment = async (options: Options) => {
  const { socketDir, database, drop } = await cloneDatabase()
  // The machine may be busy with other tests, and requests wait for each other: queries may take a minute.
  const db = createDatabaseClient({ socketDir, database, user: appRole }, { timeoutMs: 60_000 })
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-test-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`
  const sandbox = await createTestSandbox(dataDir, sandboxPort, publicUrl)
  return {
    db,
    databaseAddress: { socketDir, database },
    picturesDir: join(dataDir, 'pictures'),
    incomingDir: join(dataDir, 'incoming'),
    port,
    publicUrl,
    sandbox,
    sandboxPort,
    close: async () => {
      await sandbox.close()
      await db.$client.end()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Environment = Awaited<ReturnType<typeof createEnvironment>>

const createTestSslcommerz = ({ sandboxPort, publicUrl }: Environment, services: ExternalServices) =>
  createSslcommerzProvider({
    baseUrl: `http://127.0.0.1:${sandboxPort}${sslcommerzSandboxPath}`,
    keys: sandboxKeys.sslcommerz,
    service: services.sslcommerz,
    maxTaka: 500_000,
    email: 'shop@example.com',
    urls: toSslcommerzUrls(publicUrl),
  })

const createTestPaymentProvider = (
  { sandboxPort }: Environment,
  { cards, log }: { cards: ExternalServices['cards']; log: (line: string) => void },
  { wrapPaymentProvider }: Options,
): CardProvider => {
  const provider = createPaymentProvider({
    ...sandboxKeys.stripe,
    service: cards,
    log,
    sandbox: { host: '127.0.0.1', port: sandboxPort },
  })
  return wrapPaymentProvider?.(provider) ?? provider
}

type Deps = {
  environment: Environment
  paymentProvider: CardProvider
  bkash: PaymentProvider
  sslcommerz: NotifyingProvider
  externalServices: ExternalServices
  logLines: string[]
  now: () => Date
}

const startApp = ({ environment, ...deps }: Deps, options: Options) => {
  const { paymentProvider, bkash, sslcommerz, externalServices, logLines, now } = deps
  const { db, picturesDir, incomingDir, publicUrl, sandbox } = environment
  const passwordHasher = createPasswordHasher(options.hashesAtFullCost ? undefined : testHashingCost)
  return createApp({
    db,
    paymentProviders: { cards: paymentProvider, bkash, sslcommerz },
    externalServices,
    pictures: { store: options.pictureStore ?? createDiskPictureStore(picturesDir), incomingDir },
    publicUrl,
    secret: testSecret,
    social: { issuer: sandbox.issuer, ...sandboxKeys.oidc },
    passwordHasher: options.wrapPasswordHasher?.(passwordHasher) ?? passwordHasher,
    mailer:
      options.mailer ?? createMailer({ from: 'shop@example.com', outboxUrl: sandbox.outboxUrl, ...sandboxKeys.mail }),
    mailFrom: 'Motohaat <shop@example.com>',
    smsSender: options.smsSender === undefined ? createSmsSender(toSandboxSms(sandbox.url)) : options.smsSender,
    secondFactorOfAdmins: options.secondFactorOfAdmins ?? 'asked',
    metrics: options.metrics ?? null,
    log: createLogger(options.logLevel ?? 'warn', { write: (line: string) => void logLines.push(line) }),
    limits: options.limits ?? createLimits(testLimitsFactor),
    trustedProxies: options.trustedProxies ?? [],
    shedding: options.shedding ?? { ...defaultLoadShedding, thresholds: disabledSheddingBounds },
    now,
    createId: () => v7(),
    createRequestId: () => randomUUID(),
    createToken: () => randomBytes(32).toString('base64url'),
    pages: options.pages ? createPagesConfig(sandbox.url) : null,
  })
}

/** Rejects with the invariants of deals, money, messages and numbers of bikes that do not hold, and where a number stands in plain text. */
const assertNoBrokenInvariants = async ({ db }: Environment, logLines: readonly string[]): Promise<void> => {
  const owner = await connectAsOwner({ db })
  try {
    const violations = await describeBrokenDeals(owner)
    const plain = (await findPlainNumbers(owner, testSecret)).map(({ table, column }) => `P4 ${table}.${column}`)
    const isNumber = createNumberFinder(await listStoredNumbers(owner, testSecret))
    const logged = logLines.filter(isNumber).map((line) => `P4 ${line}`)
    const ids = (await findNationalIds(owner)).map((at) => `national id in ${at}`)
    ids.push(...logLines.filter((line) => hasNationalId(line)).map((line) => `national id in ${line}`))
    const unmasked = (await findUnmaskedMessages(owner)).map(({ id }) => `O3 message ${id}`)
    const broken = [...violations, ...plain, ...logged, ...ids, ...unmasked]
    if (broken.length > 0) throw new Error(`The test leaves broken data:\n${broken.join('\n')}`)
  } finally {
    await owner.end()
  }
}

/** `inject` waits for the end of a response, and a stream of events has none. */
const endInjectedStreams = (fastify: FastifyInstance): void =>
  void fastify.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof PassThrough && request.headers['user-agent'] === 'lightMyRequest') payload.end()
    return payload
  })

/**
 * Creates an app for one test. It is closed afterwards, which checks the invariants of deals and money; with `manualClose`
 * the caller closes it.
 * Setting `clock.now` moves the time of everything in the app, provided that `clock` was given.
 */
export const createTestApp = async (options: Options = {}) => {
  const environment = await createEnvironment(options)
  const logLines: string[] = []
  const clock = options.clock ?? { now: new Date() }
  const now = options.clock ? () => clock.now : () => new Date()
  const log = (line: string) => void logLines.push(line)
  const externalServices = createExternalServices(log)
  const paymentProvider = createTestPaymentProvider(environment, { cards: externalServices.cards, log }, options)
  const bkash = createTestBkash({
    secret: testSecret,
    db: environment.db,
    sandboxUrl: `http://127.0.0.1:${environment.sandboxPort}`,
    publicUrl: environment.publicUrl,
    now,
    service: externalServices.bkash,
    log,
  })
  const sslcommerz = createTestSslcommerz(environment, externalServices)
  const deps = { environment, paymentProvider, bkash, sslcommerz, externalServices, logLines, now }
  const app = await startApp(deps, options)
  endInjectedStreams(app.fastify)
  const close = async () => {
    await app.close()
    try {
      if (!options.breaksData) await assertNoBrokenInvariants(environment, logLines)
    } finally {
      await environment.close()
    }
  }
  if (!options.manualClose) onTestFinished(close)
  return {
    ...environment,
    ...app,
    close,
    paymentProvider,
    bkash,
    sslcommerz,
    /** How many calls of a server of somebody else wait now. */
    countExternalCalls: (name: keyof ExternalServices) => externalServices[name].countCalls(),
    clock,
    /** What the app logged from `logLevel` on. */
    logLines,
    /** Pays an intent at the card sandbox with a card that works. */
    payIntent: (intentId: string) => payAtSandbox(`http://127.0.0.1:${environment.sandboxPort}`, intentId),
    signInAs: (who: Who) =>
      signInAs({ fastify: app.fastify, db: environment.db, publicUrl: environment.publicUrl, now }, who),
    visitor: createVisitor(app.fastify),
    /** A second process of the shop, as far as a test can tell; the caller closes it first. */
    startAnotherApp: () => startApp(deps, options),
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
