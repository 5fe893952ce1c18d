// The days and times that a member may choose for a meeting, in Dhaka.
import { meetingAheadDays } from '#contract/deals/deadlines.ts'
import { dayMs, hourMs } from '#contract/time/durations.ts'
import { toDhakaParts } from '#web/i18n/deal-times.ts'

/** Six times in daylight. */
export const meetingTimes = ['09:30', '11:00', '12:30', '14:30', '16:00', '17:30'] as const

/** A quarter of an hour to read the proposal. Two who are in the same town may meet at once. */
const minAheadMs = hourMs / 4
/** The last of the days within which the API takes meetings ends too late. */
const maxDays = meetingAheadDays - 1

/** 2026-11-27 and 16:00 → an ISO 8601 timestamp in Dhaka time */
export const toMeetingTimestamp = (date: string, time: string): string => `${date}T${time}:00+06:00`

/** The date of a moment in Dhaka: 2026-11-27 */
const toDhakaDate = (ms: number): string => {
  const { year, month, day } = toDhakaParts(new Date(ms).toISOString())
  return [year, String(month + 1).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Whether a time of a day is far enough ahead. */
export const isTimeAhead = (date: string, time: string, nowMs: number): boolean =>
  new Date(toMeetingTimestamp(date, time)).getTime() >= nowMs + minAheadMs

/** In the evening today is left for who enters a time of their own. */
const lastTime = '23:59'

/** The dates that have a time left, from today on: 2026-11-27, … */
export const listMeetingDates = (nowMs: number): string[] =>
  Array.from({ length: maxDays }, (_, index) => toDhakaDate(nowMs + index * dayMs)).filter((date) =>
    isTimeAhead(date, lastTime, nowMs),
  )
