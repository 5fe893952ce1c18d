// A time of day in Bangla, on screens and in e-mails.
import { toBanglaDigits } from '#contract/language.ts'
import { hourMs } from './durations.ts'

/** The part of the day before an hour, which Bangla uses instead of AM and PM. */
const getPartOfDay = (hour: number): string => {
  if (hour < 4) return 'রাত'
  if (hour < 6) return 'ভোর'
  if (hour < 12) return 'সকাল'
  if (hour < 15) return 'দুপুর'
  if (hour < 18) return 'বিকেল'
  return hour < 20 ? 'সন্ধ্যা' : 'রাত'
}

/** 17 and 30 → বিকেল ৫:৩০, 19 and 00 → সন্ধ্যা ৭টা, on one line */
export const formatBanglaClock = (hour: number, minute: string): string => {
  const shownHour = hour % 12 || 12
  return `${getPartOfDay(hour)}\u{a0}${toBanglaDigits(minute === '00' ? `${shownHour}টা` : `${shownHour}:${minute}`)}`
}

/** Stands between a day and the time of the night that follows it: সোমবার দিবাগত রাত ১২টা is 12 AM on Tuesday. */
export const afterDay = 'দিবাগত'

const nightHours = 4

/** A moment of the day by which Bangla names a moment of the night after midnight; null for any other hour of Dhaka. */
export const getEveBefore = (at: Date, hour: number): Date | null =>
  hour < nightHours ? new Date(at.getTime() - nightHours * hourMs) : null
