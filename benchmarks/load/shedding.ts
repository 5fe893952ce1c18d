// Three times as many as the shop can serve: who is not served is told so at once, and the others hardly notice.
import { bookBikes } from './user-actions.ts'
import type { LoadShop } from './benchmark-app.ts'
import { closedLoad, type Deed, type LoadFigures, openLoad, randomFrom } from './load-generator.ts'
import { table } from '#benchmarks/report/performance-report.ts'

export type SheddingFigures = {
  /** Bookings a second that the shop can do at most. */
  most: number
  /** What came of three times as many. */
  figures: LoadFigures
  /** From the end of it until a second went by in which all was normal; null when none did within 30 seconds. */
  normalAfterSeconds: number | null
  broken: string[]
}

const atOnce = 32
const findSeconds = 5
// Normal is what the shop promises for bookings, at a third of what it can do.
const normalP99Ms = 120
const patienceSeconds = 30

const secondsUntilNormal = async (deed: Deed, perSecond: number): Promise<number | null> => {
  const endedAt = performance.now()
  const random = randomFrom(3)
  while (performance.now() - endedAt < patienceSeconds * 1_000) {
    const { accepted, begun, milliseconds } = await openLoad({ perSecond, seconds: 1, deed, random })
    if (accepted === begun && milliseconds.p99 <= normalP99Ms) return (performance.now() - endedAt) / 1_000
  }
  return null
}

/** Finds what the shop can do at most, sends three times as much for so many seconds, and waits until all is normal. */
export const measureShedding = async (shop: LoadShop, seconds: number): Promise<SheddingFigures> => {
  const book = await bookBikes(shop)
  const most = await closedLoad({ atOnce, seconds: findSeconds, deed: book })
  const figures = await openLoad({ perSecond: most * 3, seconds, deed: book, random: randomFrom(2) })
  const normalAfterSeconds = await secondsUntilNormal(book, most / 3)
  return { most, figures, normalAfterSeconds, broken: await shop.broken() }
}

const failedOf = ({ failed }: LoadFigures): string =>
  Object.entries(failed)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ') || 'none'

/** The figures in words. */
export const sheddingText = ({ most, figures, normalAfterSeconds, broken }: SheddingFigures): string =>
  `The shop did ${most.toFixed(0)} bookings a second at most (${atOnce} at once). Then three times as many came, at random moments. Normal is: every booking accepted, with a p99 of at most ${normalP99Ms} ms, at a third of what it can do.

${table(
  ['', 'measured', 'bar'],
  [
    ['came', `${figures.perSecond.toFixed(0)}/s`, ''],
    ['accepted', `${figures.accepted}`, ''],
    [
      'slowest accepted (p99)',
      `**${figures.milliseconds.most.toFixed(0)} ms** (${figures.milliseconds.p99.toFixed(0)} ms)`,
      '1000 ms',
    ],
    ['shed with 503 or 429', `${figures.shed}`, ''],
    ['other answers (0 is none at all)', failedOf(figures), 'none'],
    [
      'normal again after',
      normalAfterSeconds === null ? 'not within 30 s' : `${normalAfterSeconds.toFixed(1)} s`,
      '30 s',
    ],
    ['late starts', `${figures.lateStarts} of ${figures.begun}`, ''],
    ['invariants', broken.length === 0 ? 'all hold' : broken.join('; '), 'all hold'],
  ],
)}`
