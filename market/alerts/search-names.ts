// Pure. The names of saved searches that were saved without one.
import { conditions } from '#contract/bikes.ts'
import { modelKinds } from '#contract/catalogue.ts'
import type { SavedSearchFilters } from '#contract/alerts.ts'
import { findDistrict, divisions } from '#contract/districts.ts'
import type { LanguageCode } from '#contract/language.ts'

const maxNameLength = 80

const labels = {
  en: {
    cc: 'cc',
    km: 'km',
    verified: 'verified sellers',
    papers: 'papers complete',
    inspected: 'inspected',
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
    papers: 'কাগজ ঠিক আছে',
    inspected: 'পরীক্ষা করা',
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
  const { cc, km, verified, papers, inspected } = labels[language]
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
    ...(query.papers === undefined ? [] : [papers]),
    ...(query.inspected === undefined ? [] : [inspected]),
    ...formatExcluded(query, language),
  ]
  return Array.from(parts.join(', ')).slice(0, maxNameLength).join('').trim()
}
