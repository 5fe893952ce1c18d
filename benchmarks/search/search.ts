// Benchmarks the search with a million bikes: time of two words with counts, and CPU of a first page compared with a bare
// category list. `node benchmarks/search/search.ts [--quick]`; quick uses a hundred thousand bikes.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { searchCalls } from '#contract/search.ts'
import { searchRoutes } from '#market/search/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { registerRoutes } from '#platform/http/router.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createPrimaryReads } from '#platform/database/replica.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { type Action, percentile } from '#benchmarks/load/load-generator.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { fillForSearch } from './search-data.ts'
import { queries } from './search-queries.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'

const database = 'search'
const [fullSize, quickSize] = [
  { bikes: 1_000_000, rounds: 5, actionsPerRound: 200 },
  { bikes: 100_000, rounds: 3, actionsPerRound: 100 },
]

/** One search each with the sorts and the facets that cost most; compared with the newest first of the whole shop. */
const sortedSearches: Record<string, string>[] = [
  { district: 'dhaka' },
  { sort: 'value' },
  { sort: 'value', district: 'sylhet' },
  { sort: 'value', q: 'gixxer dhaka' },
  { sort: 'nearest', district: 'sylhet' },
  { sort: 'nearest', division: 'dhaka' },
  { sort: 'nearest', district: 'barguna', priceTo: '60000' },
  { sort: 'nearest', q: 'yamaha khulna' },
  { sort: 'nearest', q: 'pulsar 150 dhaka' },
  { district: 'dhaka', area: 'mirpur' },
  { q: 'gixxer dhaka', area: 'uttara' },
  { q: 'not bajaj' },
  { q: 'no accident or fall' },
  { papers: 'complete' },
  { papers: 'complete', inspected: 'yes', sort: 'price' },
  { inspected: 'yes', sort: 'nearest', district: 'sylhet' },
]

/** The bare list of a category: one prepared query and `JSON.stringify`. */
const bareQuery = {
  name: 'bare_category',
  text: `select bikes.id as _id, bikes.name as "productName", sale_price_taka as "salePrice",
      original_price_taka as "originalPrice", bought_in_year as "purchaseTime", years_used as "usedTime", condition,
      seller_name as "sellerName", contact_number as "contactNumber", location, category as name,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'DD/MM/YYYY') as date,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'FMHH12:MI AM') as time,
      'available' as status, picture as image, verified_at is not null as verification, 'off' as advertise, false as paid,
      papers_level as "papersLevel", inspected_at is not null as "isInspected"
    from bikes join members on members.id = seller_id
    where sold_at is null and withdrawn_at is null and reserved_at is null and category = $1
    order by advertised_at is not null desc, bikes.id desc limit 101`,
}

type SortFigures = { search: string; medianMs: number; p95Ms: number; ratio: number }
type Figures = { comparison: Comparison; times: number[]; fillMs: number; slowest: string; sorts: SortFigures[] }

const measure = (size: typeof fullSize): Promise<Figures> =>
  withTemporaryFolder(async (folder) => {
    const cluster = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
    const connection = { host: cluster.socketDir, user: 'postgres' }
    const owner = new pg.Client({ ...connection, database: 'postgres' })
    await owner.connect()
    await owner.query(`create database ${database}`)
    const db = createDatabaseClient({ socketDir: cluster.socketDir, database }, { timeoutMs: 60_000 })
    try {
      await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
      const filler = new pg.Client({ ...connection, database })
      await filler.connect()
      const fillMs = await fillForSearch(filler, size.bikes)
      await filler.end()
      return { ...(await runComparison(db, cluster.pid, size)), fillMs }
    } finally {
      await db.$client.end()
      await owner.end()
      await cluster.stop()
    }
  })

