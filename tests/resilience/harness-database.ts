// PostgreSQL as a process of its own, which the shop reaches through a proxy, as an ordinary user with a password.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { openProxy, type Proxy } from './database-proxy.ts'

const name = 'motohaat'
const role = 'shop'
const password = 'a password of the fault rig'

export type RigDatabase = {
  /** What the shop is given as DATABASE_URL. */
  url: string
  proxy: Proxy
  dataDir: string
  /** The folder of the server's socket, for those who come without the proxy. */
  socketDir(): string
  /** Asks as the superuser, past the proxy. */
  ask: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** A connection past the proxy, as the superuser or as the shop does it; the caller ends it. */
  connect(as?: 'postgres' | 'shop'): Promise<pg.Client>
  /** `immediate` is pg_ctl's: no last checkpoint, recovery at the next start. */
  stop(how: 'fast' | 'immediate' | 'kill'): Promise<void>
  start(): Promise<void>
  /** Gives the shop's role this password, and ends its connections. */
  lockOut(): Promise<void>
  letIn(): Promise<void>
  close(): Promise<void>
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

const socketOf = (cluster: Cluster): string => join(cluster.socketDir, '.s.PGSQL.5432')

const connectTo = async (socketDir: string, user: string, database = name): Promise<pg.Client> => {
  const client = new pg.Client({ host: socketDir, user, password, database, application_name: 'fault-rig' })
  // A server that is stopped under it is what this is for.
  client.on('error', () => {})
  await client.connect()
  return client
}

const askOnce = async (socketDir: string, sql: string, values: unknown[] = [], database = name) => {
  const client = await connectTo(socketDir, 'postgres', database)
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

/** Makes the role and the database of the shop; only the superuser comes in without a password. */
const furnish = async (cluster: Cluster, dataDir: string): Promise<void> => {
  const found = await askOnce(cluster.socketDir, 'select from pg_database where datname = $1', [name], 'postgres')
  if (found.length > 0) return
  // createrole: a migration may make the narrower roles that the shop runs as.
  await askOnce(cluster.socketDir, `create role ${role} login createrole password '${password}'`, [], 'postgres')
  await askOnce(cluster.socketDir, `create database ${name} owner ${role}`, [], 'postgres')
  const rules = join(dataDir, 'pg_hba.conf')
  const before = await readFile(rules, 'utf8')
  await writeFile(rules, `local all postgres trust\nlocal all ${role} scram-sha-256\n${before}`)
  await askOnce(cluster.socketDir, 'select pg_reload_conf()')
}

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`

/** Opens the database in this folder; what was there stays. */
export const openRigDatabase = async (dataDir: string): Promise<RigDatabase> => {
  let cluster = await openPostgres({ dataDir })
  await furnish(cluster, dataDir)
  const proxy = await openProxy(socketOf(cluster))
  const ask = (sql: string, values?: unknown[]) => askOnce(cluster.socketDir, sql, values)
  return {
    url: `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${name}`,
    proxy,
    dataDir,
    socketDir: () => cluster.socketDir,
    ask,
    connect: (as = 'postgres') => connectTo(cluster.socketDir, as),
    stop: async (how) => {
      process.kill(cluster.pid, signals[how])
      await cluster.ended
    },
    start: async () => {
      cluster = await openPostgres({ dataDir })
      proxy.aim(socketOf(cluster))
    },
    lockOut: async () => {
      await ask(`alter role ${role} password 'another one'`)
      await ask(endConnections)
    },
    letIn: async () => void (await ask(`alter role ${role} password '${password}'`)),
    close: async () => {
      await proxy.close()
      await cluster.stop()
    },
  }
}
