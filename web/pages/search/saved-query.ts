// The parameters of a saved search: all filters, without page and sort order.
import { type ChosenFlags, exclusionFilters, multiValueFilters, parseFlags, rangeParams } from '#web/lib/search-url.ts'

const filterNames = ['q', ...multiValueFilters, ...rangeParams, ...exclusionFilters] as const

type SavedQuery = Partial<Record<(typeof filterNames)[number], string>> & ChosenFlags

/** The filters of a query string; null when it has none. */
export const parseSavedQuery = (address: string): SavedQuery | null => {
  const params = new URLSearchParams(address)
  const query: SavedQuery = parseFlags(params)
  for (const name of filterNames) {
    // Without JavaScript a form repeats the parameter for each ticked checkbox.
    const value = params.getAll(name).filter(Boolean).join(',').trim()
    if (value !== '') query[name] = value
  }
  return Object.keys(query).length > 0 ? query : null
}
