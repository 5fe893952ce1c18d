// Starts the server: configuration, database, sandboxes, app, HTTP. Closes everything in reverse order at the end.
import { join } from 'node:path'
import { v7 } from 'uuid'
import { hashPassword, verifyPassword } from '#market/auth/password/hashing.ts'
import { logWhileWaiting } from '#platform/process/log-while-waiting.ts'
import { closeAll, closeOnSignal, type Resources } from '#platform/process/shutdown.ts'
import { type Config, readConfig, ConfigError } from '#platform/config/config.ts'
import { prepareExternalDatabase } from '#platform/database/app-role.ts'
import { type Database, createDatabaseClient, type DatabaseLocation } from '#platform/database/database.ts'
import { runPeriodically } from '#platform/process/run-periodically.ts'
import { superviseEmbeddedPostgres } from '#platform/embedded-postgres/supervisor.ts'
import { aggregateMetrics, type Metrics, createMetrics } from '#platform/observability/metrics.ts'
import { serveMetrics } from '#platform/observability/metrics-server.ts'
import { migrate, MigrationError } from '#platform/database/migrate.ts'
import { PostgresError } from '#platform/embedded-postgres/postgres.ts'
import { connectReplica } from '#platform/database/replica-pool.ts'
import { getConnectionsPerWorker, startWorkers, type Workers } from '#platform/cluster/workers.ts'
import { createSandbox, payAtSandbox, type Sandbox, smsSandboxPath } from '#sandbox/sandbox.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { findDemoLogins } from '#seed/demo-logins.ts'
import { insertDemoDestinations } from '#seed/demo-destinations.ts'
import { payDemoPurchases } from '#seed/pay-demo-purchases.ts'
import { isEmpty, seedDatabase } from '#seed/seed.ts'
import { createApp, type App } from './app.ts'
import { getPaymentSandboxUrl, createDependencies } from './dependencies.ts'
import { buildIfChanged } from '#scripts/build-if-changed.ts'
import { checkEnvironment, checkProviderKeys, getSandboxHost, needsSandbox } from './startup-checks.ts'
import type { WorkerBootstrap } from './worker.ts'

const root = join(import.meta.dirname, '..')
// Unfinished payments are at least ten seconds old, and no browser waits for this job.
const sweepMs = 15_000
// A person waits for the password reset e-mail.
const sendMailsMs = 2_000
// A violation is a fault of the program or a hand in the database; somebody should hear of it the same minute.
const checkLedgerMs = 60_000
// Turns and windows end to the minute; a few seconds more do not matter.
const handleDueDealsMs = 5_000
const endSuspensionsMs = 60_000
// It is due at nine in the morning in Dhaka; a later one is no harm.
const reportReadingsMs = 10 * 60_000
// Moderators look within hours.
const openCasesMs = 60_000
// An ended badge is shown for a minute at most.
const endBadgesMs = 60_000
// An ended tax token is shown for a minute at most.
const expirePapersMs = 60_000
const deleteOldNotificationsMs = 60 * 60_000
// Unused pictures may stay for a day; an hour more does not matter.
const sweepPicturesMs = 60 * 60 * 1000
// Rate limit counters expire after minutes, and a table with many writes should stay small.
const deleteExpiredLimitsMs = 60_000
// A new bike gets its price estimate soon. A run has a time limit, so it uses little CPU.
const estimatePricesMs = 5_000

// What a process counted in memory is lost if it crashes.
const flushVisitsMs = 10_000
// The overview adds up what the job has not, so it may wait; a long wait makes it slow.
const addUpDailyCountsMs = 5_000
const deleteRareSearchesMs = 60 * 60_000

// Without new bikes or prices, a run is two short queries.
const sendAlertsMs = 5_000

const log = (line: string): void => console.log(line)
/** A UUIDv7 of that time: lists of the demonstration are ordered by id too. */
const createIdAt = (at?: Date): string => (at ? v7({ msecs: at.getTime() }) : v7())

const prepare = (owner: Database) => migrate(owner.$client, join(root, 'migrations'))

type DatabaseHandle = {
  db: Database
  /** The current location; it changes when the embedded PostgreSQL restarts. */
  getLocation: () => DatabaseLocation
  /** Runs the migrations again. */
  prepare: () => Promise<unknown>
}

/** Connects to the database. Calls `onMoved` when the embedded PostgreSQL was restarted with another socket. */
const connectToDatabase = async (
  config: Config,
  resources: Resources,
  onMoved: () => void,
): Promise<DatabaseHandle> => {
  if (config.databaseUrl === null) {
    const dataDir = join(config.dataDir, 'postgres')
    const timeoutMs = config.databaseTimeoutMs
    const postgres = await superviseEmbeddedPostgres({
      dataDir,
      database: 'motohaat',
      prepare,
      timeoutMs,
      log,
      onMoved,
    })
    resources.push(postgres)
    return postgres
  }
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseTimeoutMs } = config
  const options = { url, ownerUrl, poolerUrl: config.scale.poolerUrl, databaseTimeoutMs, prepare, log }
  const location = await prepareExternalDatabase(options)
  const db = createDatabaseClient(location, { timeoutMs: config.databaseTimeoutMs, log })
  resources.push({ close: () => db.$client.end() })
  return { db, getLocation: () => location, prepare: () => prepareExternalDatabase(options) }
}

