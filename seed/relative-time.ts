// Days and hours as people in Dhaka count them, so that the demonstration shop is always a few weeks old.

// Bangladesh is six hours ahead of UTC all year round: it keeps no summer time.
const dhakaOffsetMs = 6 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** A moment on an earlier day: `at` is the time in Dhaka as HH:MM, and one day ago is yesterday. */
export type RelativeTime = { daysAgo: number; at: string }

/** The instant that `earlier` means when it is said at `now`. */
export const toInstant = ({ daysAgo, at }: RelativeTime, now: Date): Date => {
  const today = new Date(now.getTime() + dhakaOffsetMs).toISOString().slice(0, 10)
  const clock = new Date(`${today}T${at}:00.000+06:00`)
  return new Date(clock.getTime() - daysAgo * dayMs)
}

/** The year in Dhaka at `now`. */
export const getDhakaYear = (now: Date): number => new Date(now.getTime() + dhakaOffsetMs).getUTCFullYear()
