// Listing a bike, reading an own bike and editing it share their validation and the written columns.
import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import { type bikeCalls, otherCategory } from '#contract/bikes.ts'
import { parseDistrict } from '#contract/districts.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { violates, type Database, type Transaction } from '#platform/database/database.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { brands, matchesAnyName, matchesMainName, models } from '#market/schema/bikes/catalogue.ts'
import { categories } from '#market/schema/bikes/categories.ts'
import { assertNoContactDetails } from '#platform/contact-details/refusing.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { type Member, members, toNameSkeletonSql } from '#market/schema/people/members.ts'
import { toOwnView } from './contact-number.ts'
import { mayChange, mayName, mayOffer } from './listing-checks.ts'
import { isMaterialChange } from './material-changes.ts'
import { bikeDto, bikePictures, bikes, bikeDetailsDto, listPrices, ownStatus } from '#market/schema/bikes/bikes.ts'

type DbReader = Pick<Transaction, 'select'>

/** What happens to the deals of a bike when its seller changes it, in the transaction of the change. Locks the bike. */
export type BikeDeals = {
  /** The bike is no longer on sale: ends its deals, in which nothing is paid yet. */
  end: (tx: Transaction, bikeId: string) => Promise<void>
  /** Something that matters changed: asks every buyer of the bike again. */
  askAgain: (tx: Transaction, bikeId: string) => Promise<void>
  /** The bike costs less now, in Taka: tells the buyers whose price is higher. */
  notifyOfLowerPrice: (tx: Transaction, bikeId: string, salePriceTaka: number) => Promise<void>
}

/** Whether an advertisement is published; implemented by market/publishing. */
export type Reviews = {
  /** Scores a bike that was listed, changed or withdrawn in this transaction, and publishes it or makes it wait. */
  review: (tx: Transaction, bikeId: string) => Promise<void>
}

export type ListingDeps = {
  db: Database
  /** Reads public data, from a replica if there is one. */
  replicaReads: ReplicaReads
  now: () => Date
  createId: () => string
  /** Whether a buyer is paying for the bike now; implemented by market/payments. */
  isBeingPaid: (db: DbReader, bikeId: string) => Promise<boolean>
  /** Implemented by market/deals. */
  bikeDeals: BikeDeals
  /** Ends the payment that somebody has begun for the bike, at the provider. */
  releaseHoldOfBike: (bikeId: string) => Promise<void>
  reviews: Reviews
}

type UpdateListingContext = RequestContext<(typeof bikeCalls)['PUT /allbikes/myproduct/:id'], Member>
type CreateListingContext = RequestContext<(typeof bikeCalls)['POST /allbikes'], Member>
type ListingForm = Pick<CreateListingContext | UpdateListingContext, 'me' | 'body'>

/**
 * The seller name on the bike. It may differ from the member's name (a shop name), but not look like the name of
 * another seller or an admin; then the member's own name is used.
 */
const getSellerName = async (db: DbReader, { me, body }: ListingForm): Promise<string> => {
  const [another] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(toNameSkeletonSql(members.name), toNameSkeletonSql(body.sellerName)),
        ne(members.role, 'Buyer'),
        isNull(members.removedAt),
        ne(members.id, me.id),
      ),
    )
    .limit(1)
  return another ? me.name : body.sellerName
}

/** A live brand of the catalogue, that of a card, or the retired one that the edited bike has. */
const isChoosable = (currentBrandId: string | null) =>
  or(
    isNull(brands.retiredAt),
    eq(categories.kind, 'card'),
    currentBrandId === null ? undefined : eq(brands.id, currentBrandId),
  )

/** Finds the brand and model in the catalogue: ids, official names and the category, or null for an unknown name. */
const findInCatalogue = async (
  db: DbReader,
  { brand, model, currentBrandId }: { brand: string; model: string; currentBrandId: string | null },
) => {
  const isOfBrand = and(eq(models.brandId, brands.id), isNull(models.retiredAt), matchesAnyName(model, models))
  const [found] = await db
    .select({ brandId: brands.id, brand: brands.name, category: categories.name, modelId: models.id })
    .from(brands)
    .innerJoin(categories, eq(categories.brandId, brands.id))
    .leftJoin(models, isOfBrand)
    .where(and(isChoosable(currentBrandId), or(eq(categories.name, brand), matchesAnyName(brand, brands))))
    .orderBy(
      desc(eq(categories.name, brand)),
      desc(matchesMainName(brand, brands)),
      desc(matchesMainName(model, models)),
    )
    .limit(1)
  return found
}

