// The shop that the journeys visit: one for each worker, with its own database, stand-ins and folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

export type TestServer = Pick<ServerProcess, 'url' | 'getOutput'> & {
  /** The card sandbox, the sign-in sandbox and the outbox. */
  sandboxUrl: string
  close(): Promise<void>
}

/** A port that nobody uses at this moment. */
const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

// What the person who runs the tests has set for a shop of their own must not reach this one.
const clearedSettings = {
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SECRET: '',
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

/** Opens a shop with the demonstration cast in it. */
export const createTestServer = async (): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-journey-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const serverProcess = await startServer({
    ...clearedSettings,
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'error',
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const close = async () => {
    serverProcess.process.kill('SIGTERM')
    await serverProcess.exited
    await removeData()
  }
  return {
    url: serverProcess.url,
    getOutput: () => serverProcess.getOutput(),
    sandboxUrl: `http://localhost:${sandboxPort}`,
    close,
  }
}
