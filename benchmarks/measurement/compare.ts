// Two things measured turn by turn in one run, so that what else the machine does falls on both alike.
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { type Deed, percentile } from '#benchmarks/load/load-generator.ts'

/** One of the two: what is done, and whose work it is. */
export type Side = { deed: Deed; pids: { server: number; postgres: number | null } }

type Turn = { cpu: number; times: number[] }

export type Compared = {
  /** CPU of server and PostgreSQL for one deed over that of the other side: the median of the turns, and the turns. */
  cpuRatio: number
  turns: number[]
  /** In microseconds for one deed. */
  cpu: { one: number; other: number }
  p99Ratio: number
  /** Over all turns. */
  p99Milliseconds: { one: number; other: number }
}

const spentBy = async ({ pids }: Side): Promise<number> =>
  (await cpuOf(pids.server)) + (pids.postgres === null ? 0 : await cpuOfFamily(pids.postgres))

/** Does so many deeds, a few at once. */
const take = async (side: Side, { deeds, atOnce }: { deeds: number; atOnce: number }): Promise<Turn> => {
  const times: number[] = []
  let left = deeds
  const again = async () => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      const status = await side.deed()
      if (status !== 200) throw new Error(`A deed of the comparison was answered ${status}.`)
      times.push(performance.now() - begun)
    }
  }
  const before = await spentBy(side)
  await Promise.all(Array.from({ length: atOnce }, again))
  return { cpu: ((await spentBy(side)) - before) / deeds, times }
}

/** Compares one with the other in turns, after one turn of each that is not counted. */
export const compare = async (
  one: Side,
  other: Side,
  how: { turns: number; deeds: number; atOnce: number },
): Promise<Compared> => {
  const [mine, theirs]: [Turn[], Turn[]] = [[], []]
  for (let turn = 0; turn <= how.turns; turn += 1) {
    const [first, second] = [await take(one, how), await take(other, how)]
    if (turn > 0) mine.push(first)
    if (turn > 0) theirs.push(second)
  }
  const turns = mine.map(({ cpu }, at) => cpu / (theirs[at]?.cpu ?? Number.NaN))
  const p99 = (all: Turn[]) =>
    percentile(
      all.flatMap(({ times }) => times),
      0.99,
    )
  return {
    cpuRatio: median(turns),
    turns,
    cpu: { one: median(mine.map(({ cpu }) => cpu)), other: median(theirs.map(({ cpu }) => cpu)) },
    p99Ratio: p99(mine) / p99(theirs),
    p99Milliseconds: { one: p99(mine), other: p99(theirs) },
  }
}
