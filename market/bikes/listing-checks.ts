// Pure. What a seller may list, change, advertise and withdraw.
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { categoryNames, otherCategory } from '#contract/bikes.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'

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
