import { and, asc, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import type { catalogueCalls, KeptBrand } from '#contract/catalogue.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { limitOf, pageOf } from '#platform/database/paging.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { bikes, namesTakenIn } from '#market/bikes/table.ts'
import type { Member } from '#market/members/table.ts'
import { otherSpellings, whyNotKept } from './rules.ts'
import { brands, byName, modelOnTheWire, models } from './table.ts'

type Room = { db: Database; shared: SharedReads; now: () => Date; newId: () => string }
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
type Calls = typeof catalogueCalls
type Ask<Name extends keyof Calls> = Visit<Calls[Name], Member>

// Far more than there are makers and models; it keeps one answer from filling the memory.
const brandsMost = 300
const modelsMost = 3_000

const brandOnTheWire = { _id: brands.id, name: brands.name, nameBn: brands.nameBn, aliases: brands.aliases }

/** Things in the order they came, put under the brand that they belong to. */
const underBrands = <Thing extends { brandId: string }>(things: Thing[]): Map<string, Thing[]> => {
  const under = new Map<string, Thing[]>()
  for (const thing of things) under.set(thing.brandId, [...(under.get(thing.brandId) ?? []), thing])
  return under
}

/** What is offered: prepared once, since every visit of the seller's form and every search begins with it. */
const openOffered = (db: Database) => {
  const allBrands = db
    .select(brandOnTheWire)
    .from(brands)
    .where(isNull(brands.retiredAt))
    .orderBy(asc(byName(brands)))
    .limit(brandsMost)
    .prepare('brands_offered')
  const allModels = db
    .select({ ...modelOnTheWire, brandId: models.brandId })
    .from(models)
    .where(isNull(models.retiredAt))
    .orderBy(asc(byName(models)))
    .limit(modelsMost)
    .prepare('models_offered')
  return async () => {
    const [makers, rows] = await Promise.all([allBrands.execute(), allModels.execute()])
    const under = underBrands(rows)
    return makers.map((brand) => ({ ...brand, models: under.get(brand._id) ?? [] }))
  }
}

// ---------- the admin's list ----------

// Looked for as it is: a percent sign means itself.
const has = (names: SQL, search: string): SQL =>
  sql`exists (select from unnest(${names}) as name where strpos(lower(name), lower(${search})) > 0)`
const namesOf = (known: typeof brands | typeof models): SQL =>
  sql`array[${known.name}, ${known.nameBn}] || ${known.aliases}`

/** The brands that have these words in one of their names, or in one of a model's. */
const isFound = (db: Database, search: string): SQL | undefined => {
  if (search === '') return undefined
  const ofModel = db
    .select({ id: models.brandId })
    .from(models)
    .where(has(namesOf(models), search))
  return or(has(namesOf(brands), search), inArray(brands.id, ofModel))
}

/** How many bikes carry each brand and each model of these brands. */
const countCarried = async (db: Database, brandIds: string[]) => {
  const rows = await db
    .select({ brandId: bikes.brandId, modelId: bikes.modelId, bikes: count() })
    .from(bikes)
    .where(inArray(bikes.brandId, brandIds))
    .groupBy(bikes.brandId, bikes.modelId)
  const carried = new Map<string, number>()
  for (const { brandId, modelId, bikes } of rows) {
    for (const id of [brandId, modelId]) if (id !== null) carried.set(id, (carried.get(id) ?? 0) + bikes)
  }
  return carried
}

type Kept = z.input<typeof KeptBrand>

const withModels = async (
  db: Database,
  makers: { _id: string; name: string; nameBn: string | null; aliases: string[]; retired: boolean }[],
): Promise<Kept[]> => {
  const ids = makers.map(({ _id }) => _id)
  const [rows, carried] = await Promise.all([
    db
      .select({ ...modelOnTheWire, brandId: models.brandId, retired: sql<boolean>`${models.retiredAt} is not null` })
      .from(models)
      .where(inArray(models.brandId, ids))
      .orderBy(asc(byName(models)))
      .limit(modelsMost),
    countCarried(db, ids),
  ])
  const under = underBrands(rows.map((row) => ({ ...row, bikes: carried.get(row._id) ?? 0 })))
  return makers.map((brand) => ({
    ...brand,
    bikes: carried.get(brand._id) ?? 0,
    models: under.get(brand._id) ?? [],
  }))
}

const listKept = async (db: Database, { query }: Ask<'GET /catalogue/brands'>): Promise<CountedPage<Kept>> => {
  const limit = limitOf(query)
  const found = isFound(db, query.search ?? '')
  const after = query.cursor === undefined ? undefined : gt(byName(brands), query.cursor)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...brandOnTheWire, retired: sql<boolean>`${brands.retiredAt} is not null`, place: byName(brands) })
      .from(brands)
      .where(and(found, after))
      .orderBy(asc(byName(brands)))
      .limit(limit + 1),
    db.select({ total: count() }).from(brands).where(found),
  ])
  const { items, next } = pageOf(rows, limit, ({ place }) => place)
  return { items: await withModels(db, items), next, total: counted?.total ?? 0 }
}

