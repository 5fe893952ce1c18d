// Connects a command to the app's database, whether the app runs or not.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { getConnectionError } from '#platform/database/connection-check.ts'
import { type DatabaseLocation, toConnectionConfig } from '#platform/database/database.ts'

const log = (line: string): void => console.log(line)

export type DatabaseConnection = { client: pg.Client; close(): Promise<void> }

const connect = async (location: DatabaseLocation): Promise<pg.Client> => {
  const config = toConnectionConfig(location)
  const client = new pg.Client({ ...config, application_name: 'motohaat-command', connectionTimeoutMillis: 3_000 })
  await client.connect()
  return client
}

/** Finds the database of a running app: the fifth line of postmaster.pid is the folder of the socket. */
const connectToRunningApp = async (dataDir: string): Promise<DatabaseConnection | null> => {
  const file = join(dataDir, 'postmaster.pid')
  const socketDir = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4] : undefined
  if (!socketDir) return null
  try {
    const client = await connect({ socketDir, database: 'motohaat' })
    return { client, close: () => client.end() }
  } catch {
    // The file is left over from a server that has ended: the start below reports any other error.
    return null
  }
}

const connectToStoppedApp = async (dataDir: string): Promise<DatabaseConnection> => {
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new PostgresError(`There is no database in ${dataDir}: start the app once, or set DATA_DIR.`)
  const cluster = await startPostgres({ dataDir, log })
  try {
    const client = await connect({ socketDir: cluster.socketDir, database: 'motohaat' })
    return { client, close: () => client.end().then(() => cluster.stop()) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Opens the configured database; throws ConfigError or PostgresError when it is not available. */
export const connectToDatabase = async ({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
}: Config): Promise<DatabaseConnection> => {
  if (databaseUrl === null) {
    const folder = join(resolve(dataDir), 'postgres')
    return (await connectToRunningApp(folder)) ?? connectToStoppedApp(folder)
  }
  // The server may not read everything that a backup copies and a changed secret re-encrypts.
  const url = databaseOwnerUrl ?? databaseUrl
  const client = await connect({ url }).catch((error: unknown) => {
    throw new ConfigError(
      `${databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'}: cannot connect to the database (${getConnectionError(error)}).`,
      {
        cause: error,
      },
    )
  })
  return { client, close: () => client.end() }
}

/** Whether a server uses this database. */
export const isAppRunning = async (client: pg.ClientBase): Promise<boolean> => {
  const others = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'motohaat'`,
  )
  return others.rowCount !== 0
}
