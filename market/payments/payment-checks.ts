// Pure. When a payment may start, and what a paid intent means.
import { maxHoldMs, pauseAfterHoldsMinutes, paymentReviewHours } from '#contract/deals/deadlines.ts'
import { hourMs, minuteMs } from '#contract/time/durations.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { findBikeObstacle } from '#market/deals/may-pay.ts'
import type { Intent } from './providers.ts'
import type { Payment } from '#market/schema/money/payments.ts'

/** A booking or wishlist item to pay for, with its bike. */
export type PurchaseItem = {
  paidAt: Date | null
  priceTaka: number
  bike: { soldAt: Date | null; withdrawnAt: Date | null; hiddenAt: Date | null }
}

/** Returns why this cannot be paid, or null. A price that the buyer did not see is `price_changed`. */
export const mayPay = (purchaseItem: PurchaseItem, priceSeenTaka: number): ApiError | null => {
  if (purchaseItem.paidAt) return new ApiError('already_paid')
  const obstacle = findBikeObstacle(purchaseItem.bike)
  if (obstacle !== null) return new ApiError(obstacle)
  if (purchaseItem.priceTaka !== priceSeenTaka)
    return new ApiError('price_changed', { salePrice: purchaseItem.priceTaka })
  return null
}

type HoldTimes = Pick<Payment, 'createdAt' | 'heldSince' | 'endedAt'>

const getLapseMs = ({ createdAt, heldSince }: Omit<HoldTimes, 'endedAt'>): number =>
  (heldSince ?? createdAt).getTime() + maxHoldMs

/** A clock that is set right moves by less; a hold that begins later than this was begun by a wrong clock. */
export const maxClockDifferenceMs = 2 * hourMs

/** Whether a hold is old enough for another buyer to replace it, or begins in the future. */
export const isStale = (hold: Omit<HoldTimes, 'endedAt'>, now: Date): boolean =>
  now.getTime() >= getLapseMs(hold) || now.getTime() < getLapseMs(hold) - maxHoldMs - maxClockDifferenceMs

/** A pause after which the time of a buyer counts from the beginning again. */
export const pauseAfterHoldsMs = pauseAfterHoldsMinutes * minuteMs

/**
 * How long a buyer has kept a bike from others without paying, in ms: the holds until now with less than a pause between
 * them, whatever their purpose and way.
 * @param holds of this buyer and bike that brought no money, newest first
 */
export const getKeptMs = (holds: readonly HoldTimes[], now: Date): number => {
  let keptMs = 0
  let nextMs = now.getTime()
  for (const hold of holds) {
    const beganMs = hold.createdAt.getTime()
    // A hold that nobody ended keeps nobody away after its time.
    const endedMs = Math.max(beganMs, Math.min(hold.endedAt?.getTime() ?? nextMs, getLapseMs(hold)))
    if (nextMs - endedMs >= pauseAfterHoldsMs) return keptMs
    keptMs += endedMs - beganMs
    nextMs = beganMs
  }
  return keptMs
}

// So long the buyer's money waits for the admin at most.
const maxReviewMs = paymentReviewHours * hourMs

/** Whether nobody has accepted a doubted payment in time. */
export const isReviewOver = (
  { state, reviewAt, reviewAcceptedAt }: Pick<Payment, 'state' | 'reviewAt' | 'reviewAcceptedAt'>,
  now: Date,
): boolean =>
  state === 'open' &&
  reviewAt !== null &&
  reviewAcceptedAt === null &&
  now.getTime() - reviewAt.getTime() >= maxReviewMs

/** Whether the intent has the amount, currency and metadata of this payment. */
export const matchesPayment = (payment: Payment, intent: Intent): boolean =>
  intent.amountTaka === payment.amountTaka &&
  intent.currency === payment.currency &&
  intent.paymentId === payment.id &&
  // Other providers store our id of the payment alone.
  (payment.provider !== 'cards' || (intent.bikeId === payment.bikeId && intent.buyerId === payment.buyerId))

/** Why the money was refunded outside this shop, or null. */
export const getReversalReason = ({ isRefunded, dispute }: Intent): 'at_provider' | 'dispute_lost' | null => {
  if (isRefunded) return 'at_provider'
  return dispute === 'lost' ? 'dispute_lost' : null
}

type RefundState = Pick<Payment, 'refundedTaka' | 'disputedAt' | 'disputeEndedAt' | 'disputeOutcome'>

/**
 * Merges the refund and dispute state of an intent into a payment. Amounts only grow, so outdated data that arrives late
 * changes nothing.
 */
export const mergeRefundState = (payment: Payment, intent: Intent, now: Date): RefundState => {
  const outcome = intent.dispute === 'open' ? null : intent.dispute
  return {
    refundedTaka: Math.min(payment.amountTaka, Math.max(payment.refundedTaka, intent.refundedTaka)),
    disputedAt: payment.disputedAt ?? (intent.dispute === null ? null : now),
    disputeEndedAt: payment.disputeEndedAt ?? (outcome ? now : null),
    disputeOutcome: payment.disputeOutcome ?? outcome,
  }
}

/** Returns why a paid intent must be refunded whatever the deals say, or null. */
export const getIntentRefundReason = (
  payment: Payment,
  intent: Intent,
  { bike, buyer }: { bike: PurchaseItem['bike']; buyer: { removedAt: Date | null } },
): NonNullable<Payment['refundReason']> | null => {
  if (!matchesPayment(payment, intent)) return 'mismatch'
  const reversalReason = getReversalReason(intent)
  if (reversalReason) return reversalReason
  // A bike that was hidden meanwhile is still theirs: who had begun to pay may finish.
  const obstacle = findBikeObstacle(bike)
  if (obstacle !== null && obstacle !== 'bike_hidden') return obstacle
  if (buyer.removedAt) return 'buyer_removed'
  if (payment.state === 'canceled') return 'hold_released'
  return null
}

/** The ApiError for a payment that is not a sale (yet), or null if it is one. */
export const getPaymentError = (payment: Payment): ApiError | null => {
  if (payment.state === 'succeeded') return null
  if (payment.refundReason) return new ApiError('payment_refunded', { reason: `refund_${payment.refundReason}` })
  return new ApiError('payment_unfinished')
}
