// Opens the shop: settings, database, stand-ins, rooms, pages, and then the door. Everything is closed in turn at the end.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { hashPassword } from './market/identity/provider.ts'
import { openMailer } from './market/mail/provider.ts'
import { openCards } from './market/payments/provider.ts'
import { picturesInBucket, picturesOnDisk } from './market/pictures/provider.ts'
import { type Config, readConfig, WrongSetting } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { keepPostgres } from './platform/keep-postgres.ts'
import { openLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { ensureFree, PortTaken } from './platform/ports.ts'
import { PostgresTrouble } from './platform/postgres.ts'
import { openSandbox, payAtSandbox, type Sandbox, sandboxKeys } from './sandbox/open.ts'
import { cast, demoPassword } from './seed/cast.ts'
import { payDemoPurchases } from './seed/pay.ts'
import { isEmpty, seedShop } from './seed/seed.ts'
import { openShop } from './shop.ts'
import { buildIfChanged } from './tools/build-if-changed.ts'

const root = import.meta.dirname
// What the sweeper finds was left for at least ten seconds already; nobody waits for it with a page open.
const sweepMs = 15_000
// Somebody waits for the letter with the way to a new password.
const sendMailsMs = 2_000
// A picture may wait a day for its bike; an hour more does not matter.
const sweepPicturesMs = 60 * 60 * 1000

const say = (line: string): void => console.log(line)
const newId = (): string => v7()
/** An id as it would have been made at that time: the demonstration's lists are ordered by id too. */
const newIdAt = (at?: Date): string => (at ? v7({ msecs: at.getTime() }) : v7())

/** What has been opened, to be closed in the opposite order. */
type Opened = { close(): Promise<void> }[]

const openStore = async (config: Config, opened: Opened): Promise<Database> => {
  if (config.databaseUrl !== null) {
    const db = openDatabase({ url: config.databaseUrl }, { say })
    opened.push({ close: () => db.$client.end() })
    return db
  }
  const postgres = await keepPostgres({ dataDir: join(config.dataDir, 'postgres'), database: 'motohaat', say })
  opened.push(postgres)
  return postgres.db
}

const openStandIns = async (config: Config, opened: Opened): Promise<Sandbox | null> => {
  if (config.stripe && config.oidc && config.smtpUrl !== null) return null
  await ensureFree(config.host, config.sandbox.port, 'SANDBOX_PORT')
  const people = Object.values(cast).map(({ name, email }) => ({ sub: email, email, name }))
  const sandbox = await openSandbox({
    host: config.host,
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

/** Stripe's own pages and scripts come from these addresses; the payment screens let in no others. */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
]

/** The till's way to the provider, what its screens need, and where the sandbox is if it is one. */
const cardsOf = (config: Config, sandbox: Sandbox | null) => {
  if (config.stripe) {
    const { publishableKey } = config.stripe
    return {
      cards: openCards(config.stripe),
      sandboxUrl: null,
      onScreen: { publishableKey, script: null, origins: stripeOrigins },
    }
  }
  const url = config.sandbox.cardsUrl ?? sandbox?.url ?? ''
  const { hostname, port } = new URL(url)
  return {
    cards: openCards({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } }),
    sandboxUrl: url,
    onScreen: { publishableKey: sandboxKeys.stripe.publishableKey, script: `${url}/stripe.js`, origins: [url] },
  }
}

/** Letters go to the mail server when there is one, otherwise into the outbox. */
const mailerOf = ({ smtpUrl, mailFrom: from }: Config, sandbox: Sandbox | null) =>
  openMailer(smtpUrl === null ? { from, outboxUrl: sandbox?.outboxUrl ?? '', ...sandboxKeys.mail } : { from, smtpUrl })

/** Pictures go to the bucket when there is one, otherwise below the data folder. */
const picturesOf = (config: Config) => ({
  store: config.s3 ? picturesInBucket(config.s3, say) : picturesOnDisk(join(config.dataDir, 'pictures')),
  incomingDir: join(config.dataDir, 'incoming'),
})

const fill = async (db: Database): Promise<void> => {
  if (!(await isEmpty(db))) return
  say('Setting out the demonstration shop…')
  await seedShop(db, { now: new Date(), newId: newIdAt, hash: hashPassword })
}

/** Does a job of the shop again and again, never twice at once. */
const keepDoing = (job: { what: string; once: () => Promise<void>; everyMs: number }, opened: Opened): void => {
  let doing: Promise<void> = Promise.resolve()
  const once = () => {
    doing = doing.then(job.once).catch((error: unknown) => say(`${job.what} failed: ${String(error)}`))
  }
  const timer = setInterval(once, job.everyMs)
  once()
  opened.push({
    close: async () => {
      clearInterval(timer)
      await doing
    },
  })
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

const open = async (config: Config, opened: Opened): Promise<void> => {
  await ensureFree(config.host, config.port, 'PORT')
  const building = buildIfChanged({ root, say })
  const db = await openStore(config, opened)
  await migrate(db.$client, join(root, 'migrations'))
  if (config.demo) await fill(db)
  const sandbox = await openStandIns(config, opened)
  const { cards, onScreen, sandboxUrl } = cardsOf(config, sandbox)
  await building
  const shop = await openShop({
    db,
    cards,
    pictures: picturesOf(config),
    publicUrl: config.publicUrl,
    secret: config.secret,
    social: config.oidc ?? { issuer: sandbox?.issuer ?? '', ...sandboxKeys.oidc },
    mailer: mailerOf(config, sandbox),
    // A visitor who tries the demonstration has no phone set up for it; docs/decisions/0016 says more.
    secondFactorOfAdmins: config.demo && !config.production ? 'asked' : 'required',
    log: openLog(config.logLevel),
    now: () => new Date(),
    newId,
    newToken: () => randomBytes(32).toString('base64url'),
    pages: { distDir: join(root, 'dist'), picturesDir: join(root, 'web/pictures'), cards: onScreen },
  })
  opened.push(shop)
  await shop.app.listen({ host: config.host, port: config.port })
  if (config.demo && sandboxUrl !== null)
    await payDemoPurchases(shop.till, (intentId) => payAtSandbox(sandboxUrl, intentId))
  keepDoing({ what: 'Looking after payments', once: shop.sweep, everyMs: sweepMs }, opened)
  keepDoing({ what: 'Sending letters', once: shop.sendMails, everyMs: sendMailsMs }, opened)
  keepDoing({ what: 'Taking away unused pictures', once: shop.sweepPictures, everyMs: sweepPicturesMs }, opened)
  greet(config, sandbox)
}

/** Closes what was opened, the newest first, each even when another failed. */
const close = async (opened: Opened): Promise<void> => {
  for (const one of opened.toReversed()) {
    await one.close().catch((error: unknown) => say(`Closing: ${String(error)}`))
  }
}

const closeOnSignal = (opened: Opened): void => {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Asked twice, it goes at once.
      if (closing) process.exit(1)
      closing = true
      void close(opened).then(() => process.exit(0))
    })
  }
}

/** Troubles that the person who starts the shop can mend: one sentence, no stack. */
const isForThePerson = (error: unknown): error is Error =>
  error instanceof WrongSetting || error instanceof PortTaken || error instanceof PostgresTrouble

const opened: Opened = []
closeOnSignal(opened)
try {
  await open(readConfig(), opened)
} catch (error) {
  console.error(isForThePerson(error) ? error.message : error)
  await close(opened)
  process.exit(1)
}
