// When a price is far below that of similar bikes, in lists; market/price-estimates/estimate.ts says it of one bike.
import { type SQL, sql } from 'drizzle-orm'
import { priceRules } from '#contract/limits.ts'

/**
 * Whether an estimate is far below for its seller. What holds for every seller is stored; the seller may be verified later.
 * @param estimate the row of `bike_price_estimates`; `sellerId` is the bike's
 */
export const isFarBelowFor = ({ estimate, sellerId }: { estimate: SQL; sellerId: SQL }): SQL<boolean> =>
  sql<boolean>`(${estimate}.far_below or (${estimate}.basis = 'similar'
    and ${estimate}.price_taka < least(${estimate}.low_taka, ${estimate}.mid_taka * ${sql.raw(String(1 - priceRules.minSpread))}) * ${sql.raw(String(priceRules.farBelow.unverified))}
    and exists (select from members as of_seller where of_seller.id = ${sellerId} and of_seller.verified_at is null)))`
