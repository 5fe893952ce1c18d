// Webhook events and actions of the card provider.
import { v7 } from 'uuid'
import { signPayload } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { TestApp } from './test-app.ts'

type EventInput = { id?: string; type: string; object: object; created?: number }

/** A webhook event; by default one of a succeeded intent. */
export const createEventJson = ({ id = `evt_${v7()}`, type, object, created }: EventInput): string =>
  JSON.stringify({
    id,
    object: 'event',
    created: created ?? Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    type,
  })

/** The event of a succeeded intent. */
export const createSucceededEvent = (intentId: string, id?: string): string =>
  createEventJson({
    type: 'payment_intent.succeeded',
    object: { id: intentId, object: 'payment_intent' },
    ...(id && { id }),
  })

/** Sends a body to the webhook, signed for a time; returns the status. */
export const sendWebhook = async (
  { fastify }: Pick<TestApp, 'fastify'>,
  body: string | Buffer,
  signedAt = new Date(),
): Promise<number> => {
  const secret = sandboxKeys.stripe.webhookSecret
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signPayload(body.toString(), { secret, at: signedAt }),
    },
    payload: body,
  })
  return response.statusCode
}

/** Calls the card sandbox with the secret key, as the provider's dashboard does. */
export const callSandbox = async (
  testApp: Pick<TestApp, 'sandboxPort'>,
  path: string,
  init: RequestInit,
): Promise<void> => {
  const headers = { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` }
  const response = await fetch(`http://127.0.0.1:${testApp.sandboxPort}${path}`, { method: 'POST', headers, ...init })
  if (!response.ok) throw new Error(`The card sandbox refused it: ${await response.text()}`)
}

/** Refunds at the provider's dashboard: everything, or this many Taka. */
export const refundAtProvider = (
  testApp: Pick<TestApp, 'sandboxPort'>,
  intentId: string,
  amountTaka?: number,
): Promise<void> => {
  const body = new URLSearchParams({ payment_intent: intentId })
  if (amountTaka !== undefined) body.set('amount', String(amountTaka * 100))
  return callSandbox(testApp, '/v1/refunds', { body })
}

/** Opens a dispute of an intent, or with an outcome closes it. */
export const disputeAtProvider = (
  testApp: Pick<TestApp, 'sandboxPort'>,
  intentId: string,
  outcome?: 'won' | 'lost',
): Promise<void> =>
  callSandbox(testApp, '/sandbox/disputes', { body: JSON.stringify({ payment_intent: intentId, outcome }) })

/** Ends a pending refund as the buyer's bank does, or lets one that succeeded fail afterwards. */
export const endRefundAtProvider = (
  testApp: Pick<TestApp, 'sandboxPort'>,
  refund: string,
  status: 'succeeded' | 'failed',
): Promise<void> => callSandbox(testApp, '/sandbox/refunds', { body: JSON.stringify({ refund, status }) })
