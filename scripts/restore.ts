// `npm run restore -- <file> [--replace]`: reads a backup into the shop's database, which must be empty unless it is said
// that what is there may be thrown away, and asks whether everything holds that must always hold.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { openServed } from '#platform/database/app-role.ts'
import { type Config, readConfig, WrongSetting } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { keepPostgres } from '#platform/embedded-postgres/supervisor.ts'
import { MigrationTrouble } from '#platform/database/migrate.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/errors.ts'
import { BackupTrouble } from './backup/backup-file.ts'
import { pictureStoreOf } from './picture-store.ts'
import { type Restored, restore } from './backup/restore-backup.ts'

const root = join(import.meta.dirname, '..')
const say = (line: string): void => console.log(line)

type Prepare = (owner: Database) => Promise<unknown>

/** Lets the owner of the tables do it, in the shop's own database or in the one that the settings name. */
const asOwner = async ({ databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir }: Config, prepare: Prepare) => {
  if (url !== null) {
    const db = await openServed({ url, ownerUrl, prepare, say })
    return db.$client.end()
  }
  const kept = await keepPostgres({ dataDir: join(dataDir, 'postgres'), database: 'motohaat', prepare, say })
  return kept.close()
}

const run = async (words: string[]): Promise<number> => {
  const path = words.find((word) => !word.startsWith('--'))
  if (path === undefined) throw new BackupTrouble('Say which file: npm run restore -- motohaat.backup')
  const config = readConfig()
  const beganAt = performance.now()
  let restored: Restored | undefined
  await asOwner(config, async ({ $client: pool }) => {
    const place = {
      pool,
      migrations: join(root, 'migrations'),
      store: pictureStoreOf(config, say),
      now: new Date(),
      replaces: words.includes('--replace'),
    }
    restored = await restore(place, resolve(path))
  })
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
  say(`${restored?.rows} rows and ${restored?.pictures} pictures of ${restored?.madeAt} are back (${seconds} s).`)
  say('Payments that were made after the backup are learnt from the card provider when the shop is next opened.')
  // The provider may know more than the books until then, so the books are asked by themselves.
  return (
    spawnSync(process.execPath, [join(root, 'scripts/check-data.ts'), '--books-alone'], { stdio: 'inherit' }).status ??
    1
  )
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isForThePerson =
    error instanceof BackupTrouble ||
    error instanceof WrongSetting ||
    error instanceof PostgresTrouble ||
    error instanceof MigrationTrouble
  console.error(isForThePerson ? error.message : error)
  process.exitCode = 1
}
