// `npm run backup -- <file>`: writes the books and the pictures of the shop to one file, while it is open or closed.
import { resolve } from 'node:path'
import { readConfig, WrongSetting } from '#platform/config/config.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/errors.ts'
import { BackupTrouble } from './backup/backup-file.ts'
import { backUp } from './backup/create-backup.ts'
import { openBooks } from './database-connection.ts'
import { pictureStoreOf } from './picture-store.ts'

const say = (line: string): void => console.log(line)

const run = async (path: string | undefined): Promise<void> => {
  if (path === undefined) throw new BackupTrouble('Say where to: npm run backup -- motohaat.backup')
  const config = readConfig()
  const { databaseOwnerUrl, databaseUrl } = config
  const books = await openBooks({ ...config, databaseUrl: databaseOwnerUrl ?? databaseUrl })
  const beganAt = performance.now()
  try {
    const saved = await backUp(
      { client: books.client, store: pictureStoreOf(config, say), now: new Date() },
      resolve(path),
    )
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
    say(`${saved.rows} rows of ${saved.tables} tables and ${saved.pictures} pictures are in ${path} (${seconds} s).`)
    say('It holds what your members told you: keep it locked away, and keep SECRET at another place.')
  } finally {
    await books.close()
  }
}

try {
  await run(process.argv.slice(2).find((word) => !word.startsWith('--')))
} catch (error) {
  const isForThePerson =
    error instanceof BackupTrouble || error instanceof WrongSetting || error instanceof PostgresTrouble
  console.error(isForThePerson ? error.message : error)
  process.exitCode = 1
}
