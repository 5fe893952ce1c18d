// Runs a whole cluster on one machine: a primary and its streaming replica, an S3 store, a card provider, and server
// processes behind a proxy.
import { join } from 'node:path'
import pg from 'pg'
import { createDatabaseProxy, type DatabaseProxy } from '#tests/resilience/database-proxy.ts'
import { type Cluster, startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createBucket } from '#sandbox/bucket/bucket.ts'
import { createRoundRobinProxy, type RoundRobinProxy } from '#tests/support/round-robin-proxy.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { createStandby } from '#tests/support/standby.ts'
import { createHttpClient } from '#benchmarks/measurement/http-client.ts'
import { recordAcknowledged } from './acknowledged.ts'
import { fillDatabase } from '#benchmarks/load/fill-database.ts'
import {
  limitsFactor,
  loggedIn,
  createInvariantCheck,
  createBuyerLookup,
  secret,
  startPaymentProvider,
} from '#benchmarks/load/benchmark-app.ts'
import { createRandom } from '#benchmarks/load/load-generator.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'

const database = 'motohaat'
const pollMs = 100

export const getSocketPath = ({ socketDir }: Cluster): string => `${socketDir}/.s.PGSQL.5432`

export const connectClient = async ({ socketDir }: Cluster, name = database): Promise<pg.Client> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: name, application_name: 'bench' })
  // The benchmark kills database servers, which ends this connection.
  client.on('error', () => {})
  await client.connect()
  return client
}

const createPrimary = async (dataDir: string): Promise<Cluster> => {
  const primary = await startPostgres({ dataDir })
  const client = await connectClient(primary, 'postgres')
  await client.query(`create database ${database}`)
  await client.end()
  return primary
}

const toDatabaseUrl = ({ port }: DatabaseProxy): string => `postgres://postgres@127.0.0.1:${port}/${database}`

export type AppPool = {
  proxy: RoundRobinProxy
  /** Starts one more process; the proxy sends it requests when it is ready. */
  start(): Promise<ServerProcess>
}

const createAppPool = (proxy: RoundRobinProxy, settings: Record<string, string>, apps: ServerProcess[]): AppPool => ({
  proxy,
  start: async () => {
    const [port, sandboxPort] = await findFreePorts(2)
    const app = await startServer({ ...settings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
    apps.push(app)
    proxy.add(`http://127.0.0.1:${port}`)
    return app
  },
})

const toBucketEnvironment = (settings: Awaited<ReturnType<typeof createBucket>>['settings']) => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

/** Starts everything with this many bikes and two server processes; `onClose` registers what to close at the end. */
export const createClusterEnvironment = async (
  folder: string,
  bikes: number,
  onClose: (close: () => Promise<unknown>) => void,
) => {
  const [dataDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await createPrimary(dataDir)
  onClose(() => primary.stop())
  const [primaryProxy, replicaProxy] = [
    await createDatabaseProxy(getSocketPath(primary)),
    await createDatabaseProxy('/nowhere'),
  ]
  const proxy = await createRoundRobinProxy(pollMs)
  const [cardsPort = 0] = await findFreePorts(1)
  const paymentProvider = await startPaymentProvider(folder, cardsPort, proxy.url)
  const bucket = await createBucket(join(folder, 'bucket'))
  const settings = {
    DATABASE_URL: toDatabaseUrl(primaryProxy),
    DATABASE_REPLICA_URL: toDatabaseUrl(replicaProxy),
    ...toBucketEnvironment(bucket.settings),
    SANDBOX_CARDS_URL: paymentProvider.url,
    PUBLIC_URL: proxy.url,
    DATA_DIR: join(folder, 'data'),
    SECRET: secret,
    DEMO: 'off',
    LIMITS_FACTOR: limitsFactor,
    DRAIN_NOTICE_MS: '1500',
  }
  const running: ServerProcess[] = []
  const appPool = createAppPool(proxy, settings, running)
  const client = createHttpClient(proxy.url)
  onClose(async () => {
    client.close()
    paymentProvider.close()
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ exited }) => exited))
    paymentProvider.process.kill('SIGTERM')
    await Promise.all([proxy.close(), primaryProxy.close(), replicaProxy.close(), bucket.close()])
  })
  const first = await appPool.start()
  const db = await connectClient(primary)
  await fillDatabase(db, { bikes, loggedIn })
  const standby = await createStandby({ primary, dataDir, standbyDir, name: 'lists' })
  replicaProxy.setTarget(getSocketPath(standby))
  const second = await appPool.start()
  const { send, acknowledged } = recordAcknowledged(client.send)
  const trafficDeps = {
    send,
    sendToProvider: paymentProvider.send,
    getBuyer: createBuyerLookup(proxy.url),
    random: createRandom(20_26),
  }
  const listViolations = (client: pg.Client) => createInvariantCheck(client, cardsPort)()
  return {
    primary,
    standby,
    standbyDir,
    primaryProxy,
    replicaProxy,
    appPool,
    apps: [first, second],
    db,
    trafficDeps,
    acknowledged,
    listViolations,
  }
}

export type ClusterEnvironment = Awaited<ReturnType<typeof createClusterEnvironment>>
