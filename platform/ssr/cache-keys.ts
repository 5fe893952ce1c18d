// What a cached response depends on, and which change of the data it must not survive.

/** Positions of one key that a response depends on, ends included. */
export type CacheKey = { key: string; from: string; to: string }

/** One change: a position of a key, or all of them without one; null is a change that may touch everything. */
export type Change = { key: string; position: string } | null

/**
 * Parses a notification, such as `bikes 1019a0000-…` or `catalogue`. Everything has changed if it is anything else, for
 * example of an older version, or null, after a lost connection.
 */
export const parseChange = (payload: string | null, knownKeys: ReadonlySet<string>): Change => {
  const [key = '', position = '', ...more] = (payload ?? '').split(' ')
  return knownKeys.has(key) && more.length === 0 ? { key, position } : null
}

/** Whether a change may have changed a response. One without keys depends on everything. */
export const isTouched = (keys: readonly CacheKey[] | null, change: Change): boolean =>
  keys === null ||
  change === null ||
  keys.some(
    ({ key, from, to }) =>
      key === change.key && (change.position === '' || (from <= change.position && change.position <= to)),
  )

// A response that takes longer than so many changes is not stored.
const maxChanges = 1_000

/**
 * The last changes. A response may have read the data before a change and be ready after it, so it is compared with all
 * changes since it was started.
 */
export const createChangeLog = () => {
  const changes: Change[] = []
  let count = 0
  return {
    add: (change: Change): void => {
      count += 1
      changes.push(change)
      if (changes.length > maxChanges) changes.shift()
    },
    /** How many changes there were so far. */
    getCount: () => count,
    hasTouched: (keys: readonly CacheKey[] | null, countAtStart: number): boolean => {
      const missed = count - countAtStart
      return missed > changes.length || changes.slice(changes.length - missed).some((change) => isTouched(keys, change))
    },
  }
}
