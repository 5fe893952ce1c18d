// The demonstration shop as rows of the database: its people, its shelves and who wants what.
import type { bikePictures as bikePictureTable, bikes as bikeTable } from '#market/bikes/table.ts'
import type { bookings as bookingTable } from '#market/bookings/table.ts'
import type { categories as categoryTable } from '#market/categories/table.ts'
import type { accounts as accountTable } from '#market/auth/table.ts'
import type { members as memberTable } from '#market/members/table.ts'
import type { pictures as pictureTable, pictureUploads as uploadTable } from '#market/pictures/table.ts'
import type { wishes as wishTable } from '#market/wishlist/table.ts'
import { districtIn } from '#contract/districts.ts'
import { bikes, type ShelvedBike } from './bikes.ts'
import { cast, type CastKey } from './fixtures.ts'
import { categories } from './categories.ts'
import { instantOf, yearOf } from './relative-time.ts'
import { openBookings, soldBikes, wishes } from './demand.ts'

/** Makes a UUIDv7; with `at`, one of that time. */
export type NewId = (at?: Date) => string

type Rows = {
  members: (typeof memberTable.$inferInsert)[]
  accounts: (typeof accountTable.$inferInsert)[]
  categories: (typeof categoryTable.$inferInsert)[]
  pictures: (typeof pictureTable.$inferInsert)[]
  pictureUploads: (typeof uploadTable.$inferInsert)[]
  bikes: (typeof bikeTable.$inferInsert)[]
  bikePictures: (typeof bikePictureTable.$inferInsert)[]
  bookings: (typeof bookingTable.$inferInsert)[]
  wishes: (typeof wishTable.$inferInsert)[]
}
type Given = { now: Date; newId: NewId; password: string }
type Ids = { member: ReadonlyMap<CastKey, string>; bike: ReadonlyMap<string, string> }

// An admin looks at a seller for a day before the seal; a seller thinks for a quarter of an hour before advertising.
const toVerifyMs = 24 * 60 * 60 * 1000
const toAdvertiseMs = 15 * 60 * 1000

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

/** All rows of the shop as it stands at `now`; `password` is the hash that every login gets. */
export const demoRows = (given: Given): Rows => {
  const ids: Ids = { member: memberIds(given), bike: bikeIds(given) }
  const bikeRows = bikes.map((bike) => bikeRow(bike, ids, given))
  const morePictures = bikes.flatMap((bike) => morePictureRows(bike, ids))
  return {
    members: castKeys.map((key) => memberRow(key, ids, given)),
    accounts: castKeys.map((key) => accountRow(key, ids, given)),
    categories: categories.map((category, position) => ({ ...category, id: given.newId(opened(given)), position })),
    pictures: pictureRows([...bikeRows, ...morePictures], opened(given)),
    pictureUploads: uploadRows(bikes.flatMap((bike) => shownBy(bike, ids, given))),
    bikes: bikeRows,
    bikePictures: morePictures,
    bookings: bookingRows(ids, given),
    wishes: wishRows(ids, given),
  }
}

const isCastKey = (key: string): key is CastKey => key in cast
const castKeys = Object.keys(cast).filter(isCastKey)

const joined = (key: CastKey, { now }: Given): Date => instantOf({ daysAgo: cast[key].joinedDaysAgo, at: '10:30' }, now)

// The shelves stood before the first seller came, on the day that the admin did.
const opened = (given: Given): Date => joined('ayesha', given)

const memberIds = (given: Given): Map<CastKey, string> =>
  new Map(castKeys.map((key) => [key, given.newId(joined(key, given))]))

const bikeIds = ({ now, newId }: Given): Map<string, string> =>
  new Map(bikes.map((bike) => [bike.key, newId(instantOf(bike.listed, now))]))

const known = <Key extends string, Value>(among: ReadonlyMap<Key, Value>, key: Key): Value => {
  const found = among.get(key)
  if (found === undefined) throw new Error(`The demonstration shop has no ${key}.`)
  return found
}

const memberRow = (key: CastKey, ids: Ids, given: Given): Rows['members'][number] => {
  const { name, email, role, verified } = cast[key]
  const createdAt = joined(key, given)
  const verifiedAt = verified ? later(createdAt, toVerifyMs) : null
  // Nobody can open a letter to these addresses, so they count as proven.
  const row = { id: known(ids.member, key), name, email, emailVerified: true, role, verifiedAt }
  return { ...row, createdAt, updatedAt: verifiedAt ?? createdAt }
}

