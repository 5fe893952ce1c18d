// When a bike may be wanted by somebody: booked, wished for, paid.
import { Refused } from '#contract/errors/api-errors.ts'

/** What the rules need to know of a bike and its seller. */
export type Offer = {
  sellerId: string
  salePriceTaka: number
  soldAt: Date | null
  withdrawnAt: Date | null
}

/** The refusal of wanting this bike at all, or null. A withdrawn bike is not there for anybody who has no order of it. */
export const mayWant = (offer: Offer | undefined, buyerId: string): Refused | null => {
  if (!offer || offer.withdrawnAt) return new Refused('not_found')
  if (offer.soldAt) return new Refused('bike_sold')
  if (offer.sellerId === buyerId) return new Refused('own_bike')
  return null
}

/** The refusal of booking it at the price that the buyer saw, or null: nobody pays a price they did not see. */
export const mayBook = (
  offer: Offer | undefined,
  wanted: { buyerId: string; priceSeenTaka: number },
): Refused | null => {
  const refused = mayWant(offer, wanted.buyerId)
  if (refused || !offer) return refused
  if (offer.salePriceTaka !== wanted.priceSeenTaka) {
    return new Refused('price_changed', { salePrice: offer.salePriceTaka })
  }
  return null
}
