// The steps of a payment by bKash or SSLCommerz at which the app is killed, and what people do after it. The app's code does
// not know them: its SQL statements and its calls of the provider show where it is.
import { setTimeout as pause } from 'node:timers/promises'
import { readBkashJournal, setBkashFault } from '#tests/support/wallets/bkash.ts'
import { readSslcommerzJournal, setSslcommerzFault } from '#tests/support/wallets/sslcommerz.ts'
import { returnFrom, type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { killAtStatement, killServer } from './crash-points.ts'
import type { Harness } from './harness.ts'
import type { Random } from './random.ts'
import type { User } from './users.ts'

export type WalletScenario = {
  harness: Harness
  wallet: Wallet
  random: Random
  buyer: User
  order: { bookingId: string; bikeId: string; price: number }
  /** Another buyer of the same bike. */
  rival: User
  rivalOrder: { bookingId: string }
}

export type WalletCrash = {
  name: string
  wallet: Wallet
  /** How it ends: the buyer or the rival has paid once, or the money of the buyer went back once. */
  outcome: 'paid' | 'sent back'
  run: (scenario: WalletScenario) => Promise<void>
  /** What people do after it; by default nobody does anything. */
  again?: (scenario: WalletScenario) => Promise<unknown>
}

type Step = Omit<WalletCrash, 'wallet'> & { of?: Wallet['way'] }

const begin = ({ wallet, buyer, order }: WalletScenario) => wallet.begin(buyer.call, order)
const comeBack = ({ wallet, buyer, order }: WalletScenario, reference: string) =>
  returnFrom(buyer.call, wallet, { reference, hint: 'success', order: { ...order, email: buyer.email } })

const pay = async (scenario: WalletScenario) => {
  const { reference, pageUrl } = await begin(scenario)
  await scenario.wallet.agree(pageUrl, scenario.harness.provider.url)
  return comeBack(scenario, reference)
}

const payAsRival = ({ rival, rivalOrder, ...scenario }: WalletScenario) =>
  pay({ ...scenario, rival, rivalOrder, buyer: rival, order: { ...scenario.order, ...rivalOrder } })

/** What was begun may be paid already. */
const payUnlessPaid = (scenario: WalletScenario) => pay(scenario).catch(() => {})

const cancelDeal = ({ buyer, order }: WalletScenario) =>
  buyer.call('POST /deals/:id/cancel', { params: { id: order.bookingId }, body: {} })

/** The time of the hold is over, and the rival asks for the bike. */
const askAfterHold = async (scenario: WalletScenario) => {
  const { harness, wallet, order, rival, rivalOrder } = scenario
  await harness.db.query(
    `update payments set created_at = created_at - interval '16 minutes', held_since = held_since - interval '16 minutes'
     where bike_id = $1`,
    [order.bikeId],
  )
  return wallet.begin(rival.call, { ...order, ...rivalOrder })
}

type Operation = 'create' | 'execute' | 'session' | 'query' | 'validate' | 'refund'

const addFault = async (
  { harness: { walletsPort }, wallet }: WalletScenario,
  operation: Operation,
  fault: 'delay' | 'delay_after',
) => {
  // Long enough for the kill to come first, however busy the machine.
  const delayMs = 3_000
  if (operation === 'create' || operation === 'execute')
    return setBkashFault(walletsPort, { operation, fault, delayMs })
  if (operation !== 'refund') return setSslcommerzFault(walletsPort, { operation, fault, delayMs })
  if (wallet.way === 'bkash') return setBkashFault(walletsPort, { operation, fault, delayMs })
  return setSslcommerzFault(walletsPort, { operation, fault, delayMs })
}

const countCalls = async ({ harness: { walletsPort }, wallet }: WalletScenario, operation: Operation) => {
  const journal = wallet.way === 'bkash' ? readBkashJournal(walletsPort) : readSslcommerzJournal(walletsPort)
  return (await journal).calls[operation] ?? 0
}

/**
 * Kills while the provider has this question: before it does what it is asked, which it then does all the same, or after. A job
 * of the shop may be the one that asks, so the request also brings about what the question is for.
 */
const killAtCall = async (
  scenario: WalletScenario,
  operation: Operation,
  side: 'before' | 'after',
  request: () => Promise<unknown>,
): Promise<void> => {
  const before = await countCalls(scenario, operation)
  await addFault(scenario, operation, side === 'before' ? 'delay' : 'delay_after')
  const state: { error?: unknown } = {}
  const pendingRequest = request().catch((error: unknown) => (state.error = error))
  while ((await countCalls(scenario, operation)) === before) {
    if ('error' in state) throw new Error(`The shop has not asked (${operation}).`, { cause: state.error })
    await pause(10)
  }
  // The effect is a line of the provider's journal away.
  if (side === 'after') await pause(100)
  await killServer(scenario)
  await pendingRequest
}

const sides = ['before', 'after'] as const
const commit = /\bcommit\b/i

/** At a statement, before and after the database has it. */
const toStatementSteps = (
  what: string,
  pattern: RegExp,
  request: (scenario: WalletScenario) => Promise<unknown>,
  rest: Omit<Step, 'name' | 'run'>,
): Step[] =>
  sides.map((side) => ({
    ...rest,
    name: `the ${what}, ${side} it is stored`,
    run: (scenario) =>
      killAtStatement(scenario, { pattern, side: side === 'before' ? 'question' : 'answer' }, () => request(scenario)),
  }))

/** The same at the commit that follows the statement. */
const toCommitSteps = (...[what, after, request, rest]: Parameters<typeof toStatementSteps>): Step[] =>
  sides.map((side) => ({
    ...rest,
    name: `the ${what}, ${side} its commit`,
    run: (scenario) =>
      killAtStatement(scenario, { after, pattern: commit, side: side === 'before' ? 'question' : 'answer' }, () =>
        request(scenario),
      ),
  }))

const toCallSteps = (
  what: string,
  operation: Operation,
  {
    prepare,
    request,
    ...rest
  }: Omit<Step, 'name' | 'run'> & {
    /** What happens before the provider is asked; its result goes on to the request. */
    prepare?: (scenario: WalletScenario) => Promise<string>
    request: (scenario: WalletScenario, prepared: string) => Promise<unknown>
  },
): Step[] =>
  sides.map((side) => ({
    ...rest,
    name: `the ${what}, ${side} it is done`,
    run: async (scenario) => {
      const prepared = (await prepare?.(scenario)) ?? ''
      await killAtCall(scenario, operation, side, () => request(scenario, prepared))
    },
  }))

/** The buyer has paid on the page of the provider, and does not come back yet. */
const agree = async (scenario: WalletScenario): Promise<string> => {
  const { reference, pageUrl } = await begin(scenario)
  await scenario.wallet.agree(pageUrl, scenario.harness.provider.url)
  return reference
}

const payFirst = async (scenario: WalletScenario): Promise<string> => {
  await pay(scenario)
  return ''
}

/** The bike leaves the shop before its buyer pays at a provider that does not ask. */
const payWithdrawnBike = async (scenario: WalletScenario): Promise<string> => {
  const { harness, wallet, order } = scenario
  const { reference, pageUrl } = await begin(scenario)
  await harness.db.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [order.bikeId])
  await setSslcommerzFault(harness.walletsPort, { operation: 'ipn', fault: 'lost' })
  await wallet.agree(pageUrl, harness.provider.url)
  return reference
}

