// Load as the world makes it: people come when they come, whether or not those before them were answered.
import { setTimeout as pause } from 'node:timers/promises'

/** Does one thing as a person would; gives the status that decides whether it was done. */
export type Action = () => Promise<number>

export type LoadFigures = {
  /** What was begun each second, on average. */
  perSecond: number
  started: number
  accepted: number
  /** Answered 429 or 503. */
  shed: number
  /** All other answers, by status; 0 is no answer at all. */
  failed: Record<number, number>
  /** Of what was accepted, from the moment when it should have begun. */
  milliseconds: { p50: number; p99: number; max: number }
  /** Begun more than five milliseconds after its moment, because the machine was busy: counted as waiting all the same. */
  lateStarts: number
}

const lateMs = 5

/** The value below which this share of all lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const ordered = Float64Array.from(values).sort()
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN
}

/** The moments of arrivals without memory, in milliseconds from the beginning. */
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

/** Begins deeds at random moments, so many in a second on average, for so many seconds; waits for all of them. */
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

/** What the shop can do at most: so many at once, each beginning anew when it is done. Gives deeds a second. */
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
      // Who is turned away does not come back in the same instant.
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
