// The whole cluster, in one folder and on this machine alone:
//
//   Caddy (TLS) → two shops → PgBouncer → HAProxy → the primary of three PostgreSQL under Patroni, which asks etcd
//                     ├── LISTEN, migrations ──┘├── a replica, for lists
//                     └── pictures ─────────────└── two stores
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { findFreePort } from '#tests/support/ports/free-port.ts'
import { createCaddy, type Caddy } from './caddy.ts'
import { type Engine, waitUntil } from './engine.ts'
import { createEtcd, type EtcdMember } from './etcd.ts'
import type { Programs } from './find-programs.ts'
import { createHaproxy } from './haproxy.ts'
import { createDatabaseNodes, type DatabaseNode, type Passwords } from './patroni.ts'
import { createPgbouncer } from './pgbouncer.ts'
import { createPaymentSandbox, createShops } from './shops.ts'
import { createStores } from './stores.ts'

const database = 'motohaat'
const databaseTimeoutMs = 3_000

export type ShopCluster = {
  /** The address of the shop. */
  url: string
  etcd: EtcdMember[]
  databases: DatabaseNode[]
  haproxy: Engine
  pgbouncer: Engine
  stores: Engine[]
  shops: Engine[]
  caddy: Caddy
  /** The address of the payment sandbox. */
  paymentsUrl: string
  paymentsPort: number
  /** The settings of the shops. */
  settings: Record<string, string>
  /** Connects to the primary as the superuser. */
  connect(): Promise<pg.Client>
  /** Ends everything in order. */
  stop(): Promise<void>
}

const createPassword = (): string => randomBytes(16).toString('hex')

const findPorts = async <T extends string>(names: readonly T[]): Promise<Record<T, number>> => {
  const ports = new Map<T, number>()
  const taken = new Set<number>()
  for (const name of names) {
    let port = await findFreePort()
    while (taken.has(port)) port = await findFreePort()
    taken.add(port)
    ports.set(name, port)
  }
  return Object.fromEntries(ports) as Record<T, number> // oxlint-disable-line typescript/no-unsafe-type-assertion -- each name has one
}

const choosePorts = async () => {
  const three = ['1', '2', '3'] as const
  const two = ['1', '2'] as const
  const etcd = await findPorts(three.flatMap((n) => [`client${n}`, `peer${n}`] as const))
  const nodes = await findPorts(three.flatMap((n) => [`postgres${n}`, `rest${n}`] as const))
  const shops = await findPorts(two.flatMap((n) => [`shop${n}`, `sandbox${n}`, `store${n}`] as const))
  const single = await findPorts(['primary', 'replica', 'pictures', 'pooler', 'caddy', 'payments'] as const)
  return {
    ...single,
    etcd: three.map((n) => ({ client: etcd[`client${n}`], peer: etcd[`peer${n}`] })),
    databases: three.map((n) => ({ postgres: nodes[`postgres${n}`], rest: nodes[`rest${n}`] })),
    shops: two.map((n) => ({ shop: shops[`shop${n}`], sandbox: shops[`sandbox${n}`] })),
    stores: two.map((n) => shops[`store${n}`]),
  }
}

type Ports = Awaited<ReturnType<typeof choosePorts>>

