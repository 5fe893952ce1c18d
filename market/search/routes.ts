import type { SearchResponseBody, SearchQuery, searchCalls } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { toPage } from '#platform/database/paging.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { toViewFor } from '#market/bikes/contact-number.ts'
import { catalogueKey, toCountsKey } from '#market/schema/cache-keys.ts'
import type { Member } from '#market/schema/people/members.ts'
import { type SearchDictionary, createDictionaryProvider } from './dictionary-cache.ts'
import { findNamedModel, nameModels } from './not-on-sale.ts'
import { type AreaCounts, countFacets, toAreaFacets, toFacets, type WeightedCounts } from './facets.ts'
import { areas as allAreas, getDistancesKm, getDistrictNumber, listAreaSpellings } from './places.ts'
import {
  columnOrders,
  createBikeLoader,
  findBikeIds,
  findFewestSteps,
  findFirstFilter,
  hasPrices,
  type Order,
  orderByCloseness,
  orderByDistance,
} from './queries.ts'
import { nameExcluded } from './chosen-filters.ts'
import { type ParsedSearch, parseSearch } from './query-parser.ts'
import {
  createLadders,
  describeWidened,
  giveUpPlace,
  hasSteps,
  type Ladder,
  listAttempts,
  listCloseness,
  relax,
  restorePlace,
} from './relaxing.ts'
import {
  createCursorError,
  type CriterionKey,
  formatCursor,
  getCriteria,
  getDistrictNumbers,
  omitChosen,
  parseCursor,
  type SearchFilter,
} from './filter.ts'
import { splitWords, toNormalizedName } from './spelling.ts'
import { countAreas, sampleRows } from './samples.ts'
import { findSuggestions } from './suggestions.ts'

type SearchDeps = {
  replicaReads: ReplicaReads
  now: () => Date
  /** Called with the words of a search that found nothing of what was asked for. */
  countEmptySearch: (words: string) => void
}
type QueryDeps = { db: Database; loadBikes: ReturnType<typeof createBikeLoader>; dictionary: SearchDictionary }

const defaultLimit = 24

type EffectiveSort = SearchResponseBody['sort']

/** A filter with the steps by which it may be widened, and the order that was asked for. */
type SearchPlan = {
  ladders: readonly Ladder[]
  sort: SearchQuery['sort'] | null
  distancesKm: readonly number[] | null
}

/** What is searched. Sorted by distance, the place is where from, and does not limit what is found. */
const createPlan = (query: SearchQuery, parsed: ParsedSearch, dictionary: SearchDictionary): SearchPlan => {
  const sort = query.sort ?? parsed.sort
  const places = parsed.filter.flatMap((criterion) => ('districtNumbers' in criterion ? criterion.districtNumbers : []))
  if (sort !== 'nearest' || places.length === 0) {
    // Without a place nothing is near.
    const ladders = createLadders(parsed.filter, dictionary)
    return { ladders, sort: sort === 'nearest' ? 'newest' : sort, distancesKm: null }
  }
  const filter = parsed.filter.filter((criterion) => !('districtNumbers' in criterion))
  return { ladders: createLadders(filter, dictionary), sort, distancesKm: getDistancesKm(places) }
}

/** The order of a page whose filter was widened by so many steps. */
const getOrder = (
  { ladders, sort, distancesKm }: SearchPlan,
  counts: readonly number[],
  dictionary: SearchDictionary,
): { name: EffectiveSort; order: Order } => {
  if (sort === 'nearest') return { name: 'nearest', order: orderByDistance(distancesKm ?? []) }
  if (sort) return { name: sort, order: columnOrders[sort] }
  const closeness = listCloseness(ladders, counts, dictionary)
  if (closeness.length > 0) return { name: 'closest', order: orderByCloseness(closeness) }
  return { name: 'newest', order: columnOrders.newest }
}

type FoundPage = {
  ids: { id: string; value: number }[]
  filter: SearchFilter
  counts: number[]
  sort: EffectiveSort
  /** The steps that the response names: of a model that stands in the place, those in other places follow unsaid. */
  said: number[]
}

