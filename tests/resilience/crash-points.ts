// The crash points of a payment at which the app is killed. The app's code does not know them: its SQL statements and its
// calls of the provider show where it is.
import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '#sandbox/cards/faults.ts'
import type { User } from './users.ts'
import type { Breakpoint } from './database-proxy.ts'
import type { Harness } from './harness.ts'

export type CrashScenario = {
  harness: Harness
  buyer: User
  /** Another buyer of the same bike. */
  rival: User
  order: { bookingId: string; bikeId: string; price: number }
  /** The rival's order of the same bike. */
  rivalOrder: { bookingId: string }
}

export type CrashPoint = {
  name: string
  /** The fault of tests/resilience/README.md that it is a case of. */
  id: 'F01' | 'F03' | 'F05'
  /** How it ends when both may try again: one of the two has reserved the bike, or nobody, since the bike left the shop. */
  expectedOutcome: 'reserved' | 'gone'
  run(scenario: CrashScenario): Promise<void>
}

/** Asks to pay; gives the intent's id. */
export const startPayment = async ({ call }: User, { bookingId, price }: { bookingId: string; price: number }) => {
  const { clientSecret } = await call('POST /create-payment-intent', { body: { price, bookingId } })
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Tells the shop that the card was accepted. */
export const confirmPayment = (
  { call, email }: User,
  { bookingId, bikeId, price }: CrashScenario['order'],
  transactionId: string,
) => call('POST /payments', { body: { price, transactionId, email, bookingId, productId: bikeId } })

type AtHarness = Pick<CrashScenario, 'harness'>

export const killServer = async ({ harness }: AtHarness): Promise<void> => {
  const pid = harness.server.pid()
  harness.server.kill('SIGKILL')
  while (harness.server.pid() === pid) await pause(5)
}

/** Ignores the failed request to a killed app. */
const ignoreErrors = async (request: Promise<unknown>): Promise<void> => void (await request.catch(() => {}))

/**
 * Kills the app at an SQL statement or at its response. A job of the shop may be the one that makes it, so the request also
 * brings about what the statement is for.
 */
export const killAtStatement = async (
  scenario: AtHarness,
  breakpoint: Omit<Breakpoint, 'onHit'>,
  request: () => Promise<unknown>,
): Promise<void> => {
  const onHit = async () => {
    await killServer(scenario)
    return 'break' as const
  }
  const hit = scenario.harness.db.proxy.setBreakpoint({ ...breakpoint, onHit })
  await Promise.all([hit, ignoreErrors(request())])
}

// Long enough for the kill to come first, however busy the machine.
const responseDelayMs = 3_000

/**
 * Kills while the provider has this question: before it does what it is asked, which it then never does, or after. A job of
 * the shop may be the one that asks, so the request also brings about what the question is for.
 */
export const killAtProviderCall = async (
  scenario: AtHarness,
  operation: Operation,
  side: 'before' | 'after',
  request: () => Promise<unknown>,
): Promise<void> => {
  const { provider } = scenario.harness
  await provider.resetRequestCount()
  await provider.injectFault({
    operation,
    fault: side === 'before' ? 'delay' : 'delay_after',
    delayMs: responseDelayMs,
  })
  if (side === 'before') await provider.injectFault({ operation, fault: 'drop_before' })
  const state: { error?: unknown } = {}
  // After an answer without an error a job may still be about to ask.
  const pendingRequest = request().catch((error: unknown) => (state.error = error))
  while ((await provider.countRequests(operation)) === 0) {
    if ('error' in state) throw new Error(`The shop has not asked the provider (${operation}).`, { cause: state.error })
    await pause(10)
  }
  // The effect is a line of the provider's journal away.
  if (side === 'after') await pause(100)
  await killServer(scenario)
  await pendingRequest
}

/** Holds the webhook, which would settle the payment too, until the app has recovered. */
const chargeWithoutWebhook = async ({ harness, buyer, order }: CrashScenario): Promise<string> => {
  const intent = await startPayment(buyer, order)
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await harness.provider.pay(intent)
  return intent
}

/** Charges and tells the shop. */
const pay = async (scenario: CrashScenario): Promise<void> => {
  const intent = await chargeWithoutWebhook(scenario)
  await confirmPayment(scenario.buyer, scenario.order, intent)
}

/** The bike leaves the shop before it is charged: what follows is sending the money back. */
const payWithdrawnBike = async (scenario: CrashScenario): Promise<void> => {
  const { harness, buyer, order } = scenario
  const intent = await startPayment(buyer, order)
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await harness.db.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [order.bikeId])
  await harness.provider.pay(intent)
  await confirmPayment(buyer, order, intent)
}

/** The hold of the buyer runs out, and the rival asks for the bike. */
const askAfterHold = async ({ harness, rival, order, rivalOrder }: CrashScenario): Promise<void> => {
  await harness.db.query(
    `update payments set created_at = created_at - interval '16 minutes', held_since = held_since - interval '16 minutes' where bike_id = $1`,
    [order.bikeId],
  )
  await startPayment(rival, { ...order, ...rivalOrder })
}

