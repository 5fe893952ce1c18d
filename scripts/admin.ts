// `npm run admin -- <e-mail> [name]`: creates or resets the admin, and prints a link for setting a password.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { connectToDatabase } from './database-connection.ts'
import { createOrResetAdmin, AdminCommandError } from './create-or-reset-admin.ts'

const run = async ([email, name]: string[]): Promise<void> => {
  if (email === undefined)
    throw new AdminCommandError('Missing e-mail address: npm run admin -- name@example.com "Their Name"')
  const config = readConfig()
  const database = await connectToDatabase(config)
  const token = randomBytes(32).toString('base64url')
  try {
    const result = await createOrResetAdmin(database.client, {
      email,
      name,
      now: new Date(),
      createId: () => v7(),
      token,
    })
    console.log(
      result === 'new' ? `${email} is the admin now.` : `Password, sessions and second factor of ${email} are revoked.`,
    )
    console.log('This link works once, within one hour. Give it to nobody else:')
    console.log(`${config.publicUrl}/reset-password#${token}`)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUserError = [AdminCommandError, ConfigError, PostgresError].some((kind) => error instanceof kind)
  console.error(isUserError && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
