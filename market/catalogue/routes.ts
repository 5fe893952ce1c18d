import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import { type AdminBrand, type catalogueCalls, maxAliases } from '#contract/catalogue.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { parseLimit, toPage } from '#platform/database/paging.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { bikes, catalogueLinkStatements } from '#market/schema/bikes/bikes.ts'
import { catalogueKey } from '#market/schema/cache-keys.ts'
import type { Member } from '#market/schema/people/members.ts'
import { removeDuplicateAliases, toApiError } from './duplicate-names.ts'
import { brands, byName, modelDto, models } from '#market/schema/bikes/catalogue.ts'
import { type CountEdits, findLikelyBrand } from './brand-to-merge-into.ts'

type CatalogueDeps = {
  db: Database
  replicaReads: ReplicaReads
  now: () => Date
  createId: () => string
  /** Implemented by market/search. */
  countEdits: CountEdits
}
type Calls = typeof catalogueCalls
type EndpointContext<Name extends keyof Calls> = RequestContext<Calls[Name], Member>

// Far above the real number of brands and models; bounds the memory for one response.
const maxBrands = 300
const maxModels = 3_000

const brandDto = { _id: brands.id, name: brands.name, nameBn: brands.nameBn, aliases: brands.aliases }

/** Groups items by brand and keeps their order. */
const groupByBrand = <Item extends { brandId: string }>(items: Item[]): Map<string, Item[]> => {
  const byBrand = new Map<string, Item[]>()
  for (const item of items) byBrand.set(item.brandId, [...(byBrand.get(item.brandId) ?? []), item])
  return byBrand
}

/** The public catalogue; prepared, because every listing form and search loads it. */
const createCatalogueQuery = (db: Database) => {
  const allBrands = db
    .select(brandDto)
    .from(brands)
    .where(isNull(brands.retiredAt))
    .orderBy(asc(byName(brands)))
    .limit(maxBrands)
    .prepare('brands_offered')
  const allModels = db
    .select({ ...modelDto, brandId: models.brandId })
    .from(models)
    .where(isNull(models.retiredAt))
    .orderBy(asc(byName(models)))
    .limit(maxModels)
    .prepare('models_offered')
  return async () => {
    const [brandRows, rows] = await Promise.all([allBrands.execute(), allModels.execute()])
    const byBrand = groupByBrand(rows)
    return brandRows.map((brand) => ({ ...brand, models: byBrand.get(brand._id) ?? [] }))
  }
}

// ---------- the admin's list ----------

// Escapes LIKE wildcards: a percent sign is searched literally.
const matchesText = (names: SQL, search: string): SQL =>
  sql`exists (select from unnest(${names}) as name where strpos(lower(name), lower(${search})) > 0)`
const getAllNames = (entry: typeof brands | typeof models): SQL =>
  sql`array[${entry.name}, ${entry.nameBn}] || ${entry.aliases}`

/** Brands with this text in one of their names or in a name of one of their models. */
const matchesSearch = (db: Database, search: string): SQL | undefined => {
  if (search === '') return undefined
  const brandIdsOfModels = db
    .select({ id: models.brandId })
    .from(models)
    .where(matchesText(getAllNames(models), search))
  return or(matchesText(getAllNames(brands), search), inArray(brands.id, brandIdsOfModels))
}

/** Counts the bikes of each brand and each model of these brands. */
const countBikes = async (db: Database, brandIds: string[]) => {
  const rows = await db
    .select({ brandId: bikes.brandId, modelId: bikes.modelId, bikes: count() })
    .from(bikes)
    .where(inArray(bikes.brandId, brandIds))
    .groupBy(bikes.brandId, bikes.modelId)
  const bikeCounts = new Map<string, number>()
  for (const { brandId, modelId, bikes } of rows) {
    for (const id of [brandId, modelId]) if (id !== null) bikeCounts.set(id, (bikeCounts.get(id) ?? 0) + bikes)
  }
  return bikeCounts
}

type AdminBrand = z.input<typeof AdminBrand>

const addModels = async (
  db: Database,
  brandRows: { _id: string; name: string; nameBn: string | null; aliases: string[]; retired: boolean }[],
): Promise<AdminBrand[]> => {
  const ids = brandRows.map(({ _id }) => _id)
  const [rows, bikeCounts] = await Promise.all([
    db
      .select({ ...modelDto, brandId: models.brandId, retired: sql<boolean>`${models.retiredAt} is not null` })
      .from(models)
      .where(inArray(models.brandId, ids))
      .orderBy(asc(byName(models)))
      .limit(maxModels),
    countBikes(db, ids),
  ])
  const byBrand = groupByBrand(rows.map((row) => ({ ...row, bikes: bikeCounts.get(row._id) ?? 0 })))
  return brandRows.map((brand) => ({
    ...brand,
    bikes: bikeCounts.get(brand._id) ?? 0,
    models: byBrand.get(brand._id) ?? [],
  }))
}

const listBrands = async (
  db: Database,
  { query }: EndpointContext<'GET /catalogue/brands'>,
): Promise<CountedPage<AdminBrand>> => {
  const limit = parseLimit(query)
  const found = matchesSearch(db, query.search ?? '')
  const after = query.cursor === undefined ? undefined : gt(byName(brands), query.cursor)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...brandDto, retired: sql<boolean>`${brands.retiredAt} is not null`, sortKey: byName(brands) })
      .from(brands)
      .where(and(found, after))
      .orderBy(asc(byName(brands)))
      .limit(limit + 1),
    db.select({ total: count() }).from(brands).where(found),
  ])
  const { items, next } = toPage(rows, limit, ({ sortKey }) => sortKey)
  return { items: await addModels(db, items), next, total: counted?.total ?? 0 }
}

