// Validation of listings, who sees the contact number, and the cursor of bike lists.
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { categoryNames, otherCategory } from '#contract/bikes.ts'
import { maskTelephone, formatTelephone } from '#contract/text.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { parseCursorId } from '#platform/database/paging.ts'
import type { Role } from '#market/members/table.ts'

/** The years that a seller enters. */
type Age = { boughtInYear: number; yearsUsed: number; registeredInYear?: number | undefined }

/**
 * Returns an ApiError for inconsistent years, or null. One extra year of use is allowed: a bike bought in December and
 * sold in January can count as two years.
 */
export const mayOffer = ({ boughtInYear, yearsUsed, registeredInYear }: Age, now: Date): ApiError | null => {
  const maxYears = getDhakaYear(now) - boughtInYear + 1
  if (registeredInYear !== undefined && registeredInYear > getDhakaYear(now))
    return new ApiError('bad_request', { field: 'registrationYear', reason: 'registration_year_in_future' })
  if (maxYears < 1) return new ApiError('bad_request', { field: 'purchaseTime', reason: 'purchase_year_in_future' })
  if (yearsUsed <= maxYears) return null
  const key = maxYears === 1 ? 'used_one_year_at_most' : 'used_longer_than_owned'
  const reason = toReason(key, { year: boughtInYear, max: maxYears })
  return new ApiError('bad_request', { field: 'usedTime', reason })
}

const isCard = (category: string): boolean => categoryNames.some((name) => name === category)

/** Returns an ApiError for a brand of another category, or for a brand that is missing; null if the names agree. */
export const mayName = ({ brand, model, category, filedUnder }: BikeNames): ApiError | null => {
  if (brand === null) {
    if (model === null && category !== otherCategory) return null
    const reason = toReason('missing', { field: category === otherCategory ? 'brand' : 'brand_of_model' })
    return new ApiError('bad_request', { field: 'brand', reason })
  }
  if (filedUnder === category || category === otherCategory) return null
  // Forms of older versions offer the three cards only, and name another brand beside them: the brand decides.
  if (isCard(category) && !isCard(filedUnder)) return null
  const reason = toReason('brand_not_of_category', { brand, category })
  return new ApiError('bad_request', { field: 'brand', reason })
}

type BikeNames = {
  /** The names from the catalogue, or as the seller typed them. */
  brand: string | null
  model: string | null
  /** The category that the seller chose, and the one of the brand. */
  category: string
  filedUnder: string
}

/**
 * Returns why the seller may not edit the bike, or null. A bike cannot change while a buyer is paying for it, and an
 * edit of an outdated version is rejected.
 */
export const mayChange = (
  bike: (NonNullable<BikeState> & { version: number }) | undefined,
  { version, isBeingPaid }: { version: number; isBeingPaid: boolean },
): ApiError | null => {
  const apiError = getSaleError(bike)
  if (apiError || !bike) return apiError
  if (isBeingPaid) return new ApiError('bike_being_paid')
  return bike.version === version ? null : new ApiError('edited_elsewhere')
}

type BikeState =
  | { soldAt: Date | null; withdrawnAt: Date | null; reservedAt: Date | null; hiddenAt: Date | null }
  | undefined

/** Returns why a bike is not for sale: not found, sold, reserved or withdrawn; null if it is, hidden or not. */
export const getSaleError = (bike: BikeState): ApiError | null => {
  if (!bike) return new ApiError('not_found')
  if (bike.soldAt) return new ApiError('bike_sold')
  if (bike.reservedAt) return new ApiError('bike_reserved')
  return bike.withdrawnAt ? new ApiError('bike_withdrawn') : null
}

/** Returns why a bike could not be advertised: not found, sold, withdrawn or hidden; null if it already is advertised. */
export const mayAdvertise = (bike: BikeState): ApiError | null =>
  getSaleError(bike) ?? (bike?.hiddenAt ? new ApiError('bike_waits') : null)

/** Returns why a bike could not be withdrawn; one that was withdrawn before is `not_found`. */
export const getWithdrawError = (bike: BikeState): ApiError => {
  if (bike?.soldAt) return new ApiError('bike_sold')
  return new ApiError(bike?.reservedAt ? 'bike_reserved' : 'not_found')
}

