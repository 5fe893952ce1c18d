// The public search: words and filters in the address, what was understood of them, the bikes, and what they are made of.
import { z } from 'zod'
import { type Reason, toReason } from './errors/reasons.ts'
import { conditions, Product } from './bikes.ts'
import type { Calls } from './call.ts'
import { Paging, searchText } from './fields.ts'
import { districts, divisions } from './districts.ts'
import { isSlug } from './slugs.ts'
import { isVisibleText } from './text.ts'

export const sortOrders = ['newest', 'price', 'price-down', 'km', 'year'] as const

const maxChoices = 20

const QueryText = searchText(100, (text) => text === '' || isVisibleText(text))

/** A whole number as an address has it; nothing else is taken for one. */
const integerParam = (reason: Reason, { from, to }: { from: number; to: number }) =>
  z
    .string({ error: reason })
    .regex(/^(?:0|[1-9]\d{0,6})$/, reason)
    .refine((value) => Number(value) >= from && Number(value) <= to, reason)
    .optional()

/** Several values with commas between them, such as `good,fair`. */
const listParam = (reason: Reason, isAllowed: (value: string) => boolean) =>
  z
    .string({ error: reason })
    .max(2_000, reason)
    .refine((value) => value.split(',').length <= maxChoices && value.split(',').every(isAllowed), reason)
    .optional()

const knownDistricts = new Set<string>(districts)
const knownDivisions = new Set<string>(divisions.map(({ slug }) => slug))
const knownConditions = new Set<string>(conditions)

const priceBounds = { from: 0, to: 9_999_999 }
const kilometreBounds = { from: 0, to: 999_999 }
const engineCcBounds = { from: 0, to: 9_999 }
const yearBounds = { from: 1950, to: 2200 }

/** What a search asks; everything stands in the address and may be left out. */
const queryFields = {
  /** Words as people type them, in English, Bangla or Banglish, with mistakes. */
  q: QueryText.optional(),
  /** Slugs of brands, separated by commas: `yamaha,royal-enfield`. A bike matches one of them; unknown slugs match none. */
  brand: listParam(toReason('invalid_brands', { max: maxChoices }), isSlug),
  /** Slugs of models, each with its brand's first: `yamaha-r15-v3`. */
  model: listParam(toReason('invalid_models', { max: maxChoices }), isSlug),
  ccFrom: integerParam(toReason('invalid_lowest_cc'), engineCcBounds),
  ccTo: integerParam(toReason('invalid_highest_cc'), engineCcBounds),
  /** In whole Taka, both ends with it. */
  priceFrom: integerParam(toReason('not_whole_taka', { field: 'lowest_price' }), priceBounds),
  priceTo: integerParam(toReason('not_whole_taka', { field: 'highest_price' }), priceBounds),
  /** The year in which it was bought. */
  yearFrom: integerParam(toReason('invalid_first_year'), yearBounds),
  yearTo: integerParam(toReason('invalid_last_year'), yearBounds),
  kmFrom: integerParam(toReason('not_whole', { field: 'fewest_kilometres' }), kilometreBounds),
  kmTo: integerParam(toReason('not_whole', { field: 'most_kilometres' }), kilometreBounds),
  condition: listParam(toReason('invalid_condition'), (value) => knownConditions.has(value)),
  division: listParam(toReason('invalid_division'), (value) => knownDivisions.has(value)),
  district: listParam(toReason('invalid_district'), (value) => knownDistricts.has(value)),
  /** Bikes of verified sellers only. */
  verified: z.literal('on', { error: toReason('not_value', { name: 'verified', value: '“on”' }) }).optional(),
  /** `newest` unless told. */
  sort: z.enum(sortOrders, { error: toReason('invalid_sort') }).optional(),
}

/** A bike as a search shows it: the Product of every list, and what its card needs. */
export const FoundBike = Product.extend({
  brand: z.string().nullable(),
  model: z.string().nullable(),
  engineCc: z.int().nullable(),
  kilometres: z.int().nullable(),
  /** The slug of the district where it stands. */
  district: z.enum(districts).nullable(),
}).meta({ id: 'FoundBike' })

