// Dates in Bangladesh, which is six hours ahead of UTC all year: it has no summer time.
import { dayMs } from '#contract/time/durations.ts'

export const dhakaOffsetMs = 6 * 3_600_000

/** A date whose UTC getters give the parts of this moment in Dhaka. */
export const toDhakaTime = (at: Date): Date => new Date(at.getTime() + dhakaOffsetMs)

export const getDhakaYear = (at: Date): number => toDhakaTime(at).getUTCFullYear()

/** The day as YYYY-MM-DD. */
export const getDhakaDay = (at: Date): string => toDhakaTime(at).toISOString().slice(0, 10)

const getDayNumber = (at: Date): number => Math.floor((at.getTime() + dhakaOffsetMs) / dayMs)

/** How many midnights of Dhaka lie between two times; 0 when `until` is the earlier one. */
export const countDhakaDays = (from: Date, until: Date): number => Math.max(0, getDayNumber(until) - getDayNumber(from))

/** The day that is so many days after another one; both as YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** How many days lie between two days; negative when `until` is the earlier one. */
export const countDays = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / dayMs

/** The moment of a whole hour of a day in Dhaka. */
export const toDhakaMoment = (day: string, hour: number): Date =>
  new Date(Date.parse(day) + hour * 3_600_000 - dhakaOffsetMs)
