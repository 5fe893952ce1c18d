// Offering a bike, looking at one of one's own, and changing it: they share what is checked and what is written.
import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { bikeCalls } from '#contract/bikes.ts'
import { districtIn } from '#contract/districts.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { broke, type Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { brands, isMeant, isNamed, models } from '#market/catalogue/table.ts'
import { refuseOtherEmail } from '#market/members/rules.ts'
import { type Member, members } from '#market/members/table.ts'
import { forMembers, mayChange, mayName, mayOffer } from '#market/bikes/rules.ts'
import { bikeOnTheWire, bikePictures, bikePrices, bikes, detailsOnTheWire, spokenName } from '#market/bikes/table.ts'

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
type Reading = Pick<Transaction, 'select'>

export type OfferingRoom = {
  db: Database
  /** Asks for what everybody sees alike. */
  shared: SharedReads
  now: () => Date
  newId: () => string
  /** Whether somebody is paying for the bike at this moment; the till knows. */
  isBeingPaid: (db: Reading, bikeId: string) => Promise<boolean>
}

type Change = Visit<(typeof bikeCalls)['PUT /allbikes/myproduct/:id'], Member>
type Offer = Visit<(typeof bikeCalls)['POST /allbikes'], Member>
type Typed = Pick<Offer | Change, 'me' | 'body'>

/**
 * The name that stands on the bike: as the seller typed it, for a shop may go by another name than its owner. But the
 * name of another seller or of an admin is theirs, so the seller's own stands there instead.
 */
const sellerNameFor = async (db: Reading, { me, body }: Typed): Promise<string> => {
  const [another] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(spokenName(members.name), spokenName(body.sellerName)),
        ne(members.role, 'Buyer'),
        isNull(members.removedAt),
        ne(members.id, me.id),
      ),
    )
    .limit(1)
  return another ? me.name : body.sellerName
}

/** What the catalogue knows under these names, or null: the id where it knows one, and how it writes it. */
const lookUp = async (db: Reading, brand: string, model: string) => {
  const isOfBrand = and(eq(models.brandId, brands.id), isNull(models.retiredAt), isMeant(model, models))
  const [found] = await db
    .select({ brandId: brands.id, brand: brands.name, modelId: models.id })
    .from(brands)
    .leftJoin(models, isOfBrand)
    .where(and(isNull(brands.retiredAt), isMeant(brand, brands)))
    .orderBy(desc(isNamed(brand, brands)), desc(isNamed(model, models)))
    .limit(1)
  return found
}

/** The brand and the model as they are kept: by the id in the catalogue, or else by the name. */
const namesOf = async (db: Reading, { brand, model, name: category }: Typed['body']) => {
  const known = brand === undefined ? undefined : await lookUp(db, brand, model ?? '')
  const refused = mayName({ brand: known?.brand ?? brand ?? null, model: model ?? null, category })
  if (refused) throw refused
  const modelId = known?.modelId ?? null
  return {
    brandId: known?.brandId ?? null,
    brandName: known ? null : (brand ?? null),
    modelId,
    modelName: modelId === null ? (model ?? null) : null,
  }
}

/** What is written of what was typed; refuses what cannot be. */
const columnsOf = async (db: Reading, { me, body }: Typed, now: Date) => {
  refuseOtherEmail(me, body.email)
  const years = { boughtInYear: body.purchaseTime, yearsUsed: body.usedTime }
  const refused = mayOffer({ ...years, registeredInYear: body.registrationYear }, now)
  if (refused) throw refused
  return {
    ...years,
    ...(await namesOf(db, body)),
    category: body.name,
    name: body.productName,
    salePriceTaka: body.salePrice,
    originalPriceTaka: body.originalPrice,
    condition: body.condition,
    sellerName: await sellerNameFor(db, { me, body }),
    contactNumber: body.contactNumber,
    location: body.location,
    district: districtIn(body.location),
    picture: body.image,
    engineCc: body.engineCc ?? null,
    kilometres: body.kilometres ?? null,
    registrationDistrict: body.registrationDistrict ?? null,
    registeredInYear: body.registrationYear ?? null,
    owners: body.owners ?? null,
    description: body.description ?? null,
  }
}

type Shown = { id: string; sellerId: string; moreImages: string[] | undefined }

/** Hangs the further pictures up in their order; the first one is the bike's own. */
const hangPictures = async (tx: Transaction, { id, sellerId, moreImages = [] }: Shown): Promise<void> => {
  if (moreImages.length === 0) return
  const rows = moreImages.map((picture, at) => ({ bikeId: id, sellerId, picture, position: at + 2 }))
  await tx.insert(bikePictures).values(rows)
}

