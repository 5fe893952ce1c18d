// `npm run bench:cluster`: two processes on a PostgreSQL elsewhere with a replica for lists, while everything breaks in
// turn; then how much two processes of one machine do beside one.
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
import { createTraffic, type Traffic, type TrafficCounts } from './traffic.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureWorkers } from './workers.ts'

type PhaseResult = { what: string; counts: TrafficCounts; lost: number; violations: string[]; reads: number }

const bikes = 10_000
const pollMs = 100

const waitUntil = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000
  while (!(await condition().catch(() => false))) {
    if (performance.now() > end) throw new Error(`It did not come to this within a minute: ${what}.`)
    await pause(pollMs)
  }
}

const ReadCount = z.tuple([z.object({ read: z.coerce.number() })])

/** How many lists the replica has answered so far: nobody else asks it for bikes. */
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
    if ((await oldApp.exited) !== 0) throw new Error(`A process did not leave in order:\n${oldApp.getOutput()}`)
    apps[at] = newApp
  }
}

/** Ends the server of this number without a word, and waits until it is gone. */
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

/** From now on a commit is told of only when the replica has it on its disk too. */
const enableSynchronousReplication = async ({ db }: ClusterEnvironment): Promise<void> => {
  await db.query(`alter system set synchronous_standby_names = 'lists'`)
  await db.query('select pg_reload_conf()')
  await waitUntil('the replica is a synchronous one', async () => {
    const { rowCount } = await db.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return rowCount === 1
  })
}

/** The primary dies; the replica takes its place, and the address leads there from then on. */
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
  // A server that died counts from the beginning.
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
      const traffic = await createTraffic(environment)
      const phases = [
        await measurePhase(environment, traffic, 'nothing', () => pause(restMs * 2)),
        await measurePhase(environment, traffic, 'both processes are replaced', () => replaceAllApps(environment)),
        await measurePhase(environment, traffic, 'the replica dies and comes back', () =>
          killReplica(environment, restMs),
        ),
      ]
      await enableSynchronousReplication(environment)
      return [
        ...phases,
        await measurePhase(environment, traffic, 'the primary dies, the replica takes its place', () =>
          failOver(environment, restMs),
        ),
      ]
    } finally {
      for (const close of closing) await close().catch((error: unknown) => console.error(error))
    }
  })

const formatFailures = ({ failed }: TrafficCounts): string =>
  Object.entries(failed)
    .map(([status, times]) => `${times} × ${status === '0' ? 'no answer' : status}`)
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
  `Two processes of the shop behind a proxy, a primary and its streaming replica, an S3 store and a card provider (50 ms for each call) of their own; ${bikes.toLocaleString('en')} bikes. Three people look at lists, two book, one pays, without a pause. For the last row commits waited for the replica (\`synchronous_standby_names\`), which is what makes a failover lose nothing; the address of the primary is switched in front, as pg knows no second host. Whoever is turned away (503 with Retry-After) is asked to come again; a failure is anything else. Acknowledged bookings and payments are looked for in the books afterwards. Lists read there are scans of bikes at the server that is the replica when the row begins; one that died counts from its return.

${toMarkdownTable(['what happened', 'done', 'turned away', 'failed', 'longest silence', 'lists read there', 'acknowledged and lost', 'invariants'], phases.map(toRow))}`

/** Measures both; `quick` rests shorter between two things that happen. */
export const measureCluster = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const phases = await runPhases(quick ? 4_000 : 12_000)
  const section = { title: 'When servers come and go', text: `${describeRun(loadBefore)}\n\n${toPhasesText(phases)}` }
  return [section, await measureWorkers(quick)]
}

if (import.meta.main) {
  const sections = await measureCluster(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
