// Counts what the bikes found are made of. Each bike comes as 16 bytes, as `search_facets` of the migrations writes them.
import type { SearchFilters, SearchFilter, Range } from '#market/search/rules.ts'
import { facetRowBytes } from '#market/search/table.ts'

/** The bands that are offered, both ends with it. */
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

/** How many bikes there are in all and of each number: of a make, a district, a year, the place of a band. */
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
}

// One bit for each part that is chosen and does not fit.
const filterBits = {
  brand: 1,
  model: 2,
  cc: 4,
  price: 8,
  year: 16,
  km: 32,
  condition: 64,
  division: 128,
  place: 256,
  verified: 512,
}

type BikePredicate = (bike: FacetBike) => boolean
type FacetBike = {
  price: number
  km: number
  make: number
  cc: number
  year: number
  condition: number
  verified: boolean
  district: number
}

const createSetTest = (numbers: readonly number[], getValue: (bike: FacetBike) => number): BikePredicate => {
  const set = new Set(numbers)
  return (bike) => set.has(getValue(bike))
}

const createRangeTest = ({ from, to }: Range, getValue: (bike: FacetBike) => number): BikePredicate => {
  const [min, max] = [from ?? -Infinity, to ?? Infinity]
  return (bike) => getValue(bike) >= min && getValue(bike) <= max
}

type Check = { bit: number; test: BikePredicate }

// The words are not in the bytes: the database has looked for them.
const toChecks = (filter: SearchFilter): Check[] => [
  ...(filter.brand ? [{ bit: filterBits.brand, test: createSetTest(filter.brand, ({ make }) => make) }] : []),
  ...(filter.model ? [{ bit: filterBits.model, test: createSetTest(filter.model, ({ make }) => make) }] : []),
  ...(filter.place ? [{ bit: filterBits.place, test: createSetTest(filter.place, ({ district }) => district) }] : []),
  ...(filter.cc ? [{ bit: filterBits.cc, test: createRangeTest(filter.cc, ({ cc }) => cc) }] : []),
  ...(filter.price ? [{ bit: filterBits.price, test: createRangeTest(filter.price, ({ price }) => price) }] : []),
  ...(filter.year ? [{ bit: filterBits.year, test: createRangeTest(filter.year, ({ year }) => year) }] : []),
  ...(filter.km ? [{ bit: filterBits.km, test: createRangeTest(filter.km, ({ km }) => km) }] : []),
  ...(filter.condition
    ? [{ bit: filterBits.condition, test: createSetTest(filter.condition, ({ condition }) => condition) }]
    : []),
  ...(filter.verified ? [{ bit: filterBits.verified, test: ({ verified }: FacetBike) => verified }] : []),
]

const createBandFinder = (bands: readonly Range[]) => {
  const ends = bands.map(({ to }) => to ?? Infinity)
  return (value: number): number => ends.findIndex((end) => value <= end)
}
const [findCcBand, findPriceBand, findKmBand] = [
  createBandFinder(ccBands),
  createBandFinder(priceBands),
  createBandFinder(kmBands),
]

// What nobody knows of a bike is in no band.
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
    condition: packed >> 9,
    verified: (packed & 256) !== 0,
    district: packed & 255,
  }
}

/** Counts one bike wherever nothing but the choice of that very group is against it. */
const countBike = (facetCounts: FacetCounts, bike: FacetBike, failedBits: number): void => {
  const { brand, model, division, place } = filterBits
  if (failedBits === 0) facetCounts.total += 1
  if ((failedBits & ~(brand | model)) === 0) increment(facetCounts.brands, bike.make)
  if ((failedBits & ~model) === 0) increment(facetCounts.models, bike.make)
  if ((failedBits & ~filterBits.cc) === 0 && bike.cc > 0) increment(facetCounts.cc, findCcBand(bike.cc))
  if ((failedBits & ~filterBits.price) === 0) increment(facetCounts.prices, findPriceBand(bike.price))
  if ((failedBits & ~filterBits.year) === 0) increment(facetCounts.years, bike.year)
  if ((failedBits & ~filterBits.km) === 0 && bike.km <= maxKm) increment(facetCounts.km, findKmBand(bike.km))
  if ((failedBits & ~filterBits.condition) === 0) increment(facetCounts.conditions, bike.condition)
  if ((failedBits & ~(division | place)) === 0) increment(facetCounts.divisions, bike.district)
  if ((failedBits & ~place) === 0) increment(facetCounts.districts, bike.district)
  if ((failedBits & ~filterBits.verified) === 0 && bike.verified) facetCounts.verified += 1
}

/** Counts these bikes, each group as if nothing of it were chosen; what was typed holds for all groups. */
export const countFacets = (rows: Buffer, { typed, chosen, division }: SearchFilters): FacetCounts => {
  const requiredChecks = toChecks(typed)
  const optionalChecks = toChecks(chosen)
  if (division)
    optionalChecks.push({ bit: filterBits.division, test: createSetTest(division, ({ district }) => district) })
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
