// The errors of the sandbox as Stripe's SDK reports them.
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCardSandbox } from './server.ts'
import {
  createIntent,
  getError,
  getReceivedEvents,
  requestFromBrowser,
  createHarness,
  publishableKey,
  secretKey,
} from './test-harness.ts'
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

describe('errors', () => {
  test('keys: a wrong one is 401, and the publishable key cannot create an intent', async () => {
    const params = { amount: 1, currency: 'bdt' }
    const wrong = await getError(harness.createSdk('sk_test_other').paymentIntents.create(params))
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    const browser = await getError(harness.createSdk(publishableKey).paymentIntents.create(params))
    expect(browser).toBeInstanceOf(Stripe.errors.StripePermissionError)
  })

  test('the publishable key reads an intent only with its client secret', async () => {
    const { id, client_secret } = await createIntent(harness)
    const path = `/v1/payment_intents/${id}`
    expect((await requestFromBrowser(harness, path)).status).toBe(400)
    expect((await requestFromBrowser(harness, `${path}?client_secret=${id}_secret_guess`)).status).toBe(400)
    expect((await requestFromBrowser(harness, `${path}?client_secret=${client_secret}`)).status).toBe(200)
  })

  test.each([
    [{ amount: 100_000_000, currency: 'bdt' }, 'amount_too_large'],
    [{ amount: 0, currency: 'bdt' }, 'parameter_invalid_integer'],
    [{ amount: 1.5, currency: 'bdt' }, 'parameter_invalid_integer'],
    [{ currency: 'bdt' }, 'parameter_missing'],
    [{ amount: 1, currency: 'bdt', amonut: 1 }, 'parameter_unknown'],
  ])('the intent %j is refused with %s', async (params, code) => {
    // A raw call, because the SDK's types forbid most of these parameters.
    const error = await getError(harness.stripe().rawRequest('POST', '/v1/payment_intents', params))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, code })
  })

  test('the largest amount is accepted, and an unknown intent is 404', async () => {
    const largest = await harness.stripe().paymentIntents.create({ amount: 99_999_999, currency: 'bdt' })
    expect(largest.amount).toBe(99_999_999)
    expect(await getError(harness.stripe().paymentIntents.retrieve('pi_nope'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_nope'",
    })
  })

  test('it does not run in production', async () => {
    const options = {
      stateFile: harness.stateFile,
      secretKey,
      publishableKey,
      now: () => new Date(),
      createId: () => 'x',
    }
    const webhook = { url: () => harness.receiver().url, secret: harness.receiver().secret }
    await expect(createCardSandbox({ ...options, webhook, production: true })).rejects.toThrow(
      'does not run in production',
    )
  })
})

describe('idempotency', () => {
  test('the same key and parameters give the first response again', async () => {
    const first = await createIntent(harness, 'payment-1')
    const second = await createIntent(harness, 'payment-1')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('the same key with other parameters is refused', async () => {
    await createIntent(harness, 'payment-1')
    const other = harness
      .stripe()
      .paymentIntents.create({ amount: 1, currency: 'bdt' }, { idempotencyKey: 'payment-1' })
    expect(await getError(other)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('a key in use is refused with 409, and a retry of the SDK gets the one response', async () => {
    harness.cardSandbox().faults.add({ operation: 'create', fault: 'delay', delayMs: 300 })
    const slow = createIntent(harness, 'payment-1')
    await vi.waitFor(() => expect(harness.cardSandbox().requests.list('create')).toHaveLength(1))
    const params = { amount: 15_000_000, currency: 'bdt', metadata: { bikeId: 'fzs' } }
    const inUse = await getError(createIntent(harness, 'payment-1'))
    expect(inUse).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    const retried = await harness.createSdk(secretKey, 3).paymentIntents.create(params, { idempotencyKey: 'payment-1' })
    expect(retried.id).toBe((await slow).id)
  })

  test('a decline is replayed too', async () => {
    const { id } = await createIntent(harness)
    const confirm = () =>
      getError(
        harness
          .stripe()
          .paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'once' }),
      )
    const first = await confirm()
    const second = await confirm()
    expect(second.charge).toBe(first.charge)
    await waitForEvents(harness, 'payment_intent.payment_failed')
  })
})
