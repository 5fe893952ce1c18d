// The SQL of the search: one page of the bikes found, and a sample of all of them for the facet counts.
import { and, asc, desc, eq, type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { bikeDto, bikeMarksDto, bikes, bikeDetailsDto, bikeYear, onSale } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { members } from '#market/schema/people/members.ts'
import {
  type Closeness,
  countSteps,
  getWidest,
  listGivenUp,
  type PlanOrder,
  type SearchPlan,
  type Widening,
} from './plans.ts'
import {
  type Criterion,
  type Cursor,
  type FlagKey,
  type Range,
  type SearchFilter,
  type Trait,
  getCriteria,
  getDistrictNumbers,
  getMakeIds,
} from './filter.ts'
import { bikeSearch } from '#market/schema/bikes/search.ts'

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

/** A tsquery of the bikes that have one of these spellings. */
export const toAnyOfSpellings = (spellings: readonly string[], isExact = false): string =>
  `(${spellings.map((spelling) => toTsqueryTerm(spelling, isExact)).join(' | ')})`

const toTsquery = (criterion: Criterion): string[] => {
  if (criterion.key !== 'words' && criterion.key !== 'area') return []
  return [toAnyOfSpellings(criterion.spellings, criterion.key === 'words' && criterion.isExact === true)]
}

const isAnyOf = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::int[])`

const isInRange = (column: SQLWrapper, { from, to }: Range): SQL | undefined =>
  and(from === null ? undefined : sql`${column} >= ${from}`, to === null ? undefined : sql`${column} <= ${to}`)

const rangeColumns = {
  price: bikeSearch.priceTaka,
  cc: bikeSearch.engineCc,
  year: bikeSearch.year,
  km: bikeSearch.kilometres,
  owners: bikeSearch.owners,
}

// A condition without a parameter, so that it is the one of an index in every plan.
const flagColumns = {
  verified: bikeSearch.isVerified,
  papers: bikeSearch.hasCompletePapers,
  inspected: bikeSearch.isInspected,
} satisfies Record<FlagKey, Column>

const isFlag = (key: string): key is FlagKey => key in flagColumns

/**
 * Whether the texts of the bike have one of these spellings, and not only where they deny it, such as "no bank loan"
 * (migrations/schema/18-search.sql). It is no condition of an index, so it may be negated.
 */
const hasMention = (spellings: readonly string[]): SQL => {
  const toDenied = (spelling: string) => spelling.replaceAll(/(^| )/g, '$1~')
  const mentions = spellings.map((one) => `(${toTsqueryTerm(one, true)} & !${toTsqueryTerm(toDenied(one), true)})`)
  return sql`${bikeSearch.words} @@ ${mentions.join(' | ')}::tsquery`
}

const hasTrait = (trait: Trait): SQL | undefined => {
  if ('makeIds' in trait) return isAnyOf(bikeSearch.makeId, trait.makeIds)
  if ('range' in trait) return isInRange(rangeColumns[trait.key], trait.range)
  if (trait.key === 'condition') return isAnyOf(bikeSearch.condition, trait.conditionNumbers)
  if (trait.key === 'place') return isAnyOf(bikeSearch.district, trait.districtNumbers)
  return 'spellings' in trait ? hasMention(trait.spellings) : sql`${flagColumns[trait.key]}`
}

/** The condition that a bike has nothing that the filter excludes. */
const hasNothingExcluded = (filter: SearchFilter): SQL | undefined => {
  const excluded = getCriteria(filter, 'excluded').flatMap((one) => hasTrait(one.excluded) ?? [])
  return and(...excluded.map((condition) => sql`not (${condition})`))
}

/** Conditions that an index serves, which are makes, districts and words, and what is excluded. */
export const matchesIndexed = (filter: SearchFilter): SQL | undefined => {
  const [makeIds, districtNumbers] = [getMakeIds(filter), getDistrictNumbers(filter)]
  const tsquery = filter.flatMap(toTsquery).join(' & ')
  return and(
    makeIds ? isAnyOf(bikeSearch.makeId, makeIds) : undefined,
    districtNumbers ? isAnyOf(bikeSearch.district, districtNumbers) : undefined,
    tsquery === '' ? undefined : sql`${bikeSearch.words} @@ ${tsquery}::tsquery`,
    hasNothingExcluded(filter),
  )
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
    ...filter.flatMap(({ key }) => (isFlag(key) ? [sql`${flagColumns[key]}`] : [])),
  )
}

// ---------- one page ----------

/** The order of a page in SQL: its sort value, and what comes after a cursor. */
type Order = { by: SQL<number>; order: SQL[]; isAfter: (cursor: Cursor) => SQL }

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
const columnOrders = {
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

const getExcess = (column: SQLWrapper, { from, to }: Range): SQL<number> =>
  sql<number>`greatest(${from === null ? sql`0` : sql`${from}::int - ${column}`}, ${to === null ? sql`0` : sql`${column} - ${to}::int`}, 0)`

/** How much a difference counts, as if it were kilometres of distance: a year as much as 50, 1,000 Taka as much as 5. */
const weights = { year: 50, cc: 5, price: 1 / 200, km: 1 / 100, owners: 10 }

/** Farther than every district: bikes of the area come first. */
const farAway = 1_000

/** Another brand counts as much as 20 cc, so that of the same size those of the brand come first. */
const otherBrandWeight = 100

const getCostUnless = (condition: SQL, cost: number): SQL<number> =>
  sql<number>`case when ${condition} then 0 else ${sql.raw(String(cost))} end`

const toCloseness = (closeness: Closeness): SQL<number> => {
  if (closeness.by === 'distance') return toDistance(closeness.distancesKm)
  if (closeness.by === 'area') {
    const namesArea = sql`${bikeSearch.words} @@ ${toAnyOfSpellings(closeness.spellings)}::tsquery`
    return getCostUnless(namesArea, farAway)
  }
  if (closeness.by === 'brand') return getCostUnless(isAnyOf(bikeSearch.makeId, closeness.makeIds), otherBrandWeight)
  const excess = getExcess(rangeColumns[closeness.key], closeness.range)
  return sql<number>`${excess} * ${sql.raw(String(weights[closeness.key]))}`
}

const maxCursorValue = 9_999_999

/** Orders bikes by how little they differ from what was asked. */
const orderByCloseness = (closeness: readonly Closeness[]): Order => {
  const sum = sql.join(closeness.map(toCloseness), sql` + `)
  return sortByExpression(sql<number>`least(${maxCursorValue}, (${sum})::int)`)
}

const toOrder = (order: PlanOrder): Order => {
  if (order.name === 'nearest') return sortByExpression(toDistance(order.distancesKm))
  return order.name === 'closest' ? orderByCloseness(order.closeness) : columnOrders[order.name]
}

const { brand, model, engineCc } = bikeDetailsDto
const foundBikeDto = {
  ...bikeDto,
  ...bikeMarksDto,
  year: bikeYear,
  brand,
  model,
  engineCc,
  kilometres: bikes.kilometres,
  district: bikes.district,
}

type PageQuery = { plan: SearchPlan; cursor: Cursor | null; rows: number }
type FoundId = { id: string; value: number }

const FoundIds = z.array(z.object({ id: z.string(), value: z.int() }))
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * A page by distance: the newest bikes of each district, of which the nearest are taken. An index has them in this order,
 * so a shop of a million bikes is not sorted.
 */
const findNearestIds = async (
  db: Database,
  { plan: { filter }, cursor, rows }: PageQuery,
  distancesKm: readonly number[],
): Promise<FoundId[]> => {
  const from = cursor?.value ?? 0
  const places = distancesKm.flatMap((km, district) => (km >= from ? [{ district, km }] : []))
  const numbers = sql`${sql.param(places.map(({ district }) => district))}::int[]`
  const kilometresAway = sql`${sql.param(places.map(({ km }) => km))}::int[]`
  const isAfter =
    cursor && sql`${bikeId} < case when km = ${from}::int then ${cursor.id}::uuid else ${lastId}::uuid end`
  const isInDistrict = sql`${bikeSearch.district} = place.district`
  const found = await db.execute(sql`
    select id, km as value from unnest(${numbers}, ${kilometresAway}) as place (district, km)
    cross join lateral (
      select ${bikeId} as id from ${bikeSearch} where ${and(isInDistrict, matchesFilter(filter), isAfter ?? undefined)}
      order by ${bikeId} desc limit ${rows}::int) as newest
    order by km, id desc limit ${rows}::int`)
  return FoundIds.parse(found.rows)
}

// The index of the words knows nothing of districts: bikes with a word are found once and sorted.
const hasWords = (filter: SearchFilter): boolean => filter.some(({ key }) => key === 'words' || key === 'area')

/** Lists the ids and sort values of one page, at most `rows`; ask for one more than the page has to know whether another follows. */
export const findBikeIds = async (db: Database, query: PageQuery): Promise<FoundId[]> => {
  const { plan, cursor, rows } = query
  const { filter } = plan
  if (plan.order.name === 'nearest' && !hasWords(filter)) return findNearestIds(db, query, plan.order.distancesKm)
  const order = toOrder(plan.order)
  return db
    .select({ id: bikeId, value: order.by })
    .from(bikeSearch)
    .where(and(matchesFilter(filter), cursor ? order.isAfter(cursor) : undefined))
    .orderBy(...order.order)
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

/** Whether the price guide of one of these models has a bike: one that is on sale or was sold within a year. */
export const hasPrices = async (db: Database, modelIds: readonly string[]): Promise<boolean> => {
  const ids = sql`${sql.param(modelIds)}::uuid[]`
  const found = await db
    .select({ id: bikes.id })
    .from(bikes)
    .innerJoin(models, and(eq(models.id, bikes.modelId), eq(models.brandId, bikes.brandId)))
    .where(
      sql`${models.id} = any(${ids}) and ${bikes.withdrawnAt} is null and ${bikes.hiddenAt} is null
        and (${bikes.soldAt} is null or ${bikes.soldAt} > now() - interval '1 year')`,
    )
    .limit(1)
  return found.length > 0
}

// Where more bikes than this fit, those that fit best of these fit well enough.
const maxCandidates = 5_000

/** How many of these steps a bike needs. */
const toLevel = ({ criterion, steps }: Widening): SQL<number> => {
  const levels = steps.map((_, level) => {
    const held = getWidest({ criterion, steps: steps.slice(0, level) })
    return sql`when ${(held && matchesFilter([held])) ?? sql`true`} then ${sql.raw(String(level))}`
  })
  return sql<number>`case ${sql.join(levels, sql` `)} else ${sql.raw(String(steps.length))} end`
}

/**
 * Of the bikes that the plan finds, takes the one that needs the fewest of its steps: first of the most important criterion,
 * then of the next one. Returns how many steps of each criterion it needs.
 */
export const findFewestSteps = async (db: Database, plan: SearchPlan): Promise<number[]> => {
  const positions = listGivenUp(plan)
  const levels = positions.flatMap((position) => {
    const widening = plan.widened[position]
    return widening ? [toLevel(widening)] : []
  })
  const order = levels.map((_, index) => sql.raw(`${index + 1}`))
  const { rows } = await db.execute(sql`
    select ${sql.join(
      levels.map((level, index) => sql`${level} as ${sql.raw(`level_${index}`)}`),
      sql`, `,
    )}
    from (select * from ${bikeSearch} where ${matchesFilter(plan.filter) ?? sql`true`} limit ${maxCandidates}) as ${bikeSearch}
    order by ${sql.join(order, sql`, `)} limit 1`)
  const needed = countSteps(plan)
  const [best] = z.array(z.record(z.string(), z.int())).parse(rows)
  for (const [index, position] of positions.entries())
    needed[position] = best?.[`level_${index}`] ?? needed[position] ?? 0
  return needed
}
