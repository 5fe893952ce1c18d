// A buyer's bank asks for the money of a charge: how it begins, how it ends, and how the shop looks at it.
import { answerOnly, found, listFields, pageOf, unixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { refuseUnknownFields } from '#sandbox/cards/form-body.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import type { Charge, Dispute } from '#sandbox/cards/schemas.ts'

/** A dispute of the whole charge. */
export function disputeOf(account: Account, { id, amount, currency, payment_intent }: Charge): Dispute {
  return {
    id: `du_${account.newId('ch').slice('ch_'.length)}`,
    object: 'dispute',
    amount,
    charge: id,
    created: unixSeconds(account.now()),
    currency,
    livemode: false,
    metadata: {},
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

export function listDisputes({ account, form }: Call): Outcome {
  refuseUnknownFields(form, [...listFields, 'payment_intent'])
  const ofIntent = form.get('payment_intent')
  const disputes = [...account.ledger.disputes.values()]
  const asked = disputes.filter((dispute) => ofIntent === undefined || dispute.payment_intent === ofIntent)
  return answerOnly(pageOf(form, '/v1/disputes', asked))
}

/** What a bank does: it disputes the charge of an intent that was paid. */
export function openDispute(account: Account, intentId: string): Outcome {
  const charge = chargeOf(account, intentId)
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`)
  const dispute = disputeOf(account, charge)
  return {
    status: 200,
    body: dispute,
    changes: [
      { kind: 'charge', value: { ...charge, disputed: true } },
      { kind: 'dispute', value: dispute },
    ],
    news: [{ type: 'charge.dispute.created', object: dispute }],
  }
}

/** What the bank decides in the end. Money of a lost dispute is gone, and is no refund: the charge counts none. */
export function closeDispute(account: Account, intentId: string, status: 'won' | 'lost'): Outcome {
  const open = [...account.ledger.disputes.values()].find(
    (dispute) => dispute.payment_intent === intentId && dispute.status === 'needs_response',
  )
  if (!open) throw invalidRequest(`The PaymentIntent ${intentId} has no dispute to close.`)
  const closed: Dispute = { ...open, status }
  return {
    status: 200,
    body: closed,
    changes: [{ kind: 'dispute', value: closed }],
    news: [{ type: 'charge.dispute.closed', object: closed }],
  }
}

function chargeOf({ ledger }: Account, intentId: string): Charge {
  const intent = found(ledger.intents, { kind: 'payment_intent', id: intentId, param: 'payment_intent' })
  const charge = intent.status === 'succeeded' ? ledger.charges.get(intent.latest_charge ?? '') : undefined
  if (!charge) throw invalidRequest(`The PaymentIntent ${intentId} has no charge to dispute.`)
  return charge
}
