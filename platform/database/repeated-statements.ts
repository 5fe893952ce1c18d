// Names statements that are repeated in transactions, so that PostgreSQL parses them once for each connection, and mostly
// plans them once. Outside of transactions run the lists and searches, which may need another plan for other values.
// docs/decisions/0063-repeated-statements.md
import type pg from 'pg'

// Statements with lists of different lengths are seldom repeated, so the first uses do not count.
const unnamedUses = 3
// A named statement takes some 20 kB in each process of PostgreSQL that runs it.
const maxNames = 150
const maxCountedTexts = 1_000

/** Returns a function from the text of a statement to its name; undefined while it was not used often. */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count > unnamedUses) {
      const name = `repeated_${names.size + 1}`
      names.set(text, name)
      uses.delete(text)
      return name
    }
    if (count > 1 || uses.size < maxCountedTexts) uses.set(text, count)
    return undefined
  }
}

/** A statement with parameters and without a name of its own. Without parameters pg sends one message, which costs less. */
const isNameable = (config: unknown, params: unknown): config is pg.QueryConfig & { text: string } =>
  Array.isArray(params) &&
  params.length > 0 &&
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('name' in config && typeof config.name === 'string')

/**
 * Makes a connection to a pooler send every statement without a name: its next transaction may run on another connection of
 * the pooler, which does not have the prepared statement.
 */
export const removeStatementNames = (client: pg.Client): void => {
  const originalQuery = client.query.bind(client)
  const query = (...[config, ...rest]: unknown[]): unknown => {
    const hasName = typeof config === 'object' && config !== null && 'name' in config
    return Reflect.apply(originalQuery, client, [hasName ? { ...config, name: undefined } : config, ...rest])
  }
  Object.assign(client, { query })
}

/** Makes a connection of the pool name what it repeats in transactions. */
export const nameRepeatedStatements = (toName: (text: string) => string | undefined, client: pg.Client): void => {
  const originalQuery = client.query.bind(client)
  const query = (...[config, params, ...rest]: unknown[]): unknown => {
    const isInTransaction = client.getTransactionStatus() === 'T'
    const name = isInTransaction && isNameable(config, params) ? toName(config.text) : undefined
    const named = name === undefined || typeof config !== 'object' ? config : { ...config, name }
    return Reflect.apply(originalQuery, client, [named, params, ...rest])
  }
  Object.assign(client, { query })
}
