// What the card provider does and tells, for the tests of what the shop makes of it.
import { v7 } from 'uuid'
import { signature } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { TestShop } from './test-app.ts'

type Told = { id?: string; type: string; object: object; created?: number }

/** An event as it stands on the wire, of the kind that says an intent is paid unless told otherwise. */
export const eventText = ({ id = `evt_${v7()}`, type, object, created }: Told): string =>
  JSON.stringify({
    id,
    object: 'event',
    created: created ?? Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    type,
  })

/** The event that an intent is paid. */
export const succeeded = (intentId: string, id?: string): string =>
  eventText({ type: 'payment_intent.succeeded', object: { id: intentId, object: 'payment_intent' }, ...(id && { id }) })

/** Sends a body to the webhook, signed at a moment as the provider signs; gives the status of the answer. */
export const tell = async ({ app }: Pick<TestShop, 'app'>, body: string | Buffer, at = new Date()): Promise<number> => {
  const secret = sandboxKeys.stripe.webhookSecret
  const answer = await app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature(body.toString(), { secret, at }),
    },
    payload: body,
  })
  return answer.statusCode
}

/** A call of the card sandbox with the secret key, as the provider's own dashboard makes it. */
const atProvider = async (shop: Pick<TestShop, 'sandboxPort'>, path: string, init: RequestInit): Promise<void> => {
  const headers = { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` }
  const answer = await fetch(`http://127.0.0.1:${shop.sandboxPort}${path}`, { method: 'POST', headers, ...init })
  if (!answer.ok) throw new Error(`The card sandbox refused it: ${await answer.text()}`)
}

/** Somebody sends money back at the provider's dashboard: all of it, or so many Taka. */
export const refundByHand = (shop: Pick<TestShop, 'sandboxPort'>, intentId: string, taka?: number): Promise<void> => {
  const body = new URLSearchParams({ payment_intent: intentId })
  if (taka !== undefined) body.set('amount', String(taka * 100))
  return atProvider(shop, '/v1/refunds', { body })
}

/** The buyer's bank asks for the money of an intent, or with an outcome decides about it. */
export const dispute = (
  shop: Pick<TestShop, 'sandboxPort'>,
  intentId: string,
  outcome?: 'won' | 'lost',
): Promise<void> =>
  atProvider(shop, '/sandbox/disputes', { body: JSON.stringify({ payment_intent: intentId, outcome }) })
