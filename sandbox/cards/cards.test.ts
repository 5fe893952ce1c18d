// Payments, 3-D Secure and refunds over HTTP with Stripe's SDK, as the app calls them.
import { readFile } from 'node:fs/promises'
import { Stripe } from 'stripe'
import { afterEach, assert, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIntent, getError, getReceivedEvents, requestFromBrowser, createHarness, pay } from './test-harness.ts'
import type { Harness } from './test-harness.ts'

let harness: Harness

beforeEach(async () => {
  harness = await createHarness()
})

afterEach(async () => {
  await harness.close()
})

/** Waits for this many events of the type and returns them. */
async function waitForEvents(harness: Harness, type: Stripe.Event['type'], count = 1) {
  await vi.waitFor(() => expect(getReceivedEvents(harness, type)).toHaveLength(count), 60_000)
  return getReceivedEvents(harness, type)
}

function createCardParams(number: string) {
  return { type: 'card', card: { number, exp_month: 12, exp_year: 2040, cvc: '123' } } as const
}

describe('a payment', () => {
  test('an intent is created, confirmed with a test card and succeeds', async () => {
    const created = await createIntent(harness)
    expect(created).toMatchObject({ amount: 15_000_000, currency: 'bdt', status: 'requires_payment_method' })
    expect(created.lastResponse.requestId).toMatch(/^req_/)

    await harness.stripe().paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' })

    const read = await harness.stripe().paymentIntents.retrieve(created.id, { expand: ['latest_charge'] })
    expect(read).toMatchObject({ status: 'succeeded', amount_received: 15_000_000, metadata: { bikeId: 'fzs' } })
    expect(read.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: created.id })
  })

  test('the browser pays with the publishable key and the client secret, and never gets the metadata', async () => {
    const { id, client_secret } = await createIntent(harness)
    const answer = await requestFromBrowser(harness, `/v1/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': 'karim@example.com',
    })
    const intent = await answer.json()
    expect(intent).toMatchObject({ id, status: 'succeeded' })
    expect(intent).not.toHaveProperty('metadata')
    const paid = await harness.stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid.latest_charge).toMatchObject({ billing_details: { email: 'karim@example.com' } })
    expect(await readFile(harness.stateFile, 'utf8')).not.toContain('"cvc"')
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('card %s is declined as %s (%s)', async (number, code, decline_code, message) => {
    const { id } = await createIntent(harness)
    const method = await harness.stripe().paymentMethods.create(createCardParams(number))
    const error = await getError(harness.stripe().paymentIntents.confirm(id, { payment_method: method.id }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code, message })
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
    // The same intent can be paid with another card.
    await harness.stripe().paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
    expect((await harness.stripe().paymentIntents.retrieve(id)).last_payment_error).toBeNull()
  })

  test.each(['4242424242424242', '5555555555554444', '378282246310005', '4000056655665556'])(
    'card %s pays',
    async (number) => {
      const method = await harness.stripe().paymentMethods.create(createCardParams(number))
      expect((await pay(harness, method.id)).status).toBe('succeeded')
    },
  )

  test('an invalid number and a card that is no test card are refused and not stored', async () => {
    const wrong = await getError(harness.stripe().paymentMethods.create(createCardParams('4242424242424241')))
    expect(wrong).toMatchObject({ code: 'incorrect_number', message: 'Your card number is incorrect.' })
    const real = await getError(harness.stripe().paymentMethods.create(createCardParams('4111111111111111')))
    expect(real).toMatchObject({ code: 'card_declined', statusCode: 402 })
    expect(await readFile(harness.stateFile, 'utf8')).toBe('')
  })

  test('an expiry in the past is refused', async () => {
    const past = { type: 'card', card: { number: '4242424242424242', exp_month: 1, exp_year: 2020 } } as const
    expect(await getError(harness.stripe().paymentMethods.create(past))).toMatchObject({ code: 'invalid_expiry_year' })
  })

  test('a paid intent can be neither paid again nor cancelled', async () => {
    const { id } = await pay(harness)
    const again = await getError(harness.stripe().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))
    const cancel = await getError(harness.stripe().paymentIntents.cancel(id))
    for (const error of [again, cancel]) {
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
      expect(error.payment_intent).toMatchObject({ id, status: 'succeeded' })
    }
  })

  test('a cancelled intent can be neither paid nor cancelled again', async () => {
    const { id } = await createIntent(harness)
    expect(await harness.stripe().paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' })
    const code = 'payment_intent_unexpected_state'
    expect(await getError(harness.stripe().paymentIntents.cancel(id))).toMatchObject({ code })
    expect(
      await getError(harness.stripe().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code,
    })
  })

  test('the pages of the list contain every intent once, newest first', async () => {
    const createdIds = []
    for (let n = 0; n < 5; n += 1) createdIds.unshift((await createIntent(harness)).id)
    const first = await harness.stripe().paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ id: createdIds[0] }, { id: createdIds[1] }] })
    const recent = await harness.stripe().paymentIntents.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })
    expect(recent.data).toEqual([])
    const after = await harness.stripe().paymentIntents.list({ starting_after: createdIds[4] })
    expect(after).toMatchObject({ has_more: false, data: [] })
    const all = await harness.stripe().paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(createdIds)
  })
})

async function payWithChallenge(method: string) {
  const intent = await pay(harness, method)
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  return intent
}

function submitChallenge(intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail') {
  const client_secret = intent.client_secret ?? ''
  return requestFromBrowser(harness, '/sandbox/challenge', { payment_intent: intent.id, client_secret, outcome })
}

describe('3-D Secure', () => {
  test('the payment succeeds once the buyer completes the challenge', async () => {
    const intent = await payWithChallenge('pm_card_authenticationRequired')
    const page = await requestFromBrowser(
      harness,
      `/sandbox/challenge?payment_intent=${intent.id}&client_secret=${intent.client_secret}`,
    )
    expect(await page.text()).toContain('3D Secure 2 Test Page')
    await submitChallenge(intent, 'complete')
    expect((await harness.stripe().paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    await waitForEvents(harness, 'payment_intent.succeeded')
    // A second answer, from a stale window, changes nothing.
    expect((await submitChallenge(intent, 'fail')).status).toBe(400)
    expect((await harness.stripe().paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  test('a failed challenge leaves the intent unpaid', async () => {
    const intent = await payWithChallenge('pm_card_threeDSecure2Required')
    await submitChallenge(intent, 'fail')
    expect(await harness.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    await waitForEvents(harness, 'payment_intent.payment_failed')
  })

  test('a card may be declined after its challenge was completed', async () => {
    const intent = await payWithChallenge('pm_card_threeDSecureRequiredChargeDeclined')
    await submitChallenge(intent, 'complete')
    expect(await harness.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
  })

  test('the challenge cannot be answered without the client secret', async () => {
    const intent = await payWithChallenge('pm_card_authenticationRequired')
    expect((await submitChallenge({ ...intent, client_secret: `${intent.id}_secret_guess` }, 'complete')).status).toBe(
      400,
    )
    expect((await harness.stripe().paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  })
})

function getChargeId({ charge }: Stripe.Refund): string {
  assert(typeof charge === 'string')
  return charge
}

describe('refunds', () => {
  test('a refund returns the whole charge, once, and sends an event', async () => {
    const { id } = await pay(harness)
    const refund = await harness.stripe().refunds.create({ payment_intent: id })
    expect(refund).toMatchObject({ amount: 15_000_000, status: 'succeeded', payment_intent: id })
    expect(await harness.stripe().charges.retrieve(getChargeId(refund))).toMatchObject({
      amount_refunded: 15_000_000,
      refunded: true,
    })
    expect((await harness.stripe().refunds.retrieve(refund.id)).id).toBe(refund.id)
    const again = await getError(harness.stripe().refunds.create({ payment_intent: id }))
    expect(again).toMatchObject({ code: 'charge_already_refunded' })
    expect(await waitForEvents(harness, 'charge.refunded')).toHaveLength(1)
  })

  test('the same key refunds once', async () => {
    const { id } = await pay(harness)
    const options = { idempotencyKey: `refund-${id}` }
    const first = await harness.stripe().refunds.create({ payment_intent: id, amount: 5_000_000 }, options)
    const second = await harness.stripe().refunds.create({ payment_intent: id, amount: 5_000_000 }, options)
    expect(second.id).toBe(first.id)
    expect(await harness.stripe().refunds.list({ payment_intent: id })).toMatchObject({ data: [{ id: first.id }] })
    expect(await harness.stripe().charges.retrieve(getChargeId(first))).toMatchObject({ amount_refunded: 5_000_000 })
  })

  test('an unpaid intent has nothing to refund', async () => {
    const { id } = await createIntent(harness)
    expect(await getError(harness.stripe().refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
  })
})
