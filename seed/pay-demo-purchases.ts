// Pays for the sold bikes of the demonstration through the same payment code as every other purchase, and hands them over.
import { actOnDeal } from '#market/deals/actions.ts'
import { release } from '#market/deals/endings.ts'
import { dealCodes } from '#market/schema/deals/deals.ts'
import { handOver } from '#market/deals/transitions.ts'
import { holdBike } from '#market/payments/holds.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { listDemoPurchases } from './unpaid-demo-sales.ts'

/**
 * Pays for the demonstration purchases that are not paid yet.
 * @param payFor confirms an intent at the card sandbox with a test card
 */
export const payDemoPurchases = async (
  deps: PaymentsDeps,
  payFor: (intentId: string) => Promise<void>,
): Promise<void> => {
  for (const { bikeId, buyerId, bookingId, priceTaka } of await listDemoPurchases(deps.db)) {
    const intent = await holdBike(deps, {
      bikeId,
      buyerId,
      bookingId,
      wishId: null,
      amountTaka: priceTaka,
      priceTaka,
      purpose: 'full',
      provider: 'cards',
    })
    await payFor(intent.id)
    await settle(deps, intent.id)
    await actOnDeal(deps, bookingId, async (ctx, _bike, tx) => {
      // The seller typed the buyer's code.
      const used = { usedAt: ctx.now }
      await tx
        .insert(dealCodes)
        .values({ dealId: bookingId, ...used })
        .onConflictDoUpdate({ target: dealCodes.dealId, set: used })
      return handOver(ctx, null)
    })
    await actOnDeal(deps, bookingId, (ctx) => release(ctx))
  }
}
