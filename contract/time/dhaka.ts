// Dates in Bangladesh, which is six hours ahead of UTC all year: it has no summer time.

export const dhakaOffsetMs = 6 * 3_600_000
const dayMs = 24 * 3_600_000

/** A date whose UTC getters give the parts of this moment in Dhaka. */
export const toDhakaTime = (at: Date): Date => new Date(at.getTime() + dhakaOffsetMs)

export const getDhakaYear = (at: Date): number => toDhakaTime(at).getUTCFullYear()

/** The day as YYYY-MM-DD. */
export const getDhakaDay = (at: Date): string => toDhakaTime(at).toISOString().slice(0, 10)

const getDayNumber = (at: Date): number => Math.floor((at.getTime() + dhakaOffsetMs) / dayMs)

/** How many midnights of Dhaka lie between two times; 0 when `until` is the earlier one. */
export const countDhakaDays = (from: Date, until: Date): number => Math.max(0, getDayNumber(until) - getDayNumber(from))
