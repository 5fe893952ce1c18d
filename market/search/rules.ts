// What a search asks, where its next page begins, and what it lets go of when nothing is found. All without SQL.
import { conditions } from '#contract/bikes.ts'
import { districts, divisions } from '#contract/districts.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { type SearchQuery, searchParts } from '#contract/search.ts'
import { telephoneMasked, telephoneShown } from '#contract/text.ts'
import { idOfCursor } from '#platform/database/paging.ts'
import type { Catalogue } from './dictionary/rules.ts'

/** Both ends with it; null is open. */
export type Range = { from: number | null; to: number | null }

export type Part = (typeof searchParts)[number]

/** What is asked of each part of a bike, in the numbers that the search knows; null asks nothing. */
export type Condition = {
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

export const nothingAsked: Condition = {
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
export type Asked = { typed: Condition; chosen: Condition; division: number[] | null }

const lower = (a: number | null, b: number | null) => (a === null || (b !== null && b < a) ? b : a)
const higher = (a: number | null, b: number | null) => (a === null || (b !== null && b > a) ? b : a)

/** A range that lies in both. */
export const within = (a: Range | null, b: Range | null): Range | null =>
  a && b ? { from: higher(a.from, b.from), to: lower(a.to, b.to) } : (a ?? b)

/** What stands in both; null is everything. */
export const shared = (a: readonly number[] | null, b: readonly number[] | null): number[] | null => {
  if (a === null) return b && [...b]
  return b === null ? [...a] : a.filter((one) => b.includes(one))
}

const range = (from: string | undefined, to: string | undefined): Range | null =>
  from === undefined && to === undefined
    ? null
    : { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) }

const named = (slugs: string | undefined, known: Map<string, number[]>): number[] | null =>
  slugs === undefined ? null : slugs.split(',').flatMap((slug) => known.get(slug) ?? [])

const numbersIn = (slugs: string | undefined, known: readonly string[]): number[] | null =>
  slugs === undefined ? null : slugs.split(',').map((slug) => known.indexOf(slug) + 1)

const inDivisions = (slugs: string | undefined): number[] | null => {
  const chosen = slugs?.split(',')
  if (!chosen) return null
  const found = divisions.filter(({ slug }) => chosen.includes(slug))
  return found.flatMap((division) => division.districts.map(({ slug }) => districts.indexOf(slug) + 1))
}

/** What an address chooses, beside its words. */
export const chosenIn = (query: SearchQuery, catalogue: Catalogue): Omit<Asked, 'typed'> => {
  const division = inDivisions(query.division)
  const chosen: Condition = {
    words: null,
    brand: named(query.brand, catalogue.brands),
    model: named(query.model, catalogue.models),
    cc: range(query.ccFrom, query.ccTo),
    price: range(query.priceFrom, query.priceTo),
    year: range(query.yearFrom, query.yearTo),
    km: range(query.kmFrom, query.kmTo),
    condition: numbersIn(query.condition, conditions),
    place: shared(division, numbersIn(query.district, districts)),
    verified: query.verified === 'on' ? true : null,
  }
  return { chosen, division }
}

/** Both together, as the database is asked. */
export const together = ({ typed, chosen }: Asked): Condition => ({
  words: typed.words,
  brand: shared(typed.brand, chosen.brand),
  model: shared(typed.model, chosen.model),
  cc: within(typed.cc, chosen.cc),
  price: within(typed.price, chosen.price),
  year: within(typed.year, chosen.year),
  km: within(typed.km, chosen.km),
  condition: shared(typed.condition, chosen.condition),
  place: shared(typed.place, chosen.place),
  verified: typed.verified ?? chosen.verified,
})

/** The same without some parts. */
export const without = (asked: Asked, parts: readonly Part[]): Asked => {
  const none = Object.fromEntries(parts.map((part) => [part, null]))
  const division = parts.includes('place') ? null : asked.division
  return { typed: { ...asked.typed, ...none }, chosen: { ...asked.chosen, ...none }, division }
}

/** The parts that ask for something. */
export const partsOf = (asked: Asked): Part[] => {
  const all = together(asked)
  return searchParts.filter((part) => all[part] !== null)
}

// Of two parts that are as narrow, people mind the one least that stands first.
const mindedLeast: readonly Part[] = [
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
export const narrowestFirst = (parts: readonly Part[], found: ReadonlyMap<Part, number>): Part[] =>
  mindedLeast.filter((part) => parts.includes(part)).toSorted((a, b) => (found.get(a) ?? 0) - (found.get(b) ?? 0))

// ---------- where a page begins ----------

/** After this bike; `value` is what the list is sorted by, and the parts were let go of on the page before. */
export type Place = { id: string; value: number; dropped: Part[] }

const notOurs = () => new Refused('bad_request', { field: 'cursor', message: 'That cursor is not valid.' })

/** Writes a place down for the address. */
export const cursorOf = ({ id, value, dropped }: Place): string => `${dropped.join('.')}~${value}~${id}`

/** Reads it back; refuses what is not ours. */
export const placeIn = (cursor: string): Place => {
  const [dropped = '', value = '', id = '', ...more] = cursor.split('~')
  if (!/^\d{1,7}$/.test(value) || more.length > 0) throw notOurs()
  const names = dropped === '' ? [] : dropped.split('.')
  const parts = searchParts.filter((part) => names.includes(part))
  if (parts.length !== names.length) throw notOurs()
  return { id: idOfCursor(id), value: Number(value), dropped: parts }
}

// ---------- what everybody may see ----------

type Shown = { email: string; contactNumber: string; advertise: 'on' | 'off' }

/** A bike as everybody sees it: no e-mail, and the number only where the seller asked for attention by advertising. */
export const forVisitors = <Bike extends Shown>({ email: _, ...bike }: Bike) => ({
  ...bike,
  contactNumber: bike.advertise === 'on' ? telephoneShown(bike.contactNumber) : telephoneMasked(bike.contactNumber),
})
