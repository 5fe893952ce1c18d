// What the room does by itself: it tells bikes on sale what they are worth, soon after something changed and once a day.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { yearInDhaka } from '#market/bikes/rules.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { comparison, isFarBelow, type Market, openMarket, slopesOf, verdictOf } from './rules.ts'
import { bikeToAsk, bikeWorth, bikeYear, readListed, worthChanges, worthMarkets } from './table.ts'

type Room = { db: Database; now: () => Date }
type MarketKey = { modelId: string; year: number }

// A round is short, so that the shop goes on serving beside it; what is left waits for the next round.
const marketsMost = 240
const bikesMost = 3_000
const marketsAtOnce = 4
const changesAtOnce = 500
const bikesAtOnce = 1_000
const dayMs = 24 * 3_600_000
// Whoever has taken a market and did not come to an end has lost it after so long.
const takenMs = 5 * 60_000

/** What is old enough to be told anew since ever; the bike's own year comes before those beside it. */
const oldest = sql`timestamptz 'epoch'`

/** Makes old what a change may reach: its model, two years up and down. The notes are taken away with it. */
const spreadChanges = ({ db }: Room): Promise<unknown> =>
  db.execute(sql`
    with taken as (
      delete from ${worthChanges} where id in (
        select id from ${worthChanges} order by id limit ${changesAtOnce} for update skip locked)
      returning model_id, year
    )
    insert into ${worthMarkets} (model_id, year, reckoned_at)
    select taken.model_id, taken.year + apart.years, min(${oldest} + abs(apart.years) * interval '1 second')
    from taken cross join generate_series(${-comparison.yearsApart}::int, ${comparison.yearsApart}::int) as apart(years)
    group by 1, 2 order by 1, 2
    on conflict (model_id, year) do update set reckoned_at = least(${worthMarkets.reckonedAt}, excluded.reckoned_at)`)

/** Takes the oldest markets for a while, so that several processes do not tell of the same one. */
const takeMarkets = async ({ db, now }: Room): Promise<MarketKey[]> => {
  const before = new Date(now().getTime() - dayMs).toISOString()
  const until = new Date(now().getTime() - dayMs + takenMs).toISOString()
  const key = sql`(${worthMarkets.modelId}, ${worthMarkets.year})`
  return db
    .update(worthMarkets)
    .set({ reckonedAt: sql`${until}::timestamptz` })
    .where(
      sql`${key} in (select model_id, year from ${worthMarkets} where reckoned_at < ${before}::timestamptz
        order by reckoned_at limit ${marketsAtOnce} for update skip locked)`,
    )
    .returning({ modelId: worthMarkets.modelId, year: worthMarkets.year })
}

/** The bikes on sale of a market after this one, in the order of their ids. */
const bikesAfter = (db: Database, { modelId, year }: MarketKey, id: string | null) =>
  db
    .select(bikeToAsk)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.modelId, modelId), eq(bikeYear, year), onSale, id === null ? undefined : gt(bikes.id, id)))
    .orderBy(asc(bikes.id))
    .limit(bikesAtOnce)

type ToTell = Awaited<ReturnType<typeof bikesAfter>>[number]
type Row = typeof bikeWorth.$inferInsert

const rowOf = (bike: ToTell, market: Market, reckonedAt: Date): Row | null => {
  const worth = market({ ...bike, modelId: bike.modelId ?? '', engineCc: bike.engineCc ?? 0 })
  if (worth === null) return null
  const verdict = verdictOf(bike.priceTaka, worth)
  if (verdict === 'unknown') return null
  const { lowTaka, midTaka, highTaka } = worth
  const range = { lowTaka, midTaka, highTaka }
  const farBelow = isFarBelow(bike.priceTaka, range)
  return {
    bikeId: bike.id,
    priceTaka: bike.priceTaka,
    ...range,
    verdict,
    farBelow,
    compared: worth.count,
    reckonedAt,
  }
}

