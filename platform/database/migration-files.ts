// Reads the files of migrations/ and the markers in their comments.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
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

/** The migrations of this code, in the order in which they run. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(names.map((name) => readMigration(folder, name)))
}