/** Finds one page. If nothing is found, widens what buyers mind least, and nothing without need. */
const findPage = async (deps: QueryDeps, query: SearchQuery, plan: SearchPlan): Promise<FoundPage> => {
  const { ladders } = plan
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor)
  if (cursor && !hasSteps(ladders, cursor.widened)) throw createCursorError()
  const rows = Number(query.limit ?? defaultLimit) + 1
  const find = async (counts: number[]): Promise<FoundPage> => {
    const filter = relax(ladders, counts)
    const { name, order } = getOrder(plan, counts, deps.dictionary)
    return {
      ids: await findBikeIds(deps.db, { filter, order, cursor, rows }),
      filter,
      counts,
      sort: name,
      said: counts,
    }
  }
  const addElsewhere = async (page: FoundPage): Promise<FoundPage> => {
    const elsewhere = plan.sort || page.ids.length >= rows ? null : giveUpPlace(ladders, page.counts)
    return elsewhere ? { ...(await find(elsewhere)), filter: page.filter, said: page.counts } : page
  }
  const first = await find(cursor?.widened ?? [])
  if (cursor) {
    const said = plan.sort ? null : restorePlace(ladders, cursor.widened)
    const hasPlace = said && (await findFirstFilter(deps.db, [relax(ladders, said)])) === 0
    return hasPlace ? { ...first, filter: relax(ladders, said), said } : first
  }
  if (first.ids.length > 0) return addElsewhere(first)
  const attempts = listAttempts(ladders)
  const position = await findFirstFilter(
    deps.db,
    attempts.map((counts) => relax(ladders, counts)),
  )
  const counts = position === null ? undefined : attempts[position]
  if (!counts) return first
  return addElsewhere(await find(position === 0 ? counts : await findFewestSteps(deps.db, ladders, counts)))
}

/** Counts the facets. A chosen make or place limits the sample, so their own facets are counted in a sample without it. */
const countFacetGroups = async ({ db, dictionary }: QueryDeps, filter: SearchFilter) => {
  const countWithout = async (keys: CriterionKey[]): Promise<WeightedCounts> => {
    const wider = omitChosen(filter, keys)
    const { rows, factor } = await sampleRows(db, wider, dictionary.estimateCount(wider))
    return { counts: countFacets(rows, filter), factor }
  }
  const hasChosen = (...keys: CriterionKey[]) => filter.some(({ key, isTyped }) => !isTyped && keys.includes(key))
  const rest = countWithout([])
  const [all, makes, places] = await Promise.all([
    rest,
    hasChosen('brand', 'model', 'kind') ? countWithout(['brand', 'model', 'kind']) : rest,
    hasChosen('place', 'area') ? countWithout(['place', 'area']) : rest,
  ])
  return { rest: all, makes, places }
}

/** Counts the areas of the districts in which is searched; none where the whole country is. */
const countAreaFacets = async ({ db, dictionary }: QueryDeps, filter: SearchFilter): Promise<AreaCounts> => {
  const wider = omitChosen(filter, ['area'])
  const chosen = getCriteria(filter, 'area').filter(({ isTyped }) => !isTyped)
  const districtNumbers = getDistrictNumbers(wider) ?? chosen.flatMap((area) => area.districtNumbers)
  const areas = allAreas.filter(({ district }) => districtNumbers.includes(getDistrictNumber(district)))
  if (areas.length === 0) return { areas, counts: new Map(), factor: 1 }
  const named = { filter: wider, areas: areas.map(listAreaSpellings) }
  const { value: counts, factor } = await countAreas(db, named, dictionary.estimateCount(wider))
  return { areas, counts, factor }
}

/** The model that the search names: of several, the one that is called just so. */
const findGuide = (filter: SearchFilter, { makes, modelFacts }: SearchDictionary): SearchResponseBody['guide'] => {
  const named = filter.find(({ key }) => key === 'model')
  if (named?.key !== 'model') return null
  const typed = toNormalizedName(splitWords(named.typed))
  const make = named.makeIds.find((id) => modelFacts.get(id)?.aliases.includes(typed)) ?? named.makeIds[0]
  const { brand, model } = makes.get(make ?? 0) ?? {}
  return brand && model ? { brand: brand.name, model: model.name, modelBn: model.nameBn } : null
}

/** The typed or chosen model of which none is on sale, if the search had to do without it. */
const findNotOnSale = async (
  { db, dictionary }: QueryDeps,
  filter: SearchFilter,
  isGivenUp: boolean,
): Promise<SearchResponseBody['notOnSale']> => {
  const model = findNamedModel(filter)
  if (!model || !isGivenUp || (await findFirstFilter(db, [[model]])) !== null) return null
  const names = nameModels(model, dictionary)
  const modelIds = model.makeIds.flatMap((id) => dictionary.modelIds.get(id) ?? [])
  return names && { ...names, hasGuide: await hasPrices(db, modelIds) }
}

