// The card provider's stand-in as a process of its own: it lives on while the shop dies, and does wrong when asked to.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openCards } from '#market/payments/provider.ts'
import type { FaultAsked, Operation } from '#sandbox/cards/faults.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { gather } from '#scripts/invariants.ts'

export type RigProvider = {
  url: string
  /** Every intent, as the provider's own books have it. */
  dump(): Promise<{ id: string; status: string; amountPoisha: number; refundedPoisha: number; currency: string }[]>
  /** Confirms with a card that works, as the buyer's browser does. */
  pay: (intentId: string) => Promise<void>
  /** Tries a card that is declined. */
  payWithBadCard(intentId: string): Promise<void>
  spoil(fault: FaultAsked): Promise<void>
  /** How often this was asked of it since it was started or forgot. */
  asked(operation: Operation): Promise<number>
  forgetAsked(): Promise<void>
  /** Lets the webhooks go that a `hold` kept back. */
  release(order: 'in_order' | 'reversed'): Promise<void>
  /** Takes all faults back. */
  heal(): Promise<void>
  /** Nobody listens there any more: connections are refused. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

type Place = { port: number; stateFile: string; shopUrl: string }

const spawnProvider = async ({ port, stateFile, shopUrl }: Place): Promise<ChildProcess> => {
  const words = ['--port', String(port), '--state', stateFile, '--webhook', `${shopUrl}/api/payments/webhook`]
  const child = spawn(process.execPath, ['sandbox/cards/standalone.ts', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // A run that ends before it could close what it had opened leaves no process behind.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const gone = once(child, 'exit').then(() => {
    throw new Error('The card provider did not open.')
  })
  // Once it is open, its end is nobody's surprise.
  gone.catch(() => {})
  await Promise.race([once(child.stdout, 'data'), gone])
  return child
}

const controls = (url: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${url}/sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`The card provider did not take ${method} ${path}: ${await answer.text()}`)
  return answer
}

const declinedAt = async (url: string, intentId: string): Promise<void> => {
  const answer = await fetch(`${url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_chargeDeclined' }),
  })
  await answer.body?.cancel()
}

const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Opens the provider; its state lies in a file, so it may be killed and started again. */
export const openRigProvider = async (place: Place): Promise<RigProvider> => {
  const url = `http://127.0.0.1:${place.port}`
  const control = controls(url)
  // Its books are read at a pace of their own, past the shop.
  const cards = openCards({ ...sandboxKeys.stripe, sandbox: { host: '127.0.0.1', port: place.port } })
  let child = await spawnProvider(place)
  return {
    url,
    dump: () => gather(cards.all()),
    pay: (intentId) => payAtSandbox(url, intentId),
    payWithBadCard: (intentId) => declinedAt(url, intentId),
    spoil: async (fault) => void (await control('POST', 'faults', fault)),
    asked: async (operation) => {
      const said: unknown = await (await control('GET', `requests?operation=${operation}`)).json()
      return typeof said === 'object' && said !== null && 'count' in said ? Number(said.count) : 0
    },
    forgetAsked: async () => void (await control('DELETE', 'requests')),
    release: async (order) => void (await control('POST', 'webhooks', { release: order })),
    heal: async () => {
      await control('DELETE', 'faults')
      await control('POST', 'webhooks', { release: 'in_order' })
    },
    stop: () => endChild(child),
    start: async () => {
      child = await spawnProvider(place)
    },
    close: () => endChild(child),
  }
}
