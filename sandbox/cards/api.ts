// The way of an API call: key, route, idempotency, faults, the operation itself, the journal, the answer.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { answerText } from './response-body.ts'
import { unixSeconds } from './account.ts'
import type { Account, Call, Outcome } from './account.ts'
import { waitFor } from './faults.ts'
import type { Fault, Faults } from './faults.ts'
import { canonicalForm, decodeForm, readBody } from './form-body.ts'
import {
  invalidRequest,
  keyInUse,
  noKey,
  noSuchUrl,
  otherParameters,
  secretKeyRequired,
  StripeRefusal,
  wrongKey,
} from './errors.ts'
import { dropped, json } from './reply.ts'
import type { Reply } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'
import type { KeptAnswer } from './schemas.ts'
import { eventsOf } from './webhooks.ts'
import type { Courier } from './webhooks.ts'

export type Desk = {
  account: Account
  keys: { secret: string; publishable: string }
  faults: Faults
  courier: Courier
  requests: RequestLog
  /** Idempotency keys whose first request is still going on. */
  keysInUse: Set<string>
}

type Asked = { route: Route; call: Call; requestId: string; idempotencyKey: string | null; fingerprint: string }

// Stripe forgets an idempotency key after a day.
const answerKeptSeconds = 24 * 60 * 60
const keyLengthMax = 255

/** Answers a call below /v1. Throws a StripeRefusal for whatever changed nothing. */
export async function answerApi(desk: Desk, req: IncomingMessage, requestId: string): Promise<Reply | typeof dropped> {
  const asked = await readCall(desk, req, requestId)
  desk.requests.note(asked.route.operation, { id: asked.call.id, idempotencyKey: asked.idempotencyKey })
  const { idempotencyKey } = asked
  if (idempotencyKey === null) return answerWithFaults(desk, asked)
  if (desk.keysInUse.has(idempotencyKey)) throw keyInUse(idempotencyKey)
  desk.keysInUse.add(idempotencyKey)
  try {
    return await answerWithFaults(desk, asked)
  } finally {
    desk.keysInUse.delete(idempotencyKey)
  }
}

async function readCall({ account, keys }: Desk, req: IncomingMessage, requestId: string): Promise<Asked> {
  const url = new URL(req.url ?? '/', 'http://sandbox')
  const method = req.method ?? 'GET'
  const key = whichKey(keys, req.headers.authorization)
  const match = matchRoute(method, url.pathname)
  if (!match) throw noSuchUrl(method, url.pathname)
  if (match.route.access === 'secret' && key !== 'secret') throw secretKeyRequired()
  const form = decodeForm(method === 'GET' ? url.search : await readBody(req))
  return {
    route: match.route,
    call: { account, form, id: match.id, key },
    requestId,
    idempotencyKey: method === 'POST' ? idempotencyKeyOf(req) : null,
    fingerprint: createHash('sha256')
      .update(`${url.pathname} ${canonicalForm(form)}`)
      .digest('hex'),
  }
}

/** Which of the two keys the header carries. */
export function whichKey(keys: Desk['keys'], header: string | undefined): Call['key'] {
  const key = header?.replace(/^Bearer /i, '')
  if (!key) throw noKey()
  if (key === keys.secret) return 'secret'
  if (key === keys.publishable) return 'publishable'
  throw wrongKey(key)
}

function matchRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { route, id: match.groups?.id ?? '' }
  }
  return undefined
}

function idempotencyKeyOf(req: IncomingMessage): string | null {
  const header = req.headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return null
  if (header.length <= keyLengthMax) return header
  throw invalidRequest(`Idempotency keys can have up to ${keyLengthMax} characters.`)
}

async function answerWithFaults(desk: Desk, asked: Asked): Promise<Reply | typeof dropped> {
  const faults = desk.faults.take(asked.route.operation)
  await waitFor(faults, 'delay')
  const before = spoiledBefore(faults)
  if (before) return before
  const reply = replyOrRefusal(desk, asked)
  await desk.account.ledger.durable()
  await waitFor(faults, 'delay_after')
  const spoiled = spoiledAfter(faults)
  if (spoiled) return spoiled
  if (reply instanceof StripeRefusal) throw reply
  return reply
}

/** A refusal is handed back, not thrown, because a fault may swallow it like any other answer. */
function replyOrRefusal(desk: Desk, asked: Asked): Reply | StripeRefusal {
  try {
    return keptReply(desk.account, asked) ?? carryOut(desk, asked)
  } catch (error) {
    if (error instanceof StripeRefusal) return error
    throw error
  }
}

function spoiledBefore(faults: Fault[]): Reply | typeof dropped | undefined {
  if (faults.some(({ fault }) => fault === 'drop_before')) return dropped
  const status = faults.find(({ fault }) => fault === 'status')?.status
  if (status === undefined) return undefined
  const failure =
    status === 429
      ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' }
      : { type: 'api_error', message: 'An error occurred with our connection to Stripe. Please try again.' }
  return json(status, JSON.stringify({ error: failure }))
}

function spoiledAfter(faults: Fault[]): Reply | typeof dropped | undefined {
  const kinds = faults.map(({ fault }) => fault)
  if (kinds.includes('drop_after')) return dropped
  if (kinds.includes('garbage')) return json(200, '{"id":"pi_')
  if (kinds.includes('html')) return { ...json(200, '<h1>Bad gateway</h1>'), headers: { 'content-type': 'text/html' } }
  return undefined
}

function keptReply({ ledger, now }: Account, { idempotencyKey, fingerprint }: Asked): Reply | undefined {
  const kept = idempotencyKey === null ? undefined : ledger.answers.get(idempotencyKey)
  if (!kept || unixSeconds(now()) - kept.at > answerKeptSeconds) return undefined
  if (kept.fingerprint !== fingerprint) throw otherParameters(kept.key)
  return json(kept.status, kept.body, { 'idempotent-replayed': 'true' })
}

/** Does it, and writes the effect, its events and its answer down as one line of the journal. */
function carryOut(desk: Desk, asked: Asked): Reply {
  const { call, route, idempotencyKey: key, fingerprint } = asked
  const outcome = route.run(call)
  const body = answerText(call, outcome.body)
  const at = unixSeconds(call.account.now())
  writeDown(desk, outcome, {
    requestId: asked.requestId,
    answer: key === null ? null : { key, fingerprint, status: outcome.status, body, at },
  })
  return json(outcome.status, body)
}

/** Writes an outcome down, and sends its events on their way once the answer has had its turn. */
export function writeDown(
  { account, courier }: Desk,
  outcome: Outcome,
  { requestId, answer }: { requestId: string; answer: KeptAnswer | null },
) {
  const events = eventsOf(account, outcome.news, { id: requestId, idempotency_key: answer?.key ?? null })
  account.ledger.write([
    ...outcome.changes,
    ...events.map((value) => ({ kind: 'event' as const, value })),
    ...(answer ? [{ kind: 'answer' as const, value: answer }] : []),
  ])
  // A failed sync already fails the answer itself; the event then stays with the journal.
  const sync = account.ledger.durable()
  void sync.then(
    () => setImmediate(() => void courier.post(events)),
    () => undefined,
  )
}
