// Pure. Parses the filters that are chosen in the URL of a search, and what is excluded there.
import { conditions } from '#contract/bikes.ts'
import { districts, divisions, findDistrict } from '#contract/districts.ts'
import type { SearchQuery, SearchResponseBody } from '#contract/search.ts'
import type { Dictionary, Label } from './dictionary.ts'
import { areas, findArea, getDistrictNumber, listAreaSpellings } from './places.ts'
import type { Criterion, SearchFilter, Trait } from './filter.ts'

/** What a bike shall be or shall not be, and the values of the URL that say so. */
type Choice = { trait: Trait; what: readonly string[] }

const toNumbers = (slugs: string, slugList: readonly string[]): number[] =>
  slugs.split(',').map((slug) => slugList.indexOf(slug) + 1)

const findMakeIds = (slugs: string, makeIdsBySlug: Map<string, number[]>): number[] =>
  slugs.split(',').flatMap((slug) => makeIdsBySlug.get(slug) ?? [])

const findDistrictNumbers = (divisionSlugs: string): number[] =>
  divisions
    .filter(({ slug }) => divisionSlugs.split(',').includes(slug))
    .flatMap((division) => division.districts.map(({ slug }) => districts.indexOf(slug) + 1))

const toNumber = (value: string | undefined): number | null => (value === undefined ? null : Number(value))

const toChoice = (trait: Trait, ...what: (string | undefined)[]): Choice => ({
  trait,
  what: what.filter((value) => value !== undefined),
})

const parseRange = (
  key: 'cc' | 'price' | 'year' | 'km',
  from: string | undefined,
  to: string | undefined,
): Choice | null => {
  if (from === undefined && to === undefined) return null
  return toChoice({ key, range: { from: toNumber(from), to: toNumber(to) } }, from, to)
}

const parsePlace = (level: 'division' | 'district', slugs: string, districtNumbers: readonly number[]): Choice =>
  toChoice({ key: 'place', level, districtNumbers }, slugs)

/** Bikes whose text names one of these areas; a slug of no known area is a word of the text. */
const parseAreas = (slugs: string): Choice => {
  const known = areas.filter(({ names: [slug] }) => slugs.split(',').includes(slug))
  const unknown = slugs.split(',').filter((slug) => !known.some(({ names }) => names[0] === slug))
  const spellings = [...known.flatMap(listAreaSpellings), ...unknown.map((slug) => slug.replaceAll('-', ' '))]
  const districtNumbers = [...new Set(known.map(({ district }) => getDistrictNumber(district)))]
  return toChoice({ key: 'area', spellings, districtNumbers }, slugs)
}

// 3 stands for three and more owners.
const maxOwnersChoice = 3

/** One range: nobody chooses one and three owners, but not two. */
const parseOwners = (owners: string): Choice => {
  const numbers = owners.split(',').map(Number)
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  return toChoice({ key: 'owners', range: { from, to: to === maxOwnersChoice ? null : to } }, owners)
}

/** The parameters that can be excluded too. */
type Named = Pick<SearchQuery, 'brand' | 'model' | 'kind' | 'condition' | 'division' | 'district' | 'area'>

const parseNamed = (named: Named, dictionary: Dictionary): Choice[] => {
  const { brand, model, kind, condition, division, district, area } = named
  const choices: (Choice | undefined | '')[] = [
    brand && toChoice({ key: 'brand', makeIds: findMakeIds(brand, dictionary.brands) }, brand),
    model && toChoice({ key: 'model', makeIds: findMakeIds(model, dictionary.models) }, model),
    kind && toChoice({ key: 'kind', makeIds: kind.split(',').flatMap((one) => dictionary.findKind(one)) }, kind),
    condition && toChoice({ key: 'condition', conditionNumbers: toNumbers(condition, conditions) }, condition),
    division && parsePlace('division', division, findDistrictNumbers(division)),
    district && parsePlace('district', district, toNumbers(district, districts)),
    area && parseAreas(area),
  ]
  return choices.flatMap((choice) => choice || [])
}

const getExcluded = (query: SearchQuery): Named => ({
  brand: query.notBrand,
  model: query.notModel,
  kind: query.notKind,
  condition: query.notCondition,
  division: query.notDivision,
  district: query.notDistrict,
  area: query.notArea,
})

/** The filters of the URL, with what it excludes. */
export const parseChosen = (query: SearchQuery, dictionary: Dictionary): SearchFilter => {
  const ranges = [
    parseRange('cc', query.ccFrom, query.ccTo),
    parseRange('price', query.priceFrom, query.priceTo),
    parseRange('year', query.yearFrom, query.yearTo),
    parseRange('km', query.kmFrom, query.kmTo),
    query.owners === undefined ? null : parseOwners(query.owners),
    query.verified === 'on' ? toChoice({ key: 'verified' }) : null,
    query.papers === 'complete' ? toChoice({ key: 'papers' }) : null,
    query.inspected === 'yes' ? toChoice({ key: 'inspected' }) : null,
  ].flatMap((choice) => choice ?? [])
  const wanted = [...parseNamed(query, dictionary), ...ranges].map(({ trait, what }): Criterion => ({
    ...trait,
    what,
    isTyped: false,
    typed: '',
  }))
  const excluded = parseNamed(getExcluded(query), dictionary).map(({ trait, what }): Criterion => ({
    key: 'excluded',
    excluded: trait,
    what,
    isTyped: false,
    typed: '',
  }))
  return [...wanted, ...excluded]
}

type NamedExclusion = SearchResponseBody['excluded'][number]

const findPlaceLabel = (slug: string): Label | null => {
  const place = findDistrict(slug) ?? divisions.find((division) => division.slug === slug)
  return place ? { slug, name: place.en, nameBn: place.bn } : null
}

/** The names of what the URL excludes, where a name is more than its slug. */
export const nameExcluded = (query: SearchQuery, { brands, models, makes }: Dictionary): NamedExclusion[] => {
  const list = (
    param: NamedExclusion['param'],
    slugs: string | undefined,
    find: (slug: string) => Label | null | undefined,
  ) => (slugs?.split(',') ?? []).flatMap((slug) => [find(slug) ?? []].flat().map((label) => ({ param, ...label })))
  return [
    ...list('notBrand', query.notBrand, (slug) => makes.get(brands.get(slug)?.[0] ?? 0)?.brand),
    ...list('notModel', query.notModel, (slug) => makes.get(models.get(slug)?.[0] ?? 0)?.model),
    ...list('notDivision', query.notDivision, findPlaceLabel),
    ...list('notDistrict', query.notDistrict, findPlaceLabel),
    ...list('notArea', query.notArea, findArea),
  ]
}
