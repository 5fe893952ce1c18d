// The stages of a payment, in their usual order.
import { getPurchaseState, type Purchase, type PurchaseState, type Obstacle } from '#web/lib/purchase.ts'

export type Stage =
  /** The payment intent is being created. */
  | { at: 'preparing' }
  /** No intent was created; `mayRetry` when a retry may succeed. */
  | { at: 'failed'; message: string; mayRetry: boolean }
  /** Another buyer comes first or is paying, the bike was changed, or the deal has ended. */
  | { at: 'refused'; obstacle: Obstacle }
  /** The price changed; nothing is charged until the buyer accepts the new one. */
  | { at: 'price_changed'; priceTaka: number }
  /** The card can be confirmed. `cardError` is Stripe's message about the previous try. */
  | { at: 'ready'; clientSecret: string; cardError?: string; hasExpired?: boolean }
  | { at: 'paying'; clientSecret: string }
  /** Stripe took the money; it must not be charged again. */
  | { at: 'recording'; intentId: string }
  /** Recording failed. The server's background job or a retry will record the payment. */
  | { at: 'pending'; intentId: string }
  | { at: 'refunded'; message: string | null }
  | { at: 'gone'; reason: 'sold' | 'withdrawn' }
  /** `isNew` when it was paid on this page just now. */
  | { at: 'paid'; transactionId: string | null; isNew: boolean }

const initialStages: Record<PurchaseState, (purchase: Pick<Purchase, 'transactionId' | 'payObstacle'>) => Stage> = {
  payable: () => ({ at: 'preparing' }),
  refused: ({ payObstacle }) => (payObstacle === null ? { at: 'preparing' } : { at: 'refused', obstacle: payObstacle }),
  paid: ({ transactionId }) => ({ at: 'paid', transactionId, isNew: false }),
  refunded: () => ({ at: 'refunded', message: null }),
  // Another buyer has paid for it.
  reserved: () => ({ at: 'gone', reason: 'sold' }),
  sold: () => ({ at: 'gone', reason: 'sold' }),
  withdrawn: () => ({ at: 'gone', reason: 'withdrawn' }),
}

/** The first stage for a purchase; some purchases have nothing left to pay. */
export const getInitialStage = (purchase: Purchase): Stage => initialStages[getPurchaseState(purchase)](purchase)

const openStages = new Set<Stage['at']>(['preparing', 'failed', 'refused', 'price_changed', 'ready'])

/**
 * The stage after the purchase was read again, because something happened to its deal elsewhere: another tab has paid,
 * another buyer comes first, or both have agreed on another price. While money may be moving, and at the end, the stage stays.
 * @param priceTaka the price that the buyer has seen on this page
 * @param mayPay whether the chosen part of the price may still be paid
 */
export const followPurchase = (
  stage: Stage,
  purchase: Purchase,
  { priceTaka, mayPay }: { priceTaka: number; mayPay: boolean },
): Stage => {
  if (!openStages.has(stage.at)) return stage
  const current = getInitialStage(purchase)
  if (current.at === 'refused') return current
  if (!mayPay) return current.at === 'preparing' ? stage : current
  if (stage.at === 'refused' || purchase.salePrice === priceTaka) return stage
  return { at: 'price_changed', priceTaka: purchase.salePrice }
}

/** Whether money may be moving, so that the page should not be left. */
export const isInProgress = ({ at }: Stage): boolean => at === 'paying' || at === 'recording'
