// The public search at a million bikes: how long two words with their counts take, and what a first page costs beside the
// least that can answer a category's list. `node benchmarks/search/search.ts [--quick]`; quick looks at a hundred thousand bikes.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { searchCalls } from '#contract/search.ts'
import { searchRoutes } from '#market/search/routes.ts'
import type { Member } from '#market/members/table.ts'
import { openDatabase } from '#platform/database/database.ts'
import { mount } from '#platform/http/router.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { alone } from '#platform/database/replica.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { type Deed, percentile } from '#benchmarks/load/load-generator.ts'
import { measuredOn, type Section, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { fillForSearch } from './search-data.ts'
import { type Compared, compare } from '#benchmarks/measurement/compare.ts'

const database = 'search'
const [whole, short] = [
  { bikes: 1_000_000, turns: 5, deeds: 200 },
  { bikes: 100_000, turns: 3, deeds: 100 },
]

// Two words each, as people ask: common ones, rare ones, with slips, in both scripts, with a price or a size.
const asked = [
  'gixxer dhaka',
  'pulsar 150 dhaka',
  'পালসার ঢাকা',
  'gixer sylhet',
  'yamaha r15',
  'apachi chittagong',
  'honda livo',
  'discover khulna',
  'splendor dhaka',
  'yamaha dhaka',
  'hunk rajshahi',
  'suzuki uttara',
  'bajaj under 100000',
  'keeway 2022',
  'dominar barguna',
  'যশোর হিরো',
]

/** The list of a category with nothing around it: one prepared query and `JSON.stringify`. */
const bare = {
  name: 'bare_category',
  text: `select bikes.id as _id, bikes.name as "productName", sale_price_taka as "salePrice",
      original_price_taka as "originalPrice", bought_in_year as "purchaseTime", years_used as "usedTime", condition,
      seller_name as "sellerName", contact_number as "contactNumber", location, category as name,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'DD/MM/YYYY') as date,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'FMHH12:MI AM') as time,
      'available' as status, picture as image, verified_at is not null as verification, 'off' as advertise, false as paid
    from bikes join members on members.id = seller_id
    where sold_at is null and withdrawn_at is null and category = $1
    order by advertised_at is not null desc, bikes.id desc limit 101`,
}

type Figures = { compared: Compared; times: number[]; fillMs: number; slowest: string }

const measure = (size: typeof whole): Promise<Figures> =>
  withFolder(async (folder) => {
    const cluster = await openPostgres({ dataDir: join(folder, 'postgres'), durable: false })
    const at = { host: cluster.socketDir, user: 'postgres' }
    const owner = new pg.Client({ ...at, database: 'postgres' })
    await owner.connect()
    await owner.query(`create database ${database}`)
    const db = openDatabase({ socketDir: cluster.socketDir, database }, { patienceMs: 60_000 })
    try {
      await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
      const filler = new pg.Client({ ...at, database })
      await filler.connect()
      const fillMs = await fillForSearch(filler, size.bikes)
      await filler.end()
      return { ...(await ask(db, cluster.pid, size)), fillMs }
    } finally {
      await db.$client.end()
      await owner.end()
      await cluster.stop()
    }
  })

const openDeeds = (db: ReturnType<typeof openDatabase>) => {
  const app = Fastify()
  const now = () => new Date()
  const nobody = { whoIs: async () => null, whoseSession: async () => null, may: () => false }
  mount<typeof searchCalls, Member>(app, searchCalls, searchRoutes({ shared: alone(db), now }), nobody)
  const took: { words: string; ms: number }[] = []
  let next = 0
  const search: Deed = async () => {
    const words = asked[next % asked.length] ?? ''
    next += 1
    const begun = performance.now()
    const { statusCode } = await app.inject({ url: `/api/bikes?${new URLSearchParams({ q: words })}` })
    took.push({ words, ms: performance.now() - begun })
    return statusCode
  }
  const list: Deed = async () => {
    const { rows } = await db.$client.query({ ...bare, values: ['Yamaha'] })
    return JSON.stringify(rows).length > 0 ? 200 : 0
  }
  return { search, list, took }
}

const ask = async (
  db: ReturnType<typeof openDatabase>,
  postgres: number,
  { turns, deeds }: typeof whole,
): Promise<Omit<Figures, 'fillMs'>> => {
  const { search, list, took } = openDeeds(db)
  const pids = { server: process.pid, postgres }
  // One at a time: what is asked for is the time of the server, not of a queue before it.
  const compared = await compare({ deed: search, pids }, { deed: list, pids }, { turns, deeds, atOnce: 1 })
  const counted = took.slice(deeds)
  const slowest = counted.toSorted((a, b) => b.ms - a.ms)[0]
  return { compared, times: counted.map(({ ms }) => ms), slowest: `${slowest?.words}: ${slowest?.ms.toFixed(1)} ms` }
}

/** Measures the search; `quick` looks at fewer bikes in fewer turns. */
export const measureSearch = async (quick: boolean): Promise<Section[]> => {
  const size = quick ? short : whole
  const loadBefore = loadavg()[0] ?? 0
  const { compared, times, fillMs, slowest } = await measure(size)
  const { cpu, cpuRatio, turns } = compared
  const ms = (share: number): string => percentile(times, share).toFixed(1)
  const text = `${measuredOn(loadBefore)}

${size.bikes.toLocaleString('en')} bikes on sale. ${asked.length} searches of two words each in turn, with all counts, one at a time; the list is a category's first hundred bikes by one prepared query and \`JSON.stringify\`. CPU is that of the server and its PostgreSQL together. The slowest: ${slowest}. The search's rows of all bikes were written in ${(fillMs / 1000).toFixed(0)} s.

${table(
  ['', 'measured', 'at most'],
  [
    ['two words with counts, p50 / p95 / p99', `${ms(0.5)} / **${ms(0.95)}** / ${ms(0.99)} ms`, '50 ms at p95'],
    [
      'CPU of a first page, beside the bare list of a category',
      `**${cpuRatio.toFixed(2)}** (${Math.min(...turns).toFixed(2)} to ${Math.max(...turns).toFixed(2)}), ${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
      '5',
    ],
  ],
)}`
  return [{ title: 'Public search', text }]
}

if (import.meta.main) {
  const sections = await measureSearch(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
