// Prepared statements for the most requested lists. Their rows become JSON as the driver returns them, because the query
// builder's mapping of a hundred rows takes as long as the rest of the request.
import { fillPlaceholders, type Query, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database.ts'
import { maxRows } from './paging.ts'

type RawColumn<Column> =
  Column extends SQL<infer Value>
    ? SQL.Aliased<Value>
    : Column extends { _: { data: infer Value } }
      ? SQL.Aliased<Value>
      : never

/** Columns of a list, named as in the response. Each must be a text, an integer or a boolean. */
export const rawColumns = <Columns extends Record<string, SQLWrapper>>(columns: Columns) =>
  // An alias does not change the type of a column.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)])) as {
    [Name in keyof Columns]: RawColumn<Columns[Name]>
  }

type TypedQuery<Row> = { toSQL(): Query; _: { result: Row[] } }

/**
 * Prepares a list query. Its columns must come from `rawColumns`, so that no row needs mapping.
 * The statement contains the largest limit as a constant: with a limit that is only a parameter, PostgreSQL plans the
 * query again at each execution.
 * @returns runs it; `rows` is the page size plus one, to know whether a next page exists
 */
export const prepareListQuery = <Row>(db: Database, name: string, query: TypedQuery<Row>) => {
  const { sql: statement, params } = query.toSQL()
  const text = `select "page".* from (${statement} limit ${maxRows + 1}) as "page" limit $${params.length + 1}`
  return async (rows: number, values: Record<string, unknown>): Promise<Row[]> => {
    const result = await db.$client.query({ name, text, values: [...fillPlaceholders(params, values), rows] })
    // The rows have the type of the query that produced the statement.
    return result.rows as Row[] // oxlint-disable-line typescript/no-unsafe-type-assertion
  }
}
