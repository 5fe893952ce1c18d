// Payment methods. The sandbox stores which test card it is, never the number that was typed.
import type { z } from 'zod'
import { toReadOutcome, findOrThrow, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { assertKnownFields, requireText, getText } from '#sandbox/cards/form-body.ts'
import type { Form } from '#sandbox/cards/form-body.ts'
import { cardError, invalidRequest } from '#sandbox/cards/errors.ts'
import { PaymentMethod } from '#sandbox/cards/schemas.ts'
import type { Change } from '#sandbox/cards/schemas.ts'
import { findCardByAlias, findCardByNumber, hasValidCheckDigit } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

export type ResolvedCard = { method: PaymentMethod; card: TestCard; changes: Change[] }

export function createPaymentMethod({ account, form }: Call): Outcome {
  assertKnownFields(form, ['type', 'card', 'billing_details', 'metadata', 'expand', 'allow_redisplay'])
  if (requireText(form, 'type') !== 'card') {
    throw invalidRequest('The card sandbox knows no other type than card.', { param: 'type' })
  }
  const { method, changes } = parseCard(account, form, '')
  return { status: 200, body: method, changes, events: [] }
}

export function retrievePaymentMethod({ account, id }: Call): Outcome {
  return toReadOutcome(
    findOrThrow(account.ledger.methods, { kind: 'PaymentMethod', id, param: 'payment_method' }).value,
  )
}

/**
 * Parses a card from `card[number]` and its sibling fields, under `prefix` when they are inside another field.
 * Refuses invalid numbers and cards that are not test cards, as Stripe's API does.
 */
export function parseCard(account: Account, form: Form, prefix: '' | 'payment_method_data'): ResolvedCard {
  const toFieldName = (name: string) => (prefix === '' ? name : `${prefix}${name.replace(/^[^[]+/, '[$&]')}`)
  const number = requireText(form, toFieldName('card[number]')).replaceAll(/[\s-]/g, '')
  const expires = parseExpiry(account, form, toFieldName)
  const card = getTestCard(number)
  assertSecurityCode(getText(form, toFieldName('card[cvc]')), card)
  const email = getText(form, toFieldName('billing_details[email]')) ?? null
  const name = getText(form, toFieldName('billing_details[name]')) ?? null
  const phone = getText(form, toFieldName('billing_details[phone]')) ?? null
  return createMethod(account, card, { expires, billing: { email, name, phone } })
}

/** Finds a payment method by id: one created before, or a predefined one such as `pm_card_visa`. */
export function resolveCard(account: Account, id: string): ResolvedCard {
  const alias = findCardByAlias(id)
  if (alias) {
    const year = account.now().getUTCFullYear() + 1
    const billing = { email: null, name: null, phone: null }
    return createMethod(account, alias, { expires: { month: 12, year }, billing })
  }
  const stored = account.ledger.methods.get(id)
  const card = stored && findCardByNumber(stored.card)
  if (!stored || !card) {
    const code = 'resource_missing'
    throw invalidRequest(`No such PaymentMethod: '${id}'`, { code, param: 'payment_method' })
  }
  return { method: stored.value, card, changes: [] }
}

type CardOwnerDetails = {
  expires: { month: number; year: number }
  billing: z.input<typeof PaymentMethod>['billing_details']
}

function createMethod(account: Account, card: TestCard, { expires, billing }: CardOwnerDetails): ResolvedCard {
  const method = PaymentMethod.parse({
    id: account.createId('pm'),
    object: 'payment_method',
    billing_details: billing,
    card: {
      brand: card.brand,
      country: 'US',
      exp_month: expires.month,
      exp_year: expires.year,
      funding: card.funding,
      last4: card.number.slice(-4),
    },
    created: toUnixSeconds(account.now()),
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies z.input<typeof PaymentMethod>)
  return { method, card, changes: [{ kind: 'method', value: method, card: card.number }] }
}

function getTestCard(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const card = findCardByNumber(number)
  if (card) return card
  // It may be a real card: it is refused as in Stripe's test mode, and not stored.
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
    'For a list of valid test cards, visit: https://stripe.com/docs/testing.'
  throw cardError('card_declined', message)
}

function parseExpiry(account: Account, form: Form, toFieldName: (name: string) => string) {
  const month = Number(requireText(form, toFieldName('card[exp_month]')))
  const writtenYear = Number(requireText(form, toFieldName('card[exp_year]')))
  const year = writtenYear < 100 ? 2000 + writtenYear : writtenYear
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const thisYear = account.now().getUTCFullYear()
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (year === thisYear && month < account.now().getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  return { month, year }
}

function assertSecurityCode(cvc: string | undefined, card: TestCard) {
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== undefined && !digits.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}
