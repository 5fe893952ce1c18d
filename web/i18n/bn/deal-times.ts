// Days and times of a deal in Bangla.
import { afterDay, formatBanglaClock, getEveBefore } from '#contract/time/bangla-clock.ts'
import { type DealTimes, maxWeekdayDays, toDhakaParts } from '#web/i18n/deal-times.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'

const { digits } = banglaFormat

const weekdays = ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহস্পতি', 'শুক্র', 'শনি']
const shortMonths = ['জানু.', 'ফেব্রু.', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগস্ট', 'সেপ্টে.', 'অক্টো.', 'নভে.', 'ডিসে.']
const months = [
  'জানুয়ারি',
  'ফেব্রুয়ারি',
  'মার্চ',
  'এপ্রিল',
  'মে',
  'জুন',
  'জুলাই',
  'আগস্ট',
  'সেপ্টেম্বর',
  'অক্টোবর',
  'নভেম্বর',
  'ডিসেম্বর',
]

const block: DealTimes['block'] = (iso) => {
  const { weekday, day, month } = toDhakaParts(iso)
  return { weekday: weekdays[weekday] ?? '', day: digits(day), month: shortMonths[month] ?? '' }
}

const shortDay: DealTimes['shortDay'] = (iso) => {
  const { weekday, day: date, month } = toDhakaParts(iso)
  return `${weekdays[weekday]} ${digits(date)}\u00A0${months[month]}`
}

const weekday = (iso: string): string => `${weekdays[toDhakaParts(iso).weekday]}বার`

const day: DealTimes['day'] = (iso) => {
  const { day: date, month } = toDhakaParts(iso)
  return `${weekday(iso)} ${digits(date)}\u00A0${months[month]}`
}

const clock: DealTimes['clock'] = (iso) => {
  const { hour, minute } = toDhakaParts(iso)
  return formatBanglaClock(hour, minute)
}

const toEve = (iso: string): string | null => getEveBefore(new Date(iso), toDhakaParts(iso).hour)?.toISOString() ?? null

const meetingClock: DealTimes['meetingClock'] = (iso) => {
  const eve = toEve(iso)
  return eve === null ? clock(iso) : `${weekday(eve)} ${afterDay} ${clock(iso)}`
}

const dayAndClock = (iso: string): string => {
  const eve = toEve(iso)
  return eve === null ? `${day(iso)} ${clock(iso)}` : `${day(eve)} ${afterDay} ${clock(iso)}`
}

/** At a time: সন্ধ্যা ৭টা → সন্ধ্যা ৭টায়, বিকেল ৫:৫৮ → বিকেল ৫:৫৮-এ; the ending stays on the line. */
export const toLocative = (time: string): string => `${time}-\u2060এ`.replace('টা-\u2060এ', 'টায়')

const meetingDay = (iso: string, days: number): string => {
  if (days === 0) return 'আজ'
  if (days === 1) return 'কাল'
  return days <= maxWeekdayDays ? weekday(iso) : day(iso)
}

export const banglaTimes: DealTimes = {
  at: dayAndClock,
  full: (iso) => `${day(iso)} ${digits(toDhakaParts(iso).year)}, ${clock(iso)}`,
  day,
  shortDay,
  longDay: day,
  clock,
  meetingClock,
  toMeetingDay: (iso) => toEve(iso) ?? iso,
  meeting: (iso, days) => {
    const eve = days > 0 ? toEve(iso) : null
    const shownDay = eve === null ? meetingDay(iso, days) : `${meetingDay(eve, days - 1)} ${afterDay}`
    return `${shownDay} ${toLocative(clock(iso))}`
  },
  block,
}
