// The levers that tests pull, below /sandbox, with the secret key: faults, held webhooks, and which calls came.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { whichKey } from './api.ts'
import type { Desk } from './api.ts'
import { Fault } from './faults.ts'
import { readBody } from './form-body.ts'
import { invalidRequest, noSuch, noSuchUrl, secretKeyRequired } from './refusals.ts'
import { json } from './reply.ts'
import type { Reply } from './reply.ts'

const WebhookOrder = z.union([
  z.strictObject({ release: z.enum(['in_order', 'reversed']) }),
  z.strictObject({ resend: z.string() }),
])

/**
 * GET, POST or DELETE /sandbox/faults lists, adds or clears faults. POST /sandbox/webhooks releases what a `hold` fault
 * kept back, or resends an old event; GET names the events. GET or DELETE /sandbox/requests?operation=… counts calls.
 */
export async function answerControls(desk: Desk, req: IncomingMessage): Promise<Reply> {
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