const startSandbox = async (config: Config, resources: Resources): Promise<Sandbox | null> => {
  if (!needsSandbox(config)) return null
  const people = Object.values(fixtures).map(({ name, email }) => ({ sub: email, email, name }))
  const sandbox = await createSandbox({
    host: getSandboxHost(config),
    port: config.sandbox.port,
    dataDir: config.dataDir,
    shopUrl: config.publicUrl,
    production: config.production,
    people,
    log,
  })
  resources.push(sandbox)
  return sandbox
}

// No visitor waits for these statements, so a slow machine may take longer for them.
const seedTimeoutMs = 60_000

const seedIfEmpty = async ({ db, getLocation }: DatabaseHandle): Promise<void> => {
  if (!(await isEmpty(db))) return
  log('Creating the demonstration data…')
  const patientDb = createDatabaseClient(getLocation(), { connections: 1, timeoutMs: seedTimeoutMs, log })
  try {
    const seeding = seedDatabase(patientDb, { now: new Date(), createId: createIdAt, hash: hashPassword })
    await logWhileWaiting(log, 'creating the demonstration data', seeding)
  } finally {
    await patientDb.$client.end()
  }
}

/** In a former demonstration database everybody knows the password of the admin. */
const assertNoDemoLogins = async (db: Database): Promise<void> => {
  const demoLogins = await findDemoLogins(db, verifyPassword)
  if (demoLogins.length === 0) return
  throw new ConfigError(
    `DATABASE_URL names a demonstration database, whose logins everybody knows (${demoLogins.join(', ')}). Start with an empty database.`,
  )
}

/** Starts the background jobs. Returns a function that stops them. */
const startJobs = (app: App): (() => Promise<void>) => {
  const jobs = [
    { name: 'Payment reconciliation', run: app.sweep, intervalMs: sweepMs },
    { name: 'Checking the ledger', run: app.checkLedger, intervalMs: checkLedgerMs },
    { name: 'Deals', run: app.handleDueDeals, intervalMs: handleDueDealsMs },
    { name: 'Sending e-mails', run: app.sendMails, intervalMs: sendMailsMs },
    { name: 'Sending alerts', run: app.sendAlerts, intervalMs: sendAlertsMs },
    { name: 'Deleting expired rate limits', run: app.deleteExpiredLimits, intervalMs: deleteExpiredLimitsMs },
    {
      name: 'Estimating prices',
      run: async (signal: AbortSignal) => void (await app.estimatePrices(signal)),
      intervalMs: estimatePricesMs,
    },
    { name: 'Counting visits', run: app.flushVisits, intervalMs: flushVisitsMs },
    { name: 'Adding up the counters', run: app.addUpDailyCounts, intervalMs: addUpDailyCountsMs },
    { name: 'Deleting rare searches', run: app.deleteRareSearches, intervalMs: deleteRareSearchesMs },
    { name: 'Suspensions', run: app.endSuspensions, intervalMs: endSuspensionsMs },
    { name: 'Opening cases', run: app.openCases, intervalMs: openCasesMs },
    { name: 'Papers', run: app.expirePapers, intervalMs: expirePapersMs },
    { name: 'Reporting readings', run: app.reportReadings, intervalMs: reportReadingsMs },
    { name: 'Badges', run: app.endBadges, intervalMs: endBadgesMs },
    { name: 'Deleting old notifications', run: app.deleteOldNotifications, intervalMs: deleteOldNotificationsMs },
    { name: 'Deleting old numbers of bikes', run: app.deleteOldNumbers, intervalMs: deleteOldNotificationsMs },
    {
      name: 'Deleting old drafts of inspections',
      run: async () => void (await app.deleteOldDrafts()),
      intervalMs: deleteOldNotificationsMs,
    },
    { name: 'Deleting unused pictures', run: app.sweepPictures, intervalMs: sweepPicturesMs },
  ].map((job) => runPeriodically({ ...job, log }))
  return async () => void (await Promise.all(jobs.map(({ stop }) => stop())))
}

/** Starts the metrics server when METRICS_PORT is set. Returns the registry of this process. */
const startMetricsServer = async (
  { operations }: Config,
  resources: Resources,
  getCluster: () => Workers | null,
): Promise<Metrics | null> => {
  if (!operations.metrics) return null
  const metrics = createMetrics()
  resources.push(
    await serveMetrics(
      aggregateMetrics(metrics, async () => getCluster()?.collectMetrics() ?? []),
      operations.metrics,
    ),
  )
  return metrics
}

