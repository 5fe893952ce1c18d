// Reads the tables of docs/search.md, and decides from the facts of the bikes alone which of them a query wants and what has to
// be given up. It knows nothing of how the search works.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { districts, divisions } from '#contract/districts.ts'
import { getDistancesKm } from '#market/search/places.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export type WantedQuery = { query: string; clauses: string[] }

/** What a bike is, as its advertisement and the catalogue say. */
export type BikeFacts = {
  id: string
  brand: string
  model: string
  family: string | null
  kind: string | null
  cc: number
  /** Millimetres and kilometres per litre, of the catalogue; null if unknown. */
  seat: number | null
  mileage: number | null
  price: number
  year: number
  km: number | null
  owners: number | null
  condition: string
  district: string | null
  isVerified: boolean
  text: string
}
type CatalogueModel = { brand: string; model: string; family: string | null; kind: string; cc: number }

const parseRow = (line: string): WantedQuery[] => {
  const [, query = '', wanted = ''] = line.split('|').map((cell) => cell.trim())
  return [{ query, clauses: wanted.split(';').map((clause) => clause.trim()) }]
}

/** The queries of a section of docs/search.md. */
export const readWantedQueries = (heading: string): WantedQuery[] => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/search.md'), 'utf8')
  const section = document.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).flatMap(parseRow)
}

/** The bikes on sale, and the models of the catalogue. */
export const loadFacts = async ({ db }: TestApp): Promise<{ bikes: BikeFacts[]; models: CatalogueModel[] }> => {
  const { rows: bikes } = await db.$client.query<BikeFacts>(
    `select bikes.id, coalesce(brands.name, bikes.brand_name, category) as brand, coalesce(models.name, bikes.model_name, bikes.name) as model,
       models.family, models.kind, models.seat_height_mm as seat, models.mileage_km_per_litre as mileage, coalesce(bikes.engine_cc, models.engine_cc, 0) as cc, sale_price_taka as price,
       bike_year(registered_in_year, bought_in_year) as year, kilometres as km, owners, condition, district, verified_at is not null as "isVerified",
       lower(concat_ws(' ', bikes.name, location, bikes.brand_name, bikes.model_name, description)) as text
     from bikes join members on members.id = seller_id
     left join brands on brands.id = bikes.brand_id left join models on models.id = bikes.model_id
     where sold_at is null and withdrawn_at is null and reserved_at is null`,
  )
  const { rows: models } = await db.$client.query<CatalogueModel>(
    `select brands.name as brand, models.name as model, family, kind, engine_cc as cc from models join brands on brands.id = brand_id`,
  )
  return { bikes, models }
}

// ---------- one clause ----------

/** How far a bike is from a clause: 0 fits, Infinity can never be offered. `parts` names what each step gives up. */
type Clause = { part: string; rank: number; steps: readonly string[]; getLevel: (bike: BikeFacts) => number }

const never = Number.POSITIVE_INFINITY
const getDivision = (district: string | null) =>
  divisions.find((division) => division.districts.some(({ slug }) => slug === district))?.slug ?? null
const isAmong = (words: string, text: string): boolean =>
  words
    .split('·')
    .some((word) => new RegExp(`(?<![\\p{L}\\p{M}\\d])${word.toLowerCase()}(?![\\p{L}\\p{M}\\d])`, 'u').test(text))
const firstLevel = (...fits: boolean[]): number => {
  const level = fits.indexOf(true)
  return level === -1 ? never : level
}
const hasAll = (words: string, text: string): boolean =>
  words.split('·').some((phrase) => phrase.split(' ').every((word) => isAmong(word, text)))

const paperWords =
  `papers·paper·document·documents·smart card·smartcard·tax token·digital plate·number plate·kagoj·কাগজ·কাগজপত্র·কাগজের·পেপার·পেপারস
  ·স্মার্ট কার্ড·ট্যাক্স টোকেন·ডিজিটাল প্লেট·নম্বর প্লেট·নাম্বার প্লেট`.replaceAll(/\s*·\s*/g, '·')