/** What a buyer relies on: a change of these asks every buyer of the bike again. */
type Described = {
  name: string
  category: string
  condition: string
  boughtInYear: number
  brandId: string | null
  brandName: string | null
  modelId: string | null
  modelName: string | null
  engineCc: number | null
  kilometres: number | null
  registeredInYear: number | null
  owners: number | null
}

const decisiveFields = [
  'name',
  'category',
  'condition',
  'boughtInYear',
  'brandId',
  'brandName',
  'modelId',
  'modelName',
  'engineCc',
  'registeredInYear',
  'owners',
] as const

/** Whether an edit makes it another bike for a buyer: brand, model, name, year, engine, condition, owners, more kilometres. */
export const isMaterialChange = (before: Described, after: Described): boolean =>
  decisiveFields.some((field) => before[field] !== after[field]) || (after.kilometres ?? 0) > (before.kilometres ?? 0)

/** Who reads a bike; null is a visitor. */
export type Reader = { email: string; role: Role } | null

type Contact = { contactNumber: string; advertise: 'on' | 'off' }

/** The privacy rule for the seller's number: advertised bikes show it to everybody, others to the seller and an admin. */
const maySeeContactNumber = (isTrusted: boolean, { advertise }: Contact): boolean => isTrusted || advertise === 'on'

/** The seller's number as it is shown: 01712-345678, or masked as 01712-••••••. */
const toContactNumber = (isTrusted: boolean, bike: Contact): string =>
  maySeeContactNumber(isTrusted, bike) ? formatTelephone(bike.contactNumber) : maskTelephone(bike.contactNumber)

/** The bike as this reader sees it. The seller's e-mail address is only for the seller and an admin (record 0073). */
export const toViewFor =
  (me: Reader) =>
  <Bike extends Contact & { email?: string }>({ email, ...bike }: Bike) => {
    const isTrusted = me !== null && (me.role === 'Admin' || (email !== undefined && email === me.email))
    const contactNumber = toContactNumber(isTrusted, bike)
    return isTrusted ? { ...bike, email, contactNumber } : { ...bike, contactNumber }
  }

/** The bike as its own seller sees it. */
export const toOwnView = <Bike extends Contact>(bike: Bike): Bike => ({
  ...bike,
  contactNumber: formatTelephone(bike.contactNumber),
})

// A Bangladeshi mobile number in Latin or Bangla digits, with separators.
// `search_words` of migrations/0014_numbers_are_not_searched.sql removes the same numbers.
const phoneNumberPattern = /(?:[+＋]?[8৮][8৮][\s.‐‑–—-]*)?[0০][\s.‐‑–—-]*[1১](?:[\s.()‐‑–—-]*[0-9০-৯]){9}/g

/** Masks the last digits of each telephone number in a text. */
export const maskPhoneNumbers = (text: string): string =>
  text.replace(phoneNumberPattern, (number) => `${number.slice(0, 5)}-••••••`)

type PageBike = Contact & { soldAt: Date | null; status: string; description: string | null }

/**
 * A bike for its own page. A sold or reserved bike has no number. Where the number is masked, numbers in the description are
 * masked too.
 * @param isTrusted the reader is the seller or an admin
 */
export const toPageView = <Bike extends PageBike>(bike: Bike, isTrusted: boolean) => {
  const { description, soldAt, status } = bike
  const hasNumber = soldAt === null && status !== 'reserved'
  const isNumberVisible = hasNumber && maySeeContactNumber(isTrusted, bike)
  return {
    ...bike,
    contactNumber: hasNumber ? toContactNumber(isTrusted, bike) : null,
    description: isNumberVisible || description === null ? description : maskPhoneNumbers(description),
    soldAt: soldAt?.toISOString() ?? null,
  }
}

export type Cursor = { advertised: boolean; id: string }

/** The cursor of the page after this bike: advertised bikes come first, then the newest. */
export const formatCursor = (bike: { _id: string; advertise: 'on' | 'off' }): string =>
  `${bike.advertise === 'on' ? 'a' : 'n'}${bike._id}`

/** Parses a cursor; throws `bad_request` for an invalid one. */
export const parseCursor = (cursor: string): Cursor => {
  if (!/^[an]/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor' })
  return { advertised: cursor.startsWith('a'), id: parseCursorId(cursor.slice(1)) }
}
