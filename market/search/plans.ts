// Pure. The plans by which a search is answered: what was asked for, and wider ones that give up something of it.
import type { SearchQuery, SearchResponseBody } from '#contract/search.ts'
import type { Dictionary } from './dictionary.ts'
import type { Criterion, CriterionKey, FilterKey, Range, SearchFilter } from './filter.ts'
import { getDistancesKm } from './places.ts'
import type { ParsedSearch } from './query-parser.ts'
import { getSteps, sortByImportance, type Step } from './relaxing.ts'

/** A way to measure how far a bike is from one criterion. `distancesKm` has the kilometres by district number. */
export type Closeness =
  | { by: 'range'; key: 'cc' | 'price' | 'year' | 'km' | 'owners'; range: Range }
  | { by: 'distance'; distancesKm: readonly number[] }
  /** Bikes whose text names the area are nearer than all others. */
  | { by: 'area'; spellings: readonly string[] }
  /** Bikes of these makes come first. */
  | { by: 'brand'; makeIds: readonly number[] }

/** The name of an order in the response, and what it needs to know. */
export type PlanOrder =
  | { name: Exclude<SearchResponseBody['sort'], 'nearest' | 'closest'> }
  /** By the kilometres to each district, by district number. */
  | { name: 'nearest'; distancesKm: readonly number[] }
  /** By how far a bike is from what was given up. */
  | { name: 'closest'; closeness: readonly Closeness[] }

/** A criterion that was asked for, and the steps by which it is widened; the last one holds. Without any it is kept. */
export type Widening = { criterion: Criterion; steps: readonly Step[] }

/** One way to answer a search. */
export type SearchPlan = {
  filter: SearchFilter
  order: PlanOrder
  /** One for each criterion that was asked for, in its order. */
  widened: readonly Widening[]
}

/** The criterion that holds after these steps; null: it is dropped. */
export const getWidest = ({ criterion, steps }: Widening): Criterion | null => {
  const last = steps.at(-1)
  return last ? last.criterion : criterion
}

/** How many steps each criterion takes, for the cursor. */
export const countSteps = ({ widened }: SearchPlan): number[] => widened.map(({ steps }) => steps.length)

/** The positions in `widened` of what is given up, the most important first. */
export const listGivenUp = ({ widened }: Pick<SearchPlan, 'widened'>): number[] =>
  sortByImportance(widened.map(({ criterion }) => criterion))
    .toReversed()
    .filter((position) => (widened[position]?.steps.length ?? 0) > 0)

const toPart = (key: Exclude<CriterionKey, 'excluded'>): FilterKey => (key === 'area' ? 'place' : key)

/** What is given up, for the response; the most important first. */
export const describeWidened = (plan: SearchPlan): SearchResponseBody['widened'] =>
  listGivenUp(plan).flatMap((position) => {
    const { criterion, steps } = plan.widened[position] ?? {}
    const last = steps?.at(-1)
    if (!criterion || !last || criterion.key === 'excluded') return []
    const { key, what, typed } = criterion
    const range = last.criterion && 'range' in last.criterion ? last.criterion.range : { from: null, to: null }
    return [{ part: toPart(key), what: [...what], typed, to: last.to, from: range.from, until: range.to }]
  })

/** How far a bike is from a criterion that is given up. */
const measureCloseness = (criterion: Criterion, dictionary: Dictionary): Closeness[] => {
  if ('range' in criterion) return [{ by: 'range', key: criterion.key, range: criterion.range }]
  if ('districtNumbers' in criterion) {
    const distance: Closeness = { by: 'distance', distancesKm: getDistancesKm(criterion.districtNumbers) }
    return criterion.key === 'area' ? [distance, { by: 'area', spellings: criterion.spellings }] : [distance]
  }
  if (criterion.key !== 'model' && criterion.key !== 'brand') return []
  const sizes = criterion.makeIds.flatMap((make) => dictionary.modelFacts.get(make)?.engineCc ?? [])
  if (sizes.length === 0) return []
  const range = { from: Math.min(...sizes), to: Math.max(...sizes) }
  const bySize: Closeness = { by: 'range', key: 'cc', range }
  // Who wants a model of a brand looks at others of the brand first.
  const byBrand: Closeness = { by: 'brand', makeIds: dictionary.findBrands(criterion.makeIds) }
  return criterion.key === 'model' ? [bySize, byBrand] : [bySize]
}

