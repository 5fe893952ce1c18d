import type { ListingDeps } from '#market/bikes/listing.ts'
import { createBikeDeals } from '#market/deals/bike-changes.ts'
import type { NumberKeyDeps } from '#market/members/removed-numbers.ts'
import { createReviews } from '#market/publishing/review.ts'

/** What other modules do when a seller lists, changes or withdraws a bike. */
export const createBikeEvents = (
  deps: Pick<ListingDeps, 'now' | 'createId'> & NumberKeyDeps,
): Pick<ListingDeps, 'bikeDeals' | 'reviews'> => ({
  bikeDeals: createBikeDeals(deps),
  reviews: createReviews(deps),
})
