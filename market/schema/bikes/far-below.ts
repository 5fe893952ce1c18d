// When a price is far below that of similar bikes: for one bike in market/price-estimates/estimate.ts, for lists in SQL.
import { type SQL, sql } from 'drizzle-orm'

// A few bikes with similar prices by chance do not make every other price great or high.
export const minSpread = 0.06
// Frauds reported in newspapers asked 40 to 65 % less than usual; honest sellers in a hurry rarely ask 30 % less.
// Of a seller whom nobody has verified, less is praised.
export const farBelowRatios = { verified: 0.75, unverified: 0.8 } as const

/**
 * Whether an estimate is far below for its seller. What holds for every seller is stored; the seller may be verified later.
 * @param estimate the row of `bike_price_estimates`; `sellerId` is the bike's
 */
export const isFarBelowFor = ({ estimate, sellerId }: { estimate: SQL; sellerId: SQL }): SQL<boolean> =>
  sql<boolean>`(${estimate}.far_below or (${estimate}.basis = 'similar'
    and ${estimate}.price_taka < least(${estimate}.low_taka, ${estimate}.mid_taka * ${sql.raw(String(1 - minSpread))}) * ${sql.raw(String(farBelowRatios.unverified))}
    and exists (select from members as of_seller where of_seller.id = ${sellerId} and of_seller.verified_at is null)))`
