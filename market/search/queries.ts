// The SQL of the search: one page of the bikes found, and a sample of all of them for the facet counts.
import { and, asc, desc, eq, type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { bikeDto, bikes, bikeDetailsDto, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { members } from '#market/members/table.ts'
import { type Closeness, getStep, type Ladder, relax, sortByImportance } from './relaxing/rules.ts'
import {
  type Criterion,
  type Cursor,
  type Range,
  type SearchFilter,
  getCriteria,
  getDistrictNumbers,
  getMakeIds,
} from './rules.ts'
import { bikeSearch } from './table.ts'

// Counting this many rows takes milliseconds, and a value that one bike in a hundred has still shows.
const maxSampleRows = 4_000
const maxSampleLevel = 3
// Estimates read one bike in 64.
const estimateSampleLevel = 2
const getSampleFactor = (level: number): number => 8 ** level

// ---------- conditions ----------

const quote = (word: string): string => `'${word.replaceAll("'", "''")}'`

/**
 * A spelling as a tsquery term: each of its words, and from three characters on also longer words that begin with it, unless
 * the spelling is exact.
 */
const toTsqueryTerm = (spelling: string, isExact: boolean): string =>
  `(${spelling
    .split(' ')
    .map((word) => `${quote(word)}${word.length > 2 && !isExact ? ':*' : ''}`)
    .join(' & ')})`

const toAnyOfSpellings = (spellings: readonly string[], isExact = false): string =>
  `(${spellings.map((spelling) => toTsqueryTerm(spelling, isExact)).join(' | ')})`

const toTsquery = (criterion: Criterion): string[] => {
  if (criterion.key !== 'words' && criterion.key !== 'area') return []
  return [toAnyOfSpellings(criterion.spellings, criterion.key === 'words' && criterion.isExact === true)]
}

const isAnyOf = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::int[])`

/** Conditions that an index serves: makes, districts and words. */
const matchesIndexed = (filter: SearchFilter): SQL | undefined => {
  const [makeIds, districtNumbers] = [getMakeIds(filter), getDistrictNumbers(filter)]
  const tsquery = filter.flatMap(toTsquery).join(' & ')
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
  owners: bikeSearch.owners,
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

/** The order of a page: its sort value, and what comes after a cursor. */
export type Order = { by: SQL<number>; order: SQL[]; isAfter: (cursor: Cursor) => SQL }

const { bikeId, priceTaka, kilometres, year } = bikeSearch

const sortAscending = (column: Column): Order => ({
  by: sql<number>`${column}`,
  order: [asc(column), asc(bikeId)],
  isAfter: (cursor) => sql`(${column}, ${bikeId}) > (${cursor.value}, ${cursor.id}::uuid)`,
})

const sortDescending = (column: Column): Order => ({
  by: sql<number>`${column}`,
  order: [desc(column), desc(bikeId)],
  isAfter: (cursor) => sql`(${column}, ${bikeId}) < (${cursor.value}, ${cursor.id}::uuid)`,
})

/** The smallest value first, and of equal ones the newest bike. */
const sortByExpression = (by: SQL<number>): Order => ({
  by,
  order: [asc(by), desc(bikeId)],
  isAfter: (cursor) => sql`${by} >= ${cursor.value} and (${by} > ${cursor.value} or ${bikeId} < ${cursor.id}::uuid)`,
})

/** The orders that a column gives. */
export const columnOrders = {
  newest: {
    by: sql<number>`0`,
    order: [desc(bikeId)],
    isAfter: (cursor) => sql`${bikeId} < ${cursor.id}::uuid`,
  },
  price: sortAscending(priceTaka),
  'price-down': sortDescending(priceTaka),
  km: sortAscending(kilometres),
  year: sortDescending(year),
  value: sortByExpression(sql<number>`${bikeSearch.valuePercent}`),
} satisfies Record<string, Order>

const toDistance = (distancesKm: readonly number[]): SQL<number> =>
  sql<number>`(${sql.param(distancesKm)}::int[])[${bikeSearch.district} + 1]`

/** Orders bikes by the distance of their district, in kilometres by district number. */
export const orderByDistance = (distancesKm: readonly number[]): Order => sortByExpression(toDistance(distancesKm))

const getExcess = (column: SQLWrapper, { from, to }: Range): SQL<number> =>
  sql<number>`greatest(${from === null ? sql`0` : sql`${from}::int - ${column}`}, ${to === null ? sql`0` : sql`${column} - ${to}::int`}, 0)`

/** How much a difference counts, as if it were kilometres of distance: a year as much as 50, 1,000 Taka as much as 5. */
const weights = { year: 50, cc: 5, price: 1 / 200, km: 1 / 100, owners: 10 }

const toCloseness = (closeness: Closeness): SQL<number> => {
  if (closeness.by === 'distance') return toDistance(closeness.distancesKm)
  const excess = getExcess(rangeColumns[closeness.key], closeness.range)
  return sql<number>`${excess} * ${sql.raw(String(weights[closeness.key]))}`
}

const maxCursorValue = 9_999_999

/** Orders bikes by how little they differ from what was asked. */
export const orderByCloseness = (closeness: readonly Closeness[]): Order => {
  const sum = sql.join(closeness.map(toCloseness), sql` + `)
  return sortByExpression(sql<number>`least(${maxCursorValue}, (${sum})::int)`)
}

const { brand, model, engineCc } = bikeDetailsDto
const foundBikeDto = { ...bikeDto, brand, model, engineCc, kilometres: bikes.kilometres, district: bikes.district }

/** Lists the ids and sort values of one page, at most `rows`; ask for one more than the page has to know whether another follows. */
export const findBikeIds = (
  db: Database,
  { filter, order, cursor, rows }: { filter: SearchFilter; order: Order; cursor: Cursor | null; rows: number },
): Promise<{ id: string; value: number }[]> =>
  db
    .select({ id: bikeId, value: order.by })
    .from(bikeSearch)
    .where(and(matchesFilter(filter), cursor ? order.isAfter(cursor) : undefined))
    .orderBy(...order.order)
    .limit(rows)

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

// ---------- when nothing is found ----------

/** Returns the position of the first filter that finds a bike, or null. Later filters are not tried. */
export const findFirstFilter = async (db: Database, filters: readonly SearchFilter[]): Promise<number | null> => {
  if (filters.length === 0) return null
  const branches = filters.map(
    (filter, index) =>
      sql`when exists (select from ${bikeSearch} where ${matchesFilter(filter) ?? sql`true`}) then ${sql.raw(String(index))}`,
  )
  const { rows } = await db.execute(sql`select case ${sql.join(branches, sql` `)} end as position`)
  return z.tuple([z.object({ position: z.int().nullable() })]).parse(rows)[0].position
}

// Where more bikes than this fit, those that fit best of these fit well enough.
const maxCandidates = 5_000

/** How many steps of its ladder a bike needs, at most `steps`. */
const toLevel = (ladder: Ladder, steps: number): SQL<number> => {
  const levels = Array.from({ length: steps }, (_, level) => {
    const criterion = getStep(ladder, level)
    return sql`when ${(criterion && matchesFilter([criterion])) ?? sql`true`} then ${sql.raw(String(level))}`
  })
  return sql<number>`case ${sql.join(levels, sql` `)} else ${sql.raw(String(steps))} end`
}

/**
 * Of the bikes that fit after so many steps of each ladder, finds the one that needs the fewest: first of the most important
 * criterion, then of the next one. Returns how many steps of each ladder it needs.
 */
export const findFewestSteps = async (
  db: Database,
  ladders: readonly Ladder[],
  counts: readonly number[],
): Promise<number[]> => {
  const widened = sortByImportance(ladders)
    .toReversed()
    .filter((index) => (counts[index] ?? 0) > 0)
  const levels = widened.flatMap((index) => {
    const ladder = ladders[index]
    return ladder ? [toLevel(ladder, counts[index] ?? 0)] : []
  })
  const order = levels.map((_, position) => sql.raw(`${position + 1}`))
  const { rows } = await db.execute(sql`
    select ${sql.join(
      levels.map((level, position) => sql`${level} as ${sql.raw(`level_${position}`)}`),
      sql`, `,
    )}
    from (select * from ${bikeSearch} where ${matchesFilter(relax(ladders, counts)) ?? sql`true`} limit ${maxCandidates}) as ${bikeSearch}
    order by ${sql.join(order, sql`, `)} limit 1`)
  const needed = [...counts]
  const [best] = z.array(z.record(z.string(), z.int())).parse(rows)
  for (const [position, index] of widened.entries()) needed[index] = best?.[`level_${position}`] ?? counts[index] ?? 0
  return needed
}

// ---------- samples for the facet counts ----------

/** 16 bytes for each bike of the sample, and how many bikes each of them stands for. */
export type FacetSample = { rows: Buffer; factor: number }

/** What a sample of at most so many bikes gave, how many bikes it had, and whether there were more. */
type Sample<Value> = { value: Value; count: number; isMore: boolean }

/** Reads the sample of a level: one bike in 8 to the power of it. */
type ReadSample<Value> = (level: number) => Promise<Sample<Value>>

const getMaxRows = (level: number): number => (level === maxSampleLevel ? maxSampleRows * 10 : maxSampleRows)

const isInSample = (level: number): SQL | undefined =>
  level === 0 ? undefined : sql`${bikeSearch.sampleLevel} >= ${sql.raw(String(level))}`

const SampleResult = z.tuple([z.object({ rows: z.instanceof(Buffer).nullable(), count: z.int() })])

const readFacets =
  (db: Database, filter: SearchFilter): ReadSample<Buffer> =>
  async (level) => {
    const maxRows = getMaxRows(level)
    const { rows } = await db.execute(sql`select string_agg(facets, '') as rows, count(*)::int as count
      from (select facets from ${bikeSearch} where ${and(isInSample(level), matchesIndexed(filter)) ?? sql`true`} limit ${maxRows + 1}) as sampled`)
    const [{ rows: bytes, count }] = SampleResult.parse(rows)
    return { value: bytes ?? Buffer.alloc(0), count, isMore: count > maxRows }
  }

type Weighted<Value> = { value: Value; factor: number }

const sampleFrom = async <Value>(read: ReadSample<Value>, firstLevel: number): Promise<Weighted<Value>> => {
  for (let level = firstLevel; ; level += 1) {
    const { value, isMore } = await read(level)
    if (!isMore || level === maxSampleLevel) return { value, factor: getSampleFactor(level) }
  }
}

// How common a word is is not known beforehand; a partial index on one bike in 64 estimates it quickly.
const sampleForWords = async <Value>(read: ReadSample<Value>): Promise<Weighted<Value>> => {
  const estimate = await read(estimateSampleLevel)
  const factor = getSampleFactor(estimateSampleLevel)
  if (estimate.isMore) return sampleFrom(read, maxSampleLevel)
  if (estimate.count * factor > maxSampleRows) return { value: estimate.value, factor }
  const { value, isMore } = await read(0)
  return isMore ? { value: estimate.value, factor } : { value, factor: 1 }
}

const chooseSample = <Value>(
  read: ReadSample<Value>,
  filter: SearchFilter,
  expectedCount: number,
): Promise<Weighted<Value>> => {
  if (getCriteria(filter, 'words').length > 0 || getCriteria(filter, 'area').length > 0) return sampleForWords(read)
  let level = 0
  // A sample that turns out too large is wasted, but the estimate may be too high: allow twice the size.
  while (level < maxSampleLevel && expectedCount / getSampleFactor(level) > maxSampleRows * 2) level += 1
  return sampleFrom(read, level)
}

/**
 * Reads the bikes that match the makes, districts and words of a filter; if they are too many, one in 8, 64 or 512.
 * @param expectedCount the estimated number of bikes that match the makes and districts
 */
export const sampleRows = async (db: Database, filter: SearchFilter, expectedCount: number): Promise<FacetSample> => {
  const { value: rows, factor } = await chooseSample(readFacets(db, filter), filter, expectedCount)
  return { rows, factor }
}

// The row without an area has the number of bikes in the sample.
const AreaRows = z.array(z.object({ area: z.int().nullable(), count: z.int() }))

/**
 * Counts the bikes of a filter that name each of some areas; where there are too many bikes, one in 8, 64 or 512.
 * @returns the counts by the index of the area, and how many bikes each bike of the sample stands for
 */
export const countAreas = async (
  db: Database,
  { filter, areas }: { filter: SearchFilter; areas: readonly (readonly string[])[] },
  expectedCount: number,
): Promise<Weighted<Map<number, number>>> => {
  const named = areas.map(
    (spellings, index) => sql`(${sql.raw(String(index))}, ${toAnyOfSpellings(spellings)}::tsquery)`,
  )
  const read: ReadSample<Map<number, number>> = async (level) => {
    const maxRows = getMaxRows(level)
    const { rows } = await db.execute(sql`
      with sampled as materialized (
        select words from ${bikeSearch} where ${and(isInSample(level), matchesFilter(filter)) ?? sql`true`} limit ${maxRows + 1})
      select area, count(*)::int as count from sampled join (values ${sql.join(named, sql`, `)}) as named (area, names) on words @@ names group by area
      union all select null, count(*)::int from sampled`)
    const counts = AreaRows.parse(rows)
    const count = counts.find(({ area }) => area === null)?.count ?? 0
    const value = new Map(
      counts.flatMap((row): [number, number][] => (row.area === null ? [] : [[row.area, row.count]])),
    )
    return { value, count, isMore: count > maxRows }
  }
  return chooseSample(read, filter, expectedCount)
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
