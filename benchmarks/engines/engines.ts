// `npm run bench:engines`: the cluster of scripts/cluster/ under load, while each of its parts fails in turn;
// then the cost of PgBouncer.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type pg from 'pg'
import { type ShopCluster, startCluster } from '#scripts/cluster/cluster.ts'
import { findPrograms } from '#scripts/cluster/find-programs.ts'
import { type Acknowledged, countLost, recordAcknowledged } from '#benchmarks/cluster/acknowledged.ts'
import { createActions, createTraffic, type TrafficCounts } from '#benchmarks/cluster/traffic.ts'
import {
  createBuyerLookup,
  createInvariantCheck,
  delayPayments,
  limitsFactor,
  loggedIn,
  secret,
} from '#benchmarks/load/benchmark-app.ts'
import { fillDatabase } from '#benchmarks/load/fill-database.ts'
import { createRandom } from '#benchmarks/load/load-generator.ts'
import { createHttpClient, type SendRequest } from '#benchmarks/measurement/http-client.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { type Failure, failures } from './failures.ts'
import { measurePoolerCost } from './pooler-cost.ts'
import { findStaleLists } from './stale-lists.ts'
import { createUploads, type Uploads } from './uploads.ts'

const bikes = 10_000
// Of a person who reads, books or pays: five at a time leave the two cores some time for the engines.
const thinkMs = 100
const uploadPauseMs = 1_000

type Counts = Record<'reads' | 'writes' | 'uploads', TrafficCounts>
type Result = { failure: Failure; counts: Counts; lost: number; violations: string[] }

type Bench = {
  cluster: ShopCluster
  folder: string
  send: SendRequest
  acknowledged: Acknowledged
  uploads: Uploads
  countDuring: (action: () => Promise<unknown>) => Promise<Counts>
}

const withClient = async <T>(cluster: ShopCluster, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await cluster.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Fills the database, and creates the people. */
const createBench = async (cluster: ShopCluster, folder: string): Promise<Bench & { close(): void }> =>
  withClient(cluster, async (db) => {
    await fillDatabase(db, { bikes, loggedIn })
    const client = createHttpClient(cluster.url, await readFile(cluster.caddy.certificateFile))
    const provider = createHttpClient(cluster.paymentsUrl)
    await delayPayments(provider.send)
    const { send, acknowledged } = recordAcknowledged(client.send)
    const getBuyer = createBuyerLookup(cluster.url)
    const random = createRandom(20_26)
    const { readers, writers } = await createActions({ send, sendToProvider: provider.send, getBuyer, db, random })
    const uploads = await createUploads(db, send, cluster.url)
    const [reading, writing] = [createTraffic(readers, thinkMs), createTraffic(writers, thinkMs)]
    const uploading = createTraffic([uploads.action], uploadPauseMs)
    const countDuring = async (action: () => Promise<unknown>): Promise<Counts> => {
      const done = Promise.withResolvers<unknown>()
      const wait = () => done.promise
      const all = Promise.all([reading.during(wait), writing.during(wait), uploading.during(wait)])
      await action().then(done.resolve, done.reject)
      const [ofReads, ofWrites, ofUploads] = await all
      return { reads: ofReads, writes: ofWrites, uploads: ofUploads }
    }
    const close = () => {
      client.close()
      provider.close()
    }
    return { cluster, folder, send, acknowledged, uploads, countDuring, close }
  })

const measureFailure = async (bench: Bench, failure: Failure): Promise<Result> => {
  const { cluster, folder, acknowledged, uploads, countDuring, send } = bench
  const counts = await countDuring(() => failure.run(cluster, folder))
  return withClient(cluster, async (db) => {
    const lost = (await countLost(db, acknowledged)) + (await uploads.countLost())
    const stale = await findStaleLists(db, send)
    const violations = [...stale, ...(await createInvariantCheck(db, cluster.paymentsPort)())]
    console.log(JSON.stringify({ what: failure.what, counts, lost, violations }))
    return { failure, counts, lost, violations }
  })
}

const runFailures = (): Promise<Result[]> =>
  withTemporaryFolder(async (folder) => {
    const shopSettings = { SECRET: secret, DEMO: 'off', LIMITS_FACTOR: limitsFactor }
    const cluster = await startCluster(findPrograms(), { folder, shopSettings, log: (line) => console.log(line) })
    try {
      const bench = await createBench(cluster, folder)
      try {
        const results: Result[] = []
        for (const failure of failures) results.push(await measureFailure(bench, failure))
        return results
      } finally {
        bench.close()
      }
    } finally {
      await cluster.stop()
    }
  })

const formatSeconds = ({ maxOutageMs }: TrafficCounts): string => `${(maxOutageMs / 1_000).toFixed(1)} s`

const formatFailed = (counts: Counts): string => {
  const all = Object.values(counts).flatMap(({ failed }) => Object.entries(failed))
  const byStatus = Map.groupBy(all, ([status]) => status)
  return (
    [...byStatus]
      .map(([status, parts]) => {
        const times = parts.reduce((sum, [, count]) => sum + count, 0)
        return `${times} × ${status === '0' ? 'no response' : status}`
      })
      .join(', ') || 'none'
  )
}

const toRow = ({ failure, counts, lost, violations }: Result): string[] => [
  failure.what,
  `${counts.reads.done} / ${counts.writes.done} / ${counts.uploads.done}`,
  `${formatSeconds(counts.reads)} / ${formatSeconds(counts.writes)} / ${formatSeconds(counts.uploads)}`,
  String(Object.values(counts).reduce((sum, { rejected }) => sum + rejected, 0)),
  formatFailed(counts),
  String(lost),
  violations.length === 0 ? 'all hold' : violations.join('; '),
  failure.seen,
]

const titles = [
  'event',
  'done: reads / bookings and payments / pictures',
  'longest time without an answer',
  'rejected',
  'failed',
  'acknowledged and lost',
  'invariants',
  'what a person sees',
]

const toText = (results: readonly Result[]): string =>
  `\`npm run bench:engines\`: the cluster of [scripts/cluster](../scripts/cluster/cluster.ts) on one machine, with the programs of Debian's packages: three etcd, three PostgreSQL under Patroni with synchronous commits, HAProxy, PgBouncer in transaction mode, two shop processes behind Caddy with TLS, two stores for pictures; ${bikes.toLocaleString('en')} bikes. Three people read lists, two book, one pays, one uploads pictures, all through Caddy. Rejected is 503 or 429; failed is everything else. Acknowledged bookings, payments and pictures are looked up after each row, every invariant is checked, and a change has to be in the lists of both shops, which hear of it by \`LISTEN\` around the pooler. PgBouncer, HAProxy and the shop process start again after a second, as under systemd; machines come back after twelve.

${toMarkdownTable(titles, results.map(toRow))}`

export const measureEngines = async (): Promise<Section> => {
  const loadBefore = loadavg()[0] ?? 0
  const results = await runFailures()
  return { title: 'Patroni, HAProxy and PgBouncer', text: `${describeRun(loadBefore)}\n\n${toText(results)}` }
}

if (import.meta.main) {
  await writeSections([await measureEngines()])
  await writeSections([await measurePoolerCost()])
}
