// A response before it is sent, so that a fault can still change it.
import type { ServerResponse } from 'node:http'
import type { StripeApiError } from './errors.ts'

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** Instead of a response: the connection is closed. */
export const dropped = 'dropped'

// Any origin may call, as with Stripe's API: it authenticates by key and reads no cookie.
const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'request-id, idempotent-replayed, stripe-version',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

export function createJsonReply(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, body, headers: { 'content-type': 'application/json', ...headers } }
}

export function createErrorReply({ status, errorBody, extra }: StripeApiError): Reply {
  return createJsonReply(status, JSON.stringify({ error: { ...errorBody, ...extra } }))
}

export function createPreflightReply(): Reply {
  const headers = {
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-max-age': '600',
  }
  return { status: 204, headers, body: '' }
}

export function sendReply(res: ServerResponse, reply: Reply | typeof dropped) {
  if (reply === dropped) {
    res.destroy()
    return
  }
  res.writeHead(reply.status, { ...commonHeaders, ...reply.headers })
  res.end(reply.body)
}