// ---------- typed brands ----------

const maxTypedBrands = 100

const listTypedBrands = async ({ db, countEdits }: CatalogueDeps) => {
  const normalizedName = sql`normalize_name(${bikes.brandName})`
  const [typed, known] = await Promise.all([
    db
      .select({ name: sql<string>`mode() within group (order by ${bikes.brandName})`, bikes: count() })
      .from(bikes)
      .where(and(isNotNull(bikes.brandName), isNull(bikes.withdrawnAt)))
      .groupBy(normalizedName)
      .orderBy(desc(count()), asc(normalizedName))
      .limit(maxTypedBrands),
    db.select(brandDto).from(brands).where(isNull(brands.retiredAt)).limit(maxBrands),
  ])
  return typed.map((one) => {
    const likely = findLikelyBrand(one.name, known, countEdits)
    return { ...one, likely: likely && { _id: likely._id, name: likely.name } }
  })
}

// ---------- admin changes ----------

/** Runs a change and links bikes with a matching typed name to the catalogue, in one transaction. */
const writeAndLinkBikes = <T>({ db }: CatalogueDeps, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db
    .transaction(async (tx) => {
      const result = await work(tx)
      for (const statement of catalogueLinkStatements) await tx.execute(statement)
      return result
    })
    .catch((error: unknown) => {
      throw toApiError(error)
    })

const insertRow = (
  deps: CatalogueDeps,
  work: (tx: Transaction, row: { id: string; createdAt: Date }) => Promise<unknown>,
) =>
  writeAndLinkBikes(deps, async (tx) => {
    const row = { id: deps.createId(), createdAt: deps.now() }
    await work(tx, row)
    return { acknowledged: true as const, insertedId: row.id }
  })

// Repeating the request keeps the first date.
const getRetiredAt = (entry: typeof brands | typeof models, retired: boolean, now: Date) =>
  retired ? sql`coalesce(${entry.retiredAt}, ${now.toISOString()}::timestamptz)` : null

const updateRow = (deps: CatalogueDeps, work: (tx: Transaction) => Promise<{ id: string }[]>) =>
  writeAndLinkBikes(deps, async (tx) => {
    const updated = await work(tx)
    if (updated.length === 0) throw new ApiError('not_found')
    return { modifiedCount: updated.length }
  })

const updateBrand = (
  deps: CatalogueDeps,
  { params, body: { retired, ...names } }: EndpointContext<'PUT /catalogue/brands/:id'>,
) =>
  updateRow(deps, (tx) =>
    tx
      .update(brands)
      .set({ ...names, aliases: removeDuplicateAliases(names), retiredAt: getRetiredAt(brands, retired, deps.now()) })
      .where(eq(brands.id, params.id))
      .returning({ id: brands.id }),
  )

const updateModel = (
  deps: CatalogueDeps,
  { params, body: { retired, ...model } }: EndpointContext<'PUT /catalogue/models/:id'>,
) =>
  updateRow(deps, (tx) =>
    tx
      .update(models)
      .set({ ...model, aliases: removeDuplicateAliases(model), retiredAt: getRetiredAt(models, retired, deps.now()) })
      .where(eq(models.id, params.id))
      .returning({ id: models.id }),
  )

/** Adds the spelling unless the brand has it already. */
const addAlias = (deps: CatalogueDeps, { params, body }: EndpointContext<'POST /catalogue/brands/:id/aliases'>) =>
  updateRow(deps, async (tx) => {
    const [brand] = await tx
      .select({ name: brands.name, nameBn: brands.nameBn, aliases: brands.aliases })
      .from(brands)
      .where(and(eq(brands.id, params.id), isNull(brands.retiredAt)))
      .for('update')
    if (!brand) return []
    const aliases = removeDuplicateAliases({ ...brand, aliases: [...brand.aliases, body.name] })
    if (aliases.length > maxAliases)
      throw new ApiError('bad_request', {
        field: 'name',
        reason: toReason('too_many_spellings', { max: maxAliases }),
      })
    return tx.update(brands).set({ aliases }).where(eq(brands.id, params.id)).returning({ id: brands.id })
  })

const createCatalogueHandler = ({ replicaReads }: CatalogueDeps): Handlers<Calls, Member>['GET /catalogue'] => {
  const getCatalogue = replicaReads(createCatalogueQuery)
  return ({ reply }) => {
    reply.cacheKeys = [catalogueKey]
    return getCatalogue()
  }
}

/** The public catalogue, and its administration. */
export const catalogueRoutes = (deps: CatalogueDeps): Handlers<Calls, Member> => ({
  'GET /catalogue': createCatalogueHandler(deps),
  'GET /catalogue/brands': (ctx) => listBrands(deps.db, ctx),
  'POST /catalogue/brands': ({ body }) =>
    insertRow(deps, (tx, row) => tx.insert(brands).values({ ...row, ...body, aliases: removeDuplicateAliases(body) })),
  'PUT /catalogue/brands/:id': (ctx) => updateBrand(deps, ctx),
  'GET /catalogue/typedbrands': () => listTypedBrands(deps),
  'POST /catalogue/brands/:id/aliases': (ctx) => addAlias(deps, ctx),
  'POST /catalogue/models': ({ body }) =>
    insertRow(deps, (tx, row) => tx.insert(models).values({ ...row, ...body, aliases: removeDuplicateAliases(body) })),
  'PUT /catalogue/models/:id': (ctx) => updateModel(deps, ctx),
})
