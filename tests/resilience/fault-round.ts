// One round: injects a fault while users work, heals it, and checks that the app recovers by itself within a minute.
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { findLostWrites, readSnapshot } from './acknowledged-writes.ts'
import { findScreenMismatches, findLedgerErrors } from './ledger-checks.ts'
import type { Random } from './random.ts'
import type { HistoryEntry } from './history.ts'
import type { Harness } from './harness.ts'
import type { Workload } from './workload.ts'

/** A kind of fault. */
export type FaultKind = {
  /** From the table of faults in tests/resilience/README.md. */
  id: string
  /** What happens, as the end of "while …". */
  what: string
  /**
   * Injects the fault while users work and heals it; returns errors, and may log figures.
   * @param ms about how long it lasts
   */
  run(context: { harness: Harness; random: Random; ms: number; log: (note: string) => void }): Promise<string[]>
}

export type RoundResult = {
  id: string
  what: string
  /** Duration of the fault, and after healing: until requests succeeded, and until the ledgers agreed. */
  faultMs: number
  recoveryMs: number
  consistentMs: number
  requests: number
  acknowledged: number
  unknown: number
  notes: string[]
  errors: string[]
}

/** Prefix of errors of the harness, not of the app. */
export const faultFailed = 'The fault could not be injected'

const healTimeoutMs = 60_000
const maxRecoveryMs = 30_000
// The share of errors may be 0.1 %: with fewer requests than a thousand, none.
const minCalmRequests = 300
const warmUpMs = 2_000
// Above this load per core the app sheds load without any fault: failed requests are then reported but not counted as
// errors. All other checks still apply.
const maxLoadPerCore = 3

const isError = ({ outcome }: HistoryEntry): boolean => outcome === 'unknown'

/** Waits for a series of requests without an error; returns how long after healing it began, in ms. */
const waitUntilCalm = async ({ history }: Workload, healedAt: number, minRequests: number): Promise<number | null> => {
  let from = healedAt
  while (performance.now() < healedAt + maxRecoveryMs * 2) {
    const since = history.entries.filter((one) => one.beganMs >= from)
    const last = since.findLast(isError)
    if (last) from = last.endedMs + 1
    else if (since.length >= minRequests) return from - healedAt
    if (from - healedAt > maxRecoveryMs) return null
    await pause(100)
  }
  return null
}

const waitUntilConsistent = async (harness: Harness): Promise<{ errors: string[]; tookMs: number }> => {
  const startedAt = performance.now()
  for (;;) {
    const errors = await findLedgerErrors(harness).catch((error: unknown) => [
      `The ledger cannot be read: ${String(error)}`,
    ])
    const tookMs = performance.now() - startedAt
    if (errors.length === 0 || tookMs > healTimeoutMs) return { errors, tookMs }
    await pause(500)
  }
}

/** Reads everything back and returns errors; the workload must be paused. */
export const findErrors = async (harness: Harness, workload: Workload): Promise<string[]> => {
  const snapshot = await readSnapshot(workload)
  const { entries } = workload.history
  const emails = workload.members.map(({ email }) => email)
  return [
    ...workload.checker.check(workload.history.takeNew()),
    ...findLostWrites(entries, snapshot),
    ...(await findScreenMismatches(harness, snapshot, emails)),
  ].slice(0, 20)
}

const runFault = async (kind: FaultKind, context: Parameters<FaultKind['run']>[0]): Promise<string[]> => {
  try {
    return await kind.run(context)
  } catch (error) {
    return [`${faultFailed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
  }
}

type RoundOptions = {
  harness: Harness
  workload: Workload
  kind: FaultKind
  random: Random
  /** About how long the fault lasts. */
  ms: number
  /** How many requests without an error count as recovered; 300 by default. */
  minCalmRequests?: number
}

/** Plays one round; returns figures and errors. */
export const runRound = async (round: RoundOptions): Promise<RoundResult> => {
  const { harness, workload, kind, random, ms } = round
  const notes: string[] = []
  const first = workload.history.entries.length
  workload.resume()
  await pause(warmUpMs)
  const startedAt = performance.now()
  const faultErrors = await runFault(kind, { harness, random, ms, log: (note) => void notes.push(note) })
  await harness.heal()
  const healedAt = performance.now()
  const recoveryMs = await waitUntilCalm(workload, healedAt, round.minCalmRequests ?? minCalmRequests)
  const isBusy = recoveryMs === null && (loadavg()[0] ?? 0) > maxLoadPerCore * availableParallelism()
  if (isBusy) notes.push(`errors were not judged: the load of the machine was ${loadavg()[0]?.toFixed(1)}`)
  await workload.pauseUsers()
  const { errors, tookMs } = await waitUntilConsistent(harness)
  const readErrors = await findErrors(harness, workload).catch((error: unknown) => [
    `The app cannot be read: ${String(error)}`,
  ])
  const entries = workload.history.entries.slice(first)
  return {
    id: kind.id,
    what: kind.what,
    faultMs: healedAt - startedAt,
    recoveryMs: recoveryMs ?? maxRecoveryMs,
    consistentMs: tookMs,
    requests: entries.length,
    acknowledged: entries.filter(({ outcome, action }) => outcome === 'ok' && action !== 'read').length,
    unknown: entries.filter(isError).length,
    notes,
    errors: [
      ...faultErrors,
      ...(recoveryMs === null && !isBusy ? [describeLateErrors(entries, healedAt)] : []),
      ...errors,
      ...readErrors,
    ],
  }
}

const describeLateErrors = (entries: readonly HistoryEntry[], healedAt: number): string => {
  const lateErrors = entries.filter((one) => isError(one) && one.beganMs > healedAt + maxRecoveryMs / 2)
  const kinds = [...new Set(lateErrors.map(({ action, status, code }) => `${action}: ${status} ${code}`))]
  return `Requests still failed 30 seconds after it had healed: ${kinds.join(', ') || 'too few were made'}`
}
