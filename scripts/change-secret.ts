// `SECRET_BEFORE=… SECRET=… npm run change:secret`, while the shop is closed: moves second factors to a new secret.
import { rekey } from '#market/auth/second-factor/table.ts'
import { readConfig, WrongSetting } from '#platform/config/config.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/errors.ts'
import { openBooks } from './database-connection.ts'

const run = async (before: string): Promise<void> => {
  if (before === '') throw new WrongSetting('SECRET_BEFORE must be the secret that the shop had until now.')
  const config = readConfig()
  if (config.secret === before) throw new WrongSetting('SECRET must be another one than SECRET_BEFORE.')
  const books = await openBooks(config)
  try {
    const moved = await rekey(books.client, { before, after: config.secret })
    console.log(
      `${moved} second factors go on with the new secret. Everybody logs in again; backup codes are made anew.`,
    )
  } finally {
    await books.close()
  }
}

try {
  await run(process.env['SECRET_BEFORE']?.trim() ?? '')
} catch (error) {
  const isForThePerson = error instanceof WrongSetting || error instanceof PostgresTrouble
  console.error(isForThePerson ? error.message : error)
  process.exitCode = 1
}
