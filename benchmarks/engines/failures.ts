// What happens to the cluster while people use it, one thing after the other.
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { type ShopCluster, waitForReplicas } from '#scripts/cluster/cluster.ts'
import type { Engine } from '#scripts/cluster/engine.ts'

export type Failure = {
  what: string
  /** What a person notices. */
  seen: string
  /** Breaks a part, and repairs it. Returns when the cluster is complete again. */
  run(cluster: ShopCluster, folder: string): Promise<void>
}

// systemd starts a service again after this time.
const restartMs = 1_000
// Longer than what follows a failure takes.
const restMs = 12_000
const shortRestMs = 5_000

// Caddy holds what is only read while no shop is ready; a shop answers the rest itself.
const retried =
  'a page waits; who books, pays or uploads reads “try again in a moment”, as does who was just being answered'

const findFirst = async <T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<T> => {
  for (const one of all) if (await is(one).catch(() => false)) return one
  throw new Error('No part of the cluster has this role.')
}

const findPrimary = ({ databases }: ShopCluster) => findFirst(databases, (one) => one.isPrimary())

const killAndRestart = async (engine: Engine, waitMs: number): Promise<void> => {
  await engine.kill()
  await pause(waitMs)
  await engine.start()
  await pause(shortRestMs)
}

const loseMachine = async (node: ShopCluster['databases'][number], { databases }: ShopCluster): Promise<void> => {
  await node.killMachine()
  await pause(restMs)
  await node.start()
  await waitForReplicas(databases)
}

const rollShop = async ({ shops }: ShopCluster): Promise<void> => {
  for (const shop of shops) {
    await shop.stop()
    await shop.start()
    await pause(shortRestMs)
  }
}

const columnSql = `alter table bikes add column bench_note text not null default 'none';`
const indexSql = `-- one by one\ncreate index concurrently if not exists bench_note_index on bikes (bench_note);`

/** Runs two migrations that this version does not know, as the start of a newer version does. */
const upgradeSchema = async ({ settings }: ShopCluster, folder: string): Promise<void> => {
  const migrations = join(folder, 'migrations')
  await cp(join(import.meta.dirname, '../../migrations'), migrations, { recursive: true })
  await writeFile(join(migrations, '9998_bench_column.sql'), columnSql)
  await writeFile(join(migrations, '9999_bench_index.sql'), indexSql)
  const owner = new pg.Pool({ connectionString: settings['DATABASE_OWNER_URL'] })
  owner.on('error', () => {})
  try {
    await pause(shortRestMs)
    const names = await migrate(owner, migrations)
    if (names.length !== 2) throw new Error(`These migrations ran, not the two new ones: ${names.join(', ')}.`)
    await pause(shortRestMs)
  } finally {
    await owner.end()
  }
}

export const failures: Failure[] = [
  { what: 'nothing', seen: '–', run: () => pause(restMs) },
  {
    what: 'PostgreSQL of the primary is killed',
    seen: retried,
    run: async (cluster) => {
      await (await findPrimary(cluster)).killPostgres()
      await pause(restMs)
      await waitForReplicas(cluster.databases)
    },
  },
  {
    what: 'the machine of the primary is lost, and comes back',
    seen: 'the same, for longer: first the lock of the lost primary has to end',
    run: async (cluster) => loseMachine(await findPrimary(cluster), cluster),
  },
  {
    what: 'the replica for which commits wait is lost, and comes back',
    seen: 'a booking or payment of that moment waits until Patroni names the other replica',
    run: async (cluster) => loseMachine(await findFirst(cluster.databases, (one) => one.isSynchronous()), cluster),
  },
  {
    what: 'the leader of etcd is killed, and comes back',
    seen: 'nothing',
    run: async ({ etcd }) => killAndRestart(await findFirst(etcd, (one) => one.isLeader()), restMs),
  },
  {
    what: 'PgBouncer is killed',
    seen: retried,
    run: ({ pgbouncer }) => killAndRestart(pgbouncer, restartMs),
  },
  {
    what: 'HAProxy is killed',
    seen: retried,
    run: ({ haproxy }) => killAndRestart(haproxy, restartMs),
  },
  {
    what: 'a shop process is killed',
    seen: 'who was being answered by that process reads “Something went wrong. Try again.”; the other process answers the next click',
    run: async ({ shops: [shop] }) => {
      if (shop) await killAndRestart(shop, restartMs)
    },
  },
  { what: 'the shop is rolled', seen: 'nothing', run: rollShop },
  { what: 'the schema gets a column and an index', seen: 'nothing', run: upgradeSchema },
  {
    what: 'a store for pictures is killed, and comes back',
    seen: 'nothing',
    run: async ({ stores: [store] }) => {
      if (store) await killAndRestart(store, shortRestMs)
    },
  },
]
