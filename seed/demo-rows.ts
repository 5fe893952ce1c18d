// The demonstration as database rows: members, bikes, bookings and wishes.
import { addMs } from '#contract/time/durations.ts'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import type { bikePictures as bikePictureTable, bikes as bikeTable } from '#market/schema/bikes/bikes.ts'
import type { bookings as bookingTable } from '#market/schema/deals/bookings.ts'
import type { accounts as accountTable } from '#market/schema/people/logins.ts'
import type { members as memberTable } from '#market/schema/people/members.ts'
import type { pictures as pictureTable, pictureUploads as uploadTable } from '#market/schema/bikes/pictures.ts'
import type { wishes as wishTable } from '#market/schema/deals/wishes.ts'
import { parseDistrict } from '#contract/districts.ts'
import { bikes, type SeedBike } from './bikes.ts'
import { fixtures, type FixtureKey } from './fixtures.ts'
import { listingPictureSize } from './listing-pictures.ts'
import { toInstant } from './relative-time.ts'
import { openBookings, soldBikes, wishes } from './bookings-and-wishes.ts'

/** Creates a UUIDv7, of the time `at` when given. */
export type CreateId = (at?: Date) => string

type Rows = {
  members: (typeof memberTable.$inferInsert)[]
  accounts: (typeof accountTable.$inferInsert)[]
  pictures: (typeof pictureTable.$inferInsert)[]
  pictureUploads: (typeof uploadTable.$inferInsert)[]
  bikes: (typeof bikeTable.$inferInsert)[]
  bikePictures: (typeof bikePictureTable.$inferInsert)[]
  bookings: (typeof bookingTable.$inferInsert)[]
  wishes: (typeof wishTable.$inferInsert)[]
}
type SeedContext = { now: Date; createId: CreateId; password: string }
type Ids = { member: ReadonlyMap<FixtureKey, string>; bike: ReadonlyMap<string, string> }

// The admin verifies a seller after one day; a seller advertises a bike after 15 minutes.
const verificationDelayMs = 24 * 60 * 60 * 1000
const advertisingDelayMs = 15 * 60 * 1000

/** Creates all rows as of `now`; `password` is the hash that every login gets. */
export const createDemoRows = (ctx: SeedContext): Rows => {
  const ids: Ids = { member: createMemberIds(ctx), bike: createBikeIds(ctx) }
  const bikeRows = bikes.map((bike) => toBikeRow(bike, ids, ctx))
  const morePictures = bikes.flatMap((bike) => toMorePictureRows(bike, ids))
  return {
    members: fixtureKeys.map((key) => toMemberRow(key, ids, ctx)),
    accounts: fixtureKeys.map((key) => toAccountRow(key, ids, ctx)),
    pictures: toPictureRows([...bikeRows, ...morePictures], getOpeningDate(ctx)),
    pictureUploads: toUploadRows(bikes.flatMap((bike) => listPictures(bike, ids, ctx))),
    bikes: bikeRows,
    bikePictures: morePictures,
    bookings: toBookingRows(ids, ctx),
    wishes: toWishRows(ids, ctx),
  }
}

const isFixtureKey = (key: string): key is FixtureKey => key in fixtures
const fixtureKeys = Object.keys(fixtures).filter(isFixtureKey)

const getJoinDate = (key: FixtureKey, { now }: SeedContext): Date =>
  toInstant({ daysAgo: fixtures[key].joinedDaysAgo, at: '10:30' }, now)

// The pictures are as old as the admin, so older than every seller.
const getOpeningDate = (ctx: SeedContext): Date => getJoinDate('ayesha', ctx)

const createMemberIds = (ctx: SeedContext): Map<FixtureKey, string> =>
  new Map(fixtureKeys.map((key) => [key, ctx.createId(getJoinDate(key, ctx))]))

const createBikeIds = ({ now, createId }: SeedContext): Map<string, string> =>
  new Map(bikes.map((bike) => [bike.key, createId(toInstant(bike.listed, now))]))

const getOrThrow = <Key extends string, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const found = map.get(key)
  if (found === undefined) throw new Error(`The demonstration has no ${key}.`)
  return found
}

const toMemberRow = (key: FixtureKey, ids: Ids, ctx: SeedContext): Rows['members'][number] => {
  const { name, email, role, verified } = fixtures[key]
  const createdAt = getJoinDate(key, ctx)
  const verifiedAt = verified ? addMs(createdAt, verificationDelayMs) : null
  // Nobody can receive e-mail at these addresses, so they count as verified.
  const row = { id: getOrThrow(ids.member, key), name, email, emailVerified: true, role, verifiedAt }
  return { ...row, createdAt, updatedAt: verifiedAt ?? createdAt }
}

