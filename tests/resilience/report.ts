// What a soak tells afterwards, as a page to be read.
import { cpus } from 'node:os'
import type { Entry } from './history.ts'
import { type Growth, growthOf } from './memory-growth.ts'
import type { FaultKind, RoundResult } from './fault-round.ts'
import type { Sample } from './supervisor.ts'

type Told = {
  seed: string
  ranMs: number
  kinds: readonly FaultKind[]
  results: readonly RoundResult[]
  entries: readonly Entry[]
  samples: readonly Sample[]
  /** What went wrong inside and was answered 500, and how often. */
  inner: ReadonlyMap<string, number>
  /** How long the shop was away each time it had ended. */
  awayMs: readonly number[]
  load: readonly number[]
}

// Reading in the code that is used seldom, filling the pool and the shelf of ready answers.
const warmUpMs = 10 * 60_000
// More than this in an hour would be growth; less is the breath of the garbage collector.
const growthMbPerHourMost = 30
// A line through less than this says more about the garbage collector than about growth.
const growthSpanMsLeast = 25 * 60_000

const minutesOf = (ms: number): string => (ms / 60_000).toFixed(1)
const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const most = (values: readonly number[]): number => Math.max(0, ...values)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const rowOf = (kind: FaultKind, results: readonly RoundResult[]): string => {
  const mine = results.filter(({ what }) => what === kind.what)
  const sum = (of: 'requests' | 'acknowledged' | 'unknown') => mine.reduce((all, one) => all + one[of], 0)
  const wrong = mine.filter((one) => one.wrong.length > 0).length
  const times = `${seconds(most(mine.map((one) => one.calmMs)))} s | ${seconds(most(mine.map((one) => one.agreedMs)))} s`
  return `| ${kind.id} | ${kind.what} | ${mine.length} | ${sum('requests')} | ${sum('acknowledged')} | ${sum('unknown')} | ${times} | ${wrong === 0 ? 'held' : `**broke in ${wrong}**`} |`
}

const codesOf = (entries: readonly Entry[]): string => {
  const counts = new Map<string, number>()
  for (const { status, code } of entries)
    if (status !== undefined) counts.set(`${status} ${code}`, (counts.get(`${status} ${code}`) ?? 0) + 1)
  return [...counts].map(([code, count]) => `${code} × ${count}`).join(', ')
}

const deedRow = (entries: readonly Entry[], deed: string): string => {
  const mine = entries.filter((one) => one.deed === deed)
  const of = (outcome: Entry['outcome']) => mine.filter((one) => one.outcome === outcome).length
  return `| ${deed} | ${mine.length} | ${of('ok')} | ${of('fail')} | ${of('unknown')} | ${codesOf(mine)} |`
}

const memoryLines = (growth: Growth | null): string =>
  growth === null
    ? 'The run was too short to say how memory goes.'
    : `A second process of the shop served every third user through all faults and was never ended. After it had warmed up, ${growth.samples} samples in ${minutesOf(growth.spanMs)} minutes of its resident memory: ${growth.firstMb.toFixed(0)} MB at first, ${growth.lastMb.toFixed(0)} MB at last, ${growth.mostMb.toFixed(0)} MB at most. The line through them rises by **${growth.mbPerHour.toFixed(1)} MB in an hour**; at most ${growthMbPerHourMost} are allowed${growth.spanMs < growthSpanMsLeast ? ', which a run of less than half an hour is not held to' : ''}.`

const complaints = ({ results }: Told, growth: Growth | null): string[] => [
  ...(results.length === 0 ? ['Not one round was played.'] : []),
  ...results.flatMap(({ id, what, wrong }, at) => wrong.map((line) => `round ${at + 1}, ${id}, ${what}: ${line}`)),
  ...(growth && growth.spanMs >= growthSpanMsLeast && growth.mbPerHour > growthMbPerHourMost
    ? [`Memory grew by ${growth.mbPerHour.toFixed(1)} MB an hour.`]
    : []),
]

/** Writes the report; `wrong` is empty when everything held. */
export const writeReport = (told: Told): { text: string; wrong: string[] } => {
  const { seed, ranMs, kinds, results, entries, samples, awayMs, load } = told
  const growth = growthOf(samples, Math.min(warmUpMs, ranMs / 3))
  const wrong = complaints(told, growth)
  const deeds = [...new Set(entries.map(({ deed }) => deed))].toSorted()
  const writes = entries.filter(({ outcome, deed }) => outcome === 'ok' && deed !== 'read').length
  const text = `# The soak

Written by \`npm run soak -- --minutes ${Math.round(ranMs / 60_000)} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}; what the faults are stands in [tests/resilience/README.md](../faults/README.md).

${wrong.length === 0 ? '**Everything held.**' : '**It did not hold.**'} ${results.length} rounds in ${minutesOf(ranMs)} minutes; ${entries.length} requests of 20 users, ${writes} acknowledged writes, all of them there after every round. The shop was ended and opened again ${awayMs.length} times by its supervisor: away ${seconds(median(awayMs))} s in the middle, ${seconds(most(awayMs))} s at most. On ${cpus().length} cores, load ${load.map((one) => one.toFixed(1)).join(', ')} at the end.

After every round: all invariants, the provider's books against the shop's with no time to spare, every acknowledged write read back, the history of every bike, and what the screens show.
${wrong.length > 0 ? `\n## What did not hold\n\n${wrong.map((line) => `- ${line}`).join('\n')}\n` : ''}
## Rounds

Calm is how long after healing the first stretch of 300 requests without one error began; agreed is how long the books took after everybody held still. The worst of each.

| fault | what | rounds | requests | acknowledged | unknown | calm | agreed | result |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${kinds.map((kind) => rowOf(kind, results)).join('\n')}

## What the rounds told

${results.flatMap(({ id, figures }, at) => (figures.length > 0 ? [`- ${at + 1}, ${id}: ${figures.join('; ')}`] : [])).join('\n')}

## Requests

| deed | tried | acknowledged | refused | unknown | refusals |
| --- | --- | --- | --- | --- | --- |
${deeds.map((deed) => deedRow(entries, deed)).join('\n')}

## Answered 500

${told.inner.size === 0 ? 'Nothing.' : [...told.inner].map(([said, count]) => `- ${count} × ${said}`).join('\n')}

## Memory

${memoryLines(growth)}
`
  return { text, wrong }
}
