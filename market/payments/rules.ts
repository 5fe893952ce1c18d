// When money may be asked for, and what money that came means.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Intent } from './provider.ts'
import type { Payment } from './table.ts'

// design.md §5: a hold that is 15 minutes old may be taken away from a buyer who does not pay.
const maxHoldMs = 15 * 60 * 1000

/** The order or the wishlist item that somebody wants to pay for, with its bike. */
export type PurchaseItem = {
  paidAt: Date | null
  priceTaka: number
  bike: { soldAt: Date | null; withdrawnAt: Date | null }
}

/** The refusal of taking money for this, or null. Nobody pays a price they did not see. */
export const mayPay = (purchaseItem: PurchaseItem | undefined, priceSeenTaka: number): ApiError | null => {
  if (!purchaseItem) return new ApiError('not_found')
  if (purchaseItem.paidAt) return new ApiError('already_paid')
  if (purchaseItem.bike.soldAt) return new ApiError('bike_sold')
  if (purchaseItem.bike.withdrawnAt) return new ApiError('bike_withdrawn')
  if (purchaseItem.priceTaka !== priceSeenTaka)
    return new ApiError('price_changed', { salePrice: purchaseItem.priceTaka })
  return null
}

/** Whether a hold is old enough to be taken away. */
export const isStale = (hold: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - hold.createdAt.getTime() >= maxHoldMs

/** Whether the intent at the provider is the one that this payment asked for. */
const matchesPayment = (payment: Payment, intent: Intent): boolean =>
  intent.amountTaka === payment.amountTaka &&
  intent.currency === payment.currency &&
  intent.paymentId === payment.id &&
  intent.bikeId === payment.bikeId &&
  intent.buyerId === payment.buyerId

/** Why money that came is gone again without our doing, or null while it is here. */
export const getReversalReason = ({ isRefunded, dispute }: Intent): 'at_provider' | 'dispute_lost' | null => {
  if (isRefunded) return 'at_provider'
  return dispute === 'lost' ? 'dispute_lost' : null
}

type RefundState = Pick<Payment, 'refundedTaka' | 'disputedAt' | 'disputeEndedAt' | 'disputeOutcome'>

/**
 * What the provider says of the money of a sale, written beside it. It only ever grows: what was read earlier and comes
 * later undoes nothing.
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

/** Why money that came cannot buy the bike, or null when it does. */
export const getRefundReason = (
  payment: Payment,
  intent: Intent,
  { bike, buyer }: { bike: { soldAt: Date | null; withdrawnAt: Date | null }; buyer: { removedAt: Date | null } },
): NonNullable<Payment['refundReason']> | null => {
  if (!matchesPayment(payment, intent)) return 'mismatch'
  const reversalReason = getReversalReason(intent)
  if (reversalReason) return reversalReason
  if (bike.soldAt) return 'bike_sold'
  if (bike.withdrawnAt) return 'bike_withdrawn'
  if (buyer.removedAt) return 'buyer_removed'
  if (payment.state === 'canceled') return 'hold_released'
  return null
}

/** What the buyer is told of a payment that is not (yet) a sale, or null when it is one. */
export const getPaymentError = (payment: Payment): ApiError | null => {
  if (payment.state === 'succeeded') return null
  if (payment.refundReason) return new ApiError('payment_refunded', { reason: `refund_${payment.refundReason}` })
  return new ApiError('payment_unfinished')
}
