// Pure. Names and stored queries of saved searches, and when an alert is sent.
import { alertMinutes } from '#contract/time/lifetimes.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { conditions } from '#contract/bikes.ts'
import { modelKinds } from '#contract/catalogue.ts'
import { SavedSearchQuery, type SavedSearchFilters } from '#contract/alerts.ts'
import { findDistrict, divisions } from '#contract/districts.ts'
import type { LanguageCode } from '#contract/language.ts'

const isGiven = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''

// The order of the values does not matter in these filters, so they are sorted.
const nameFilters = ['brand', 'model', 'condition', 'division', 'district', 'area', 'kind'] as const
const excludedFilters = nameFilters.map((name) => `not${name.charAt(0).toUpperCase()}${name.slice(1)}`)
const multiValueFilters = new Set<string>([...nameFilters, 'owners', ...excludedFilters])
const sortValues = (name: string, value: string): string =>
  multiValueFilters.has(name) ? value.split(',').toSorted().join(',') : value

/** The canonical query string of a search: `brand=yamaha&priceTo=200000`. */
export const toSearchQuery = (query: SavedSearchFilters): string =>
  new URLSearchParams(
    Object.entries(query)
      .filter(isGiven)
      .map(([name, value]) => [name, sortValues(name, value)])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ).toString()

/** Parses a stored query string; null if it is not valid any more. */
export const parseSearchQuery = (searchQuery: string): SavedSearchFilters | null =>
  SavedSearchQuery.safeParse(Object.fromEntries(new URLSearchParams(searchQuery))).data ?? null

const maxNameLength = 80

const labels = {
  en: {
    cc: 'cc',
    km: 'km',
    verified: 'verified sellers',
    formatExcluded: (what: string) => `not ${what}`,
    Excellent: 'Excellent',
    Good: 'Good',
    Fair: 'Fair',
    owners: 'owners',
    kinds: {
      commuter: 'commuter',
      street: 'naked street bike',
      sport: 'sports bike',
      cruiser: 'cruiser',
      scooter: 'scooter',
      adventure: 'adventure bike',
    },
  },
  bn: {
    cc: 'সিসি',
    km: 'কিমি',
    verified: 'যাচাইকৃত বিক্রেতা',
    formatExcluded: (what: string) => `${what} নয়`,
    Excellent: 'চমৎকার',
    Good: 'ভালো',
    Fair: 'মোটামুটি',
    owners: 'মালিক',
    kinds: {
      commuter: 'কমিউটার',
      street: 'নেকেড বাইক',
      sport: 'স্পোর্টস বাইক',
      cruiser: 'ক্রুজার',
      scooter: 'স্কুটার',
      adventure: 'অ্যাডভেঞ্চার বাইক',
    },
  },
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

const formatKind = (kind: string, language: LanguageCode): string =>
  modelKinds.filter((one) => one === kind).map((one) => labels[language].kinds[one])[0] ?? kind

const formatPlace = (slug: string, language: LanguageCode): string => {
  const place = findDistrict(slug) ?? divisions.find((division) => division.slug === slug)
  return place?.[language] ?? formatSlug(slug)
}

/** Formats a range: "≤ ৳2,00,000", "≥ 150 cc", "2018–2021"; nothing if both ends are open. */
const formatRange = (
  from: string | undefined,
  to: string | undefined,
  format: (number: string) => string,
): string[] => {
  if (from !== undefined && to !== undefined) return [from === to ? format(from) : `${format(from)}–${format(to)}`]
  if (from !== undefined) return [`≥ ${format(from)}`]
  return to === undefined ? [] : [`≤ ${format(to)}`]
}

const formatValues = (value: string | undefined, format: (one: string) => string): string[] =>
  value ? value.split(',').map(format) : []

/** The names of what a search excludes: "not Bajaj". */
const formatExcluded = (query: SavedSearchFilters, language: LanguageCode): string[] =>
  [
    ...formatValues(query.notBrand, formatSlug),
    ...formatValues(query.notModel, formatSlug),
    ...formatValues(query.notArea, formatSlug),
    ...[query.notDistrict, query.notDivision].flatMap((places) =>
      formatValues(places, (slug) => formatPlace(slug, language)),
    ),
    ...formatValues(query.notCondition, (one) => formatCondition(one, language)),
    ...formatValues(query.notKind, (one) => formatKind(one, language)),
  ].map(labels[language].formatExcluded)

/** The default name of a search: its filters, such as "gixxer, Dhaka, ≤ ৳2,00,000". */
export const createSearchName = (query: SavedSearchFilters, language: LanguageCode): string => {
  const locale = language === 'bn' ? 'bn-BD' : 'en-IN'
  const formatCount = (number: string) => new Intl.NumberFormat(locale).format(Number(number))
  const formatYear = (number: string) => new Intl.NumberFormat(locale, { useGrouping: false }).format(Number(number))
  const { cc, km, verified } = labels[language]
  const parts = [
    ...(query.q ? [query.q] : []),
    ...formatValues(query.model === undefined ? query.brand : query.model, formatSlug),
    ...formatValues(query.area, formatSlug),
    ...formatValues(query.district ?? query.division, (slug) => formatPlace(slug, language)),
    ...formatRange(query.priceFrom, query.priceTo, (number) => `৳${formatCount(number)}`),
    ...formatRange(query.ccFrom, query.ccTo, (number) => `${formatCount(number)} ${cc}`),
    ...formatRange(query.yearFrom, query.yearTo, formatYear),
    ...formatRange(query.kmFrom, query.kmTo, (number) => `${formatCount(number)} ${km}`),
    ...formatValues(query.condition, (one) => formatCondition(one, language)),
    ...formatValues(query.kind, (one) => formatKind(one, language)),
    ...(query.owners === undefined
      ? []
      : [`${formatValues(query.owners, formatCount).join(', ')} ${labels[language].owners}`]),
    ...(query.verified === undefined ? [] : [verified]),
    ...formatExcluded(query, language),
  ]
  return Array.from(parts.join(', ')).slice(0, maxNameLength).join('').trim()
}

/** The URL of the unsubscribe page, in the language of the e-mail. */
export const toUnsubscribeUrl = ({
  publicUrl,
  language,
  token,
}: {
  publicUrl: string
  language: LanguageCode
  token: string
}) => `${publicUrl}${language === 'bn' ? '/bn' : ''}/stop/${token}`

/** The minimum interval between two e-mails about one search or one wish. */
export const minAlertIntervalMs = alertMinutes * minuteMs

/** The interval between two runs of a search without matches. */
export const searchIntervalMs = minuteMs

/**
 * The overlap of two runs of a search. Rows become visible at commit, later than their timestamp, and the clocks of
 * several machines differ a little.
 */
export const overlapMs = 2 * minuteMs