const insertHoldPattern = /insert into "payments"/
const updateIntentPattern = /update "payments" set "intent_id"/
const reserveBikePattern = /update "bikes" set "reserved_at"/
const commitPattern = /\bcommit\b/i

/** The crash points at SQL statements. */
export const statementBreakpoints: readonly { name: string; breakpoint: Omit<Breakpoint, 'onHit'> }[] = [
  { name: 'before_hold', breakpoint: { pattern: insertHoldPattern, side: 'question' } },
  { name: 'after_hold', breakpoint: { pattern: insertHoldPattern, side: 'answer' } },
  { name: 'after_intent_written', breakpoint: { pattern: updateIntentPattern, side: 'answer' } },
  { name: 'before_commit', breakpoint: { after: reserveBikePattern, pattern: commitPattern, side: 'question' } },
  { name: 'after_commit', breakpoint: { after: reserveBikePattern, pattern: commitPattern, side: 'answer' } },
]

const lockWaitersSql = `select from pg_stat_activity where wait_event_type = 'Lock' and usename <> 'postgres'`

/** Kills while the settling transaction waits for the bike, which somebody else has locked. */
const killInsideTransaction = async (scenario: CrashScenario): Promise<void> => {
  const { harness, buyer, order } = scenario
  const intent = await startPayment(buyer, order)
  const lockingClient = await harness.db.connect()
  await lockingClient.query('begin')
  await lockingClient.query('select from bikes where id = $1 for update', [order.bikeId])
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await harness.provider.pay(intent)
  const pendingRequest = ignoreErrors(confirmPayment(buyer, order, intent))
  while ((await harness.db.query(lockWaitersSql)).length === 0) await pause(10)
  await killServer(scenario)
  await lockingClient.query('rollback')
  await lockingClient.end()
  await pendingRequest
}

export const crashPoints: readonly CrashPoint[] = [
  {
    name: 'before_hold',
    id: 'F01',
    expectedOutcome: 'reserved',
    run: (scenario) =>
      killAtStatement(scenario, { pattern: insertHoldPattern, side: 'question' }, () =>
        startPayment(scenario.buyer, scenario.order),
      ),
  },
  {
    name: 'after_hold',
    id: 'F01',
    expectedOutcome: 'reserved',
    run: (scenario) =>
      killAtStatement(scenario, { pattern: insertHoldPattern, side: 'answer' }, () =>
        startPayment(scenario.buyer, scenario.order),
      ),
  },
  {
    name: 'before_intent',
    id: 'F01',
    expectedOutcome: 'reserved',
    run: (scenario) =>
      killAtProviderCall(scenario, 'create', 'before', () => startPayment(scenario.buyer, scenario.order)),
  },
  {
    name: 'after_intent',
    id: 'F01',
    expectedOutcome: 'reserved',
    run: (scenario) =>
      killAtProviderCall(scenario, 'create', 'after', () => startPayment(scenario.buyer, scenario.order)),
  },
  {
    name: 'after_intent_written',
    id: 'F01',
    expectedOutcome: 'reserved',
    run: (scenario) =>
      killAtStatement(scenario, { pattern: updateIntentPattern, side: 'answer' }, () =>
        startPayment(scenario.buyer, scenario.order),
      ),
  },
  {
    name: 'after_authorized',
    id: 'F03',
    expectedOutcome: 'reserved',
    run: async (scenario) => {
      await chargeWithoutWebhook(scenario)
      await killServer(scenario)
    },
  },
  {
    name: 'during_look',
    id: 'F03',
    expectedOutcome: 'reserved',
    run: async (scenario) => {
      const intent = await chargeWithoutWebhook(scenario)
      await killAtProviderCall(scenario, 'retrieve', 'before', () =>
        confirmPayment(scenario.buyer, scenario.order, intent),
      )
    },
  },
  { name: 'inside_transaction', id: 'F05', expectedOutcome: 'reserved', run: killInsideTransaction },
  {
    name: 'before_commit',
    id: 'F05',
    expectedOutcome: 'reserved',
    run: async (scenario) => {
      const breakpoint = { after: reserveBikePattern, pattern: commitPattern, side: 'question' } as const
      await killAtStatement(scenario, breakpoint, () => pay(scenario))
    },
  },
  {
    name: 'after_commit',
    id: 'F05',
    expectedOutcome: 'reserved',
    run: async (scenario) => {
      const breakpoint = { after: reserveBikePattern, pattern: commitPattern, side: 'answer' } as const
      await killAtStatement(scenario, breakpoint, () => pay(scenario))
    },
  },
  ...(['before', 'after'] as const).map((side): CrashPoint => ({
    name: `${side}_refund`,
    id: 'F05',
    expectedOutcome: 'gone',
    run: (scenario) => killAtProviderCall(scenario, 'refund', side, () => payWithdrawnBike(scenario)),
  })),
  ...(['before', 'after'] as const).map((side): CrashPoint => ({
    name: `${side}_cancel`,
    id: 'F03',
    expectedOutcome: 'reserved',
    run: async (scenario) => {
      await startPayment(scenario.buyer, scenario.order)
      await killAtProviderCall(scenario, 'cancel', side, () => askAfterHold(scenario))
    },
  })),
]
