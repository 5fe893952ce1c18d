// The report of a soak as a Markdown page.
import { cpus } from 'node:os'
import type { HistoryEntry } from './history.ts'
import { type MemoryGrowth, computeGrowth } from './memory-growth.ts'
import type { FaultKind, RoundResult } from './fault-round.ts'
import type { Sample } from './supervisor.ts'

type ReportInput = {
  seed: string
  durationMs: number
  kinds: readonly FaultKind[]
  results: readonly RoundResult[]
  entries: readonly HistoryEntry[]
  samples: readonly Sample[]
  /** What went wrong inside and was answered 500, and how often. */
  serverErrors: ReadonlyMap<string, number>
  /** How long the shop was away each time it had ended. */
  downtimesMs: readonly number[]
  load: readonly number[]
}

// Loading rarely used code, filling the connection pool and the response cache.
const warmUpMs = 10 * 60_000
// More than this per hour is growth; less is noise of the garbage collector.
const maxGrowthMbPerHour = 30
// A line through less than this says more about the garbage collector than about growth.
const minGrowthSpanMs = 25 * 60_000

const formatMinutes = (ms: number): string => (ms / 60_000).toFixed(1)
const formatSeconds = (ms: number): string => (ms / 1000).toFixed(1)
const max = (values: readonly number[]): number => Math.max(0, ...values)
const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const formatFaultRow = (kind: FaultKind, results: readonly RoundResult[]): string => {
  const ownResults = results.filter(({ what }) => what === kind.what)
  const sum = (field: 'requests' | 'acknowledged' | 'unknown') => ownResults.reduce((all, one) => all + one[field], 0)
  const failedRounds = ownResults.filter((one) => one.errors.length > 0).length
  const times = `${formatSeconds(max(ownResults.map((one) => one.recoveryMs)))} s | ${formatSeconds(max(ownResults.map((one) => one.consistentMs)))} s`
  return `| ${kind.id} | ${kind.what} | ${ownResults.length} | ${sum('requests')} | ${sum('acknowledged')} | ${sum('unknown')} | ${times} | ${failedRounds === 0 ? 'passed' : `**failed in ${failedRounds}**`} |`
}

const formatCodes = (entries: readonly HistoryEntry[]): string => {
  const counts = new Map<string, number>()
  for (const { status, code } of entries)
    if (status !== undefined) counts.set(`${status} ${code}`, (counts.get(`${status} ${code}`) ?? 0) + 1)
  return [...counts].map(([code, count]) => `${code} × ${count}`).join(', ')
}

const formatActionRow = (entries: readonly HistoryEntry[], action: string): string => {
  const mine = entries.filter((one) => one.action === action)
  const countOutcome = (outcome: HistoryEntry['outcome']) => mine.filter((one) => one.outcome === outcome).length
  return `| ${action} | ${mine.length} | ${countOutcome('ok')} | ${countOutcome('fail')} | ${countOutcome('unknown')} | ${formatCodes(mine)} |`
}

const formatMemory = (growth: MemoryGrowth | null): string =>
  growth === null
    ? 'The run was too short to measure memory growth.'
    : `A second server process served every third user through all faults and was never stopped. After its warm-up: ${growth.samples} samples in ${formatMinutes(growth.spanMs)} minutes of its resident memory; ${growth.firstMb.toFixed(0)} MB first, ${growth.lastMb.toFixed(0)} MB last, ${growth.maxMb.toFixed(0)} MB maximum. Linear trend: **${growth.mbPerHour.toFixed(1)} MB per hour**; the limit is ${maxGrowthMbPerHour}${growth.spanMs < minGrowthSpanMs ? ', which does not apply to a run of less than half an hour' : ''}.`

const findFailures = ({ results }: ReportInput, growth: MemoryGrowth | null): string[] => [
  ...(results.length === 0 ? ['No round ran.'] : []),
  ...results.flatMap(({ id, what, errors }, index) =>
    errors.map((line) => `round ${index + 1}, ${id}, ${what}: ${line}`),
  ),
  ...(growth && growth.spanMs >= minGrowthSpanMs && growth.mbPerHour > maxGrowthMbPerHour
    ? [`Memory grew by ${growth.mbPerHour.toFixed(1)} MB per hour.`]
    : []),
]

/** Writes the report; `wrong` is empty when everything held. */
export const createReport = (input: ReportInput): { text: string; errors: string[] } => {
  const { seed, durationMs, kinds, results, entries, samples, downtimesMs, load } = input
  const growth = computeGrowth(samples, Math.min(warmUpMs, durationMs / 3))
  const errors = findFailures(input, growth)
  const actions = [...new Set(entries.map(({ action }) => action))].toSorted()
  const writes = entries.filter(({ outcome, action }) => outcome === 'ok' && action !== 'read').length
  const text = `# Soak test

Written by \`npm run soak -- --minutes ${Math.round(durationMs / 60_000)} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}; the faults are described in [tests/resilience/README.md](../tests/resilience/README.md).

${errors.length === 0 ? '**Passed.**' : '**Failed.**'} ${results.length} rounds in ${formatMinutes(durationMs)} minutes; ${entries.length} requests of 20 users, ${writes} acknowledged writes, all of them present after every round. The supervisor restarted the server ${downtimesMs.length} times: downtime ${formatSeconds(computeMedian(downtimesMs))} s median, ${formatSeconds(max(downtimesMs))} s maximum. On ${cpus().length} cores, load ${load.map((one) => one.toFixed(1)).join(', ')} at the end.

Checked after every round: all invariants, the provider's ledger without any lag, every acknowledged write read back, the history of every bike, and the numbers on the pages.
${errors.length > 0 ? `\n## Failures\n\n${errors.map((line) => `- ${line}`).join('\n')}\n` : ''}
## Rounds

Recovery: time after the fault until 300 requests in a row succeed. Consistency: time until the ledgers agree after all users stop. Both are the maximum over the rounds.

| fault | what | rounds | requests | acknowledged | unknown | recovery | consistency | result |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${kinds.map((kind) => formatFaultRow(kind, results)).join('\n')}

## Notes of the rounds

${results.flatMap(({ id, notes }, index) => (notes.length > 0 ? [`- ${index + 1}, ${id}: ${notes.join('; ')}`] : [])).join('\n')}

## Requests

| action | attempts | acknowledged | refused | unknown | errors |
| --- | --- | --- | --- | --- | --- |
${actions.map((action) => formatActionRow(entries, action)).join('\n')}

## Responses with status 500

${input.serverErrors.size === 0 ? 'Nothing.' : [...input.serverErrors].map(([message, count]) => `- ${count} × ${message}`).join('\n')}

## Memory

${formatMemory(growth)}
`
  return { text, errors }
}
