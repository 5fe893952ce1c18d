// Whether memory grows: samples of a process that is never ended, and the slope of the line through them.
import type { Sample } from './supervisor.ts'

export type Growth = {
  samples: number
  spanMs: number
  firstMb: number
  lastMb: number
  mostMb: number
  mbPerHour: number
}

const hourMs = 3_600_000

/** The slope of the straight line that fits best (least squares), in MB per hour. */
const slopeOf = (samples: readonly Sample[]): number => {
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [meanMs, meanMb] = [mean((one) => one.atMs), mean((one) => one.rssMb)]
  let [up, along] = [0, 0]
  for (const { atMs, rssMb } of samples) {
    up += (atMs - meanMs) * (rssMb - meanMb)
    along += (atMs - meanMs) ** 2
  }
  return along === 0 ? 0 : (up / along) * hourMs
}

/** How memory went after the process had warmed up; null when there is too little to say. */
export const growthOf = (samples: readonly Sample[], warmUpMs: number): Growth | null => {
  const start = samples[0]?.atMs ?? 0
  const warm = samples.filter(({ atMs }) => atMs - start >= warmUpMs)
  const [first, last] = [warm[0], warm.at(-1)]
  if (!first || !last || warm.length < 10) return null
  return {
    samples: warm.length,
    spanMs: last.atMs - first.atMs,
    firstMb: first.rssMb,
    lastMb: last.rssMb,
    mostMb: Math.max(...warm.map(({ rssMb }) => rssMb)),
    mbPerHour: slopeOf(warm),
  }
}
