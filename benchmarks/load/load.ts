// `npm run bench:load`: sustained load in an open model, and overload at three times the capacity.
import { loadavg } from 'node:os'
import { type Action, type LoadFigures, runOpenLoad, createRandom } from './load-generator.ts'
import { createBookingAction, createListAction, createPaymentAction } from './user-actions.ts'
import { type BenchmarkApp, withBenchmarkApp } from './benchmark-app.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureShedding, type SheddingFigures, toSheddingText } from './shedding.ts'

type LoadTarget = { perSecond: number; p99Ms: number }
type LoadResult = { what: string; target: LoadTarget; figures: LoadFigures; violations: string[] }

// Required rates on two cores that also run PostgreSQL.
const targets = {
  lists: { perSecond: 600, p99Ms: 80 },
  bookings: { perSecond: 150, p99Ms: 120 },
  payments: { perSecond: 40, p99Ms: 500 },
} as const satisfies Record<string, LoadTarget>

const bikes = 100_000
const warmUpSeconds = 5
// Warm-up, which is not counted.
const seed = 20_26

const measureTarget = async (
  app: BenchmarkApp,
  what: string,
  target: LoadTarget,
  action: Action,
  seconds: number,
): Promise<LoadResult> => {
  const random = createRandom(seed)
  await runOpenLoad({ perSecond: target.perSecond / 2, seconds: warmUpSeconds, action, random })
  const figures = await runOpenLoad({ perSecond: target.perSecond, seconds, action, random })
  return { what, target, figures, violations: await app.listViolations() }
}

const measureAll = async (app: BenchmarkApp, seconds: number): Promise<LoadResult[]> => {
  const view = await createListAction(app, createRandom(seed))
  const book = await createBookingAction(app)
  const pay = await createPaymentAction(app, targets.payments.perSecond * (seconds + warmUpSeconds) * 2)
  return [
    await measureTarget(app, 'public lists', targets.lists, view, seconds),
    await measureTarget(app, 'bookings', targets.bookings, book, seconds),
    await measureTarget(app, 'payments, from the intent to settlement', targets.payments, pay.action, seconds),
  ]
}

const formatFailures = ({ failed, shed }: LoadFigures): string =>
  [
    ...Object.entries(failed).map(([status, times]) => `${times} × ${status}`),
    ...(shed > 0 ? [`${shed} shed`] : []),
  ].join(', ') || 'none'

const formatMs = (value: number): string => `${value.toFixed(0)} ms`

const toRow = ({ what, target, figures, violations }: LoadResult): string[] => [
  what,
  `${figures.perSecond.toFixed(0)}/s`,
  `**${formatMs(figures.milliseconds.p99)}**`,
  formatMs(target.p99Ms),
  `${formatMs(figures.milliseconds.p50)} / ${formatMs(figures.milliseconds.max)}`,
  formatFailures(figures),
  `${figures.lateStarts} of ${figures.started}`,
  violations.length === 0 ? 'all hold' : violations.join('; '),
]

const toText = (results: readonly LoadResult[], seconds: number): string =>
  `Requests start at random moments (open model), whether or not earlier ones have finished; response time counts from the scheduled start. The app with ${bikes.toLocaleString('en')} bikes, its PostgreSQL (durable), the card provider (50 ms per request) and the load generator share the two cores. ${seconds} seconds each, after ${warmUpSeconds} seconds at half the rate. After each, the invariants are checked together with the provider's ledger. A late start began more than 5 ms late because the machine was busy.

${toMarkdownTable(['what', 'arrived', 'p99', 'at most', 'p50 / slowest', 'shed or failed', 'late starts', 'invariants'], results.map(toRow))}`

/** Runs all load benchmarks; `quick` runs shorter ones. */
export const measureLoad = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const seconds = quick ? 8 : 30
  return withBenchmarkApp({ bikes }, async (app) => {
    const results = await measureAll(app, seconds)
    const shedding: SheddingFigures = await measureShedding(app, quick ? 6 : 20)
    const runDescription = describeRun(loadBefore)
    return [
      { title: 'Sustained load', text: `${runDescription}\n\n${toText(results, seconds)}` },
      { title: 'Overload at three times the capacity', text: `${runDescription}\n\n${toSheddingText(shedding)}` },
    ]
  })
}

if (import.meta.main) {
  const sections = await measureLoad(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
