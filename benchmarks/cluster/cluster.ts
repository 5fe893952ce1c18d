// `npm run bench:cluster`: two processes on a PostgreSQL elsewhere with a replica for lists, while everything breaks in
// turn; then how much two processes of one machine do beside one.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Cluster, openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { type RunningShop } from '#tests/support/server-process.ts'
import { lostOf } from './acknowledged.ts'
import { connectTo, type Ground, openGround, socketOf } from './cluster-environment.ts'
import { gatherPeople, type People, type Tally } from './traffic.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { measuredOn, type Section, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureWorkers } from './workers.ts'

type Chapter = { what: string; tally: Tally; lost: number; broken: string[]; reads: number }

const bikes = 10_000
const tryMs = 100

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 60_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`It did not come to this within a minute: ${what}.`)
    await pause(tryMs)
  }
}

const Read = z.tuple([z.object({ read: z.coerce.number() })])

/** How many lists the replica has answered so far: nobody else asks it for bikes. */
const readsOf = async (standby: Cluster): Promise<number> => {
  const client = await connectTo(standby)
  try {
    const sql = `select coalesce(sum(idx_scan), 0) + coalesce(sum(seq_scan), 0) as read from pg_stat_user_tables where relname = 'bikes'`
    return Read.parse((await client.query(sql)).rows)[0].read
  } finally {
    await client.end()
  }
}

const replaceAll = async ({ shops, all }: Ground): Promise<void> => {
  for (const [at, old] of [...all].entries()) {
    const fresh: RunningShop = await shops.open()
    await until('a new process is ready', async () => shops.proxy.ready() === all.length + 1)
    old.process.kill('SIGTERM')
    if ((await old.ended) !== 0) throw new Error(`A process did not leave in order:\n${old.printed()}`)
    all[at] = fresh
  }
}

/** Ends the server of this number without a word, and waits until it is gone. */
const kill = async ({ pid, ended }: Cluster): Promise<void> => {
  process.kill(pid, 'SIGKILL')
  await ended
}

const loseReplica = async (ground: Ground, restMs: number): Promise<void> => {
  await kill(ground.standby)
  ground.toReplica.cut()
  await pause(restMs)
  ground.standby = await openPostgres({ dataDir: ground.standbyDir })
  ground.toReplica.aim(socketOf(ground.standby))
  await pause(restMs)
}

/** From now on a commit is told of only when the replica has it on its disk too. */
const keepBothAlike = async ({ db }: Ground): Promise<void> => {
  await db.query(`alter system set synchronous_standby_names = 'lists'`)
  await db.query('select pg_reload_conf()')
  await until('the replica is a synchronous one', async () => {
    const { rowCount } = await db.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return rowCount === 1
  })
}

/** The primary dies; the replica takes its place, and the address leads there from then on. */
const losePrimary = async (ground: Ground, restMs: number): Promise<void> => {
  await pause(restMs)
  await kill(ground.primary)
  ground.toPrimary.cut()
  ground.toReplica.aim('/nowhere')
  ground.toReplica.cut()
  const next = await connectTo(ground.standby)
  await next.query('select pg_promote(true, 60)')
  ground.toPrimary.aim(socketOf(ground.standby))
  ground.db = next
  await pause(restMs * 2)
}

const tell = async (ground: Ground, people: People, what: string, during: () => Promise<unknown>): Promise<Chapter> => {
  const before = await readsOf(ground.standby).catch(() => 0)
  const tally = await people.during(during)
  const after = await readsOf(ground.standby).catch(() => 0)
  // A server that died counts from the beginning.
  const reads = after < before ? after : after - before
  const lost = await lostOf(ground.db, ground.acknowledged)
  const broken = await ground.books(ground.db)
  const chapter = { what, tally, lost, broken, reads }
  console.log(JSON.stringify(chapter))
  return chapter
}

const tellStory = async (restMs: number): Promise<Chapter[]> =>
  withFolder(async (folder) => {
    const closing: (() => Promise<unknown>)[] = []
    try {
      const ground = await openGround(folder, bikes, (close) => void closing.unshift(close))
      closing.push(() => ground.standby.stop())
      await until('both processes are ready', async () => ground.shops.proxy.ready() === ground.all.length)
      const people = await gatherPeople(ground)
      const chapters = [
        await tell(ground, people, 'nothing', () => pause(restMs * 2)),
        await tell(ground, people, 'both processes are replaced', () => replaceAll(ground)),
        await tell(ground, people, 'the replica dies and comes back', () => loseReplica(ground, restMs)),
      ]
      await keepBothAlike(ground)
      return [
        ...chapters,
        await tell(ground, people, 'the primary dies, the replica takes its place', () => losePrimary(ground, restMs)),
      ]
    } finally {
      for (const close of closing) await close().catch((error: unknown) => console.error(error))
    }
  })

const failures = ({ failed }: Tally): string =>
  Object.entries(failed)
    .map(([status, times]) => `${times} × ${status === '0' ? 'no answer' : status}`)
    .join(', ') || 'none'

const row = ({ what, tally, lost, broken, reads }: Chapter): string[] => [
  what,
  String(tally.done),
  String(tally.turnedAway),
  failures(tally),
  `${(tally.longestSilenceMs / 1_000).toFixed(1)} s`,
  String(reads),
  String(lost),
  broken.length === 0 ? 'all hold' : broken.join('; '),
]

const storyText = (chapters: readonly Chapter[]): string =>
  `Two processes of the shop behind a proxy, a primary and its streaming replica, an S3 store and a card provider (50 ms for each call) of their own; ${bikes.toLocaleString('en')} bikes. Three people look at lists, two book, one pays, without a pause. For the last row commits waited for the replica (\`synchronous_standby_names\`), which is what makes a failover lose nothing; the address of the primary is switched in front, as pg knows no second host. Whoever is turned away (503 with Retry-After) is asked to come again; a failure is anything else. Acknowledged bookings and payments are looked for in the books afterwards. Lists read there are scans of bikes at the server that is the replica when the row begins; one that died counts from its return.

${table(['what happened', 'done', 'turned away', 'failed', 'longest silence', 'lists read there', 'acknowledged and lost', 'invariants'], chapters.map(row))}`

/** Measures both; `quick` rests shorter between two things that happen. */
export const measureCluster = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const chapters = await tellStory(quick ? 4_000 : 12_000)
  const story = { title: 'When servers come and go', text: `${measuredOn(loadBefore)}\n\n${storyText(chapters)}` }
  return [story, await measureWorkers(quick)]
}

if (import.meta.main) {
  const sections = await measureCluster(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
