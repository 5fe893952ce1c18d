// The public search: query parameters, the parsed words, the bikes found, and the facet counts.
import { earliestYear, maxKilometres, maxPriceTaka } from '#contract/limits.ts'
import { z } from 'zod'
import { type Reason, toReason } from './errors/reasons.ts'
import { bikeMarks, BikeYear, conditions, Product } from './bikes.ts'
import { modelKinds } from './catalogue.ts'
import type { Calls } from './call.ts'
import { Paging, searchText, typed } from './fields.ts'
import { districts, divisions } from './districts.ts'
import { isSlug } from './slugs.ts'
import { isVisibleText } from './text.ts'

export const sortOrders = ['newest', 'price', 'price-down', 'km', 'year', 'nearest', 'value'] as const

const maxChoices = 20

const QueryText = searchText(100, (text) => text === '' || isVisibleText(text))

/** A whole number in a query: digits without sign or leading zeros. */
const integerParam = (reason: Reason, { from, to }: { from: number; to: number }) =>
  typed('number', reason)
    .regex(/^(?:0|[1-9]\d{0,6})$/, reason)
    .refine((value) => Number(value) >= from && Number(value) <= to, reason)
    .optional()

/** Values separated by commas, such as `good,fair`. */
const listParam = (reason: Reason, isAllowed: (value: string) => boolean) =>
  z
    .string({ error: reason })
    .max(2_000, reason)
    .refine((value) => value.split(',').length <= maxChoices && value.split(',').every(isAllowed), reason)
    .optional()

const knownDistricts = new Set<string>(districts)
const knownDivisions = new Set<string>(divisions.map(({ slug }) => slug))
const knownConditions = new Set<string>(conditions)
const knownKinds = new Set<string>(modelKinds)

/** Numbers of owners that can be chosen; 3 stands for three and more. */
export const ownerChoices = ['1', '2', '3'] as const
const knownOwners = new Set<string>(ownerChoices)

const priceBounds = { from: 0, to: maxPriceTaka }
const kilometreBounds = { from: 0, to: maxKilometres }
const engineCcBounds = { from: 0, to: 9_999 }
const yearBounds = { from: earliestYear, to: 2200 }

const BrandSlugs = listParam(toReason('invalid_brands', { max: maxChoices }), isSlug)
const ModelSlugs = listParam(toReason('invalid_models', { max: maxChoices }), isSlug)
const Conditions = listParam(toReason('invalid_condition'), (value) => knownConditions.has(value))
const Divisions = listParam(toReason('invalid_division'), (value) => knownDivisions.has(value))
const Districts = listParam(toReason('invalid_district'), (value) => knownDistricts.has(value))
const AreaSlugs = listParam(toReason('invalid_areas', { max: maxChoices }), isSlug)
const Kinds = listParam(toReason('invalid_model_kind'), (value) => knownKinds.has(value))

/** What no bike found may be; each parameter has the values of the one that chooses it. */
const excludedFields = {
  notBrand: BrandSlugs,
  notModel: ModelSlugs,
  notCondition: Conditions,
  notDivision: Divisions,
  notDistrict: Districts,
  notArea: AreaSlugs,
  notKind: Kinds,
}

