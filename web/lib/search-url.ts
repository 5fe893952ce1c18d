// A search as its address has it: read from what stands there, and written the one way that the shop writes it.
import type { SearchQuery } from '#contract/search.ts'
import { toLatinDigits } from '#contract/text.ts'

export const sortOrders = ['newest', 'price', 'price-down', 'km', 'year'] as const satisfies SearchQuery['sort'][]
export type SortOrder = (typeof sortOrders)[number]

/** What may be chosen several times; with commas in the address, once for each box in what a form sends. */
export const multiValueFilters = ['brand', 'model', 'condition', 'division', 'district'] as const
export type MultiValueFilter = (typeof multiValueFilters)[number]

/** The two ends of a range, each left out when it is open. */
export const rangeParams = ['ccFrom', 'ccTo', 'priceFrom', 'priceTo', 'yearFrom', 'yearTo', 'kmFrom', 'kmTo'] as const
export type RangeParam = (typeof rangeParams)[number]

/** What somebody looks for. Names that stand here are those of the call, so it can be sent as it is. */
export type Search = Partial<Record<'q' | MultiValueFilter | RangeParam | 'cursor', string>> & {
  verified?: 'on'
  sort?: SortOrder
}

/** A number as people type it, such as ১,৫০,০০০ or ৳1,50,000; what is none stays as it is, for the shop to say so. */
const normalizeNumber = (input: string): string => toLatinDigits(input).replace(/[৳,\s]/g, '')

const getChosenValues = (params: URLSearchParams, name: string): string =>
  [...new Set(params.getAll(name).flatMap((value) => value.split(',')))].filter((value) => value !== '').join(',')

/** Reads the address of a search: of what a form sent without scripts too, and of links that carry marks of others. */
export const parseSearch = (params: URLSearchParams): Search => {
  const search: Search = {}
  const setParam = (name: Exclude<keyof Search, 'verified' | 'sort'>, value: string | undefined) => {
    if (value !== undefined && value !== '') search[name] = value
  }
  setParam('q', params.get('q')?.trim())
  for (const name of multiValueFilters) setParam(name, getChosenValues(params, name))
  for (const name of rangeParams) setParam(name, normalizeNumber(params.get(name) ?? ''))
  if (params.get('verified') === 'on') search.verified = 'on'
  const sort = sortOrders.find((name) => name === params.get('sort'))
  if (sort !== undefined && sort !== 'newest') search.sort = sort
  setParam('cursor', params.get('cursor') ?? '')
  return search
}

/** The address of a search, such as /bikes?q=gixxer&brand=suzuki. Commas stay readable. */
export const toSearchPath = (search: Search): string => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const queryString = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return queryString === '' ? '/bikes' : `/bikes?${queryString}`
}

/** The search with something else in it, from its first page; undefined takes a name away. */
export const updateSearch = (
  search: Search,
  changes: { [Name in keyof Search]?: Search[Name] | undefined },
): Search => {
  const { cursor: _, ...rest } = { ...search, ...changes }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
}

/** What is chosen under a name. */
export const listChosen = (search: Search, name: MultiValueFilter): string[] => search[name]?.split(',') ?? []

/** The search without one of the values that are chosen under a name. */
export const removeChoice = (search: Search, name: MultiValueFilter, value: string): Search =>
  updateSearch(search, {
    [name]: listChosen(search, name)
      .filter((chosen) => chosen !== value)
      .join(','),
  })

/** How many filters narrow the search; the words and the sort are none. */
export const countFilters = (search: Search): number => {
  const ranges = ['cc', 'price', 'year', 'km'] as const
  const activeRanges = ranges.filter((name) => search[`${name}From`] !== undefined || search[`${name}To`] !== undefined)
  const activeChoices = multiValueFilters.flatMap((name) => listChosen(search, name))
  return activeRanges.length + activeChoices.length + (search.verified ? 1 : 0)
}

/**
 * Whether search engines may keep the page: the whole list, and the list of one brand. Every other mixture of filters
 * is one of millions, and says nothing that these do not.
 */
export const isIndexable = (search: Search): boolean =>
  Object.keys(search).every((name) => name === 'brand') && listChosen(search, 'brand').length <= 1
