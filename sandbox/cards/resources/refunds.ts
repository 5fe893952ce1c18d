// Refunds, and the charges that they refund.
import type { z } from 'zod'
import { toReadOutcome, findOrThrow, listFields, toListPage, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { assertKnownFields, requireText, getText } from '#sandbox/cards/form-body.ts'
import type { Form } from '#sandbox/cards/form-body.ts'
import { parseMetadata, parseWholeNumber } from './intents.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import { Refund } from '#sandbox/cards/schemas.ts'
import type { Charge } from '#sandbox/cards/schemas.ts'
import { createBalanceTransaction } from './balance.ts'
import { failRefund, getRefundBehaviour } from './refund-results.ts'

const refundFields = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason']

/** Refunds the whole charge, or `amount` of it; never more than the rest. */
export function createRefund({ account, form, faults }: Call): Outcome {
  assertKnownFields(form, refundFields)
  const charge = getChargeToRefund(account, form)
  const remaining = charge.amount_captured - charge.amount_refunded
  if (remaining === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  const amountText = getText(form, 'amount')
  const amount = amountText === undefined ? remaining : parseWholeNumber(amountText, 'amount')
  if (amount > remaining) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${remaining})`
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'amount' })
  }
  return refundCharge(account, { form, charge, amount, faults })
}

export function retrieveRefund({ account, id }: Call): Outcome {
  return toReadOutcome(findOrThrow(account.ledger.refunds, { kind: 'refund', id, param: 'id' }))
}

export function listRefunds({ account, form }: Call): Outcome {
  assertKnownFields(form, [...listFields, 'payment_intent'])
  const intentId = form.get('payment_intent')
  const refunds = [...account.ledger.refunds.values()]
  const matching = refunds.filter((refund) => intentId === undefined || refund.payment_intent === intentId)
  return toReadOutcome(toListPage(form, '/v1/refunds', matching))
}

export function retrieveCharge({ account, id }: Call): Outcome {
  return toReadOutcome(findOrThrow(account.ledger.charges, { kind: 'charge', id, param: 'id' }))
}

function getChargeToRefund({ ledger }: Account, form: Form): Charge {
  const intentId = getText(form, 'payment_intent')
  if (intentId === undefined) {
    return findOrThrow(ledger.charges, { kind: 'charge', id: requireText(form, 'charge'), param: 'charge' })
  }
  const intent = findOrThrow(ledger.intents, { kind: 'payment_intent', id: intentId, param: 'payment_intent' })
  const charge = intent.status === 'succeeded' ? ledger.charges.get(intent.latest_charge ?? '') : undefined
  if (charge) return charge
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  throw invalidRequest(message, { param: 'payment_intent' })
}

type RefundInput = { form: Form; charge: Charge; amount: number; faults: Call['faults'] }

function refundCharge(account: Account, { form, charge, amount, faults }: RefundInput): Outcome {
  const id = account.createId('re')
  const withdrawal = createBalanceTransaction(account, {
    type: 'refund',
    reportingCategory: 'refund',
    amount: -amount,
    currency: charge.currency,
    source: id,
  })
  const isPending = faults.includes('refund_pending') || getRefundBehaviour(account, charge) === 'ends_later'
  const refund = Refund.parse({
    id,
    object: 'refund',
    amount,
    balance_transaction: withdrawal.id,
    charge: charge.id,
    created: toUnixSeconds(account.now()),
    currency: charge.currency,
    metadata: parseMetadata(form),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: parseReason(form),
    status: isPending ? 'pending' : 'succeeded',
    ...(isPending && { pending_reason: 'processing' as const }),
  } satisfies z.input<typeof Refund>)
  const refundedTotal = charge.amount_refunded + amount
  const updatedCharge = {
    ...charge,
    amount_refunded: refundedTotal,
    refunded: refundedTotal === charge.amount_captured,
  }
  const outcome: Outcome = {
    status: 200,
    body: refund,
    changes: [
      { kind: 'refund', value: refund },
      { kind: 'charge', value: updatedCharge },
      { kind: 'balance', value: withdrawal },
    ],
    events: [
      { type: 'refund.created', object: refund },
      { type: 'charge.refunded', object: updatedCharge },
    ],
  }
  return faults.includes('refund_failed') ? appendFailure(account, outcome, { refund, charge: updatedCharge }) : outcome
}

/** Makes a refund that has just been created fail at once. */
function appendFailure(account: Account, outcome: Outcome, created: { refund: Refund; charge: Charge }): Outcome {
  const failure = failRefund(account, created)
  return {
    ...failure,
    changes: [...outcome.changes, ...failure.changes],
    events: [...outcome.events, ...failure.events],
  }
}

function parseReason(form: Form): Refund['reason'] {
  const text = getText(form, 'reason') ?? null
  const reason = Refund.shape.reason.safeParse(text)
  if (!reason.success) throw invalidRequest(`Invalid reason: ${text}`, { param: 'reason' })
  return reason.data
}