/** The query parameters of a search; all are optional. */
const queryFields = {
  /** Words in English, Bangla or Banglish, with typing mistakes. */
  q: QueryText.optional(),
  /** Slugs of brands, separated by commas: `yamaha,royal-enfield`. A bike matches one of them; unknown slugs match none. */
  brand: BrandSlugs,
  /** Slugs of models, each prefixed with its brand: `yamaha-r15-v3`. */
  model: ModelSlugs,
  ccFrom: integerParam(toReason('invalid_lowest_cc'), engineCcBounds),
  ccTo: integerParam(toReason('invalid_highest_cc'), engineCcBounds),
  /** In whole Taka, inclusive. */
  priceFrom: integerParam(toReason('not_whole_taka', { field: 'lowest_price' }), priceBounds),
  priceTo: integerParam(toReason('not_whole_taka', { field: 'highest_price' }), priceBounds),
  /** The year of registration, or else of purchase. */
  yearFrom: integerParam(toReason('invalid_first_year'), yearBounds),
  yearTo: integerParam(toReason('invalid_last_year'), yearBounds),
  kmFrom: integerParam(toReason('not_whole', { field: 'fewest_kilometres' }), kilometreBounds),
  kmTo: integerParam(toReason('not_whole', { field: 'most_kilometres' }), kilometreBounds),
  condition: Conditions,
  division: Divisions,
  district: Districts,
  /**
   * Parts of a town by their Latin names, separated by commas: `mirpur,uttara`. A bike matches whose name, location or
   * description has one of them.
   */
  area: AreaSlugs,
  /** Kinds of bike, separated by commas: `scooter,cruiser`. */
  kind: Kinds,
  /** How many owners a bike had, separated by commas; 3 stands for three and more. */
  owners: listParam(toReason('invalid_owners_choice'), (value) => knownOwners.has(value)),
  /** Bikes of verified sellers only. */
  verified: z.literal('on', { error: toReason('not_value', { name: 'verified', value: '“on”' }) }).optional(),
  /** Bikes whose papers Motohaat has checked, all that a transfer at BRTA needs. */
  papers: z.literal('complete', { error: toReason('not_value', { name: 'papers', value: '“complete”' }) }).optional(),
  /** Bikes with a signed inspection that everybody reads. */
  inspected: z.literal('yes', { error: toReason('not_value', { name: 'inspected', value: '“yes”' }) }).optional(),
  /**
   * Default: what the words ask for ("cheapest"), else `newest`. `nearest` lists the bikes of the whole country by the
   * distance from the typed or chosen district; `value` by the price as a share of the estimate.
   */
  sort: z.enum(sortOrders, { error: toReason('invalid_sort') }).optional(),
  ...excludedFields,
}

/** A bike in the search results: the Product of every list, and what its card needs. */
export const FoundBike = Product.extend({
  ...bikeMarks,
  year: BikeYear,
  brand: z.string().nullable(),
  model: z.string().nullable(),
  engineCc: z.int().nullable(),
  kilometres: z.int().nullable(),
  /** The slug of the district of its location. */
  district: z.enum(districts).nullable(),
}).meta({ id: 'FoundBike' })

/** The filters that a search may drop when it finds nothing. */
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
  'papers',
  'inspected',
  'kind',
  'owners',
  'audience',
] as const

/** How one typed word or group of words was understood. */
const ParsedTerm = z.object({
  typed: z.string(),
  /** `word` is searched in the name, the location and the description of the bikes; `past` is what a seller says of the past. */
  kind: z.enum([
    'brand',
    'model',
    'district',
    'division',
    'cc',
    'price',
    'year',
    'condition',
    'verified',
    'word',
    'area',
    'km',
    'kind',
    'owners',
    'papers',
    'colour',
    'feature',
    'sort',
    'past',
    'audience',
  ]),
  /**
   * The normalized form: "Gixxer 155", "Dhaka", "at most 150000"; of a `sort` its name in the parameter `sort`; of an
   * `audience`, who the bike is for, one of `short`, `women`, `learner`, `family`, `delivery`, and `mileage`.
   */
  meant: z.string(),
  /** The Bangla name of a brand, a model or a place, if it has one. */
  meantBn: z.string().nullable(),
  /** Whether no bike found may be this: "not bajaj". */
  isExcluded: z.boolean(),
  /** Whether the spelling was corrected. */
  isCorrected: z.boolean(),
  /**
   * Inclusive limits of an engine size, price, year, mileage or number of owners, and of the kilometres per litre; null is open
   * or another kind.
   */
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** The place of the words in `q`, in UTF-16 units: without them, the search does not ask for it. */
  start: z.int(),
  end: z.int(),
})

/** The name of a value that a parameter of the URL excludes. */
const NamedExclusion = z.object({
  param: z.enum(['notBrand', 'notModel', 'notDivision', 'notDistrict', 'notArea']),
  slug: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
})

