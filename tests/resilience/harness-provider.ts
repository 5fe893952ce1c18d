// The card sandbox as a process of its own: it survives a kill of the app, and injects faults.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import type { FaultInput, Operation } from '#sandbox/cards/faults.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { collect } from '#scripts/invariants.ts'

export type HarnessProvider = {
  url: string
  /** Every intent of the provider. */
  listIntents(): Promise<
    { id: string; status: string; amountPoisha: number; refundedPoisha: number; currency: string }[]
  >
  /** Every movement of the account's balance. */
  listBalanceTransactions(): Promise<object[]>
  /** Confirms with a card that succeeds, as the buyer's browser does. */
  pay: (intentId: string) => Promise<void>
  /** Tries a card that is declined. */
  payWithDeclinedCard(intentId: string): Promise<void>
  injectFault(fault: FaultInput): Promise<void>
  /** How often this operation was called since the start or `resetRequestCount`. */
  countRequests(operation: Operation): Promise<number>
  resetRequestCount(): Promise<void>
  /** Sends the webhooks that a `hold` fault holds. */
  releaseWebhooks(order: 'in_order' | 'reversed'): Promise<void>
  /** Clears all faults. */
  clearFaults(): Promise<void>
  /** Stops the process: connections are refused. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

type ProviderOptions = { port: number; stateFile: string; appUrl: string }

const spawnProvider = async ({ port, stateFile, appUrl }: ProviderOptions): Promise<ChildProcess> => {
  const args = ['--port', String(port), '--state', stateFile, '--webhook', `${appUrl}/api/payments/webhook`]
  const child = spawn(process.execPath, ['sandbox/standalone.ts', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // An interrupted test run leaves no process behind.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  const exited = once(child, 'exit').then(() => {
    throw new Error('The card provider did not start.')
  })
  // After the start its exit is no error.
  exited.catch(() => {})
  await Promise.race([once(child.stdout, 'data'), exited])
  return child
}

const createControlClient = (url: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The card provider refused ${method} ${path}: ${await response.text()}`)
  return response
}

const confirmDeclinedCard = async (url: string, intentId: string): Promise<void> => {
  const response = await fetch(`${url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_chargeDeclined' }),
  })
  await response.body?.cancel()
}

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts the provider; its state is in a file, so it can be killed and restarted. */
export const createHarnessProvider = async (options: ProviderOptions): Promise<HarnessProvider> => {
  const url = `http://127.0.0.1:${options.port}`
  const callControl = createControlClient(url)
  // Reads the provider directly, not through the app.
  const paymentProvider = createPaymentProvider({
    ...sandboxKeys.stripe,
    sandbox: { host: '127.0.0.1', port: options.port },
  })
  let child = await spawnProvider(options)
  return {
    url,
    listIntents: () => collect(paymentProvider.listIntents()),
    listBalanceTransactions: () => collect(paymentProvider.listBalanceTransactions()),
    pay: (intentId) => payAtSandbox(url, intentId),
    payWithDeclinedCard: (intentId) => confirmDeclinedCard(url, intentId),
    injectFault: async (fault) => void (await callControl('POST', 'faults', fault)),
    countRequests: async (operation) => {
      const body: unknown = await (await callControl('GET', `requests?operation=${operation}`)).json()
      return typeof body === 'object' && body !== null && 'count' in body ? Number(body.count) : 0
    },
    resetRequestCount: async () => void (await callControl('DELETE', 'requests')),
    releaseWebhooks: async (order) => void (await callControl('POST', 'webhooks', { release: order })),
    clearFaults: async () => {
      await callControl('DELETE', 'faults')
      await callControl('POST', 'webhooks', { release: 'in_order' })
    },
    stop: () => stopChild(child),
    start: async () => {
      child = await spawnProvider(options)
    },
    close: () => stopChild(child),
  }
}
