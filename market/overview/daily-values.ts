// Pure. Turns the sums of days into the rows of values that the overview shows.
import { dayMs } from '#contract/time/durations.ts'
import { levelCounters, type OverviewCounter } from '#contract/admin/overview-counters.ts'
import type { CounterName } from '#market/schema/people/daily-counts.ts'

const poishaPerTaka = 100

/** The counter of the database that a counter of the overview shows. */
export const toCounterName = (counter: OverviewCounter): CounterName => {
  switch (counter) {
    case 'taka_held':
      return 'poisha_held'
    case 'taka_released':
      return 'poisha_released'
    case 'taka_refunded':
      return 'poisha_refunded'
    default:
      return counter
  }
}

/** The days that end with `last`, oldest first, as YYYY-MM-DD. */
export const listDays = (last: string, count: number): string[] => {
  const lastMs = Date.parse(last)
  return Array.from({ length: count }, (_, index) =>
    new Date(lastMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

/** The sums of the days, oldest first; of a level, what was counted before them is in `start`. */
export type DaySums = { byDay: number[]; start: number }

/** One value for each day: the sum of the day, or the level at its end. Poisha become whole Taka, rounded down. */
export const toValues = (counter: OverviewCounter, { byDay, start }: DaySums): number[] => {
  const divisor = counter.startsWith('taka_') ? poishaPerTaka : 1
  const isLevel = levelCounters.has(counter)
  let level = start
  return byDay.map((sum) => {
    level += sum
    return Math.floor((isLevel ? level : sum) / divisor)
  })
}
