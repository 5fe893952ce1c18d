// Benchmarks uncached responses against a minimal server: CPU per response, in alternating rounds.
import { type ChildProcess, spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type SendRequest, createHttpClient } from '#benchmarks/measurement/http-client.ts'
import { createLaterPageAction } from '#benchmarks/load/user-actions.ts'
import { type BenchmarkApp, withBenchmarkApp } from '#benchmarks/load/benchmark-app.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'

type BareServer = { process: ChildProcess; send: SendRequest; close: () => void }
type BareComparison = { what: string; limit: string; comparison: Comparison }

const bikes = 10_000
// Number of rounds, and responses per round.
const fullSize = { rounds: 9, lists: 600, homes: 200 }
const quickSize = { rounds: 3, lists: 200, homes: 60 }
type Size = typeof fullSize

const startBareServer = async (file: string, args: readonly string[]): Promise<BareServer> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { process: child, ...createHttpClient(`http://127.0.0.1:${port}`) }
}

/** Runs a minimal server of this folder with these arguments while `use` runs. */
export const withBareServer = async <T>(
  file: string,
  args: readonly string[],
  use: (bare: BareServer) => Promise<T>,
): Promise<T> => {
  const bare = await startBareServer(file, args)
  try {
    return await use(bare)
  } finally {
    bare.close()
    bare.process.kill()
  }
}

const compareList = (app: BenchmarkApp, size: Size): Promise<BareComparison> =>
  withBareServer('bare-list.ts', [app.socketDir], async (bare) => {
    const { postgres, server } = app.pids
    const [appAction, bareAction] = [
      await createLaterPageAction(app, app.send),
      await createLaterPageAction(app, bare.send),
    ]
    const comparison = await compare(
      { action: appAction, pids: { server, postgres } },
      { action: bareAction, pids: { server: bare.process.pid ?? 0, postgres } },
      { rounds: size.rounds, actionsPerRound: size.lists, concurrency: 4 },
    )
    return { what: 'list of 100 bikes, server and PostgreSQL', limit: '1.3', comparison }
  })

/** A new query string for each request, so that no page is cached. */
const createUncachedHomeAction = (send: SendRequest): Action => {
  let next = 0
  return async () => {
    next += 1
    return (await send(`/?time=${next}`)).status
  }
}

const compareHome = (app: BenchmarkApp, size: Size): Promise<BareComparison> =>
  withBareServer('bare-home.ts', [app.origin], async (bare) => {
    const comparison = await compare(
      { action: createUncachedHomeAction(app.send), pids: { server: app.pids.server, postgres: null } },
      { action: createUncachedHomeAction(bare.send), pids: { server: bare.process.pid ?? 0, postgres: null } },
      { rounds: size.rounds, actionsPerRound: size.homes, concurrency: 4 },
    )
    return { what: 'home page, server', limit: '1.5', comparison }
  })

const toRow = ({ what, limit, comparison: { cpuRatio, rounds: all, cpu } }: BareComparison): string[] => [
  what,
  `**${cpuRatio.toFixed(2)}** (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`,
  limit,
  `${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
]

/** Measures the uncached list and home page; `quick` runs fewer and shorter rounds. */
export const measureAgainstBare = async (quick: boolean): Promise<Section[]> => {
  const size = quick ? quickSize : fullSize
  const loadBefore = loadavg()[0] ?? 0
  const comparisons = await withBenchmarkApp({ bikes }, async (app) => [
    await compareList(app, size),
    await compareHome(app, size),
  ])
  const text = `${describeRun(loadBefore)}

The list is compared with \`node:http\` that sends the same rows with one prepared \`pg\` query and \`JSON.stringify\`; the home page with \`node:http\` that renders the same components from data in memory. Every request has a new URL and accepts no compression. ${size.rounds} rounds each, in alternation, four at once.

${toMarkdownTable(['response', 'CPU, ratio', 'at most', 'CPU, app / bare'], comparisons.map(toRow))}`
  return [{ title: 'Uncached responses compared with bare `node:http`', text }]
}

if (import.meta.main) {
  const sections = await measureAgainstBare(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