/** The parts of a search that can be let go of when nothing is found. */
export const filterKeys = [
  'words',
  'brand',
  'model',
  'cc',
  'price',
  'year',
  'km',
  'condition',
  'place',
  'verified',
] as const

/** What one typed word or group of words was taken for. */
const ParsedTerm = z.object({
  /** As it was typed. */
  typed: z.string(),
  /** `word` is one that stands in the name, the place or the description of the bikes. */
  kind: z.enum(['brand', 'model', 'district', 'division', 'cc', 'price', 'year', 'condition', 'verified', 'word']),
  /** As the shop writes it: "Gixxer 155", "Dhaka", "at most 150000". */
  meant: z.string(),
  /** Whether another spelling was typed than any that the shop knows. */
  isCorrected: z.boolean(),
  /** Both ends of a size, a price or a year; null is open, and all other kinds have none. */
  from: z.int().nullable(),
  to: z.int().nullable(),
})

const Count = z.int().min(0)
const NamedFacet = z.object({ slug: z.string(), name: z.string(), nameBn: z.string().nullable(), count: Count })
/** Both ends with it, in whole numbers; null is open. */
const RangeFacet = z.object({ from: z.int().nullable(), to: z.int().nullable(), count: Count })

/**
 * How many of the bikes found have what. Each group is counted as if nothing of that group were chosen, so that another
 * choice shows what it would find. Only what is there stands in it, the most frequent first; bands and years in their order.
 */
const Facets = z.object({
  brands: z.array(NamedFacet),
  models: z.array(NamedFacet.extend({ brand: z.string() })),
  cc: z.array(RangeFacet),
  prices: z.array(RangeFacet),
  years: z.array(z.object({ year: z.int(), count: Count })),
  km: z.array(RangeFacet),
  conditions: z.array(z.object({ condition: z.enum(conditions), count: Count })),
  divisions: z.array(NamedFacet),
  districts: z.array(NamedFacet.extend({ division: z.string() })),
  verified: Count,
})

export const SearchResponse = z
  .object({
    bikes: z.array(FoundBike),
    /** Sent back as `cursor` for the next page; null at the end. */
    next: z.string().nullable(),
    /** How many there are. */
    total: Count,
    /**
     * `all`: every bike was counted. `sample`: there are so many that one in several was looked at, so the total and
     * the counts are near the truth: "about 12,800".
     */
    counted: z.enum(['all', 'sample']),
    /** What the words were taken for, in the order in which they were typed. */
    understood: z.array(ParsedTerm),
    /** What was let go of since nothing was found otherwise, in that order; empty as a rule. */
    widened: z.array(z.object({ part: z.enum(filterKeys), what: z.array(z.string()) })),
    facets: Facets,
  })
  .meta({ id: 'Found' })

/** Something that the search box offers while one types. */
const SearchSuggestion = z.object({
  kind: z.enum(['brand', 'model', 'district']),
  /** To be sent as `brand`, `model` or `district`. */
  slug: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  /** The brand of a model. */
  brand: z.string().nullable(),
})

export const searchCalls = {
  'GET /bikes': {
    summary: 'Search the bikes on sale by words and filters, with counts for each filter',
    access: 'anyone',
    // A page has 24 bikes unless told.
    query: Paging.extend(queryFields),
    response: SearchResponse,
    limit: 'browsing',
  },
  'GET /bikes/suggest': {
    summary: 'At most eight brands, models and districts that begin with what is typed',
    access: 'anyone',
    query: z.strictObject({ q: QueryText.optional() }),
    response: z.array(SearchSuggestion),
    limit: 'browsing',
  },
} as const satisfies Calls

export type SearchQuery = z.output<(typeof searchCalls)['GET /bikes']['query']>
export type SearchResponseBody = z.output<typeof SearchResponse>
