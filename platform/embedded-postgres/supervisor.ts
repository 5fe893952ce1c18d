// The embedded PostgreSQL with its connection pool. Restarts the server when it dies and points the pool at it.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { appRole, createAppRole, ownerTimeoutMs } from '#platform/database/app-role.ts'
import { type Database, createDatabaseClient, type DatabaseLocation } from '#platform/database/database.ts'
import { type Cluster, startPostgres } from './postgres.ts'

const restartDelayMs = 1_000

type Options = {
  dataDir: string
  database: string
  /** The migrations, run as owner. The app itself uses a role that owns nothing. */
  prepare: (owner: Database) => Promise<unknown>
  /** For one statement of the app and the wait for its connection. */
  timeoutMs?: number
  log: (line: string) => void
  /** Called with the new socket folder after the server was restarted. */
  onMoved?: (socketDir: string) => void
}

/** Creates the database and the role of the app when the cluster is new. */
const ensureDatabase = async (socketDir: string, name: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    await createAppRole(client)
  } finally {
    await client.end()
  }
}

const prepareAsOwner = async (location: DatabaseLocation, { prepare, log }: Options): Promise<void> => {
  const owner = createDatabaseClient(location, { connections: 1, timeoutMs: ownerTimeoutMs, log })
  try {
    await prepare(owner)
  } finally {
    await owner.$client.end()
  }
}

type SocketLocation = Extract<DatabaseLocation, { socketDir: string }>
export type SupervisedPostgres = {
  db: Database
  /** The current location, for other processes. */
  getLocation: () => SocketLocation
  /** Runs the migrations again, as owner. */
  prepare: () => Promise<void>
  close(): Promise<void>
}

/**
 * Starts the cluster in `dataDir` and restarts it until `close` is called.
 * Throws PostgresError when the first start fails. When `prepare` fails, the cluster is stopped again.
 */
export const superviseEmbeddedPostgres = async (options: Options): Promise<SupervisedPostgres> => {
  const { database, log, onMoved, timeoutMs } = options
  const first = await startPrepared(options)
  const getLocation = (): SocketLocation => ({ socketDir: state.cluster.socketDir, database, user: appRole })
  const appLocation = { socketDir: first.socketDir, database, user: appRole }
  const db = createDatabaseClient(appLocation, { log, ...(timeoutMs !== undefined && { timeoutMs }) })

  const state: { cluster: Cluster; isClosing: boolean } = { cluster: first, isClosing: false }
  const supervising = restartWhenEnded(state, options, (cluster) => {
    // New connections read the options of the pool, so they use the new socket.
    db.$client.options.host = cluster.socketDir
    onMoved?.(cluster.socketDir)
  })

  const close = async () => {
    state.isClosing = true
    await db.$client.end()
    await state.cluster.stop()
    await supervising
  }
  const prepare = () => prepareAsOwner({ socketDir: state.cluster.socketDir, database }, options)
  return { db, getLocation, prepare, close }
}

const startPrepared = async (options: Options): Promise<Cluster> => {
  const { dataDir, database, log } = options
  const cluster = await startPostgres({ dataDir, log })
  try {
    await ensureDatabase(cluster.socketDir, database)
    await prepareAsOwner({ socketDir: cluster.socketDir, database }, options)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

type SupervisorState = { cluster: Cluster; isClosing: boolean }

/** Restarts the cluster each time it exits unexpectedly, until `close`. */
const restartWhenEnded = async (
  state: SupervisorState,
  { dataDir, log }: Options,
  onRestart: (cluster: Cluster) => void,
): Promise<void> => {
  for (;;) {
    const reason = await state.cluster.ended
    if (reason === null || state.isClosing) return
    log(`${reason} Restarting it.`)
    const next = await restart(state, dataDir, log)
    if (next === null) return
    state.cluster = next
    onRestart(next)
  }
}

/** Tries until it starts: what blocks the start after a crash disappears after a while. */
const restart = async (state: SupervisorState, dataDir: string, log: Options['log']): Promise<Cluster | null> => {
  while (!state.isClosing) {
    try {
      const cluster = await startPostgres({ dataDir, log })
      if (!state.isClosing) return cluster
      await cluster.stop()
    } catch (error) {
      log(`Restarting PostgreSQL failed, will retry: ${error instanceof Error ? error.message : String(error)}`)
      await pause(restartDelayMs)
    }
  }
  return null
}
