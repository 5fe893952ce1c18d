// The files of migrations/, and what each says about itself in its first lines.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  name: string
  text: string
  /** SHA-256 of the file, hexadecimal: a migration that has run is never edited. */
  sha256: string
  /**
   * Its statements run one by one outside of a transaction, since PostgreSQL builds no index concurrently inside one. A
   * line `-- one by one` says so; each statement must bear being run again, and ends at a semicolon at a line's end.
   */
  isNonTransactional: boolean
  /**
   * It takes away what code before it still uses. A line `-- contract: ` with what stopped using it says so; all others
   * only add, so that the code before them goes on working.
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
