// Whether memory grows: samples of a process that is never ended, and the slope of the line through them.
import { hourMs } from '#contract/time/durations.ts'
import type { Sample } from './supervisor.ts'

export type MemoryGrowth = {
  samples: number
  spanMs: number
  firstMb: number
  lastMb: number
  maxMb: number
  mbPerHour: number
}

/** The slope of the straight line that fits best (least squares), in MB per hour. */
const computeSlope = (samples: readonly Sample[]): number => {
  const computeMean = (select: (one: Sample) => number) =>
    samples.reduce((sum, one) => sum + select(one), 0) / samples.length
  const [meanMs, meanMb] = [computeMean((one) => one.atMs), computeMean((one) => one.rssMb)]
  let [covariance, variance] = [0, 0]
  for (const { atMs, rssMb } of samples) {
    covariance += (atMs - meanMs) * (rssMb - meanMb)
    variance += (atMs - meanMs) ** 2
  }
  return variance === 0 ? 0 : (covariance / variance) * hourMs
}

/** How memory went after the process had warmed up; null when there is too little to say. */
export const computeGrowth = (samples: readonly Sample[], warmUpMs: number): MemoryGrowth | null => {
  const start = samples[0]?.atMs ?? 0
  const warm = samples.filter(({ atMs }) => atMs - start >= warmUpMs)
  const [first, last] = [warm[0], warm.at(-1)]
  if (!first || !last || warm.length < 10) return null
  return {
    samples: warm.length,
    spanMs: last.atMs - first.atMs,
    firstMb: first.rssMb,
    lastMb: last.rssMb,
    maxMb: Math.max(...warm.map(({ rssMb }) => rssMb)),
    mbPerHour: computeSlope(warm),
  }
}
