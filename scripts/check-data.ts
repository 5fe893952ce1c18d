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

/** Lists every intent of the provider; null when it does not answer, after a line that says why. */
const fetchIntents = async (config: Config): Promise<object[] | null> => {
  try {
    return await collect(createConfiguredProvider(config).listIntents())
  } catch (error) {
    log(`The card provider does not list its payments: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const logResult = ({ id, statement }: Invariant, rows: object[]): void => {
  log(`${rows.length === 0 ? 'ok' : 'NO'}  ${id.padEnd(5)} ${statement}`)
  for (const row of rows.slice(0, maxRowsShown)) log(`          ${JSON.stringify(row)}`)
  if (rows.length > maxRowsShown) log(`          … and ${rows.length - maxRowsShown} more`)
}

const exitCodes = { ok: 0, violated: 1, providerUnavailable: 2 }

/** Checks every invariant, logs a line for each, and returns the exit code. */
const checkData = async (config: Config, { withProvider }: { withProvider: boolean }): Promise<number> => {
  const intents = withProvider ? await fetchIntents(config) : null
  const database = await connectToDatabase(config)
  const { client } = database
  try {
    // One snapshot, so that a sale between two queries is no violation.
    await client.query('begin isolation level repeatable read read only')
    const { checked, violations } = await findViolations(client, intents)
    for (const checkedInvariant of checked)
      logResult(checkedInvariant, violations.find(({ invariant }) => invariant === checkedInvariant)?.rows ?? [])
    if (intents === null)
      for (const { id, statement } of invariantsWithProvider) log(`??  ${id.padEnd(5)} ${statement}`)
    return logSummary({ checked: checked.length, violated: violations.length }, { withProvider, intents })
  } finally {
    await database.close()
  }
}

type ProviderCheck = { withProvider: boolean; intents: object[] | null }

const logSummary = (
  { checked, violated }: { checked: number; violated: number },
  { withProvider, intents }: ProviderCheck,
): number => {
  const uncheckedCount = invariantsWithProvider.length
  if (violated > 0) log(`${violated} of ${checked} do not hold.`)
  if (intents === null && withProvider) {
    log(`The card provider did not answer: ${uncheckedCount} invariants were not checked. Run the command again later.`)
    return violated > 0 ? exitCodes.violated : exitCodes.providerUnavailable
  }
  if (violated > 0) return exitCodes.violated
  log(withProvider ? 'All invariants hold.' : `All ${checked} invariants of the database hold.`)
  return exitCodes.ok
}

try {
  process.exitCode = await checkData(readConfig(), { withProvider: !process.argv.includes('--books-alone') })
} catch (error) {
  const isUserError = error instanceof ConfigError || error instanceof PostgresError
  console.error(isUserError ? error.message : error)
  process.exitCode = 1
}
