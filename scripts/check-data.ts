// `npm run check:data`: checks all invariants in the configured database. It only reads, and the app may run.
import { createPaymentProvider } from '#market/payments/provider.ts'
import { type Config, readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { connectToDatabase } from './database-connection.ts'
import { findViolations, collect, invariantsWithProvider } from './invariants.ts'
import type { Invariant } from './invariant.ts'

const maxRowsShown = 20

const log = (line: string): void => console.log(line)

const createConfiguredProvider = ({ stripe, sandbox, host }: Config) => {
  if (stripe) return createPaymentProvider(stripe)
  const { hostname, port } = new URL(sandbox.cardsUrl ?? `http://${host}:${sandbox.port}`)
  return createPaymentProvider({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } })
}

/** Lists every intent of the provider, or returns null when it does not answer. */
const fetchIntents = async (config: Config): Promise<object[] | null> => {
  try {
    return await collect(createConfiguredProvider(config).listIntents())
  } catch {
    return null
  }
}

const logResult = ({ id, statement }: Invariant, rows: object[]): void => {
  log(`${rows.length === 0 ? 'ok' : 'NO'}  ${id.padEnd(5)} ${statement}`)
  for (const row of rows.slice(0, maxRowsShown)) log(`          ${JSON.stringify(row)}`)
  if (rows.length > maxRowsShown) log(`          … and ${rows.length - maxRowsShown} more`)
}

/** Checks every invariant and logs a line for each; returns whether all hold. */
const checkData = async (config: Config): Promise<boolean> => {
  const intents = process.argv.includes('--books-alone') ? null : await fetchIntents(config)
  const database = await connectToDatabase(config)
  const { client } = database
  try {
    // One snapshot, so that a sale between two queries is no violation.
    await client.query('begin isolation level repeatable read read only')
    const { checked, violations } = await findViolations(client, intents)
    for (const checkedInvariant of checked)
      logResult(checkedInvariant, violations.find(({ invariant }) => invariant === checkedInvariant)?.rows ?? [])
    if (intents === null)
      for (const { id, statement } of invariantsWithProvider)
        log(`??  ${id.padEnd(5)} ${statement} (not checked: the card provider does not answer)`)
    log(violations.length === 0 ? 'All invariants hold.' : `${violations.length} of ${checked.length} do not hold.`)
    return violations.length === 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = (await checkData(readConfig())) ? 0 : 1
} catch (error) {
  const isUserError = error instanceof ConfigError || error instanceof PostgresError
  console.error(isUserError ? error.message : error)
  process.exitCode = 1
}
