// The stages of a payment, in their usual order.
import { getPurchaseState, type Purchase, type PurchaseState } from '#web/lib/purchase.ts'

export type Stage =
  /** The payment intent is being created. */
  | { at: 'preparing' }
  /** No intent for now; `mayRetry` when asking again can help. */
  | { at: 'refused'; message: string; mayRetry: boolean }
  /** The buyer saw another price; nothing is asked for until they agree to this one. */
  | { at: 'price_changed'; priceTaka: number }
  /** The card may be confirmed. `trouble` is the provider's sentence about the try before. */
  | { at: 'ready'; clientSecret: string; cardError?: string; hasExpired?: boolean }
  | { at: 'paying'; clientSecret: string }
  /** The provider took the money; from here on nothing asks for it again. */
  | { at: 'recording'; intentId: string }
  /** The shop could not be told. Its sweeper ends it, and so does another try. */
  | { at: 'later'; intentId: string }
  | { at: 'sent_back'; message: string | null }
  | { at: 'gone'; reason: 'sold' | 'withdrawn' }
  /** `isNew` when it was paid just now, on this page. */
  | { at: 'paid'; transactionId: string | null; isNew: boolean }

const initialStages: Record<PurchaseState, (purchase: Pick<Purchase, 'transactionId'>) => Stage> = {
  payable: () => ({ at: 'preparing' }),
  paid: ({ transactionId }) => ({ at: 'paid', transactionId, isNew: false }),
  refunded: () => ({ at: 'sent_back', message: null }),
  sold: () => ({ at: 'gone', reason: 'sold' }),
  withdrawn: () => ({ at: 'gone', reason: 'withdrawn' }),
}

/** The first stage for a purchase; some purchases have nothing left to pay. */
export const getInitialStage = (purchase: Purchase): Stage => initialStages[getPurchaseState(purchase)](purchase)

/** Whether money may be moving, so that the page should not be left. */
export const isInProgress = ({ at }: Stage): boolean => at === 'paying' || at === 'recording'