/** The kind of the chosen category; throws an ApiError if there is none with exactly this name. */
const getCategoryKind = async (db: DbReader, name: string, currentBrandId: string | null) => {
  const [category] = await db
    .select({ kind: categories.kind })
    .from(categories)
    .leftJoin(brands, eq(brands.id, categories.brandId))
    .where(and(eq(categories.name, name), or(ne(categories.kind, 'brand'), isChoosable(currentBrandId))))
  if (!category) throw new ApiError('bad_request', { field: 'name', reason: toReason('invalid_category') })
  return category.kind
}

/**
 * The category, brand and model columns: the catalogue id, or the typed name if the catalogue does not know it. The category
 * of a brand says the brand.
 */
const toNameColumns = async (
  db: DbReader,
  { brand, model, name: category }: ListingForm['body'],
  currentBrandId: string | null,
) => {
  const kind = await getCategoryKind(db, category, currentBrandId)
  const brandName = brand ?? (kind === 'brand' ? category : null)
  const catalogueEntry =
    brandName === null ? undefined : await findInCatalogue(db, { brand: brandName, model: model ?? '', currentBrandId })
  const filedUnder = catalogueEntry?.category ?? (brandName === null ? category : otherCategory)
  const names = { brand: catalogueEntry?.brand ?? brandName, model: model ?? null }
  const apiError = mayName({ ...names, category, filedUnder })
  if (apiError) throw apiError
  const modelId = catalogueEntry?.modelId ?? null
  return {
    category: filedUnder,
    brandId: catalogueEntry?.brandId ?? null,
    brandName: catalogueEntry ? null : brandName,
    modelId,
    modelName: modelId === null ? names.model : null,
  }
}

const publicTexts = [
  { key: 'productName', field: 'product_name' },
  { key: 'sellerName', field: 'seller_name' },
  { key: 'location', field: 'location' },
  { key: 'brand', field: 'brand' },
  { key: 'model', field: 'model' },
] as const

type ToBikeColumns = ListingForm & {
  now: Date
  /** The brand that the edited bike has; null for a new bike. */
  currentBrandId: string | null
}

/** Converts the request body to columns; throws an ApiError for invalid combinations. */
const toBikeColumns = async (db: DbReader, { me, body, now, currentBrandId }: ToBikeColumns) => {
  assertOwnEmail(me, body.email)
  for (const place of publicTexts) assertNoContactDetails(body[place.key], place)
  const years = { boughtInYear: body.purchaseTime, yearsUsed: body.usedTime }
  const apiError = mayOffer({ ...years, registeredInYear: body.registrationYear }, now)
  if (apiError) throw apiError
  return {
    ...years,
    ...(await toNameColumns(db, body, currentBrandId)),
    name: body.productName,
    salePriceTaka: body.salePrice,
    originalPriceTaka: body.originalPrice,
    condition: body.condition,
    sellerName: await getSellerName(db, { me, body }),
    contactNumber: body.contactNumber,
    location: body.location,
    district: parseDistrict(body.location),
    picture: body.image,
    engineCc: body.engineCc ?? null,
    kilometres: body.kilometres ?? null,
    registrationDistrict: body.registrationDistrict ?? null,
    registeredInYear: body.registrationYear ?? null,
    owners: body.owners ?? null,
    description: body.description ?? null,
  }
}

type ListingPictures = { id: string; sellerId: string; moreImages: string[] | undefined }

/** Saves the second to tenth picture in their order; the first one is a column of the bike. */
const savePictures = async (tx: Transaction, { id, sellerId, moreImages = [] }: ListingPictures): Promise<void> => {
  if (moreImages.length === 0) return
  const rows = moreImages.map((picture, index) => ({ bikeId: id, sellerId, picture, position: index + 2 }))
  await tx.insert(bikePictures).values(rows)
}

/** Converts a constraint violation to an ApiError; returns any other error unchanged. */
const toApiError = (error: unknown): unknown => {
  if (violates(error, 'picture_of_seller')) return new ApiError('picture_not_uploaded', { field: 'image' })
  if (violates(error, 'pictures_of_seller')) return new ApiError('picture_not_uploaded', { field: 'moreImages' })
  // The admin has renamed the brand at this moment.
  if (violates(error, 'bikes_category_fkey'))
    return new ApiError('bad_request', { field: 'name', reason: toReason('invalid_category') })
  if (violates(error, 'member_is_not_suspended')) return new ApiError('suspended')
  return violates(error, 'member_is_active') ? new ApiError('not_signed_in') : error
}

