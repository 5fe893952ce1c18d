import { inject } from 'vitest'
import { createRandom } from '#tests/resilience/random.ts'

declare module 'vitest' {
  // True in `npm run test:long`.
  interface ProvidedContext {
    isLongRun: boolean
  }
}

/** Returns `short` in `npm test` and `long` in `npm run test:long`. */
export const chooseByRun = <Value>(short: Value, long: Value): Value => (inject('isLongRun') ? long : short)

/** Returns `count` of the entries, chosen by the seed, in `npm test`; returns all of them in `npm run test:long`. */
export const sampleInShortRun = <Entry>(entries: readonly Entry[], count: number, seed: string): readonly Entry[] =>
  chooseByRun(createRandom(seed).shuffle(entries).slice(0, count), entries)
