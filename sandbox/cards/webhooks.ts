// Tells the shop what happened: signed as Stripe signs, tried again until the shop answers 2xx, across restarts.
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { toUnixSeconds } from './account.ts'
import type { Account, EventDraft } from './account.ts'
import { applyDelay } from './faults.ts'
import type { Faults } from './faults.ts'
import type { StripeEvent } from './schemas.ts'

// The version that the installed SDK speaks; a test compares the two.
export const apiVersion = '2026-10-28.endive'

const firstRetryMs = 500
const maxRetryMs = 5 * 60_000
// A shop that has not answered by then is asked again, as Stripe does.
const responseTimeoutMs = 10_000

export type Webhook = { url: () => string; secret: string }
export type WebhookSender = ReturnType<typeof createWebhookSender>

type SenderDeps = { account: Account; webhook: Webhook; faults: Faults; log: (line: string) => void }

/** What Stripe would send for the news of one request. */
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

/** The value of the `Stripe-Signature` header for a payload sent at a moment. */
export function signPayload(payload: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = toUnixSeconds(at)
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

/** Starts delivering, beginning with the events that an earlier run did not get rid of. */
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

  // A little later, because the shop that opens the sandbox is still opening itself.
  const undelivered = [...account.ledger.undelivered.values()]
  const startDelay = pause(firstRetryMs, undefined, { signal: closing.signal, ref: false })
  void startDelay.then(
    () => undelivered.forEach(startDelivery),
    () => undefined,
  )

  return {
    /** Sends events of one request, in the order in which they happened. */
    async post(events: StripeEvent[]) {
      for (const event of events) await queueEvent(event)
    },
    /** Lets held events go: in order, or the last one first, each only after the one before it was answered. */
    async release(order: 'in_order' | 'reversed') {
      const events = heldEvents.splice(0)
      for (const event of order === 'reversed' ? events.toReversed() : events) {
        await deliverOnce(deps, event, closing.signal)
        if (account.ledger.undelivered.has(event.id)) startDelivery(event)
      }
    },
    /** Sends an old event once more, as it was, under a fresh signature. Gives the status that the shop answered. */
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
    deps.log(`The shop answered ${status} to ${event.type} ${event.id}; trying again in ${waitMs} ms.`)
    // Closing ends the wait, and the event stays in the ledger for the next run.
    await pause(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}

/** One delivery. Gives the shop's status, or a word for why there was none. */
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
    if (!closing.aborted) log(`The webhook ${event.id} did not arrive: ${String(error)}`)
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