const createRangeClause = (key: string, value: string): Clause | null => {
  const [, , bound = '', one = '', other = ''] = /^(\w+) (≤|≥)? ?(\d+)(?:–(\d+))?$/.exec(`${key} ${value}`)
    ? [null, null, ...(/^(≤|≥)? ?(\d+)(?:–(\d+))?$/.exec(value)?.slice(1) ?? [])]
    : []
  if (one === '' && bound === '') return null
  const from = bound === '≤' ? -never : Number(one)
  const to = bound === '≤' ? Number(one) : bound === '≥' ? never : Number(other)
  const getMiss = (amount: number) => Math.max(from - amount, amount - to, 0)
  const clauses: Record<string, Omit<Clause, 'part'>> = {
    km: {
      rank: 4,
      steps: ['none'],
      getLevel: ({ km }) => firstLevel(km !== null && getMiss(km) === 0, true),
    },
    owners: {
      rank: 3,
      steps: ['none'],
      getLevel: ({ owners }) => firstLevel(owners !== null && getMiss(owners) === 0, true),
    },
    year: {
      rank: 6,
      steps: ['range', 'range', 'none'],
      getLevel: ({ year }) => Math.min(3, getMiss(year)),
    },
    price: {
      rank: 7,
      steps: ['range', 'range'],
      getLevel: ({ price }) => {
        const isWithin = (share: number) => price >= from * (1 - share) - 1 && price <= to * (1 + share)
        return firstLevel(isWithin(0), isWithin(0.1), isWithin(0.2))
      },
    },
    cc: {
      rank: 8,
      steps: ['range', 'none'],
      getLevel: ({ cc }) => firstLevel(cc > 0 && getMiss(cc) === 0, cc > 0 && getMiss(cc) <= 15, true),
    },
  }
  const clause = clauses[key]
  return clause ? { part: key, ...clause } : null
}

const nearestKinds: Record<string, readonly string[]> = {
  adventure: ['street'],
  sport: ['street'],
  street: ['sport', 'commuter'],
  cruiser: ['street'],
  commuter: ['street', 'scooter'],
  scooter: ['commuter'],
}

const createModelClause = (name: string, models: readonly CatalogueModel[]): Clause => {
  const namePattern = new RegExp(`(?<![\\p{L}\\d])${name}(?!\\d)`, 'iu')
  const isNamed = (model: string) => namePattern.test(model)
  const meant = models.filter(({ model }) => isNamed(model))
  const isOfFamily = (bike: BikeFacts) =>
    meant.some(({ brand, family }) => family !== null && family === bike.family && brand === bike.brand)
  const isAlike = (bike: BikeFacts) =>
    meant.some(
      ({ kind, cc }) =>
        kind === bike.kind && models.some((one) => one.model === bike.model && Math.abs(one.cc - cc) <= 15),
    )
  const isOfKind = (bike: BikeFacts) => meant.some(({ kind }) => kind === bike.kind)
  const isOfNearKind = (bike: BikeFacts) =>
    meant.some(({ kind }) => bike.kind !== null && nearestKinds[kind]?.includes(bike.kind) === true)
  return {
    part: 'model',
    rank: 10,
    steps: ['family', 'alike', 'kind', 'similarKind'],
    getLevel: (bike) =>
      firstLevel(isNamed(bike.model), isOfFamily(bike), isAlike(bike), isOfKind(bike), isOfNearKind(bike)),
  }
}

const createBrandClause = (name: string, models: readonly CatalogueModel[]): Clause => {
  const meant = models.filter(({ brand }) => brand === name)
  const isAlike = (bike: BikeFacts) =>
    meant.some(
      ({ kind, cc }) =>
        kind === bike.kind && models.some((one) => one.model === bike.model && Math.abs(one.cc - cc) <= 15),
    )
  return {
    part: 'brand',
    rank: 11,
    steps: ['alike', 'none'],
    getLevel: (bike) => firstLevel(bike.brand === name, isAlike(bike), true),
  }
}

