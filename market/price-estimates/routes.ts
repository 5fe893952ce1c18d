// What bikes are worth, for everybody; a suggestion for sellers; what the admin should look at.
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { SuggestedPrice, SuspiciousBike, Worth as WorthOnTheWire, worthCalls } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { yearInDhaka } from '#market/bikes/rules.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { brands, isMeant, isNamed, models } from '#market/catalogue/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { guideOf } from './guide/routes.ts'
import {
  type Asked,
  comparison,
  isFarBelow,
  isKilometresKnown,
  slopesOf,
  verdictOf,
  type Worth,
  worthOf,
} from './rules.ts'
import { badgeOnTheWire, bikeToAsk, bikeWorth, isWorthOfBike, readListed, similarOnTheWire } from './table.ts'

type Room = { db: Database; now: () => Date }
type Calls = typeof worthCalls
type Ask<Name extends keyof Calls> = Visit<Calls[Name], Member>

const pricesMost = 60
const similarMost = 8

const inYears = (year: number) => ({ from: year - comparison.yearsApart, until: year + comparison.yearsApart })

/** What is said of a worth; evenly taken where there are more prices than are shown. */
const spelt = (asked: Pick<Asked, 'kilometres' | 'year'>, brand: string, worth: Worth | null, { now }: Room) => {
  const thisYear = yearInDhaka(now())
  const slopes = slopesOf(brand, thisYear)
  const prices = worth?.compared.map(({ movedTaka }) => movedTaka) ?? []
  const step = Math.max(1, Math.ceil(prices.length / pricesMost))
  return {
    range: worth && { low: worth.lowTaka, middle: worth.midTaka, high: worth.highTaka },
    lacks: worth ? null : ('bikes' as const),
    compared: prices.length,
    sold: worth?.compared.filter(({ isSold }) => isSold).length ?? 0,
    sellers: worth?.sellers ?? 0,
    yearlyLossPercent: Math.round(slopes.yearlyLoss * 1_000) / 10,
    doubleKilometresPercent: Math.round((1 - 2 ** slopes.kmElasticity) * 1_000) / 10,
    kilometresKnown: isKilometresKnown(asked, thisYear),
    prices: prices.filter((_, at) => at % step === 0),
  } satisfies z.input<typeof SuggestedPrice>
}

/** For a bike whose model nobody knows. */
const withoutModel = (kilometres: number | null, year: number, room: Room) => ({
  ...spelt({ kilometres, year }, '', null, room),
  lacks: 'model' as const,
})

const tell = async ({ db, now }: Room, asked: Asked, brand: string): Promise<Worth | null> => {
  const listed = await readListed(db, { modelId: asked.modelId, ...inYears(asked.year), now: now() })
  return worthOf(asked, listed, slopesOf(brand, yearInDhaka(now())))
}

/** The bikes nearest in year and kilometres, of those that counted; they may have left the shop a moment ago. */
const readSimilar = async (db: Database, asked: Asked, worth: Worth | null) => {
  const moved = new Map(worth?.compared.map(({ id, movedTaka }) => [id, movedTaka]))
  if (moved.size === 0) return []
  const far = sql`abs(bike_year(${bikes.registeredInYear}, ${bikes.boughtInYear}) - ${asked.year}::int) * 5000
    + abs(coalesce(${bikes.kilometres}, 0) - ${asked.kilometres ?? 0}::int)`
  const rows = await db
    .select(similarOnTheWire)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(inArray(bikes.id, [...moved.keys()]), isNull(bikes.withdrawnAt)))
    .orderBy(sql`${bikes.soldAt} is not null`, far, desc(bikes.id))
    .limit(similarMost)
  return rows.map((row) => ({ ...row, movedPrice: moved.get(row._id) ?? row.salePrice }))
}

