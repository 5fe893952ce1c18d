// Seeded random numbers: one seed determines every choice of a run, with an independent sequence for each user.
import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, this one. */
  below(end: number): number
  between(min: number, max: number): number
  /** True this often: 0.1 is one time in ten. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  shuffle<T>(from: readonly T[]): T[]
  /** Creates an independent generator from this seed and the name. */
  fork(name: string): Random
}

// Tommy Ettinger's mulberry32: 32 bits of state are plenty for choosing what to do next.
const createMulberry32 = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Creates a generator from the seed. */
export const createRandom = (seed: string): Random => {
  const next = createMulberry32(createHash('sha256').update(seed).digest().readUInt32LE())
  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)]
    if (one === undefined) throw new Error('There is nothing to choose from.')
    return one
  }
  const shuffle = <T>(from: readonly T[]): T[] => {
    const remaining = [...from]
    return from.flatMap(() => remaining.splice(below(remaining.length), 1))
  }
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => next() < share,
    pick,
    shuffle,
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}
