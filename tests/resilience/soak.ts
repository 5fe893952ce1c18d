// `npm run soak -- --minutes 60 --seed 1`: injects faults for this long, checks after each, and writes a report.
//   --only F07,F33      only these faults
//   --report file       where the report is written; docs/soak.md by default
import { loadavg } from 'node:os'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Random, createRandom } from './random.ts'
import { createHistory } from './history.ts'
import { allFaults } from './kinds/all-faults.ts'
import { createReport } from './report.ts'
import { createHarness, type Harness } from './harness.ts'
import { type FaultKind, faultFailed, runRound, type RoundResult } from './fault-round.ts'
import type { Sample } from './supervisor.ts'
import { createWorkload, type Workload } from './workload.ts'

const sampleMs = 5_000
const log = (line: string): void => console.log(line)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string', default: 'docs/soak.md' },
  },
})

const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('Invalid --minutes: use a positive number, such as --minutes 60.')
const seed = values.seed ?? String(Date.now() % 1_000_000)
const only = values.only?.split(',')
const kinds = allFaults.filter(({ id }) => only === undefined || id.split(', ').some((one) => only.includes(one)))
if (kinds.length === 0) throw new Error(`Unknown fault: ${values.only}.`)

/** One kind after another, each as often as the others, in an order that the seed gives. */
function* schedule(random: Random): Generator<FaultKind> {
  for (;;) yield* random.shuffle(kinds)
}

const logErrors = (harness: Harness, errors: readonly string[]): void => {
  for (const line of errors) log(`NO  ${line}`)
  if (errors.length > 0) log(`Last output of the app:\n${harness.server.getOutput().slice(-1_000)}`)
}

const logResult = (result: RoundResult, index: number): void => {
  const { id, what, requests, acknowledged, unknown, recoveryMs, consistentMs, notes, errors } = result
  const formatSeconds = (ms: number) => (ms / 1000).toFixed(1)
  const times = `calm after ${formatSeconds(recoveryMs)} s, books after ${formatSeconds(consistentMs)} s`
  log(
    `${errors.length === 0 ? 'ok' : 'NO'}  ${String(index).padStart(3)}  ${id}  ${what}: ${requests} requests, ${acknowledged} acknowledged, ${unknown} unknown; ${times}${notes.length > 0 ? `; ${notes.join('; ')}` : ''}`,
  )
  for (const line of errors) log(`      ${line}`)
}

const startSampling = (harness: Harness, samples: Sample[]) =>
  setInterval(() => {
    const sample = harness.steadyServer?.sample()
    if (sample) samples.push(sample)
  }, sampleMs)

const runRounds = async (harness: Harness, workload: Workload, deadline: number): Promise<RoundResult[]> => {
  const random = createRandom(seed).fork('schedule')
  const results: RoundResult[] = []
  for (const kind of schedule(random)) {
    if (performance.now() >= deadline || abortController.signal.aborted) return results
    const ms = random.between(6_000, 12_000) * (kind.id === 'F35' ? 3 : 1)
    const result = await runRound({ harness, workload, kind, random: random.fork(String(results.length)), ms })
    results.push(result)
    logResult(result, results.length)
    // A wrong ledger stays wrong, so later rounds would repeat the error; faults that could not be injected are reported at
    // the end.
    if (result.errors.some((line) => !line.startsWith(faultFailed))) return results
  }
  return results
}

const abortController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort())

const runSoak = async (): Promise<boolean> => {
  log(`Seed ${seed}, ${minutes} minutes, ${kinds.length} kinds of faults.`)
  const harness = await createHarness({ steady: true })
  const samples: Sample[] = []
  const timer = startSampling(harness, samples)
  const history = createHistory()
  try {
    const workload = await createWorkload(harness, { random: createRandom(seed), history, thinkMs: 250, maxOnSale: 80 })
    const startedAt = performance.now()
    log(
      `${workload.members.length} members are registered; load ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')}.`,
    )
    const results = await runRounds(harness, workload, startedAt + minutes * 60_000)
    await workload.stop()
    const durationMs = performance.now() - startedAt
    const { downtimesMs } = harness.server
    const serverErrors = new Map([
      ...(harness.steadyServer?.getServerErrors() ?? []),
      ...harness.server.getServerErrors(),
    ])
    const report = createReport({
      seed,
      durationMs,
      kinds,
      results,
      entries: history.entries,
      samples,
      downtimesMs,
      serverErrors,
      load: loadavg(),
    })
    await writeFile(values.report, report.text)
    logErrors(harness, report.errors)
    log(`${report.errors.length === 0 ? 'All checks passed' : 'Checks FAILED'}: seed ${seed}, ${values.report}.`)
    return report.errors.length === 0
  } finally {
    clearInterval(timer)
    await harness.close()
  }
}

process.exitCode = (await runSoak()) ? 0 : 1
