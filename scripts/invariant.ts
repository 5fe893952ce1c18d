/** A rule that always holds in the database. */
export type Invariant = {
  id: string
  /** What holds, as a sentence. */
  statement: string
  /** Gives the rows that break it. `$1`, where it stands, is the provider's dump as JSON. */
  sql: string
}
