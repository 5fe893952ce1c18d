// `node tests/old-databases/create.ts`: writes the backups of the versions that have none yet. Run it at a release.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type PictureStore, createDiskPictureStore } from '#market/pictures/store.ts'
import { createAppRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createBackup } from '#scripts/backup/create-backup.ts'
import { getBackupFile, listVersions, migrationsFolder } from './old-databases.ts'
import { rowsBeforeRename, rowsOfFirstVersion } from './rows.ts'

/** Rows written at a version; later versions get them through their migrations. */
const rows: Record<string, string> = {
  '0001_open_the_shop.sql': rowsOfFirstVersion,
  '0014_numbers_are_not_searched.sql': rowsBeforeRename,
}

/** Migrates an empty database version by version and writes the backups that are missing. */
const createBackups = async (socketDir: string, store: PictureStore): Promise<void> => {
  const owner = createDatabaseClient({ socketDir, database: 'postgres' }, { connections: 1, timeoutMs: 60_000 })
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    await createAppRole(client)
    for (const version of listVersions()) {
      await migrate(owner.$client, migrationsFolder, new Set([version]))
      await client.query(rows[version] ?? '')
      const file = getBackupFile(version)
      if (existsSync(file)) continue
      await createBackup({ client, store, now: new Date() }, file)
      process.stdout.write(`${file} was written.\n`)
    }
  } finally {
    await client.end()
    await owner.$client.end()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'motohaat-old-'))
const cluster = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
try {
  await createBackups(cluster.socketDir, createDiskPictureStore(join(folder, 'none')))
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