// ---------- what the admin changes ----------

/** Does it, and lets the bikes that name it freely take it in, in one transaction. */
const keep = <T>({ db }: Room, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db
    .transaction(async (tx) => {
      const done = await work(tx)
      for (const statement of namesTakenIn) await tx.execute(statement)
      return done
    })
    .catch((error: unknown) => {
      throw whyNotKept(error)
    })

const add = (room: Room, work: (tx: Transaction, row: { id: string; createdAt: Date }) => Promise<unknown>) =>
  keep(room, async (tx) => {
    const row = { id: room.newId(), createdAt: room.now() }
    await work(tx, row)
    return { acknowledged: true as const, insertedId: row.id }
  })

// It is retired since the first time that this was said.
const retiredSince = (known: typeof brands | typeof models, retired: boolean, now: Date) =>
  retired ? sql`coalesce(${known.retiredAt}, ${now.toISOString()}::timestamptz)` : null

const change = (room: Room, work: (tx: Transaction) => Promise<{ id: string }[]>) =>
  keep(room, async (tx) => {
    const changed = await work(tx)
    if (changed.length === 0) throw new Refused('not_found')
    return { modifiedCount: changed.length }
  })

const changeBrand = (room: Room, { params, body: { retired, ...names } }: Ask<'PUT /catalogue/brands/:id'>) =>
  change(room, (tx) =>
    tx
      .update(brands)
      .set({ ...names, aliases: otherSpellings(names), retiredAt: retiredSince(brands, retired, room.now()) })
      .where(eq(brands.id, params.id))
      .returning({ id: brands.id }),
  )

const changeModel = (room: Room, { params, body: { retired, ...model } }: Ask<'PUT /catalogue/models/:id'>) =>
  change(room, (tx) =>
    tx
      .update(models)
      .set({ ...model, aliases: otherSpellings(model), retiredAt: retiredSince(models, retired, room.now()) })
      .where(eq(models.id, params.id))
      .returning({ id: models.id }),
  )

/** The catalogue for everybody, and what the admin does with it. */
export const catalogueRoutes = (room: Room): Handlers<Calls, Member> => ({
  'GET /catalogue': room.shared(openOffered),
  'GET /catalogue/brands': (visit) => listKept(room.db, visit),
  'POST /catalogue/brands': ({ body }) =>
    add(room, (tx, row) => tx.insert(brands).values({ ...row, ...body, aliases: otherSpellings(body) })),
  'PUT /catalogue/brands/:id': (visit) => changeBrand(room, visit),
  'POST /catalogue/models': ({ body }) =>
    add(room, (tx, row) => tx.insert(models).values({ ...row, ...body, aliases: otherSpellings(body) })),
  'PUT /catalogue/models/:id': (visit) => changeModel(room, visit),
})
