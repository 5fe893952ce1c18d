// Benchmarks the admin's overview with a million bikes and the counters of three years: CPU of the server and of PostgreSQL for a
// request. Two of three sellers wait to be verified; of the other queues only that of messages is full.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { overviewCalls } from '#contract/admin/overview.ts'
import { overviewPeriods } from '#contract/admin/overview-counters.ts'
import type { Member } from '#market/schema/people/members.ts'
import { overviewRoutes } from '#market/overview/routes.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { registerRoutes } from '#platform/http/router.ts'
import { fillBikes } from '#benchmarks/load/fill-database.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { getCpuMicroseconds, getTreeCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { describeRun, type Section, toMarkdownTable } from '#benchmarks/report/performance-report.ts'

const maxCpuMs = 5
const rounds = 9
const requestsPerRound = 50
const bikes = 1_000_000

const admin: Member = {
  id: '00000000-0000-7000-8000-000000000000',
  name: 'Admin',
  email: 'admin@example.com',
  role: 'Admin',
  hasSecondFactor: true,
  isCashier: false,
  isModerator: false,
}

// The sums of three years, what a very busy shop changes before they are added up, a day full of searches, and full queues.
const fillStatements = [
  `insert into daily_counts (day, counter, amount, is_total)
   select dhaka_day(now()) - n, counter, 1000 + n, true from generate_series(0, 1095) as n, unnest(array['bikes_added', 'bikes_live',
     'bikes_reserved', 'bikes_sold', 'bikes_seen', 'deals_requested', 'deals_accepted', 'deals_held', 'deals_handed_over',
     'members_joined', 'searches_empty', 'poisha_held', 'poisha_released', 'poisha_refunded']) as counter
   on conflict (counter, day) where is_total do nothing`,
  `insert into daily_counts (day, counter, amount)
   select dhaka_day(now()), (array['bikes_added', 'bikes_live', 'deals_requested', 'poisha_held'])[1 + n % 4], 1
   from generate_series(1, 500) as n`,
  `insert into empty_searches
   select dhaka_day(now()) - day, 'words ' || n, 1 + n % 50 from generate_series(0, 30) as day,
     generate_series(1, case when day = 0 then 500 else 50 end) as n`,
  `insert into contact_messages (id, email, created_at)
   select gen_random_uuid(), 'a@example.com', now() - make_interval(hours => n) from generate_series(1, 1000) as n`,
  'vacuum analyze',
]

type OverviewFigures = { days: string; cpuMs: number }

/** The CPU of a request for each period, in milliseconds: median of the rounds. */
export const measureOverview = async (): Promise<OverviewFigures[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false })
  const db = createDatabaseClient({ socketDir: postgres.socketDir, database: 'postgres' }, { timeoutMs: 600_000 })
  try {
    await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
    const connection = await db.$client.connect()
    try {
      await fillBikes(connection, bikes)
      for (const statement of fillStatements) await connection.query(statement)
    } finally {
      connection.release()
    }
    const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'bench' })
    registerRoutes(app, overviewCalls, overviewRoutes({ db, now: () => new Date() }), {
      authenticate: async () => admin,
      authenticateSession: async () => admin,
      mayAccess: () => true,
    })
    const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    const readCpu = async () => (await getCpuMicroseconds(process.pid)) + (await getTreeCpuMicroseconds(postmaster))
    const request = async (days: string) => {
      const { statusCode, payload } = await app.inject(`/api/overview?days=${days}`)
      if (statusCode !== 200) throw new Error(`/overview returned ${statusCode} ${payload}`)
    }
    const figures: OverviewFigures[] = []
    for (const days of overviewPeriods) {
      // PostgreSQL has a child process for each connection, which the first requests open.
      for (let time = 0; time < requestsPerRound; time += 1) await request(days)
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const before = await readCpu()
        for (let time = 0; time < requestsPerRound; time += 1) await request(days)
        times.push(((await readCpu()) - before) / 1_000 / requestsPerRound)
      }
      figures.push({ days, cpuMs: median(times) })
    }
    await app.close()
    return figures
  } finally {
    await db.$client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The section of the report. */
export const measureOverviewSection = async (): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const figures = await measureOverview()
  const table = toMarkdownTable(
    ['period', 'CPU of a request', 'at most'],
    figures.map(({ days, cpuMs }) => [`${days} days`, `**${cpuMs.toFixed(1)} ms**`, `${maxCpuMs} ms`]),
  )
  const text = `A million bikes of 775,000 sellers, two of three of whom wait to be verified, the counters of three years, 500 changes that are not added up, 2,000 searches, and a queue of 1,000 messages. CPU of the server and of PostgreSQL together. The queues are read from indexes of what waits.\n\n${table}`
  return [{ title: 'The admin’s overview', text: `${describeRun(loadBefore)}\n\n${text}` }]
}

if (import.meta.main) for (const { text } of await measureOverviewSection()) console.log(text)
