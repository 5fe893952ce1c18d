// The shop's own PostgreSQL with a pool over it; when the server dies it is opened again and the pool finds it there.
import pg from 'pg'
import { type Database, openDatabase } from './database.ts'
import { type Cluster, openPostgres } from './postgres.ts'

type Options = { dataDir: string; database: string; say: (line: string) => void }

/** Makes the database of this name when the cluster is new. */
const ensureDatabase = async (socketDir: string, name: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/**
 * Opens the cluster in `dataDir` and keeps it open until `close` is called.
 * Throws PostgresTrouble when the folder cannot be opened the first time.
 */
export const keepPostgres = async (options: Options): Promise<{ db: Database; close(): Promise<void> }> => {
  const { dataDir, database, say } = options
  const first = await openPostgres({ dataDir, say })
  await ensureDatabase(first.socketDir, database)
  const db = openDatabase({ socketDir: first.socketDir, database }, { say })

  const kept: { cluster: Cluster } = { cluster: first }
  const watch = async (cluster: Cluster): Promise<void> => {
    const why = await cluster.ended
    if (why === null) return
    say(`${why} It is opened again.`)
    kept.cluster = await openPostgres({ dataDir, say })
    // New connections read the pool's options: they find the server at its new socket.
    db.$client.options.host = kept.cluster.socketDir
    void watch(kept.cluster)
  }
  watch(first).catch((error: unknown) => say(`The database could not be opened again: ${String(error)}`))

  const close = async () => {
    await db.$client.end()
    await kept.cluster.stop()
  }
  return { db, close }
}
