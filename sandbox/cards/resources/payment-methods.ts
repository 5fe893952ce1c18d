// A card as the sandbox remembers it: its face and which test card it is, never the number that was typed.
import { answerOnly, found, unixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import { refuseUnknownFields, requiredText, textOf } from '#sandbox/cards/form-body.ts'
import type { Form } from '#sandbox/cards/form-body.ts'
import { cardError, invalidRequest } from '#sandbox/cards/errors.ts'
import type { Change, PaymentMethod } from '#sandbox/cards/schemas.ts'
import { cardOfAlias, cardOfNumber, passesCheckDigit } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

export type KnownCard = { method: PaymentMethod; card: TestCard; changes: Change[] }

export function createPaymentMethod({ account, form }: Call): Outcome {
  refuseUnknownFields(form, ['type', 'card', 'billing_details', 'metadata', 'expand', 'allow_redisplay'])
  if (requiredText(form, 'type') !== 'card') {
    throw invalidRequest('The card sandbox knows no other type than card.', { param: 'type' })
  }
  const { method, changes } = typedCard(account, form, '')
  return { status: 200, body: method, changes, news: [] }
}

export function retrievePaymentMethod({ account, id }: Call): Outcome {
  return answerOnly(found(account.ledger.methods, { kind: 'PaymentMethod', id, param: 'payment_method' }).value)
}

/**
 * The card of fields that a person typed, `card[number]` and so on, under `prefix` when they lie inside another field.
 * Refuses, as Stripe's API does, numbers that cannot be and cards that are not test cards.
 */
export function typedCard(account: Account, form: Form, prefix: '' | 'payment_method_data'): KnownCard {
  const field = (name: string) => (prefix === '' ? name : `${prefix}${name.replace(/^[^[]+/, '[$&]')}`)
  const number = requiredText(form, field('card[number]')).replaceAll(/[\s-]/g, '')
  const expires = expiryOf(account, form, field)
  const card = testCard(number)
  refuseOddSecurityCode(textOf(form, field('card[cvc]')), card)
  const email = textOf(form, field('billing_details[email]')) ?? null
  const name = textOf(form, field('billing_details[name]')) ?? null
  const phone = textOf(form, field('billing_details[phone]')) ?? null
  return newMethod(account, card, { expires, billing: { address: null, email, name, phone } })
}

/** The card behind an id: one made before, or one of Stripe's ready-made ones such as `pm_card_visa`. */
export function cardOfId(account: Account, id: string): KnownCard {
  const alias = cardOfAlias(id)
  if (alias) {
    const year = account.now().getUTCFullYear() + 1
    const billing = { address: null, email: null, name: null, phone: null }
    return newMethod(account, alias, { expires: { month: 12, year }, billing })
  }
  const kept = account.ledger.methods.get(id)
  const card = kept && cardOfNumber(kept.card)
  if (!kept || !card) {
    const code = 'resource_missing'
    throw invalidRequest(`No such PaymentMethod: '${id}'`, { code, param: 'payment_method' })
  }
  return { method: kept.value, card, changes: [] }
}

type Face = { expires: { month: number; year: number }; billing: PaymentMethod['billing_details'] }

function newMethod(account: Account, card: TestCard, { expires, billing }: Face): KnownCard {
  const method: PaymentMethod = {
    id: account.newId('pm'),
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
    created: unixSeconds(account.now()),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  return { method, card, changes: [{ kind: 'method', value: method, card: card.number }] }
}

function testCard(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number) || !passesCheckDigit(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const card = cardOfNumber(number)
  if (card) return card
  // Somebody may have typed a card of their own: it is refused as in Stripe's test mode, and kept nowhere.
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
    'For a list of valid test cards, visit: https://stripe.com/docs/testing.'
  throw cardError('card_declined', message)
}

function expiryOf(account: Account, form: Form, field: (name: string) => string) {
  const month = Number(requiredText(form, field('card[exp_month]')))
  const writtenYear = Number(requiredText(form, field('card[exp_year]')))
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

function refuseOddSecurityCode(cvc: string | undefined, card: TestCard) {
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== undefined && !digits.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}
