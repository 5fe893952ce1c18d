// Opens the shop: settings, database, stand-ins, rooms, pages, and then the door. Everything is closed in turn at the end.
import { join } from 'node:path'
import { v7 } from 'uuid'
import { hashPassword, passwordFits } from '#market/auth/password/provider.ts'
import { closeAll, closeOnSignal, type Opened } from '#platform/process/shutdown.ts'
import { type Config, readConfig, WrongSetting } from '#platform/config/config.ts'
import { prepareServed } from '#platform/database/app-role.ts'
import { type Database, openDatabase, type Where } from '#platform/database/database.ts'
import { keepDoing } from '#platform/process/run-periodically.ts'
import { keepPostgres } from '#platform/embedded-postgres/supervisor.ts'
import { type Metrics, openMetrics } from '#platform/observability/metrics.ts'
import { serveMetrics } from '#platform/observability/metrics-server.ts'
import { migrate, MigrationTrouble } from '#platform/database/migrate.ts'
import { ensureFree, PortTaken } from '#platform/config/ports.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/postgres.ts'
import { openReplicaAt } from '#platform/database/replica-pool.ts'
import { connectionsFor, openWorkers, type Workers } from '#platform/cluster/workers.ts'
import { togetherWith } from '#platform/cluster/aggregate-metrics.ts'
import { openSandbox, payAtSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { demoLoginsOf } from '#seed/demo-logins.ts'
import { payDemoPurchases } from '#seed/pay-demo-purchases.ts'
import { isEmpty, seedShop } from '#seed/seed.ts'
import { openShop, type Shop } from './app.ts'
import { cardsOf, fittingsOf } from './dependencies.ts'
import { buildIfChanged } from '#scripts/build-if-changed.ts'
import type { Ground } from './worker.ts'

const root = join(import.meta.dirname, '..')
// What the sweeper finds was left for at least ten seconds already; nobody waits for it with a page open.
const sweepMs = 15_000
// Somebody waits for the letter with the way to a new password.
const sendMailsMs = 2_000
// A picture may wait a day for its bike; an hour more does not matter.
const sweepPicturesMs = 60 * 60 * 1000
// What limits have counted says nothing after minutes; a table that is written all the time is best kept small.
const forgetLimitsMs = 60_000
// A new bike gets the word for its price soon; a round is cut short, so that it takes little of a core.
const reckonWorthMs = 5_000

// Nobody has a page open for these letters; where nothing is new, a round is two short questions.
const tellNewsMs = 5_000

const say = (line: string): void => console.log(line)
/** An id as it would have been made at that time: the demonstration's lists are ordered by id too. */
const newIdAt = (at?: Date): string => (at ? v7({ msecs: at.getTime() }) : v7())

const prepare = (owner: Database) => migrate(owner.$client, join(root, 'migrations'))

type Store = {
  db: Database
  /** Where it is served at this moment. */
  where: () => Where
  /** Brings it up to date once more. */
  prepare: () => Promise<unknown>
}

/** Opens the database; `moved` is told when our own stands at another place. */
const openStore = async (config: Config, opened: Opened, moved: (socketDir: string) => void): Promise<Store> => {
  if (config.databaseUrl === null) {
    const dataDir = join(config.dataDir, 'postgres')
    const postgres = await keepPostgres({ dataDir, database: 'motohaat', prepare, say, moved })
    opened.push(postgres)
    return postgres
  }
  const served = { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl, prepare, say }
  const where = await prepareServed(served)
  const db = openDatabase(where, { say })
  opened.push({ close: () => db.$client.end() })
  return { db, where: () => where, prepare: () => prepareServed(served) }
}

const openStandIns = async (config: Config, opened: Opened): Promise<Sandbox | null> => {
  if (config.stripe && config.oidc && config.smtpUrl !== null) return null
  // They show everybody's letters and let anybody in: beside a shop that is no demonstration they are for this machine.
  const host = config.demo ? config.host : '127.0.0.1'
  await ensureFree(host, config.sandbox.port, 'SANDBOX_PORT')
  const people = Object.values(cast).map(({ name, email }) => ({ sub: email, email, name }))
  const sandbox = await openSandbox({
    host,
    port: config.sandbox.port,
    dataDir: config.dataDir,
    shopUrl: config.publicUrl,
    production: config.production,
    people,
    say,
  })
  opened.push(sandbox)
  return sandbox
}

const fill = async (db: Database): Promise<void> => {
  if (!(await isEmpty(db))) return
  say('Setting out the demonstration shop…')
  await seedShop(db, { now: new Date(), newId: newIdAt, hash: hashPassword })
}

/** A demonstration that became a real shop would have an admin whose password everybody knows. */
const refuseKnownLogins = async (db: Database): Promise<void> => {
  const open = await demoLoginsOf(db, passwordFits)
  if (open.length === 0) return
  throw new WrongSetting(
    `DATABASE_URL names a demonstration shop, whose logins everybody knows (${open.join(', ')}). Begin with an empty database.`,
  )
}

/** What the shop does by itself; gives the way to end it all. */
const keepShop = (shop: Shop): (() => Promise<void>) => {
  const jobs = [
    { what: 'Looking after payments', once: shop.sweep, everyMs: sweepMs },
    { what: 'Sending letters', once: shop.sendMails, everyMs: sendMailsMs },
    { what: 'Telling of new bikes and lower prices', once: shop.tellNews, everyMs: tellNewsMs },
    { what: 'Forgetting old counts', once: shop.forgetLimits, everyMs: forgetLimitsMs },
    { what: 'Telling what bikes are worth', once: async () => void (await shop.reckonWorth()), everyMs: reckonWorthMs },
    { what: 'Taking away unused pictures', once: shop.sweepPictures, everyMs: sweepPicturesMs },
  ].map((job) => keepDoing({ ...job, say }))
  return async () => void (await Promise.all(jobs.map(({ stop }) => stop())))
}

/** The books of whoever watches over the shop, read at an address of their own. */
const openBooksForWatchers = async (
  { operations }: Config,
  opened: Opened,
  crew: () => Workers | null,
): Promise<Metrics | null> => {
  if (!operations.metrics) return null
  await ensureFree(operations.metrics.host, operations.metrics.port, 'METRICS_PORT')
  const metrics = openMetrics()
  opened.push(await serveMetrics(togetherWith(metrics, crew), operations.metrics))
  return metrics
}

const greet = (config: Config, sandbox: Sandbox | null): void => {
  say(`\nMotohaat is open: ${config.publicUrl}`)
  if (!config.demo) return
  say(`\nDemonstration logins, all with the password ${demoPassword}`)
  for (const [role, { email }] of [
    ['buyer', cast.karim],
    ['seller', cast.rahim],
    ['admin', cast.ayesha],
  ] as const) {
    say(`  ${role.padEnd(7)} ${email}`)
  }
  if (!config.stripe) say('\nTest card: 4242 4242 4242 4242, any date to come, any CVC.')
  if (sandbox && config.smtpUrl === null) say(`Letters of the shop are shown at ${sandbox.outboxUrl}`)
}

/** Opens the processes that serve; asked by SIGUSR2 it brings the database up to date and replaces them all. */
const openCrew = async ({ scale }: Config, store: Store, sandbox: Sandbox | null): Promise<Workers> => {
  const ground = (): Ground => ({
    where: store.where(),
    connections: connectionsFor(scale.workers),
    sandbox: sandbox && { url: sandbox.url, issuer: sandbox.issuer, outboxUrl: sandbox.outboxUrl },
  })
  const crew = await openWorkers({ file: join(root, 'server/worker.ts'), count: scale.workers, ground, say })
  const renew = async (): Promise<void> => {
    await store.prepare()
    await crew.renew()
    say('All processes were replaced.')
  }
  process.removeAllListeners('SIGUSR2')
  process.on('SIGUSR2', () => void renew().catch((error: unknown) => say(`Replacing the processes: ${String(error)}`)))
  return crew
}

/** Lets people in: through the shop of this process, or through those of several others. */
const openDoor = async (config: Config, shop: Shop, crew: (() => Promise<Workers>) | null): Promise<Opened[number]> => {
  if (crew) return crew()
  await shop.app.listen({ host: config.host, port: config.port })
  return { close: () => shop.leave(config.operations.drainNoticeMs) }
}

const open = async (config: Config, opened: Opened): Promise<void> => {
  await ensureFree(config.host, config.port, 'PORT')
  const building = buildIfChanged({ root, say })
  const { workers, replicaUrl } = config.scale
  let crew: Workers | null = null
  const store = await openStore(config, opened, (socketDir) => crew?.tell({ tell: 'moved', socketDir }))
  const { db } = store
  if (config.demo) await fill(db)
  if (config.production) await refuseKnownLogins(db)
  const sandbox = await openStandIns(config, opened)
  const { sandboxUrl } = cardsOf(config, sandbox)
  await building
  const metrics = await openBooksForWatchers(config, opened, () => crew)
  const isAlone = workers === 1
  const replica = isAlone ? openReplicaAt(replicaUrl, { primary: db, where: store.where(), say }) : null
  if (replica) opened.push(replica)
  const fittings = fittingsOf(config, { db, replica, sandbox, metrics, say })
  // Where others serve, this one has no pages: it looks after what is there once.
  const shop = await openShop(isAlone ? fittings : { ...fittings, pages: null })
  opened.push(shop)
  const openAll = async () => (crew = await openCrew(config, store, sandbox))
  const door = await openDoor(config, shop, isAlone ? null : openAll)
  if (config.demo && sandboxUrl !== null)
    await payDemoPurchases(shop.till, (intentId) => payAtSandbox(sandboxUrl, intentId))
  const stopJobs = keepShop(shop)
  // Closed first: nobody is let in any more and nothing new is begun, and then all that was under way is finished.
  opened.push({ close: async () => void (await Promise.all([door.close(), stopJobs()])) })
  greet(config, sandbox)
}

/** Troubles that the person who starts the shop can mend: one sentence, no stack. */
const isForThePerson = (error: unknown): error is Error =>
  error instanceof WrongSetting ||
  error instanceof PortTaken ||
  error instanceof PostgresTrouble ||
  error instanceof MigrationTrouble

const opened: Opened = []
closeOnSignal(opened, say)
// It would end the process otherwise: only one that serves through others has something to replace.
process.on('SIGUSR2', () => say('There is nothing to replace: WORKERS is 1, or the shop is not open yet.'))
try {
  await open(readConfig(), opened)
} catch (error) {
  console.error(isForThePerson(error) ? error.message : error)
  await closeAll(opened, say)
  process.exit(1)
}