const toDatabaseUrl = (port: number, user: string, password: string, name = database): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${name}`

/** The settings that docs/operations.md asks for. `LISTEN` and migrations go to HAProxy, everything else to PgBouncer. */
const createShopSettings = (ports: Ports, passwords: Passwords, url: string): Record<string, string> => {
  const paymentsUrl = `http://127.0.0.1:${ports.payments}`
  return {
    DATABASE_URL: toDatabaseUrl(ports.primary, 'motohaat_web', passwords.web),
    DATABASE_OWNER_URL: toDatabaseUrl(ports.primary, 'motohaat_owner', passwords.owner),
    DATABASE_POOLER_URL: toDatabaseUrl(ports.pooler, 'motohaat_web', passwords.web),
    DATABASE_REPLICA_URL: toDatabaseUrl(ports.replica, 'motohaat_web', passwords.web),
    DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET: randomBytes(32).toString('base64'),
    DRAIN_NOTICE_MS: '3000',
    SANDBOX_CARDS_URL: paymentsUrl,
    SANDBOX_BKASH_URL: paymentsUrl,
    SANDBOX_SSLCOMMERZ_URL: paymentsUrl,
    S3_ENDPOINT: `http://127.0.0.1:${ports.pictures}`,
    S3_BUCKET: 'motohaat',
    // The only keys that the store of the sandbox accepts.
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** Step 1 of "The first production start" in docs/operations.md. */
const createDatabase = async (connect: (name: string) => Promise<pg.Client>, passwords: Passwords): Promise<void> => {
  const client = await connect('postgres')
  try {
    await client.query(`create role motohaat_owner login createrole password '${passwords.owner}'`)
    await client.query(`create role motohaat_web login password '${passwords.web}'`)
    await client.query(`create database ${database} owner motohaat_owner`)
  } finally {
    await client.end()
  }
}

const createParts = (programs: Programs, folder: string, ports: Ports, passwords: Passwords, url: string) => {
  const login = { user: 'motohaat_web', password: passwords.web, database }
  const caddy = createCaddy(programs.caddy, { port: ports.caddy, shops: ports.shops.map(({ shop }) => shop), folder })
  return {
    etcd: createEtcd(programs.etcd, ports.etcd, folder),
    databases: createDatabaseNodes({
      programs,
      ports: ports.databases,
      etcdPorts: ports.etcd.map(({ client }) => client),
      folder,
      passwords,
    }),
    haproxy: createHaproxy(programs.haproxy, { ports, databases: ports.databases, stores: ports.stores, folder }),
    pgbouncer: createPgbouncer(programs.pgbouncer, {
      port: ports.pooler,
      primaryPort: ports.primary,
      login,
      databaseTimeoutMs,
      folder,
    }),
    stores: createStores(ports.stores, folder),
    caddy,
    payments: createPaymentSandbox(ports.payments, { folder, shopUrl: url, certificateFile: caddy.certificateFile }),
  }
}

/** Waits until the primary has a replica for which commits wait. */
export const waitForReplicas = (databases: readonly DatabaseNode[]): Promise<void> =>
  waitUntil('one primary, two replicas, one of them synchronous', async () => {
    const replicas = await Promise.all(databases.map((one) => one.isReplica().catch(() => false)))
    const synchronous = await Promise.all(databases.map((one) => one.isSynchronous().catch(() => false)))
    return replicas.filter(Boolean).length === databases.length - 1 && synchronous.some(Boolean)
  })

type StartOptions = {
  folder: string
  /** Settings of the shops beside those that belong to the cluster. */
  shopSettings?: Record<string, string>
  log: (line: string) => void
}

/** Starts everything in an empty folder. What has started is ended when something else does not start. */
export const startCluster = async (programs: Programs, options: StartOptions): Promise<ShopCluster> => {
  const { folder, shopSettings = {}, log } = options
  const ports = await choosePorts()
  const url = `https://localhost:${ports.caddy}`
  const [superuser, replicator, rewind] = [createPassword(), createPassword(), createPassword()]
  const passwords = { superuser, replicator, rewind, owner: createPassword(), web: createPassword() }
  const settings = { ...createShopSettings(ports, passwords, url), ...shopSettings }
  const { payments, ...parts } = createParts(programs, folder, ports, passwords, url)
  const shops = createShops(ports.shops, { folder, settings })
  const started: Engine[][] = []
  const start = async (...engines: Engine[]): Promise<void> => {
    started.push(engines)
    log(`Starting ${engines.map(({ name }) => name).join(', ')}`)
    await Promise.all(engines.map((engine) => engine.start()))
  }
  const stop = async () => {
    for (const engines of started.toReversed()) await Promise.all(engines.map((engine) => engine.stop()))
  }
  const connect = async (name = database) => {
    const client = new pg.Client({ connectionString: toDatabaseUrl(ports.primary, 'postgres', superuser, name) })
    // A failover ends this connection.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    await start(...parts.etcd)
    const [first, ...others] = parts.databases
    if (first) await start(first)
    await waitUntil('the first PostgreSQL is the primary', async () => (await first?.isPrimary()) ?? false)
    await start(...others, parts.haproxy)
    await waitForReplicas(parts.databases)
    await waitUntil('HAProxy has found the primary', async () => {
      await (await connect('postgres')).end()
      return true
    })
    await createDatabase(connect, passwords)
    await start(...parts.stores, parts.pgbouncer, parts.caddy, payments)
    // One after the other: the first one creates the tables.
    for (const shop of shops) await start(shop)
  } catch (error) {
    await stop()
    throw error
  }
  const paymentsUrl = `http://127.0.0.1:${ports.payments}`
  return { ...parts, url, shops, paymentsUrl, paymentsPort: ports.payments, settings, connect, stop }
}
