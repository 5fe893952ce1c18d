// One round: the fault strikes in the middle of the work, is healed, and within a minute everything must be as if it had
// never been, by itself.
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { findLost, readEverything } from './acknowledged-writes.ts'
import { findMismatch, findWrong } from './ledger-checks.ts'
import type { Dice } from './random.ts'
import type { Entry } from './history.ts'
import type { Rig } from './harness.ts'
import type { Workload } from './workload.ts'

/** A kind of fault. */
export type FaultKind = {
  /** From the table of faults in tests/resilience/README.md. */
  id: string
  /** What happens, as the end of "while …". */
  what: string
  /**
   * Strikes while the work goes on, and has healed when it is over; gives what it found wrong, and may tell figures.
   * @param ms about how long it lasts
   */
  strike(struck: { rig: Rig; dice: Dice; ms: number; tell: (figure: string) => void }): Promise<string[]>
}

export type RoundResult = {
  id: string
  what: string
  /** How long it lasted, and after healing: until no request failed any more, and until the books agreed. */
  faultMs: number
  calmMs: number
  agreedMs: number
  requests: number
  acknowledged: number
  unknown: number
  figures: string[]
  wrong: string[]
}

/** How a line begins that tells of the rig and not of the shop. */
export const notPlayed = 'The fault itself went wrong'

const healMs = 60_000
const calmWithinMs = 30_000
// The share of errors may be 0.1 %: with fewer requests than a thousand, none.
const calmEntries = 300
const beforeMs = 2_000
// A machine with this many times more to do than it has cores turns people away without any fault: then the errors say
// nothing about the fault, and are told instead of judged. Everything else is judged all the same.
const loadMostPerCore = 3

const isError = ({ outcome }: Entry): boolean => outcome === 'unknown'

/** Waits for a stretch of requests without one error; gives how long after healing it began. */
const untilCalm = async ({ history }: Workload, healedAt: number, wanted: number): Promise<number | null> => {
  let from = healedAt
  while (performance.now() < healedAt + calmWithinMs * 2) {
    const since = history.entries.filter((one) => one.beganMs >= from)
    const last = since.findLast(isError)
    if (last) from = last.endedMs + 1
    else if (since.length >= wanted) return from - healedAt
    if (from - healedAt > calmWithinMs) return null
    await pause(100)
  }
  return null
}

const untilRight = async (rig: Rig): Promise<{ wrong: string[]; tookMs: number }> => {
  const beganAt = performance.now()
  for (;;) {
    const wrong = await findWrong(rig).catch((error: unknown) => [`The books cannot be read: ${String(error)}`])
    const tookMs = performance.now() - beganAt
    if (wrong.length === 0 || tookMs > healMs) return { wrong, tookMs }
    await pause(500)
  }
}

/** Reads everything back and judges it; the workload must hold still. */
export const judge = async (rig: Rig, workload: Workload): Promise<string[]> => {
  const shown = await readEverything(workload)
  const { entries } = workload.history
  const emails = workload.members.map(({ email }) => email)
  return [
    ...workload.checker.take(workload.history.takeNew()),
    ...findLost(entries, shown),
    ...(await findMismatch(rig, shown, emails)),
  ].slice(0, 20)
}

const strike = async (kind: FaultKind, struck: Parameters<FaultKind['strike']>[0]): Promise<string[]> => {
  try {
    return await kind.strike(struck)
  } catch (error) {
    return [`${notPlayed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
  }
}

type Round = {
  rig: Rig
  workload: Workload
  kind: FaultKind
  dice: Dice
  /** About how long the fault lasts. */
  ms: number
  /** How many requests without an error are calm; 300 unless told. */
  calmEntries?: number
}

/** Plays one round; gives what happened, with everything that was wrong as sentences. */
export const playRound = async (round: Round): Promise<RoundResult> => {
  const { rig, workload, kind, dice, ms } = round
  const figures: string[] = []
  const first = workload.history.entries.length
  workload.go()
  await pause(beforeMs)
  const beganAt = performance.now()
  const ofFault = await strike(kind, { rig, dice, ms, tell: (figure) => void figures.push(figure) })
  await rig.heal()
  const healedAt = performance.now()
  const calmMs = await untilCalm(workload, healedAt, round.calmEntries ?? calmEntries)
  const isBusy = calmMs === null && (loadavg()[0] ?? 0) > loadMostPerCore * availableParallelism()
  if (isBusy) figures.push(`errors were not judged: the load of the machine was ${loadavg()[0]?.toFixed(1)}`)
  await workload.holdStill()
  const { wrong, tookMs } = await untilRight(rig)
  const judged = await judge(rig, workload).catch((error: unknown) => [`The shop cannot be read: ${String(error)}`])
  const entries = workload.history.entries.slice(first)
  return {
    id: kind.id,
    what: kind.what,
    faultMs: healedAt - beganAt,
    calmMs: calmMs ?? calmWithinMs,
    agreedMs: tookMs,
    requests: entries.length,
    acknowledged: entries.filter(({ outcome, deed }) => outcome === 'ok' && deed !== 'read').length,
    unknown: entries.filter(isError).length,
    figures,
    wrong: [...ofFault, ...(calmMs === null && !isBusy ? [errorsAfter(entries, healedAt)] : []), ...wrong, ...judged],
  }
}

const errorsAfter = (entries: readonly Entry[], healedAt: number): string => {
  const late = entries.filter((one) => isError(one) && one.beganMs > healedAt + calmWithinMs / 2)
  const kinds = [...new Set(late.map(({ deed, status, code }) => `${deed}: ${status} ${code}`))]
  return `Requests still failed 30 seconds after it had healed: ${kinds.join(', ') || 'too few were made'}`
}
