// A search as its address has it: read from what stands there, and written the one way that the shop writes it.
import type { SearchQuery } from '#contract/search.ts'
import { latinDigits } from '#contract/text.ts'

export const sortNames = ['newest', 'price', 'price-down', 'km', 'year'] as const satisfies SearchQuery['sort'][]
export type SortName = (typeof sortNames)[number]

/** What may be chosen several times; with commas in the address, once for each box in what a form sends. */
export const choices = ['brand', 'model', 'condition', 'division', 'district'] as const
export type Choice = (typeof choices)[number]

/** The two ends of a range, each left out when it is open. */
export const limits = ['ccFrom', 'ccTo', 'priceFrom', 'priceTo', 'yearFrom', 'yearTo', 'kmFrom', 'kmTo'] as const
export type LimitName = (typeof limits)[number]

/** What somebody looks for. Names that stand here are those of the call, so it can be sent as it is. */
export type Search = Partial<Record<'q' | Choice | LimitName | 'cursor', string>> & {
  verified?: 'on'
  sort?: SortName
}

/** A number as people type it, such as ১,৫০,০০০ or ৳1,50,000; what is none stays as it is, for the shop to say so. */
const plainNumber = (typed: string): string => latinDigits(typed).replace(/[৳,\s]/g, '')

const chosenIn = (address: URLSearchParams, name: string): string =>
  [...new Set(address.getAll(name).flatMap((value) => value.split(',')))].filter((value) => value !== '').join(',')

/** Reads the address of a search: of what a form sent without scripts too, and of links that carry marks of others. */
export const readSearch = (address: URLSearchParams): Search => {
  const search: Search = {}
  const put = (name: Exclude<keyof Search, 'verified' | 'sort'>, value: string | undefined) => {
    if (value !== undefined && value !== '') search[name] = value
  }
  put('q', address.get('q')?.trim())
  for (const name of choices) put(name, chosenIn(address, name))
  for (const name of limits) put(name, plainNumber(address.get(name) ?? ''))
  if (address.get('verified') === 'on') search.verified = 'on'
  const sort = sortNames.find((name) => name === address.get('sort'))
  if (sort !== undefined && sort !== 'newest') search.sort = sort
  put('cursor', address.get('cursor') ?? '')
  return search
}

/** The address of a search, such as /bikes?q=gixxer&brand=suzuki. Commas stay readable. */
export const searchPath = (search: Search): string => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const words = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return words === '' ? '/bikes' : `/bikes?${words}`
}

/** The search with something else in it, from its first page; undefined takes a name away. */
export const changed = (search: Search, changes: { [Name in keyof Search]?: Search[Name] | undefined }): Search => {
  const { cursor: _, ...rest } = { ...search, ...changes }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''))
}

/** What is chosen under a name. */
export const chosenOf = (search: Search, name: Choice): string[] => search[name]?.split(',') ?? []

/** The search without one of the values that are chosen under a name. */
export const withoutChoice = (search: Search, name: Choice, value: string): Search =>
  changed(search, {
    [name]: chosenOf(search, name)
      .filter((one) => one !== value)
      .join(','),
  })

/** How many filters narrow the search; the words and the sort are none. */
export const countFilters = (search: Search): number => {
  const ranges = ['cc', 'price', 'year', 'km'] as const
  const ofRanges = ranges.filter((name) => search[`${name}From`] !== undefined || search[`${name}To`] !== undefined)
  const ofChoices = choices.flatMap((name) => chosenOf(search, name))
  return ofRanges.length + ofChoices.length + (search.verified ? 1 : 0)
}

/**
 * Whether search engines may keep the page: the whole list, and the list of one brand. Every other mixture of filters
 * is one of millions, and says nothing that these do not.
 */
export const isForEngines = (search: Search): boolean =>
  Object.keys(search).every((name) => name === 'brand') && chosenOf(search, 'brand').length <= 1
