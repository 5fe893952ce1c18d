// `npm run cashier -- <e-mail>` gives a member the permission to pay out and to refund by hand, `npm run moderator -- <e-mail>`
// the one to decide cases; `--take` takes it away.
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { connectToDatabase } from './database-connection.ts'
import { PermissionCommandError, grantPermission, takePermission } from './grant-permission.ts'

const run = async ([name, ...args]: string[]): Promise<void> => {
  const permission = (['cashier', 'moderator'] as const).find((one) => one === name)
  if (permission === undefined) throw new PermissionCommandError('Say which permission: cashier or moderator.')
  const email = args.find((arg) => !arg.startsWith('--'))
  if (email === undefined)
    throw new PermissionCommandError(`Missing e-mail address: npm run ${permission} -- name@example.com`)
  const isTaken = args.includes('--take')
  const database = await connectToDatabase(readConfig())
  try {
    const hasChanged = isTaken
      ? await takePermission(database.client, { email, permission })
      : await grantPermission(database.client, { email, permission, now: new Date() })
    const state = isTaken ? `is no ${permission}` : `is a ${permission}`
    console.log(hasChanged ? `${email} ${state} now.` : `${email} ${state} already.`)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUserError = [PermissionCommandError, ConfigError, PostgresError].some((kind) => error instanceof kind)
  console.error(isUserError && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
