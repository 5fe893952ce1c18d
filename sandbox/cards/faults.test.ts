// Webhooks, restarts and faults of the card sandbox.
import { appendFile, readFile } from 'node:fs/promises'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  callControl,
  createIntent,
  getError,
  getReceivedEvents,
  createHarness,
  pay,
  publishableKey,
} from './test-harness.ts'
import type { Harness } from './test-harness.ts'
import { apiVersion, signPayload } from './webhooks.ts'

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

describe('webhooks', () => {
  test('the app receives events of a payment, a decline and a cancellation, signed and in the SDK’s version', async () => {
    const { id } = await pay(harness)
    await getError(pay(harness, 'pm_card_chargeDeclined'))
    await harness.stripe().paymentIntents.cancel((await createIntent(harness)).id)
    const [succeeded] = await waitForEvents(harness, 'payment_intent.succeeded')
    expect(succeeded?.data.object).toMatchObject({ id, status: 'succeeded' })
    expect(succeeded?.api_version).toBe(Stripe.API_VERSION)
    expect(apiVersion).toBe(Stripe.API_VERSION)
    await waitForEvents(harness, 'payment_intent.payment_failed')
    await waitForEvents(harness, 'payment_intent.canceled')
  })

  test('an event that another secret signs is refused', async () => {
    const payload = JSON.stringify({ id: 'evt_other', object: 'event', type: 'payment_intent.succeeded' })
    const headers = { 'stripe-signature': signPayload(payload, { secret: 'whsec_other', at: new Date() }) }
    const response = await fetch(harness.receiver().url, { method: 'POST', headers, body: payload })
    expect(response.status).toBe(400)
    expect(harness.receiver().received).toEqual([])
  })

  test('an event is delivered again under the same id until the app answers 2xx', async () => {
    harness.receiver().statuses.push(500, 302)
    await pay(harness)
    const deliveries = await waitForEvents(harness, 'payment_intent.succeeded', 3)
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1)
  })

  test('an event that the app did not accept is delivered after a restart', async () => {
    harness.receiver().statuses.push(...Array.from({ length: 50 }, () => 500))
    const { id } = await pay(harness)
    await waitForEvents(harness, 'payment_intent.succeeded')
    await harness.restart()
    const [event] = await waitForEvents(harness, 'payment_intent.succeeded')
    expect(event?.data.object).toMatchObject({ id })
    // Delivered now, so the next run does not send it again.
    await vi.waitFor(async () => expect(await readFile(harness.stateFile, 'utf8')).toContain('"delivered"'))
    await harness.restart()
    await pay(harness)
    await waitForEvents(harness, 'payment_intent.succeeded')
    expect(harness.receiver().received.filter(({ id: eventId }) => eventId === event?.id)).toHaveLength(0)
  })

  test('the event of a chargeback follows that of its payment', async () => {
    const { id } = await pay(harness, 'pm_card_createDispute')
    const [dispute] = await waitForEvents(harness, 'charge.dispute.created')
    expect(dispute?.data.object).toMatchObject({ object: 'dispute', payment_intent: id, status: 'needs_response' })
    const { latest_charge } = await harness.stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ disputed: true, paid: true })
  })

  test('a bank disputes a charge and decides the dispute; the app can read both', async () => {
    const { id } = await pay(harness)
    await callControl(harness, 'POST disputes', { payment_intent: id })
    expect(await callControl(harness, 'POST disputes', { payment_intent: id })).toHaveProperty('error')
    await waitForEvents(harness, 'charge.dispute.created')
    await callControl(harness, 'POST disputes', { payment_intent: id, outcome: 'lost' })
    const [closed] = await waitForEvents(harness, 'charge.dispute.closed')
    expect(closed?.data.object).toMatchObject({ payment_intent: id, status: 'lost' })
    await harness.restart()
    const { data } = await harness.stripe().disputes.list({ payment_intent: id })
    expect(data).toMatchObject([{ status: 'lost', amount: 15_000_000 }])
  })

  test('events are listed by type and time, the newest first, with the ids that were sent', async () => {
    const { id } = await pay(harness)
    await harness.stripe().refunds.create({ payment_intent: id, amount: 5_000 })
    const [sent] = await waitForEvents(harness, 'charge.refunded')
    const { data } = await harness.stripe().events.list({ types: ['charge.refunded', 'refund.created'] })
    expect(data.map(({ type }) => type)).toEqual(['charge.refunded', 'refund.created'])
    expect(data[0]?.id).toBe(sent?.id)
    const later = Math.floor(Date.now() / 1000) + 60
    expect((await harness.stripe().events.list({ created: { gte: later } })).data).toEqual([])
  })

  test('duplicates are sent together', async () => {
    harness.cardSandbox().faults.add({ operation: 'webhook', fault: 'duplicate', copies: 5 })
    await pay(harness)
    const copies = await waitForEvents(harness, 'payment_intent.succeeded', 5)
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1)
  })

  test('held events are released in reverse order, and an old one can be resent', async () => {
    harness.cardSandbox().faults.add({ operation: 'webhook', fault: 'hold', times: 3 })
    const { id } = await pay(harness)
    await harness.stripe().refunds.create({ payment_intent: id })
    await vi.waitFor(async () => expect((await callControl(harness, 'GET webhooks')).held).toHaveLength(3))
    expect(harness.receiver().received).toHaveLength(0)
    await callControl(harness, 'POST webhooks', { release: 'reversed' })
    expect(harness.receiver().received.map(({ type }) => type)).toEqual([
      'charge.refunded',
      'refund.created',
      'payment_intent.succeeded',
    ])
    await callControl(harness, 'POST webhooks', { resend: harness.receiver().received[2]?.id })
    expect(harness.receiver().received[3]?.id).toBe(harness.receiver().received[2]?.id)
  })
})

