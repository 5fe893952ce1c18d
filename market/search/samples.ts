// Samples of the bikes that a search finds, for the counts of its facets.
import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { matchesFilter, matchesIndexed, toAnyOfSpellings } from './queries.ts'
import { getCriteria, type SearchFilter } from './filter.ts'
import { bikeSearch } from '#market/schema/bikes/search.ts'

// Counting this many rows takes milliseconds, and a value that one bike in a hundred has still shows.
const maxSampleRows = 4_000
// A sample that turns out too large is wasted, but the estimate may be too high: allow twice the size.
const maxExpectedRows = maxSampleRows * 2
const maxSampleLevel = 3
// Estimates read one bike in 64.
const estimateSampleLevel = 2
const getSampleFactor = (level: number): number => 8 ** level

/** 16 bytes for each bike of the sample, how many bikes each of them stands for, and the largest sample that was looked at. */
export type FacetSample = { rows: Buffer; factor: number; level: number }

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

type Weighted<Value> = { value: Value; factor: number; level: number }

const sampleFrom = async <Value>(read: ReadSample<Value>, firstLevel: number): Promise<Weighted<Value>> => {
  for (let level = firstLevel; ; level += 1) {
    const { value, isMore } = await read(level)
    if (!isMore || level === maxSampleLevel) return { value, factor: getSampleFactor(level), level: firstLevel }
  }
}

// How common a word is is not known beforehand; a partial index on one bike in 64 estimates it quickly.
const sampleForWords = async <Value>(read: ReadSample<Value>): Promise<Weighted<Value>> => {
  const estimate = await read(estimateSampleLevel)
  const factor = getSampleFactor(estimateSampleLevel)
  if (estimate.isMore) return sampleFrom(read, maxSampleLevel)
  if (estimate.count * factor > maxSampleRows) return { value: estimate.value, factor, level: estimateSampleLevel }
  const { value, isMore } = await read(0)
  return isMore ? { value: estimate.value, factor, level: 0 } : { value, factor: 1, level: 0 }
}

const chooseSample = <Value>(
  read: ReadSample<Value>,
  filter: SearchFilter,
  expectedCount: number,
): Promise<Weighted<Value>> => {
  if (getCriteria(filter, 'words').length > 0 || getCriteria(filter, 'area').length > 0) return sampleForWords(read)
  let level = 0
  while (level < maxSampleLevel && expectedCount / getSampleFactor(level) > maxExpectedRows) level += 1
  return sampleFrom(read, level)
}

/**
 * Reads the bikes that match the makes, districts and words of a filter; if they are too many, one in 8, 64 or 512.
 * @param expectedCount the estimated number of bikes that match the makes and districts
 */
export const sampleRows = async (db: Database, filter: SearchFilter, expectedCount: number): Promise<FacetSample> => {
  const { value: rows, factor, level } = await chooseSample(readFacets(db, filter), filter, expectedCount)
  return { rows, factor, level }
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
  // Each bike is compared with each area, so where bikes are sampled anyway, an eighth of the sample has to do.
  const isSampled = expectedCount > maxExpectedRows
  return chooseSample(read, filter, isSampled ? expectedCount * getSampleFactor(1) : expectedCount)
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
