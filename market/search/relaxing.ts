// Pure. What a search gives up when nothing fits all of it, in the order in which buyers do, and how near a bike comes to it.
import type { SearchResponseBody } from '#contract/search.ts'
import type { Dictionary } from './dictionary.ts'
import { getDistancesKm, widenToDivisions } from './places.ts'
import type { Criterion, CriterionKey, FilterKey, Range, SearchFilter } from './filter.ts'

type WidenedTo = SearchResponseBody['widened'][number]['to']

/** A way to measure how far a bike is from one criterion. `distancesKm` has the kilometres by district number. */
export type Closeness =
  | { by: 'range'; key: 'cc' | 'price' | 'year' | 'km' | 'owners'; range: Range }
  | { by: 'distance'; distancesKm: readonly number[] }
  /** Bikes whose text names the area are nearer than all others. */
  | { by: 'area'; spellings: readonly string[] }
  /** Bikes of these makes come first. */
  | { by: 'brand'; makeIds: readonly number[] }

/** What a criterion is widened to; null: it is dropped. */
export type Step = { to: WidenedTo; criterion: Criterion | null }

/** The steps of a criterion, each wider than the one before. A criterion without steps is never widened. */
export type Ladder = { criterion: Criterion; steps: readonly Step[] }

/** Least important first: buyers would rather see a bike in another condition than one above their budget. */
const importance: readonly CriterionKey[] = [
  'words',
  'verified',
  'condition',
  'owners',
  'km',
  'area',
  'place',
  'year',
  'price',
  'cc',
  'audience',
  'kind',
  'model',
  'brand',
]

const yearSteps = [1, 2]
const ccSteps = [15]
const priceSteps = [0.1, 0.2]

const widenRange = ({ from, to }: Range, getMargin: (end: number) => number): Range => ({
  from: from === null ? null : Math.max(0, Math.floor(from - getMargin(from))),
  to: to === null ? null : Math.floor(to + getMargin(to)),
})

const dropped: Step = { to: 'none', criterion: null }

type RangeCriterion = Extract<Criterion, { range: Range }>
type PlaceCriterion = Extract<Criterion, { districtNumbers: readonly number[] }>
type MakeCriterion = Extract<Criterion, { makeIds: readonly number[] }>

const getRangeSteps = (criterion: RangeCriterion): Step[] => {
  const widenBy = (getMargin: (end: number) => number): Step => ({
    to: 'range',
    criterion: { ...criterion, range: widenRange(criterion.range, getMargin) },
  })
  // A budget is widened a little, and never dropped.
  if (criterion.key === 'price') return priceSteps.map((share) => widenBy((price) => price * share))
  if (criterion.key === 'year') return [...yearSteps.map((years) => widenBy(() => years)), dropped]
  return criterion.key === 'cc' ? [...ccSteps.map((cc) => widenBy(() => cc)), dropped] : [dropped]
}

const getPlaceSteps = (criterion: PlaceCriterion): Step[] => {
  const { isTyped, what, typed, districtNumbers } = criterion
  const toPlace = (level: 'district' | 'division', numbers: readonly number[]): Step => ({
    to: level,
    criterion: { key: 'place', isTyped, what, typed, level, districtNumbers: numbers },
  })
  const division = widenToDivisions(districtNumbers)
  return [
    ...(criterion.key === 'area' ? [toPlace('district', districtNumbers)] : []),
    ...(division.length > districtNumbers.length ? [toPlace('division', division)] : []),
    dropped,
  ]
}

const getMakeSteps = (criterion: MakeCriterion, dictionary: Dictionary): Step[] => {
  const { key, makeIds } = criterion
  const [family, alike] = [dictionary.findFamily(makeIds), dictionary.findAlike(makeIds)]
  const toMakes = (to: WidenedTo, wider: readonly number[]): Step[] =>
    wider.length > makeIds.length ? [{ to, criterion: { ...criterion, makeIds: wider } }] : []
  if (key === 'model') {
    const [sameKind, nearKinds] = [dictionary.findSameKind(makeIds), dictionary.findSameKind(makeIds, true)]
    return [
      ...toMakes('family', family),
      ...toMakes('alike', [...new Set([...family, ...alike])]),
      ...toMakes('kind', [...new Set([...family, ...sameKind])]),
      ...toMakes('similarKind', [...new Set([...family, ...nearKinds])]),
    ]
  }
  return key === 'brand' ? [...toMakes('alike', alike), dropped] : [dropped]
}

const getSteps = (criterion: Criterion, dictionary: Dictionary): Step[] => {
  // What nobody wants is never shown.
  if (criterion.key === 'excluded') return []
  if ('range' in criterion) return getRangeSteps(criterion)
  if ('districtNumbers' in criterion) return getPlaceSteps(criterion)
  if ('makeIds' in criterion) return getMakeSteps(criterion, dictionary)
  return [dropped]
}