const createPlaceClause = (key: string, value: string): Clause => {
  const names = value.split(' ')[0] ?? ''
  const steps =
    { area: ['district', 'division', 'none'], district: ['division', 'none'], division: ['none'] }[key] ?? []
  // Every part of a town of the tables lies in Dhaka.
  const district = key === 'area' ? 'dhaka' : value
  const division = key === 'division' ? value : getDivision(district)
  const levels = (bike: BikeFacts) => [
    ...(key === 'area' ? [isAmong(names, bike.text)] : []),
    ...(key === 'division' ? [] : [bike.district === district]),
    getDivision(bike.district) === division,
    true,
  ]
  return { part: 'place', rank: 5, steps, getLevel: (bike) => firstLevel(...levels(bike)) }
}

const toFlag = (part: string, rank: number, isMet: (bike: BikeFacts) => boolean): Clause => ({
  part,
  rank,
  steps: ['none'],
  getLevel: (bike) => (isMet(bike) ? 0 : 1),
})

/** A bike that fits the clause can never be offered: nobody gives up what is not wanted. */
const negate = ({ part, getLevel }: Clause): Clause => ({
  part,
  rank: Number.MAX_SAFE_INTEGER,
  steps: [],
  getLevel: (bike) => (getLevel(bike) === 0 ? never : 0),
})

const denials = ['no', 'not', 'never', 'without', 'free', 'nai', 'na', 'নেই', 'নাই', 'হয়নি']

/** Whether a clause of the text says so, and does not deny it. */
const hasPast = (words: string, text: string): boolean =>
  text
    .split(/[.,;।!?]/)
    .some((clause) => isAmong(words, clause) && !denials.some((denial) => isAmong(denial.normalize('NFC'), clause)))

/** Who a bike is for: "for short", "for women". */
const audiences: Record<string, (bike: BikeFacts) => boolean> = {
  short: ({ seat }) => seat !== null && seat <= 780,
  women: ({ kind, cc }) => kind === 'scooter' || (kind === 'commuter' && cc <= 110),
  learner: ({ kind, cc }) => (kind === 'scooter' || kind === 'commuter') && cc <= 125,
  family: ({ kind, cc }) => (kind === 'scooter' || kind === 'commuter') && cc >= 100,
  delivery: ({ kind, cc }) => kind === 'commuter' && cc <= 125,
  mileage: ({ mileage }) => mileage !== null && mileage >= 50,
}

const createClause = (clause: string, models: readonly CatalogueModel[]): Clause[] => {
  const [key = '', ...rest] = clause.split(' ')
  const value = rest.join(' ')
  if (['cheapest', 'least', 'everything', 'unused'].includes(key)) return []
  if (key === 'not') return createClause(value, models).map(negate)
  if (key === 'past') return [toFlag('words', 0, ({ text }) => hasPast(value, text))]
  if (key === 'model') return [createModelClause(value, models)]
  if (key === 'brand') return [createBrandClause(value, models)]
  if (['district', 'division', 'area'].includes(key)) return [createPlaceClause(key, value)]
  if (key === 'for') return [toFlag('audience', 8.5, audiences[value] ?? (() => false))]
  if (key === 'kind') return [toFlag('kind', 9, ({ kind }) => kind === value)]
  if (key === 'text') return [toFlag('words', 0, ({ text }) => hasAll(value, text))]
  if (key === 'papers') return [toFlag('words', 0.5, ({ text }) => hasAll(paperWords, text))]
  if (key === 'condition') return [toFlag('condition', 2, ({ condition }) => condition === value)]
  if (key === 'verified') return [toFlag('verified', 1, ({ isVerified }) => isVerified)]
  const range = createRangeClause(key, value)
  if (!range) throw new Error(`"${clause}" is no clause.`)
  return [range]
}

