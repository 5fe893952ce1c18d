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

const grouped = (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

const momentIn = (locale: string) => {
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

const banglaZero = '০'.charCodeAt(0)

const banglaDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCharCode(banglaZero + Number(digit)))

/** The parts of the day that stand before an hour, since Bangla has no AM and PM. */
const partOfDay = (hour: number): string => {
  if (hour < 4) return 'রাত'
  if (hour < 6) return 'ভোর'
  if (hour < 12) return 'সকাল'
  if (hour < 15) return 'দুপুর'
  if (hour < 18) return 'বিকেল'
  return hour < 20 ? 'সন্ধ্যা' : 'রাত'
}

/** 5:30 PM → বিকেল ৫:৩০; a time that is spelt otherwise only gets its digits. */
const banglaTime = (time: string): string => {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(time) ?? []
  if (hour === undefined || minute === undefined) return banglaDigits(time)
  const hourOfDay = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return `${partOfDay(hourOfDay)} ${banglaDigits(`${hour}:${minute}`)}`
}

const banglaLakh = grouped('bn-BD')

export const banglaFigures: Figures = {
  taka: (wholeTaka) => `৳${banglaLakh.format(wholeTaka)}`,
  count: (number) => banglaLakh.format(number),
  digits: banglaDigits,
  dayAndTime: (date, time) => `${banglaDigits(date)}, ${banglaTime(time)}`,
  moment: momentIn('bn-BD'),
}
