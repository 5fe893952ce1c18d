// Counts the facets of the bikes found, and names them for the response.
// Each bike comes as 16 bytes, which `search_facets` of migrations/0110_search_by_papers.sql writes.
import { conditions } from '#contract/bikes.ts'
import { modelKinds } from '#contract/catalogue.ts'
import { divisions } from '#contract/districts.ts'
import type { SearchResponseBody } from '#contract/search.ts'
import type { Dictionary, Label } from './dictionary.ts'
import { type Area, labelArea } from './places.ts'
import type { Criterion, FlagKey, Range, SearchFilter } from './filter.ts'
import { facetRowBytes } from '#market/schema/bikes/search.ts'

// ---------- counting ----------

/** The ranges of the facets; both ends are inclusive. */
export const ccBands: readonly Range[] = [
  { from: null, to: 110 },
  { from: 111, to: 125 },
  { from: 126, to: 150 },
  { from: 151, to: 165 },
  { from: 166, to: null },
]
export const priceBands: readonly Range[] = [
  { from: null, to: 50_000 },
  { from: 50_001, to: 100_000 },
  { from: 100_001, to: 150_000 },
  { from: 150_001, to: 200_000 },
  { from: 200_001, to: 300_000 },
  { from: 300_001, to: null },
]
export const kmBands: readonly Range[] = [
  { from: null, to: 5_000 },
  { from: 5_001, to: 10_000 },
  { from: 10_001, to: 20_000 },
  { from: 20_001, to: 40_000 },
  { from: 40_001, to: null },
]

/** Bikes in total, and by make id, district number, year, condition number or index of a band. */
export type FacetCounts = {
  total: number
  brands: Map<number, number>
  models: Map<number, number>
  cc: Map<number, number>
  prices: Map<number, number>
  years: Map<number, number>
  km: Map<number, number>
  conditions: Map<number, number>
  divisions: Map<number, number>
  districts: Map<number, number>
  verified: number
  papers: number
  inspected: number
  kinds: Map<number, number>
  owners: Map<number, number>
}

// One bit per facet: set if a chosen filter of that facet does not match the bike.
const filterBits = {
  brand: 1,
  model: 2,
  cc: 4,
  price: 8,
  year: 16,
  km: 32,
  condition: 64,
  division: 128,
  district: 256,
  verified: 512,
  kind: 1024,
  owners: 2048,
  audience: 4096,
  papers: 8192,
  inspected: 16_384,
}

const flags = ['verified', 'papers', 'inspected'] as const satisfies FlagKey[]

type FacetBike = {
  price: number
  km: number
  make: number
  cc: number
  year: number
  condition: number
  verified: boolean
  papers: boolean
  inspected: boolean
  district: number
  owners: number
}
type BikePredicate = (bike: FacetBike) => boolean

const createSetTest = (numbers: readonly number[], getValue: (bike: FacetBike) => number): BikePredicate => {
  const set = new Set(numbers)
  return (bike) => set.has(getValue(bike))
}

const createRangeTest = ({ from, to }: Range, key: 'cc' | 'price' | 'year' | 'km' | 'owners'): BikePredicate => {
  const [min, max] = [from ?? -Infinity, to ?? Infinity]
  return (bike) => bike[key] >= min && bike[key] <= max
}

const createTest = (criterion: Exclude<Criterion, { key: 'words' | 'area' | 'excluded' }>): BikePredicate => {
  if ('range' in criterion) return createRangeTest(criterion.range, criterion.key)
  if ('makeIds' in criterion) return createSetTest(criterion.makeIds, ({ make }) => make)
  if ('districtNumbers' in criterion) return createSetTest(criterion.districtNumbers, ({ district }) => district)
  if ('conditionNumbers' in criterion) return createSetTest(criterion.conditionNumbers, ({ condition }) => condition)
  return (bike) => bike[criterion.key]
}

type Check = { bit: number; isTyped: boolean; test: BikePredicate }

// The 16 bytes do not contain the words: the query has already matched them, and what is excluded.
const toChecks = (filter: SearchFilter): Check[] =>
  filter.flatMap((criterion) => {
    if (criterion.key === 'words' || criterion.key === 'area' || criterion.key === 'excluded') return []
    const bitName = criterion.key === 'place' ? criterion.level : criterion.key
    return [{ bit: filterBits[bitName], isTyped: criterion.isTyped, test: createTest(criterion) }]
  })