describe('the journal', () => {
  test('a restart restores everything, including the responses to idempotency keys', async () => {
    const first = await createIntent(harness, 'payment-1')
    await harness.stripe().paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' })
    await harness.restart()
    expect((await harness.stripe().paymentIntents.retrieve(first.id)).status).toBe('succeeded')
    expect((await createIntent(harness, 'payment-1')).id).toBe(first.id)
    expect((await harness.stripe().refunds.create({ payment_intent: first.id })).status).toBe('succeeded')
  })

  test('a last line that a crash truncated is removed, and the next line is complete', async () => {
    const { id } = await createIntent(harness)
    await appendFile(harness.stateFile, '[{"kind":"intent","value":{"id":"pi_torn"')
    await harness.restart()
    const next = await createIntent(harness)
    await harness.restart()
    expect((await harness.stripe().paymentIntents.list()).data.map((intent) => intent.id)).toEqual([next.id, id])
  })

  test('a file damaged in the middle is refused', async () => {
    await createIntent(harness)
    await appendFile(harness.stateFile, 'not json\n')
    await createIntent(harness)
    await expect(harness.restart()).rejects.toThrow('cannot read line 2')
  })

  test('a file with other content is refused', async () => {
    await appendFile(harness.stateFile, '{"hello":"world"}\n')
    await expect(harness.restart()).rejects.toThrow('is not a journal of the card sandbox')
  })
})

describe('faults', () => {
  test('a status before the effect leaves nothing behind', async () => {
    harness.cardSandbox().faults.add({ operation: 'create', fault: 'status', status: 500 })
    harness.cardSandbox().faults.add({ operation: 'create', fault: 'status', status: 429, skip: 1 })
    expect(await getError(createIntent(harness))).toBeInstanceOf(Stripe.errors.StripeAPIError)
    expect(await getError(createIntent(harness))).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
    expect((await harness.stripe().paymentIntents.list()).data).toHaveLength(0)
    expect((await createIntent(harness)).object).toBe('payment_intent')
  })

  test.each(['drop_after', 'garbage', 'html'] as const)(
    'after %s the effect stands, and the same key finds it',
    async (fault) => {
      // The SDK retries once when a connection is closed, so two are closed.
      harness.cardSandbox().faults.add({ operation: 'create', fault, times: fault === 'drop_after' ? 2 : 1 })
      const lost = await getError(createIntent(harness, 'payment-1'))
      expect(lost).toBeInstanceOf(Stripe.errors.StripeError)
      const found = await createIntent(harness, 'payment-1')
      expect((await harness.stripe().paymentIntents.list()).data.map(({ id }) => id)).toEqual([found.id])
    },
  )

  test('a connection dropped before the effect leaves nothing behind', async () => {
    harness.cardSandbox().faults.add({ operation: 'confirm', fault: 'drop_before', times: 2 })
    const { id } = await createIntent(harness)
    const lost = await getError(harness.stripe().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))
    expect(lost).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect((await harness.stripe().paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('faults and counts are set and read over HTTP, with the secret key only', async () => {
    const fault = { operation: 'retrieve', fault: 'status', times: 2 }
    expect((await callControl(harness, 'POST faults', fault, publishableKey)).error).toBeDefined()
    expect((await callControl(harness, 'POST faults', { operation: 'nonsense' })).error).toBeDefined()
    expect((await callControl(harness, 'POST faults', fault)).faults).toHaveLength(1)
    const { id } = await createIntent(harness)
    await getError(harness.stripe().paymentIntents.retrieve(id))
    expect((await callControl(harness, 'DELETE faults')).faults).toEqual([])
    await harness.stripe().paymentIntents.retrieve(id)
    expect((await callControl(harness, 'GET requests?operation=retrieve')).count).toBe(2)
    expect((await callControl(harness, 'GET requests?operation=refund')).count).toBe(0)
  })
})
