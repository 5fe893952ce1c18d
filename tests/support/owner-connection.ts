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
