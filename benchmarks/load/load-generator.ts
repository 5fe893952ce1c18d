// Load generator. Open model: requests start at random moments, whether or not earlier ones have finished.
import { setTimeout as pause } from 'node:timers/promises'

/** Performs one user action; returns the HTTP status that decides whether it succeeded. */
export type Action = () => Promise<number>

export type LoadFigures = {
  /** Started actions per second, on average. */
  perSecond: number
  started: number
  accepted: number
  /** Responses with 429 or 503. */
  shed: number
  /** All other responses, by status; 0 is no response. */
  failed: Record<number, number>
  /** Of accepted actions, from their scheduled start. */
  milliseconds: { p50: number; p99: number; max: number }
  /** Started more than five milliseconds late because the machine was busy; the delay counts as response time. */
  lateStarts: number
}

const lateMs = 5

/** The value below which this share of all values is. */
export const percentile = (values: readonly number[], share: number): number => {
  const ordered = Float64Array.from(values).sort()
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN
}

/** Arrival times of a Poisson process, in milliseconds from the start. */
const createArrivals = (perSecond: number, seconds: number, random: () => number): number[] => {
  const moments: number[] = []
  const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond
  for (let at = gap(); at < seconds * 1_000; at += gap()) moments.push(at)
  return moments
}

type ActionResult = { status: number; ms: number; isLate: boolean }

const runAction = async (action: Action, beganAt: number, dueMs: number): Promise<ActionResult> => {
  const isLate = performance.now() - beganAt - dueMs > lateMs
  const status = await action().catch(() => 0)
  return { status, ms: performance.now() - beganAt - dueMs, isLate }
}

const isShed = ({ status }: ActionResult): boolean => status === 429 || status === 503
const isAccepted = ({ status }: ActionResult): boolean => status >= 200 && status < 400

const toFigures = (results: readonly ActionResult[], seconds: number): LoadFigures => {
  const times = results.filter(isAccepted).map(({ ms }) => ms)
  const failed = results.filter((one) => !isAccepted(one) && !isShed(one))
  return {
    perSecond: results.length / seconds,
    started: results.length,
    accepted: times.length,
    shed: results.filter(isShed).length,
    failed: Object.fromEntries(
      [...Map.groupBy(failed, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    ),
    milliseconds: { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: percentile(times, 1) },
    lateStarts: results.filter(({ isLate }) => isLate).length,
  }
}

/** Starts actions at random moments, `perSecond` on average, for `seconds`; waits for all of them. */
export const runOpenLoad = async (options: {
  perSecond: number
  seconds: number
  action: Action
  random: () => number
}): Promise<LoadFigures> => {
  const running: Promise<ActionResult>[] = []
  const beganAt = performance.now()
  for (const dueMs of createArrivals(options.perSecond, options.seconds, options.random)) {
    const waitMs = dueMs - (performance.now() - beganAt)
    if (waitMs >= 1) await pause(waitMs)
    running.push(runAction(options.action, beganAt, dueMs))
  }
  return toFigures(await Promise.all(running), options.seconds)
}

/** Measures the capacity in a closed model: `concurrency` users, each starting again when done. Returns actions per second. */
export const runClosedLoad = async (options: {
  concurrency: number
  seconds: number
  action: Action
}): Promise<number> => {
  const until = performance.now() + options.seconds * 1_000
  let accepted = 0
  const runWorker = async () => {
    while (performance.now() < until) {
      const status = await options.action().catch(() => 0)
      if (status >= 200 && status < 400) accepted += 1
      // A rejected user pauses before the next attempt.
      else await pause(20)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, runWorker))
  return accepted / options.seconds
}

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
