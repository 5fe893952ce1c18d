// Times two actions in turns, so that other load on the machine meets both alike.
import { median } from '#benchmarks/baseline/lists.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'
import { type Action, percentile } from '#benchmarks/load/load-generator.ts'

export type PairFigures = {
  /** Milliseconds. */
  one: { median: number; p95: number }
  other: { median: number; p95: number }
  /** The median of what the one took longer than the other just before or after it. */
  differenceMs: number
  comparison: Comparison
}

const time = async (action: Action): Promise<number> => {
  const startedAt = performance.now()
  const status = await action()
  if (status !== 200) throw new Error(`An action of the benchmark returned ${status}.`)
  return performance.now() - startedAt
}

const toFigures = (times: number[]) => ({ median: percentile(times, 0.5), p95: percentile(times, 0.95) })

/** Compares the time of single actions in pairs, and then the CPU of rounds. `postgres` is the process of both databases. */
export const comparePairs = async (
  actions: { one: Action; other: Action },
  size: { pairs: number; rounds: number; actionsPerRound: number },
  postgres: number,
): Promise<PairFigures> => {
  const [ones, others]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < size.pairs; pair += 1) {
    // Each is the first of every second pair.
    if (pair % 2 === 0) ones.push(await time(actions.one))
    others.push(await time(actions.other))
    if (pair % 2 === 1) ones.push(await time(actions.one))
  }
  // The first tenth is that of cold caches and of code that is not compiled yet.
  const warm = Math.floor(size.pairs / 10)
  const differences = ones.map((ms, at) => ms - (others[at] ?? Number.NaN)).slice(warm)
  const pids = { server: process.pid, postgres }
  return {
    one: toFigures(ones.slice(warm)),
    other: toFigures(others.slice(warm)),
    differenceMs: median(differences),
    comparison: await compare(
      { action: actions.one, pids },
      { action: actions.other, pids },
      { rounds: size.rounds, actionsPerRound: size.actionsPerRound, concurrency: 1 },
    ),
  }
}
