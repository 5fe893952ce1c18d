// Times relative to the day of seeding, in the time zone of Dhaka, so that the demonstration is always a few weeks old.

// Bangladesh is at UTC+6 all year: it has no daylight saving time.
const dhakaOffsetMs = 6 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** A time on an earlier day: `at` is the time in Dhaka as HH:MM; one day ago is yesterday. */
export type RelativeTime = { daysAgo: number; at: string }

/** Converts `earlier` to a Date, counted back from `now`. */
export const toInstant = ({ daysAgo, at }: RelativeTime, now: Date): Date => {
  const today = new Date(now.getTime() + dhakaOffsetMs).toISOString().slice(0, 10)
  const clock = new Date(`${today}T${at}:00.000+06:00`)
  return new Date(clock.getTime() - daysAgo * dayMs)
}

/** Returns the year in Dhaka at `now`. */
export const getDhakaYear = (now: Date): number => new Date(now.getTime() + dhakaOffsetMs).getUTCFullYear()
