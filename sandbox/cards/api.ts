// Handles an API call: key, route, idempotency, faults, the operation, the journal, the response.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toResponseText } from './response-body.ts'
import { toUnixSeconds } from './account.ts'
import type { Account, Call, Outcome } from './account.ts'
import { applyDelay } from './faults.ts'
import type { Fault, Faults } from './faults.ts'
import { toCanonicalText, parseForm, readBody } from './form-body.ts'
import {
  invalidRequest,
  keyInUse,
  missingKey,
  unknownUrl,
  idempotencyMismatch,
  secretKeyRequired,
  StripeApiError,
  invalidKey,
} from './errors.ts'
import { dropped, createJsonReply } from './reply.ts'
import type { Reply } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'
import type { StoredResponse } from './schemas.ts'
import { createEvents } from './webhooks.ts'
import type { WebhookSender } from './webhooks.ts'

export type SandboxContext = {
  account: Account
  keys: { secret: string; publishable: string }
  faults: Faults
  webhookSender: WebhookSender
  requests: RequestLog
  /** Idempotency keys whose first request is still running. */
  keysInUse: Set<string>
}

type ParsedRequest = { route: Route; call: Call; requestId: string; idempotencyKey: string | null; fingerprint: string }

// Stripe removes an idempotency key after 24 hours.
const idempotencyTtlSeconds = 24 * 60 * 60
const maxKeyLength = 255

/** Answers a call below /v1. Throws a StripeApiError when nothing was changed. */
export async function handleApiRequest(
  ctx: SandboxContext,
  req: IncomingMessage,
  requestId: string,
): Promise<Reply | typeof dropped> {
  const request = await parseRequest(ctx, req, requestId)
  ctx.requests.add(request.route.operation, { id: request.call.id, idempotencyKey: request.idempotencyKey })
  const { idempotencyKey } = request
  if (idempotencyKey === null) return respondWithFaults(ctx, request)
  if (ctx.keysInUse.has(idempotencyKey)) throw keyInUse(idempotencyKey)
  ctx.keysInUse.add(idempotencyKey)
  try {
    return await respondWithFaults(ctx, request)
  } finally {
    ctx.keysInUse.delete(idempotencyKey)
  }
}

async function parseRequest(
  { account, keys }: SandboxContext,
  req: IncomingMessage,
  requestId: string,
): Promise<ParsedRequest> {
  const url = new URL(req.url ?? '/', 'http://sandbox')
  const method = req.method ?? 'GET'
  const key = identifyKey(keys, req.headers.authorization)
  const match = matchRoute(method, url.pathname)
  if (!match) throw unknownUrl(method, url.pathname)
  if (match.route.access === 'secret' && key !== 'secret') throw secretKeyRequired()
  const form = parseForm(method === 'GET' ? url.search : await readBody(req))
  return {
    route: match.route,
    call: { account, form, id: match.id, key, faults: [] },
    requestId,
    idempotencyKey: method === 'POST' ? getIdempotencyKey(req) : null,
    fingerprint: createHash('sha256')
      .update(`${url.pathname} ${toCanonicalText(form)}`)
      .digest('hex'),
  }
}

/** Returns which of the two keys the header contains. */
export function identifyKey(keys: SandboxContext['keys'], header: string | undefined): Call['key'] {
  const key = header?.replace(/^Bearer /i, '')
  if (!key) throw missingKey()
  if (key === keys.secret) return 'secret'
  if (key === keys.publishable) return 'publishable'
  throw invalidKey(key)
}

function matchRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { route, id: match.groups?.id ?? '' }
  }
  return undefined
}

function getIdempotencyKey(req: IncomingMessage): string | null {
  const header = req.headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return null
  if (header.length <= maxKeyLength) return header
  throw invalidRequest(`Idempotency keys can have up to ${maxKeyLength} characters.`)
}

