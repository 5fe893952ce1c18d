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
import { areas as allAreas, getDistrictNumber, listAreaSpellings } from './places.ts'
import { createBikeLoader, findBikeIds, findFewestSteps, findFirstFilter, hasPrices } from './queries.ts'
import { nameExcluded } from './chosen-filters.ts'
import { parseSearch } from './query-parser.ts'
import { countSteps, describeWidened, planSearch, type SearchPlan, type SearchPlans } from './plans.ts'
import {
  createCursorError,
  type Cursor,
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

type FoundPage = {
  ids: { id: string; value: number }[]
  plan: SearchPlan
  /** The plan that the response names: of a model that stands in the place, those in other places follow unsaid. */
  said: SearchPlan
}

/** Finds the page behind a cursor, by the plan that the pages before had. */
const findLaterPage = async (db: Database, plans: SearchPlans, cursor: Cursor, rows: number): Promise<FoundPage> => {
  const plan = plans.take(cursor.widened)
  if (!plan) throw createCursorError()
  const [ids, inPlace] = [await findBikeIds(db, { plan, cursor, rows }), plans.restorePlace(plan)]
  const hasPlace = inPlace !== null && (await findFirstFilter(db, [inPlace.filter])) === 0
  return { ids, plan, said: hasPlace ? inPlace : plan }
}

/** Chooses the plan of a search that finds nothing of what was asked for: it widens nothing without need. */
const findWiderPlan = async (db: Database, plans: SearchPlans): Promise<SearchPlan | null> => {
  const wider = plans.listWider()
  const position = await findFirstFilter(
    db,
    wider.map(({ filter }) => filter),
  )
  const plan = position === null ? undefined : wider[position]
  if (!plan) return null
  return position === 0 ? plan : plans.take(await findFewestSteps(db, plan))
}

/** Finds one page. If nothing is found, widens what buyers mind least. */
const findPage = async ({ db }: QueryDeps, query: SearchQuery, plans: SearchPlans): Promise<FoundPage> => {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor)
  const rows = Number(query.limit ?? defaultLimit) + 1
  if (cursor) return findLaterPage(db, plans, cursor, rows)
  const find = (plan: SearchPlan) => findBikeIds(db, { plan, cursor, rows })
  const asked = await find(plans.asked)
  const wider = asked.length > 0 ? null : await findWiderPlan(db, plans)
  const plan = wider ?? plans.asked
  const ids = wider ? await find(wider) : asked
  const elsewhere = ids.length === 0 || ids.length >= rows ? null : plans.giveUpPlace(plan)
  return elsewhere ? { ids: await find(elsewhere), plan: elsewhere, said: plan } : { ids, plan, said: plan }
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
  const { ids, plan, said } = await findPage(deps, query, planSearch(query, parsed, deps.dictionary))
  const { filter } = said
  const limit = Number(query.limit ?? defaultLimit)
  const { items, next } = toPage(ids, limit, (bike) => formatCursor({ ...bike, widened: countSteps(plan) }))
  const widenedFilters = describeWidened(said)
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
    total: said !== plan ? counts.total * factor : Math.max(counts.total * factor, items.length),
    counted: factor === 1 ? 'all' : 'sample',
    understood: parsed.understood,
    unused: parsed.unused,
    excluded: nameExcluded(query, deps.dictionary),
    widened: widenedFilters,
    hasElsewhere: said !== plan,
    sort: plan.order.name,
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
