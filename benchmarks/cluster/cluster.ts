// `npm run bench:cluster`: two processes with an external PostgreSQL and a read replica, while each part fails in turn;
// then the throughput of two worker processes compared with one.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Cluster, startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { type ServerProcess } from '#tests/support/server-process.ts'
import { countLost } from './acknowledged.ts'
import {
  connectClient,
  type ClusterEnvironment,
  createClusterEnvironment,
  getSocketPath,
} from './cluster-environment.ts'
import { createActions, createTraffic, type Traffic, type TrafficCounts } from './traffic.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureWorkers } from './workers.ts'

type PhaseResult = { what: string; counts: TrafficCounts; lost: number; violations: string[]; reads: number }

const bikes = 10_000
const pollMs = 100

const waitUntil = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000
  while (!(await condition().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Not reached within a minute: ${what}.`)
    await pause(pollMs)
  }
}

const ReadCount = z.tuple([z.object({ read: z.coerce.number() })])

/** Number of list queries on the replica so far: scans of `bikes`, which only lists cause there. */
const countReads = async (standby: Cluster): Promise<number> => {
  const client = await connectClient(standby)
  try {
    const sql = `select coalesce(sum(idx_scan), 0) + coalesce(sum(seq_scan), 0) as read from pg_stat_user_tables where relname = 'bikes'`
    return ReadCount.parse((await client.query(sql)).rows)[0].read
  } finally {
    await client.end()
  }
}

const replaceAllApps = async ({ appPool, apps }: ClusterEnvironment): Promise<void> => {
  for (const [at, oldApp] of [...apps].entries()) {
    const newApp: ServerProcess = await appPool.start()
    await waitUntil('a new process is ready', async () => appPool.proxy.countReady() === apps.length + 1)
    oldApp.process.kill('SIGTERM')
    if ((await oldApp.exited) !== 0) throw new Error(`A process did not shut down gracefully:\n${oldApp.getOutput()}`)
    apps[at] = newApp
  }
}

/** Kills the server with SIGKILL and waits until it has exited. */
const kill = async ({ pid, ended }: Cluster): Promise<void> => {
  process.kill(pid, 'SIGKILL')
  await ended
}

const killReplica = async (environment: ClusterEnvironment, restMs: number): Promise<void> => {
  await kill(environment.standby)
  environment.replicaProxy.closeConnections()
  await pause(restMs)
  environment.standby = await startPostgres({ dataDir: environment.standbyDir })
  environment.replicaProxy.setTarget(getSocketPath(environment.standby))
  await pause(restMs)
}

/** Makes commits wait until the replica has flushed them to disk. */
const enableSynchronousReplication = async ({ db }: ClusterEnvironment): Promise<void> => {
  await db.query(`alter system set synchronous_standby_names = 'lists'`)
  await db.query('select pg_reload_conf()')
  await waitUntil('the replica is a synchronous one', async () => {
    const { rowCount } = await db.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return rowCount === 1
  })
}

/** Kills the primary, promotes the replica and switches the proxy to it. */
const failOver = async (environment: ClusterEnvironment, restMs: number): Promise<void> => {
  await pause(restMs)
  await kill(environment.primary)
  environment.primaryProxy.closeConnections()
  environment.replicaProxy.setTarget('/nowhere')
  environment.replicaProxy.closeConnections()
  const newPrimary = await connectClient(environment.standby)
  await newPrimary.query('select pg_promote(true, 60)')
  environment.primaryProxy.setTarget(getSocketPath(environment.standby))
  environment.db = newPrimary
  await pause(restMs * 2)
}

const measurePhase = async (
  environment: ClusterEnvironment,
  traffic: Traffic,
  what: string,
  during: () => Promise<unknown>,
): Promise<PhaseResult> => {
  const before = await countReads(environment.standby).catch(() => 0)
  const counts = await traffic.during(during)
  const after = await countReads(environment.standby).catch(() => 0)
  // A restarted server counts from zero.
  const reads = after < before ? after : after - before
  const lost = await countLost(environment.db, environment.acknowledged)
  const violations = await environment.listViolations(environment.db)
  const phase = { what, counts, lost, violations, reads }
  console.log(JSON.stringify(phase))
  return phase
}

const runPhases = async (restMs: number): Promise<PhaseResult[]> =>
  withTemporaryFolder(async (folder) => {
    const closing: (() => Promise<unknown>)[] = []
    try {
      const environment = await createClusterEnvironment(folder, bikes, (close) => void closing.unshift(close))
      closing.push(() => environment.standby.stop())
      await waitUntil(
        'both processes are ready',
        async () => environment.appPool.proxy.countReady() === environment.apps.length,
      )
      const { readers, writers } = await createActions({ ...environment.trafficDeps, db: environment.db })
      const traffic = createTraffic([...readers, ...writers])
      const phases = [
        await measurePhase(environment, traffic, 'none', () => pause(restMs * 2)),
        await measurePhase(environment, traffic, 'both processes are restarted', () => replaceAllApps(environment)),
        await measurePhase(environment, traffic, 'the replica is killed and restarted', () =>
          killReplica(environment, restMs),
        ),
      ]
      await enableSynchronousReplication(environment)
      return [
        ...phases,
        await measurePhase(environment, traffic, 'the primary is killed, the replica is promoted', () =>
          failOver(environment, restMs),
        ),
      ]
    } finally {
      for (const close of closing) await close().catch((error: unknown) => console.error(error))
    }
  })

const formatFailures = ({ failed }: TrafficCounts): string =>
  Object.entries(failed)
    .map(([status, times]) => `${times} × ${status === '0' ? 'no response' : status}`)
    .join(', ') || 'none'

const toRow = ({ what, counts, lost, violations, reads }: PhaseResult): string[] => [
  what,
  String(counts.done),
  String(counts.rejected),
  formatFailures(counts),
  `${(counts.maxOutageMs / 1_000).toFixed(1)} s`,
  String(reads),
  String(lost),
  violations.length === 0 ? 'all hold' : violations.join('; '),
]

const toPhasesText = (phases: readonly PhaseResult[]): string =>
  `Two processes behind a proxy, with a primary, a streaming replica, an S3 store and a card provider (50 ms per request); ${bikes.toLocaleString('en')} bikes. Three users read lists, two book, one pays, continuously. In the last row commits wait for the replica (\`synchronous_standby_names\`), so that a failover loses nothing; a proxy switches the address of the primary, since pg supports one host. Rejected means 503 with Retry-After; failed is anything else. Acknowledged bookings and payments are looked up in the database afterwards. Replica reads are scans of \`bikes\` on the server that is the replica when the row begins; one that died counts from its return.

${toMarkdownTable(['event', 'done', 'rejected', 'failed', 'longest outage', 'replica reads', 'acknowledged and lost', 'invariants'], phases.map(toRow))}`

/** Runs both benchmarks; `quick` waits less between events. */
export const measureCluster = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const phases = await runPhases(quick ? 4_000 : 12_000)
  const section = { title: 'Restarts and failover', text: `${describeRun(loadBefore)}\n\n${toPhasesText(phases)}` }
  return [section, await measureWorkers(quick)]
}

if (import.meta.main) {
  const sections = await measureCluster(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
