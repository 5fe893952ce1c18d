// Pure. What the admins are told of those who opened papers and read numbers on a day, in both languages.
import { toBanglaDigits, type LanguageCode } from '#contract/language.ts'
import { type EmailTemplate, weekMs } from './template.ts'

export type ReadingReport = {
  publicUrl: string
  /** In Dhaka, as YYYY-MM-DD. */
  day: string
  /** `bikes`: of how many bikes they read the numbers. */
  readers: { name: string; papers: number; bikes: number }[]
}

const createDayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long' })
const [englishDay, banglaDay] = [createDayFormat('en-GB'), createDayFormat('bn-BD')]

const countEnglish = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const wordsByLanguage = {
  en: {
    subject: (day: Date) => `Papers and numbers that were read on ${englishDay.format(day)}`,
    lead: 'These people opened papers of bikes, or read the numbers of bikes:',
    counts: (papers: number, bikes: number) =>
      `${countEnglish(papers, 'paper', 'papers')}, numbers of ${countEnglish(bikes, 'bike', 'bikes')}`,
    advice: 'Is it more than somebody needs for the work? Read in the audit log which bikes it was.',
    button: 'Open the audit log',
    path: '/dashboard/audit',
  },
  bn: {
    subject: (day: Date) => `${banglaDay.format(day)} যত কাগজ ও নম্বর দেখা হয়েছে`,
    lead: 'এঁরা বাইকের কাগজ খুলেছেন, বা বাইকের নম্বর দেখেছেন:',
    counts: (papers: number, bikes: number) => `${toBanglaDigits(papers)}টি কাগজ, ${toBanglaDigits(bikes)}টি বাইকের নম্বর`,
    advice: 'কাজের জন্য যতটা লাগে, তার চেয়ে বেশি মনে হচ্ছে? কোন কোন বাইক, অডিট লগে পড়ুন।',
    button: 'অডিট লগ খুলুন',
    path: '/bn/dashboard/audit',
  },
} as const satisfies Record<LanguageCode, unknown>

export const toReadingReportTemplate = (
  { publicUrl, day, readers }: ReadingReport,
  language: LanguageCode,
): EmailTemplate => {
  const words = wordsByLanguage[language]
  return {
    publicUrl,
    lifetimeMs: weekMs,
    subject: words.subject(new Date(day)),
    paragraphs: [words.lead],
    rows: readers.map(({ name, papers, bikes }) => ({ label: name, value: words.counts(papers, bikes) })),
    button: { label: words.button, url: `${publicUrl}${words.path}` },
    notes: [words.advice],
  }
}
