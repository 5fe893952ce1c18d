// Numbers as a language writes them: prices in lakh grouping, counts, dates, and digits within a text.

export type Figures = {
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

const dhaka = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Dhaka' } as const

/** Writes whole numbers as a locale groups them. */
export const grouped = (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** Writes a moment of the wire in Dhaka's time, as a locale does. */
export const momentIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, dhaka)
  return (iso: string) => format.format(new Date(iso))
}

const lakh = grouped('en-IN')

export const englishFigures: Figures = {
  taka: (wholeTaka) => `৳${lakh.format(wholeTaka)}`,
  count: (number) => lakh.format(number),
  digits: String,
  dayAndTime: (date, time) => `${date}, ${time}`,
  moment: momentIn('en-GB'),
}
