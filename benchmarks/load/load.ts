// `npm run bench:load`: what the shop holds when people come as they come, and what it does when three times as many do.
import { loadavg } from 'node:os'
import { type Action, type LoadFigures, runOpenLoad, createRandom } from './load-generator.ts'
import { createBookingAction, createListAction, createPaymentAction } from './user-actions.ts'
import { type BenchmarkApp, withBenchmarkApp } from './benchmark-app.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureShedding, type SheddingFigures, toSheddingText } from './shedding.ts'

type LoadTarget = { perSecond: number; p99Ms: number }
type LoadResult = { what: string; target: LoadTarget; figures: LoadFigures; violations: string[] }

// How much it must hold, on two cores with PostgreSQL beside it.
const targets = {
  lists: { perSecond: 600, p99Ms: 80 },
  bookings: { perSecond: 150, p99Ms: 120 },
  payments: { perSecond: 40, p99Ms: 500 },
} as const satisfies Record<string, LoadTarget>

const bikes = 100_000
const warmUpSeconds = 5
// What the first seconds warm up is known to every run alike.
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
    await measureTarget(app, 'payments, from the intent until settled', targets.payments, pay.action, seconds),
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
  `People arrive at random moments, whether or not those before them were answered; an answer's time counts from the moment when it should have been asked for. The shop with ${bikes.toLocaleString('en')} bikes, its own PostgreSQL (durable), the card provider (50 ms for each call) and the load itself share the two cores. ${seconds} seconds each, after ${warmUpSeconds} seconds of half as much. The invariants are asked after each, with the provider's books. A late start was begun more than 5 ms after its moment because the machine was busy.

${toMarkdownTable(['what', 'arrived', 'p99', 'at most', 'p50 / slowest', 'refused or failed', 'late starts', 'invariants'], results.map(toRow))}`

/** Measures all that issue asks for; `quick` takes shorter turns. */
export const measureLoad = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const seconds = quick ? 8 : 30
  return withBenchmarkApp({ bikes }, async (app) => {
    const results = await measureAll(app, seconds)
    const shedding: SheddingFigures = await measureShedding(app, quick ? 6 : 20)
    const runDescription = describeRun(loadBefore)
    return [
      { title: 'What it holds', text: `${runDescription}\n\n${toText(results, seconds)}` },
      { title: 'Three times too many', text: `${runDescription}\n\n${toSheddingText(shedding)}` },
    ]
  })
}

if (import.meta.main) {
  const sections = await measureLoad(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