const createActions = (db: ReturnType<typeof createDatabaseClient>) => {
  const app = Fastify()
  const now = () => new Date()
  const nobody = { authenticate: async () => null, authenticateSession: async () => null, mayAccess: () => false }
  registerRoutes<typeof searchCalls, Member>(
    app,
    searchCalls,
    searchRoutes({ replicaReads: createPrimaryReads(db), now, countEmptySearch: () => {} }),
    nobody,
  )
  const timings: { query: string; ms: number }[] = []
  let next = 0
  const search: Action = async () => {
    const query = queries[next % queries.length] ?? ''
    next += 1
    const startedAt = performance.now()
    const { statusCode } = await app.inject({ url: `/api/bikes?${new URLSearchParams({ q: query })}` })
    timings.push({ query, ms: performance.now() - startedAt })
    return statusCode
  }
  const list: Action = async () => {
    const { rows } = await db.$client.query({ ...bareQuery, values: ['Yamaha'] })
    return JSON.stringify(rows).length > 0 ? 200 : 0
  }
  const timeSearch = async (query: Record<string, string>): Promise<number> => {
    const startedAt = performance.now()
    const { statusCode } = await app.inject({ url: `/api/bikes?${new URLSearchParams(query)}` })
    if (statusCode !== 200) throw new Error(`The search answered ${statusCode}.`)
    return performance.now() - startedAt
  }
  return { search, list, timings, timeSearch }
}

const repetitions = 20

/** Times the searches in turns with the newest bikes of the whole shop, whose median is the unit of the ratios. */
const measureSorts = async (timeSearch: (query: Record<string, string>) => Promise<number>): Promise<SortFigures[]> => {
  const figures: SortFigures[] = []
  for (const query of sortedSearches) {
    const [times, newest]: [number[], number[]] = [[], []]
    // The first times are those of cold caches.
    await timeSearch(query)
    for (let time = 0; time < repetitions; time += 1) {
      newest.push(await timeSearch({}))
      times.push(await timeSearch(query))
    }
    const medianMs = percentile(times, 0.5)
    const search = new URLSearchParams(query).toString().replaceAll('+', ' ')
    figures.push({ search, medianMs, p95Ms: percentile(times, 0.95), ratio: medianMs / percentile(newest, 0.5) })
  }
  return figures
}

const runComparison = async (
  db: ReturnType<typeof createDatabaseClient>,
  postgres: number,
  { rounds, actionsPerRound }: typeof fullSize,
): Promise<Omit<Figures, 'fillMs'>> => {
  const { search, list, timings, timeSearch } = createActions(db)
  const pids = { server: process.pid, postgres }
  // One at a time, to measure the server's time without queueing.
  const comparison = await compare(
    { action: search, pids },
    { action: list, pids },
    { rounds, actionsPerRound, concurrency: 1 },
  )
  const counted = timings.slice(actionsPerRound)
  const slowest = counted.toSorted((a, b) => b.ms - a.ms)[0]
  const sorts = await measureSorts(timeSearch)
  return {
    comparison,
    sorts,
    times: counted.map(({ ms }) => ms),
    slowest: `${slowest?.query}: ${slowest?.ms.toFixed(1)} ms`,
  }
}

/** Measures the search; `quick` uses fewer bikes and rounds. */
export const measureSearch = async (quick: boolean): Promise<Section[]> => {
  const size = quick ? quickSize : fullSize
  const loadBefore = loadavg()[0] ?? 0
  const { comparison, times, fillMs, slowest, sorts } = await measure(size)
  const { cpu, cpuRatio, rounds } = comparison
  const ms = (quantile: number): string => percentile(times, quantile).toFixed(1)
  const text = `${describeRun(loadBefore)}

${size.bikes.toLocaleString('en')} bikes on sale. ${queries.length} searches of two words, with all counts, one at a time; the list is a category's first hundred bikes with one prepared query and \`JSON.stringify\`. CPU of the server and its PostgreSQL together. Slowest: ${slowest}. The search rows of all bikes were written in ${(fillMs / 1000).toFixed(0)} s.

${toMarkdownTable(
  ['', 'measured', 'at most'],
  [
    ['two words with counts, p50 / p95 / p99', `${ms(0.5)} / **${ms(0.95)}** / ${ms(0.99)} ms`, '50 ms at p95'],
    [
      'CPU of a first page compared with the bare list of a category',
      `**${cpuRatio.toFixed(2)}** (${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}), ${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
      '5',
    ],
  ],
)}

Sorts and facets, each compared with the newest bikes of the whole shop in turns:

${toMarkdownTable(
  ['search', 'time compared with the newest', 'p50 / p95'],
  sorts.map((one) => [
    `\`${one.search}\``,
    `**${one.ratio.toFixed(2)}**`,
    `${one.medianMs.toFixed(1)} / ${one.p95Ms.toFixed(1)} ms`,
  ]),
)}`
  return [{ title: 'Search', text }]
}

if (import.meta.main) {
  const sections = await measureSearch(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