async function respondWithFaults(ctx: SandboxContext, request: ParsedRequest): Promise<Reply | typeof dropped> {
  const faults = ctx.faults.take(request.route.operation)
  await applyDelay(faults, 'delay')
  const earlyReply = applyFaultsBefore(faults)
  if (earlyReply) return earlyReply
  const reply = tryExecute(ctx, withFaults(request, faults))
  await ctx.account.ledger.flush()
  await applyDelay(faults, 'delay_after')
  const lateReply = applyFaultsAfter(faults)
  if (lateReply) return lateReply
  if (reply instanceof StripeApiError) throw reply
  return reply
}

function withFaults(request: ParsedRequest, faults: Fault[]): ParsedRequest {
  return { ...request, call: { ...request.call, faults: faults.map(({ fault }) => fault) } }
}

/** Returns an error instead of throwing it, because a fault may drop it like any other response. */
function tryExecute(ctx: SandboxContext, request: ParsedRequest): Reply | StripeApiError {
  try {
    return findStoredReply(ctx.account, request) ?? executeRequest(ctx, request)
  } catch (error) {
    if (error instanceof StripeApiError) return error
    throw error
  }
}

const failedBody = { type: 'api_error', message: 'An error occurred with our connection to Stripe. Please try again.' }
const faultBodies = {
  400: { type: 'invalid_request_error', code: 'parameter_unknown', message: 'Received unknown parameter.' },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' },
  500: failedBody,
  503: failedBody,
}

function applyFaultsBefore(faults: Fault[]): Reply | typeof dropped | undefined {
  if (faults.some(({ fault }) => fault === 'drop_before')) return dropped
  const status = faults.find(({ fault }) => fault === 'status')?.status
  if (status === undefined) return undefined
  return createJsonReply(status, JSON.stringify({ error: faultBodies[status] }))
}

function applyFaultsAfter(faults: Fault[]): Reply | typeof dropped | undefined {
  const kinds = faults.map(({ fault }) => fault)
  if (kinds.includes('drop_after')) return dropped
  if (kinds.includes('garbage')) return createJsonReply(200, '{"id":"pi_')
  if (kinds.includes('html'))
    return { ...createJsonReply(200, '<h1>Bad gateway</h1>'), headers: { 'content-type': 'text/html' } }
  return undefined
}

function findStoredReply({ ledger, now }: Account, { idempotencyKey, fingerprint }: ParsedRequest): Reply | undefined {
  const stored = idempotencyKey === null ? undefined : ledger.storedResponses.get(idempotencyKey)
  if (!stored || toUnixSeconds(now()) - stored.at > idempotencyTtlSeconds) return undefined
  if (stored.fingerprint !== fingerprint) throw idempotencyMismatch(stored.key)
  return createJsonReply(stored.status, stored.body, { 'idempotent-replayed': 'true' })
}

/** Runs the operation and appends its effect, events and response to the journal as one line. */
function executeRequest(ctx: SandboxContext, request: ParsedRequest): Reply {
  const { call, route, idempotencyKey: key, fingerprint } = request
  const outcome = route.run(call)
  const body = toResponseText(call, outcome.body)
  const createdAt = toUnixSeconds(call.account.now())
  recordOutcome(ctx, outcome, {
    requestId: request.requestId,
    storedResponse: key === null ? null : { key, fingerprint, status: outcome.status, body, at: createdAt },
  })
  return createJsonReply(outcome.status, body)
}

/** Appends an outcome to the journal, and sends its events after the response. */
export function recordOutcome(
  { account, webhookSender }: SandboxContext,
  outcome: Outcome,
  { requestId, storedResponse }: { requestId: string; storedResponse: StoredResponse | null },
) {
  const events = createEvents(account, outcome.events, { id: requestId, idempotency_key: storedResponse?.key ?? null })
  account.ledger.write([
    ...outcome.changes,
    ...events.map((value) => ({ kind: 'event' as const, value })),
    ...(storedResponse ? [{ kind: 'answer' as const, value: storedResponse }] : []),
  ])
  // A failed sync already fails the response; the event then stays undelivered.
  const sync = account.ledger.flush()
  void sync.then(
    () => setImmediate(() => void webhookSender.post(events)),
    () => undefined,
  )
}
