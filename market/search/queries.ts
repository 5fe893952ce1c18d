// How the database is asked: for a page of the bikes found, and for what all of them are made of.
import { and, asc, desc, eq, type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { bikeDto, bikes, bikeDetailsDto, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { members } from '#market/members/table.ts'
import { type SearchFilter, type Cursor, type Range, intersect } from './rules.ts'
import { bikeSearch, facetRowBytes } from './table.ts'

// So many bikes are looked at to count what they are made of: it takes milliseconds, and one in a hundred stays visible.
const maxSampleRows = 4_000
const maxSampleLevel = 3
// What is only to be estimated is looked up in this one.
const estimateSampleLevel = 2
const getSampleFactor = (level: number): number => 8 ** level

// ---------- what is asked ----------

/** A word as the text search asks for it; short ones must stand there whole. */
const toTsqueryTerm = (word: string): string => `'${word.replaceAll("'", "''")}'${word.length > 2 ? ':*' : ''}`

const toTsquery = (words: string[][]): string =>
  words.map((spellings) => `(${spellings.map(toTsqueryTerm).join(' | ')})`).join(' & ')

const isAnyOf = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::int[])`

const isInRange = (column: SQLWrapper, range: Range | null): SQL | undefined => {
  if (!range) return undefined
  const { from, to } = range
  return and(from === null ? undefined : sql`${column} >= ${from}`, to === null ? undefined : sql`${column} <= ${to}`)
}

/** What indexes lead to: makes, districts and words. */
const matchesIndexed = ({ brand, model, place, words }: SearchFilter): SQL | undefined => {
  const makes = intersect(brand, model)
  return and(
    makes ? isAnyOf(bikeSearch.makeId, makes) : undefined,
    place ? isAnyOf(bikeSearch.district, place) : undefined,
    words ? sql`${bikeSearch.words} @@ ${toTsquery(words)}::tsquery` : undefined,
  )
}

// Who does not say how far a bike went is not found by kilometres.
const hasKnownValues = (filter: SearchFilter) =>
  and(
    filter.cc ? sql`${bikeSearch.engineCc} > 0` : undefined,
    filter.km ? sql`${bikeSearch.kilometres} < 1000000` : undefined,
  )

/** Which bikes are found; also asked about some bikes alone, by fitting.ts. */
export const matchesFilter = (filter: SearchFilter): SQL | undefined =>
  and(
    matchesIndexed(filter),
    hasKnownValues(filter),
    isInRange(bikeSearch.priceTaka, filter.price),
    isInRange(bikeSearch.engineCc, filter.cc),
    isInRange(bikeSearch.year, filter.year),
    isInRange(bikeSearch.kilometres, filter.km),
    filter.condition ? isAnyOf(bikeSearch.condition, filter.condition) : undefined,
    filter.verified ? eq(bikeSearch.isVerified, true) : undefined,
  )

// ---------- a page ----------

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

/** Where the bikes asked for stand, one more than a page has, so that it is known whether it goes on. */
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

/** These bikes as the wire spells them, in this order; what was sold a moment ago is left out. */
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

// ---------- what they are made of ----------

/** The bytes of the bikes that were looked at, and how many there are of each in truth. */
export type FacetSample = { rows: Buffer; factor: number }

const SampleResult = z.tuple([z.object({ rows: z.instanceof(Buffer).nullable(), looked: z.int() })])

const fetchSample = async (db: Database, filter: SearchFilter, level: number) => {
  const isInSample = level === 0 ? undefined : sql`${bikeSearch.sampleLevel} >= ${sql.raw(String(level))}`
  const maxRows = level === maxSampleLevel ? maxSampleRows * 10 : maxSampleRows
  const { rows } = await db.execute(sql`select string_agg(facets, '') as rows, count(*)::int as looked
    from (select facets from ${bikeSearch} where ${and(isInSample, matchesIndexed(filter)) ?? sql`true`} limit ${maxRows + 1}) as looked_at`)
  const [{ rows: bytes, looked }] = SampleResult.parse(rows)
  return { rows: bytes ?? Buffer.alloc(0), isMore: looked > maxRows }
}

const sampleFrom = async (db: Database, filter: SearchFilter, firstLevel: number): Promise<FacetSample> => {
  for (let level = firstLevel; ; level += 1) {
    const { rows, isMore } = await fetchSample(db, filter, level)
    if (!isMore || level === maxSampleLevel) return { rows, factor: getSampleFactor(level) }
  }
}

// Nobody can tell beforehand how common a word is; one in 64 tells it in no time, for there are indexes of these alone.
const sampleForWords = async (db: Database, filter: SearchFilter): Promise<FacetSample> => {
  const estimate = await sampleFrom(db, filter, estimateSampleLevel)
  if ((estimate.rows.length / facetRowBytes) * estimate.factor > maxSampleRows) return estimate
  const { rows, isMore } = await fetchSample(db, filter, 0)
  return isMore ? estimate : { rows, factor: 1 }
}

/**
 * Looks at all bikes that names and words lead to or, where they are too many, at one in 8, in 64 or in 512.
 * @param expectedCount about how many bikes the names lead to
 */
export const sampleRows = async (db: Database, filter: SearchFilter, expectedCount: number): Promise<FacetSample> => {
  if (filter.words) return sampleForWords(db, filter)
  let level = 0
  // One look in vain costs as much as the right one, so what is expected is only half believed.
  while (level < maxSampleLevel && expectedCount / getSampleFactor(level) > maxSampleRows * 2) level += 1
  return sampleFrom(db, filter, level)
}

/** How many bikes of each make stand in each district, as one in 64 tells it. */
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
