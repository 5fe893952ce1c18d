// Formats of a language: prices in lakh grouping, counts, dates, and digits within a text.
import { groupInLakhs } from '#contract/language.ts'

export type Format = {
  /** Whole Taka in lakh grouping: 215000 → ৳2,15,000 or ৳২,১৫,০০০ */
  taka: (wholeTaka: number) => string
  /** A count: 12345 → 12,345 or ১২,৩৪৫ */
  count: (number: number) => string
  /** A text with its digits in this language: 01712-345678 → ০১৭১২-৩৪৫৬৭৮ */
  digits: (text: string | number) => string
  /** Date and time as the API spells them: 20/11/2026 and 5:30 PM → ২০/১১/২০২৬, বিকেল ৫:৩০ */
  dayAndTime: (date: string, time: string) => string
  /** An ISO 8601 timestamp in Dhaka time: 20 Nov 2026, 5:30 PM */
  moment: (iso: string) => string
}

const medium = { dateStyle: 'medium', timeStyle: 'short' } as const

/** Creates a function that formats an ISO 8601 timestamp in Dhaka time for a locale. */
export const createMomentFormat = (locale: string, parts: Intl.DateTimeFormatOptions = medium) => {
  let format: Intl.DateTimeFormat | null = null
  return (iso: string): string => {
    format ??= new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'Asia/Dhaka' })
    return format.format(new Date(iso))
  }
}

export const englishFormat: Format = {
  taka: (wholeTaka) => `৳${groupInLakhs(wholeTaka)}`,
  count: groupInLakhs,
  digits: String,
  dayAndTime: (date, time) => `${date}, ${time}`,
  // The English of the Emirates: the day comes first, and times read as the API spells them.
  moment: createMomentFormat('en-AE'),
}
