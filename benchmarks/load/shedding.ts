// Three times as many as the shop can serve: who is not served is told so at once, and the others hardly notice.
import { createBookingAction } from './user-actions.ts'
import type { BenchmarkApp } from './benchmark-app.ts'
import { runClosedLoad, type Action, type LoadFigures, runOpenLoad, createRandom } from './load-generator.ts'
import { toMarkdownTable } from '#benchmarks/report/performance-report.ts'

export type SheddingFigures = {
  /** Bookings a second that the shop can do at most. */
  maxPerSecond: number
  /** What came of three times as many. */
  figures: LoadFigures
  /** From the end of it until a second went by in which all was normal; null when none did within 30 seconds. */
  normalAfterSeconds: number | null
  violations: string[]
}

const concurrency = 32
const findSeconds = 5
// Normal is what the shop promises for bookings, at a third of what it can do.
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

/** Finds what the shop can do at most, sends three times as much for so many seconds, and waits until all is normal. */
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

/** The figures in words. */
export const toSheddingText = ({ maxPerSecond, figures, normalAfterSeconds, violations }: SheddingFigures): string =>
  `The shop did ${maxPerSecond.toFixed(0)} bookings a second at most (${concurrency} at once). Then three times as many came, at random moments. Normal is: every booking accepted, with a p99 of at most ${normalP99Ms} ms, at a third of what it can do.

${toMarkdownTable(
  ['', 'measured', 'bar'],
  [
    ['came', `${figures.perSecond.toFixed(0)}/s`, ''],
    ['accepted', `${figures.accepted}`, ''],
    [
      'slowest accepted (p99)',
      `**${figures.milliseconds.max.toFixed(0)} ms** (${figures.milliseconds.p99.toFixed(0)} ms)`,
      '1000 ms',
    ],
    ['shed with 503 or 429', `${figures.shed}`, ''],
    ['other answers (0 is none at all)', formatFailures(figures), 'none'],
    [
      'normal again after',
      normalAfterSeconds === null ? 'not within 30 s' : `${normalAfterSeconds.toFixed(1)} s`,
      '30 s',
    ],
    ['late starts', `${figures.lateStarts} of ${figures.started}`, ''],
    ['invariants', violations.length === 0 ? 'all hold' : violations.join('; '), 'all hold'],
  ],
)}`