const ofBike = async (room: Room, id: string): Promise<z.input<typeof WorthOnTheWire>> => {
  const { db } = room
  const [bike] = await db
    .select({ ...bikeToAsk, brand: brands.name, model: models.name })
    .from(bikes)
    .leftJoin(models, eq(models.id, bikes.modelId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .where(and(eq(bikes.id, id), isNull(bikes.withdrawnAt)))
  if (!bike) throw new Refused('not_found')
  const { modelId, engineCc, priceTaka: price } = bike
  const said = { productId: bike.id, price }
  if (modelId === null || engineCc === null) {
    const why = withoutModel(bike.kilometres, bike.year, room)
    return { ...said, verdict: 'unknown', isFarBelow: false, ...why, model: null, similar: [] }
  }
  const asked = { ...bike, modelId, engineCc }
  const worth = await tell(room, asked, bike.brand ?? '')
  return {
    ...said,
    verdict: verdictOf(price, worth),
    isFarBelow: isFarBelow(price, worth),
    ...spelt(asked, bike.brand ?? '', worth, room),
    model: bike.brand !== null && bike.model !== null ? { brand: bike.brand, model: bike.model } : null,
    similar: await readSimilar(db, asked, worth),
  }
}

/** The words for many bikes at once, by their primary keys; what is not on sale has none. */
const badgesOf = (db: Database, ids: string[]) =>
  db
    .select({ productId: bikes.id, ...badgeOnTheWire })
    .from(bikes)
    .leftJoin(bikeWorth, isWorthOfBike)
    .where(and(inArray(bikes.id, ids), onSale))

/** The model that somebody means who writes this; a retired one too, since bikes still carry it. */
export const modelMeant = async (db: Database, names: { brand: string; model: string }) => {
  const [found] = await db
    .select({
      modelId: models.id,
      model: models.name,
      modelBn: models.nameBn,
      engineCc: models.engineCc,
      brand: brands.name,
      brandBn: brands.nameBn,
    })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(isMeant(names.brand, brands), isMeant(names.model, models)))
    .orderBy(desc(isNamed(names.brand, brands)), desc(isNamed(names.model, models)), models.id)
    .limit(1)
  return found
}

const suggest = async (room: Room, { query, me }: Ask<'GET /suggestedprice'>) => {
  const year = Number(query.year)
  const kilometres = query.kilometres === undefined ? null : Number(query.kilometres)
  const found = await modelMeant(room.db, query)
  if (!found) return withoutModel(kilometres, year, room)
  const engineCc = query.engineCc === undefined ? found.engineCc : Number(query.engineCc)
  const asked = { id: null, sellerId: me.id, modelId: found.modelId, engineCc, year, kilometres }
  return spelt(asked, found.brand, await tell(room, asked, found.brand), room)
}

const readGuide = async (room: Room, { params }: Ask<'GET /guide/:brand/:model'>) => {
  const found = await modelMeant(room.db, params)
  if (!found) throw new Refused('not_found')
  return guideOf(room, found)
}

const readSuspicious = async (
  db: Database,
  query: { limit?: string | undefined; cursor?: string | undefined },
): Promise<Page<z.input<typeof SuspiciousBike>>> => {
  const limit = limitOf(query)
  const rows = await db
    .select({
      _id: bikes.id,
      slug: bikes.slug,
      productName: bikes.name,
      sellerId: members.id,
      sellerName: members.name,
      email: members.email,
      price: bikes.salePriceTaka,
      range: { low: bikeWorth.lowTaka, middle: bikeWorth.midTaka, high: bikeWorth.highTaka },
      compared: bikeWorth.compared,
      since: sql<string>`to_char(${bikes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(bikeWorth)
    .innerJoin(bikes, isWorthOfBike)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(bikeWorth.farBelow, onSale, query.cursor ? lt(bikeWorth.bikeId, idOfCursor(query.cursor)) : undefined))
    .orderBy(desc(bikeWorth.bikeId))
    .limit(limit + 1)
  return pageOf(rows, limit, (row) => row._id)
}

/** The handlers about what bikes are worth. */
export const worthRoutes = (room: Room): Handlers<Calls, Member> => ({
  'GET /worth/:productId': ({ params }) => ofBike(room, params.productId),
  'GET /worthbadges': ({ query }) => badgesOf(room.db, query.ids.split(',')),
  'GET /suggestedprice': (visit) => suggest(room, visit),
  'GET /guide/:brand/:model': (visit) => readGuide(room, visit),
  'GET /suspicious': ({ query }) => readSuspicious(room.db, query),
})
