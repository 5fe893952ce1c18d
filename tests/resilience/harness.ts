// The whole shop as it runs in earnest, in processes that can be killed apart: the application under a supervisor,
// PostgreSQL behind a proxy, the card provider, and a second application process that nobody kills.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#benchmarks/measurement/ports.ts'
import { openRigDatabase, type RigDatabase } from './harness-database.ts'
import { openRigProvider, type RigProvider } from './harness-provider.ts'
import { openSupervisor, type Supervisor } from './supervisor.ts'

export type Rig = {
  /** The shop's address, and that of the process beside it. */
  url: string
  steadyUrl: string | null
  shop: Supervisor
  /** A second process of the same shop, which is never killed: what happens to its memory can be seen. */
  steady: Supervisor | null
  db: RigDatabase
  provider: RigProvider
  dataDir: string
  /** Nothing is wrong any more, and everything runs. */
  heal(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens everything in a folder of its own, with the demonstration shop in it.
 * @param options.steady whether the second process runs too
 */
export const openRig = async (options: { steady: boolean }): Promise<Rig> => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-faults-'))
  const dataDir = join(folder, 'shop')
  const [port = 0, sandboxPort = 0, cardsPort = 0, otherPort = 0, otherSandboxPort = 0] = await freePorts(5)
  const url = `http://localhost:${port}`
  const db = await openRigDatabase(join(folder, 'postgres'))
  const provider = await openRigProvider({ port: cardsPort, stateFile: join(folder, 'cards.jsonl'), shopUrl: url })
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    SANDBOX_CARDS_URL: provider.url,
    PUBLIC_URL: url,
    DEMO: 'on',
    LOG_LEVEL: 'error',
    // Twenty users come from one address and do in a minute what people do in a day; each says another address.
    LIMITS_FACTOR: '1000',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const shop = openSupervisor({ ...settings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
  await shop.untilOpen()
  const others = { ...settings, PORT: String(otherPort), SANDBOX_PORT: String(otherSandboxPort) }
  const steady = options.steady ? openSupervisor(others) : null
  await steady?.untilOpen()
  return {
    url,
    steadyUrl: steady ? `http://localhost:${otherPort}` : null,
    shop,
    steady,
    db,
    provider,
    dataDir,
    heal: async () => {
      db.proxy.heal()
      await provider.heal()
      await shop.untilOpen()
    },
    close: async () => {
      await Promise.all([shop.stop(), steady?.stop()])
      await provider.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
