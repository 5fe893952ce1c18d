// Pure. The steps by which each criterion of a search is widened when nothing fits all of it, and which one buyers mind least.
import type { SearchResponseBody } from '#contract/search.ts'
import type { Dictionary } from './dictionary.ts'
import { widenToDivisions } from './places.ts'
import type { Criterion, CriterionKey, Range } from './filter.ts'

type WidenedTo = SearchResponseBody['widened'][number]['to']

/** What a criterion is widened to; null: it is dropped. */
export type Step = { to: WidenedTo; criterion: Criterion | null }

/** Least important first: buyers would rather see a bike in another condition than one above their budget. */
const importance: readonly CriterionKey[] = [
  'words',
  'inspected',
  'verified',
  'papers',
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

/** The steps of a criterion, each wider than the one before. A criterion without steps is never widened. */
export const getSteps = (criterion: Criterion, dictionary: Dictionary): Step[] => {
  // What nobody wants is never shown.
  if (criterion.key === 'excluded') return []
  if ('range' in criterion) return getRangeSteps(criterion)
  if ('districtNumbers' in criterion) return getPlaceSteps(criterion)
  if ('makeIds' in criterion) return getMakeSteps(criterion, dictionary)
  return [dropped]
}

/** Positions of criteria, the least important first. Of words, the last ones: the first names what is wanted. */
export const sortByImportance = (criteria: readonly Criterion[]): number[] => {
  const getRank = (index: number): number => {
    const criterion = criteria[index]
    if (!criterion) return 0
    // A colour or the papers are a wish, an unknown word may be nothing.
    const isKnownWord = criterion.key === 'words' && criterion.isExact === true
    return importance.indexOf(criterion.key) + (isKnownWord ? 0.5 : 0)
  }
  return criteria.map((_, index) => index).toSorted((a, b) => getRank(a) - getRank(b) || b - a)
}
