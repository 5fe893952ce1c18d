// A primary and its streaming replica, a store for pictures, a card provider, and processes of the shop behind a proxy:
// what stands on several machines otherwise, on this one.
import { join } from 'node:path'
import pg from 'pg'
import { openProxy, type Proxy } from '#tests/resilience/database-proxy.ts'
import { type Cluster, openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { openBucket } from '#sandbox/bucket/bucket.ts'
import { openRoundRobin, type RoundRobin } from '#tests/support/round-robin-proxy.ts'
import { type RunningShop, startShop } from '#tests/support/server-process.ts'
import { openStandby } from '#tests/support/standby.ts'
import { openAsking } from '#benchmarks/measurement/http-client.ts'
import { acknowledgedBy } from './acknowledged.ts'
import { fillShop } from '#benchmarks/load/fill-database.ts'
import { limitsFactor, loggedIn, openBooks, openBuyers, secret, startCards } from '#benchmarks/load/benchmark-app.ts'
import { randomFrom } from '#benchmarks/load/load-generator.ts'
import { freePorts } from '#benchmarks/measurement/ports.ts'

const database = 'motohaat'
const lookMs = 100

export const socketOf = ({ socketDir }: Cluster): string => `${socketDir}/.s.PGSQL.5432`

export const connectTo = async ({ socketDir }: Cluster, name = database): Promise<pg.Client> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: name, application_name: 'bench' })
  // A server that the story ends takes this connection with it.
  client.on('error', () => {})
  await client.connect()
  return client
}

const openPrimary = async (dataDir: string): Promise<Cluster> => {
  const primary = await openPostgres({ dataDir })
  const client = await connectTo(primary, 'postgres')
  await client.query(`create database ${database}`)
  await client.end()
  return primary
}

const urlOf = ({ port }: Proxy): string => `postgres://postgres@127.0.0.1:${port}/${database}`

export type Shops = {
  proxy: RoundRobin
  /** Opens one more process and sends it people when it is ready. */
  open(): Promise<RunningShop>
}

const openShops = (proxy: RoundRobin, settings: Record<string, string>, all: RunningShop[]): Shops => ({
  proxy,
  open: async () => {
    const [port, sandboxPort] = await freePorts(2)
    const shop = await startShop({ ...settings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
    all.push(shop)
    proxy.add(`http://127.0.0.1:${port}`)
    return shop
  },
})

/** Opens all of it with so many bikes and two processes of the shop; `keep` takes what must be closed in the end. */
export const openGround = async (folder: string, bikes: number, keep: (close: () => Promise<unknown>) => void) => {
  const [dataDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await openPrimary(dataDir)
  keep(() => primary.stop())
  const [toPrimary, toReplica] = [await openProxy(socketOf(primary)), await openProxy('/nowhere')]
  const proxy = await openRoundRobin(lookMs)
  const [cardsPort = 0] = await freePorts(1)
  const cards = await startCards(folder, cardsPort, proxy.url)
  const bucket = await openBucket(join(folder, 'bucket'))
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings
  const settings = {
    DATABASE_URL: urlOf(toPrimary),
    DATABASE_REPLICA_URL: urlOf(toReplica),
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    SANDBOX_CARDS_URL: cards.url,
    PUBLIC_URL: proxy.url,
    DATA_DIR: join(folder, 'data'),
    SECRET: secret,
    DEMO: 'off',
    LIMITS_FACTOR: limitsFactor,
    DRAIN_NOTICE_MS: '1500',
  }
  const running: RunningShop[] = []
  const shops = openShops(proxy, settings, running)
  const asking = openAsking(proxy.url)
  keep(async () => {
    asking.close()
    cards.close()
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    cards.process.kill('SIGTERM')
    await Promise.all([proxy.close(), toPrimary.close(), toReplica.close(), bucket.close()])
  })
  const first = await shops.open()
  const db = await connectTo(primary)
  await fillShop(db, { bikes, loggedIn })
  const standby = await openStandby({ primary, dataDir, standbyDir, name: 'lists' })
  toReplica.aim(socketOf(standby))
  const second = await shops.open()
  const { ask, acknowledged } = acknowledgedBy(asking.ask)
  const people = { ask, askCards: cards.ask, buyer: openBuyers(proxy.url), random: randomFrom(20_26) }
  const books = (at: pg.Client) => openBooks(at, cardsPort)()
  return {
    primary,
    standby,
    standbyDir,
    toPrimary,
    toReplica,
    shops,
    all: [first, second],
    db,
    people,
    acknowledged,
    books,
  }
}

export type Ground = Awaited<ReturnType<typeof openGround>>
