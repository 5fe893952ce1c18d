// The moment of payment: a card is charged, declined, or asked for 3-D Secure first.
import type { z } from 'zod'
import { toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { assertKnownFields, getText } from '#sandbox/cards/form-body.ts'
import { createBalanceTransaction, getChargeFee } from './balance.ts'
import { getIntent } from './intents.ts'
import { resolveCard, parseCard } from './payment-methods.ts'
import type { ResolvedCard } from './payment-methods.ts'
import { invalidRequest, unexpectedState } from '#sandbox/cards/errors.ts'
import { createDispute } from './disputes.ts'
import { Charge } from '#sandbox/cards/schemas.ts'
import type { ErrorBody, Intent } from '#sandbox/cards/schemas.ts'
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
  assertKnownFields(call.form, confirmFields)
  const intent = getIntent(call)
  assertPayable(intent)
  const resolvedCard = getCardToCharge(call)
  const outcome = resolvedCard.card.requires3dSecure
    ? require3dSecure(intent, resolvedCard)
    : chargeCard(call.account, intent, resolvedCard)
  return { ...outcome, changes: [...resolvedCard.changes, ...outcome.changes] }
}

/** The browser gives up a 3-D Secure challenge, as Stripe's script does when its window is closed. */
export function cancelAuthentication(call: Call): Outcome {
  return answerChallenge(call.account, getIntent(call), 'fail')
}

/** Applies the buyer's answer on the challenge page. Refuses an intent that does not wait for one. */
export function answerChallenge(account: Account, intent: Intent, answer: 'complete' | 'fail'): Outcome {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status} and waits for no authentication.`,
      intent,
    )
  }
  const resolvedCard = resolveCard(account, intent.payment_method)
  if (answer === 'complete') return chargeCard(account, { ...intent, next_action: null }, resolvedCard)
  return toFailedOutcome(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      'PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: resolvedCard.method,
  })
}

function assertPayable(intent: Intent) {
  const prefix = 'You cannot confirm this PaymentIntent because it has'
  if (intent.status === 'succeeded') {
    throw unexpectedState(`${prefix} already succeeded after being previously confirmed.`, intent)
  }
  if (intent.status === 'canceled') {
    throw unexpectedState(
      `${prefix} a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: ` +
        'requires_payment_method, requires_confirmation, requires_action.',
      intent,
    )
  }
}

function getCardToCharge({ account, form }: Call): ResolvedCard {
  const id = getText(form, 'payment_method')
  if (id !== undefined) return resolveCard(account, id)
  if (form.has('payment_method_data[type]')) return parseCard(account, form, 'payment_method_data')
  throw invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
    { code: 'payment_intent_unexpected_state' },
  )
}

function require3dSecure(intent: Intent, { method }: ResolvedCard): Outcome {
  const query = new URLSearchParams({ payment_intent: intent.id, client_secret: intent.client_secret })
  const waiting: Intent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      // A path: the browser script resolves it against its own origin.
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/sandbox/challenge?${query}` },
    },
    payment_method: method.id,
  }
  return { status: 200, body: waiting, changes: [{ kind: 'intent', value: waiting }], events: [] }
}

function chargeCard(account: Account, intent: Intent, resolvedCard: ResolvedCard): Outcome {
  const { decline } = resolvedCard.card
  const unsettled = createCharge(account, intent, resolvedCard)
  if (decline) return toDeclinedOutcome(intent, { resolvedCard, decline, charge: unsettled })
  const payment = createBalanceTransaction(account, {
    type: 'charge',
    reportingCategory: 'charge',
    amount: intent.amount,
    fee: getChargeFee(intent.amount),
    currency: intent.currency,
    source: unsettled.id,
  })
  const charge: Charge = { ...unsettled, balance_transaction: payment.id }
  const paid: Intent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: resolvedCard.method.id,
  }
  // As at Stripe, the test card for disputes is disputed right after the payment.
  const dispute = charge.disputed ? createDispute(account, charge) : undefined
  return {
    status: 200,
    body: paid,
    changes: [
      { kind: 'charge', value: charge },
      { kind: 'intent', value: paid },
      { kind: 'balance', value: payment },
      ...(dispute?.changes ?? []),
    ],
    events: [{ type: 'payment_intent.succeeded', object: paid }, ...(dispute?.events ?? [])],
  }
}

function toDeclinedOutcome(
  intent: Intent,
  attempt: { resolvedCard: ResolvedCard; decline: Decline; charge: Charge },
): Outcome {
  const { resolvedCard, decline, charge } = attempt
  const outcome = toFailedOutcome(
    { ...intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      charge: charge.id,
      doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
      payment_method: resolvedCard.method,
    },
  )
  return { ...outcome, changes: [{ kind: 'charge', value: charge }, ...outcome.changes] }
}

/** After a failed attempt the intent waits for another card; the response is the error, which contains the intent. */
function toFailedOutcome(intent: Intent, errorBody: ErrorBody): Outcome {
  const waiting: Intent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: errorBody,
    next_action: null,
    payment_method: null,
  }
  return {
    status: 402,
    body: { error: { ...errorBody, payment_intent: waiting } },
    changes: [{ kind: 'intent', value: waiting }],
    events: [{ type: 'payment_intent.payment_failed', object: waiting }],
  }
}

// A card that asks for 3-D Secure is charged only after the buyer passed it.
const authentication = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  result: 'authenticated',
  transaction_id: '4d3c2b1a-0000-4000-8000-000000000001',
  version: '2.2.0',
} as const

function createCharge(account: Account, intent: Intent, { method, card }: ResolvedCard): Charge {
  const isPaid = card.decline === null
  return Charge.parse({
    id: account.createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: isPaid,
    created: toUnixSeconds(account.now()),
    currency: intent.currency,
    description: intent.description,
    disputed: card.isDisputed,
    failure_code: card.decline?.code ?? null,
    failure_message: card.decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: toOutcome(card.decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        ...method.card,
        amount_authorized: isPaid ? intent.amount : null,
        network: card.brand,
        three_d_secure: card.requires3dSecure ? authentication : null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  } satisfies z.input<typeof Charge>)
}

/** What the buyer's bank said of the charge. */
function toOutcome(decline: Decline | null): z.input<typeof Charge>['outcome'] {
  return decline === null
    ? { network_status: 'approved_by_network', reason: null, seller_message: 'Payment complete.', type: 'authorized' }
    : {
        network_status: 'declined_by_network',
        reason: decline.declineCode,
        seller_message: 'The bank declined the payment.',
        type: 'issuer_declined',
      }
}
