// Days and times of a deal in Bangla.
import { formatBanglaClock } from '#contract/time/bangla-clock.ts'
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
  return `${weekdays[weekday]} ${digits(date)} ${months[month]}`
}

const weekday = (iso: string): string => `${weekdays[toDhakaParts(iso).weekday]}বার`

const day: DealTimes['day'] = (iso) => {
  const { day: date, month } = toDhakaParts(iso)
  return `${weekday(iso)} ${digits(date)} ${months[month]}`
}

const clock: DealTimes['clock'] = (iso) => {
  const { hour, minute } = toDhakaParts(iso)
  return formatBanglaClock(hour, minute)
}

/** At a time: সন্ধ্যা ৭টা → সন্ধ্যা ৭টায়, বিকেল ৫:৫৮ → বিকেল ৫:৫৮টায় */
export const toLocative = (time: string): string => `${time}টায়`.replace('টাটা', 'টা')

const meetingDay = (iso: string, days: number): string => {
  if (days === 0) return 'আজ'
  if (days === 1) return 'কাল'
  return days <= maxWeekdayDays ? weekday(iso) : day(iso)
}

export const banglaTimes: DealTimes = {
  at: (iso) => `${day(iso)} ${clock(iso)}`,
  full: (iso) => `${day(iso)} ${digits(toDhakaParts(iso).year)}, ${clock(iso)}`,
  day,
  shortDay,
  longDay: day,
  clock,
  meeting: (iso, days) => `${meetingDay(iso, days)} ${toLocative(clock(iso))}`,
  block,
}