// ---------- all clauses ----------

const compareLevels = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((level, index) => level !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const sortKeys: Record<string, (bike: BikeFacts) => number> = {
  cheapest: ({ price }) => price,
  'least km': ({ km }) => km ?? never,
}
const firstPage = 10

export type Wanted = { ids: Set<string>; givenUp: string[] }

const placeKeys = new Set(['district', 'division', 'area'])

/** Of a model in a place where few of it stand, the same model in other places is wanted too, the nearest first. */
const addElsewhere = (matching: readonly BikeFacts[], clauses: readonly string[], sameModel: readonly BikeFacts[]) => {
  const place = clauses.find((clause) => placeKeys.has(clause.split(' ')[0] ?? ''))
  const [key = '', name = ''] = place?.split(' ') ?? []
  const isAsked = place !== undefined && clauses.some((clause) => clause.startsWith('model '))
  if (!isAsked || matching.length === 0 || matching.length >= firstPage) return matching
  const division = divisions.find(({ slug }) => slug === name)
  const asked = districts.filter((slug) =>
    key === 'division'
      ? division?.districts.some((one) => one.slug === slug)
      : slug === (key === 'area' ? 'dhaka' : name),
  )
  const distances = getDistancesKm(asked.map((slug) => districts.indexOf(slug) + 1))
  const getDistance = ({ district }: BikeFacts) =>
    distances[districts.findIndex((slug) => slug === district) + 1] ?? never
  const others = sameModel
    .filter((bike) => !matching.includes(bike))
    .toSorted((one, other) => getDistance(one) - getDistance(other))
  const last = others[firstPage - matching.length - 1]
  return [...matching, ...others.filter((bike) => last === undefined || getDistance(bike) <= getDistance(last))]
}

/** The bikes that a query wants, and what it has to give up for them, such as "place division"; nothing wanted: no bike. */
export const findWanted = (
  { clauses }: WantedQuery,
  { bikes, models }: { bikes: readonly BikeFacts[]; models: readonly CatalogueModel[] },
): Wanted => {
  const parsed = clauses.flatMap((clause) => createClause(clause, models)).toSorted((a, b) => b.rank - a.rank)
  const rated = bikes
    .map((bike) => ({ bike, levels: parsed.map(({ getLevel }) => getLevel(bike)) }))
    .filter(({ levels }) => levels.every(Number.isFinite))
    .toSorted((a, b) => compareLevels(a.levels, b.levels))
  const best = rated[0]?.levels
  if (!best) return { ids: new Set(), givenUp: [] }
  const matching = rated.filter(({ levels }) => levels.every((level, index) => level <= (best[index] ?? 0)))
  const sameModel = rated
    .filter(({ levels }) =>
      levels.every((level, index) => parsed[index]?.part === 'place' || level <= (best[index] ?? 0)),
    )
    .map(({ bike }) => bike)
  const sortKey = clauses.flatMap((clause) => sortKeys[clause] ?? [])[0]
  const ordered = sortKey ? matching.toSorted((a, b) => sortKey(a.bike) - sortKey(b.bike)) : matching
  const last = sortKey ? sortKey((ordered[firstPage - 1] ?? ordered.at(-1) ?? matching[0])!.bike) : never
  const found = ordered.filter(({ bike }) => !sortKey || sortKey(bike) <= last).map(({ bike }) => bike)
  const isPlaceKept = parsed.every(({ part }, index) => part !== 'place' || best[index] === 0)
  const wanted = isPlaceKept && !sortKey ? addElsewhere(found, clauses, sameModel) : found
  const givenUp = parsed.flatMap(({ part, steps }, index) => {
    const step = steps[(best[index] ?? 0) - 1]
    return step === undefined ? [] : [`${part} ${step}`]
  })
  return { ids: new Set(wanted.map(({ id }) => id)), givenUp }
}
