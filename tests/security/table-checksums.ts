// Every row of every business table as one word: what a refused attempt must leave as it was.
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/test-app.ts'

// Counting tries and writing down that something was tried is what these are for; none of them is anybody's thing.
const ignoredTables = /limit|audit|attempt|throttle|migration/

const listTables = async (app: TestApp): Promise<string[]> => {
  const { rows } = await app.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !ignoredTables.test(name))
}

/** What lies in the business tables, one word for each table. */
export const getTableChecksums = async (app: TestApp): Promise<Record<string, string>> => {
  const names = await listTables(app)
  const queries = names.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as word from "${name}" t`,
  )
  const { rows } = await app.db.$client.query<{ name: string; word: string }>(queries.join(' union all '))
  return Object.fromEntries(rows.map(({ name, word }) => [name, word]))
}

/** Runs the action and fails when a row of any business table has changed. */
export const expectNoEffect = async <T>(app: TestApp, action: () => Promise<T>): Promise<T> => {
  const before = await getTableChecksums(app)
  const result = await action()
  expect(await getTableChecksums(app), 'a refused attempt has no effect').toEqual(before)
  return result
}
