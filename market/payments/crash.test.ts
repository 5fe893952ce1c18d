// The shop and its database are killed with `kill -9` at random moments of a payment; the card provider lives on.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type Client, createClient, overHttp } from '#contract/client.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { postgresPid, type RunningShop, startShop } from '#tests/support/server-process.ts'
import { freePort } from '#tests/support/test-app.ts'
import { openCards } from './provider.ts'

const rounds = 10
const healMs = 60_000

let dataDir: string
let settings: Record<string, string>
let provider: ChildProcess
let providerPort: number
let shop: RunningShop

/** The stand-in for Stripe in a process of its own. */
const startProvider = async (shopUrl: string): Promise<void> => {
  const args = ['--port', String(providerPort), '--state', join(dataDir, 'stripe.jsonl')]
  const hook = ['--webhook', `${shopUrl}/api/payments/webhook`]
  provider = spawn(process.execPath, ['sandbox/cards/standalone.ts', ...args, ...hook], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => provider.stdout?.once('data', resolve))
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'motohaat-crash-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  providerPort = await freePort()
  const url = `http://localhost:${port}`
  settings = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_CARDS_URL: `http://127.0.0.1:${providerPort}`,
    DATA_DIR: dataDir,
  }
  await startProvider(url)
  shop = await startShop(settings)
}, 120_000)

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.ended
  provider.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

/** A small random number maker, so that a failed run can be run again: numbers from 0 to 1. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const signInOnce = async (): Promise<Client> => {
  const { email } = cast.karim
  const answer = await fetch(`${shop.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const tokenAnswer = await fetch(`${shop.url}/api/jwt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email }),
  })
  const { token } = z.object({ token: z.string() }).parse(await tokenAnswer.json())
  return createClient(overHttp(shop.url), async () => token)
}

/** Signs in; a connection to the killed database may still be found dead once, so it is tried again as a person would. */
const signIn = async (): Promise<Client> => {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    try {
      return await signInOnce()
    } catch (error) {
      if (triesLeft === 0) throw error
      await pause(250)
    }
  }
}

const charge = (intentId: string) => payAtSandbox(`http://127.0.0.1:${providerPort}`, intentId)

type Told = { bookings: Set<string>; paid: Set<string> }

/** One buyer books and pays; what the shop acknowledged is written down the moment it was said. */
const buy = async (karim: Client, bike: { _id: string; salePrice: number }, told: Told): Promise<void> => {
  const { email } = cast.karim
  const order = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePrice,
    producId: bike._id,
  }
  const { insertedId: bookingId } = await karim('POST /bookings', { body: order })
  told.bookings.add(bookingId)
  const { clientSecret } = await karim('POST /create-payment-intent', { body: { price: bike.salePrice, bookingId } })
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
  await charge(transactionId)
  const body = { price: bike.salePrice, transactionId, email, bookingId, productId: bike._id }
  await karim('POST /payments', { body })
  told.paid.add(bookingId)
  await karim('POST /payments/product', { body })
}

/** A bike that Karim has not ordered yet. */
const freshBike = async (karim: Client) => {
  const ordered = new Set((await karim('GET /bookings')).map((order) => order.producId))
  const bike = (await karim('GET /allbikes')).find((one) => !ordered.has(one._id))
  assert(bike, 'needs a bike that is not ordered yet')
  return bike
}

/** Kills the shop, its database, or both, and waits until the shop answers again. */
const kill = async (victims: 'shop' | 'database' | 'both'): Promise<void> => {
  const database = postgresPid(dataDir)
  if (victims !== 'database') shop.process.kill('SIGKILL')
  if (victims !== 'shop') process.kill(database, 'SIGKILL')
  if (victims !== 'database') {
    await shop.ended
    shop = await startShop(settings)
  }
  await answersAgain()
}

const isOpen = async (): Promise<boolean> =>
  (await fetch(`${shop.url}/api/allbikes?limit=7`).catch(() => null))?.ok ?? false

/** Waits until the shop reads from its database again; fails with what the shop printed. */
const answersAgain = async (): Promise<void> => {
  const until = performance.now() + healMs
  while (!(await isOpen())) {
    if (performance.now() > until) {
      throw new Error(`The shop (exit ${shop.process.exitCode}) did not heal:\n${shop.printed()}`)
    }
    await pause(50)
  }
}

/** Every charge that the provider kept, and every order that says Paid: they must be the same. */
const books = async (karim: Client) => {
  const cards = openCards({ ...sandboxKeys.stripe, sandbox: { host: '127.0.0.1', port: providerPort } })
  const kept: string[] = []
  for await (const intent of cards.all()) {
    if (intent.status === 'succeeded' && intent.refundedPoisha < intent.amountPoisha) kept.push(intent.id)
  }
  const orders = await karim('GET /bookings')
  return { kept, orders }
}

test('kill -9 at ten random moments of a payment loses nothing acknowledged, and every charge ends recorded or sent back', async () => {
  const seed = Math.floor(Date.now() % 1_000_000)
  const roll = dice(seed)
  const told: Told = { bookings: new Set(), paid: new Set() }
  const victims = ['shop', 'database', 'both'] as const
  const demoSales = (await books(await signIn())).kept.length

  const beganAt = performance.now()
  const first = await signIn()
  await buy(first, await freshBike(first), told)
  // The moments of the kills are spread over the time that an undisturbed payment takes.
  const usualMs = performance.now() - beganAt

  for (let round = 0; round < rounds; round += 1) {
    const karim = await signIn()
    const bike = await freshBike(karim)
    // Being cut off is what this is about: what was acknowledged before stands in `told`.
    const buying = buy(karim, bike, told).catch(() => {})
    await pause(roll() * usualMs)
    await kill(victims[Math.floor(roll() * victims.length)] ?? 'both')
    await buying
  }

  assert(told.paid.size <= rounds, 'needs payments that were cut off')
  const karim = await signIn()
  const agreed = async () => {
    const { kept, orders } = await books(karim)
    const paid = orders.filter((order) => order.paid)
    const mine = kept.filter((id) => paid.some((order) => order.transactionId === id))
    return {
      lostBookings: [...told.bookings].filter((id) => !orders.some((order) => order._id === id)),
      lostPayments: [...told.paid].filter((id) => !paid.some((order) => order._id === id)),
      paidWithoutMoney: paid.filter((order) => !kept.includes(order.transactionId ?? '')).length,
      moneyWithoutRecord: kept.length - mine.length,
    }
  }
  // The other sales of the demonstration belong to other buyers; Karim's own are among the orders that he reads.
  const othersSales =
    demoSales - (await books(karim)).orders.filter((order) => order.paid && !told.bookings.has(order._id)).length
  await expect
    .poll(agreed, { timeout: healMs, interval: 500, message: `seed ${seed}` })
    .toEqual({ lostBookings: [], lostPayments: [], paidWithoutMoney: 0, moneyWithoutRecord: othersSales })
}, 300_000)
