import type { SearchResponseBody, SearchQuery, searchCalls } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { toPage } from '#platform/database/paging.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { toMemberView } from '#market/bikes/rules.ts'
import type { Member } from '#market/members/table.ts'
import { type FacetSample, sampleRows, createBikeLoader, findBikeIds } from './queries.ts'
import { toFacets, type WeightedCounts } from './facets/rules.ts'
import { parseQuery, type UnderstoodTerm } from './query-parser/rules.ts'
import { type SearchDictionary, createDictionaryProvider } from './dictionary/provider.ts'
import {
  type SearchFilters,
  parseFilters,
  formatCursor,
  toVisitorView,
  sortByNarrowest,
  type FilterKey,
  getActiveKeys,
  parseCursor,
  combineFilters,
  omitFilters,
} from './rules.ts'
import { findSuggestions } from './suggestions/rules.ts'
import { countFacets } from './facet-counts/rules.ts'

type SearchDeps = { replicaReads: ReplicaReads; now: () => Date }

const defaultLimit = 24

type FoundPage = { ids: { id: string; value: number }[]; filters: SearchFilters; dropped: FilterKey[] }

/** Asks for one page; where nothing is found, lets go of one part or another, and only then of several. */
const findPage = async (
  db: Database,
  query: SearchQuery,
  filters: SearchFilters,
  dictionary: SearchDictionary,
): Promise<FoundPage> => {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor)
  const rows = Number(query.limit ?? defaultLimit) + 1
  const findWithout = async (dropped: FilterKey[]): Promise<FoundPage> => {
    const wider = omitFilters(filters, dropped)
    const sort = query.sort ?? 'newest'
    return {
      ids: await findBikeIds(db, { filter: combineFilters(wider), sort, cursor, rows }),
      filters: wider,
      dropped,
    }
  }
  const first = await findWithout(cursor?.dropped ?? [])
  if (first.ids.length > 0 || cursor) return first
  return (await widenSearch(db, filters, dictionary, findWithout)) ?? first
}

type FindWithout = (dropped: FilterKey[]) => Promise<FoundPage>

const widenSearch = async (
  db: Database,
  filters: SearchFilters,
  dictionary: SearchDictionary,
  findWithout: FindWithout,
): Promise<FoundPage | null> => {
  const keys = sortByNarrowest(getActiveKeys(filters), await countPerFilter(db, filters, dictionary))
  for (const key of keys) {
    const page = await findWithout([key])
    if (page.ids.length > 0) return page
  }
  for (let count = 2; count <= keys.length; count += 1) {
    const page = await findWithout(keys.slice(0, count))
    if (page.ids.length > 0) return page
  }
  return null
}

/** How many bikes each part alone would find, among those that were looked at. */
const countPerFilter = async (
  db: Database,
  filters: SearchFilters,
  dictionary: SearchDictionary,
): Promise<Map<FilterKey, number>> => {
  const keys = getActiveKeys(filters)
  const { rows } = await sampleRows(
    db,
    combineFilters(omitFilters(filters, keys)),
    dictionary.estimateCount(combineFilters(omitFilters(filters, keys))),
  )
  const counts = keys.map((key) => {
    const others = keys.filter((one) => one !== key)
    return [key, countFacets(rows, omitFilters(filters, others)).total] as const
  })
  // Whether words stand in a text is not in what is counted: they are the first to go.
  return new Map(counts.map(([part, count]) => [part, part === 'words' ? -1 : count]))
}

const countSample = ({ rows, factor }: FacetSample, filters: SearchFilters): WeightedCounts => ({
  counts: countFacets(rows, filters),
  factor,
})

/** Counts what the bikes are made of. What is chosen of makes or places leads to the rest only, so they are looked at again. */
const countFacetGroups = async (db: Database, filters: SearchFilters, dictionary: SearchDictionary) => {
  const sampleWithout = async (keys: FilterKey[]): Promise<WeightedCounts> => {
    const chosen = omitFilters(filters, keys).chosen
    const wider = combineFilters({ ...filters, chosen })
    return countSample(await sampleRows(db, wider, dictionary.estimateCount(wider)), filters)
  }
  const { brand, model, place } = filters.chosen
  const rest = sampleWithout([])
  const [all, makes, places] = await Promise.all([
    rest,
    brand || model ? sampleWithout(['brand', 'model']) : rest,
    place ? sampleWithout(['place']) : rest,
  ])
  return { rest: all, makes, places }
}

const filterKeyByKind: Record<UnderstoodTerm['kind'], FilterKey> = {
  brand: 'brand',
  model: 'model',
  district: 'place',
  division: 'place',
  cc: 'cc',
  price: 'price',
  year: 'year',
  condition: 'condition',
  verified: 'verified',
  word: 'words',
}

/** What a part was asked to be, as it was typed or chosen. */
const getFilterValues = (key: FilterKey, understood: UnderstoodTerm[], query: SearchQuery): string[] => {
  const { brand, model, ccFrom, ccTo, priceFrom, priceTo, yearFrom, yearTo, kmFrom, kmTo, condition } = query
  const chosen: Record<FilterKey, (string | undefined)[]> = {
    words: [],
    brand: [brand],
    model: [model],
    cc: [ccFrom, ccTo],
    price: [priceFrom, priceTo],
    year: [yearFrom, yearTo],
    km: [kmFrom, kmTo],
    condition: [condition],
    place: [query.district ?? query.division],
    verified: [],
  }
  const typed = understood.filter(({ kind }) => filterKeyByKind[kind] === key).map(({ meant }) => meant)
  return [...typed, ...chosen[key].filter((value) => value !== undefined)]
}

type QueryDeps = { db: Database; loadBikes: ReturnType<typeof createBikeLoader> }

const search = async (
  deps: QueryDeps,
  dictionary: SearchDictionary,
  query: SearchQuery,
  me: Member | null,
): Promise<SearchResponseBody> => {
  const { filter: typed, understood } = parseQuery(query.q ?? '', dictionary)
  const filters = { typed, ...parseFilters(query, dictionary) }
  const { ids, filters: wider, dropped } = await findPage(deps.db, query, filters, dictionary)
  const { items, next } = toPage(ids, Number(query.limit ?? defaultLimit), (bike) => formatCursor({ ...bike, dropped }))
  const [found, facetGroups] = await Promise.all([
    deps.loadBikes(items.map(({ id }) => id)),
    countFacetGroups(deps.db, wider, dictionary),
  ])
  const { counts, factor } = facetGroups.rest
  return {
    bikes: me ? found.map(toMemberView) : found.map(toVisitorView),
    next,
    total: Math.max(counts.total * factor, items.length),
    counted: factor === 1 ? 'all' : 'sample',
    understood,
    widened: dropped.map((part) => ({ part, what: getFilterValues(part, understood, query) })),
    facets: toFacets(facetGroups, dictionary),
  }
}

/** The public search, and what its box offers while one types. */
export const searchRoutes = ({ replicaReads, now }: SearchDeps): Handlers<typeof searchCalls, Member> => {
  const getDictionary = replicaReads((db) => createDictionaryProvider(db, now))
  const runSearch = replicaReads((db) => {
    const deps: QueryDeps = { db, loadBikes: createBikeLoader(db) }
    return (dictionary: SearchDictionary, query: SearchQuery, me: Member | null) => search(deps, dictionary, query, me)
  })
  return {
    'GET /bikes': async ({ query, me }) => runSearch(await getDictionary(), query, me),
    'GET /bikes/suggest': async ({ query }) => findSuggestions(query.q ?? '', await getDictionary()),
  }
}
