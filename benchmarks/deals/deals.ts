// Benchmarks of deals: the list of a seller with many, the check of the ledger, the job that looks for what is due, and how
// soon an open page is told.
import { loadavg } from 'node:os'
import { z } from 'zod'
import { createDatabaseClient } from '#platform/database/database.ts'
import { handleDueDeals } from '#market/deals/jobs.ts'
import { findNewViolations } from '#market/ledger/jobs.ts'
import { beginCheckSql, createRowFinder } from '#scripts/invariants.ts'
import { moneyInvariants } from '#scripts/invariants/money.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { type BenchmarkApp, createSellerToken, withBenchmarkApp } from '#benchmarks/load/benchmark-app.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'

const rounds = 20
const dealsOfOneBuyer = 10_000
const dealsOfPage = 20

const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const measureMedian = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) all.push(await measureMs(work))
  return median(all)
}

/** The whole check of the ledger as `npm run check:data` does it, in seconds. */
const measureLedgerCheck = async ({ db }: BenchmarkApp): Promise<number> => {
  const startedAt = performance.now()
  await db.query(beginCheckSql)
  const findRows = createRowFinder(db)
  for (const invariant of moneyInvariants)
    if ((await findRows(invariant)).length > 0) throw new Error(`${invariant.id} is violated in the benchmark's data.`)
  await db.query('commit')
  return (performance.now() - startedAt) / 1000
}

/** What the server does each minute and every five seconds, in milliseconds, with nothing new. */
const measureJobs = async ({ socketDir }: BenchmarkApp) => {
  const database = createDatabaseClient({ socketDir, database: 'motohaat' }, { timeoutMs: 600_000 })
  try {
    const newest = await database.$client.query<{ position: string }>(
      'select max(position) as position from ledger_entries',
    )
    const after = Number(newest.rows[0]?.position ?? 0) - 1_000
    const deps = { db: database, now: () => new Date(), createId: () => '', log: console.error }
    return {
      newEntriesMs: await measureMedian(rounds, () => findNewViolations(database, after)),
      dueMs: await measureMedian(rounds, () => handleDueDeals(deps)),
    }
  } finally {
    await database.$client.end()
  }
}

/** Gives buyer 1 many closed deals and buyer 2 a page of them, one for each bike, and compares the first pages. */
const measureList = async ({ db, send, getBuyer, pids }: BenchmarkApp): Promise<Comparison> => {
  await db.query(
    `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at, closed_at, close_reason)
     select gen_random_uuid(), bike.id, bench_id(3, buyer), seller_id, sale_price_taka, now(), now(), now(), 'declined'
     from (values (1, ${dealsOfOneBuyer}), (2, ${dealsOfPage})) as many (buyer, deals)
     cross join lateral (select * from bikes limit many.deals) as bike`,
  )
  await db.query('vacuum analyze deals')
  const toSide = (n: number) => ({
    action: async () =>
      (await send(`/api/deals?side=buyer&limit=${dealsOfPage}`, { token: (await getBuyer(n)).token })).status,
    pids,
  })
  return compare(toSide(1), toSide(2), { rounds: 5, actionsPerRound: 200, concurrency: 4 })
}

const BikeOnSale = z.object({ id: z.string(), price: z.number(), sellerId: z.string() })

/** Opens the stream of a member. `told` is resolved by the first notification. */
const openStream = async (origin: string, token: string) => {
  const controller = new AbortController()
  const response = await fetch(`${origin}/api/notifications/stream`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`The stream returned ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  // The first chunk says that the stream is open.
  await reader.read()
  const readUntilEvent = async (): Promise<void> => {
    const { value, done } = await reader.read()
    if (done) throw new Error('The stream ended.')
    if (!value.includes('event: notification')) await readUntilEvent()
  }
  return { told: readUntilEvent(), close: () => controller.abort() }
}

/** How long until an open page of the seller is told of a booking, in milliseconds: the slowest of all rounds. */
const measureNotification = async (app: BenchmarkApp): Promise<number> => {
  const { rows } = await app.db.query(
    `select id, sale_price_taka as price, seller_id as "sellerId" from bikes
     where sold_at is null and reserved_at is null and withdrawn_at is null
       and not exists (select from bookings where bike_id = bikes.id)
     order by md5(id::text) limit ${rounds}`,
  )
  const times: number[] = []
  for (const { id, price, sellerId } of z.array(BikeOnSale).parse(rows)) {
    const stream = await openStream(app.origin, await createSellerToken(app, sellerId))
    const { token, email } = await app.getBuyer(3)
    const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: id, email }
    times.push(
      await measureMs(async () => {
        const booked = await app.send('/api/bookings', { method: 'POST', token, body: JSON.stringify(body) })
        if (booked.status !== 200) throw new Error(`A booking returned ${booked.status}: ${booked.text}`)
        await stream.told
      }),
    )
    stream.close()
  }
  return Math.max(...times)
}

/** Measures deals; `quick` uses a hundred thousand bikes instead of a million, most of them sold. */
export const measureDeals = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const bikes = quick ? 100_000 : 1_200_000
  const result = await withBenchmarkApp({ bikes, isMostlySold: true }, async (app) => {
    const { rows } = await app.db.query<{ count: string }>('select count(*) from deals')
    return {
      deals: Number(rows[0]?.count),
      ledgerSeconds: await measureLedgerCheck(app),
      jobs: await measureJobs(app),
      list: await measureList(app),
      notificationMs: await measureNotification(app),
    }
  })
  const { jobs, list } = result
  const table = toMarkdownTable(
    ['what', 'measured', 'at most'],
    [
      [
        '`GET /deals` of a member with 10,000 deals, CPU compared with one who has 20',
        `**${list.cpuRatio.toFixed(2)}**`,
        '1.3',
      ],
      ['all checks of the ledger (M1 to M12)', `**${result.ledgerSeconds.toFixed(1)} s**`, '10 s'],
      ['check of the last 1,000 entries', `**${jobs.newEntriesMs.toFixed(0)} ms**`, '100 ms'],
      ['looking for deals in which something is due', `**${jobs.dueMs.toFixed(1)} ms**`, '50 ms'],
      [
        'from a booking to the seller’s open page, the slowest of 20',
        `**${result.notificationMs.toFixed(0)} ms**`,
        '1,000 ms',
      ],
    ],
  )
  const text = `${describeRun(loadBefore)}\n\nWith ${result.deals.toLocaleString('en')} deals.\n\n${table}`
  return [{ title: 'Deals', text }]
}

if (import.meta.main) {
  const sections = await measureDeals(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
