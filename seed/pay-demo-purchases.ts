// Pays for the sold bikes of the demonstration through the same payment code as every other purchase.
import { holdBike } from '#market/payments/holds/rules.ts'
import { settle, type PaymentsDeps } from '#market/payments/settle.ts'
import { listDemoPurchases } from './demo-purchases.ts'

/**
 * Pays for the demonstration purchases that are not paid yet.
 * @param payFor confirms an intent at the card sandbox with a test card
 */
export const payDemoPurchases = async (
  deps: PaymentsDeps,
  payFor: (intentId: string) => Promise<void>,
): Promise<void> => {
  for (const { bikeId, buyerId, bookingId, priceTaka } of await listDemoPurchases(deps.db)) {
    const intent = await holdBike(deps, { bikeId, buyerId, bookingId, wishId: null, amountTaka: priceTaka })
    await payFor(intent.id)
    await settle(deps, intent.id)
  }
}
