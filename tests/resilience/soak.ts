// `npm run soak -- --minutes 60 --seed 1`: faults for as long as told, the judgement after each, and a report.
//   --only F07,F33      only these faults
//   --report file       where the report is written; docs/soak.md unless told
import { loadavg } from 'node:os'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Dice, diceFrom } from './random.ts'
import { openHistory } from './history.ts'
import { everyKind } from './kinds/all-faults.ts'
import { writeReport } from './report.ts'
import { openRig, type Rig } from './harness.ts'
import { type FaultKind, notPlayed, playRound, type RoundResult } from './fault-round.ts'
import type { Sample } from './supervisor.ts'
import { openWorkload, type Workload } from './workload.ts'

const sampleMs = 5_000
const say = (line: string): void => console.log(line)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string', default: 'docs/soak.md' },
  },
})

const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('Say for how long: --minutes 60.')
const seed = values.seed ?? String(Date.now() % 1_000_000)
const only = values.only?.split(',')
const kinds = everyKind.filter(({ id }) => only === undefined || id.split(', ').some((one) => only.includes(one)))
if (kinds.length === 0) throw new Error(`No fault of the rig is called ${values.only}.`)

/** One kind after another, each as often as the others, in an order that the seed gives. */
function* schedule(dice: Dice): Generator<FaultKind> {
  for (;;) yield* dice.shuffled(kinds)
}

const complain = (rig: Rig, wrong: readonly string[]): void => {
  for (const line of wrong) say(`NO  ${line}`)
  if (wrong.length > 0) say(`What the shop said last:\n${rig.shop.printed().slice(-1_000)}`)
}

const tell = (result: RoundResult, at: number): void => {
  const { id, what, requests, acknowledged, unknown, calmMs, agreedMs, figures, wrong } = result
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const times = `calm after ${seconds(calmMs)} s, books after ${seconds(agreedMs)} s`
  say(
    `${wrong.length === 0 ? 'ok' : 'NO'}  ${String(at).padStart(3)}  ${id}  ${what}: ${requests} requests, ${acknowledged} acknowledged, ${unknown} unknown; ${times}${figures.length > 0 ? `; ${figures.join('; ')}` : ''}`,
  )
  for (const line of wrong) say(`      ${line}`)
}

const sampling = (rig: Rig, samples: Sample[]) =>
  setInterval(() => {
    const sample = rig.steady?.sample()
    if (sample) samples.push(sample)
  }, sampleMs)

const play = async (rig: Rig, workload: Workload, until: number): Promise<RoundResult[]> => {
  const dice = diceFrom(seed).fork('schedule')
  const results: RoundResult[] = []
  for (const kind of schedule(dice)) {
    if (performance.now() >= until || stopping.signal.aborted) return results
    const ms = dice.between(6_000, 12_000) * (kind.id === 'F35' ? 3 : 1)
    const result = await playRound({ rig, workload, kind, dice: dice.fork(String(results.length)), ms })
    results.push(result)
    tell(result, results.length)
    // What is wrong in the books stays wrong, so the rounds after it would only repeat it; a fault that could not be
    // played is told at the end.
    if (result.wrong.some((line) => !line.startsWith(notPlayed))) return results
  }
  return results
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const soak = async (): Promise<boolean> => {
  say(`Seed ${seed}, ${minutes} minutes, ${kinds.length} kinds of faults.`)
  const rig = await openRig({ steady: true })
  const samples: Sample[] = []
  const timer = sampling(rig, samples)
  const history = openHistory()
  try {
    const workload = await openWorkload(rig, { dice: diceFrom(seed), history, thinkMs: 250, mostOnSale: 80 })
    const beganAt = performance.now()
    say(
      `${workload.members.length} members are registered; load ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')}.`,
    )
    const results = await play(rig, workload, beganAt + minutes * 60_000)
    await workload.end()
    const ranMs = performance.now() - beganAt
    const { awayMs } = rig.shop
    const inner = new Map([...(rig.steady?.inner() ?? []), ...rig.shop.inner()])
    const report = writeReport({
      seed,
      ranMs,
      kinds,
      results,
      entries: history.entries,
      samples,
      awayMs,
      inner,
      load: loadavg(),
    })
    await writeFile(values.report, report.text)
    complain(rig, report.wrong)
    say(`${report.wrong.length === 0 ? 'All of it held' : 'It did NOT hold'}: seed ${seed}, ${values.report}.`)
    return report.wrong.length === 0
  } finally {
    clearInterval(timer)
    await rig.close()
  }
}

process.exitCode = (await soak()) ? 0 : 1
