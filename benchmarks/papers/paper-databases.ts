// Databases for the benchmarks of papers and numbers: bikes with all papers, and any number of fingerprints.
import { join } from 'node:path'
import pg from 'pg'
import { computeFingerprint } from '#market/vehicle-numbers/encryption.ts'
import { createDatabaseClient, type Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { fillBikes } from '#benchmarks/load/fill-database.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'

export const secret = 'the secret of the measured numbers, used for nothing else'
/** Bikes that exist, with all five papers; the numbers of the first hundred are known. */
export const bikeCount = 10_000
const knownCount = 100

/** The chassis number of a bike, by number from 1 to 100. */
export const getKnownChassis = (n: number): string => `MB8NG48BAE81${String(n % knownCount).padStart(5, '0')}`

const papersSql = `insert into bike_papers (id, bike_id, kind, said, state, valid_until, said_at)
  select gen_random_uuid(), bench_id(4, n), kind, said, 'said', valid_until::date, now()
  from generate_series(1, ${bikeCount}) as n, (values ('registration', 'mine', null), ('tax_token', 'valid', '2099-12-31'),
    ('plate', 'fitted', null), ('loan', 'none', null), ('purchase', 'has', null)) as papers (kind, said, valid_until)`

// Most belong to bikes that are not in the database: a fingerprint is found by itself, and its bike afterwards.
const createFingerprintsSql = (table: 'vehicle' | 'stolen', from: number, to: number): string => {
  const bytes = `decode(md5(random()::text) || md5(random()::text), 'hex')`
  return table === 'vehicle'
    ? `insert into vehicle_fingerprints (bike_id, kind, hmac, is_live)
       select bench_id(4, n), 'chassis', ${bytes}, true from generate_series(${from}, ${to}) as n`
    : `insert into stolen_fingerprints (report_id, reporter_id, kind, hmac, is_open)
       select bench_id(9, n), bench_id(1, 1), 'chassis', ${bytes}, true from generate_series(${from}, ${to}) as n`
}

/** Inserts fingerprints without triggers and foreign keys, which is many times faster. */
const insertFingerprints = async (client: pg.Client, from: number, to: number): Promise<void> => {
  await client.query('set session_replication_role = replica')
  await client.query(createFingerprintsSql('vehicle', from, to))
  // One bike in a hundred is reported as stolen.
  await client.query(createFingerprintsSql('stolen', Math.ceil(from / 100), Math.ceil(to / 100)))
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}

const insertKnown = async (client: pg.Client): Promise<void> => {
  await client.query('set session_replication_role = replica')
  for (let n = 1; n <= knownCount; n += 1)
    await client.query(
      `insert into vehicle_fingerprints (bike_id, kind, hmac, is_live) values (bench_id(4, $1), 'chassis', $2, true)`,
      [n, computeFingerprint(secret, 'chassis', getKnownChassis(n))],
    )
  await client.query('set session_replication_role = origin')
}

const fillFew = async (client: pg.Client, fingerprints: number): Promise<void> => {
  await fillBikes(client, bikeCount)
  await client.query(papersSql)
  await insertKnown(client)
  await insertFingerprints(client, knownCount + 1, fingerprints)
}

/** `other` is one more pool to the database with few. */
export type PaperDatabases = Record<'few' | 'many' | 'other', Database> & { postgres: number }

/** Runs with two databases of the same bikes, one with few fingerprints and one with many. */
export const withPaperDatabases = <T>(
  size: { few: number; many: number },
  use: (databases: PaperDatabases) => Promise<T>,
): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const cluster = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
    const run = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
      const client = new pg.Client({ host: cluster.socketDir, user: 'postgres', database })
      await client.connect()
      try {
        await work(client)
      } finally {
        await client.end()
      }
    }
    const open = (database: string) =>
      createDatabaseClient({ socketDir: cluster.socketDir, database }, { timeoutMs: 600_000 })
    try {
      await run('postgres', (client) => client.query('create database few'))
      const empty = open('few')
      await migrate(empty.$client, join(import.meta.dirname, '../../migrations'))
      await empty.$client.end()
      await run('few', (client) => fillFew(client, size.few))
      await run('postgres', (client) => client.query('create database many template few'))
      await run('many', (client) => insertFingerprints(client, size.few + 1, size.many))
      const databases = { few: open('few'), many: open('many'), other: open('few') }
      try {
        return await use({ ...databases, postgres: cluster.pid })
      } finally {
        for (const database of Object.values(databases)) await database.$client.end()
      }
    } finally {
      await cluster.stop()
    }
  })
