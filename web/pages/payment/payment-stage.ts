// The stages of paying for one bike, in the order in which they are gone through.
import { standingOf, type Purchase, type Standing } from '#web/lib/purchase.ts'

export type Stage =
  /** The intent is being asked for. */
  | { at: 'preparing' }
  /** No intent for now; `mayRetry` when asking again can help. */
  | { at: 'refused'; message: string; mayRetry: boolean }
  /** The buyer saw another price; nothing is asked for until they agree to this one. */
  | { at: 'price_changed'; priceTaka: number }
  /** The card may be confirmed. `trouble` is the provider's sentence about the try before. */
  | { at: 'ready'; clientSecret: string; trouble?: string; hasRunOut?: boolean }
  | { at: 'paying'; clientSecret: string }
  /** The provider took the money; from here on nothing asks for it again. */
  | { at: 'recording'; intentId: string }
  /** The shop could not be told. Its sweeper ends it, and so does another try. */
  | { at: 'later'; intentId: string }
  | { at: 'sent_back'; message: string | null }
  | { at: 'gone'; why: 'sold' | 'withdrawn' }
  /** `isNew` when it was paid just now, on this page. */
  | { at: 'paid'; transactionId: string | null; isNew: boolean }

const stages: Record<Standing, (purchase: Pick<Purchase, 'transactionId'>) => Stage> = {
  payable: () => ({ at: 'preparing' }),
  paid: ({ transactionId }) => ({ at: 'paid', transactionId, isNew: false }),
  refunded: () => ({ at: 'sent_back', message: null }),
  sold: () => ({ at: 'gone', why: 'sold' }),
  withdrawn: () => ({ at: 'gone', why: 'withdrawn' }),
}

/** Where paying for this begins: some have nothing left to pay. */
export const firstStage = (purchase: Purchase): Stage => stages[standingOf(purchase)](purchase)

/** While money may be moving the page should not be left. */
export const isUnderWay = ({ at }: Stage): boolean => at === 'paying' || at === 'recording'
