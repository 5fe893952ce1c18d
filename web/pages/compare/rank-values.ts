// What the comparison says of the values in a row: which are best, and whether they differ.

/**
 * Marks the lowest rank. Nothing is marked where fewer than two are known, or where all known ones are equal.
 * @param ranks lower is better; null is unknown
 */
export const findBest = (ranks: readonly (number | null)[]): boolean[] => {
  const known = ranks.filter((rank) => rank !== null)
  const best = Math.min(...known)
  const isDecided = known.length > 1 && known.some((rank) => rank > best)
  return ranks.map((rank) => isDecided && rank === best)
}

/** Whether two values differ; an unknown value differs from a known one. */
export const doValuesDiffer = (values: readonly (string | null)[]): boolean => new Set(values).size > 1

/** Rows whose values differ come first; otherwise the order stays. */
export const sortByDifference = <Row extends { isSame: boolean }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ isSame }) => !isSame),
  ...rows.filter(({ isSame }) => isSame),
]
