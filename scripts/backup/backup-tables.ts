// The tables in an order in which their rows can be restored: referenced tables come first.
import type pg from 'pg'

export type Table = { name: string; columns: string[] }

// Unlogged tables hold nothing of value; migrations are run, not copied.
const listTablesSql = `
  select relname as name, array_agg(quote_ident(attname) order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname order by relname`
const listForeignKeysSql = `
  select distinct pointing.relname as "from", pointed.relname as "to"
  from pg_constraint join pg_class pointing on pointing.oid = conrelid join pg_class pointed on pointed.oid = confrelid
  where contype = 'f' and conrelid <> confrelid and pointing.relnamespace = 'public'::regnamespace`

const sortByDependency = (tables: Table[], foreignKeys: { from: string; to: string }[]): Table[] => {
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(
      ({ name }) => !foreignKeys.some(({ from, to }) => from === name && remaining.has(to)),
    )
    if (ready.length === 0) throw new Error(`These tables reference each other: ${[...remaining.keys()].join(', ')}.`)
    for (const table of ready) remaining.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** Lists the tables to back up, with their columns that are not generated; names are quoted for SQL. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const tables = await client.query<{ name: string; columns: string[] | string }>(listTablesSql)
  const foreignKeys = await client.query<{ from: string; to: string }>(listForeignKeysSql)
  return sortByDependency(
    tables.rows.map(({ name, columns }) => ({ name, columns: parseNameArray(columns) })),
    foreignKeys.rows,
  )
}

// pg does not parse arrays of type name, so they arrive in PostgreSQL's text format.
const parseNameArray = (columns: string[] | string): string[] =>
  typeof columns === 'string' ? columns.slice(1, -1).split(',') : columns