/** The refusal behind a constraint that the bike broke; any other error as it is. */
const whyNotWritten = (error: unknown): unknown => {
  if (broke(error, 'picture_of_seller')) return new Refused('picture_not_uploaded', { field: 'image' })
  if (broke(error, 'pictures_of_seller')) return new Refused('picture_not_uploaded', { field: 'moreImages' })
  return broke(error, 'member_is_here') ? new Refused('not_signed_in') : error
}

const write = <T>({ db }: OfferingRoom, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(work).catch((error: unknown) => {
    throw whyNotWritten(error)
  })

/** What tells one draft from another one under the same id: everything that was sent. */
const markOf = ({ draftId: _, ...sent }: Offer['body']): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url')

/** The bike that this draft became before, when only the answer was lost; null for a draft that is new. */
const offeredBefore = async (db: Reading, { me, body }: Offer): Promise<string | null> => {
  if (body.draftId === undefined) return null
  const [bike] = await db
    .select({ id: bikes.id, draftMark: bikes.draftMark })
    .from(bikes)
    .where(and(eq(bikes.sellerId, me.id), eq(bikes.draftId, body.draftId)))
  if (bike && bike.draftMark !== markOf(body)) throw new Refused('draft_used')
  return bike?.id ?? null
}

/** Offers the bike, once for each draft: of two that come at the same moment, the second finds what the first made. */
const offerOnce = async (room: OfferingRoom, visit: Offer): Promise<string> => {
  const before = await offeredBefore(room.db, visit)
  if (before !== null) return before
  try {
    return await offer(room, visit)
  } catch (error) {
    if (!broke(error, 'offered_once')) throw error
    return (await offeredBefore(room.db, visit)) ?? offerOnce(room, visit)
  }
}

const offer = (room: OfferingRoom, { me, body }: Offer): Promise<string> =>
  write(room, async (tx) => {
    const at = room.now()
    const columns = await columnsOf(tx, { me, body }, at)
    const id = room.newId()
    const draft = body.draftId === undefined ? {} : { draftId: body.draftId, draftMark: markOf(body) }
    await tx.insert(bikes).values({ ...columns, ...draft, id, sellerId: me.id, createdAt: at })
    await hangPictures(tx, { id, sellerId: me.id, moreImages: body.moreImages })
    return id
  })

const isMine = (id: string, sellerId: string) => and(eq(bikes.id, id), eq(bikes.sellerId, sellerId))

/**
 * Changes the bike while nobody can book it, take it or sell it. What was booked before is paid at the price of the
 * booking (decision 0011); the old price goes into the history by itself.
 */
const change = (room: OfferingRoom, { me, params: { id }, body }: Change): Promise<number> =>
  write(room, async (tx) => {
    const at = room.now()
    const state = { soldAt: bikes.soldAt, withdrawnAt: bikes.withdrawnAt, version: bikes.version }
    const [bike] = await tx.select(state).from(bikes).where(isMine(id, me.id)).for('update')
    const isBeingPaid = bike !== undefined && (await room.isBeingPaid(tx, id))
    const refused = mayChange(bike, { version: body.version, isBeingPaid })
    if (refused) throw refused
    const columns = await columnsOf(tx, { me, body }, at)
    const version = body.version + 1
    await tx
      .update(bikes)
      .set({ ...columns, version, editedAt: at })
      .where(eq(bikes.id, id))
    await tx.delete(bikePictures).where(eq(bikePictures.bikeId, id))
    await hangPictures(tx, { id, sellerId: me.id, moreImages: body.moreImages })
    return version
  })

// A price that changes every day for months; older ones tell nothing any more.
const pricesMost = 100

const look = async (db: Database, id: string, sellerId: string) => {
  const [bike] = await db
    .select({ ...bikeOnTheWire, ...detailsOnTheWire, version: bikes.version })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(isMine(id, sellerId), isNull(bikes.withdrawnAt)))
  if (!bike) throw new Refused('not_found')
  const prices = await db
    .select({ price: bikePrices.priceTaka, since: bikePrices.since })
    .from(bikePrices)
    .where(eq(bikePrices.bikeId, id))
    .orderBy(desc(bikePrices.id))
    .limit(pricesMost)
  return { ...forMembers(bike), prices: prices.map(({ price, since }) => ({ price, since: since.toISOString() })) }
}

type Offering = Pick<
  Handlers<typeof bikeCalls, Member>,
  'POST /allbikes' | 'GET /allbikes/myproduct/:id' | 'PUT /allbikes/myproduct/:id'
>

/** What a seller says of a bike, the first time and later. */
export const offeringRoutes = (room: OfferingRoom): Offering => ({
  'POST /allbikes': async (visit) => ({ acknowledged: true, insertedId: await offerOnce(room, visit) }),
  'GET /allbikes/myproduct/:id': ({ me, params }) => look(room.db, params.id, me.id),
  'PUT /allbikes/myproduct/:id': async (visit) => ({ modifiedCount: 1, version: await change(room, visit) }),
})
