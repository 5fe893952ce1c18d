import type { ListingDeps } from '#market/bikes/listing/routes.ts'
import { createBikeDeals } from '#market/deals/bikes/rules.ts'
import type { NumberKeyDeps } from '#market/publishing/numbers/rules.ts'
import { createReviews } from '#market/publishing/review/rules.ts'

/** What other modules do when a seller lists, changes or withdraws a bike. */
export const createBikeEvents = (
  deps: Pick<ListingDeps, 'now' | 'createId'> & NumberKeyDeps,
): Pick<ListingDeps, 'bikeDeals' | 'reviews'> => ({
  bikeDeals: createBikeDeals(deps),
  reviews: createReviews(deps),
})
