// Days and times of a deal, in Dhaka. Dhaka has no summer time, so no time zone data is needed.
import { toDhakaTime } from '#contract/time/dhaka.ts'

/**
 * How a language writes days and times; English below. Every function takes an ISO 8601 timestamp. A number stays on the line
 * of the month or of the hour that it belongs to.
 */
export type DealTimes = {
  /** Fri 27 Nov, 4:00 PM */
  at: (iso: string) => string
  /** Fri 27 Nov 2026, 4:00 PM */
  full: (iso: string) => string
  /** Fri 27 Nov */
  day: (iso: string) => string
  /** The same where there is little room: শুক্র ২৭ নভেম্বর in place of শুক্রবার ২৭ নভেম্বর */
  shortDay: (iso: string) => string
  /** Friday 27 November */
  longDay: (iso: string) => string
  /** 4:00 PM; stands beside the day of the calendar, as on papers */
  clock: (iso: string) => string
  /** The time of a meeting, beside the day by which it is named: 4:00 PM */
  meetingClock: (iso: string) => string
  /** A moment of the day by which a meeting is named; in Bangla the night after midnight is named by the day before */
  toMeetingDay: (iso: string) => string
  /** today at 4:00 PM, tomorrow at 4:00 PM, on Friday at 4:00 PM, on Fri 27 Nov at 4:00 PM; `days` ahead in Dhaka */
  meeting: (iso: string, days: number) => string
  /** The three lines of a date block: Fri, 27, Nov */
  block: (iso: string) => { weekday: string; day: string; month: string }
}

/** The parts of a moment in Dhaka: weekday from 0 for Sunday, month from 0 for January. */
export const toDhakaParts = (iso: string) => {
  const date = toDhakaTime(new Date(iso))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: String(date.getUTCMinutes()).padStart(2, '0'),
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const toShort = (name: string | undefined): string => name?.slice(0, 3) ?? ''

const block: DealTimes['block'] = (iso) => {
  const { weekday, day, month } = toDhakaParts(iso)
  return { weekday: toShort(weekdays[weekday]), day: String(day), month: toShort(months[month]) }
}

const day: DealTimes['day'] = (iso) => Object.values(block(iso)).join('\u00A0')

const clock: DealTimes['clock'] = (iso) => {
  const { hour, minute } = toDhakaParts(iso)
  return `${hour % 12 || 12}:${minute}\u00A0${hour < 12 ? 'AM' : 'PM'}`
}

/** Friday */
const weekday = (iso: string): string => weekdays[toDhakaParts(iso).weekday] ?? ''

/** Within six days a weekday names one day only. */
export const maxWeekdayDays = 6

const meetingDay = (iso: string, days: number): string => {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return `on ${days <= maxWeekdayDays ? weekday(iso) : day(iso)}`
}

export const englishTimes: DealTimes = {
  at: (iso) => `${day(iso)}, ${clock(iso)}`,
  full: (iso) => `${day(iso)} ${toDhakaParts(iso).year}, ${clock(iso)}`,
  day,
  shortDay: day,
  longDay: (iso) => {
    const { weekday, day: date, month } = toDhakaParts(iso)
    return `${weekdays[weekday]} ${date}\u00A0${months[month]}`
  },
  clock,
  meetingClock: clock,
  toMeetingDay: (iso) => iso,
  meeting: (iso, days) => `${meetingDay(iso, days)} at ${clock(iso)}`,
  block,
}
