// The shop's own database for a command that stands beside the shop, whether the shop is open or not.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'

const log = (line: string): void => console.log(line)

export type DatabaseConnection = { client: pg.Client; close(): Promise<void> }

const connect = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({ ...config, application_name: 'motohaat-command', connectionTimeoutMillis: 3_000 })
  await client.connect()
  return client
}

/** The books of a shop that is open: its server says in the fifth line of postmaster.pid where its socket is. */
const connectToRunningApp = async (dataDir: string): Promise<DatabaseConnection | null> => {
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

const connectToStoppedApp = async (dataDir: string): Promise<DatabaseConnection> => {
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new PostgresError(`There is no database in ${dataDir} yet: start the shop once, or set DATA_DIR.`)
  const cluster = await startPostgres({ dataDir, log })
  try {
    const client = await connect({ host: cluster.socketDir, user: 'postgres', database: 'motohaat' })
    return { client, close: () => client.end().then(() => cluster.stop()) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Opens the database that the settings name; refuses with a sentence when it is not there. */
export const connectToDatabase = async ({ databaseUrl, dataDir }: Config): Promise<DatabaseConnection> => {
  if (databaseUrl === null) {
    const folder = join(resolve(dataDir), 'postgres')
    return (await connectToRunningApp(folder)) ?? connectToStoppedApp(folder)
  }
  const client = await connect({ connectionString: databaseUrl }).catch((error: unknown) => {
    throw new ConfigError(`DATABASE_URL: the database there does not let us in (${String(error)}).`, { cause: error })
  })
  return { client, close: () => client.end() }
}
