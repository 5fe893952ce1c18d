// Compares two targets in alternating rounds, so that other load on the machine affects both equally.
import { getCpuMicroseconds, getTreeCpuMicroseconds } from './cpu.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { type Action, percentile } from '#benchmarks/load/load-generator.ts'

/** One of the two targets: the action, and the processes whose CPU time is counted. */
export type Side = { action: Action; pids: { server: number; postgres: number | null } }

type Round = { cpu: number; times: number[] }

export type Comparison = {
  /** CPU time of server and PostgreSQL per action, divided by that of the other side: median, and all rounds. */
  cpuRatio: number
  rounds: number[]
  /** Microseconds per action. */
  cpu: { one: number; other: number }
  p99Ratio: number
  /** Over all rounds. */
  p99Milliseconds: { one: number; other: number }
}

const getSideCpu = async ({ pids }: Side): Promise<number> =>
  (await getCpuMicroseconds(pids.server)) + (pids.postgres === null ? 0 : await getTreeCpuMicroseconds(pids.postgres))

/** Runs `actionsPerRound` actions, `concurrency` at once. Fails on any status but 200. */
const runRound = async (
  side: Side,
  { actionsPerRound, concurrency }: { actionsPerRound: number; concurrency: number },
): Promise<Round> => {
  const times: number[] = []
  let remaining = actionsPerRound
  const runWorker = async () => {
    while (remaining > 0) {
      remaining -= 1
      const startedAt = performance.now()
      const status = await side.action()
      if (status !== 200) throw new Error(`An action of the comparison returned ${status}.`)
      times.push(performance.now() - startedAt)
    }
  }
  const before = await getSideCpu(side)
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  return { cpu: ((await getSideCpu(side)) - before) / actionsPerRound, times }
}

/** Compares two sides in alternating rounds, after one warm-up round of each. */
export const compare = async (
  one: Side,
  other: Side,
  options: { rounds: number; actionsPerRound: number; concurrency: number },
): Promise<Comparison> => {
  const [oneRounds, otherRounds]: [Round[], Round[]] = [[], []]
  for (let round = 0; round <= options.rounds; round += 1) {
    const [first, second] = [await runRound(one, options), await runRound(other, options)]
    if (round > 0) oneRounds.push(first)
    if (round > 0) otherRounds.push(second)
  }
  const rounds = oneRounds.map(({ cpu }, at) => cpu / (otherRounds[at]?.cpu ?? Number.NaN))
  const getP99 = (all: Round[]) =>
    percentile(
      all.flatMap(({ times }) => times),
      0.99,
    )
  return {
    cpuRatio: median(rounds),
    rounds,
    cpu: { one: median(oneRounds.map(({ cpu }) => cpu)), other: median(otherRounds.map(({ cpu }) => cpu)) },
    p99Ratio: getP99(oneRounds) / getP99(otherRounds),
    p99Milliseconds: { one: getP99(oneRounds), other: getP99(otherRounds) },
  }
}
