// Reads the files of migrations/ and the markers in their comments.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  name: string
  text: string
  /** SHA-256 of the file, hexadecimal: a migration that has run is never edited. */
  sha256: string
  /**
   * Runs outside a transaction, as `create index concurrently` requires. Marked by a line `-- one by one`; each statement
   * must be repeatable and end with a semicolon at the end of a line.
   */
  isNonTransactional: boolean
  /**
   * Removes something that the previous version uses (expand and contract). Marked by a line `-- contract: ` with the
   * version that stopped using it. All others only add, so the previous version keeps working.
   */
  isContract: boolean
}

const readMigration = async (folder: string, name: string): Promise<Migration> => {
  const text = await readFile(join(folder, name), 'utf8')
  return {
    name,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    isNonTransactional: /^-- one by one\b/m.test(text),
    isContract: /^-- contract: \S/m.test(text),
  }
}

/** The names of this code's migrations, in the order in which they run. */
export const listMigrations = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()

/** The migrations of this code, in the order in which they run. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = listMigrations(folder)
  const migrations: Migration[] = []
  // One after another: all at once would need as many open files as there are migrations.
  for (const name of names) migrations.push(await readMigration(folder, name))
  return migrations
}
