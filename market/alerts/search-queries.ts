// Pure. The filters of saved searches as query strings, which are stored.
import { SavedSearchQuery, type SavedSearchFilters } from '#contract/alerts.ts'

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