const search = async (deps: QueryDeps, query: SearchQuery, me: Member | null): Promise<SearchResponseBody> => {
  const parsed = parseSearch(query, deps.dictionary)
  const plan = createPlan(query, parsed, deps.dictionary)
  const { ids, filter, counts: widened, said, sort } = await findPage(deps, query, plan)
  const hasElsewhere = said !== widened
  const { items, next } = toPage(ids, Number(query.limit ?? defaultLimit), (bike) => formatCursor({ ...bike, widened }))
  const widenedFilters = describeWidened(plan.ladders, said)
  const isModelGivenUp = items.length === 0 || widenedFilters.some(({ part }) => part === 'model')
  const [found, facetGroups, areas, notOnSale] = await Promise.all([
    deps.loadBikes(items.map(({ id }) => id)),
    countFacetGroups(deps, filter),
    countAreaFacets(deps, filter),
    findNotOnSale(deps, parsed.filter, isModelGivenUp),
  ])
  const { counts, factor } = facetGroups.rest
  return {
    bikes: found.map(toViewFor(me)),
    next,
    total: hasElsewhere ? counts.total * factor : Math.max(counts.total * factor, items.length),
    counted: factor === 1 ? 'all' : 'sample',
    understood: parsed.understood,
    unused: parsed.unused,
    excluded: nameExcluded(query, deps.dictionary),
    widened: widenedFilters,
    hasElsewhere,
    sort,
    guide: findGuide(parsed.filter, deps.dictionary),
    notOnSale,
    facets: { ...toFacets(facetGroups, deps.dictionary), areas: toAreaFacets(areas) },
  }
}

/** Counts the bikes on sale of each brand, as a search without any filter does. */
const countBrands = async (db: Database, dictionary: SearchDictionary) => {
  const { rows, factor, level } = await sampleRows(db, [], dictionary.estimateCount([]))
  const counted = { counts: countFacets(rows, []), factor }
  const { brands } = toFacets({ rest: counted, makes: counted, places: counted }, dictionary)
  return { brands, sampleLevel: level }
}

/** What was asked for, in words: what was typed, and the chosen brands, models, kinds and districts. */
const describeWanted = ({ q, brand, model, kind, district }: SearchQuery): string =>
  [q, ...[brand, model, kind, district].map((slugs) => slugs?.replaceAll(/[-,]/g, ' '))]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')

/**
 * Whether the shop has no such bike: nothing was found, or the words, the make or the place were given up to find others.
 * A chosen price or year that was given up says nothing about which bikes are missing.
 */
const hasFoundNothing = ({ bikes, widened }: SearchResponseBody): boolean =>
  bikes.length === 0 ||
  widened.some(({ part, typed }) => typed !== '' || ['brand', 'model', 'kind', 'place'].includes(part))

/** The public search and its suggestions. */
export const searchRoutes = ({
  replicaReads,
  now,
  countEmptySearch,
}: SearchDeps): Handlers<typeof searchCalls, Member> => {
  const getDictionary = replicaReads((db) => createDictionaryProvider(db, now))
  const runSearch = replicaReads((db) => {
    const loadBikes = createBikeLoader(db)
    return (dictionary: SearchDictionary, query: SearchQuery, me: Member | null) =>
      search({ db, loadBikes, dictionary }, query, me)
  })
  const runCountBrands = replicaReads((db) => (dictionary: SearchDictionary) => countBrands(db, dictionary))
  return {
    'GET /bikes': async ({ query, me }) => {
      const response = await runSearch(await getDictionary(), query, me)
      const words = describeWanted(query)
      // A later page is of a search that was counted.
      if (words !== '' && query.cursor === undefined && hasFoundNothing(response)) countEmptySearch(words)
      return response
    },
    'GET /bikes/brands': async ({ reply }) => {
      const { brands, sampleLevel } = await runCountBrands(await getDictionary())
      reply.cacheKeys = [toCountsKey(sampleLevel), catalogueKey]
      return brands
    },
    'GET /bikes/suggest': async ({ query }) => findSuggestions(query.q ?? '', await getDictionary()),
  }
}
