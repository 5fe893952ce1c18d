// `npm run check:data`: asks the shop's own database whether everything holds that must always hold.
// It only reads, and may be run while the shop is open.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openCards } from '../market/payments/provider.ts'
import { type Config, readConfig, WrongSetting } from '../platform/config.ts'
import { openPostgres } from '../platform/postgres.ts'
import { PostgresTrouble } from '../platform/postgres-trouble.ts'
import { sandboxKeys } from '../sandbox/open.ts'
import { findBroken, gather, type Invariant, invariantsWithProvider } from './invariants.ts'

const rowsShown = 20

const say = (line: string): void => console.log(line)

type Books = { client: pg.Client; close(): Promise<void> }

const connect = async (where: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({ ...where, application_name: 'check-data', connectionTimeoutMillis: 3_000 })
  await client.connect()
  return client
}

/** The books of a shop that is open: its server says in the fifth line of postmaster.pid where its socket is. */
const ofOpenShop = async (dataDir: string): Promise<Books | null> => {
  const file = join(dataDir, 'postmaster.pid')
  const socketDir = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4] : undefined
  if (!socketDir) return null
  try {
    const client = await connect({ host: socketDir, user: 'postgres', database: 'motohaat' })
    return { client, close: () => client.end() }
  } catch {
    // The file was left by a server that is gone: the folder is opened below, which tells what is wrong if it is not so.
    return null
  }
}

const ofClosedShop = async (dataDir: string): Promise<Books> => {
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new PostgresTrouble(`There is no database in ${dataDir} yet: start the shop once, or set DATA_DIR.`)
  const cluster = await openPostgres({ dataDir, say })
  try {
    const client = await connect({ host: cluster.socketDir, user: 'postgres', database: 'motohaat' })
    return { client, close: () => client.end().then(() => cluster.stop()) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

const openBooks = async ({ databaseUrl, dataDir }: Config): Promise<Books> => {
  if (databaseUrl === null) {
    const folder = join(resolve(dataDir), 'postgres')
    return (await ofOpenShop(folder)) ?? ofClosedShop(folder)
  }
  const client = await connect({ connectionString: databaseUrl }).catch((error: unknown) => {
    throw new WrongSetting(`DATABASE_URL: the database there does not let us in (${String(error)}).`, { cause: error })
  })
  return { client, close: () => client.end() }
}

const cardsOf = ({ stripe, sandbox, host }: Config) => {
  if (stripe) return openCards(stripe)
  const { hostname, port } = new URL(sandbox.cardsUrl ?? `http://${host}:${sandbox.port}`)
  return openCards({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } })
}

/** Every intent of the provider, or null when it does not answer. */
const askProvider = async (config: Config): Promise<object[] | null> => {
  try {
    return await gather(cardsOf(config).all())
  } catch {
    return null
  }
}

const tell = ({ id, statement }: Invariant, rows: object[]): void => {
  say(`${rows.length === 0 ? 'ok' : 'NO'}  ${id.padEnd(5)} ${statement}`)
  for (const row of rows.slice(0, rowsShown)) say(`          ${JSON.stringify(row)}`)
  if (rows.length > rowsShown) say(`          … and ${rows.length - rowsShown} more`)
}

/** Asks everything and tells it line by line; gives whether all holds. */
const check = async (config: Config): Promise<boolean> => {
  const intents = await askProvider(config)
  const books = await openBooks(config)
  const { client } = books
  try {
    // One picture of the books, so that a sale between two questions is no contradiction.
    await client.query('begin isolation level repeatable read read only')
    const { asked, broken } = await findBroken(client, intents)
    for (const one of asked) tell(one, broken.find(({ invariant }) => invariant === one)?.rows ?? [])
    if (intents === null)
      for (const { id, statement } of invariantsWithProvider)
        say(`??  ${id.padEnd(5)} ${statement} (not asked: the card provider does not answer)`)
    say(broken.length === 0 ? 'All of it holds.' : `${broken.length} of ${asked.length} do not hold.`)
    return broken.length === 0
  } finally {
    await books.close()
  }
}

try {
  process.exitCode = (await check(readConfig())) ? 0 : 1
} catch (error) {
  const isForThePerson = error instanceof WrongSetting || error instanceof PostgresTrouble
  console.error(isForThePerson ? error.message : error)
  process.exitCode = 1
}
