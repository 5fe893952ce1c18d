// Pure. When a buyer may book a bike or add it to the wishlist. How many bookings: requests.ts:checkLimits. Paying: may-pay.ts.
import { ApiError } from '#contract/errors/api-errors.ts'

/** The fields of a bike and its seller that the rules need. */
export type Offer = {
  sellerId: string
  salePriceTaka: number
  soldAt: Date | null
  withdrawnAt: Date | null
  hiddenAt: Date | null
}

/** Returns why the buyer may not book or wish for this bike, or null. A withdrawn or hidden bike is `not_found`; a reserved one has a line. */
export const mayBuy = (offer: Offer | undefined, buyerId: string): ApiError | null => {
  if (!offer || offer.withdrawnAt || offer.hiddenAt) return new ApiError('not_found')
  if (offer.soldAt) return new ApiError('bike_sold')
  if (offer.sellerId === buyerId) return new ApiError('own_bike')
  return null
}

/** Returns why it cannot be booked at the price that the buyer saw, or null. A changed price is `price_changed`. */
export const mayBook = (offer: Offer, booking: { buyerId: string; priceSeenTaka: number }): ApiError | null => {
  const apiError = mayBuy(offer, booking.buyerId)
  if (apiError) return apiError
  if (offer.salePriceTaka !== booking.priceSeenTaka) {
    return new ApiError('price_changed', { salePrice: offer.salePriceTaka })
  }
  return null
}
