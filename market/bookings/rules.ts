// When a bike may be wanted by somebody: booked, wished for, paid.
import { ApiError } from '#contract/errors/api-errors.ts'

/** What the rules need to know of a bike and its seller. */
export type Offer = {
  sellerId: string
  salePriceTaka: number
  soldAt: Date | null
  withdrawnAt: Date | null
}

/** The refusal of wanting this bike at all, or null. A withdrawn bike is not there for anybody who has no order of it. */
export const mayBuy = (offer: Offer | undefined, buyerId: string): ApiError | null => {
  if (!offer || offer.withdrawnAt) return new ApiError('not_found')
  if (offer.soldAt) return new ApiError('bike_sold')
  if (offer.sellerId === buyerId) return new ApiError('own_bike')
  return null
}

/** The refusal of booking it at the price that the buyer saw, or null: nobody pays a price they did not see. */
export const mayBook = (
  offer: Offer | undefined,
  booking: { buyerId: string; priceSeenTaka: number },
): ApiError | null => {
  const apiError = mayBuy(offer, booking.buyerId)
  if (apiError || !offer) return apiError
  if (offer.salePriceTaka !== booking.priceSeenTaka) {
    return new ApiError('price_changed', { salePrice: offer.salePriceTaka })
  }
  return null
}
