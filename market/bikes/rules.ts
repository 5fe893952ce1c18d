// What may be shown of a bike, and where a list of bikes goes on.
import { categoryNames } from '#contract/bikes.ts'
import { maskTelephone, formatTelephone } from '#contract/text.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { parseCursorId } from '#platform/database/paging.ts'

/** What a seller says of a bike's age. */
type Age = { boughtInYear: number; yearsUsed: number; registeredInYear?: number | undefined }

export const getYearInDhaka = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Dhaka' }).format(now))

/**
 * The refusal of offering a bike of this age, or null. One year more than the calendar says is let through: who bought
 * in December and sells in January counts two years.
 */
export const mayOffer = ({ boughtInYear, yearsUsed, registeredInYear }: Age, now: Date): ApiError | null => {
  const maxYears = getYearInDhaka(now) - boughtInYear + 1
  if (registeredInYear !== undefined && registeredInYear > getYearInDhaka(now))
    return new ApiError('bad_request', { field: 'registrationYear', reason: 'registration_year_in_future' })
  if (maxYears < 1) return new ApiError('bad_request', { field: 'purchaseTime', reason: 'purchase_year_in_future' })
  if (yearsUsed <= maxYears) return null
  const key = maxYears === 1 ? 'used_one_year_at_most' : 'used_longer_than_owned'
  const reason = toReason(key, { year: boughtInYear, max: maxYears })
  return new ApiError('bad_request', { field: 'usedTime', reason })
}

/** The refusal of naming this brand on a bike of this category, and a model without its brand; or null. */
export const mayName = ({ brand, model, category }: BikeNames): ApiError | null => {
  if (brand === null) {
    const reason = toReason('missing', { field: 'brand_of_model' })
    return model === null ? null : new ApiError('bad_request', { field: 'brand', reason })
  }
  // The other makers have no category of their own, so their bikes may stand in any.
  if (brand === category || !categoryNames.some((name) => name === brand)) return null
  const reason = toReason('brand_not_of_category', { brand, category })
  return new ApiError('bad_request', { field: 'brand', reason })
}

/** The names as the catalogue writes them, or as the seller did. */
type BikeNames = { brand: string | null; model: string | null; category: string }

/**
 * Why a bike of the seller's may not be changed, or null. While somebody is paying it stays as it is, so that they get
 * what they saw; and who has not seen the last change may not write over it.
 */
export const mayChange = (
  bike: (NonNullable<BikeState> & { version: number }) | undefined,
  { version, isBeingPaid }: { version: number; isBeingPaid: boolean },
): ApiError | null => {
  const apiError = mayAdvertise(bike)
  if (apiError || !bike) return apiError
  if (isBeingPaid) return new ApiError('bike_being_paid')
  return bike.version === version ? null : new ApiError('edited_elsewhere')
}

type BikeState = { soldAt: Date | null; withdrawnAt: Date | null } | undefined

/** Why a bike of the seller's could not be advertised: it is not there, sold or taken off; null when it already is. */
export const mayAdvertise = (bike: BikeState): ApiError | null => {
  if (!bike) return new ApiError('not_found')
  if (bike.soldAt) return new ApiError('bike_sold')
  return bike.withdrawnAt ? new ApiError('bike_withdrawn') : null
}

/** Why a bike of the seller's could not be taken off: what was taken off before is not there any more. */
export const getWithdrawError = (bike: BikeState): ApiError => new ApiError(bike?.soldAt ? 'bike_sold' : 'not_found')

export type Viewer = 'member' | 'visitor'

type Contact = { contactNumber: string; advertise: 'on' | 'off' }

/** The privacy rule for the seller's number: members see it; visitors see it only on advertised bikes. */
const maySeeContactNumber = (viewer: Viewer, { advertise }: Contact): boolean =>
  viewer === 'member' || advertise === 'on'

/** The seller's number as this viewer sees it: 01712-345678, or masked as 01712-••••••. */
export const contactNumberFor = (viewer: Viewer, bike: Contact): string =>
  maySeeContactNumber(viewer, bike) ? formatTelephone(bike.contactNumber) : maskTelephone(bike.contactNumber)

/** The bike with the seller's number as this viewer sees it. */
export const toViewFor =
  (viewer: Viewer) =>
  <Bike extends Contact>(bike: Bike): Bike => ({ ...bike, contactNumber: contactNumberFor(viewer, bike) })

// What people write as a telephone number: a mobile of this country, in either script, with what stands between digits.
// `search_words` of the migrations leaves out the same ones.
const phoneNumberPattern = /(?:[+＋]?[8৮][8৮][\s.‐‑–—-]*)?[0০][\s.‐‑–—-]*[1১](?:[\s.()‐‑–—-]*[0-9০-৯]){9}/g

/** A text without the telephone numbers that somebody wrote into it, each masked at its end. */
export const maskPhoneNumbers = (text: string): string =>
  text.replace(phoneNumberPattern, (number) => `${number.slice(0, 5)}-••••••`)

type PageBike = Contact & { soldAt: Date | null; description: string | null }

/**
 * A bike for its own page. A sold bike has no number. Where the viewer may not see the number, numbers in the description
 * are masked too.
 */
export const toPageView = <Bike extends PageBike>(bike: Bike, viewer: Viewer) => {
  const { description, soldAt } = bike
  const isNumberVisible = soldAt === null && maySeeContactNumber(viewer, bike)
  return {
    ...bike,
    contactNumber: soldAt === null ? contactNumberFor(viewer, bike) : null,
    description: isNumberVisible || description === null ? description : maskPhoneNumbers(description),
    soldAt: soldAt?.toISOString() ?? null,
  }
}

export type Cursor = { advertised: boolean; id: string }

/** Where the next page begins after this bike: advertised ones come first, then the newest. */
export const formatCursor = (bike: { _id: string; advertise: 'on' | 'off' }): string =>
  `${bike.advertise === 'on' ? 'a' : 'n'}${bike._id}`

/** Reads a cursor back; refuses one that is not ours. */
export const parseCursor = (cursor: string): Cursor => {
  if (!/^[an]/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor' })
  return { advertised: cursor.startsWith('a'), id: parseCursorId(cursor.slice(1)) }
}
