// `npm run cashier -- <e-mail>`: gives a member the permission to pay out and to refund by hand; `--take` takes it away.
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { connectToDatabase } from './database-connection.ts'
import { CashierCommandError, grantCashier, takeCashier } from './grant-cashier.ts'

const run = async (args: string[]): Promise<void> => {
  const email = args.find((arg) => !arg.startsWith('--'))
  if (email === undefined) throw new CashierCommandError('Missing e-mail address: npm run cashier -- name@example.com')
  const isTaken = args.includes('--take')
  const database = await connectToDatabase(readConfig())
  try {
    const hasChanged = isTaken
      ? await takeCashier(database.client, email)
      : await grantCashier(database.client, { email, now: new Date() })
    const state = isTaken ? 'is no cashier' : 'is a cashier'
    console.log(hasChanged ? `${email} ${state} now.` : `${email} ${state} already.`)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUserError = [CashierCommandError, ConfigError, PostgresError].some((kind) => error instanceof kind)
  console.error(isUserError && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
