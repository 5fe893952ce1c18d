/** A rule that always holds in the database. It has `sql`, `sharedSql` or both. */
export type Invariant = {
  id: string
  /** The rule as a sentence. */
  statement: string
  /** Selects the rows that violate it. `$1`, if used, is the provider's data as JSON. */
  sql?: string
  /**
   * Selects rows that violate this or another invariant of the same query, whose ids are in the column `violates`. It runs
   * once for all of them.
   */
  sharedSql?: string
  /**
   * Each says something in the column `holds` of its only row; where all of them hold, `sharedSql` selects nothing, and they
   * cost less. `$1` is a random bigint. Each runs once for all invariants that have it.
   */
  probeSqls?: readonly string[]
  /** Holds only where the periodic jobs run: it says by when they finish something. */
  needsJobs?: true
}
