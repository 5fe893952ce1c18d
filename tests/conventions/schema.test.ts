// What the code believes of the tables, and what the migrations made of them.
import { join } from 'node:path'
import { getTableColumns, getTableName, isTable, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { assert, expect, test } from 'vitest'
import { listMigrations } from '#platform/database/migration-files.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const tableModules = import.meta.glob<Record<string, unknown>>(
  // Without its tests: they count in their own files.
  ['../../market/schema/**/*.ts', '!**/*.test.ts'],
  { eager: true },
)

const isPgTable = (thing: unknown): thing is PgTable => isTable(thing)

const tables = Object.values(tableModules).flatMap((tableModule) => Object.values(tableModule).filter(isPgTable))

// As the code spells a type, and as the database does.
const typeNames: Record<string, string> = {
  int4: 'integer',
  timestamptz: 'timestamp with time zone',
  bool: 'boolean',
  int8: 'bigint',
  _text: 'text[]',
}

const describeColumn = (table: string, column: PgColumn): string =>
  `${table}.${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}`

type Row = { table_name: string; column_name: string; udt_name: string; is_nullable: string }

const describeDatabaseColumn = ({ table_name, column_name, udt_name, is_nullable }: Row): string =>
  `${table_name}.${column_name} ${typeNames[udt_name] ?? udt_name}${is_nullable === 'NO' ? ' not null' : ''}`

test('every column has the same name, type and need in the code and in the migrated database', async () => {
  const { db } = await createTestApp()
  // The plumbing's own tables are no room's, and their statements are written by hand.
  const found = await db.execute<Row>(sql`
    select table_name, column_name, udt_name, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name not in ('migrations', 'limits')`)
  const codeColumns = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => describeColumn(getTableName(table), column)),
  )
  assert(tables.length > 7, 'needs the tables of all rooms')
  expect(codeColumns.toSorted()).toEqual(found.rows.map(describeDatabaseColumn).toSorted())
})

test('what the code refers to is what the database refers to', async () => {
  const { db } = await createTestApp()
  const found = await db.execute<{ id: string }>(sql`
    select distinct conrelid::regclass::text || '.' || attname || ' → ' || confrelid::regclass::text as id
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and cardinality(conkey) = 1`)
  const codeColumns = await import('drizzle-orm/pg-core').then(({ getTableConfig }) =>
    tables.flatMap((table) =>
      getTableConfig(table).foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference()
        return `${getTableName(table)}.${columns[0]?.name} → ${getTableName(foreignTable)}`
      }),
    ),
  )
  // A category is kept by its name, and that reference only the database needs.
  const onlyInDatabase = ['bikes.category → categories']
  expect([...codeColumns, ...onlyInDatabase].toSorted()).toEqual(found.rows.map(({ id }) => id).toSorted())
})

test('every migration has a number of its own, which says when it runs', () => {
  // Two pairs of older ones share a number; shops that run have recorded their names.
  const names = listMigrations(join(import.meta.dirname, '../../migrations')).filter((name) => name >= '0022')
  const findShared = (all: string[]) =>
    all.filter((name) => all.some((other) => other !== name && other.slice(0, 4) === name.slice(0, 4)))
  expect(names.length).toBeGreaterThan(4)
  expect(findShared(names)).toEqual([])
  expect(findShared(['0001_a.sql', '0002_b.sql', '0002_c.sql'])).toEqual(['0002_b.sql', '0002_c.sql'])
})
