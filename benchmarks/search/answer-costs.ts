// What single answers cost that no cache has: a search with counts, a brand, the page of one bike, and a short list, with
// ten thousand bikes and with ten times as many. `node benchmarks/search/answer-costs.ts [--quick]`
import { loadavg } from 'node:os'
import { type BenchmarkApp, withBenchmarkApp } from '#benchmarks/load/benchmark-app.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { fillForSearch } from './search-data.ts'
import { queries } from './search-queries.ts'

const [few, many] = [10_000, 100_000]
const [fullSize, quickSize] = [
  { rounds: 9, actionsPerRound: 200 },
  { rounds: 3, actionsPerRound: 100 },
]
const brands = ['yamaha', 'suzuki', 'bajaj', 'honda', 'tvs', 'hero']
// Above the price of every bike: a limit of its own makes a URL that no cache has.
const aboveAllTaka = 8_000_000

type Answer = {
  what: string
  /** The path of the request with this number; each number is asked for once by each app. */
  toPath: (number: number) => string
  maxCpuMs: number
}

const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? ''

/** Paths are the same in both apps: the ids and slugs of bikes are their numbers, of which the smaller app has the first. */
const answers: Answer[] = [
  {
    what: 'a text search of two words, with all counts',
    toPath: (number) => {
      const query = { q: pick(queries, number), priceTo: String(aboveAllTaka + number) }
      return `/api/bikes?${new URLSearchParams(query)}`
    },
    maxCpuMs: 3,
  },
  {
    what: 'the bikes of a brand, with all counts',
    toPath: (number) => `/api/bikes?brand=${pick(brands, number)}&priceTo=${aboveAllTaka + number}`,
    maxCpuMs: 3,
  },
  {
    what: 'the details of one bike',
    toPath: (number) => `/api/bikes/bench-${(1 + (number % few)).toString(16).padStart(10, '0')}`,
    maxCpuMs: 1,
  },
  {
    what: 'a later page of 24 bikes',
    toPath: (number) => {
      const id = `${(100 + (number % (few - 100))).toString(16).padStart(8, '0')}-0000-7000-8000-000000000004`
      return `/api/allbikes?limit=24&cursor=n${id}`
    },
    maxCpuMs: 0.8,
  },
]

const toSide = ({ send, pids }: BenchmarkApp, { toPath }: Answer) => {
  let next = 0
  const action = async (): Promise<number> => {
    next += 1
    return (await send(toPath(next))).status
  }
  return { action, pids }
}

const compareApps = async (large: BenchmarkApp, small: BenchmarkApp, size: typeof fullSize) => {
  const results: { answer: Answer; comparison: Comparison }[] = []
  for (const answer of answers) {
    const comparison = await compare(toSide(large, answer), toSide(small, answer), { ...size, concurrency: 1 })
    results.push({ answer, comparison })
  }
  return results
}

const toMs = (microseconds: number): string => (microseconds / 1000).toFixed(2)

/** Measures the answers; `quick` runs fewer rounds. */
export const measureAnswerCosts = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const size = quick ? quickSize : fullSize
  const withBikes = <T>(bikes: number, use: (app: BenchmarkApp) => Promise<T>): Promise<T> =>
    withBenchmarkApp({ bikes, fill: (db) => fillForSearch(db, bikes) }, use)
  const results = await withBikes(few, (small) => withBikes(many, (large) => compareApps(large, small, size)))
  const rows = results.map(({ answer, comparison: { cpu, cpuRatio, rounds } }) => [
    answer.what,
    `**${toMs(cpu.other)} ms**`,
    `${answer.maxCpuMs} ms`,
    `${toMs(cpu.one)} ms`,
    `**${cpuRatio.toFixed(2)}** (${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`,
  ])
  const [fewText, manyText] = [few.toLocaleString('en'), many.toLocaleString('en')]
  const text = `${describeRun(loadBefore)}

Two apps run side by side, with ${fewText} and ${manyText} bikes on sale. Each request has a URL of its own, comes alone, and accepts no compression. CPU of the server and its PostgreSQL together, median of ${size.rounds} rounds of ${size.actionsPerRound} in alternation. A search may cost 1.3 times as much with ten times the bikes.

${toMarkdownTable(['answer', `CPU at ${fewText} bikes`, 'at most', `at ${manyText}`, 'ratio'], rows)}`
  return [{ title: 'CPU of single answers', text }]
}

if (import.meta.main) {
  const sections = await measureAnswerCosts(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
