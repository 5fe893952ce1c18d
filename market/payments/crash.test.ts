// Kills the server and its database with `kill -9` at random moments of a payment, and while bKash takes the money; the
// providers keep running. Each step of the wallets is in tests/resilience/wallet-crashes.test.ts.
// @module-tag processes
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type Client, createClient, createHttpTransport } from '#contract/client.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { getPostgresPid, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import {
  authorizeBkash,
  beginBkash,
  readBkashJournal,
  returnFromBkash,
  setBkashFault,
} from '#tests/support/wallets/bkash.ts'
import { createPaymentProvider } from './stripe.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const rounds = chooseByRun(2, 12)
const recoveryTimeoutMs = 60_000

let dataDir: string
let settings: Record<string, string>
let provider: ChildProcess
let providerPort: number
let runningApp: ServerProcess

/** The sandboxes of the providers in their own process. */
const startProvider = async (appUrl: string): Promise<void> => {
  const args = ['--port', String(providerPort), '--state', join(dataDir, 'stripe.jsonl')]
  const webhookArgs = ['--webhook', `${appUrl}/api/payments/webhook`]
  provider = spawn(process.execPath, ['sandbox/standalone.ts', ...args, ...webhookArgs], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => provider.stdout?.once('data', resolve))
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'motohaat-crash-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  providerPort = await findFreePort()
  const url = `http://localhost:${port}`
  settings = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_CARDS_URL: `http://127.0.0.1:${providerPort}`,
    SANDBOX_BKASH_URL: `http://127.0.0.1:${providerPort}`,
    DATA_DIR: dataDir,
  }
  await startProvider(url)
  runningApp = await startServer(settings)
})

afterAll(async () => {
  runningApp.process.kill('SIGTERM')
  await runningApp.exited
  provider.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

/** A seeded random generator from 0 to 1, so that a failed run can be repeated. */
const createRandom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const signInOnce = async (): Promise<Client> => {
  const { email } = fixtures.karim
  const answer = await fetch(`${runningApp.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const tokenAnswer = await fetch(`${runningApp.url}/api/jwt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email }),
  })
  const { token } = z.object({ token: z.string() }).parse(await tokenAnswer.json())
  return createClient(createHttpTransport(runningApp.url), async () => token)
}

/** Signs in. Retries, because the first request may use a dead connection to the killed database. */
const signIn = async (): Promise<Client> => {
  const deadline = performance.now() + recoveryTimeoutMs
  for (;;) {
    try {
      return await signInOnce()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(250)
    }
  }
}

const charge = (intentId: string) => payAtSandbox(`http://127.0.0.1:${providerPort}`, intentId)

type Acknowledged = { bookings: Set<string>; paid: Set<string> }

const book = async (karim: Client, { _id: producId, salePrice }: { _id: string; salePrice: number }) => {
  const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice, producId }
  return (await karim('POST /bookings', { body })).insertedId
}

/** One buyer books and pays; records each acknowledged step at once. */
const buy = async (
  karim: Client,
  bike: { _id: string; salePrice: number },
  acknowledged: Acknowledged,
): Promise<void> => {
  const { email } = fixtures.karim
  const bookingId = await book(karim, bike)
  acknowledged.bookings.add(bookingId)
  const { clientSecret } = await karim('POST /create-payment-intent', { body: { price: bike.salePrice, bookingId } })
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
  await charge(transactionId)
  const body = { price: bike.salePrice, transactionId, email, bookingId, productId: bike._id }
  await karim('POST /payments', { body })
  acknowledged.paid.add(bookingId)
  await karim('POST /payments/product', { body })
}

/** A bike that Karim has not booked yet. */
const freshBike = async (karim: Client) => {
  const ordered = new Set((await karim('GET /bookings')).map((order) => order.producId))
  const bike = (await karim('GET /allbikes')).find((one) => !ordered.has(one._id))
  assert(bike, 'needs a bike that is not ordered yet')
  return bike
}

/** Kills the server, its database, or both, and waits until the server responds again. */
const kill = async (victims: 'shop' | 'database' | 'both'): Promise<void> => {
  const database = getPostgresPid(dataDir)
  if (victims !== 'database') runningApp.process.kill('SIGKILL')
  if (victims !== 'shop') process.kill(database, 'SIGKILL')
  if (victims !== 'database') {
    await runningApp.exited
    runningApp = await startServer(settings)
  }
  await waitUntilReady()
}

const isOpen = async (): Promise<boolean> =>
  (await fetch(`${runningApp.url}/api/allbikes?limit=7`).catch(() => null))?.ok ?? false

