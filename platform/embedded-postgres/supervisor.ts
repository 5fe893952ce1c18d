// The shop's own PostgreSQL with a pool over it; when the server dies it is opened again and the pool finds it there.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { appRole, makeAppRole, ownerPatienceMs } from '#platform/database/app-role.ts'
import { type Database, openDatabase, type Where } from '#platform/database/database.ts'
import { type Cluster, openPostgres } from './postgres.ts'

const againMs = 1_000

type Options = {
  dataDir: string
  database: string
  /** What only the owner may do, before the shop serves in a role that owns nothing: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  say: (line: string) => void
  /** Told where the server is after it was opened again. */
  moved?: (socketDir: string) => void
}

/** Makes the database of this name, and the role that serves, when the cluster is new. */
const ensureDatabase = async (socketDir: string, name: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    await makeAppRole(client)
  } finally {
    await client.end()
  }
}

const asOwner = async (where: Where, { prepare, say }: Options): Promise<void> => {
  const owner = openDatabase(where, { connections: 1, patienceMs: ownerPatienceMs, say })
  try {
    await prepare(owner)
  } finally {
    await owner.$client.end()
  }
}

type ServedWhere = Extract<Where, { socketDir: string }>
export type KeptPostgres = {
  db: Database
  /** Where it is served at this moment, for processes beside this one. */
  where: () => ServedWhere
  /** Does once more what only the owner may do. */
  prepare: () => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the cluster in `dataDir` and keeps it open until `close` is called.
 * Throws PostgresTrouble when the folder cannot be opened the first time.
 */
export const keepPostgres = async (options: Options): Promise<KeptPostgres> => {
  const { dataDir, database, say, moved } = options
  const first = await openPostgres({ dataDir, say })
  await ensureDatabase(first.socketDir, database)
  await asOwner({ socketDir: first.socketDir, database }, options)
  const where = (): ServedWhere => ({ socketDir: kept.cluster.socketDir, database, user: appRole })
  const db = openDatabase({ socketDir: first.socketDir, database, user: appRole }, { say })

  const kept: { cluster: Cluster; isClosing: boolean } = { cluster: first, isClosing: false }
  const keeping = keepOpen(kept, options, (cluster) => {
    // New connections read the pool's options: they find the server at its new socket.
    db.$client.options.host = cluster.socketDir
    moved?.(cluster.socketDir)
  })

  const close = async () => {
    kept.isClosing = true
    await db.$client.end()
    await kept.cluster.stop()
    await keeping
  }
  const prepare = () => asOwner({ socketDir: kept.cluster.socketDir, database }, options)
  return { db, where, prepare, close }
}

type Kept = { cluster: Cluster; isClosing: boolean }

/** Opens the cluster again each time it ends without being asked, until the shop closes. */
const keepOpen = async (kept: Kept, { dataDir, say }: Options, found: (cluster: Cluster) => void): Promise<void> => {
  for (;;) {
    const why = await kept.cluster.ended
    if (why === null || kept.isClosing) return
    say(`${why} It is opened again.`)
    const next = await openAgain(kept, dataDir, say)
    if (next === null) return
    kept.cluster = next
    found(next)
  }
}

/** Tries until it opens: what stands in the way of a server that was killed is gone after a while. */
const openAgain = async (kept: Kept, dataDir: string, say: Options['say']): Promise<Cluster | null> => {
  while (!kept.isClosing) {
    try {
      const cluster = await openPostgres({ dataDir, say })
      if (!kept.isClosing) return cluster
      await cluster.stop()
    } catch (error) {
      say(`The database could not be opened again yet: ${error instanceof Error ? error.message : String(error)}`)
      await pause(againMs)
    }
  }
  return null
}
