// Reads the files of migrations/ and the markers in their comments. schema/ creates a new database. older/ has the migrations
// that schema/ contains, for older databases and backups. Newer migrations are in the folder itself.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

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
  /** The schema contains it: a new database only records its name. */
  isInSchema: boolean
}

/** A part of the schema. Its name says when it runs. */
export type SchemaFile = { name: string; text: string }

const olderFolder = 'older'
const schemaFolder = 'schema'

const listFiles = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()

/** The paths of this code's migrations in the folder, in the order in which they run. */
const listPaths = (folder: string): string[] =>
  (existsSync(join(folder, olderFolder)) ? [olderFolder, ''] : ['']).flatMap((part) =>
    listFiles(join(folder, part), /^\d{4}_\w+\.sql$/).map((name) => join(part, name)),
  )

const readMigration = async (folder: string, path: string): Promise<Migration> => {
  const text = await readFile(join(folder, path), 'utf8')
  return {
    name: basename(path),
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    isNonTransactional: /^-- one by one\b/m.test(text),
    isContract: /^-- contract: \S/m.test(text),
    isInSchema: dirname(path) === olderFolder,
  }
}

/** The names of this code's migrations, in the order in which they run. */
export const listMigrations = (folder: string): string[] => listPaths(folder).map((path) => basename(path))

/** The migrations of this code, in the order in which they run. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const migrations: Migration[] = []
  // One after another: all at once would need as many open files as there are migrations.
  for (const path of listPaths(folder)) migrations.push(await readMigration(folder, path))
  return migrations
}

/** The files of the schema, in the order in which they run. */
export const readSchema = async (folder: string): Promise<SchemaFile[]> => {
  const path = join(folder, schemaFolder)
  const names = existsSync(path) ? listFiles(path, /^\d\d-[\w-]+\.sql$/) : []
  const files: SchemaFile[] = []
  for (const name of names) files.push({ name, text: await readFile(join(path, name), 'utf8') })
  return files
}
