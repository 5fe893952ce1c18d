// What a saved search is called and how it is written down, and when a bike is worth a letter.
import { conditions } from '#contract/bikes.ts'
import { Kept, type KeptSearch } from '#contract/alerts.ts'
import { districtNamed, divisions } from '#contract/districts.ts'
import type { LanguageCode } from '#contract/language.ts'

const isGiven = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''

// One choice of several values is the same in whatever order they were chosen.
const severalOf = new Set(['brand', 'model', 'condition', 'division', 'district'])
const inOrder = (name: string, value: string): string =>
  severalOf.has(name) ? value.split(',').toSorted().join(',') : value

/** A search as its address has it, in one spelling for each search: `brand=yamaha&priceTo=200000`. */
export const addressOf = (query: KeptSearch): string =>
  new URLSearchParams(
    Object.entries(query)
      .filter(isGiven)
      .map(([name, value]) => [name, inOrder(name, value)])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ).toString()

/** The search behind an address of ours; null where the shop does not understand it any more. */
export const searchBehind = (address: string): KeptSearch | null =>
  Kept.safeParse(Object.fromEntries(new URLSearchParams(address))).data ?? null

const nameLongest = 80

const words = {
  en: { cc: 'cc', km: 'km', verified: 'verified sellers', Excellent: 'Excellent', Good: 'Good', Fair: 'Fair' },
  bn: { cc: 'সিসি', km: 'কিমি', verified: 'যাচাইকৃত বিক্রেতা', Excellent: 'চমৎকার', Good: 'ভালো', Fair: 'মোটামুটি' },
} as const

const spoken = (slug: string): string =>
  slug
    .split('-')
    .map((word) =>
      /\d|^(?:tvs|ktm|fkm)$/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')

const conditionNamed = (condition: string, language: LanguageCode): string =>
  conditions.filter((one) => one === condition).map((one) => words[language][one])[0] ?? condition

const placeNamed = (slug: string, language: LanguageCode): string => {
  const place = districtNamed(slug) ?? divisions.find((division) => division.slug === slug)
  return place?.[language] ?? spoken(slug)
}

/** "≤ ৳2,00,000", "≥ 150 cc", "2018–2021"; nothing where both ends are open. */
const between = (from: string | undefined, to: string | undefined, say: (number: string) => string): string[] => {
  if (from !== undefined && to !== undefined) return [from === to ? say(from) : `${say(from)}–${say(to)}`]
  if (from !== undefined) return [`≥ ${say(from)}`]
  return to === undefined ? [] : [`≤ ${say(to)}`]
}

/** What a search is called when nobody gave it a name: by what was asked, such as "gixxer, Dhaka, ≤ ৳2,00,000". */
export const nameFor = (query: KeptSearch, language: LanguageCode): string => {
  const locale = language === 'bn' ? 'bn-BD' : 'en-IN'
  const count = (number: string) => new Intl.NumberFormat(locale).format(Number(number))
  const year = (number: string) => new Intl.NumberFormat(locale, { useGrouping: false }).format(Number(number))
  const several = (value: string | undefined, say: (one: string) => string) => (value ? value.split(',').map(say) : [])
  const { cc, km, verified } = words[language]
  const parts = [
    ...(query.q ? [query.q] : []),
    ...several(query.model === undefined ? query.brand : query.model, spoken),
    ...several(query.district ?? query.division, (slug) => placeNamed(slug, language)),
    ...between(query.priceFrom, query.priceTo, (number) => `৳${count(number)}`),
    ...between(query.ccFrom, query.ccTo, (number) => `${count(number)} ${cc}`),
    ...between(query.yearFrom, query.yearTo, year),
    ...between(query.kmFrom, query.kmTo, (number) => `${count(number)} ${km}`),
    ...several(query.condition, (one) => conditionNamed(one, language)),
    ...(query.verified === undefined ? [] : [verified]),
  ]
  return Array.from(parts.join(', ')).slice(0, nameLongest).join('').trim()
}

/** The page on which one tap stops the letters, in the language of the letter. */
export const stopUrlOf = ({
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
export const betweenLettersMs = 60 * minuteMs

/** Where nothing fitted, a search is looked through again after this. */
export const quietMs = minuteMs

/**
 * How far back a look reaches beyond the last one. A bike counts as come from the moment it was written, which others
 * see when its transaction has ended, and the clocks of several machines differ a little.
 */
export const overlapMs = 2 * minuteMs

/** How many bikes a letter names; of the others it gives the number. */
export const bikesInLetter = 10

type Wanted = {
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
export const isWorthTelling = ({ isOnSale, isPaid, isBooked, isStopped, priceTaka, knownTaka }: Wanted): boolean =>
  isOnSale && !isPaid && !isBooked && !isStopped && priceTaka < knownTaka