/** Keeps what was told; rows that would stay the same are left alone. */
const keep = async (db: Database, told: readonly Row[], untold: readonly string[]): Promise<void> => {
  if (told.length > 0) {
    const said = sql`(${bikeWorth.priceTaka}, ${bikeWorth.lowTaka}, ${bikeWorth.midTaka}, ${bikeWorth.highTaka}, ${bikeWorth.verdict}, ${bikeWorth.compared})`
    const fresh = sql`(excluded.price_taka, excluded.low_taka, excluded.mid_taka, excluded.high_taka, excluded.verdict, excluded.compared)`
    await db
      .insert(bikeWorth)
      .values([...told])
      .onConflictDoUpdate({
        target: bikeWorth.bikeId,
        set: {
          priceTaka: sql`excluded.price_taka`,
          lowTaka: sql`excluded.low_taka`,
          midTaka: sql`excluded.mid_taka`,
          highTaka: sql`excluded.high_taka`,
          verdict: sql`excluded.verdict`,
          farBelow: sql`excluded.far_below`,
          compared: sql`excluded.compared`,
          reckonedAt: sql`excluded.reckoned_at`,
        },
        setWhere: sql`${said} is distinct from ${fresh}`,
      })
  }
  if (untold.length > 0) await db.delete(bikeWorth).where(inArray(bikeWorth.bikeId, [...untold]))
}

/** Those of a market that are no longer on sale need no word. */
const forgetGone = (db: Database, { modelId, year }: MarketKey): Promise<unknown> =>
  db.execute(sql`
    delete from ${bikeWorth} using ${bikes} where ${bikeWorth.bikeId} = ${bikes.id} and ${bikes.modelId} = ${modelId}
      and ${bikeYear} = ${year} and (${bikes.soldAt} is not null or ${bikes.withdrawnAt} is not null)`)

/** The slopes of a model's brand, or null for a model that is gone. */
const slopesFor = async ({ db, now }: Room, modelId: string) => {
  const [brand] = await db
    .select({ name: brands.name })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(eq(models.id, modelId))
  return slopesOf(brand?.name ?? '', yearInDhaka(now()))
}

/** Opens what bikes of one model and year are told from. */
const openMarkets = async (room: Room, market: MarketKey): Promise<(engineCc: number) => Market> => {
  const years = { from: market.year - comparison.yearsApart, until: market.year + comparison.yearsApart }
  const slopes = await slopesFor(room, market.modelId)
  const listed = await readListed(room.db, { modelId: market.modelId, ...years, now: room.now() })
  // Bikes of one model rarely have more than two engines, and those of one engine are told from the same bikes.
  const opened = new Map<number, Market>()
  return (engineCc) => {
    const known = opened.get(engineCc) ?? openMarket({ ...market, engineCc }, listed, slopes)
    opened.set(engineCc, known)
    return known
  }
}

/** Tells all bikes on sale of one model and year what they are worth; gives how many there are. */
const reckon = async (room: Room, market: MarketKey): Promise<number> => {
  const { db, now } = room
  await forgetGone(db, market)
  let page = await bikesAfter(db, market, null)
  if (page.length === 0) return 0
  const marketOf = await openMarkets(room, market)
  let count = 0
  while (page.length > 0) {
    const rows = page.map((bike) => rowOf(bike, marketOf(bike.engineCc ?? 0), now()))
    const told = rows.filter((row) => row !== null)
    const untold = page.filter((_, at) => rows[at] === null).map(({ id }) => id)
    await keep(db, told, untold)
    count += page.length
    page = page.length < bikesAtOnce ? [] : await bikesAfter(db, market, page.at(-1)?.id ?? null)
  }
  return count
}

/** Nothing changed meanwhile: it is new for a day, or nothing where no bike is on sale any more. */
const finish = async ({ db, now }: Room, { modelId, year }: MarketKey, count: number): Promise<void> => {
  const isStillTaken = and(
    eq(worthMarkets.modelId, modelId),
    eq(worthMarkets.year, year),
    gt(worthMarkets.reckonedAt, sql`${oldest} + interval '1 day'`),
  )
  if (count === 0) await db.delete(worthMarkets).where(isStillTaken)
  else await db.update(worthMarkets).set({ reckonedAt: now() }).where(isStillTaken)
}

/**
 * One round: what has changed is spread, and the oldest markets are told anew. Several processes may do so at once.
 * Gives how many markets it told of; none are due when it gives 0.
 */
export const reckonWorth = async (room: Room): Promise<number> => {
  await spreadChanges(room)
  let [told, count] = [0, 0]
  while (told < marketsMost && count < bikesMost) {
    const markets = await takeMarkets(room)
    for (const market of markets) {
      const here = await reckon(room, market)
      await finish(room, market, here)
      count += here
    }
    told += markets.length
    if (markets.length < marketsAtOnce) break
  }
  return told
}