/** What a search gave up of one filter because nothing was found with it. */
const WidenedFilter = z.object({
  part: z.enum(filterKeys),
  /** The names of what was typed or chosen. */
  what: z.array(z.string()),
  /** The typed words; empty for a filter that was chosen. */
  typed: z.string(),
  /**
   * What the filter was widened to: `range` with its new limits, `district` (of an area), `division`, `family` (models of the
   * same line), `alike` (the same kind and about the same engine), `kind` (the same kind), `similarKind` (the nearest kinds);
   * `none`: it was dropped.
   */
  to: z.enum(['range', 'district', 'division', 'family', 'alike', 'kind', 'similarKind', 'none']),
  from: z.int().nullable(),
  until: z.int().nullable(),
})

const Count = z.int().min(0)
const NamedFacet = z.object({ slug: z.string(), name: z.string(), nameBn: z.string().nullable(), count: Count })
/** Inclusive whole numbers; null is open. */
const RangeFacet = z.object({ from: z.int().nullable(), to: z.int().nullable(), count: Count })

/**
 * Facet counts. Each facet is counted as if its own filter were not set, so every value shows what choosing it would find.
 * Values without bikes are left out. Names come by count; ranges and years in ascending order.
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
  /** Parts of the town of a typed or chosen district, most bikes first; empty without one. A bike may name several. */
  areas: z.array(NamedFacet.extend({ district: z.string() })),
  verified: Count,
  /** Bikes whose papers are complete. */
  papers: Count,
  inspected: Count,
  kinds: z.array(z.object({ kind: z.enum(modelKinds), count: Count })),
  /** 3 stands for three and more owners. */
  owners: z.array(z.object({ owners: z.int().min(1).max(3), count: Count })),
})

/** A brand with the number of its bikes on sale. */
const BrandCount = NamedFacet.meta({ id: 'BrandCount' })

export const SearchResponse = z
  .object({
    bikes: z.array(FoundBike),
    /** The `cursor` of the next page; null on the last page. */
    next: z.string().nullable(),
    total: Count,
    /**
     * `all`: every bike was counted. `sample`: the total and the counts are estimates from a sample of the bikes:
     * "about 12,800".
     */
    counted: z.enum(['all', 'sample']),
    /** How the words were understood, in typing order. */
    understood: z.array(ParsedTerm),
    /** Typed words of meaning that the search does not use, in typing order. */
    unused: z.array(z.string()),
    /** The names of what the parameters exclude. */
    excluded: z.array(NamedExclusion),
    /** The filters that were widened or dropped because nothing was found with them; usually empty. */
    widened: z.array(WidenedFilter),
    /**
     * Whether few bikes of the model that was asked for, or of what it was widened to, stand in the place: they come first, and
     * the same in other places follows, nearest first. The total and the counts are of the place.
     */
    hasElsewhere: z.boolean(),
    /** The order of the bikes. `closest`: nothing fits all of the search, and what differs least comes first. */
    sort: z.enum([...sortOrders, 'closest']),
    /** The model that the search names, if it names one: there is a price guide of it. */
    guide: z.object({ brand: z.string(), model: z.string(), modelBn: z.string().nullable() }).nullable(),
    /**
     * The typed model if none is on sale anywhere, in whatever year or at whatever price. `brand` is null if several brands have
     * a model of this name; `hasGuide`: `guide` is of this model, and its page has prices.
     */
    notOnSale: z
      .object({
        brand: z.string().nullable(),
        brandBn: z.string().nullable(),
        name: z.string(),
        nameBn: z.string().nullable(),
        hasGuide: z.boolean(),
      })
      .nullable(),
    facets: Facets,
  })
  .meta({ id: 'Found' })

/** A suggestion of the search box. */
const SearchSuggestion = z.object({
  kind: z.enum(['brand', 'model', 'district']),
  /** The value for the parameter `brand`, `model` or `district`. */
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
    // The default page has 24 bikes.
    query: Paging.extend(queryFields),
    response: SearchResponse,
    limit: 'browsing',
  },
  'GET /bikes/brands': {
    summary: 'The brands of the bikes on sale, most bikes first; the counts are estimates where there are very many',
    access: 'anyone',
    response: z.array(BrandCount),
    isCacheable: true,
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
