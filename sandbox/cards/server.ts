// The stand-in for Stripe: what the shop uses of its API, its browser script and its webhooks, with test cards only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IdPrefix } from './account.ts'
import { answerApi } from './api.ts'
import type { Desk } from './api.ts'
import { browserScript } from './browser-script.ts'
import { answerChallengePage } from './challenge-page.ts'
import { answerControls } from './controls.ts'
import { openFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { hideFromBrowser } from './response-body.ts'
import { openLedger } from './ledger.ts'
import { noSuchUrl, StripeRefusal } from './errors.ts'
import { json, preflight, refusal, send } from './reply.ts'
import type { dropped, Reply } from './reply.ts'
import { openRequestLog } from './request-log.ts'
import type { RequestLog } from './request-log.ts'
import { openCourier } from './webhooks.ts'
import type { Webhook } from './webhooks.ts'

export type CardsOptions = {
  /** Where the journal is kept; made when it is not there. */
  stateFile: string
  secretKey: string
  publishableKey: string
  /** Where events go, asked anew for each delivery, and the secret that signs them. */
  webhook: Webhook
  now: () => Date
  /** A fresh id that begins with the prefix and an underscore, and that nobody can guess. */
  newId: (prefix: IdPrefix) => string
  /** Whether the shop runs in production, where a stand-in for the card provider has no place. */
  production: boolean
  /** Where a line for the person who runs the shop goes; nowhere by default. */
  say?: (line: string) => void
}

export type Cards = {
  /** Answers requests of a server of its own: /v1/…, /stripe.js, /sandbox/…. */
  handler: (req: IncomingMessage, res: ServerResponse) => void
  /** For tests in the same process: what to do wrong, and which calls came. */
  faults: Faults
  requests: RequestLog
  /** Stops deliveries and closes the journal. Undelivered events are delivered by the next run. */
  close(): Promise<void>
}

/** Opens the card sandbox. Refuses production, and a state file that is damaged anywhere but at its very end. */
export async function openCards(options: CardsOptions): Promise<Cards> {
  if (options.production) {
    throw new Error('The card sandbox does not run in production: set STRIPE_SECRET_KEY and the other Stripe settings.')
  }
  const say = options.say ?? (() => undefined)
  const script = await browserScript()
  const ledger = await openLedger(options.stateFile)
  const account = { ledger, now: options.now, newId: options.newId }
  const faults = openFaults()
  const requests = openRequestLog()
  const courier = openCourier({ account, webhook: options.webhook, faults, say })
  const keys = { secret: options.secretKey, publishable: options.publishableKey }
  const desk: Desk = { account, keys, faults, courier, requests, keysInUse: new Set() }

  return {
    handler(req, res) {
      const requestId = options.newId('req')
      res.setHeader('request-id', requestId)
      const sent = answer({ desk, script, say }, req, requestId).then((reply) => send(res, reply))
      // Only a connection that is already gone can fail here, and then nobody is left to tell.
      void sent.catch(() => res.destroy())
    },
    faults,
    requests,
    async close() {
      await courier.close()
      await ledger.close()
    },
  }
}

type House = { desk: Desk; script: string; say: (line: string) => void }

async function answer(house: House, req: IncomingMessage, requestId: string): Promise<Reply | typeof dropped> {
  try {
    return await answerByPath(house, req, requestId)
  } catch (error) {
    if (error instanceof StripeRefusal) return forCaller(refusal(error), house.desk, req)
    house.say(`The card sandbox failed at ${req.method} ${req.url?.split('?', 1)[0]}: ${String(error)}`)
    const message = 'The card sandbox failed. Its log says why.'
    return json(500, JSON.stringify({ error: { type: 'api_error', message } }))
  }
}

function answerByPath({ desk, script }: House, req: IncomingMessage, requestId: string) {
  const { pathname } = new URL(req.url ?? '/', 'http://sandbox')
  if (req.method === 'OPTIONS') return preflight()
  if (pathname.startsWith('/v1/')) return answerApi(desk, req, requestId)
  if (pathname === '/stripe.js') return scriptReply(script)
  if (pathname === '/sandbox/challenge') return answerChallengePage(desk, req, requestId)
  if (pathname.startsWith('/sandbox/')) return answerControls(desk, req, requestId)
  throw noSuchUrl(req.method ?? 'GET', pathname)
}

function scriptReply(body: string): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    body,
  }
}

/** A refusal may carry the intent; a caller without the secret key sees its public face only. */
function forCaller(reply: Reply, { keys }: Desk, req: IncomingMessage): Reply {
  if (req.headers.authorization === `Bearer ${keys.secret}`) return reply
  return { ...reply, body: JSON.stringify(JSON.parse(reply.body), hideFromBrowser) }
}
