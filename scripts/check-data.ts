// `npm run check:data`: checks all invariants in the configured database. It only reads, and the app may run.
import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { v7 } from 'uuid'
import { createBkashProvider, createBkashService, createBkashTokenSource } from '#market/payments/bkash/client.ts'
import { createSslcommerzProvider, createSslcommerzService } from '#market/payments/sslcommerz/client.ts'
import { createTokenProvider } from '#market/payments/provider-tokens.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { type Config, readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { bkashSandboxChargePercent, bkashSandboxPath, sandboxKeys, sslcommerzSandboxPath } from '#sandbox/sandbox.ts'
import { connectToDatabase } from './database-connection.ts'
import { beginCheckSql, findViolations, collect, invariantsWithProvider } from './invariants.ts'
import { moneyInvariantsWithProvider } from './invariants/money.ts'
import { listWalletPayments, walletInvariantsWithProvider } from './invariants/wallets.ts'
import { findUnmaskedMessages, maskedMessagesInvariant } from './invariants/masked-messages.ts'
import { findPlainNumbers, plainNumberInvariant } from './invariants/plain-numbers.ts'
import type { Invariant } from './invariants/invariant.ts'

const maxRowsShown = 20

const log = (line: string): void => console.log(line)

const createConfiguredProvider = ({ stripe, sandbox, host }: Config) => {
  if (stripe) return createPaymentProvider(stripe)
  const { hostname, port } = new URL(sandbox.cardsUrl ?? `http://${host}:${sandbox.port}`)
  return createPaymentProvider({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } })
}

/** SSLCommerz of the configuration or its sandbox, to ask for payments and refunds. */
const createConfiguredSslcommerz = (config: Config) =>
  createSslcommerzProvider({
    baseUrl: config.sslcommerz
      ? config.sslcommerzUrl
      : `${config.sandbox.sslcommerzUrl ?? `http://${config.host}:${config.sandbox.port}`}${sslcommerzSandboxPath}`,
    keys: config.sslcommerz ?? sandboxKeys.sslcommerz,
    urls: { ipn: '', back: () => '' },
    email: '',
    maxTaka: config.maxSslcommerzTaka,
    service: createSslcommerzService(() => {}),
  })

/** bKash of the configuration or its sandbox, to ask for payments, refunds and payouts. */
const createConfiguredBkash = (config: Config, client: pg.Client) => {
  const log = () => {}
  const sandboxUrl = `http://${config.host}:${config.sandbox.port}`
  const baseUrl = config.bkash ? config.bkashUrl : `${config.sandbox.bkashUrl ?? sandboxUrl}${bkashSandboxPath}`
  const guard = { baseUrl, keys: config.bkash ?? sandboxKeys.bkash, service: createBkashService(log) }
  const createToken = () => randomBytes(32).toString('base64url')
  const tokenDeps = {
    db: drizzle(client),
    createToken,
    now: () => new Date(),
    createId: () => v7(),
    secret: config.secret,
    log,
  }
  const getToken = createTokenProvider(tokenDeps, createBkashTokenSource(guard))
  return createBkashProvider({
    ...guard,
    callbackUrl: () => '',
    maxTaka: config.maxBkashTaka,
    sendsPayouts: config.bkash ? config.bkashSendsPayouts : true,
    chargePercent: config.bkash ? config.bkashChargePercent : bkashSandboxChargePercent,
    getToken,
  })
}

/** Asks bKash and SSLCommerz for every payment that is known here; null when one does not answer, after a line that says which. */
const fetchWalletPayments = async (config: Config, client: pg.Client): Promise<object[] | null> => {
  const found: object[] = []
  let isWhole = true
  for (const [name, provider] of [
    ['bKash', createConfiguredBkash(config, client)],
    ['SSLCommerz', createConfiguredSslcommerz(config)],
  ] as const) {
    try {
      found.push(...(await listWalletPayments(client, provider)))
    } catch (error) {
      log(`${name} does not tell its payments: ${error instanceof Error ? error.message : String(error)}`)
      isWhole = false
    }
  }
  return isWhole ? found : null
}

type ProviderBooks = { intents: object[]; transactions: object[] }

/** Whether this shop takes cards, or took some. */
const usesCards = async ({ stripe, bkash, sslcommerz }: Config, client: pg.Client): Promise<boolean> => {
  if (stripe || (!bkash && !sslcommerz)) return true
  const { rows } = await client.query<{ has_some: boolean }>(
    `select exists (select from payments where provider = 'cards') as has_some`,
  )
  return rows[0]?.has_some === true
}

/** Lists every intent and balance transaction of the provider; null when it does not answer, after a line that says why. */
const fetchProviderBooks = async (config: Config, client: pg.Client): Promise<ProviderBooks | null> => {
  if (!(await usesCards(config, client))) return { intents: [], transactions: [] }
  const provider = createConfiguredProvider(config)
  try {
    return {
      intents: await collect(provider.listIntents()),
      transactions: await collect(provider.listBalanceTransactions()),
    }
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
  const database = await connectToDatabase(config)
  const { client } = database
  try {
    const books = withProvider ? await fetchProviderBooks(config, client) : null
    const walletPayments = withProvider ? await fetchWalletPayments(config, client) : null
    await client.query(beginCheckSql)
    const { checked, violations } = await findViolations(
      client,
      books?.intents ?? null,
      books?.transactions ?? null,
      walletPayments,
    )
    for (const checkedInvariant of checked)
      logResult(checkedInvariant, violations.find(({ invariant }) => invariant === checkedInvariant)?.rows ?? [])
    // What code decides, and not a query.
    const byCode = [
      { invariant: maskedMessagesInvariant, rows: await findUnmaskedMessages(client) },
      { invariant: plainNumberInvariant, rows: await findPlainNumbers(client, config.secret) },
    ]
    for (const { invariant, rows } of byCode) logResult(invariant, rows)
    if (walletPayments === null)
      for (const { id, statement } of walletInvariantsWithProvider) log(`??  ${id.padEnd(5)} ${statement}`)
    if (books === null)
      for (const { id, statement } of [...invariantsWithProvider, ...moneyInvariantsWithProvider])
        log(`??  ${id.padEnd(5)} ${statement}`)
    return logSummary(
      {
        checked: checked.length + byCode.length,
        violated: violations.length + byCode.filter(({ rows }) => rows.length > 0).length,
      },
      { withProvider, hasBooks: books !== null, hasWallets: walletPayments !== null },
    )
  } finally {
    await database.close()
  }
}

type ProviderCheck = { withProvider: boolean; hasBooks: boolean; hasWallets: boolean }

const logSummary = (
  { checked, violated }: { checked: number; violated: number },
  { withProvider, hasBooks, hasWallets }: ProviderCheck,
): number => {
  const silent = [
    {
      name: 'The card provider',
      isSilent: !hasBooks,
      invariants: [...invariantsWithProvider, ...moneyInvariantsWithProvider],
    },
    { name: 'A wallet', isSilent: !hasWallets, invariants: walletInvariantsWithProvider },
  ].filter(({ isSilent }) => isSilent)
  if (violated > 0) log(`${violated} of ${checked} do not hold.`)
  if (silent.length > 0 && withProvider) {
    for (const { name, invariants } of silent)
      log(`${name} did not answer: ${invariants.length} invariants were not checked. Run the command again later.`)
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