// better-auth stores a password under the provider `credential` and the member's id.
const toAccountRow = (key: FixtureKey, ids: Ids, ctx: SeedContext): Rows['accounts'][number] => {
  const userId = getOrThrow(ids.member, key)
  const createdAt = getJoinDate(key, ctx)
  const login = { providerId: 'credential', accountId: userId, password: ctx.password }
  return { id: ctx.createId(createdAt), userId, ...login, createdAt, updatedAt: createdAt }
}

const toPictureUrl = (name: string): string => `/pictures/${name}.webp`

/** Resolves the catalogue names once the rows exist. */
const toDetails = ({ category, location, bought, details }: SeedBike, year: number) =>
  details && {
    brandName: category,
    modelName: details.model,
    engineCc: details.engineCc,
    kilometres: details.kilometres,
    district: parseDistrict(location),
    registrationDistrict: details.registeredIn,
    registeredInYear: year - (details.registeredYearsAgo ?? bought.yearsAgo),
    owners: details.owners,
    description: details.description,
  }

const toMorePictureRows = ({ key, seller, details }: SeedBike, ids: Ids): Rows['bikePictures'] =>
  (details?.morePictures ?? []).map((name, index) => ({
    bikeId: getOrThrow(ids.bike, key),
    sellerId: getOrThrow(ids.member, seller),
    picture: toPictureUrl(name),
    position: index + 2,
  }))

const toBikeRow = (bike: SeedBike, ids: Ids, { now }: SeedContext): Rows['bikes'][number] => {
  const createdAt = toInstant(bike.listed, now)
  return {
    id: getOrThrow(ids.bike, bike.key),
    sellerId: getOrThrow(ids.member, bike.seller),
    category: bike.category,
    name: bike.name,
    salePriceTaka: bike.taka.sale,
    originalPriceTaka: bike.taka.original,
    boughtInYear: getDhakaYear(now) - bike.bought.yearsAgo,
    yearsUsed: bike.bought.yearsAgo,
    condition: bike.bought.condition,
    sellerName: fixtures[bike.seller].name,
    contactNumber: fixtures[bike.seller].telephone,
    location: bike.location,
    picture: toPictureUrl(bike.picture),
    ...toDetails(bike, getDhakaYear(now)),
    createdAt,
    advertisedAt: bike.listed.advertised ? addMs(createdAt, advertisingDelayMs) : null,
  }
}

const bundledPictureSize = { widthPx: 1080, heightPx: 720 }
const getPictureSize = (url: string) => (url.startsWith('/pictures/listing-') ? listingPictureSize : bundledPictureSize)

// The pictures are in the repository (web/assets/pictures), so the picture store does not have them.
const toPictureRows = (pictures: { picture: string }[], at: Date): Rows['pictures'] =>
  [...new Set(pictures.map(({ picture }) => picture))].map((url) => ({
    url,
    uploadStartedAt: at,
    storedAt: at,
    ...getPictureSize(url),
  }))

type ShownPicture = { sellerId: string; picture: string; createdAt: Date }

/** All pictures of a bike; they belong to its seller from the time of the listing. */
const listPictures = (bike: SeedBike, ids: Ids, { now }: SeedContext): ShownPicture[] =>
  [bike.picture, ...(bike.details?.morePictures ?? [])].map((name) => ({
    sellerId: getOrThrow(ids.member, bike.seller),
    picture: toPictureUrl(name),
    createdAt: toInstant(bike.listed, now),
  }))

/** The uploads: each seller uploaded each picture once, when the first bike with it was listed. */
const toUploadRows = (pictures: ShownPicture[]): Rows['pictureUploads'] => {
  const first = new Map<string, Rows['pictureUploads'][number]>()
  for (const { sellerId, picture, createdAt } of [...pictures].sort(
    (a, b) => Number(a.createdAt) - Number(b.createdAt),
  )) {
    const key = `${sellerId} ${picture}`
    if (!first.has(key)) first.set(key, { memberId: sellerId, picture, uploadedAt: createdAt })
  }
  return [...first.values()]
}

const toBookingRows = (ids: Ids, { now, createId }: SeedContext): Rows['bookings'] => {
  const prices: ReadonlyMap<string, number> = new Map(bikes.map((bike) => [bike.key, bike.taka.sale]))
  return [...soldBikes, ...openBookings].map(({ bike, buyer, meetAt, booked }) => {
    const createdAt = toInstant(booked, now)
    const wanted = { bikeId: getOrThrow(ids.bike, bike), buyerId: getOrThrow(ids.member, buyer) }
    const meeting = { contactNumber: fixtures[buyer].telephone, meetingLocation: meetAt }
    return { id: createId(createdAt), ...wanted, ...meeting, priceTaka: getOrThrow(prices, bike), createdAt }
  })
}

const toWishRows = (ids: Ids, { now, createId }: SeedContext): Rows['wishes'] =>
  wishes.map(({ bike, buyer, wished }) => {
    const createdAt = toInstant(wished, now)
    return {
      id: createId(createdAt),
      bikeId: getOrThrow(ids.bike, bike),
      buyerId: getOrThrow(ids.member, buyer),
      createdAt,
    }
  })
