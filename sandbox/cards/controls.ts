// The levers that tests pull, below /sandbox, with the secret key: faults, held webhooks, and which calls came.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { whichKey, writeDown } from './api.ts'
import type { Desk } from './api.ts'
import { closeDispute, openDispute } from './resources/disputes.ts'
import { Fault } from './faults.ts'
import { readBody } from './form-body.ts'
import { invalidRequest, noSuch, noSuchUrl, secretKeyRequired } from './errors.ts'
import { json } from './reply.ts'
import type { Reply } from './reply.ts'

const WebhookOrder = z.union([
  z.strictObject({ release: z.enum(['in_order', 'reversed']) }),
  z.strictObject({ resend: z.string() }),
])

const BankOrder = z.strictObject({ payment_intent: z.string(), outcome: z.enum(['won', 'lost']).optional() })

/**
 * GET, POST or DELETE /sandbox/faults lists, adds or clears faults. POST /sandbox/webhooks releases what a `hold` fault
 * kept back, or resends an old event; GET names the events. GET or DELETE /sandbox/requests?operation=… counts calls.
 * POST /sandbox/disputes does what a buyer's bank does: it disputes an intent, or with an `outcome` ends the dispute.
 * A refund by hand is an ordinary POST /v1/refunds, as the provider's dashboard makes it.
 */
export async function answerControls(desk: Desk, req: IncomingMessage, requestId: string): Promise<Reply> {
  if (whichKey(desk.keys, req.headers.authorization) !== 'secret') throw secretKeyRequired()
  const url = new URL(req.url ?? '/', 'http://sandbox')
  switch (`${req.method} ${url.pathname}`) {
    case 'GET /sandbox/faults':
      return shown({ faults: desk.faults.list() })
    case 'POST /sandbox/faults':
      desk.faults.add(parse(Fault, await readBody(req)))
      return shown({ faults: desk.faults.list() })
    case 'DELETE /sandbox/faults':
      desk.faults.clear()
      return shown({ faults: [] })
    case 'GET /sandbox/requests':
      return shown(countedRequests(desk, url.searchParams.get('operation') ?? undefined))
    case 'DELETE /sandbox/requests':
      desk.requests.clear()
      return shown({ count: 0, requests: [] })
    case 'GET /sandbox/webhooks':
      return shown(eventsNow(desk))
    case 'POST /sandbox/webhooks':
      return shown(await moveWebhooks(desk, parse(WebhookOrder, await readBody(req))))
    case 'POST /sandbox/disputes':
      return shown(await moveDispute(desk, requestId, parse(BankOrder, await readBody(req))))
    default:
      throw noSuchUrl(req.method ?? 'GET', url.pathname)
  }
}

function countedRequests({ requests }: Desk, operation?: string) {
  const lines = requests.list(operation)
  return { count: lines.length, requests: lines }
}

function eventsNow({ account, courier }: Desk) {
  const { events, undelivered } = account.ledger
  return {
    events: [...events.values()].map(({ id, type }) => ({ id, type, isDelivered: !undelivered.has(id) })),
    held: courier.heldIds(),
  }
}

async function moveWebhooks({ account, courier }: Desk, order: z.infer<typeof WebhookOrder>) {
  if ('release' in order) {
    await courier.release(order.release)
    return { held: courier.heldIds() }
  }
  const event = account.ledger.events.get(order.resend)
  if (!event) throw noSuch('event', order.resend, 'resend')
  return { answered: await courier.resend(event) }
}

async function moveDispute(desk: Desk, requestId: string, order: z.infer<typeof BankOrder>): Promise<object> {
  const { payment_intent: intentId, outcome } = order
  const { account } = desk
  const moved = outcome === undefined ? openDispute(account, intentId) : closeDispute(account, intentId, outcome)
  writeDown(desk, moved, { requestId, answer: null })
  await account.ledger.durable()
  return moved.body
}

function shown(body: object): Reply {
  return json(200, JSON.stringify(body))
}

function parse<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw invalidRequest(`The card sandbox does not understand this: ${String(error)}`)
  }
}
