// Money given back, and the charges it came from.
import { answerOnly, found, listFields, pageOf, unixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { refuseUnknownFields, requiredText, textOf } from '#sandbox/cards/form-body.ts'
import type { Form } from '#sandbox/cards/form-body.ts'
import { metadataOf, wholeNumber } from './intents.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import type { Charge, Refund } from '#sandbox/cards/schemas.ts'

const refundFields = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason']

/** Gives back the whole charge, or `amount` of it; never more than is left. */
export function createRefund({ account, form }: Call): Outcome {
  refuseUnknownFields(form, refundFields)
  const charge = chargeToRefund(account, form)
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  const asked = textOf(form, 'amount')
  const amount = asked === undefined ? left : wholeNumber(asked, 'amount')
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' })
  }
  return giveBack(account, { form, charge, amount })
}

export function retrieveRefund({ account, id }: Call): Outcome {
  return answerOnly(found(account.ledger.refunds, { kind: 'refund', id, param: 'id' }))
}

export function listRefunds({ account, form }: Call): Outcome {
  refuseUnknownFields(form, [...listFields, 'payment_intent'])
  const ofIntent = form.get('payment_intent')
  const refunds = [...account.ledger.refunds.values()]
  const asked = refunds.filter((refund) => ofIntent === undefined || refund.payment_intent === ofIntent)
  return answerOnly(pageOf(form, '/v1/refunds', asked))
}

export function retrieveCharge({ account, id }: Call): Outcome {
  return answerOnly(found(account.ledger.charges, { kind: 'charge', id, param: 'id' }))
}

function chargeToRefund({ ledger }: Account, form: Form): Charge {
  const intentId = textOf(form, 'payment_intent')
  if (intentId === undefined) {
    return found(ledger.charges, { kind: 'charge', id: requiredText(form, 'charge'), param: 'charge' })
  }
  const intent = found(ledger.intents, { kind: 'payment_intent', id: intentId, param: 'payment_intent' })
  const charge = intent.status === 'succeeded' ? ledger.charges.get(intent.latest_charge ?? '') : undefined
  if (charge) return charge
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  throw invalidRequest(message, { param: 'payment_intent' })
}

function giveBack(account: Account, { form, charge, amount }: { form: Form; charge: Charge; amount: number }): Outcome {
  const refund: Refund = {
    id: account.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: unixSeconds(account.now()),
    currency: charge.currency,
    metadata: metadataOf(form),
    payment_intent: charge.payment_intent,
    reason: textOf(form, 'reason') ?? null,
    status: 'succeeded',
  }
  const refundedTotal = charge.amount_refunded + amount
  const lighter = { ...charge, amount_refunded: refundedTotal, refunded: refundedTotal === charge.amount_captured }
  return {
    status: 200,
    body: refund,
    changes: [
      { kind: 'refund', value: refund },
      { kind: 'charge', value: lighter },
    ],
    news: [
      { type: 'refund.created', object: refund },
      { type: 'charge.refunded', object: lighter },
    ],
  }
}
