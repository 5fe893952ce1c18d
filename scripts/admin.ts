// `npm run admin -- <e-mail> [name]`: makes the admin of the shop, and prints a link to choose a password with.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { readConfig, WrongSetting } from '#platform/config/config.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/errors.ts'
import { openBooks } from './database-connection.ts'
import { makeAdmin, NoAdmin } from './create-or-reset-admin.ts'

const run = async ([email, name]: string[]): Promise<void> => {
  if (email === undefined) throw new NoAdmin('Say whose: npm run admin -- name@example.com "Their Name"')
  const config = readConfig()
  const books = await openBooks(config)
  const token = randomBytes(32).toString('base64url')
  try {
    const made = await makeAdmin(books.client, { email, name, now: new Date(), newId: () => v7(), token })
    console.log(made === 'new' ? `${email} runs the shop now.` : `Every earlier way in of ${email} is closed.`)
    console.log('This link opens once, within one hour. Give it to nobody else:')
    console.log(`${config.publicUrl}/reset-password#${token}`)
  } finally {
    await books.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isForThePerson = [NoAdmin, WrongSetting, PostgresTrouble].some((kind) => error instanceof kind)
  console.error(isForThePerson && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
