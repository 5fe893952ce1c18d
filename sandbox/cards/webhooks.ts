// Sends webhooks to the app: signed as Stripe does, retried until the app answers 2xx, also after a restart.
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { toUnixSeconds } from './account.ts'
import type { Account, EventDraft } from './account.ts'
import { applyDelay } from './faults.ts'
import type { Faults } from './faults.ts'
import type { StripeEvent } from './schemas.ts'

// The API version of the installed SDK; a test compares the two.
export const apiVersion = '2026-10-28.endive'

const firstRetryMs = 500
const maxRetryMs = 5 * 60_000
// A delivery without a response by then is retried, as at Stripe.
const responseTimeoutMs = 10_000

export type Webhook = { url: () => string; secret: string }
export type WebhookSender = ReturnType<typeof createWebhookSender>

type SenderDeps = { account: Account; webhook: Webhook; faults: Faults; log: (line: string) => void }

/** Creates the events of one request. */
export function createEvents(account: Account, drafts: EventDraft[], request: StripeEvent['request']): StripeEvent[] {
  return drafts.map(({ type, object }) => ({
    id: account.createId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: toUnixSeconds(account.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }))
}

/** Returns the value of the `Stripe-Signature` header for a payload and a time. */
export function signPayload(payload: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = toUnixSeconds(at)
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

/** Starts deliveries, beginning with the undelivered events of an earlier run. */
export function createWebhookSender(deps: SenderDeps) {
  const { account, faults } = deps
  const closing = new AbortController()
  const heldEvents: StripeEvent[] = []
  const inFlight = new Set<Promise<void>>()

  function startDelivery(event: StripeEvent) {
    const delivery = deliver(deps, event, closing.signal).finally(() => inFlight.delete(delivery))
    inFlight.add(delivery)
  }

  async function queueEvent(event: StripeEvent) {
    const activeFaults = faults.take('webhook')
    await applyDelay(activeFaults, 'delay')
    if (activeFaults.some(({ fault }) => fault === 'hold')) {
      heldEvents.push(event)
      return
    }
    const copies = activeFaults.find(({ fault }) => fault === 'duplicate')?.copies ?? 1
    for (let copy = 0; copy < copies; copy += 1) startDelivery(event)
  }

  // After a delay, because the app that starts the sandbox is still starting itself.
  const undelivered = [...account.ledger.undelivered.values()]
  const startDelay = pause(firstRetryMs, undefined, { signal: closing.signal, ref: false })
  void startDelay.then(
    () => undelivered.forEach(startDelivery),
    () => undefined,
  )

  return {
    /** Sends the events of one request, in order. */
    async post(events: StripeEvent[]) {
      for (const event of events) await queueEvent(event)
    },
    /** Sends held events in order or in reverse, each after the response to the one before. */
    async release(order: 'in_order' | 'reversed') {
      const events = heldEvents.splice(0)
      for (const event of order === 'reversed' ? events.toReversed() : events) {
        await deliverOnce(deps, event, closing.signal)
        if (account.ledger.undelivered.has(event.id)) startDelivery(event)
      }
    },
    /** Resends an old event with a new signature. Returns the status that the app answered. */
    resend: (event: StripeEvent) => deliverOnce(deps, event, closing.signal),
    listHeldIds: () => heldEvents.map(({ id }) => id),
    async close() {
      closing.abort()
      await Promise.allSettled(inFlight)
    },
  }
}

async function deliver(deps: SenderDeps, event: StripeEvent, closing: AbortSignal) {
  for (let tries = 0; !closing.aborted; tries += 1) {
    const status = await deliverOnce(deps, event, closing)
    if (isAccepted(status) || closing.aborted) return
    const waitMs = Math.min(firstRetryMs * 2 ** tries, maxRetryMs)
    deps.log(`Webhook ${event.type} ${event.id} got ${status}; retrying in ${waitMs} ms.`)
    // Closing aborts the wait; the event stays undelivered in the ledger for the next run.
    await pause(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}

/** Delivers once. Returns the app's status, or the reason why there was none. */
async function deliverOnce({ account, webhook, log }: SenderDeps, event: StripeEvent, closing: AbortSignal) {
  const payload = JSON.stringify(event)
  try {
    const response = await fetch(webhook.url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signPayload(payload, { secret: webhook.secret, at: account.now() }),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(responseTimeoutMs)]),
    })
    await response.body?.cancel()
    if (isAccepted(response.status)) await markDelivered(account, event)
    return response.status
  } catch (error) {
    if (!closing.aborted) log(`Webhook ${event.id} could not be delivered: ${String(error)}`)
    return 'nothing'
  }
}

function isAccepted(status: number | string): boolean {
  return typeof status === 'number' && status >= 200 && status < 300
}

async function markDelivered({ ledger }: Account, event: StripeEvent) {
  if (!ledger.undelivered.has(event.id)) return
  ledger.write([{ kind: 'delivered', eventId: event.id }])
  await ledger.flush()
}