/** The order that was asked for, or how near the bikes come to what is given up, or the newest. */
const chooseOrder = (asked: PlanOrder | null, widened: readonly Widening[], dictionary: Dictionary): PlanOrder => {
  if (asked) return asked
  const closeness = widened.flatMap(({ criterion, steps }) =>
    steps.length === 0 ? [] : measureCloseness(criterion, dictionary),
  )
  return closeness.length > 0 ? { name: 'closest', closeness } : { name: 'newest' }
}

/** Sorted by distance, the place is where from, and does not limit what is found. Without a place nothing is near. */
const readOrder = (
  query: SearchQuery,
  { sort, filter }: ParsedSearch,
): { order: PlanOrder | null; filter: SearchFilter } => {
  const asked = query.sort ?? sort
  if (asked !== 'nearest') return { order: asked && { name: asked }, filter }
  const places = filter.flatMap((criterion) => ('districtNumbers' in criterion ? criterion.districtNumbers : []))
  if (places.length === 0) return { order: { name: 'newest' }, filter }
  const others = filter.filter((criterion) => !('districtNumbers' in criterion))
  return { order: { name: 'nearest', distancesKm: getDistancesKm(places) }, filter: others }
}

const isPlace = ({ criterion }: Widening): boolean => 'districtNumbers' in criterion

/** The plans of one search. */
export type SearchPlans = {
  /** Nothing is given up. */
  asked: SearchPlan
  /** Those to try in turn when nothing fits: one step wider each time, from what buyers mind least to what they want most. */
  listWider: () => SearchPlan[]
  /** The plan in which each criterion takes so many steps; null where it has not so many. */
  take: (steps: readonly number[]) => SearchPlan | null
  /** Where a model is looked for in a typed place that the plan keeps: the same without the place; else null. */
  giveUpPlace: (plan: SearchPlan) => SearchPlan | null
  /** The plan that `giveUpPlace` was given; null for a plan that is not from it. */
  restorePlace: (plan: SearchPlan) => SearchPlan | null
}

/** Plans a search: what was asked for, and all that may be given up of it. */
export const planSearch = (query: SearchQuery, parsed: ParsedSearch, dictionary: Dictionary): SearchPlans => {
  const { order: askedOrder, filter: askedFilter } = readOrder(query, parsed)
  const widest: Widening[] = askedFilter.map((criterion) => ({ criterion, steps: getSteps(criterion, dictionary) }))
  const toPlan = (getCount: (widening: Widening, position: number) => number): SearchPlan => {
    const widened = widest.map((widening, position) => ({
      criterion: widening.criterion,
      steps: widening.steps.slice(0, getCount(widening, position)),
    }))
    const filter = widened.flatMap((widening) => getWidest(widening) ?? [])
    return { filter, order: chooseOrder(askedOrder, widened, dictionary), widened }
  }
  const listWider = (): SearchPlan[] => {
    const counts = widest.map(() => 0)
    return sortByImportance(askedFilter).flatMap((position) =>
      (widest[position]?.steps ?? []).map((_, step) => {
        counts[position] = step + 1
        const taken = [...counts]
        return toPlan((_widening, index) => taken[index] ?? 0)
      }),
    )
  }
  // A chosen place is no wish but a limit, and in an order that was asked for no place comes first.
  const places = widest.filter(isPlace)
  const mayLeavePlace =
    askedOrder === null &&
    places.length > 0 &&
    places.every(({ criterion }) => criterion.isTyped) &&
    askedFilter.some(({ key }) => key === 'model')
  const replacePlace = (
    plan: SearchPlan,
    { from, to }: Record<'from' | 'to', (widening: Widening) => number>,
  ): SearchPlan | null => {
    const counts = countSteps(plan)
    const isFrom = widest.every((widening, position) => !isPlace(widening) || counts[position] === from(widening))
    if (!mayLeavePlace || !isFrom) return null
    return toPlan((widening, position) => (isPlace(widening) ? to(widening) : (counts[position] ?? 0)))
  }
  const [none, all] = [() => 0, ({ steps }: Widening) => steps.length]
  return {
    asked: toPlan(none),
    listWider,
    take: (steps) =>
      widest.some((widening, position) => (steps[position] ?? 0) > widening.steps.length) ||
      (steps.length > 0 && steps.length !== widest.length)
        ? null
        : toPlan((_, position) => steps[position] ?? 0),
    giveUpPlace: (plan) => replacePlace(plan, { from: none, to: all }),
    restorePlace: (plan) => replacePlace(plan, { from: all, to: none }),
  }
}
