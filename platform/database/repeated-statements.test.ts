import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { type Database, createDatabaseClient } from './database.ts'
import { createStatementNames } from './repeated-statements.ts'

let testDatabase: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database
beforeAll(async () => {
  testDatabase = await cloneDatabase()
  db = createDatabaseClient(testDatabase, { connections: 1 })
})
afterAll(async () => {
  await db.$client.end()
  await testDatabase.drop()
})

const listPrepared = async (): Promise<string[]> => {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements order by name`,
  )
  return rows.map(({ statement }) => statement)
}

test('a statement that is repeated in transactions is parsed once for its connection', async () => {
  const run = (value: number) =>
    db.transaction(async (tx) => (await tx.execute<{ sum: number }>(sql`select ${value}::int + 1 as sum`)).rows[0]?.sum)
  for (const value of [1, 2, 3]) expect(await run(value)).toBe(value + 1)
  expect(await listPrepared()).toEqual([])
  for (const value of [4, 5]) expect(await run(value)).toBe(value + 1)
  expect(await listPrepared()).toEqual(['select $1::int + 1 as sum'])
})

test('a statement outside of a transaction, such as a search, is planned for its values each time', async () => {
  for (const value of [1, 2, 3, 4, 5, 6]) await db.execute(sql`select ${value}::int * 2 as double`)
  expect(await listPrepared()).not.toContain('select $1::int * 2 as double')
})

test('after an error a repeated statement works again', async () => {
  const divide = (by: number) =>
    db.transaction(async (tx) => (await tx.execute<{ part: number }>(sql`select 6 / ${by}::int as part`)).rows[0]?.part)
  for (const _ of [1, 2, 3, 4, 5]) expect(await divide(2)).toBe(3)
  await expect(divide(0)).rejects.toThrow('Failed query')
  expect(await divide(3)).toBe(2)
})

test('statements that are seldom repeated get no name, and there are 150 names at most', () => {
  const toName = createStatementNames()
  for (let n = 0; n < 5_000; n += 1) expect(toName(`once ${n}`)).toBeUndefined()
  const repeat = (text: string) => Array.from({ length: 4 }, () => toName(text)).at(-1)
  // The counted texts are full; those that are counted still get a name.
  const names = Array.from({ length: 200 }, (_, n) => repeat(`once ${n}`))
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(150)
  expect(toName('once 0')).toBe(names[0])
})
