// How the database is asked: for a page of the bikes found, and for what all of them are made of.
import { and, asc, desc, eq, type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { bikeOnTheWire, bikes, detailsOnTheWire, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { members } from '#market/members/table.ts'
import { type Condition, type Place, type Range, shared } from './rules.ts'
import { bikeSearch, facetBytes } from './table.ts'

// So many bikes are looked at to count what they are made of: it takes milliseconds, and one in a hundred stays visible.
const lookedAtMost = 4_000
const rarestSample = 3
// What is only to be estimated is looked up in this one.
const toldBySample = 2
const timesOf = (sample: number): number => 8 ** sample

// ---------- what is asked ----------

/** A word as the text search asks for it; short ones must stand there whole. */
const wordAsked = (word: string): string => `'${word.replaceAll("'", "''")}'${word.length > 2 ? ':*' : ''}`

const wordsAsked = (words: string[][]): string =>
  words.map((spellings) => `(${spellings.map(wordAsked).join(' | ')})`).join(' & ')

const among = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::int[])`

const inside = (column: SQLWrapper, range: Range | null): SQL | undefined => {
  if (!range) return undefined
  const { from, to } = range
  return and(from === null ? undefined : sql`${column} >= ${from}`, to === null ? undefined : sql`${column} <= ${to}`)
}

/** What indexes lead to: makes, districts and words. */
const leading = ({ brand, model, place, words }: Condition): SQL | undefined => {
  const makes = shared(brand, model)
  return and(
    makes ? among(bikeSearch.makeId, makes) : undefined,
    place ? among(bikeSearch.district, place) : undefined,
    words ? sql`${bikeSearch.words} @@ ${wordsAsked(words)}::tsquery` : undefined,
  )
}

// Who does not say how far a bike went is not found by kilometres.
const known = (asked: Condition) =>
  and(
    asked.cc ? sql`${bikeSearch.engineCc} > 0` : undefined,
    asked.km ? sql`${bikeSearch.kilometres} < 1000000` : undefined,
  )

/** Which bikes are found; also asked about some bikes alone, by fitting.ts. */
export const meets = (asked: Condition): SQL | undefined =>
  and(
    leading(asked),
    known(asked),
    inside(bikeSearch.priceTaka, asked.price),
    inside(bikeSearch.engineCc, asked.cc),
    inside(bikeSearch.year, asked.year),
    inside(bikeSearch.kilometres, asked.km),
    asked.condition ? among(bikeSearch.condition, asked.condition) : undefined,
    asked.verified ? eq(bikeSearch.isVerified, true) : undefined,
  )

// ---------- a page ----------

type Sort = NonNullable<SearchQuery['sort']>

const { bikeId, priceTaka, kilometres, year } = bikeSearch
const orders = {
  newest: { by: sql<number>`0`, order: [desc(bikeId)], after: (at: Place) => sql`${bikeId} < ${at.id}::uuid` },
  price: upwards(priceTaka),
  'price-down': downwards(priceTaka),
  km: upwards(kilometres),
  year: downwards(year),
} satisfies Record<Sort, unknown>

function upwards(column: Column) {
  const after = (at: Place) => sql`(${column}, ${bikeId}) > (${at.value}, ${at.id}::uuid)`
  return { by: sql<number>`${column}`, order: [asc(column), asc(bikeId)], after }
}

function downwards(column: Column) {
  const after = (at: Place) => sql`(${column}, ${bikeId}) < (${at.value}, ${at.id}::uuid)`
  return { by: sql<number>`${column}`, order: [desc(column), desc(bikeId)], after }
}

const { brand, model, engineCc } = detailsOnTheWire
const shown = { ...bikeOnTheWire, brand, model, engineCc, kilometres: bikes.kilometres, district: bikes.district }

/** Where the bikes asked for stand, one more than a page has, so that it is known whether it goes on. */
export const placesOf = (
  db: Database,
  { asked, sort, after, rows }: { asked: Condition; sort: Sort; after: Place | null; rows: number },
): Promise<{ id: string; value: number }[]> => {
  const { by, order, after: isAfter } = orders[sort]
  return db
    .select({ id: bikeId, value: by })
    .from(bikeSearch)
    .where(and(meets(asked), after ? isAfter(after) : undefined))
    .orderBy(...order)
    .limit(rows)
}

/** These bikes as the wire spells them, in this order; what was sold a moment ago is left out. */
export const openBikes = (db: Database) => {
  const asked = db
    .select(shown)
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(sql`${bikes.id} = any(${sql.placeholder('ids')}::uuid[])`, onSale))
    .prepare('bikes_found')
  return async (ids: string[]) => {
    const rows = new Map((await asked.execute({ ids })).map((row) => [row._id, row]))
    return ids.flatMap((id) => rows.get(id) ?? [])
  }
}

// ---------- what they are made of ----------

/** The bytes of the bikes that were looked at, and how many there are of each in truth. */
export type Looked = { rows: Buffer; times: number }

const LookedAt = z.tuple([z.object({ rows: z.instanceof(Buffer).nullable(), looked: z.int() })])

const lookAt = async (db: Database, asked: Condition, sample: number) => {
  const isIn = sample === 0 ? undefined : sql`${bikeSearch.sample} >= ${sql.raw(String(sample))}`
  const most = sample === rarestSample ? lookedAtMost * 10 : lookedAtMost
  const { rows } = await db.execute(sql`select string_agg(facets, '') as rows, count(*)::int as looked
    from (select facets from ${bikeSearch} where ${and(isIn, leading(asked)) ?? sql`true`} limit ${most + 1}) as looked_at`)
  const [{ rows: bytes, looked }] = LookedAt.parse(rows)
  return { rows: bytes ?? Buffer.alloc(0), isMore: looked > most }
}

const lookFrom = async (db: Database, asked: Condition, first: number): Promise<Looked> => {
  for (let sample = first; ; sample += 1) {
    const { rows, isMore } = await lookAt(db, asked, sample)
    if (!isMore || sample === rarestSample) return { rows, times: timesOf(sample) }
  }
}

// Nobody can tell beforehand how common a word is; one in 64 tells it in no time, for there are indexes of these alone.
const lookForWords = async (db: Database, asked: Condition): Promise<Looked> => {
  const few = await lookFrom(db, asked, toldBySample)
  if ((few.rows.length / facetBytes) * few.times > lookedAtMost) return few
  const { rows, isMore } = await lookAt(db, asked, 0)
  return isMore ? few : { rows, times: 1 }
}

/**
 * Looks at all bikes that names and words lead to or, where they are too many, at one in 8, in 64 or in 512.
 * @param expected about how many bikes the names lead to
 */
export const look = async (db: Database, asked: Condition, expected: number): Promise<Looked> => {
  if (asked.words) return lookForWords(db, asked)
  let sample = 0
  // One look in vain costs as much as the right one, so what is expected is only half believed.
  while (sample < rarestSample && expected / timesOf(sample) > lookedAtMost * 2) sample += 1
  return lookFrom(db, asked, sample)
}

/** How many bikes of each make stand in each district, as one in 64 tells it. */
export const crowdsOf = async (db: Database): Promise<{ makeId: number; district: number; bikes: number }[]> =>
  db
    .select({
      makeId: bikeSearch.makeId,
      district: bikeSearch.district,
      bikes: sql<number>`(count(*) * ${timesOf(toldBySample)})::int`,
    })
    .from(bikeSearch)
    .where(sql`${bikeSearch.sample} >= ${sql.raw(String(toldBySample))}`)
    .groupBy(bikeSearch.makeId, bikeSearch.district)
