import type { SearchResponseBody, SearchQuery, searchCalls } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { toPage } from '#platform/database/paging.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { toViewFor } from '#market/bikes/rules.ts'
import type { Member } from '#market/members/table.ts'
import { type SearchDictionary, createDictionaryProvider } from './dictionary/provider.ts'
import { findSuggestions } from './dictionary/rules.ts'
import { countFacets, toFacets, type WeightedCounts } from './facets/rules.ts'
import { sampleRows, createBikeLoader, findBikeIds } from './queries.ts'
import { parseSearch, type UnderstoodTerm } from './query-parser/rules.ts'
import {
  type FilterKey,
  formatCursor,
  getActiveKeys,
  omitChosen,
  omitCriteria,
  parseCursor,
  type SearchFilter,
  sortByNarrowest,
} from './rules.ts'

type SearchDeps = { replicaReads: ReplicaReads; now: () => Date }
type QueryDeps = { db: Database; loadBikes: ReturnType<typeof createBikeLoader>; dictionary: SearchDictionary }

const defaultLimit = 24

type FoundPage = { ids: { id: string; value: number }[]; filter: SearchFilter; dropped: FilterKey[] }

/** Finds one page. If nothing is found, drops one filter, and only then several. */
const findPage = async (deps: QueryDeps, query: SearchQuery, filter: SearchFilter): Promise<FoundPage> => {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor)
  const rows = Number(query.limit ?? defaultLimit) + 1
  const findWithout = async (dropped: FilterKey[]): Promise<FoundPage> => {
    const wider = omitCriteria(filter, dropped)
    const ids = await findBikeIds(deps.db, { filter: wider, sort: query.sort ?? 'newest', cursor, rows })
    return { ids, filter: wider, dropped }
  }
  const first = await findWithout(cursor?.dropped ?? [])
  if (first.ids.length > 0 || cursor) return first
  const keys = sortByNarrowest(getActiveKeys(filter), await countPerKey(deps, filter))
  const severalKeys = keys.slice(1).map((_, index) => keys.slice(0, index + 2))
  for (const dropped of [...keys.map((key) => [key]), ...severalKeys]) {
    const page = await findWithout(dropped)
    if (page.ids.length > 0) return page
  }
  return first
}

/** How many bikes of a sample the criteria of each key alone match. */
const countPerKey = async ({ db, dictionary }: QueryDeps, filter: SearchFilter): Promise<Map<FilterKey, number>> => {
  const { rows } = await sampleRows(db, [], dictionary.estimateCount([]))
  const count = (key: FilterKey) =>
    countFacets(
      rows,
      filter.filter((criterion) => criterion.key === key),
    ).total
  // The sample has no words, so they cannot be counted: they are dropped first.
  return new Map(getActiveKeys(filter).map((key) => [key, key === 'words' ? -1 : count(key)]))
}

/** Counts the facets. A chosen make or place limits the sample, so their own facets are counted in a sample without it. */
const countFacetGroups = async ({ db, dictionary }: QueryDeps, filter: SearchFilter) => {
  const countWithout = async (keys: FilterKey[]): Promise<WeightedCounts> => {
    const wider = omitChosen(filter, keys)
    const { rows, factor } = await sampleRows(db, wider, dictionary.estimateCount(wider))
    return { counts: countFacets(rows, filter), factor }
  }
  const hasChosen = (...keys: FilterKey[]) => filter.some(({ key, isTyped }) => !isTyped && keys.includes(key))
  const rest = countWithout([])
  const [all, makes, places] = await Promise.all([
    rest,
    hasChosen('brand', 'model') ? countWithout(['brand', 'model']) : rest,
    hasChosen('place') ? countWithout(['place']) : rest,
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

/** The values of a filter as they were typed or chosen, for the response. */
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

const search = async (deps: QueryDeps, query: SearchQuery, me: Member | null): Promise<SearchResponseBody> => {
  const { filter, understood } = parseSearch(query, deps.dictionary)
  const { ids, filter: wider, dropped } = await findPage(deps, query, filter)
  const { items, next } = toPage(ids, Number(query.limit ?? defaultLimit), (bike) => formatCursor({ ...bike, dropped }))
  const [found, facetGroups] = await Promise.all([
    deps.loadBikes(items.map(({ id }) => id)),
    countFacetGroups(deps, wider),
  ])
  const { counts, factor } = facetGroups.rest
  return {
    bikes: me ? found.map(toViewFor('member')) : found.map(({ email: _, ...bike }) => toViewFor('visitor')(bike)),
    next,
    total: Math.max(counts.total * factor, items.length),
    counted: factor === 1 ? 'all' : 'sample',
    understood,
    widened: dropped.map((part) => ({ part, what: getFilterValues(part, understood, query) })),
    facets: toFacets(facetGroups, deps.dictionary),
  }
}

/** The public search and its suggestions. */
export const searchRoutes = ({ replicaReads, now }: SearchDeps): Handlers<typeof searchCalls, Member> => {
  const getDictionary = replicaReads((db) => createDictionaryProvider(db, now))
  const runSearch = replicaReads((db) => {
    const loadBikes = createBikeLoader(db)
    return (dictionary: SearchDictionary, query: SearchQuery, me: Member | null) =>
      search({ db, loadBikes, dictionary }, query, me)
  })
  return {
    'GET /bikes': async ({ query, me }) => runSearch(await getDictionary(), query, me),
    'GET /bikes/suggest': async ({ query }) => findSuggestions(query.q ?? '', await getDictionary()),
  }
}
