// A connection as the owner of a test database, with more rights than the app's role.
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#platform/database/database.ts'

/** Connects as the owner; close it before the app. */
export const connectAsOwner = async ({ db }: { db: Database }): Promise<pg.Client> => {
  const { rows } = await db.$client.query<{ database: string }>('select current_database() as database')
  const client = new pg.Client({
    host: inject('postgresSocketDir'),
    user: 'postgres',
    database: rows[0]?.database ?? '',
  })
  await client.connect()
  return client
}

/** Runs one statement as the owner, for what the app's role may not do. */
export const queryAsOwner = async <Row extends pg.QueryResultRow>(
  app: { db: Database },
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> => {
  const owner = await connectAsOwner(app)
  try {
    return await owner.query<Row>(sql, values)
  } finally {
    await owner.end()
  }
}

/**
 * The tables with a row that a regular expression of PostgreSQL matches; `***=` before a text matches it as it is. The owner
 * looks, because the app's role may not read every column.
 */
export const findTablesWith = async (app: { db: Database }, expression: string): Promise<string[]> => {
  const owner = await connectAsOwner(app)
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const selects = tables.map(({ name }) => `select '${name}' as name from "${name}" t where t::text ~ $1`)
    const { rows } = await owner.query<{ name: string }>(selects.join(' union '), [expression])
    return rows.map(({ name }) => name)
  } finally {
    await owner.end()
  }
}

/** Runs statements as the owner without triggers and foreign keys, for a past that the shop itself would not write. */
export const changePast = async (app: { db: Database }, ...statements: string[]): Promise<void> => {
  const owner = await connectAsOwner(app)
  try {
    await owner.query(['set session_replication_role = replica', ...statements].join(';'))
  } finally {
    await owner.end()
  }
}