const createBandFinder = (bands: readonly Range[]) => {
  const ends = bands.map(({ to }) => to ?? Infinity)
  return (value: number): number => ends.findIndex((end) => value <= end)
}
const [findCcBand, findPriceBand, findKmBand] = [
  createBandFinder(ccBands),
  createBandFinder(priceBands),
  createBandFinder(kmBands),
]

// An unknown mileage is stored as 1,000,000 and belongs to no band.
const maxKm = 999_999

const increment = (counts: Map<number, number>, key: number): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

const decodeBike = (rows: Buffer, offset: number): FacetBike => {
  const packed = rows.readInt16BE(offset + 14)
  return {
    price: rows.readInt32BE(offset),
    km: rows.readInt32BE(offset + 4),
    make: rows.readInt16BE(offset + 8),
    cc: rows.readInt16BE(offset + 10),
    year: rows.readInt16BE(offset + 12),
    condition: (packed >> 9) & 3,
    owners: (packed >> 11) & 7,
    papers: (packed & 16_384) !== 0,
    verified: (packed & 256) !== 0,
    inspected: (packed & 128) !== 0,
    district: packed & 127,
  }
}

/** Counts a bike in each facet, unless a chosen filter of another facet fails. */
const countBike = (facetCounts: FacetCounts, bike: FacetBike, failedBits: number): void => {
  const { brand, model, division, district } = filterBits
  if ((failedBits & ~filterBits.kind) === 0) increment(facetCounts.kinds, bike.make)
  if ((failedBits & ~filterBits.owners) === 0 && bike.owners > 0) increment(facetCounts.owners, bike.owners)
  if (failedBits === 0) facetCounts.total += 1
  if ((failedBits & ~(brand | model)) === 0) increment(facetCounts.brands, bike.make)
  if ((failedBits & ~model) === 0) increment(facetCounts.models, bike.make)
  if ((failedBits & ~filterBits.cc) === 0 && bike.cc > 0) increment(facetCounts.cc, findCcBand(bike.cc))
  if ((failedBits & ~filterBits.price) === 0) increment(facetCounts.prices, findPriceBand(bike.price))
  if ((failedBits & ~filterBits.year) === 0) increment(facetCounts.years, bike.year)
  if ((failedBits & ~filterBits.km) === 0 && bike.km <= maxKm) increment(facetCounts.km, findKmBand(bike.km))
  if ((failedBits & ~filterBits.condition) === 0) increment(facetCounts.conditions, bike.condition)
  if ((failedBits & ~(division | district)) === 0) increment(facetCounts.divisions, bike.district)
  if ((failedBits & ~district) === 0) increment(facetCounts.districts, bike.district)
  for (const flag of flags) if ((failedBits & ~filterBits[flag]) === 0 && bike[flag]) facetCounts[flag] += 1
}

/**
 * Counts sampled bikes by facet. What was chosen for a facet does not limit the counts of that facet; what was typed
 * limits all of them.
 */
export const countFacets = (rows: Buffer, filter: SearchFilter): FacetCounts => {
  const checks = toChecks(filter)
  const requiredChecks = checks.filter(({ isTyped }) => isTyped)
  const optionalChecks = checks.filter(({ isTyped }) => !isTyped)
  const facetCounts: FacetCounts = {
    total: 0,
    brands: new Map(),
    models: new Map(),
    cc: new Map(),
    prices: new Map(),
    years: new Map(),
    km: new Map(),
    conditions: new Map(),
    divisions: new Map(),
    districts: new Map(),
    verified: 0,
    papers: 0,
    inspected: 0,
    kinds: new Map(),
    owners: new Map(),
  }
  for (let offset = 0; offset < rows.length; offset += facetRowBytes) {
    const bike = decodeBike(rows, offset)
    if (!requiredChecks.every(({ test }) => test(bike))) continue
    let failedBits = 0
    for (const check of optionalChecks) if (!check.test(bike)) failedBits |= check.bit
    countBike(facetCounts, bike, failedBits)
  }
  return facetCounts
}

// ---------- the response ----------

type Facets = SearchResponseBody['facets']
type Counts = Map<number, number>

/** Counts of a sample in which each bike stands for `factor` bikes. */
export type WeightedCounts = { counts: FacetCounts; factor: number }

/** Counted areas, each of which stands for `factor` bikes. */
export type AreaCounts = { areas: readonly Area[]; counts: Counts; factor: number }

