// Tells the shop what happened: signed as Stripe signs, tried again until the shop answers 2xx, across restarts.
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unixSeconds } from './account.ts'
import type { Account, News } from './account.ts'
import { waitFor } from './faults.ts'
import type { Faults } from './faults.ts'
import type { StripeEvent } from './schemas.ts'

// The version that the installed SDK speaks; a test compares the two.
export const apiVersion = '2026-10-28.endive'

const firstRetryMs = 500
const retryMsMax = 5 * 60_000
// A shop that has not answered by then is asked again, as Stripe does.
const answerMsMax = 10_000

export type Webhook = { url: () => string; secret: string }
export type Courier = ReturnType<typeof openCourier>

type Tools = { account: Account; webhook: Webhook; faults: Faults; say: (line: string) => void }

/** What Stripe would send for the news of one request. */
export function eventsOf(account: Account, news: News[], request: StripeEvent['request']): StripeEvent[] {
  return news.map(({ type, object }) => ({
    id: account.newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: unixSeconds(account.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }))
}

/** The value of the `Stripe-Signature` header for a payload sent at a moment. */
export function signature(payload: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = unixSeconds(at)
  const proof = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${proof}`
}

/** Starts delivering, beginning with the events that an earlier run did not get rid of. */
export function openCourier(tools: Tools) {
  const { account, faults } = tools
  const closing = new AbortController()
  const held: StripeEvent[] = []
  const underway = new Set<Promise<void>>()

  function start(event: StripeEvent) {
    const delivery = deliver(tools, event, closing.signal).finally(() => underway.delete(delivery))
    underway.add(delivery)
  }

  async function post(event: StripeEvent) {
    const striking = faults.take('webhook')
    await waitFor(striking, 'delay')
    if (striking.some(({ fault }) => fault === 'hold')) {
      held.push(event)
      return
    }
    const copies = striking.find(({ fault }) => fault === 'duplicate')?.copies ?? 1
    for (let copy = 0; copy < copies; copy += 1) start(event)
  }

  // A little later, because the shop that opens the sandbox is still opening itself.
  const backlog = [...account.ledger.undelivered.values()]
  const opened = pause(firstRetryMs, undefined, { signal: closing.signal, ref: false })
  void opened.then(
    () => backlog.forEach(start),
    () => undefined,
  )

  return {
    /** Sends events of one request, in the order in which they happened. */
    async post(events: StripeEvent[]) {
      for (const event of events) await post(event)
    },
    /** Lets held events go: in order, or the last one first, each only after the one before it was answered. */
    async release(order: 'in_order' | 'reversed') {
      const events = held.splice(0)
      for (const event of order === 'reversed' ? events.toReversed() : events) {
        await tryOnce(tools, event, closing.signal)
        if (account.ledger.undelivered.has(event.id)) start(event)
      }
    },
    /** Sends an old event once more, as it was, under a fresh signature. Gives the status that the shop answered. */
    resend: (event: StripeEvent) => tryOnce(tools, event, closing.signal),
    heldIds: () => held.map(({ id }) => id),
    async close() {
      closing.abort()
      await Promise.allSettled(underway)
    },
  }
}

async function deliver(tools: Tools, event: StripeEvent, closing: AbortSignal) {
  for (let tries = 0; !closing.aborted; tries += 1) {
    const status = await tryOnce(tools, event, closing)
    if (isAccepted(status) || closing.aborted) return
    const waitMs = Math.min(firstRetryMs * 2 ** tries, retryMsMax)
    tools.say(`The shop answered ${status} to ${event.type} ${event.id}; trying again in ${waitMs} ms.`)
    // Closing ends the wait, and the event stays in the ledger for the next run.
    await pause(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}

/** One delivery. Gives the shop's status, or a word for why there was none. */
async function tryOnce({ account, webhook, say }: Tools, event: StripeEvent, closing: AbortSignal) {
  const payload = JSON.stringify(event)
  try {
    const response = await fetch(webhook.url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, { secret: webhook.secret, at: account.now() }),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerMsMax)]),
    })
    await response.body?.cancel()
    if (isAccepted(response.status)) await markDelivered(account, event)
    return response.status
  } catch (error) {
    if (!closing.aborted) say(`The webhook ${event.id} did not arrive: ${String(error)}`)
    return 'nothing'
  }
}

function isAccepted(status: number | string): boolean {
  return typeof status === 'number' && status >= 200 && status < 300
}

async function markDelivered({ ledger }: Account, event: StripeEvent) {
  if (!ledger.undelivered.has(event.id)) return
  ledger.write([{ kind: 'delivered', eventId: event.id }])
  await ledger.durable()
}
