// Times relative to the day of seeding, in the time zone of Dhaka, so that the demonstration is always a few weeks old.
import { dayMs } from '#contract/time/durations.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'

/** A time on an earlier day: `at` is the time in Dhaka as HH:MM; one day ago is yesterday. */
export type RelativeTime = { daysAgo: number; at: string }

/** Converts `earlier` to a Date, counted back from `now`. */
export const toInstant = ({ daysAgo, at }: RelativeTime, now: Date): Date => {
  const clock = new Date(`${getDhakaDay(now)}T${at}:00.000+06:00`)
  return new Date(clock.getTime() - daysAgo * dayMs)
}
