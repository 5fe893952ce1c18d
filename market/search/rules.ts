// What a search asks, where its next page begins, and what it lets go of when nothing is found. All without SQL.
import { conditions } from '#contract/bikes.ts'
import { districts, divisions } from '#contract/districts.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type SearchQuery, filterKeys } from '#contract/search.ts'
import { maskTelephone, formatTelephone } from '#contract/text.ts'
import { parseCursorId } from '#platform/database/paging.ts'
import type { Catalogue } from './dictionary/rules.ts'

/** Both ends with it; null is open. */
export type Range = { from: number | null; to: number | null }

export type FilterKey = (typeof filterKeys)[number]

/** What is asked of each part of a bike, in the numbers that the search knows; null asks nothing. */
export type SearchFilter = {
  /** Every one of these must stand in its text, in one of its spellings. */
  words: string[][] | null
  /** Numbers of makes. */
  brand: number[] | null
  model: number[] | null
  cc: Range | null
  price: Range | null
  year: Range | null
  km: Range | null
  condition: number[] | null
  /** Numbers of districts. */
  place: number[] | null
  verified: true | null
}

export const emptyFilter: SearchFilter = {
  words: null,
  brand: null,
  model: null,
  cc: null,
  price: null,
  year: null,
  km: null,
  condition: null,
  place: null,
  verified: null,
}

/** What the words ask and what was chosen beside them; the districts of the chosen divisions stand apart for counting. */
export type SearchFilters = { typed: SearchFilter; chosen: SearchFilter; division: number[] | null }

const getLower = (a: number | null, b: number | null) => (a === null || (b !== null && b < a) ? b : a)
const getHigher = (a: number | null, b: number | null) => (a === null || (b !== null && b > a) ? b : a)

/** A range that lies in both. */
export const intersectRange = (a: Range | null, b: Range | null): Range | null =>
  a && b ? { from: getHigher(a.from, b.from), to: getLower(a.to, b.to) } : (a ?? b)

/** What stands in both; null is everything. */
export const intersect = (a: readonly number[] | null, b: readonly number[] | null): number[] | null => {
  if (a === null) return b && [...b]
  return b === null ? [...a] : a.filter((one) => b.includes(one))
}

const parseRange = (from: string | undefined, to: string | undefined): Range | null =>
  from === undefined && to === undefined
    ? null
    : { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) }

const findMakes = (slugs: string | undefined, makesBySlug: Map<string, number[]>): number[] | null =>
  slugs === undefined ? null : slugs.split(',').flatMap((slug) => makesBySlug.get(slug) ?? [])

const toNumbers = (slugs: string | undefined, slugList: readonly string[]): number[] | null =>
  slugs === undefined ? null : slugs.split(',').map((slug) => slugList.indexOf(slug) + 1)

const findDistrictNumbers = (slugs: string | undefined): number[] | null => {
  const chosen = slugs?.split(',')
  if (!chosen) return null
  const found = divisions.filter(({ slug }) => chosen.includes(slug))
  return found.flatMap((division) => division.districts.map(({ slug }) => districts.indexOf(slug) + 1))
}

/** What an address chooses, beside its words. */
export const parseFilters = (query: SearchQuery, catalogue: Catalogue): Omit<SearchFilters, 'typed'> => {
  const division = findDistrictNumbers(query.division)
  const chosen: SearchFilter = {
    words: null,
    brand: findMakes(query.brand, catalogue.brands),
    model: findMakes(query.model, catalogue.models),
    cc: parseRange(query.ccFrom, query.ccTo),
    price: parseRange(query.priceFrom, query.priceTo),
    year: parseRange(query.yearFrom, query.yearTo),
    km: parseRange(query.kmFrom, query.kmTo),
    condition: toNumbers(query.condition, conditions),
    place: intersect(division, toNumbers(query.district, districts)),
    verified: query.verified === 'on' ? true : null,
  }
  return { chosen, division }
}

/** Both together, as the database is asked. */
export const combineFilters = ({ typed, chosen }: SearchFilters): SearchFilter => ({
  words: typed.words,
  brand: intersect(typed.brand, chosen.brand),
  model: intersect(typed.model, chosen.model),
  cc: intersectRange(typed.cc, chosen.cc),
  price: intersectRange(typed.price, chosen.price),
  year: intersectRange(typed.year, chosen.year),
  km: intersectRange(typed.km, chosen.km),
  condition: intersect(typed.condition, chosen.condition),
  place: intersect(typed.place, chosen.place),
  verified: typed.verified ?? chosen.verified,
})

/** The same without some parts. */
export const omitFilters = (filters: SearchFilters, keys: readonly FilterKey[]): SearchFilters => {
  const cleared = Object.fromEntries(keys.map((key) => [key, null]))
  const division = keys.includes('place') ? null : filters.division
  return { typed: { ...filters.typed, ...cleared }, chosen: { ...filters.chosen, ...cleared }, division }
}

/** The parts that ask for something. */
export const getActiveKeys = (filters: SearchFilters): FilterKey[] => {
  const all = combineFilters(filters)
  return filterKeys.filter((key) => all[key] !== null)
}

// Of two parts that are as narrow, people mind the one least that stands first.
const dropOrder: readonly FilterKey[] = [
  'words',
  'verified',
  'condition',
  'km',
  'year',
  'cc',
  'price',
  'place',
  'model',
  'brand',
]

/** The parts in the order in which they are let go of: that first which alone finds the fewest bikes. */
export const sortByNarrowest = (keys: readonly FilterKey[], counts: ReadonlyMap<FilterKey, number>): FilterKey[] =>
  dropOrder.filter((key) => keys.includes(key)).toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))

// ---------- where a page begins ----------

/** After this bike; `value` is what the list is sorted by, and the parts were let go of on the page before. */
export type Cursor = { id: string; value: number; dropped: FilterKey[] }

const createCursorError = () => new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })

/** Writes a place down for the address. */
export const formatCursor = ({ id, value, dropped }: Cursor): string => `${dropped.join('.')}~${value}~${id}`

/** Reads it back; refuses what is not ours. */
export const parseCursor = (cursor: string): Cursor => {
  const [dropped = '', value = '', id = '', ...more] = cursor.split('~')
  if (!/^\d{1,7}$/.test(value) || more.length > 0) throw createCursorError()
  const names = dropped === '' ? [] : dropped.split('.')
  const keys = filterKeys.filter((key) => names.includes(key))
  if (keys.length !== names.length) throw createCursorError()
  return { id: parseCursorId(id), value: Number(value), dropped: keys }
}

// ---------- what everybody may see ----------

type ContactDetails = { email: string; contactNumber: string; advertise: 'on' | 'off' }

/** A bike as everybody sees it: no e-mail, and the number only where the seller asked for attention by advertising. */
export const toVisitorView = <Bike extends ContactDetails>({ email: _, ...bike }: Bike) => ({
  ...bike,
  contactNumber: bike.advertise === 'on' ? formatTelephone(bike.contactNumber) : maskTelephone(bike.contactNumber),
})
