// The moment of payment: a card is charged, declined, or asked for 3-D Secure first.
import { unixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { refuseUnknownFields, textOf } from '#sandbox/cards/form-body.ts'
import { intentOf } from './intents.ts'
import { cardOfId, typedCard } from './payment-methods.ts'
import type { KnownCard } from './payment-methods.ts'
import { invalidRequest, unexpectedState } from '#sandbox/cards/errors.ts'
import { disputeOf } from './disputes.ts'
import type { Charge, Failure, Intent } from '#sandbox/cards/schemas.ts'
import type { Decline } from './test-cards.ts'

const confirmFields = [
  'client_secret',
  'expand',
  'key',
  'payment_method',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
]

export function confirmIntent(call: Call): Outcome {
  refuseUnknownFields(call.form, confirmFields)
  const intent = intentOf(call)
  refuseUnlessPayable(intent)
  const known = cardToCharge(call)
  const outcome = known.card.asksFor3dSecure ? askFor3dSecure(intent, known) : charge(call.account, intent, known)
  return { ...outcome, changes: [...known.changes, ...outcome.changes] }
}

/** The browser gives up a 3-D Secure challenge, as Stripe's script does when its window is closed. */
export function cancelAuthentication(call: Call): Outcome {
  return answerChallenge(call.account, intentOf(call), 'fail')
}

/** What the buyer pressed on the challenge page. Refuses an intent that is not waiting for it. */
export function answerChallenge(account: Account, intent: Intent, answer: 'complete' | 'fail'): Outcome {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status} and waits for no authentication.`,
      intent,
    )
  }
  const known = cardOfId(account, intent.payment_method)
  if (answer === 'complete') return charge(account, { ...intent, next_action: null }, known)
  return failed(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      'PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: known.method,
  })
}

function refuseUnlessPayable(intent: Intent) {
  const begin = 'You cannot confirm this PaymentIntent because it has'
  if (intent.status === 'succeeded') {
    throw unexpectedState(`${begin} already succeeded after being previously confirmed.`, intent)
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      `${begin} a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: ` +
        'requires_payment_method, requires_confirmation, requires_action.',
      intent,
    )
  }
}

function cardToCharge({ account, form }: Call): KnownCard {
  const id = textOf(form, 'payment_method')
  if (id !== undefined) return cardOfId(account, id)
  if (form.has('payment_method_data[type]')) return typedCard(account, form, 'payment_method_data')
  throw invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
    { code: 'payment_intent_unexpected_state' },
  )
}

function askFor3dSecure(intent: Intent, { method }: KnownCard): Outcome {
  const page = new URLSearchParams({ payment_intent: intent.id, client_secret: intent.client_secret })
  const waiting: Intent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      // A path: the browser's script completes it with the address that it was itself loaded from.
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/sandbox/challenge?${page}` },
    },
    payment_method: method.id,
  }
  return { status: 200, body: waiting, changes: [{ kind: 'intent', value: waiting }], news: [] }
}

function charge(account: Account, intent: Intent, known: KnownCard): Outcome {
  const made = newCharge(account, intent, known)
  const { decline } = known.card
  if (decline) return declined(intent, { known, decline, made })
  const paid: Intent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    payment_method: known.method.id,
  }
  // Stripe's sandbox card for it is disputed as soon as it has paid, and so is ours.
  const disputes = made.disputed ? [disputeOf(account, made)] : []
  return {
    status: 200,
    body: paid,
    changes: [
      { kind: 'charge', value: made },
      { kind: 'intent', value: paid },
      ...disputes.map((value) => ({ kind: 'dispute' as const, value })),
    ],
    news: [
      { type: 'payment_intent.succeeded', object: paid },
      ...disputes.map((object) => ({ type: 'charge.dispute.created' as const, object })),
    ],
  }
}

function declined(intent: Intent, story: { known: KnownCard; decline: Decline; made: Charge }): Outcome {
  const { known, decline, made } = story
  const outcome = failed(
    { ...intent, latest_charge: made.id },
    {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      charge: made.id,
      doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
      payment_method: known.method,
    },
  )
  return { ...outcome, changes: [{ kind: 'charge', value: made }, ...outcome.changes] }
}

/** The attempt failed, so the intent waits for another card; the answer is the error with the intent inside. */
function failed(intent: Intent, failure: Failure): Outcome {
  const waiting: Intent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: failure,
    next_action: null,
    payment_method: null,
  }
  return {
    status: 402,
    body: { error: { ...failure, payment_intent: waiting } },
    changes: [{ kind: 'intent', value: waiting }],
    news: [{ type: 'payment_intent.payment_failed', object: waiting }],
  }
}

function newCharge(account: Account, intent: Intent, { method, card }: KnownCard): Charge {
  const isPaid = card.decline === null
  return {
    id: account.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: isPaid,
    created: unixSeconds(account.now()),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: card.isDisputed,
    failure_code: card.decline?.code ?? null,
    failure_message: card.decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: method.card, type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  }
}
