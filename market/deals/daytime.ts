// Pure. The hours of the day that count for deadlines.
import { dayMs, hourMs } from '#contract/time/durations.ts'
import { dhakaOffsetMs } from '#contract/time/dhaka.ts'

const opensAtMs = 8 * hourMs
const closesAtMs = 22 * hourMs

/** The moment after `ms` of the hours from 8 to 22 o'clock in Dhaka, so that a night never uses up somebody's time. */
export const addDaytime = (from: Date, ms: number): Date => {
  let at = from.getTime() + dhakaOffsetMs
  let left = ms
  for (;;) {
    const midnight = Math.floor(at / dayMs) * dayMs
    const opens = midnight + opensAtMs
    const closes = midnight + closesAtMs
    const start = Math.max(at, opens)
    if (start + left <= closes) return new Date(start + left - dhakaOffsetMs)
    left -= Math.max(0, closes - start)
    at = midnight + dayMs
  }
}