// The identity service finds a password under the provider `credential` and the member's own id.
const accountRow = (key: CastKey, ids: Ids, given: Given): Rows['accounts'][number] => {
  const userId = known(ids.member, key)
  const createdAt = joined(key, given)
  const login = { providerId: 'credential', accountId: userId, password: given.password }
  return { id: given.newId(createdAt), userId, ...login, createdAt, updatedAt: createdAt }
}

const pictureUrl = (name: string): string => `/pictures/${name}.webp`

/** The catalogue takes the names in when the rows are there. */
const detailsOf = ({ category, location, bought, details }: ShelvedBike, year: number) =>
  details && {
    brandName: category,
    modelName: details.model,
    engineCc: details.engineCc,
    kilometres: details.kilometres,
    district: districtIn(location),
    registrationDistrict: details.registeredIn,
    registeredInYear: year - (details.registeredYearsAgo ?? bought.yearsAgo),
    owners: details.owners,
    description: details.description,
  }

const morePictureRows = ({ key, seller, details }: ShelvedBike, ids: Ids): Rows['bikePictures'] =>
  (details?.morePictures ?? []).map((name, at) => ({
    bikeId: known(ids.bike, key),
    sellerId: known(ids.member, seller),
    picture: pictureUrl(name),
    position: at + 2,
  }))

const bikeRow = (bike: ShelvedBike, ids: Ids, { now }: Given): Rows['bikes'][number] => {
  const createdAt = instantOf(bike.listed, now)
  return {
    id: known(ids.bike, bike.key),
    sellerId: known(ids.member, bike.seller),
    category: bike.category,
    name: bike.name,
    salePriceTaka: bike.taka.sale,
    originalPriceTaka: bike.taka.original,
    boughtInYear: yearOf(now) - bike.bought.yearsAgo,
    yearsUsed: bike.bought.yearsAgo,
    condition: bike.bought.condition,
    sellerName: cast[bike.seller].name,
    contactNumber: cast[bike.seller].telephone,
    location: bike.location,
    picture: pictureUrl(bike.picture),
    ...detailsOf(bike, yearOf(now)),
    createdAt,
    advertisedAt: bike.listed.advertised ? later(createdAt, toAdvertiseMs) : null,
  }
}

const shippedPx = { widthPx: 1080, heightPx: 720 }

// The pictures ship with the shop (web/assets/pictures), so their rows are there from its first day and no store holds them.
const pictureRows = (shown: { picture: string }[], at: Date): Rows['pictures'] =>
  [...new Set(shown.map(({ picture }) => picture))].map((url) => ({ url, begunAt: at, keptAt: at, ...shippedPx }))

type Shown = { sellerId: string; picture: string; createdAt: Date }

/** All pictures of a bike, each as its seller's from the moment when the bike was listed. */
const shownBy = (bike: ShelvedBike, ids: Ids, { now }: Given): Shown[] =>
  [bike.picture, ...(bike.details?.morePictures ?? [])].map((name) => ({
    sellerId: known(ids.member, bike.seller),
    picture: pictureUrl(name),
    createdAt: instantOf(bike.listed, now),
  }))

/** Each seller uploaded the pictures of the own bikes, once each, when the first bike that shows it was listed. */
const uploadRows = (shown: Shown[]): Rows['pictureUploads'] => {
  const first = new Map<string, Rows['pictureUploads'][number]>()
  for (const { sellerId, picture, createdAt } of [...shown].sort((a, b) => Number(a.createdAt) - Number(b.createdAt))) {
    const key = `${sellerId} ${picture}`
    if (!first.has(key)) first.set(key, { memberId: sellerId, picture, uploadedAt: createdAt })
  }
  return [...first.values()]
}

const bookingRows = (ids: Ids, { now, newId }: Given): Rows['bookings'] => {
  const prices: ReadonlyMap<string, number> = new Map(bikes.map((bike) => [bike.key, bike.taka.sale]))
  return [...soldBikes, ...openBookings].map(({ bike, buyer, meetAt, booked }) => {
    const createdAt = instantOf(booked, now)
    const wanted = { bikeId: known(ids.bike, bike), buyerId: known(ids.member, buyer) }
    const meeting = { contactNumber: cast[buyer].telephone, meetingLocation: meetAt }
    return { id: newId(createdAt), ...wanted, ...meeting, priceTaka: known(prices, bike), createdAt }
  })
}

const wishRows = (ids: Ids, { now, newId }: Given): Rows['wishes'] =>
  wishes.map(({ bike, buyer, wished }) => {
    const createdAt = instantOf(wished, now)
    return { id: newId(createdAt), bikeId: known(ids.bike, bike), buyerId: known(ids.member, buyer), createdAt }
  })
