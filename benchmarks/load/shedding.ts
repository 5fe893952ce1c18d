// Overload at three times the capacity: excess requests are rejected at once, accepted ones stay fast.
import { createBookingAction } from './user-actions.ts'
import type { BenchmarkApp } from './benchmark-app.ts'
import { runClosedLoad, type Action, type LoadFigures, runOpenLoad, createRandom } from './load-generator.ts'
import { toMarkdownTable } from '#benchmarks/report/performance-report.ts'

export type SheddingFigures = {
  /** Capacity in bookings per second. */
  maxPerSecond: number
  /** Figures at three times the capacity. */
  figures: LoadFigures
  /** Time from its end to the first normal second; null when there was none within 30 seconds. */
  normalAfterSeconds: number | null
  violations: string[]
}

const concurrency = 32
const findSeconds = 5
// Normal: the target for bookings, at a third of the capacity.
const normalP99Ms = 120
const timeoutSeconds = 30

const secondsUntilNormal = async (action: Action, perSecond: number): Promise<number | null> => {
  const endedAt = performance.now()
  const random = createRandom(3)
  while (performance.now() - endedAt < timeoutSeconds * 1_000) {
    const { accepted, started, milliseconds } = await runOpenLoad({ perSecond, seconds: 1, action, random })
    if (accepted === started && milliseconds.p99 <= normalP99Ms) return (performance.now() - endedAt) / 1_000
  }
  return null
}

/** Measures the capacity, sends three times as much for `seconds`, and waits until responses are normal again. */
export const measureShedding = async (app: BenchmarkApp, seconds: number): Promise<SheddingFigures> => {
  const book = await createBookingAction(app)
  const maxPerSecond = await runClosedLoad({ concurrency, seconds: findSeconds, action: book })
  const figures = await runOpenLoad({ perSecond: maxPerSecond * 3, seconds, action: book, random: createRandom(2) })
  const normalAfterSeconds = await secondsUntilNormal(book, maxPerSecond / 3)
  return { maxPerSecond, figures, normalAfterSeconds, violations: await app.listViolations() }
}

const formatFailures = ({ failed }: LoadFigures): string =>
  Object.entries(failed)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ') || 'none'

/** Formats the figures as Markdown. */
export const toSheddingText = ({ maxPerSecond, figures, normalAfterSeconds, violations }: SheddingFigures): string =>
  `The capacity was ${maxPerSecond.toFixed(0)} bookings per second (${concurrency} at once). Then three times as many arrived, at random moments. Normal means: every booking accepted, p99 at most ${normalP99Ms} ms, at a third of the capacity.

${toMarkdownTable(
  ['', 'measured', 'target'],
  [
    ['arrived', `${figures.perSecond.toFixed(0)}/s`, ''],
    ['accepted', `${figures.accepted}`, ''],
    [
      'slowest accepted (p99)',
      `**${figures.milliseconds.max.toFixed(0)} ms** (${figures.milliseconds.p99.toFixed(0)} ms)`,
      '1000 ms',
    ],
    ['shed with 503 or 429', `${figures.shed}`, ''],
    ['other responses (0: no response)', formatFailures(figures), 'none'],
    [
      'normal again after',
      normalAfterSeconds === null ? 'not within 30 s' : `${normalAfterSeconds.toFixed(1)} s`,
      '30 s',
    ],
    ['late starts', `${figures.lateStarts} of ${figures.started}`, ''],
    ['invariants', violations.length === 0 ? 'all hold' : violations.join('; '), 'all hold'],
  ],
)}`
