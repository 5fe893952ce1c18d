// `npm run restore -- <file> [--replace]`: restores a backup into the configured database and checks the invariants. The
// database must be empty unless --replace is given.
import { join, resolve } from 'node:path'
import { ownerTimeoutMs } from '#platform/database/app-role.ts'
import { type Config, readConfig, ConfigError } from '#platform/config/config.ts'
import { createDatabaseClient, type Database } from '#platform/database/database.ts'
import { superviseEmbeddedPostgres } from '#platform/embedded-postgres/supervisor.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { BackupError } from './backup/backup-file.ts'
import { createPictureStore } from './picture-store.ts'
import { type RestoreSummary, restoreBackup } from './backup/restore-backup.ts'

const root = join(import.meta.dirname, '..')
const log = (line: string): void => console.log(line)

type Prepare = (owner: Database) => Promise<void>

/** Connects as the owner of the tables, to the embedded or the configured database. */
const runAsOwner = async ({ databaseUrl, databaseOwnerUrl, dataDir }: Config, prepare: Prepare): Promise<void> => {
  if (databaseUrl === null) {
    const options = { dataDir: join(dataDir, 'postgres'), database: 'motohaat', prepare, log }
    return (await superviseEmbeddedPostgres(options)).close()
  }
  const url = databaseOwnerUrl ?? databaseUrl
  const owner = createDatabaseClient({ url }, { connections: 1, timeoutMs: ownerTimeoutMs, log })
  try {
    const connection = await owner.$client.connect().catch((error: unknown) => {
      const name = databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
      throw new ConfigError(`${name}: cannot connect to the database (${String(error)}).`, { cause: error })
    })
    // An open connection of the pool would look like a running app.
    connection.release(true)
    await prepare(owner)
  } finally {
    await owner.$client.end()
  }
}

const run = async (args: string[]): Promise<number> => {
  const path = args.find((arg) => !arg.startsWith('--'))
  if (path === undefined) throw new BackupError('Missing file name: npm run restore -- motohaat.backup')
  const config = readConfig()
  const startedAt = performance.now()
  let summary: RestoreSummary | undefined
  await runAsOwner(config, async ({ $client: pool }) => {
    const target = {
      pool,
      migrations: join(root, 'migrations'),
      store: createPictureStore(config, log),
      now: new Date(),
      replaces: args.includes('--replace'),
    }
    summary = await restoreBackup(target, resolve(path))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  log(`${summary?.rows} rows and ${summary?.pictures} pictures of ${summary?.madeAt} were restored (${seconds} s).`)
  log('At its next start the app reads payments made after the backup from the card provider.')
  // Until then the provider may know more payments, so only the database's own invariants were checked.
  for (const { invariant, rows } of summary?.violations ?? [])
    log(`NO  ${invariant.id.padEnd(5)} ${invariant.statement} (${rows.length} rows; see npm run check:data)`)
  if (summary?.violations.length === 0) log('All invariants of the database hold.')
  return summary?.violations.length === 0 ? 0 : 1
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isUserError =
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof PostgresError ||
    error instanceof MigrationError
  console.error(isUserError ? error.message : error)
  process.exitCode = 1
}
