// Counts what the bikes found are made of. Each bike comes as 16 bytes, as `search_facets` of the migrations writes them.
import type { Asked, Condition, Range } from '#market/search/rules.ts'
import { facetBytes } from '#market/search/table.ts'

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
export type Tally = {
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
const bit = {
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

type Test = (bike: Bike) => boolean
type Bike = {
  price: number
  km: number
  make: number
  cc: number
  year: number
  condition: number
  verified: boolean
  district: number
}

const among = (numbers: readonly number[], of: (bike: Bike) => number): Test => {
  const set = new Set(numbers)
  return (bike) => set.has(of(bike))
}

const inside = ({ from, to }: Range, of: (bike: Bike) => number): Test => {
  const [least, most] = [from ?? -Infinity, to ?? Infinity]
  return (bike) => of(bike) >= least && of(bike) <= most
}

type Check = { bit: number; test: Test }

// The words are not in the bytes: the database has looked for them.
const checksOf = (asked: Condition): Check[] => [
  ...(asked.brand ? [{ bit: bit.brand, test: among(asked.brand, ({ make }) => make) }] : []),
  ...(asked.model ? [{ bit: bit.model, test: among(asked.model, ({ make }) => make) }] : []),
  ...(asked.place ? [{ bit: bit.place, test: among(asked.place, ({ district }) => district) }] : []),
  ...(asked.cc ? [{ bit: bit.cc, test: inside(asked.cc, ({ cc }) => cc) }] : []),
  ...(asked.price ? [{ bit: bit.price, test: inside(asked.price, ({ price }) => price) }] : []),
  ...(asked.year ? [{ bit: bit.year, test: inside(asked.year, ({ year }) => year) }] : []),
  ...(asked.km ? [{ bit: bit.km, test: inside(asked.km, ({ km }) => km) }] : []),
  ...(asked.condition ? [{ bit: bit.condition, test: among(asked.condition, ({ condition }) => condition) }] : []),
  ...(asked.verified ? [{ bit: bit.verified, test: ({ verified }: Bike) => verified }] : []),
]

const bandOf = (bands: readonly Range[]) => {
  const ends = bands.map(({ to }) => to ?? Infinity)
  return (value: number): number => ends.findIndex((end) => value <= end)
}
const [ccBand, priceBand, kmBand] = [bandOf(ccBands), bandOf(priceBands), bandOf(kmBands)]

// What nobody knows of a bike is in no band.
const kmMost = 999_999

const add = (counts: Map<number, number>, key: number): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

const read = (rows: Buffer, at: number): Bike => {
  const rest = rows.readInt16BE(at + 14)
  return {
    price: rows.readInt32BE(at),
    km: rows.readInt32BE(at + 4),
    make: rows.readInt16BE(at + 8),
    cc: rows.readInt16BE(at + 10),
    year: rows.readInt16BE(at + 12),
    condition: rest >> 9,
    verified: (rest & 256) !== 0,
    district: rest & 255,
  }
}

/** Counts one bike wherever nothing but the choice of that very group is against it. */
const count = (tally: Tally, bike: Bike, against: number): void => {
  const { brand, model, division, place } = bit
  if (against === 0) tally.total += 1
  if ((against & ~(brand | model)) === 0) add(tally.brands, bike.make)
  if ((against & ~model) === 0) add(tally.models, bike.make)
  if ((against & ~bit.cc) === 0 && bike.cc > 0) add(tally.cc, ccBand(bike.cc))
  if ((against & ~bit.price) === 0) add(tally.prices, priceBand(bike.price))
  if ((against & ~bit.year) === 0) add(tally.years, bike.year)
  if ((against & ~bit.km) === 0 && bike.km <= kmMost) add(tally.km, kmBand(bike.km))
  if ((against & ~bit.condition) === 0) add(tally.conditions, bike.condition)
  if ((against & ~(division | place)) === 0) add(tally.divisions, bike.district)
  if ((against & ~place) === 0) add(tally.districts, bike.district)
  if ((against & ~bit.verified) === 0 && bike.verified) tally.verified += 1
}

/** Counts these bikes, each group as if nothing of it were chosen; what was typed holds for all groups. */
export const tallyOf = (rows: Buffer, { typed, chosen, division }: Asked): Tally => {
  const must = checksOf(typed)
  const may = checksOf(chosen)
  if (division) may.push({ bit: bit.division, test: among(division, ({ district }) => district) })
  const tally: Tally = {
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
  for (let at = 0; at < rows.length; at += facetBytes) {
    const bike = read(rows, at)
    if (!must.every(({ test }) => test(bike))) continue
    let against = 0
    for (const check of may) if (!check.test(bike)) against |= check.bit
    count(tally, bike, against)
  }
  return tally
}
