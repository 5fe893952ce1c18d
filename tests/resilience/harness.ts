// The app as in production, in processes that can be killed separately: the app under a supervisor, PostgreSQL behind a
// proxy, the card provider, and a second app process that is never killed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'
import { createHarnessDatabase, type HarnessDatabase } from './harness-database.ts'
import { createHarnessProvider, type HarnessProvider } from './harness-provider.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

export type Harness = {
  /** URLs of the app and of the second process. */
  url: string
  steadyUrl: string | null
  server: Supervisor
  /** A second app process that is never killed, for measuring memory growth. */
  steadyServer: Supervisor | null
  db: HarnessDatabase
  provider: HarnessProvider
  dataDir: string
  /** The port of the sandboxes of bKash and SSLCommerz, which run with that of cards. */
  walletsPort: number
  /** With which the app runs, for a command beside it. */
  settings: Record<string, string>
  /** Ends all faults and waits until the app is ready. */
  heal(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts everything in a folder of its own, with the demonstration data.
 * @param options.steady whether the second process runs too
 */
export const createHarness = async (options: { steady: boolean }): Promise<Harness> => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-faults-'))
  const dataDir = join(folder, 'shop')
  const [port = 0, sandboxPort = 0, cardsPort = 0, otherPort = 0, otherSandboxPort = 0] = await findFreePorts(5)
  const url = `http://localhost:${port}`
  const db = await createHarnessDatabase(join(folder, 'postgres'))
  const provider = await createHarnessProvider({ port: cardsPort, stateFile: join(folder, 'cards.jsonl'), appUrl: url })
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    SANDBOX_CARDS_URL: provider.url,
    SANDBOX_BKASH_URL: provider.url,
    SANDBOX_SSLCOMMERZ_URL: provider.url,
    PUBLIC_URL: url,
    DEMO: 'on',
    // Its bikes are paid in full by bKash too.
    BKASH_MAX_TAKA: '500000',
    LOG_LEVEL: 'error',
    // Twenty users send from one address what people send in a day; each sets another X-Forwarded-For.
    LIMITS_FACTOR: '1000',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const server = createSupervisor({ ...settings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
  await server.waitUntilReady()
  const steadySettings = { ...settings, PORT: String(otherPort), SANDBOX_PORT: String(otherSandboxPort) }
  const steadyServer = options.steady ? createSupervisor(steadySettings) : null
  await steadyServer?.waitUntilReady()
  return {
    url,
    steadyUrl: steadyServer ? `http://localhost:${otherPort}` : null,
    server,
    steadyServer,
    db,
    provider,
    dataDir,
    walletsPort: cardsPort,
    settings,
    heal: async () => {
      db.proxy.heal()
      await provider.clearFaults()
      await server.waitUntilReady()
    },
    close: async () => {
      await Promise.all([server.stop(), steadyServer?.stop()])
      await provider.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
