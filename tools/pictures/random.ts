// Repeatable chance: the same text always gives the same numbers. Not the seed's, so that no change there changes a picture.

/** Hashes a text to an unsigned 32-bit number (FNV-1a). */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export type Random = {
  /** A number of at least `min` and less than `max`. */
  between: (min: number, max: number) => number
  /** A whole number from `min` to `max`, both included. */
  whole: (min: number, max: number) => number
  /** Whether something happens that has this probability, 0 to 1. */
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** Creates a source of chance from a text (mulberry32). */
export const createRandom = (text: string): Random => {
  let state = hashText(text)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + (max - min) * next()
  return {
    between,
    whole: (min, max) => Math.floor(between(min, max + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  }
}
