// Small backups of the database of each older version, and how a test gets such a database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { listMigrations } from '#platform/database/migration-files.ts'
import { restoreVersion } from '#scripts/backup/restore-backup.ts'

const root = join(import.meta.dirname, '../..')
export const migrationsFolder = join(root, 'migrations')

/** The names of all migrations, in their order. The schema after one of them is called by its name. */
export const listVersions = (): string[] => listMigrations(migrationsFolder)

/** Where the backup of a version is, or would be. */
export const getBackupFile = (version: string): string =>
  join(import.meta.dirname, `${version.replace(/\.sql$/, '')}.backup`)

/** The last version up to this one that has a backup. */
const findNearestBackup = (version: string): string => {
  const found = listVersions().findLast((name) => name <= version && existsSync(getBackupFile(name)))
  if (found === undefined) throw new Error(`No version up to ${version} has a backup.`)
  return getBackupFile(found)
}

/**
 * Fills an empty database with the data of this version: its backup, or the nearest older one and the migrations since.
 * The pool logs in as the owner.
 */
export const restoreOldDatabase = async (pool: pg.Pool, version: string): Promise<void> => {
  const client = new pg.Client({ ...pool.options, statement_timeout: 0 })
  await client.connect()
  try {
    await restoreVersion(client, { migrations: migrationsFolder, path: findNearestBackup(version) })
  } finally {
    await client.end()
  }
  await migrate(pool, migrationsFolder, new Set(listVersions().filter((name) => name <= version)))
}
