// Disputes (chargebacks): opening, closing and listing them.
import type { z } from 'zod'
import { toReadOutcome, findOrThrow, listFields, toListPage, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { assertKnownFields } from '#sandbox/cards/form-body.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import { Dispute } from '#sandbox/cards/schemas.ts'
import type { Charge } from '#sandbox/cards/schemas.ts'
import { createBalanceTransaction, disputeFeePoisha } from './balance.ts'

/** Creates a dispute of the whole charge: the bank takes the money back at once, and Stripe takes its fee. */
export function createDispute(account: Account, { id, amount, currency, payment_intent }: Charge): Outcome {
  const disputeId = `du_${account.createId('ch').slice('ch_'.length)}`
  const withdrawal = createBalanceTransaction(account, {
    type: 'adjustment',
    reportingCategory: 'dispute',
    amount: -amount,
    fee: disputeFeePoisha,
    currency,
    source: disputeId,
    description: `Chargeback withdrawal for ${id}`,
  })
  const dispute = Dispute.parse({
    id: disputeId,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawal],
    charge: id,
    created: toUnixSeconds(account.now()),
    currency,
    livemode: false,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies z.input<typeof Dispute>)
  return {
    status: 200,
    body: dispute,
    changes: [
      { kind: 'dispute', value: dispute },
      { kind: 'balance', value: withdrawal },
    ],
    events: [{ type: 'charge.dispute.created', object: dispute }],
  }
}

export function listDisputes({ account, form }: Call): Outcome {
  assertKnownFields(form, [...listFields, 'payment_intent'])
  const intentId = form.get('payment_intent')
  const disputes = [...account.ledger.disputes.values()]
  const matching = disputes.filter((dispute) => intentId === undefined || dispute.payment_intent === intentId)
  return toReadOutcome(toListPage(form, '/v1/disputes', matching))
}

/** Disputes the charge of a paid intent, as the buyer's bank does. */
export function openDispute(account: Account, intentId: string): Outcome {
  const charge = getPaidCharge(account, intentId)
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`)
  const dispute = createDispute(account, charge)
  return { ...dispute, changes: [{ kind: 'charge', value: { ...charge, disputed: true } }, ...dispute.changes] }
}

/** Closes a dispute; a won one brings the money back, but not the fee. A lost dispute is no refund: `amount_refunded` of the charge stays the same. */
export function closeDispute(account: Account, intentId: string, status: 'won' | 'lost'): Outcome {
  const openedDispute = [...account.ledger.disputes.values()].find(
    (dispute) => dispute.payment_intent === intentId && dispute.status === 'needs_response',
  )
  if (!openedDispute) throw invalidRequest(`The PaymentIntent ${intentId} has no dispute to close.`)
  const { id, amount, charge, currency, balance_transactions: earlier } = openedDispute
  const reversals =
    status === 'won'
      ? [
          createBalanceTransaction(account, {
            type: 'adjustment',
            reportingCategory: 'dispute_reversal',
            amount,
            currency,
            source: id,
            description: `Chargeback reversal for ${charge}`,
          }),
        ]
      : []
  const closed: Dispute = { ...openedDispute, balance_transactions: [...earlier, ...reversals], status }
  return {
    status: 200,
    body: closed,
    changes: [{ kind: 'dispute', value: closed }, ...reversals.map((value) => ({ kind: 'balance' as const, value }))],
    events: [{ type: 'charge.dispute.closed', object: closed }],
  }
}

function getPaidCharge({ ledger }: Account, intentId: string): Charge {
  const intent = findOrThrow(ledger.intents, { kind: 'payment_intent', id: intentId, param: 'payment_intent' })
  const charge = intent.status === 'succeeded' ? ledger.charges.get(intent.latest_charge ?? '') : undefined
  if (!charge) throw invalidRequest(`The PaymentIntent ${intentId} has no charge to dispute.`)
  return charge
}
