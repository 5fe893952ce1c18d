// Harness of the sandbox's tests: the sandbox on a port, Stripe's SDK configured for it, and a server that receives webhooks.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { createCardSandbox } from './server.ts'
import type { CardSandbox } from './server.ts'

export const secretKey = 'sk_test_motohaat'
export const publishableKey = 'pk_test_motohaat'

/** The events received, signed with `secret`; `statuses` answer the next deliveries, then 200. */
type WebhookReceiver = { url: string; secret: string; received: Stripe.Event[]; statuses: number[]; server: Server }
type RunningSandbox = { cardSandbox: CardSandbox; server: Server; receiver: WebhookReceiver; port: number }

export type Harness = Awaited<ReturnType<typeof createHarness>>

/** Starts a sandbox with a state file of its own. The test must close it. */
export async function createHarness() {
  const folder = await mkdtemp(join(tmpdir(), 'cards-'))
  const stateFile = join(folder, 'cards.jsonl')
  let running = await startSandbox(stateFile)
  let isStopped = false
  async function stopIfRunning() {
    if (!isStopped) await stopSandbox(running)
    isStopped = true
  }
  const createSdk = (key: string, maxNetworkRetries = 0) => connectSdk(running.port, { key, maxNetworkRetries })

  return {
    stateFile,
    cardSandbox: () => running.cardSandbox,
    receiver: () => running.receiver,
    stripe: () => createSdk(secretKey),
    createSdk,
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${running.port}${path}`, init),
    async restart() {
      await stopIfRunning()
      running = await startSandbox(stateFile)
      isStopped = false
    },
    async close() {
      await stopIfRunning()
      await rm(folder, { recursive: true })
    },
  }
}

async function startSandbox(stateFile: string): Promise<RunningSandbox> {
  const receiver = await createWebhookReceiver()
  const cardSandbox = await createCardSandbox({
    stateFile,
    secretKey,
    publishableKey,
    webhook: { url: () => receiver.url, secret: receiver.secret },
    now: () => new Date(),
    createId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    production: false,
  }).catch(async (error: unknown) => {
    closeServer(receiver.server)
    throw error
  })
  const { server, port } = await listen(cardSandbox.handler)
  return { cardSandbox, server, receiver, port }
}

async function stopSandbox({ cardSandbox, server, receiver }: RunningSandbox) {
  closeServer(server)
  closeServer(receiver.server)
  await cardSandbox.close()
}

function closeServer(server: Server) {
  server.close()
  server.closeAllConnections()
}

/**
 * Starts a receiver with a secret of its own. It answers 400 to what others signed: the sandbox of an app that has closed
 * may still try the app's old port, which this receiver may have now.
 */
async function createWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = `whsec_${randomBytes(12).toString('hex')}`
  const received: Stripe.Event[] = []
  const statuses: number[] = []
  const { server, port } = await listen((req, res) => void receiveEvent(req, res))
  async function receiveEvent(req: IncomingMessage, res: ServerResponse) {
    const payload = Buffer.concat(await req.toArray())
    const header = req.headers['stripe-signature'] ?? ''
    try {
      received.push(await Stripe.webhooks.constructEventAsync(payload, header, secret))
      res.writeHead(statuses.shift() ?? 200).end()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
      res.writeHead(400).end()
    }
  }
  return { url: `http://127.0.0.1:${port}/hook`, secret, received, statuses, server }
}

async function listen(handler: RequestListener) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  return { server, port: address.port }
}

function connectSdk(port: number, { key, maxNetworkRetries }: { key: string; maxNetworkRetries: number }) {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false })
}

export const bike = { amount: 15_000_000, currency: 'bdt', metadata: { bikeId: 'fzs' } }

export function createIntent(harness: Harness, idempotencyKey?: string) {
  return harness.stripe().paymentIntents.create(bike, idempotencyKey === undefined ? {} : { idempotencyKey })
}

/** Creates an intent and confirms it with this payment method. */
export async function pay(harness: Harness, payment_method = 'pm_card_visa') {
  const { id } = await createIntent(harness)
  return harness.stripe().paymentIntents.confirm(id, { payment_method })
}

/** The charge of a paid intent; an empty string when it has none. */
export function getChargeId({ latest_charge: charge }: Stripe.PaymentIntent): string {
  return typeof charge === 'string' ? charge : (charge?.id ?? '')
}

/** Calls the API as the browser script does: with the publishable key, and a form when there are fields. */
export function requestFromBrowser(harness: Harness, path: string, fields?: Record<string, string>) {
  const headers = { authorization: `Bearer ${publishableKey}` }
  return harness.fetch(path, fields ? { method: 'POST', headers, body: new URLSearchParams(fields) } : { headers })
}

type ControlResponse = { held?: string[]; count?: number; faults?: object[]; error?: object; answered?: number }

/** Calls a control path below /sandbox. */
export async function callControl(
  harness: Harness,
  route: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  body?: object,
  key = secretKey,
) {
  const [method, path] = route.split(' ')
  const response = await harness.fetch(`/sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result: ControlResponse = await response.json()
  return result
}

/** Returns the error of Stripe's SDK for a call. Fails when the call succeeds. */
export async function getError(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call succeeded, an error was expected.'),
    (rejection: unknown) => rejection,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}

export function getReceivedEvents(harness: Harness, type: Stripe.Event['type']) {
  return harness.receiver().received.filter((event) => event.type === type)
}
