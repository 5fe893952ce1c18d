import { assert, inject, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
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

// One call of each kind that a rule is written for: of visitors, buyers, sellers, each role of the admin, of one's own and
// of everybody's things, with a body, a query, an id and a file.
const callsOfEveryRun: ReadonlySet<string> = new Set([
  'POST /auth/sign-up/email',
  'POST /auth/change-password',
  'POST /jwt',
  'GET /allbikes',
  'GET /bikes',
  'GET /categoryDetails/:name',
  'POST /allbikes',
  'PUT /allbikes/:id',
  'DELETE /allbikes/:id',
  'POST /images',
  'POST /bookings',
  'GET /bookings',
  'GET /bookings/:id',
  'POST /wishlist',
  'GET /wishlists/:id',
  'POST /create-payment-intent',
  'POST /payments',
  'GET /deals/:id',
  'POST /deals/:id/handover',
  'GET /deals/:id/receipt',
  'GET /sellers',
  'PUT /users/:id',
  'DELETE /users/:id',
  'PUT /disputes/:id',
  'PUT /payouts/:id',
  'PUT /cases/:id',
  'POST /contact',
])

/** Whether generated tests of this call are in every run. */
export const isCallOfEveryRun = (name: string): boolean => callsOfEveryRun.has(name)

type Part<Row> = { rows: Row[]; options: { tags?: string } }

/** Divides the rows of a generated table: those of every run, and those of `npm run test:long` alone. */
export const divideByLength = <Row>(rows: readonly Row[], isInEveryRun: (row: Row) => boolean): Part<Row>[] => [
  { rows: rows.filter(isInEveryRun), options: {} },
  { rows: rows.filter((row) => !isInEveryRun(row)), options: { tags: 'long' } },
]

const calls: Record<string, Call> = contract

/**
 * Generates a test for each of these calls: `testEachCall('%s is refused', names, async (name, call) => …)`. Those of one
 * call of each kind are in every run, the others in `npm run test:long` alone.
 */
export const testEachCall = (
  title: string,
  names: readonly string[],
  run: (name: string, call: Call) => Promise<void>,
): void => {
  const rows = names.map((name): [string, Call] => {
    const call = calls[name]
    assert(call, `needs ${name} in the contract`)
    return [name, call]
  })
  for (const part of divideByLength(rows, ([name]) => isCallOfEveryRun(name)))
    // The caller gives the title and the assertions.
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title
    test.each(part.rows)(title, part.options, run)
}
