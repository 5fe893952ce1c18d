// How many public lists are answered from the response cache while bikes are sold and listed.
// `node benchmarks/load/cache-hits.ts [--quick]`; quick runs a fifth of all rates.
import { loadavg } from 'node:os'
import { v7 } from 'uuid'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { type BenchmarkApp, withBenchmarkApp } from './benchmark-app.ts'
import { createRandom, runOpenLoad } from './load-generator.ts'

const bikes = 100_000
const rates = { sales: 50, newBikes: 100, requests: 600 }
const seconds = 20
const warmUpSeconds = 6
const seed = 78
const minShare = 0.9

type HitCounts = { hits: number; requests: number }

/** What is requested, how often of a hundred, and whether it counts as a list. */
const createLists = async ({ db }: BenchmarkApp) => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where advertised_at is null and sold_at is null and reserved_at is null and withdrawn_at is null
       and hidden_at is null order by id desc limit 2000`,
  )
  // The first later pages of the bikes that are not advertised, where new ones are added.
  const laterPages = rows
    .filter((_, position) => position % 100 === 99)
    .map(({ id }) => `/api/allbikes?limit=100&cursor=n${id}`)
  return [
    { what: 'all bikes, first page', share: 40, urls: ['/api/allbikes'] },
    { what: 'advertised bikes', share: 20, urls: ['/api/allbikes?advertise=on&limit=6'] },
    { what: 'all bikes, twenty later pages', share: 15, urls: laterPages },
    { what: 'numbers of bikes by brand', share: 10, urls: ['/api/bikes/brands'] },
    { what: 'categories and catalogue', share: 15, urls: ['/api/category', '/api/catalogue'] },
  ]
}
type Lists = Awaited<ReturnType<typeof createLists>>

/** A bike leaves the lists as when it is sold, but without a deal, and without a notification of its own. */
const leaveSql = `update bikes set withdrawn_at = now(), advertised_at = null where id = $1`
const arriveSql = `insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used,
    condition, seller_name, contact_number, location, picture, created_at)
  select $2, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition, seller_name,
    contact_number, location, picture, now() from bikes where id = $1`

/**
 * Changes bikes at random moments until stopped.
 * @param isEverything every change also says that everything has changed, as it did before changes named their keys
 */
const createChanges = async (app: BenchmarkApp, isEverything: boolean) => {
  const { rows } = await app.db.query<{ id: string }>(
    `select id from bikes where sold_at is null and reserved_at is null and withdrawn_at is null and hidden_at is null
       and not exists (select from bookings where bike_id = bikes.id) and not exists (select from wishes where bike_id = bikes.id)
     order by random() limit 20000`,
  )
  let next = 0
  const pickId = (): string => rows[(next += 1) % rows.length]?.id ?? ''
  const run = async (sql: string, values: string[]): Promise<number> => {
    await app.db.query('begin')
    await app.db.query(sql, values)
    if (isEverything) await app.db.query(`select pg_notify('public_data_changed', 'everything')`)
    await app.db.query('commit')
    return 200
  }
  return (random: () => number): Promise<number> =>
    random() < rates.sales / (rates.sales + rates.newBikes)
      ? run(leaveSql, [pickId()])
      : run(arriveSql, [pickId(), v7()])
}

/** One transaction at a time, in the order of arrival: all changes share one connection. */
const inTurn = (act: () => Promise<number>): (() => Promise<number>) => {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const result = last.then(act)
    last = result.catch(() => {})
    return result
  }
}

const measure = async (
  app: BenchmarkApp,
  lists: Lists,
  { isEverything, scale }: { isEverything: boolean; scale: number },
) => {
  const random = createRandom(seed)
  const countsByList = new Map<string, HitCounts>(lists.map(({ what }) => [what, { hits: 0, requests: 0 }]))
  const request = async (isCounted: boolean): Promise<number> => {
    let roll = random() * 100
    const list = lists.find(({ share }) => (roll -= share) < 0) ?? lists[0]
    const url = list?.urls[Math.floor(random() * list.urls.length)] ?? ''
    const { status, isCached } = await app.send(url, { encoding: 'gzip, deflate, br' })
    const counts = countsByList.get(list?.what ?? '')
    if (isCounted && counts)
      Object.assign(counts, { hits: counts.hits + Number(isCached), requests: counts.requests + 1 })
    return status
  }
  const change = await createChanges(app, isEverything)
  const runBoth = async (duration: number, isCounted: boolean) => {
    const load = { seconds: duration, random }
    const [, changed] = await Promise.all([
      runOpenLoad({ ...load, perSecond: rates.requests * scale, action: () => request(isCounted) }),
      runOpenLoad({
        ...load,
        perSecond: (rates.sales + rates.newBikes) * scale,
        action: inTurn(() => change(random)),
      }),
    ])
    return changed
  }
  await runBoth(warmUpSeconds, false)
  const startedAt = performance.now()
  const changed = await runBoth(seconds, true)
  const elapsed = (performance.now() - startedAt) / 1_000
  const all = [...countsByList.values()]
  const total = {
    hits: all.reduce((sum, { hits }) => sum + hits, 0),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  }
  return {
    countsByList: countsByList.set('**together**', total),
    changesPerSecond: changed.accepted / elapsed,
    elapsed,
  }
}

const toShare = (counts: HitCounts | undefined): string =>
  counts ? `${((100 * counts.hits) / Math.max(1, counts.requests)).toFixed(1)} %` : ''

/** Measures both: with keys, and with every change removing everything. */
export const measureCacheHits = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const scale = quick ? 0.2 : 1
  return withBenchmarkApp({ bikes }, async (app) => {
    const lists = await createLists(app)
    const before = await measure(app, lists, { isEverything: true, scale })
    const after = await measure(app, lists, { isEverything: false, scale })
    const rows = [...after.countsByList].map(([what, counts]) => [
      what,
      String(counts.requests),
      `**${toShare(counts)}**`,
      what === '**together**' ? `${minShare * 100} %` : '',
      toShare(before.countsByList.get(what)),
    ])
    const text = `${describeRun(loadBefore)}

One process with ${bikes.toLocaleString('en')} bikes. ${rates.sales * scale} bikes a second leave the lists and ${rates.newBikes * scale} new ones are listed, while ${rates.requests * scale} lists a second are requested, at random moments for ${seconds} seconds after ${warmUpSeconds} of warm-up; done were ${after.changesPerSecond.toFixed(0)} changes a second (${before.changesPerSecond.toFixed(0)} in the run without keys). A response counts as cached if it has no request id. In the last column every change also says that everything has changed, as before changes named their keys. The share depends on the ratio of requests to changes and on the five seconds that a response lives; so a run in which all rates are scaled down shows less than the full one, and a busy machine changes nothing as long as both come through.

${toMarkdownTable(['list', 'requests', 'from the cache', 'at least', 'when everything is removed'], rows)}`
    return [{ title: 'Lists from the cache while bikes are sold and listed', text }]
  })
}

if (import.meta.main) {
  const sections = await measureCacheHits(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