const logStartup = (config: Config, sandbox: Sandbox | null): void => {
  log(`\nMotohaat is open: ${config.publicUrl}`)
  if (!config.demo) return
  log(`\nDemonstration logins, all with the password ${demoPassword}`)
  for (const [role, { email }] of [
    ['buyer', fixtures.karim],
    ['seller', fixtures.rahim],
    ['admin', fixtures.ayesha],
    ['cashier', fixtures.rokeya],
    ['moderator', fixtures.imran],
  ] as const) {
    log(`  ${role.padEnd(9)} ${email}`)
  }
  if (!config.stripe) log('\nTest card: 4242 4242 4242 4242, any future date, any CVC.')
  if (sandbox && config.smtpUrl === null) log(`E-mails are shown at ${sandbox.outboxUrl}`)
  if (sandbox && config.sms === null) log(`Text messages are shown at ${sandbox.url}${smsSandboxPath}`)
}

/** Starts the workers. SIGUSR2 runs the migrations and restarts the workers. */
const startCluster = async ({ scale }: Config, database: DatabaseHandle, sandbox: Sandbox | null): Promise<Workers> => {
  const getBootstrap = (): WorkerBootstrap => ({
    primaryLocation: database.getLocation(),
    connections: getConnectionsPerWorker(scale.workers),
    sandbox: sandbox && { url: sandbox.url, issuer: sandbox.issuer, outboxUrl: sandbox.outboxUrl },
  })
  const cluster = await startWorkers({ file: join(root, 'server/worker.ts'), count: scale.workers, getBootstrap, log })
  const restart = async (): Promise<void> => {
    await database.prepare()
    await cluster.restart()
    log('All workers were restarted.')
  }
  process.removeAllListeners('SIGUSR2')
  process.on(
    'SIGUSR2',
    () => void restart().catch((error: unknown) => log(`Restarting the workers failed: ${String(error)}`)),
  )
  return cluster
}

/** Starts listening, in this process or in workers. */
const startServing = async (
  config: Config,
  app: App,
  createCluster: (() => Promise<Workers>) | null,
): Promise<Resources[number]> => {
  if (createCluster) return createCluster()
  await app.fastify.listen({ host: config.host, port: config.port })
  return { close: () => app.shutDown(config.operations.drainNoticeMs) }
}

const start = async (config: Config, resources: Resources): Promise<void> => {
  await checkEnvironment(config)
  const build = buildIfChanged({ root, log })
  const { workers, replicaUrl } = config.scale
  let cluster: Workers | null = null
  const database = await connectToDatabase(config, resources, () => cluster?.sendBootstrap())
  const { db } = database
  if (config.demo) await seedIfEmpty(database)
  if (config.production) await assertNoDemoLogins(db)
  const sandbox = await startSandbox(config, resources)
  const sandboxUrl = getPaymentSandboxUrl(config, sandbox)
  await logWhileWaiting(log, 'building the pages', build)
  const metrics = await startMetricsServer(config, resources, () => cluster)
  const isSingleProcess = workers === 1
  const replica = isSingleProcess
    ? connectReplica(replicaUrl, { primary: db, primaryLocation: database.getLocation(), log })
    : null
  if (replica) resources.push(replica)
  const dependencies = createDependencies(config, { db, replica, sandbox, metrics, log })
  if (config.bkash || config.sslcommerz) await checkProviderKeys(dependencies.paymentProviders, log)
  // With workers this process serves no requests; it runs what must exist once: jobs, PostgreSQL, sandboxes.
  const app = await createApp(isSingleProcess ? dependencies : { ...dependencies, pages: null })
  resources.push(app)
  const startAll = async () => (cluster = await startCluster(config, database, sandbox))
  const listener = await startServing(config, app, isSingleProcess ? null : startAll)
  if (config.demo && sandboxUrl !== null) {
    const paying = payDemoPurchases(app.paymentsDeps, (intentId) => payAtSandbox(sandboxUrl, intentId))
    await logWhileWaiting(log, 'selling the bikes of the demonstration', paying)
    await insertDemoDestinations(db, dependencies.secret)
  }
  const stopJobs = startJobs(app)
  // Closed first: accepts no new requests, starts no new jobs, and finishes those in progress.
  resources.push({ close: async () => void (await Promise.all([listener.close(), stopJobs()])) })
  logStartup(config, sandbox)
}

/** Errors that the operator can fix: the message is printed without a stack. */
const isOperatorError = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof PostgresError || error instanceof MigrationError

const resources: Resources = []
closeOnSignal(resources, log)
// Without a listener SIGUSR2 would end the process. startCluster replaces this listener.
process.on('SIGUSR2', () => log('SIGUSR2 ignored: WORKERS is 1, or the server is still starting.'))
try {
  await start(readConfig(), resources)
} catch (error) {
  console.error(isOperatorError(error) ? error.message : error)
  await closeAll(resources, log)
  process.exit(1)
}
