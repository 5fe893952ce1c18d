// Payment intents: created, read, listed, cancelled. Confirming one is in confirm.ts.
import type { z } from 'zod'
import { toReadOutcome, findOrThrow, listFields, toListPage, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { getNestedFields, assertKnownFields, requireText, getText } from '#sandbox/cards/form-body.ts'
import type { Form } from '#sandbox/cards/form-body.ts'
import { invalidRequest, missingParameter, unexpectedState } from '#sandbox/cards/errors.ts'
import { Intent } from '#sandbox/cards/schemas.ts'

// Stripe accepts at most eight digits of the smallest unit (poisha).
const maxAmount = 99_999_999
const currencies = ['bdt', 'usd']

const createFields = [
  'amount',
  'automatic_payment_methods',
  'currency',
  'description',
  'expand',
  'metadata',
  'allowed_payment_method_types',
  'receipt_email',
]

export function createIntent({ account, form }: Call): Outcome {
  assertKnownFields(form, createFields)
  const intent = toNewIntent(account, form)
  return { status: 200, body: intent, changes: [{ kind: 'intent', value: intent }], events: [] }
}

export function retrieveIntent(call: Call): Outcome {
  return toReadOutcome(getIntent(call))
}

export function listIntents({ account, form }: Call): Outcome {
  assertKnownFields(form, listFields)
  return toReadOutcome(toListPage(form, '/v1/payment_intents', [...account.ledger.intents.values()]))
}

export function cancelIntent(call: Call): Outcome {
  assertKnownFields(call.form, ['cancellation_reason', 'expand'])
  const intent = getIntent(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
        'one of the following statuses may be canceled: requires_payment_method, requires_capture, ' +
        'requires_confirmation, requires_action, processing.',
      intent,
    )
  }
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: toUnixSeconds(call.account.now()),
    cancellation_reason: getText(call.form, 'cancellation_reason') ?? null,
    next_action: null,
  }
  return {
    status: 200,
    body: canceled,
    changes: [{ kind: 'intent', value: canceled }],
    events: [{ type: 'payment_intent.canceled', object: canceled }],
  }
}

/** Finds the intent of the path. The publishable key also needs its client secret. */
export function getIntent({ account, form, id, key }: Call): Intent {
  const intent = findOrThrow(account.ledger.intents, { kind: 'payment_intent', id, param: 'intent' })
  if (key === 'secret') return intent
  const clientSecret = form.get('client_secret')
  if (clientSecret === undefined) throw missingParameter('client_secret')
  if (clientSecret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

const secretFields = ['amount_received', 'latest_charge', 'metadata']

/** Returns the fields of an intent that the publishable key may read: no metadata and no charge. */
export function toPublicIntent(intent: Intent): object {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !secretFields.includes(name)))
}

function toNewIntent(account: Account, form: Form): Intent {
  const id = account.createId('pi')
  const types = Object.values(getNestedFields(form, 'allowed_payment_method_types'))
  return Intent.parse({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types.length === 0 ? null : types,
    amount: parseAmount(form),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: types.length === 0 ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${account.createId('pi').slice('pi_'.length)}`,
    confirmation_method: 'automatic',
    created: toUnixSeconds(account.now()),
    currency: parseCurrency(form),
    description: getText(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: parseMetadata(form),
    next_action: null,
    payment_method: null,
    payment_method_types: types.length === 0 ? ['card'] : types,
    receipt_email: getText(form, 'receipt_email') ?? null,
    status: 'requires_payment_method',
  } satisfies z.input<typeof Intent>)
}

function parseAmount(form: Form): number {
  const amount = parseWholeNumber(requireText(form, 'amount'), 'amount')
  if (amount > maxAmount) {
    const message = 'Amount must be no more than ৳999,999.99'
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
  return amount
}

/** Parses a whole number of at least 1. */
export function parseWholeNumber(text: string, param: string): number {
  const code = 'parameter_invalid_integer'
  if (!/^-?\d+$/.test(text)) throw invalidRequest(`Invalid integer: ${text}`, { code, param })
  if (Number(text) < 1) throw invalidRequest('This value must be greater than or equal to 1.', { code, param })
  return Number(text)
}

/** Parses one of the currencies that the sandbox has. */
export function parseCurrency(form: Form): string {
  const currency = requireText(form, 'currency').toLowerCase()
  if (currencies.includes(currency)) return currency
  const message = `Invalid currency: ${currency}. The card sandbox supports these currencies: ${currencies.join(', ')}`
  throw invalidRequest(message, { param: 'currency' })
}

/** Metadata has up to 50 keys of up to 40 characters, with values of up to 500. An empty value removes a key. */
export function parseMetadata(form: Form): Record<string, string> {
  const entries = Object.entries(getNestedFields(form, 'metadata')).filter(([, value]) => value !== '')
  if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param: 'metadata' })
  for (const [key, value] of entries) {
    if (key.length > 40 || value.length > 500) {
      const message = 'Metadata keys can have up to 40 characters, and values up to 500.'
      throw invalidRequest(message, { param: `metadata[${key}]` })
    }
  }
  return Object.fromEntries(entries)
}