const writeInTransaction = <T>({ db }: ListingDeps, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(work).catch((error: unknown) => {
    throw toApiError(error)
  })

/** A checksum of the whole request body, to detect a changed draft with the same id. */
const computeDraftChecksum = ({ draftId: _, ...sent }: CreateListingContext['body']): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url')

/** The bike that this draft has already created, or null. Throws `draft_used` if the draft has changed since. */
const findBikeByDraft = async (db: DbReader, { me, body }: CreateListingContext): Promise<string | null> => {
  if (body.draftId === undefined) return null
  const [bike] = await db
    .select({ id: bikes.id, draftChecksum: bikes.draftChecksum })
    .from(bikes)
    .where(and(eq(bikes.sellerId, me.id), eq(bikes.draftId, body.draftId)))
  if (bike && bike.draftChecksum !== computeDraftChecksum(body)) throw new ApiError('draft_used')
  return bike?.id ?? null
}

/** Lists the bike, once per draft: of two concurrent requests the second returns the bike of the first. */
const createListingOnce = async (deps: ListingDeps, ctx: CreateListingContext): Promise<string> => {
  const existingId = await findBikeByDraft(deps.db, ctx)
  if (existingId !== null) return existingId
  try {
    return await createListing(deps, ctx)
  } catch (error) {
    if (!violates(error, 'offered_once')) throw error
    return (await findBikeByDraft(deps.db, ctx)) ?? createListingOnce(deps, ctx)
  }
}

const createListing = (deps: ListingDeps, { me, body }: CreateListingContext): Promise<string> =>
  writeInTransaction(deps, async (tx) => {
    const at = deps.now()
    const columns = await toBikeColumns(tx, { me, body, now: at, currentBrandId: null })
    const id = deps.createId()
    const draft = body.draftId === undefined ? {} : { draftId: body.draftId, draftChecksum: computeDraftChecksum(body) }
    await tx.insert(bikes).values({ ...columns, ...draft, id, sellerId: me.id, createdAt: at })
    await savePictures(tx, { id, sellerId: me.id, moreImages: body.moreImages })
    await deps.reviews.review(tx, id)
    return id
  })

const isOwnBike = (id: string, sellerId: string) => and(eq(bikes.id, id), eq(bikes.sellerId, sellerId))

/**
 * Edits the bike while it is locked, so nobody can book or sell it meanwhile. Existing bookings keep their price
 * (decision 0011); a trigger adds the new price to the history. Buyers confirm a bike that became another one.
 */
const updateListing = (deps: ListingDeps, { me, params: { id }, body }: UpdateListingContext): Promise<number> =>
  writeInTransaction(deps, async (tx) => {
    const at = deps.now()
    const [bike] = await tx.select().from(bikes).where(isOwnBike(id, me.id)).for('no key update')
    const isBeingPaid = bike !== undefined && (await deps.isBeingPaid(tx, id))
    const apiError = mayChange(bike, { version: body.version, isBeingPaid })
    if (apiError || !bike) throw apiError ?? new ApiError('not_found')
    const columns = await toBikeColumns(tx, { me, body, now: at, currentBrandId: bike.brandId })
    const version = body.version + 1
    await tx
      .update(bikes)
      .set({ ...columns, version, editedAt: at })
      .where(eq(bikes.id, id))
    await tx.delete(bikePictures).where(eq(bikePictures.bikeId, id))
    await savePictures(tx, { id, sellerId: me.id, moreImages: body.moreImages })
    if (isMaterialChange(bike, columns)) await deps.bikeDeals.askAgain(tx, id)
    else if (columns.salePriceTaka < bike.salePriceTaka)
      await deps.bikeDeals.notifyOfLowerPrice(tx, id, columns.salePriceTaka)
    await deps.reviews.review(tx, id)
    return version
  })

// Enough for a price that changes daily for months; older prices are not returned.
const maxPrices = 100

const getListing = async (db: Database, id: string, sellerId: string) => {
  const [bike] = await db
    .select({ ...bikeDto, ...bikeDetailsDto, status: ownStatus, version: bikes.version })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(isOwnBike(id, sellerId), isNull(bikes.withdrawnAt)))
  if (!bike) throw new ApiError('not_found')
  return { ...toOwnView(bike), prices: await listPrices(db, id, maxPrices) }
}

type ListingHandlers = Pick<
  Handlers<typeof bikeCalls, Member>,
  'POST /allbikes' | 'GET /allbikes/myproduct/:id' | 'PUT /allbikes/myproduct/:id'
>

/** Endpoints for a seller to list, read and edit a bike. */
export const listingRoutes = (deps: ListingDeps): ListingHandlers => ({
  'POST /allbikes': async (ctx) => {
    const draftId = ctx.body.draftId ?? getIdempotencyKey(ctx.request)
    return { acknowledged: true, insertedId: await createListingOnce(deps, { ...ctx, body: { ...ctx.body, draftId } }) }
  },
  'GET /allbikes/myproduct/:id': ({ me, params }) => getListing(deps.db, params.id, me.id),
  'PUT /allbikes/myproduct/:id': async (ctx) => ({ modifiedCount: 1, version: await updateListing(deps, ctx) }),
})
