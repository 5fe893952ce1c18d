// How refunds end that the buyer's bank did not take at once.
import { toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Outcome } from '#sandbox/cards/account.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import type { Charge, Refund } from '#sandbox/cards/schemas.ts'
import { createBalanceTransaction } from './balance.ts'
import { findCardByNumber } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

// Stripe says "some time later" of its test cards; long enough to see the first status, short enough to wait for the next.
const endsAfterSeconds = 5

/** How a refund of this charge goes, by its test card. */
export function getRefundBehaviour({ ledger }: Account, charge: Charge): TestCard['refund'] {
  const stored = ledger.methods.get(charge.payment_method)
  return (stored && findCardByNumber(stored.card)?.refund) ?? 'succeeds'
}

/**
 * Ends a refund. A pending one may succeed or fail, one that succeeded may still fail; anything else is refused. A refund
 * that fails puts the money back into the balance, and the charge can be refunded again.
 */
export function endRefund(account: Account, refund: Refund, status: 'succeeded' | 'failed'): Outcome {
  if (refund.status === 'failed' || refund.status === status) {
    throw invalidRequest(`The refund ${refund.id} has a status of ${refund.status} already.`)
  }
  const charge = account.ledger.charges.get(refund.charge)
  if (!charge) throw invalidRequest(`The refund ${refund.id} has no charge.`)
  return status === 'failed' ? failRefund(account, { refund, charge }) : completeRefund(refund)
}

export function failRefund(account: Account, { refund, charge }: { refund: Refund; charge: Charge }): Outcome {
  const reversal = createBalanceTransaction(account, {
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
  })
  const { pending_reason: _, ...rest } = refund
  const failed: Refund = {
    ...rest,
    status: 'failed',
    failure_balance_transaction: reversal.id,
    failure_reason: 'expired_or_canceled_card',
  }
  const restored: Charge = { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false }
  return {
    status: 200,
    body: failed,
    changes: [
      { kind: 'refund', value: failed },
      { kind: 'charge', value: restored },
      { kind: 'balance', value: reversal },
    ],
    events: [
      { type: 'refund.updated', object: failed },
      { type: 'refund.failed', object: failed },
    ],
  }
}

function completeRefund({ pending_reason: _, ...refund }: Refund): Outcome {
  const completed: Refund = { ...refund, status: 'succeeded' }
  return {
    status: 200,
    body: completed,
    changes: [{ kind: 'refund', value: completed }],
    events: [{ type: 'refund.updated', object: completed }],
  }
}

/** The outcomes of refunds to test cards whose time has come. A refund made pending by a fault waits for the control path. */
export function endDueRefunds(account: Account): Outcome[] {
  const latest = toUnixSeconds(account.now()) - endsAfterSeconds
  return [...account.ledger.refunds.values()].flatMap((refund) => {
    const charge = refund.created <= latest ? account.ledger.charges.get(refund.charge) : undefined
    const behaviour = charge && getRefundBehaviour(account, charge)
    if (behaviour === 'ends_later' && refund.status === 'pending') return [endRefund(account, refund, 'succeeded')]
    if (behaviour === 'fails_later' && refund.status === 'succeeded') return [endRefund(account, refund, 'failed')]
    return []
  })
}