/** Waits until the server reads from its database again; fails with the server's output. */
const waitUntilReady = async (): Promise<void> => {
  const until = performance.now() + recoveryTimeoutMs
  while (!(await isOpen())) {
    if (performance.now() > until) {
      throw new Error(`The shop (exit ${runningApp.process.exitCode}) did not recover:\n${runningApp.getOutput()}`)
    }
    await pause(50)
  }
}

/** All charges of the provider and all paid bookings; both must match. */
const readLedger = async (karim: Client) => {
  const paymentProvider = createPaymentProvider({
    ...sandboxKeys.stripe,
    sandbox: { host: '127.0.0.1', port: providerPort },
  })
  const chargedIds: string[] = []
  for await (const intent of paymentProvider.listIntents()) {
    if (intent.status === 'succeeded' && intent.refundedPoisha < intent.amountPoisha) chargedIds.push(intent.id)
  }
  const orders = await karim('GET /bookings')
  return { chargedIds, orders }
}

test('kill -9 at random moments of a payment loses nothing acknowledged, and every charge ends recorded or sent back', async () => {
  const seed = Math.floor(Date.now() % 1_000_000)
  const random = createRandom(seed)
  const acknowledged: Acknowledged = { bookings: new Set(), paid: new Set() }
  const victims = ['shop', 'database', 'both'] as const
  const demoSales = (await readLedger(await signIn())).chargedIds.length

  const beganAt = performance.now()
  const first = await signIn()
  await buy(first, await freshBike(first), acknowledged)
  // Clock: the kills are spread over the duration of an undisturbed payment.
  const usualMs = performance.now() - beganAt

  let round = 0
  // A machine that was busy at first measures long and then pays fast: more rounds follow, with earlier kills.
  const nothingWasCutOff = () => acknowledged.paid.size > round
  for (; round < rounds || (nothingWasCutOff() && round < 3 * rounds); round += 1) {
    const karim = await signIn()
    const bike = await freshBike(karim)
    // Interrupted requests are expected; earlier acknowledgements are recorded.
    const buying = buy(karim, bike, acknowledged).catch(() => {})
    await pause(random() * usualMs * (round < rounds ? 1 : 0.25))
    await kill(victims[round % victims.length] ?? 'both')
    await buying
  }

  assert(!nothingWasCutOff(), 'needs payments that were cut off')
  const karim = await signIn()
  const compareLedgers = async () => {
    const { chargedIds, orders } = await readLedger(karim)
    const paid = orders.filter((order) => order.paid)
    const mine = chargedIds.filter((id) => paid.some((order) => order.transactionId === id))
    return {
      lostBookings: [...acknowledged.bookings].filter((id) => !orders.some((order) => order._id === id)),
      lostPayments: [...acknowledged.paid].filter((id) => !paid.some((order) => order._id === id)),
      paidWithoutMoney: paid.filter((order) => !chargedIds.includes(order.transactionId ?? '')).length,
      moneyWithoutRecord: chargedIds.length - mine.length,
    }
  }
  // Other demonstration sales belong to other buyers; Karim's own are among his bookings.
  const othersSales =
    demoSales -
    (await readLedger(karim)).orders.filter((order) => order.paid && !acknowledged.bookings.has(order._id)).length
  await expect
    .poll(compareLedgers, { timeout: recoveryTimeoutMs, interval: 500, message: `seed ${seed}` })
    .toEqual({ lostBookings: [], lostPayments: [], paidWithoutMoney: 0, moneyWithoutRecord: othersSales })
})

test('kill -9 while bKash takes the money, which it then does: the deposit is paid, once', async () => {
  const karim = await signIn()
  const bike = await freshBike(karim)
  const order = { bookingId: await book(karim, bike), price: bike.salePrice }
  const { reference, pageUrl } = await beginBkash(karim, order, 'deposit')
  await authorizeBkash(pageUrl)
  const countExecutions = async () => (await readBkashJournal(providerPort)).calls['execute'] ?? 0
  await setBkashFault(providerPort, { operation: 'execute', fault: 'delay', delayMs: 1_000 })
  const cutOff = returnFromBkash(karim, reference, 'success').catch(() => {})
  await expect.poll(countExecutions, { interval: 10 }).toBe(1)
  await kill('shop')
  await cutOff
  const again = await signIn()
  const readState = async () => (await returnFromBkash(again, reference).catch(() => null))?.state
  await expect.poll(readState, { timeout: recoveryTimeoutMs, interval: 250 }).toBe('paid')
  const { payments } = await readBkashJournal(providerPort)
  expect(payments.find(({ paymentID }) => paymentID === reference)).toMatchObject({
    status: 'Completed',
    executions: 1,
  })
  expect(await countExecutions()).toBe(1)
})
