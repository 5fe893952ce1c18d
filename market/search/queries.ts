// The SQL of the search: one page of the bikes found, and a sample of all of them for the facet counts.
import { and, asc, desc, eq, type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { bikeDto, bikes, bikeDetailsDto, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { members } from '#market/members/table.ts'
import { type SearchFilter, type Cursor, type Range, getCriteria, getDistrictNumbers, getMakeIds } from './rules.ts'
import { bikeSearch, facetRowBytes } from './table.ts'

// Counting this many rows takes milliseconds, and a value that one bike in a hundred has still shows.
const maxSampleRows = 4_000
const maxSampleLevel = 3
// Estimates read one bike in 64.
const estimateSampleLevel = 2
const getSampleFactor = (level: number): number => 8 ** level

// ---------- conditions ----------

/** A word as a tsquery term: a prefix match from three characters on, otherwise the whole word. */
const toTsqueryTerm = (word: string): string => `'${word.replaceAll("'", "''")}'${word.length > 2 ? ':*' : ''}`

const isAnyOf = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::int[])`

/** Conditions that an index serves: makes, districts and words. */
const matchesIndexed = (filter: SearchFilter): SQL | undefined => {
  const [makeIds, districtNumbers] = [getMakeIds(filter), getDistrictNumbers(filter)]
  const tsquery = getCriteria(filter, 'words')
    .map(({ spellings }) => `(${spellings.map(toTsqueryTerm).join(' | ')})`)
    .join(' & ')
  return and(
    makeIds ? isAnyOf(bikeSearch.makeId, makeIds) : undefined,
    districtNumbers ? isAnyOf(bikeSearch.district, districtNumbers) : undefined,
    tsquery === '' ? undefined : sql`${bikeSearch.words} @@ ${tsquery}::tsquery`,
  )
}

const isInRange = (column: SQLWrapper, { from, to }: Range): SQL | undefined =>
  and(from === null ? undefined : sql`${column} >= ${from}`, to === null ? undefined : sql`${column} <= ${to}`)

const rangeColumns = {
  price: bikeSearch.priceTaka,
  cc: bikeSearch.engineCc,
  year: bikeSearch.year,
  km: bikeSearch.kilometres,
}

/** The condition that a row of `bike_search` meets every criterion of the filter. */
export const matchesFilter = (filter: SearchFilter): SQL | undefined => {
  const rangeCriteria = filter.filter((criterion) => 'range' in criterion)
  return and(
    matchesIndexed(filter),
    // A bike of unknown engine size or mileage does not match any range of it.
    getCriteria(filter, 'cc').length > 0 ? sql`${bikeSearch.engineCc} > 0` : undefined,
    getCriteria(filter, 'km').length > 0 ? sql`${bikeSearch.kilometres} < 1000000` : undefined,
    ...rangeCriteria.map(({ key, range }) => isInRange(rangeColumns[key], range)),
    ...getCriteria(filter, 'condition').map((one) => isAnyOf(bikeSearch.condition, one.conditionNumbers)),
    getCriteria(filter, 'verified').length > 0 ? eq(bikeSearch.isVerified, true) : undefined,
  )
}

// ---------- one page ----------

type Sort = NonNullable<SearchQuery['sort']>

const { bikeId, priceTaka, kilometres, year } = bikeSearch
const sortOrders = {
  newest: { by: sql<number>`0`, order: [desc(bikeId)], after: (cursor: Cursor) => sql`${bikeId} < ${cursor.id}::uuid` },
  price: sortAscending(priceTaka),
  'price-down': sortDescending(priceTaka),
  km: sortAscending(kilometres),
  year: sortDescending(year),
} satisfies Record<Sort, unknown>

function sortAscending(column: Column) {
  const after = (cursor: Cursor) => sql`(${column}, ${bikeId}) > (${cursor.value}, ${cursor.id}::uuid)`
  return { by: sql<number>`${column}`, order: [asc(column), asc(bikeId)], after }
}

function sortDescending(column: Column) {
  const after = (cursor: Cursor) => sql`(${column}, ${bikeId}) < (${cursor.value}, ${cursor.id}::uuid)`
  return { by: sql<number>`${column}`, order: [desc(column), desc(bikeId)], after }
}

const { brand, model, engineCc } = bikeDetailsDto
const foundBikeDto = { ...bikeDto, brand, model, engineCc, kilometres: bikes.kilometres, district: bikes.district }

/** Lists the ids and sort values of one page, at most `rows`; ask for one more than the page has to know whether another follows. */
export const findBikeIds = (
  db: Database,
  { filter, sort, cursor, rows }: { filter: SearchFilter; sort: Sort; cursor: Cursor | null; rows: number },
): Promise<{ id: string; value: number }[]> => {
  const { by, order, after: isAfter } = sortOrders[sort]
  return db
    .select({ id: bikeId, value: by })
    .from(bikeSearch)
    .where(and(matchesFilter(filter), cursor ? isAfter(cursor) : undefined))
    .orderBy(...order)
    .limit(rows)
}

/** Loads bikes as the response has them, in the order of the ids; leaves out what was sold meanwhile. */
export const createBikeLoader = (db: Database) => {
  const prepared = db
    .select(foundBikeDto)
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(sql`${bikes.id} = any(${sql.placeholder('ids')}::uuid[])`, onSale))
    .prepare('bikes_found')
  return async (ids: string[]) => {
    const rows = new Map((await prepared.execute({ ids })).map((row) => [row._id, row]))
    return ids.flatMap((id) => rows.get(id) ?? [])
  }
}

// ---------- samples for the facet counts ----------

/** 16 bytes for each bike of the sample, and how many bikes each of them stands for. */
export type FacetSample = { rows: Buffer; factor: number }

const SampleResult = z.tuple([z.object({ rows: z.instanceof(Buffer).nullable(), count: z.int() })])

const fetchSample = async (db: Database, filter: SearchFilter, level: number) => {
  const isInSample = level === 0 ? undefined : sql`${bikeSearch.sampleLevel} >= ${sql.raw(String(level))}`
  const maxRows = level === maxSampleLevel ? maxSampleRows * 10 : maxSampleRows
  const { rows } = await db.execute(sql`select string_agg(facets, '') as rows, count(*)::int as count
    from (select facets from ${bikeSearch} where ${and(isInSample, matchesIndexed(filter)) ?? sql`true`} limit ${maxRows + 1}) as sampled`)
  const [{ rows: bytes, count }] = SampleResult.parse(rows)
  return { rows: bytes ?? Buffer.alloc(0), isMore: count > maxRows }
}

const sampleFrom = async (db: Database, filter: SearchFilter, firstLevel: number): Promise<FacetSample> => {
  for (let level = firstLevel; ; level += 1) {
    const { rows, isMore } = await fetchSample(db, filter, level)
    if (!isMore || level === maxSampleLevel) return { rows, factor: getSampleFactor(level) }
  }
}

// How common a word is is not known beforehand; a partial index on one bike in 64 estimates it quickly.
const sampleForWords = async (db: Database, filter: SearchFilter): Promise<FacetSample> => {
  const estimate = await sampleFrom(db, filter, estimateSampleLevel)
  if ((estimate.rows.length / facetRowBytes) * estimate.factor > maxSampleRows) return estimate
  const { rows, isMore } = await fetchSample(db, filter, 0)
  return isMore ? estimate : { rows, factor: 1 }
}

/**
 * Reads the bikes that match the makes, districts and words of a filter; if they are too many, one in 8, 64 or 512.
 * @param expectedCount the estimated number of bikes that match the makes and districts
 */
export const sampleRows = async (db: Database, filter: SearchFilter, expectedCount: number): Promise<FacetSample> => {
  if (getCriteria(filter, 'words').length > 0) return sampleForWords(db, filter)
  let level = 0
  // A sample that turns out too large is wasted, but the estimate may be too high: allow twice the size.
  while (level < maxSampleLevel && expectedCount / getSampleFactor(level) > maxSampleRows * 2) level += 1
  return sampleFrom(db, filter, level)
}

/** Estimates from one bike in 64 how many bikes there are of each make in each district. */
export const estimateCounts = async (db: Database): Promise<{ makeId: number; district: number; bikes: number }[]> =>
  db
    .select({
      makeId: bikeSearch.makeId,
      district: bikeSearch.district,
      bikes: sql<number>`(count(*) * ${getSampleFactor(estimateSampleLevel)})::int`,
    })
    .from(bikeSearch)
    .where(sql`${bikeSearch.sampleLevel} >= ${sql.raw(String(estimateSampleLevel))}`)
    .groupBy(bikeSearch.makeId, bikeSearch.district)