const insertedHold = /insert into "payments"/
const storedReference = /update "payments" set "intent_id"/
const claim = /update "payments" set "executing_at"/
const settled = /insert into ledger_entries[^]*settled/
const endedHold = /update "payments" set [^]*"ended_at"/
const paid = { outcome: 'paid' } as const
const paidAgain = { outcome: 'paid', again: pay } as const
const sentBack = { outcome: 'sent back' } as const

const steps: readonly Step[] = [
  ...toStatementSteps('hold', insertedHold, begin, paidAgain),
  ...toCallSteps('creation', 'create', { ...paidAgain, of: 'bkash', request: begin }),
  ...toCallSteps('creation', 'session', { ...paidAgain, of: 'sslcommerz', request: begin }),
  ...toStatementSteps('reference', storedReference, begin, paidAgain),
  ...toStatementSteps('claim', claim, pay, { ...paid, of: 'bkash' }),
  ...toCommitSteps('claim', claim, pay, { ...paid, of: 'bkash' }),
  ...toCallSteps('execution', 'execute', { ...paid, of: 'bkash', prepare: agree, request: comeBack }),
  ...toCallSteps('lookup', 'query', { ...paid, of: 'sslcommerz', prepare: agree, request: comeBack }),
  ...toCallSteps('validation', 'validate', { ...paid, of: 'sslcommerz', prepare: agree, request: comeBack }),
  ...toStatementSteps('ledger entry', settled, pay, paid),
  ...toCommitSteps('ledger entry', settled, pay, paid),
  ...toStatementSteps('end of a hold', endedHold, askAfterHold, paid).map((step) => ({
    ...step,
    run: async (scenario: WalletScenario) => {
      await begin(scenario)
      await step.run(scenario)
    },
    again: payAsRival,
  })),
  ...toCallSteps('refund', 'refund', { ...sentBack, prepare: payFirst, request: cancelDeal }),
  ...toCallSteps('refund of late money', 'refund', {
    ...sentBack,
    of: 'sslcommerz',
    prepare: payWithdrawnBike,
    request: comeBack,
  }),
  ...[1, 2, 3].map((time): Step => ({
    ...paid,
    name: `a random moment (${time})`,
    run: async (scenario) => {
      const paying = payUnlessPaid(scenario)
      await pause(scenario.random.between(0, 500))
      await killServer(scenario)
      await paying
    },
    again: payUnlessPaid,
  })),
]

export const walletCrashes: readonly WalletCrash[] = wallets
  .filter(({ way }) => way !== 'card')
  .flatMap((wallet) =>
    steps.filter(({ of = wallet.way }) => of === wallet.way).map(({ of: _of, ...step }) => ({ ...step, wallet })),
  )
