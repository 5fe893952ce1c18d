// `npm run backup -- <file>`: writes the database and the pictures to one file; the app may run.
import { resolve } from 'node:path'
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { BackupError } from './backup/backup-file.ts'
import { createBackup } from './backup/create-backup.ts'
import { connectToDatabase } from './database-connection.ts'
import { createPictureStore } from './picture-store.ts'

const log = (line: string): void => console.log(line)

const run = async (path: string | undefined): Promise<void> => {
  if (path === undefined) throw new BackupError('Missing file name: npm run backup -- motohaat.backup')
  const config = readConfig()
  const { databaseOwnerUrl, databaseUrl } = config
  const database = await connectToDatabase({ ...config, databaseUrl: databaseOwnerUrl ?? databaseUrl })
  const startedAt = performance.now()
  try {
    const summary = await createBackup(
      { client: database.client, store: createPictureStore(config, log), now: new Date() },
      resolve(path),
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    log(
      `${summary.rows} rows of ${summary.tables} tables and ${summary.pictures} pictures are in ${path} (${seconds} s).`,
    )
    log('It contains personal data: restrict access to it, and store SECRET elsewhere.')
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2).find((arg) => !arg.startsWith('--')))
} catch (error) {
  const isUserError = error instanceof BackupError || error instanceof ConfigError || error instanceof PostgresError
  console.error(isUserError ? error.message : error)
  process.exitCode = 1
}
