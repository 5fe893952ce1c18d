/** A rule that always holds in the database. */
export type Invariant = {
  id: string
  /** The rule as a sentence. */
  statement: string
  /** Selects the rows that violate it. `$1`, if used, is the provider's data as JSON. */
  sql: string
  /** Holds only where the periodic jobs run: it says by when they finish something. */
  needsJobs?: true
}
