// Parses and writes the URL of a search.
import type { SearchQuery } from '#contract/search.ts'
import { toLatinDigits } from '#contract/text.ts'

export const sortOrders = [
  'newest',
  'price',
  'price-down',
  'km',
  'year',
  'nearest',
  'value',
] as const satisfies SearchQuery['sort'][]
export type SortOrder = (typeof sortOrders)[number]

/** Filters with several values: separated by commas in our URLs, repeated in those that a plain form sends. */
export const multiValueFilters = [
  'brand',
  'model',
  'condition',
  'division',
  'district',
  'area',
  'kind',
  'owners',
] as const
export type MultiValueFilter = (typeof multiValueFilters)[number]

/** What no bike found may be; the values of each are those of the filter that chooses it. */
export const exclusionFilters = [
  'notBrand',
  'notModel',
  'notCondition',
  'notDivision',
  'notDistrict',
  'notArea',
  'notKind',
] as const
export type ExclusionFilter = (typeof exclusionFilters)[number]

/** The bounds of ranges; an open bound is omitted. */
export const rangeParams = ['ccFrom', 'ccTo', 'priceFrom', 'priceTo', 'yearFrom', 'yearTo', 'kmFrom', 'kmTo'] as const
export type RangeParam = (typeof rangeParams)[number]

/** Filters that are one checkbox each, with the value that ticks it. */
export const flagParams = { verified: 'on', papers: 'complete', inspected: 'yes' } as const
type Flags = typeof flagParams
export const flagNames = ['verified', 'papers', 'inspected'] as const satisfies (keyof Flags)[]
export type ChosenFlags = { [Name in keyof Flags]?: Flags[Name] }

/** The checkboxes that a query ticks. */
export const parseFlags = (params: URLSearchParams): ChosenFlags => {
  const { verified, papers, inspected } = flagParams
  return {
    ...(params.get('verified') === verified && { verified }),
    ...(params.get('papers') === papers && { papers }),
    ...(params.get('inspected') === inspected && { inspected }),
  }
}

/** The parameters of a search, named as in the API, so that it can be sent unchanged. */
export type Search = Partial<Record<'q' | MultiValueFilter | ExclusionFilter | RangeParam | 'cursor', string>> & {
  sort?: SortOrder
} & ChosenFlags

/** Normalises a typed number, such as ১,৫০,০০০ or ৳1,50,000; other text stays, so that the API reports it. */
const normalizeNumber = (input: string): string => toLatinDigits(input).replace(/[৳,\s]/g, '')

const getChosenValues = (params: URLSearchParams, name: string): string =>
  [...new Set(params.getAll(name).flatMap((value) => value.split(',')))].filter((value) => value !== '').join(',')

/** Parses the query of a search URL, including that of a plain form; ignores unknown parameters. */
export const parseSearch = (params: URLSearchParams): Search => {
  const search: Search = {}
  const setParam = (name: Exclude<keyof Search, keyof Flags | 'sort'>, value: string | undefined) => {
    if (value !== undefined && value !== '') search[name] = value
  }
  setParam('q', params.get('q')?.trim())
  for (const name of [...multiValueFilters, ...exclusionFilters]) setParam(name, getChosenValues(params, name))
  for (const name of rangeParams) setParam(name, normalizeNumber(params.get(name) ?? ''))
  Object.assign(search, parseFlags(params))
  const sort = sortOrders.find((name) => name === params.get('sort'))
  // Words may ask for another order than the newest first, so with words it must be said.
  if (sort !== undefined && (sort !== 'newest' || search.q !== undefined)) search.sort = sort
  setParam('cursor', params.get('cursor') ?? '')
  return search
}

/** The path of a search, such as /bikes?q=gixxer&brand=suzuki. Commas are not encoded. */
export const toSearchPath = (search: Search): string => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const queryString = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return queryString === '' ? '/bikes' : `/bikes?${queryString}`
}

/** Changes parameters and returns to the first page; undefined removes a parameter. */
export const updateSearch = (
  search: Search,
  changes: { [Name in keyof Search]?: Search[Name] | undefined },
): Search => {
  const { cursor: _, ...rest } = { ...search, ...changes }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
}

/** The chosen values of a filter. */
export const listChosen = (search: Search, name: MultiValueFilter | ExclusionFilter): string[] =>
  search[name]?.split(',') ?? []

/** Removes one value of a filter. */
export const removeChoice = (search: Search, name: MultiValueFilter | ExclusionFilter, value: string): Search =>
  updateSearch(search, {
    [name]: listChosen(search, name)
      .filter((chosen) => chosen !== value)
      .join(','),
  })

/** The number of active filters, without the query text and the sort order. */
export const countFilters = (search: Search): number => {
  const ranges = ['cc', 'price', 'year', 'km'] as const
  const activeRanges = ranges.filter((name) => search[`${name}From`] !== undefined || search[`${name}To`] !== undefined)
  const activeChoices = [...multiValueFilters, ...exclusionFilters].flatMap((name) => listChosen(search, name))
  return activeRanges.length + activeChoices.length + flagNames.filter((name) => search[name]).length
}

/**
 * Whether search engines may index the page: the whole list and the list of one brand. Other combinations of filters are
 * too many and duplicate their content.
 */
export const isIndexable = (search: Search): boolean =>
  Object.keys(search).every((name) => name === 'brand') && listChosen(search, 'brand').length <= 1
