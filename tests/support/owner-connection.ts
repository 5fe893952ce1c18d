// The owner of a test's database, who may do what the shop itself may not.
import pg from 'pg'
import { inject } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Opens a connection of the owner to this shop's database; close it before the shop. */
export const connectAsOwner = async ({ db }: Pick<TestApp, 'db'>): Promise<pg.Client> => {
  const { rows } = await db.$client.query<{ database: string }>('select current_database() as database')
  const client = new pg.Client({
    host: inject('postgresSocketDir'),
    user: 'postgres',
    database: rows[0]?.database ?? '',
  })
  await client.connect()
  return client
}
