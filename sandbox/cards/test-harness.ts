// What the sandbox's tests share: the sandbox on a port, Stripe's SDK pointed at it, and a shop that takes webhooks.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { openCards } from './server.ts'
import type { Cards } from './server.ts'

export const secretKey = 'sk_test_motohaat'
export const publishableKey = 'pk_test_motohaat'
export const webhookSecret = 'whsec_motohaat'

/** What arrived at the webhook, checked with the SDK; `answers` are statuses for the next deliveries, then 200. */
type Hook = { url: string; received: Stripe.Event[]; answers: number[]; server: Server }
type Running = { cards: Cards; server: Server; hook: Hook; port: number }

export type Rig = Awaited<ReturnType<typeof openRig>>

/** Opens a sandbox with a state file of its own. Close it at the end of the test. */
export async function openRig() {
  const folder = await mkdtemp(join(tmpdir(), 'cards-'))
  const stateFile = join(folder, 'cards.jsonl')
  let running = await start(stateFile)
  let isStopped = false
  async function stopOnce() {
    if (!isStopped) await stop(running)
    isStopped = true
  }
  const sdk = (key: string, maxNetworkRetries = 0) => sdkAt(running.port, { key, maxNetworkRetries })

  return {
    stateFile,
    cards: () => running.cards,
    hook: () => running.hook,
    stripe: () => sdk(secretKey),
    sdk,
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${running.port}${path}`, init),
    async restart() {
      await stopOnce()
      running = await start(stateFile)
      isStopped = false
    },
    async close() {
      await stopOnce()
      await rm(folder, { recursive: true })
    },
  }
}

async function start(stateFile: string): Promise<Running> {
  const hook = await openHook()
  const cards = await openCards({
    stateFile,
    secretKey,
    publishableKey,
    webhook: { url: () => hook.url, secret: webhookSecret },
    now: () => new Date(),
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    production: false,
  }).catch(async (error: unknown) => {
    shut(hook.server)
    throw error
  })
  const { server, port } = await listen(cards.handler)
  return { cards, server, hook, port }
}

async function stop({ cards, server, hook }: Running) {
  shut(server)
  shut(hook.server)
  await cards.close()
}

function shut(server: Server) {
  server.close()
  server.closeAllConnections()
}

async function openHook(): Promise<Hook> {
  const received: Stripe.Event[] = []
  const answers: number[] = []
  const { server, port } = await listen((req, res) => void take(req, res))
  async function take(req: IncomingMessage, res: ServerResponse) {
    const payload = Buffer.concat(await req.toArray())
    const header = req.headers['stripe-signature'] ?? ''
    received.push(await Stripe.webhooks.constructEventAsync(payload, header, webhookSecret))
    res.writeHead(answers.shift() ?? 200).end()
  }
  return { url: `http://127.0.0.1:${port}/hook`, received, answers, server }
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

function sdkAt(port: number, { key, maxNetworkRetries }: { key: string; maxNetworkRetries: number }) {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false })
}

export const bike = { amount: 15_000_000, currency: 'bdt', metadata: { bikeId: 'fzs' } }

export function createIntent(rig: Rig, idempotencyKey?: string) {
  return rig.stripe().paymentIntents.create(bike, idempotencyKey === undefined ? {} : { idempotencyKey })
}

/** A fresh intent, confirmed with a ready-made or earlier payment method. */
export async function pay(rig: Rig, payment_method = 'pm_card_visa') {
  const { id } = await createIntent(rig)
  return rig.stripe().paymentIntents.confirm(id, { payment_method })
}

/** A call as the browser's script makes it: with the publishable key, and a form when there are fields. */
export function fromBrowser(rig: Rig, path: string, fields?: Record<string, string>) {
  const headers = { authorization: `Bearer ${publishableKey}` }
  return rig.fetch(path, fields ? { method: 'POST', headers, body: new URLSearchParams(fields) } : { headers })
}

type Levers = { held?: string[]; count?: number; faults?: object[]; error?: object; answered?: number }

/** Pulls a lever below /sandbox. */
export async function control(
  rig: Rig,
  lever: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  body?: object,
  key = secretKey,
) {
  const [method, path] = lever.split(' ')
  const response = await rig.fetch(`/sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: Levers = await response.json()
  return answer
}

/** The error of Stripe's SDK that a call ends in. Fails when the call is answered. */
export async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('It was not refused.'),
    (refused: unknown) => refused,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}

export function eventsReceived(rig: Rig, type: Stripe.Event['type']) {
  return rig.hook().received.filter((event) => event.type === type)
}
