// What a saved search is called and how it is written down, and when a bike is worth a letter.
import { conditions } from '#contract/bikes.ts'
import { SavedSearchQuery, type SavedSearchFilters } from '#contract/alerts.ts'
import { findDistrict, divisions } from '#contract/districts.ts'
import type { LanguageCode } from '#contract/language.ts'

const isGiven = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''

// One choice of several values is the same in whatever order they were chosen.
const multiValueFilters = new Set(['brand', 'model', 'condition', 'division', 'district'])
const sortValues = (name: string, value: string): string =>
  multiValueFilters.has(name) ? value.split(',').toSorted().join(',') : value

/** A search as its address has it, in one spelling for each search: `brand=yamaha&priceTo=200000`. */
export const toSearchQuery = (query: SavedSearchFilters): string =>
  new URLSearchParams(
    Object.entries(query)
      .filter(isGiven)
      .map(([name, value]) => [name, sortValues(name, value)])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ).toString()

/** The search behind an address of ours; null where the shop does not understand it any more. */
export const parseSearchQuery = (searchQuery: string): SavedSearchFilters | null =>
  SavedSearchQuery.safeParse(Object.fromEntries(new URLSearchParams(searchQuery))).data ?? null

const maxNameLength = 80

const labels = {
  en: { cc: 'cc', km: 'km', verified: 'verified sellers', Excellent: 'Excellent', Good: 'Good', Fair: 'Fair' },
  bn: { cc: 'সিসি', km: 'কিমি', verified: 'যাচাইকৃত বিক্রেতা', Excellent: 'চমৎকার', Good: 'ভালো', Fair: 'মোটামুটি' },
} as const

const formatSlug = (slug: string): string =>
  slug
    .split('-')
    .map((word) =>
      /\d|^(?:tvs|ktm|fkm)$/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')

const formatCondition = (condition: string, language: LanguageCode): string =>
  conditions.filter((one) => one === condition).map((one) => labels[language][one])[0] ?? condition

const formatPlace = (slug: string, language: LanguageCode): string => {
  const place = findDistrict(slug) ?? divisions.find((division) => division.slug === slug)
  return place?.[language] ?? formatSlug(slug)
}

/** "≤ ৳2,00,000", "≥ 150 cc", "2018–2021"; nothing where both ends are open. */
const formatRange = (
  from: string | undefined,
  to: string | undefined,
  format: (number: string) => string,
): string[] => {
  if (from !== undefined && to !== undefined) return [from === to ? format(from) : `${format(from)}–${format(to)}`]
  if (from !== undefined) return [`≥ ${format(from)}`]
  return to === undefined ? [] : [`≤ ${format(to)}`]
}

/** What a search is called when nobody gave it a name: by what was asked, such as "gixxer, Dhaka, ≤ ৳2,00,000". */
export const createSearchName = (query: SavedSearchFilters, language: LanguageCode): string => {
  const locale = language === 'bn' ? 'bn-BD' : 'en-IN'
  const formatCount = (number: string) => new Intl.NumberFormat(locale).format(Number(number))
  const formatYear = (number: string) => new Intl.NumberFormat(locale, { useGrouping: false }).format(Number(number))
  const formatValues = (value: string | undefined, format: (one: string) => string) =>
    value ? value.split(',').map(format) : []
  const { cc, km, verified } = labels[language]
  const parts = [
    ...(query.q ? [query.q] : []),
    ...formatValues(query.model === undefined ? query.brand : query.model, formatSlug),
    ...formatValues(query.district ?? query.division, (slug) => formatPlace(slug, language)),
    ...formatRange(query.priceFrom, query.priceTo, (number) => `৳${formatCount(number)}`),
    ...formatRange(query.ccFrom, query.ccTo, (number) => `${formatCount(number)} ${cc}`),
    ...formatRange(query.yearFrom, query.yearTo, formatYear),
    ...formatRange(query.kmFrom, query.kmTo, (number) => `${formatCount(number)} ${km}`),
    ...formatValues(query.condition, (one) => formatCondition(one, language)),
    ...(query.verified === undefined ? [] : [verified]),
  ]
  return Array.from(parts.join(', ')).slice(0, maxNameLength).join('').trim()
}

/** The page on which one tap stops the letters, in the language of the letter. */
export const toUnsubscribeUrl = ({
  publicUrl,
  language,
  token,
}: {
  publicUrl: string
  language: LanguageCode
  token: string
}) => `${publicUrl}${language === 'bn' ? '/bn' : ''}/stop/${token}`

const minuteMs = 60_000

/** A letter of a search, or about the price of a wish, comes once in this time at most. */
export const minAlertIntervalMs = 60 * minuteMs

/** Where nothing fitted, a search is looked through again after this. */
export const searchIntervalMs = minuteMs

/**
 * How far back a look reaches beyond the last one. A bike counts as come from the moment it was written, which others
 * see when its transaction has ended, and the clocks of several machines differ a little.
 */
export const overlapMs = 2 * minuteMs

/** How many bikes a letter names; of the others it gives the number. */
export const maxBikesPerEmail = 10

type PriceDropState = {
  isOnSale: boolean
  isPaid: boolean
  /** Who has booked a bike pays the price of the booking, whatever it costs now. */
  isBooked: boolean
  isStopped: boolean
  priceTaka: number
  /** When it was kept, and in every letter since. */
  knownTaka: number
}

/**
 * Whether a price is worth a letter: less than the person has known so far. So a price that was raised and lowered
 * again is none.
 */
export const isPriceAlertDue = ({
  isOnSale,
  isPaid,
  isBooked,
  isStopped,
  priceTaka,
  knownTaka,
}: PriceDropState): boolean => isOnSale && !isPaid && !isBooked && !isStopped && priceTaka < knownTaka
