// Benchmarks the beginning of a payment by card, by bKash and by SSLCommerz: CPU of the server and of PostgreSQL for a request.
// The sandboxes of the providers are a process of their own, so their CPU is not counted.
import { loadavg } from 'node:os'
import { median } from '#benchmarks/baseline/lists.ts'
import { getCpuMicroseconds, getTreeCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { describeRun, type Section, toMarkdownTable } from '#benchmarks/report/performance-report.ts'
import { type BenchmarkApp, withBenchmarkApp } from './benchmark-app.ts'
import { createBeginAction } from './user-actions.ts'

const ways = ['card', 'bkash', 'sslcommerz'] as const
type Way = (typeof ways)[number]

const bikes = 4_000
const rounds = 9
const requestsPerRound = 40
const maxRatio = 1.2

type WayFigures = { way: Way; cpuMicroseconds: number; ratio: number }

const measureRounds = async (app: BenchmarkApp): Promise<WayFigures[]> => {
  // One round more, in which connections are opened and the token of bKash is asked for.
  const begin = await createBeginAction(app, ways.length * (rounds + 1) * requestsPerRound)
  const readCpu = async () =>
    (await getCpuMicroseconds(app.pids.server)) + (await getTreeCpuMicroseconds(app.pids.postgres))
  const measured = new Map<Way, number[]>(ways.map((way) => [way, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of ways) {
      const before = await readCpu()
      for (let time = 0; time < requestsPerRound; time += 1) {
        const status = await begin(way)
        if (status !== 200) throw new Error(`Beginning to pay by ${way} was answered with ${status}.`)
      }
      if (round > 0) measured.get(way)?.push(((await readCpu()) - before) / requestsPerRound)
    }
  }
  const cards = measured.get('card') ?? []
  return ways.map((way) => {
    const times = measured.get(way) ?? []
    const ratio = median(times.map((time, index) => time / (cards[index] ?? Number.NaN)))
    return { way, cpuMicroseconds: median(times), ratio }
  })
}

/** The section of the report. */
export const measureWalletsSection = async (): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const figures = await withBenchmarkApp({ bikes }, measureRounds)
  const table = toMarkdownTable(
    ['way', 'CPU of a beginning', 'compared with a card', 'at most'],
    figures.map(({ way, cpuMicroseconds, ratio }) => [
      way,
      `${(cpuMicroseconds / 1_000).toFixed(1)} ms`,
      `**${ratio.toFixed(2)}**`,
      way === 'card' ? '–' : String(maxRatio),
    ]),
  )
  const text = `${rounds} rounds of ${requestsPerRound} requests for each way in alternation, each for another bike; medians. CPU of the server and of PostgreSQL together, without the providers.\n\n${table}`
  return [{ title: 'Beginning a payment', text: `${describeRun(loadBefore)}\n\n${text}` }]
}

if (import.meta.main) for (const { text } of await measureWalletsSection()) console.log(text)
