// Benchmarks the same requests with a thousand bikes and with a million.
import { loadavg } from 'node:os'
import { createBookingAction, createCategoryAction, createPaymentAction } from './user-actions.ts'
import { type BenchmarkApp, withBenchmarkApp } from './benchmark-app.ts'
import type { Action } from './load-generator.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'

const few = 1_000
const rounds = 5
// Per round; the small database must have enough bikes for all of them.
const paymentsPerRound = 40
const viewsPerRound = 400
const bookingsPerRound = 200

type GrowthResult = { what: string; comparison: Comparison }

const toSide = ({ pids }: BenchmarkApp, action: Action) => ({
  action,
  pids: { server: pids.server, postgres: pids.postgres },
})

const compareApps = async (large: BenchmarkApp, small: BenchmarkApp): Promise<GrowthResult[]> => {
  const pay = async (app: BenchmarkApp) =>
    toSide(app, (await createPaymentAction(app, paymentsPerRound * (rounds + 1))).action)
  const book = async (app: BenchmarkApp) => toSide(app, await createBookingAction(app))
  const view = async (app: BenchmarkApp) => toSide(app, await createCategoryAction(app))
  const [payLarge, paySmall] = [await pay(large), await pay(small)]
  const payments = await compare(payLarge, paySmall, { rounds, actionsPerRound: paymentsPerRound, concurrency: 4 })
  const bookings = await compare(await book(large), await book(small), {
    rounds,
    actionsPerRound: bookingsPerRound,
    concurrency: 4,
  })
  const lists = await compare(await view(large), await view(small), {
    rounds,
    actionsPerRound: viewsPerRound,
    concurrency: 4,
  })
  return [
    { what: 'category list, first and later pages', comparison: lists },
    { what: 'bookings', comparison: bookings },
    { what: 'payments, from the intent to settlement', comparison: payments },
  ]
}

const toRow = ({ what, comparison }: GrowthResult): string[] => {
  const { cpuRatio, rounds: all, cpu, p99Ratio, p99Milliseconds } = comparison
  return [
    what,
    `**${cpuRatio.toFixed(2)}** (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`,
    `**${p99Ratio.toFixed(2)}**`,
    '1.5',
    `${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
    `${p99Milliseconds.one.toFixed(1)} / ${p99Milliseconds.other.toFixed(1)} ms`,
  ]
}

/** Measures the growth; `quick` uses a hundred thousand bikes instead of a million. */
export const measureGrowth = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const many = quick ? 100_000 : 1_000_000
  const results = await withBenchmarkApp({ bikes: few }, (small) =>
    withBenchmarkApp({ bikes: many }, (large) => compareApps(large, small)),
  )
  const [largeText, smallText] = [many.toLocaleString('en'), few.toLocaleString('en')]
  const text = `${describeRun(loadBefore)}

Two apps run side by side, one with ${smallText} bikes and one with ${largeText}; three of four sellers have one bike. ${rounds} rounds each, in alternation, four at once. CPU of the server and its PostgreSQL together.

${toMarkdownTable(['request', 'CPU, ratio', 'p99, ratio', 'at most', `CPU at ${largeText} / ${smallText}`, 'p99'], results.map(toRow))}`
  return [{ title: 'Growth', text }]
}

if (import.meta.main) {
  const sections = await measureGrowth(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