/** The steps of each criterion of a filter, in its order. */
export const createLadders = (filter: SearchFilter, dictionary: Dictionary): Ladder[] =>
  filter.map((criterion) => ({ criterion, steps: getSteps(criterion, dictionary) }))

/** The criterion after so many steps; null: dropped. */
export const getStep = ({ criterion, steps }: Ladder, count: number): Criterion | null =>
  count === 0 ? criterion : (steps[count - 1]?.criterion ?? null)

/** The filter after so many steps of each ladder. */
export const relax = (ladders: readonly Ladder[], counts: readonly number[]): SearchFilter =>
  ladders.flatMap((ladder, index) => getStep(ladder, counts[index] ?? 0) ?? [])

/** Whether these counts of steps are possible. */
export const hasSteps = (ladders: readonly Ladder[], counts: readonly number[]): boolean =>
  counts.length === 0 ||
  (counts.length === ladders.length && ladders.every(({ steps }, i) => (counts[i] ?? 0) <= steps.length))

/** Positions of the ladders, the least important first. Of words, the last ones: the first names what is wanted. */
export const sortByImportance = (ladders: readonly Ladder[]): number[] => {
  const getRank = (index: number): number => {
    const criterion = ladders[index]?.criterion
    if (!criterion) return 0
    // A colour or the papers are a wish, an unknown word may be nothing.
    const isKnownWord = criterion.key === 'words' && criterion.isExact === true
    return importance.indexOf(criterion.key) + (isKnownWord ? 0.5 : 0)
  }
  return ladders.map((_, index) => index).toSorted((a, b) => getRank(a) - getRank(b) || b - a)
}

/** For a model that is looked for in a typed place: these counts without the place, or with it again. */
const replacePlaceSteps = (
  ladders: readonly Ladder[],
  counts: readonly number[],
  { from, to }: Record<'from' | 'to', (steps: number) => number>,
): number[] | null => {
  const isPlace = ({ criterion }: Ladder) => 'districtNumbers' in criterion
  const places = ladders.flatMap((ladder, index) => (isPlace(ladder) ? [{ ladder, count: counts[index] ?? 0 }] : []))
  // A chosen place is no wish but a limit.
  const isAsked = places.length > 0 && places.every(({ ladder }) => ladder.criterion.isTyped)
  if (!isAsked || !ladders.some(({ criterion }) => criterion.key === 'model')) return null
  if (!places.every(({ ladder, count }) => count === from(ladder.steps.length))) return null
  return ladders.map((ladder, index) => (isPlace(ladder) ? to(ladder.steps.length) : (counts[index] ?? 0)))
}

const [none, all] = [() => 0, (steps: number) => steps]

/** The counts that give up the place too, where a model is looked for in a place that these counts keep; else null. */
export const giveUpPlace = (ladders: readonly Ladder[], counts: readonly number[]): number[] | null =>
  replacePlaceSteps(ladders, counts, { from: none, to: all })

/** The counts that `giveUpPlace` was given; null if these counts are not from it. */
export const restorePlace = (ladders: readonly Ladder[], counts: readonly number[]): number[] | null =>
  replacePlaceSteps(ladders, counts, { from: all, to: none })

/** The counts of steps to try, one step more each time, from the least important criterion to the most important. */
export const listAttempts = (ladders: readonly Ladder[]): number[][] => {
  const counts = ladders.map(() => 0)
  const attempts: number[][] = []
  for (const index of sortByImportance(ladders)) {
    for (let step = 1; step <= (ladders[index]?.steps.length ?? 0); step += 1) {
      counts[index] = step
      attempts.push([...counts])
    }
  }
  return attempts
}

const toPart = (key: Exclude<CriterionKey, 'excluded'>): FilterKey => (key === 'area' ? 'place' : key)

/** What was given up, for the response; the most important first. */
export const describeWidened = (ladders: readonly Ladder[], counts: readonly number[]): SearchResponseBody['widened'] =>
  sortByImportance(ladders)
    .toReversed()
    .flatMap((index) => {
      const [ladder, count] = [ladders[index], counts[index] ?? 0]
      const step = ladder?.steps[count - 1]
      if (!ladder || !step) return []
      const { key, what, typed } = ladder.criterion
      if (key === 'excluded') return []
      const range = step.criterion && 'range' in step.criterion ? step.criterion.range : { from: null, to: null }
      return [{ part: toPart(key), what: [...what], typed, to: step.to, from: range.from, until: range.to }]
    })

/** What the bikes of a widened search are ordered by: how far they are from the criteria that were widened. */
export const listCloseness = (
  ladders: readonly Ladder[],
  counts: readonly number[],
  dictionary: Dictionary,
): Closeness[] =>
  ladders.flatMap(({ criterion }, index): Closeness[] => {
    if ((counts[index] ?? 0) === 0) return []
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
  })
