// The lists that are asked for most: one prepared statement each, whose rows go to the wire as the driver gives them.
// What a query builder does to map a hundred rows costs as much as to answer a request.
import { fillPlaceholders, type Query, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database.ts'
import { maxRows } from './paging.ts'

type RawColumn<Column> =
  Column extends SQL<infer Value>
    ? SQL.Aliased<Value>
    : Column extends { _: { data: infer Value } }
      ? SQL.Aliased<Value>
      : never

/** The columns of a list under the names that its rows carry. Each is a text, an integer or a truth value. */
export const rawColumns = <Columns extends Record<string, SQLWrapper>>(columns: Columns) =>
  // The builder has told the type of each column; the name in front of it changes nothing.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)])) as {
    [Name in keyof Columns]: RawColumn<Columns[Name]>
  }

type TypedQuery<Row> = { toSQL(): Query; _: { result: Row[] } }

/**
 * Prepares a list, of which so many rows at a time are asked for: a page, and one more to know whether it ends.
 * Its columns must be those that `inRows` gives, so that no row needs mapping. The longest page stands in the words, since
 * PostgreSQL plans a list with a limit that it does not know beforehand anew each time.
 */
export const prepareListQuery = <Row>(db: Database, name: string, query: TypedQuery<Row>) => {
  const { sql: statement, params } = query.toSQL()
  const text = `select "page".* from (${statement} limit ${maxRows + 1}) as "page" limit $${params.length + 1}`
  return async (rows: number, values: Record<string, unknown>): Promise<Row[]> => {
    const result = await db.$client.query({ name, text, values: [...fillPlaceholders(params, values), rows] })
    // The builder has told the type of the rows that its own words ask for.
    return result.rows as Row[] // oxlint-disable-line typescript/no-unsafe-type-assertion
  }
}
