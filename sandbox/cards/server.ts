// Replaces Stripe: the part of its API, browser script and webhooks that the app uses, for test cards only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IdPrefix } from './account.ts'
import { handleApiRequest, recordOutcome } from './api.ts'
import type { SandboxContext } from './api.ts'
import { createBrowserScript } from './browser-script.ts'
import { handleChallengePage } from './challenge-page.ts'
import { handleControls } from './controls.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { redactForBrowser } from './response-body.ts'
import { createLedger } from './ledger.ts'
import { unknownUrl, StripeApiError } from './errors.ts'
import { createJsonReply, createPreflightReply, createErrorReply, sendReply } from './reply.ts'
import type { dropped, Reply } from './reply.ts'
import { createRequestLog } from './request-log.ts'
import type { RequestLog } from './request-log.ts'
import { endDueRefunds } from './resources/refund-results.ts'
import { apiVersion, createWebhookSender } from './webhooks.ts'
import type { Webhook } from './webhooks.ts'

export type CardSandboxOptions = {
  /** File of the journal; created when it does not exist. */
  stateFile: string
  secretKey: string
  publishableKey: string
  /** Where events are sent (read before each delivery), and the secret that signs them. */
  webhook: Webhook
  now: () => Date
  /** Creates an unguessable id that begins with the prefix and an underscore. */
  createId: (prefix: IdPrefix) => string
  /** Whether the app runs in production, where the sandbox refuses to start. */
  production: boolean
  /** Receives messages for the operator; by default they are dropped. */
  log?: (line: string) => void
}

export type CardSandbox = {
  /** Handles /v1/…, /stripe.js and /sandbox/…. */
  handler: (req: IncomingMessage, res: ServerResponse) => void
  /** For tests in the same process. */
  faults: Faults
  requests: RequestLog
  /** Stops deliveries and closes the journal. Undelivered events are delivered by the next run. */
  close(): Promise<void>
}

/** Creates the card sandbox. Refuses production, and a state file that is damaged before its last line. */
export async function createCardSandbox(options: CardSandboxOptions): Promise<CardSandbox> {
  if (options.production) {
    throw new Error('The card sandbox does not run in production: set STRIPE_SECRET_KEY and the other Stripe settings.')
  }
  const log = options.log ?? (() => undefined)
  const script = await createBrowserScript()
  const ledger = await createLedger(options.stateFile)
  const account = { ledger, now: options.now, createId: options.createId }
  const faults = createFaults()
  const requests = createRequestLog()
  const webhookSender = createWebhookSender({ account, webhook: options.webhook, faults, log })
  const keys = { secret: options.secretKey, publishable: options.publishableKey }
  const sandboxContext: SandboxContext = { account, keys, faults, webhookSender, requests, keysInUse: new Set() }

  const refundTimer = setInterval(() => recordDueRefunds(sandboxContext), refundCheckMs)
  refundTimer.unref()

  return {
    handler(req, res) {
      const requestId = options.createId('req')
      res.setHeader('request-id', requestId)
      res.setHeader('stripe-version', apiVersion)
      const sending = respond({ sandboxContext, script, log }, req, requestId).then((reply) => sendReply(res, reply))
      // Fails only when the connection is already closed.
      void sending.catch(() => res.destroy())
    },
    faults,
    requests,
    async close() {
      clearInterval(refundTimer)
      await webhookSender.close()
      await ledger.close()
    },
  }
}

// How often refunds to the test cards of pending and failing refunds are looked at.
const refundCheckMs = 1_000

function recordDueRefunds(ctx: SandboxContext) {
  for (const outcome of endDueRefunds(ctx.account)) {
    recordOutcome(ctx, outcome, { requestId: ctx.account.createId('req'), storedResponse: null })
  }
}

type ServerContext = { sandboxContext: SandboxContext; script: string; log: (line: string) => void }

async function respond(ctx: ServerContext, req: IncomingMessage, requestId: string): Promise<Reply | typeof dropped> {
  try {
    return await dispatch(ctx, req, requestId)
  } catch (error) {
    if (error instanceof StripeApiError) return redactForCaller(createErrorReply(error), ctx.sandboxContext, req)
    ctx.log(`The card sandbox failed at ${req.method} ${req.url?.split('?', 1)[0]}: ${String(error)}`)
    const message = 'The card sandbox failed. Its log says why.'
    return createJsonReply(500, JSON.stringify({ error: { type: 'api_error', message } }))
  }
}

function dispatch({ sandboxContext, script }: ServerContext, req: IncomingMessage, requestId: string) {
  const { pathname } = new URL(req.url ?? '/', 'http://sandbox')
  if (req.method === 'OPTIONS') return createPreflightReply()
  if (pathname.startsWith('/v1/')) return handleApiRequest(sandboxContext, req, requestId)
  if (pathname === '/stripe.js') return createScriptReply(script)
  if (pathname === '/sandbox/challenge') return handleChallengePage(sandboxContext, req, requestId)
  if (pathname.startsWith('/sandbox/')) return handleControls(sandboxContext, req, requestId)
  throw unknownUrl(req.method ?? 'GET', pathname)
}

function createScriptReply(body: string): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    body,
  }
}

/** An error may contain the intent; without the secret key the caller gets its public fields only. */
function redactForCaller(reply: Reply, { keys }: SandboxContext, req: IncomingMessage): Reply {
  if (req.headers.authorization === `Bearer ${keys.secret}`) return reply
  return { ...reply, body: JSON.stringify(JSON.parse(reply.body), redactForBrowser) }
}
