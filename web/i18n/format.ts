// Numbers as a language writes them: prices in lakh grouping, counts, dates, and digits within a text.

export type Format = {
  /** Whole Taka as people here write it: 215000 → ৳2,15,000 or ৳২,১৫,০০০ */
  taka: (wholeTaka: number) => string
  /** A count: 12345 → 12,345 or ১২,৩৪৫ */
  count: (number: number) => string
  /** A text with its digits in this language: 01712-345678 → ০১৭১২-৩৪৫৬৭৮ */
  digits: (text: string | number) => string
  /** A date and a time as the wire spells them: 20/11/2026 and 5:30 PM → ২০/১১/২০২৬, বিকেল ৫:৩০ */
  dayAndTime: (date: string, time: string) => string
  /** A moment of the wire (ISO 8601), in Dhaka: 20 Nov 2026, 17:30 */
  moment: (iso: string) => string
}

const medium = { dateStyle: 'medium', timeStyle: 'short' } as const

/**
 * A whole number in groups of lakh and crore: 21500000 → 2,15,00,000. By hand, since the browser's own formatter takes
 * 13 ms to wake, and every page with a price would wait for it (docs/decisions/0039).
 */
export const groupInLakhs = (number: number): string =>
  String(Math.round(number)).replace(/\d(?=(?:\d\d)*\d{3}$)/g, '$&,')

/** Writes a moment of the wire in Dhaka's time, as a locale does. */
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
  moment: createMomentFormat('en-GB'),
}
