// Rows that PostgreSQL writes as JSON by itself, for the lists that are asked for most. The text goes through the server
// as it is: to take a hundred rows apart and put them together again costs more than to answer a request.
import { fillPlaceholders, type Query, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database.ts'
import { rowsMost } from './paging.ts'

type Spelt = { mark: '' | '"'; value: SQL }

/** A number or a truth value. It must not be null, as none of these values may: the whole row would be. */
export const bare = (value: SQLWrapper): Spelt => ({ mark: '', value: sql`(${value})` })

/** A text that JSON need not escape: an id, one of a few known words, a date. */
export const word = (value: SQLWrapper): Spelt => ({ mark: '"', value: sql`(${value})` })

/** Any text at all, such as somebody typed. */
export const text = (value: SQLWrapper): Spelt => ({ mark: '', value: sql`to_json(${value})::text` })

const literal = (json: string): SQL => sql.raw(`'${json.replaceAll("'", "''")}'`)

/** One row as JSON text with exactly these fields; written piece by piece, which takes half as long as `row_to_json`. */
export const asJson = (fields: Record<string, Spelt>): SQL<string> => {
  const pieces = Object.entries(fields).map(([name, { mark, value }], at) => {
    const before = `${at === 0 ? '{' : ','}${JSON.stringify(name)}:${mark}`
    return sql`${literal(before)} || ${value} || ${literal(mark)}`
  })
  return sql`${sql.join(pieces, sql` || `)} || '}'`
}

/** Adds text fields at the end of such a row. */
export const withFields = (json: string, fields: Record<string, string>): string =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`

type Asked<Row> = { toSQL(): Query; _: { result: Row[] } }

/**
 * Prepares a list, of which so many rows at a time are asked for: a page, and one more to know whether it ends.
 * Its columns must all be text under an alias, so that no row needs mapping. The longest page stands in the words, since
 * PostgreSQL plans a list with a limit that it does not know beforehand anew each time.
 */
export const preparePage = <Row>(db: Database, name: string, asked: Asked<Row>) => {
  const { sql: words, params } = asked.toSQL()
  const text = `select "page".* from (${words} limit ${rowsMost + 1}) as "page" limit $${params.length + 1}`
  return async (rows: number, values: Record<string, unknown>): Promise<Row[]> => {
    const page = await db.$client.query({ name, text, values: [...fillPlaceholders(params, values), rows] })
    // The builder has told the type of the rows that its own words ask for.
    return page.rows as Row[] // oxlint-disable-line typescript/no-unsafe-type-assertion
  }
}