/** The facet of the parts of towns, most bikes first. */
export const toAreaFacets = ({ areas, counts, factor }: AreaCounts): Facets['areas'] =>
  areas
    .flatMap((area, index) =>
      counts.has(index)
        ? [{ ...labelArea(area), district: area.district, count: (counts.get(index) ?? 0) * factor }]
        : [],
    )
    .toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))

// A longer list does not help; buyers can type the name of any other model.
const maxModels = 60

const districtEntries = divisions.flatMap((division) => division.districts.map((district) => ({ division, district })))

const toBandFacets = (bands: readonly Range[], counts: Counts, factor: number): Facets['cc'] =>
  bands.flatMap((band, index) => (counts.has(index) ? [{ ...band, count: (counts.get(index) ?? 0) * factor }] : []))

/** Sums the counts of keys with the same name, the largest first; leaves out keys without a name. */
const sumByName = <Named extends Label>(
  counts: Counts,
  getName: (key: number) => Named | null | undefined,
  factor: number,
): (Named & { count: number })[] => {
  const found = new Map<string, Named & { count: number }>()
  for (const [key, count] of counts) {
    const named = getName(key)
    if (!named) continue
    const before = found.get(named.slug)?.count ?? 0
    found.set(named.slug, { ...named, count: before + count * factor })
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
}

const toLabel = ({ slug, en, bn }: { slug: string; en: string; bn: string }): Label => ({ slug, name: en, nameBn: bn })

// 3 stands for three and more owners.
const ownerChoices = [1, 2, 3] as const

const toOwnerFacets = (counts: Counts, factor: number): Facets['owners'] =>
  ownerChoices.flatMap((owners) => {
    const isCounted = (known: number) => known === owners || (owners === 3 && known > owners)
    const count = [...counts].reduce((sum, [known, bikes]) => sum + (isCounted(known) ? bikes : 0), 0)
    return count === 0 ? [] : [{ owners, count: count * factor }]
  })

const toKindFacets = ({ counts, factor }: WeightedCounts, { modelFacts }: Dictionary): Facets['kinds'] =>
  modelKinds.flatMap((kind) => {
    const isOfKind = (make: number) => modelFacts.get(make)?.kind === kind
    const count = [...counts.kinds].reduce((sum, [make, bikes]) => sum + (isOfKind(make) ? bikes : 0), 0)
    return count === 0 ? [] : [{ kind, count: count * factor }]
  })

/** The facets of the response. Makes and places may come from samples of their own. */
export const toFacets = (
  all: { rest: WeightedCounts; makes: WeightedCounts; places: WeightedCounts },
  dictionary: Dictionary,
): Omit<Facets, 'areas'> => {
  const { makes } = dictionary
  const { counts, factor } = all.rest
  const findModel = (make: number) => {
    const { brand, model } = makes.get(make) ?? {}
    return brand && model ? { ...model, brand: brand.slug } : null
  }
  const findDistrict = (position: number) => {
    const { division, district } = districtEntries[position - 1] ?? {}
    return division && district ? { ...toLabel(district), division: division.slug } : null
  }
  const findDivision = (position: number) => {
    const { division } = districtEntries[position - 1] ?? {}
    return division ? toLabel(division) : null
  }
  return {
    brands: sumByName(all.makes.counts.brands, (make) => makes.get(make)?.brand, all.makes.factor),
    models: sumByName(all.makes.counts.models, findModel, all.makes.factor).slice(0, maxModels),
    cc: toBandFacets(ccBands, counts.cc, factor),
    prices: toBandFacets(priceBands, counts.prices, factor),
    years: [...counts.years]
      .map(([year, count]) => ({ year, count: count * factor }))
      .toSorted((a, b) => b.year - a.year),
    km: toBandFacets(kmBands, counts.km, factor),
    conditions: conditions.flatMap((condition, index) => {
      const count = counts.conditions.get(index + 1)
      return count === undefined ? [] : [{ condition, count: count * factor }]
    }),
    divisions: sumByName(all.places.counts.divisions, findDivision, all.places.factor),
    districts: sumByName(all.places.counts.districts, findDistrict, all.places.factor),
    verified: counts.verified * factor,
    papers: counts.papers * factor,
    inspected: counts.inspected * factor,
    kinds: toKindFacets(all.makes, dictionary),
    owners: toOwnerFacets(counts.owners, factor),
  }
}
