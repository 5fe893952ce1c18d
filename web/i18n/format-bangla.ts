// Bangla numbers, dates and times. A separate chunk, because few visits need both languages.
import { groupBangla, toBanglaDigits } from '#contract/language.ts'
import { formatBanglaClock } from '#contract/time/bangla-clock.ts'
import { createMomentFormat, type Format } from './format.ts'

/** 5:30 PM → বিকেল ৫:৩০; for other spellings only the digits change. */
const toBanglaTime = (time: string): string => {
  const [, hour, minute, period] = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(time) ?? []
  if (hour === undefined || minute === undefined) return toBanglaDigits(time)
  return formatBanglaClock((Number(hour) % 12) + (period === 'PM' ? 12 : 0), minute)
}

const dayOf = createMomentFormat('bn-BD', { day: 'numeric', month: 'long', year: 'numeric' })
const timeOf = createMomentFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** An ISO 8601 timestamp in Dhaka time: ২২ নভেম্বর ২০২৬, দুপুর ১২:১৪ */
const banglaMoment = (iso: string): string => {
  const [hour = '', minute = ''] = timeOf(iso).split(':')
  return `${dayOf(iso).replace(',', '')}, ${formatBanglaClock(Number(hour), minute)}`
}

export const banglaFormat: Format = {
  taka: (wholeTaka) => `৳${groupBangla(wholeTaka)}`,
  count: groupBangla,
  digits: toBanglaDigits,
  dayAndTime: (date, time) => `${toBanglaDigits(date)}, ${toBanglaTime(time)}`,
  moment: banglaMoment,
}
