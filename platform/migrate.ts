// Brings a database to the newest shape: each file of migrations/ once, in the order of its number, in a transaction.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

// One number for this program: two processes that start at once take turns.
const turn = 4_060_717

const done = async (connection: pg.PoolClient): Promise<Set<string>> => {
  await connection.query(
    'create table if not exists migrations (name text primary key, done_at timestamptz not null default now())',
  )
  const rows = await connection.query<{ name: string }>('select name from migrations')
  return new Set(rows.rows.map((row) => row.name))
}

const run = async (connection: pg.PoolClient, folder: string, name: string): Promise<void> => {
  await connection.query('begin')
  try {
    await connection.query(await readFile(join(folder, name), 'utf8'))
    await connection.query('insert into migrations (name) values ($1)', [name])
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw new Error(`The migration ${name} did not run; the database is as it was before it.`, { cause: error })
  }
}

/** Runs the migrations that this database has not seen; gives their names. */
export const migrate = async (pool: pg.Pool, folder: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [turn])
    const seen = await done(connection)
    const fresh = names.filter((name) => !seen.has(name))
    for (const name of fresh) await run(connection, folder, name)
    return fresh
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [turn])
    connection.release()
  }
}
