// The shop's own PostgreSQL with a pool over it; when the server dies it is opened again and the pool finds it there.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { appRole, createAppRole, ownerTimeoutMs } from '#platform/database/app-role.ts'
import { type Database, createDatabaseClient, type DatabaseLocation } from '#platform/database/database.ts'
import { type Cluster, startPostgres } from './postgres.ts'

const restartDelayMs = 1_000

type Options = {
  dataDir: string
  database: string
  /** What only the owner may do, before the shop serves in a role that owns nothing: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  log: (line: string) => void
  /** Told where the server is after it was opened again. */
  onMoved?: (socketDir: string) => void
}

/** Makes the database of this name, and the role that serves, when the cluster is new. */
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
  /** Where it is served at this moment, for processes beside this one. */
  getLocation: () => SocketLocation
  /** Does once more what only the owner may do. */
  prepare: () => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the cluster in `dataDir` and keeps it open until `close` is called.
 * Throws PostgresError when the folder cannot be opened the first time.
 */
export const superviseEmbeddedPostgres = async (options: Options): Promise<SupervisedPostgres> => {
  const { dataDir, database, log, onMoved } = options
  const first = await startPostgres({ dataDir, log })
  await ensureDatabase(first.socketDir, database)
  await prepareAsOwner({ socketDir: first.socketDir, database }, options)
  const getLocation = (): SocketLocation => ({ socketDir: state.cluster.socketDir, database, user: appRole })
  const db = createDatabaseClient({ socketDir: first.socketDir, database, user: appRole }, { log })

  const state: { cluster: Cluster; isClosing: boolean } = { cluster: first, isClosing: false }
  const supervising = restartWhenEnded(state, options, (cluster) => {
    // New connections read the pool's options: they find the server at its new socket.
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

type SupervisorState = { cluster: Cluster; isClosing: boolean }

/** Opens the cluster again each time it ends without being asked, until the shop closes. */
const restartWhenEnded = async (
  state: SupervisorState,
  { dataDir, log }: Options,
  onRestart: (cluster: Cluster) => void,
): Promise<void> => {
  for (;;) {
    const reason = await state.cluster.ended
    if (reason === null || state.isClosing) return
    log(`${reason} It is opened again.`)
    const next = await restart(state, dataDir, log)
    if (next === null) return
    state.cluster = next
    onRestart(next)
  }
}

/** Tries until it opens: what stands in the way of a server that was killed is gone after a while. */
const restart = async (state: SupervisorState, dataDir: string, log: Options['log']): Promise<Cluster | null> => {
  while (!state.isClosing) {
    try {
      const cluster = await startPostgres({ dataDir, log })
      if (!state.isClosing) return cluster
      await cluster.stop()
    } catch (error) {
      log(`The database could not be opened again yet: ${error instanceof Error ? error.message : String(error)}`)
      await pause(restartDelayMs)
    }
  }
  return null
}
