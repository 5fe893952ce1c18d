// Chance that can be had again: one seed gives every choice of a run, and each user a row of choices of their own.
import { createHash } from 'node:crypto'

export type Dice = {
  /** From 0 up to, not including, 1. */
  roll(): number
  /** A whole number from 0 up to, not including, this one. */
  below(end: number): number
  between(least: number, most: number): number
  /** True this often: 0.1 is one time in ten. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  shuffled<T>(from: readonly T[]): T[]
  /** Other dice, whose rolls do not depend on how often these were thrown. */
  fork(name: string): Dice
}

// Tommy Ettinger's mulberry32: 32 bits of state are plenty for choosing what to do next.
const numbersFrom = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Dice whose rolls all follow from the seed. */
export const diceFrom = (seed: string): Dice => {
  const roll = numbersFrom(createHash('sha256').update(seed).digest().readUInt32LE())
  const below = (end: number) => Math.floor(roll() * end)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)]
    if (one === undefined) throw new Error('There is nothing to choose from.')
    return one
  }
  const shuffled = <T>(from: readonly T[]): T[] => {
    const left = [...from]
    return from.flatMap(() => left.splice(below(left.length), 1))
  }
  return {
    roll,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => roll() < share,
    pick,
    shuffled,
    fork: (name) => diceFrom(`${seed}/${name}`),
  }
}
