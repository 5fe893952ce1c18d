// Pure. How often and how fast a seller answers requests.

/** Fewer requests say nothing about a seller. */
export const minAnsweredRequests = 5
/** The newest requests of a seller that count. */
export const maxAnsweredRequests = 20

export type AnswerRate = { answered: number; of: number; medianHours: number | null }

/**
 * How many of the newest requests a seller answered, and the median of the hours until the answer, rounded up.
 * @param waits for each request the seconds until the seller's yes or no; null for one that ended without an answer
 * @returns null for fewer than five requests; `medianHours` is null when none was answered
 */
export const toAnswerRate = (waits: readonly (number | null)[]): AnswerRate | null => {
  if (waits.length < minAnsweredRequests) return null
  const answered = waits.filter((seconds) => seconds !== null).toSorted((a, b) => a - b)
  const median = answered[Math.floor(answered.length / 2)]
  return {
    answered: answered.length,
    of: waits.length,
    medianHours: median === undefined ? null : Math.max(1, Math.ceil(median / 3_600)),
  }
}
