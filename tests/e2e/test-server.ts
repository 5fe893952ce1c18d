// The server of the tests: one per worker, with its own database, sandboxes and data folder.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/config.ts'
import { hasNationalId } from '#scripts/invariants/national-ids.ts'
import { createNumberFinder, listStoredNumbers } from '#scripts/invariants/plain-numbers.ts'
import { connectToDatabase } from '#scripts/database-connection.ts'
import { promisify } from 'node:util'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import type { Person } from '#tests/support/accounts.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const root = join(import.meta.dirname, '../..')

export type TestServer = Pick<ServerProcess, 'url' | 'getOutput'> & {
  /** The card sandbox, the sign-in sandbox and the outbox. */
  sandboxUrl: string
  /** Changes the database as time would, for what takes hours. */
  query(sql: string, values: unknown[]): Promise<void>
  /** The sellers of the test that runs: what they have on sale at its end is withdrawn. */
  sellers: Person[]
  close(): Promise<void>
}

// Settings of the developer's own environment must not reach the test server.
const clearedSettings = {
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SECRET: 'the secret of the browser tests, of many characters',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  SANDBOX_CARDS_URL: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  TRUSTED_PROXIES: '',
}

/** Rejects with the output of `npm run check:data` when an invariant does not hold. The server is running. */
const checkData = async (settings: Record<string, string>): Promise<void> => {
  const env = { ...process.env, ...settings }
  await promisify(execFile)(process.execPath, ['scripts/check-data.ts'], { cwd: root, env }).catch((error: unknown) => {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`The journeys leave data in which invariants do not hold:\n${output}`, { cause: error })
  })
}

/** All e-mails that the outbox still has, a line each. */
const listStoredEmails = async (sandboxUrl: string): Promise<string[]> => {
  const list = await (await fetch(`${sandboxUrl}/mail`)).text()
  const paths = [...list.matchAll(/href="(\/mail\/[\w-]+)"/g)].map(([, path = '']) => path)
  return Promise.all(paths.map(async (path) => (await fetch(`${sandboxUrl}${path}`)).text()))
}

// The log of all journeys of a worker.
const maxOutputCharacters = 50_000_000

/** Rejects when a number of a bike or of a national id stands in one of these texts. */
const assertNoNumbers = (numbers: readonly string[], texts: readonly string[]): void => {
  const hasNumber = createNumberFinder(numbers)
  const found = texts.filter((text) => hasNumber(text) || hasNationalId(text))
  if (found.length > 0) throw new Error(`P4: a number stands in the log or an e-mail:\n${found.join('\n')}`)
}

const createDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'motohaat-journey-'))

// PostgreSQL may remove its last files meanwhile.
const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

const createSettings = async (dataDir: string) => ({
  ...clearedSettings,
  HOST: '127.0.0.1',
  PORT: String(await findFreePort()),
  SANDBOX_PORT: String(await findFreePort()),
  DATA_DIR: dataDir,
  DEMO: 'on',
  // Each request is logged, so that the log is searched for numbers of bikes.
  LOG_LEVEL: 'info',
  // A busy machine takes longer than the three seconds after which a visitor reads that the shop is busy.
  DATABASE_TIMEOUT_MS: '30000',
})

/** Creates the folder from which each worker copies its own: a database with the demo data, and its pictures. */
export const createDemoFolder = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await createDataDir()
  const server = await startServer(await createSettings(folder))
  server.process.kill('SIGTERM')
  await server.exited
  return { folder, remove: () => removeDataDir(folder) }
}

/** Starts a server with the demo data. Its invariants are checked when it closes. */
export const createTestServer = async (): Promise<TestServer> => {
  const dataDir = await createDataDir()
  const removeData = () => removeDataDir(dataDir)
  // With owners and modes, on which PostgreSQL insists.
  await promisify(execFile)('cp', ['-a', `${process.env['JOURNEYS_DEMO_FOLDER']}/.`, dataDir])
  const settings = await createSettings(dataDir)
  const serverProcess = await startServer(settings, { maxOutputCharacters }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const connect = () => connectToDatabase({ ...readConfig({ DATA_DIR: dataDir }), databaseUrl: null })
  const listNumbers = async () => {
    const database = await connect()
    try {
      return await listStoredNumbers(database.client, settings.SECRET)
    } finally {
      await database.close()
    }
  }
  const close = async () => {
    try {
      await checkData(settings)
      const emails = await listStoredEmails(`http://localhost:${settings.SANDBOX_PORT}`)
      assertNoNumbers(await listNumbers(), [...serverProcess.getOutput().split('\n'), ...emails])
    } finally {
      serverProcess.process.kill('SIGTERM')
      await serverProcess.exited
      await removeData()
    }
  }
  const query = async (sql: string, values: unknown[]) => {
    const database = await connect()
    try {
      await database.client.query(sql, values)
    } finally {
      await database.close()
    }
  }
  return {
    query,
    sellers: [],
    url: serverProcess.url,
    getOutput: () => serverProcess.getOutput(),
    sandboxUrl: `http://localhost:${settings.SANDBOX_PORT}`,
    close,
  }
}
