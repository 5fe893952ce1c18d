// Webhooks, restarts and faults: what the sandbox promises to tests that break things.
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
import { apiVersion } from './webhooks.ts'

let harness: Harness

beforeEach(async () => {
  harness = await createHarness()
})

afterEach(async () => {
  await harness.close()
})

/** Waits until the shop was told so often of such a thing, and gives the events. */
async function waitForEvents(harness: Harness, type: Stripe.Event['type'], count = 1) {
  await vi.waitFor(() => expect(getReceivedEvents(harness, type)).toHaveLength(count), 5_000)
  return getReceivedEvents(harness, type)
}

describe('webhooks', () => {
  test('the shop is told of a payment, a decline and a cancellation, signed and in the SDK’s version', async () => {
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

  test('an event is delivered again under the same id until the shop answers 2xx', async () => {
    harness.receiver().statuses.push(500, 302)
    await pay(harness)
    const deliveries = await waitForEvents(harness, 'payment_intent.succeeded', 3)
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1)
  })

  test('an event that the shop did not take is delivered after a restart', async () => {
    harness.receiver().statuses.push(...Array.from({ length: 50 }, () => 500))
    const { id } = await pay(harness)
    await waitForEvents(harness, 'payment_intent.succeeded')
    await harness.restart()
    const [event] = await waitForEvents(harness, 'payment_intent.succeeded')
    expect(event?.data.object).toMatchObject({ id })
    // Taken now, so the next run is silent about it.
    await vi.waitFor(async () => expect(await readFile(harness.stateFile, 'utf8')).toContain('"delivered"'))
    await harness.restart()
    await pay(harness)
    await waitForEvents(harness, 'payment_intent.succeeded')
    expect(harness.receiver().received.filter(({ id: eventId }) => eventId === event?.id)).toHaveLength(0)
  })

  test('a chargeback comes after the payment that it takes back', async () => {
    const { id } = await pay(harness, 'pm_card_createDispute')
    const [dispute] = await waitForEvents(harness, 'charge.dispute.created')
    expect(dispute?.data.object).toMatchObject({ object: 'dispute', payment_intent: id, status: 'needs_response' })
    const { latest_charge } = await harness.stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ disputed: true, paid: true })
  })

  test('a bank disputes a charge, and decides in the end; the shop can ask for both', async () => {
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

  test('events are listed by their names and times, the newest first, with the ids that were sent', async () => {
    const { id } = await pay(harness)
    await harness.stripe().refunds.create({ payment_intent: id, amount: 5_000 })
    const [sent] = await waitForEvents(harness, 'charge.refunded')
    const { data } = await harness.stripe().events.list({ types: ['charge.refunded', 'refund.created'] })
    expect(data.map(({ type }) => type)).toEqual(['charge.refunded', 'refund.created'])
    expect(data[0]?.id).toBe(sent?.id)
    const later = Math.floor(Date.now() / 1000) + 60
    expect((await harness.stripe().events.list({ created: { gte: later } })).data).toEqual([])
  })

  test('duplicates come together', async () => {
    harness.cardSandbox().faults.add({ operation: 'webhook', fault: 'duplicate', copies: 5 })
    await pay(harness)
    const copies = await waitForEvents(harness, 'payment_intent.succeeded', 5)
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1)
  })

  test('held events are released in the reverse order, and an old one can be sent once more', async () => {
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
  test('everything is there after a restart, answers to keys included', async () => {
    const first = await createIntent(harness, 'payment-1')
    await harness.stripe().paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' })
    await harness.restart()
    expect((await harness.stripe().paymentIntents.retrieve(first.id)).status).toBe('succeeded')
    expect((await createIntent(harness, 'payment-1')).id).toBe(first.id)
    expect((await harness.stripe().refunds.create({ payment_intent: first.id })).status).toBe('succeeded')
  })

  test('a last line cut short by a crash is forgotten, and the next one is whole', async () => {
    const { id } = await createIntent(harness)
    await appendFile(harness.stateFile, '[{"kind":"intent","value":{"id":"pi_torn"')
    await harness.restart()
    const next = await createIntent(harness)
    await harness.restart()
    expect((await harness.stripe().paymentIntents.list()).data.map((intent) => intent.id)).toEqual([next.id, id])
  })

  test('damage in the middle refuses to open', async () => {
    await createIntent(harness)
    await appendFile(harness.stateFile, 'not json\n')
    await createIntent(harness)
    await expect(harness.restart()).rejects.toThrow('cannot read line 2')
  })

  test('a file of something else refuses to open', async () => {
    await appendFile(harness.stateFile, '{"hello":"world"}\n')
    await expect(harness.restart()).rejects.toThrow('is not a journal of this card sandbox')
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
      // The SDK itself tries once more, at once, when a connection is cut: so it is cut twice.
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
