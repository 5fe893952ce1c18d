// Notices whether anything has changed a row of the database.
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** How many rows a table has, and how many of them were written since the first look. */
type RowCount = { name: string; rows: number; written: number }

/**
 * Remembers the rows of all tables and returns a function that lists the tables where one was added, changed or removed
 * since. Rows that are changed or added carry a later transaction id, and a removed row is missing from the count, so that
 * no row has to be read whole.
 * @param ignoredTables the tables that may be written to
 */
export const watchRows = async (
  { db }: Pick<TestApp, 'db'>,
  ignoredTables: RegExp,
): Promise<() => Promise<RowCount[]>> => {
  const { rows: tables } = await db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const names = tables.map(({ name }) => name).filter((name) => !ignoredTables.test(name))
  const { rows: snapshots } = await db.$client.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  const query = {
    name: `rows of ${names.length} tables`,
    text: names
      .map(
        (name) =>
          `select '${name}' as name, count(*)::int as rows,
           count(*) filter (where xmin::text::bigint >= $1)::int as written from only "${name}"`,
      )
      .join(' union all '),
    values: [snapshots[0]?.next],
  }
  const countRows = async (): Promise<RowCount[]> => {
    const client = await db.$client.connect()
    try {
      // Starting parallel workers takes longer than counting these rows, and so does planning it each time.
      await client.query('begin; set local max_parallel_workers_per_gather = 0')
      const { rows } = await client.query<RowCount>(query)
      await client.query('commit')
      return rows
    } finally {
      client.release()
    }
  }
  const before = await countRows()
  return async () => {
    const after = await countRows()
    return after.filter(({ rows, written }, index) => rows !== before[index]?.rows || written !== before[index].written)
  }
}

/** Runs the action and fails when it has added, changed or removed a row. */
export const expectNoRowChanges = async <T>(
  testApp: Pick<TestApp, 'db'>,
  ignoredTables: RegExp,
  action: () => Promise<T>,
): Promise<T> => {
  const findChanges = await watchRows(testApp, ignoredTables)
  const result = await action()
  expect(await findChanges(), 'a refused request changes no row').toEqual([])
  return result
}
