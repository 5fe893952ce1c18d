// PostgreSQL as a process of its own; the app connects through a proxy, as an ordinary role with a password.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'

const databaseName = 'motohaat'
const role = 'shop'
const password = 'a password of the fault harness'

export type HarnessDatabase = {
  /** DATABASE_URL of the app. */
  url: string
  proxy: DatabaseProxy
  dataDir: string
  /** Folder of the server's socket, for connections without the proxy. */
  socketDir(): string
  /** Queries as the superuser, without the proxy. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Connects without the proxy, as the superuser or as the app's role; the caller ends the connection. */
  connect(as?: 'postgres' | 'shop'): Promise<pg.Client>
  /** `immediate` is pg_ctl's: no last checkpoint, recovery at the next start. */
  stop(mode: 'fast' | 'immediate' | 'kill'): Promise<void>
  start(): Promise<void>
  /** Changes the password of the app's role, and ends its connections. */
  changePassword(): Promise<void>
  restorePassword(): Promise<void>
  close(): Promise<void>
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

const getSocketPath = (cluster: Cluster): string => join(cluster.socketDir, '.s.PGSQL.5432')

const connectTo = async (socketDir: string, user: string, database = databaseName): Promise<pg.Client> => {
  const client = new pg.Client({ host: socketDir, user, password, database, application_name: 'fault-harness' })
  // Faults stop the server, so lost connections are expected.
  client.on('error', () => {})
  await client.connect()
  return client
}

const queryOnce = async (socketDir: string, sql: string, values: unknown[] = [], database = databaseName) => {
  const client = await connectTo(socketDir, 'postgres', database)
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

/** Creates role and database of the app; only the superuser connects without a password. */
const createRoleAndDatabase = async (cluster: Cluster, dataDir: string): Promise<void> => {
  const found = await queryOnce(
    cluster.socketDir,
    'select from pg_database where datname = $1',
    [databaseName],
    'postgres',
  )
  if (found.length > 0) return
  // createrole: a migration creates the narrower role of the app.
  await queryOnce(cluster.socketDir, `create role ${role} login createrole password '${password}'`, [], 'postgres')
  await queryOnce(cluster.socketDir, `create database ${databaseName} owner ${role}`, [], 'postgres')
  const hbaFile = join(dataDir, 'pg_hba.conf')
  const previousRules = await readFile(hbaFile, 'utf8')
  await writeFile(hbaFile, `local all postgres trust\nlocal all ${role} scram-sha-256\n${previousRules}`)
  await queryOnce(cluster.socketDir, 'select pg_reload_conf()')
}

const endConnectionsSql = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`

/** Starts the database in this folder; existing data stays. */
export const createHarnessDatabase = async (dataDir: string): Promise<HarnessDatabase> => {
  let cluster = await startPostgres({ dataDir })
  await createRoleAndDatabase(cluster, dataDir)
  const proxy = await createDatabaseProxy(getSocketPath(cluster))
  const query = (sql: string, values?: unknown[]) => queryOnce(cluster.socketDir, sql, values)
  return {
    url: `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${databaseName}`,
    proxy,
    dataDir,
    socketDir: () => cluster.socketDir,
    query,
    connect: (as = 'postgres') => connectTo(cluster.socketDir, as),
    stop: async (mode) => {
      process.kill(cluster.pid, signals[mode])
      await cluster.ended
    },
    start: async () => {
      cluster = await startPostgres({ dataDir })
      proxy.setTarget(getSocketPath(cluster))
    },
    changePassword: async () => {
      await query(`alter role ${role} password 'another one'`)
      await query(endConnectionsSql)
    },
    restorePassword: async () => void (await query(`alter role ${role} password '${password}'`)),
    close: async () => {
      await proxy.close()
      await cluster.stop()
    },
  }
}
