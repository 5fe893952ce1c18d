// A buyer pays on the page of a provider while something happens to the bike. In every order the bike is the buyer's and the
// money was taken once, or it is not: then nothing was taken, or, where the provider takes it first, all of it goes back.
import { minuteMs } from '#contract/time/durations.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Hint } from '#tests/support/wallets/bkash.ts'
import { returnFrom, type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { createRandom, type Random } from '#tests/resilience/random.ts'
import { sweep } from './jobs.ts'
import { release, settle } from './settle.ts'
import { payments } from '#market/schema/money/payments.ts'

const rounds = chooseByRun(8, 1_000)

let testApp: TestApp
let seller: MemberClient
let buyer: MemberClient
let rival: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
  buyer = await registerMember(testApp, 'Buyer')
  rival = await registerMember(testApp, 'Buyer')
})
afterAll(() => testApp.close())

type Round = {
  wallet: Wallet
  price: number
  bookingId: string
  rivalBookingId: string
  bikeId: string
  reference: string
  pageUrl: string
}

const createRound = async (wallet: Wallet): Promise<Round> => {
  const bike = await createListing(testApp, seller)
  const order = await book(buyer, bike)
  const { bookingId: rivalBookingId } = await book(rival, bike)
  const begun = await wallet.begin(buyer, order)
  const { bookingId, price } = order
  return { wallet, price, bookingId, rivalBookingId, bikeId: bike.id, ...begun }
}

/** Asks what the page asks after the payment. */
const askAfter = ({ wallet, reference, ...bought }: Round, hint: Hint) => {
  const { bookingId, bikeId, price } = bought
  return returnFrom(buyer, wallet, { reference, hint, order: { email: buyer.email, bookingId, bikeId, price } })
}

/** What happens to the bike at the moment of the payment. */
const disturbances: Record<string, (round: Round) => Promise<unknown>> = {
  'the seller withdraws the bike': ({ bikeId }) => seller('DELETE /allbikes/:id', { params: { id: bikeId } }),
  'the buyer cancels': ({ bookingId }) => buyer('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} }),
  'the seller says no': ({ bookingId }) =>
    seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'no' } }),
  'the seller accepts another': ({ rivalBookingId }) =>
    seller('PUT /deals/:id/answer', { params: { id: rivalBookingId }, body: { answer: 'yes' } }),
  'the hold runs out': async ({ reference }) => {
    const [hold] = await testApp.db.select().from(payments).where(eq(payments.intentId, reference))
    if (hold) await release(testApp.paymentsDeps, hold)
  },
  'the buyer pays in another way instead': ({ wallet, bookingId, price }) => {
    const way = wallet.way === 'card' ? 'bkash' : 'card'
    return buyer('POST /create-payment-intent', { body: { price, bookingId, way } })
  },
  'the buyer says that it failed': (round) => askAfter(round, 'failure'),
  'the job settles too': ({ wallet, reference }) => settle(testApp.paymentsDeps, reference, wallet.provider),
}

/** Those of this provider: bKash posts no notifications. */
const listDisturbances = ({ notify }: Wallet): ((round: Round) => Promise<unknown>)[] => [
  ...Object.values(disturbances),
  ...(notify ? [({ reference }: Round) => notify(testApp, reference)] : []),
]

const headStartsMs = [0, 0, 1, 3, 6, 12, 25, 50]

const race = async (random: Random, round: Round): Promise<void> => {
  const { wallet, pageUrl } = round
  const disturb = random.pick(listDisturbances(wallet))
  const returnPaid = () => askAfter(round, 'success')
  const agreeAtProvider = () => wallet.agree(pageUrl, testApp.sandbox.url)
  const isAgreedBefore = random.pick([true, false])
  if (isAgreedBefore) await agreeAtProvider()
  const agree = isAgreedBefore ? returnPaid : () => agreeAtProvider().then(returnPaid)
  const starts = [agree, returnPaid, () => disturb(round)]
  await Promise.allSettled(
    starts.map(async (run) => {
      await pause(random.pick(headStartsMs))
      return run()
    }),
  )
}

const payAlone = async (round: Round) => {
  await round.wallet.agree(round.pageUrl, testApp.sandbox.url)
  await askAfter(round, 'success')
}

/**
 * Two rounds without a race, because who wins the others is chance: one is paid; the other bike is gone before a provider
 * that asks first takes anything, and otherwise its buyer cancels after paying.
 */
const playKnownRounds = async (wallet: Wallet): Promise<Round[]> => {
  const [paid, ended] = [await createRound(wallet), await createRound(wallet)]
  await payAlone(paid)
  if (wallet.asksBeforeTaking) await seller('DELETE /allbikes/:id', { params: { id: ended.bikeId } })
  await payAlone(ended)
  if (!wallet.asksBeforeTaking) await buyer('POST /deals/:id/cancel', { params: { id: ended.bookingId }, body: {} })
  return [paid, ended]
}

/** The jobs that ask about late money, order the refunds and ask whether they are done. */
const sweepToEnd = async () => {
  for (const minutes of [2, 10, 20, 300, 310, 320])
    await sweep({ ...testApp.paymentsDeps, now: () => new Date(Date.now() + minutes * minuteMs) })
}

const readOutcomes = async (wallet: Wallet, rounds: readonly Round[]) => {
  const taken = await wallet.readTaken(testApp.sandboxPort, testApp.sandbox.url)
  const outcomes: { state: string; times: number; keptPoisha: number; takenPoisha: number; priceTaka: number }[] = []
  for (const round of rounds) {
    const { state } = await askAfter(round, 'success')
    const { times = 0, takenPoisha = 0, refundedPoisha = 0 } = taken.get(round.reference) ?? {}
    outcomes.push({ state, times, keptPoisha: takenPoisha - refundedPoisha, takenPoisha, priceTaka: round.price })
  }
  return outcomes
}

const listRefundReasons = async ({ provider }: Wallet) => {
  const { rows } = await testApp.db.$client.query<{ reason: string; isHeld: boolean }>(
    `select refund_reason as reason, coalesce(held_at is not null, false) as "isHeld"
     from payments left join deals on deals.id = deal_id where refund_reason is not null and payments.provider = $1`,
    [provider],
  )
  return rows
}

describe.each(wallets)('$way', (wallet) => {
  test(`${rounds} races between a payment and what happens to the bike`, { timeout: 1_800_000 }, async () => {
    const random = createRandom(`races of ${wallet.way}`)
    const played = await playKnownRounds(wallet)
    for (let count = 0; count < rounds; count += 1) {
      const round = await createRound(wallet)
      played.push(round)
      await race(random, round)
      // The buyer opens the page once more.
      await askAfter(round, 'success')
    }
    await sweepToEnd()
    const outcomes = await readOutcomes(wallet, played)
    const of = (state: string) => outcomes.filter((one) => one.state === state)
    expect(of('paid').length).toBeGreaterThan(0)
    expect(of(wallet.asksBeforeTaking ? 'unpaid' : 'refunded').length).toBeGreaterThan(0)
    expect(of('paid').length + of('unpaid').length + of('refunded').length).toBe(played.length)
    for (const { times, keptPoisha, priceTaka } of of('paid'))
      expect({ times, keptPoisha }).toEqual({ times: 1, keptPoisha: priceTaka * 100 })
    for (const { times, takenPoisha } of of('unpaid'))
      expect({ times, takenPoisha }).toEqual({ times: 0, takenPoisha: 0 })
    for (const { times, keptPoisha } of of('refunded'))
      expect({ times, keptPoisha }).toEqual({ times: 1, keptPoisha: 0 })
    // Only a deal that was cancelled after it held the bike gives money back, where the provider asks first.
    if (wallet.asksBeforeTaking)
      expect(await listRefundReasons(wallet)).toEqual(
        of('refunded').map(() => ({ reason: 'deal_cancelled', isHeld: true })),
      )
    const { rows: entered } = await testApp.db.$client.query<{ poisha: string }>(
      `select sum(poisha) as poisha from ledger_lines join ledger_entries on ledger_entries.id = entry_id
       where account = $1 and cause not in ('charge', 'payment_charge') and payment_id in (
         select id from payments where intent_id = any($2))`,
      [`provider:${wallet.provider}`, played.map(({ reference }) => reference)],
    )
    const keptPoisha = outcomes.reduce((sum, one) => sum + one.keptPoisha, 0)
    expect(Number(entered[0]?.poisha), 'the ledger and the journal of the provider').toBe(keptPoisha)
    const { violations } = await findAllViolations(testApp)
    expect(violations.map(({ invariant, rows: broken }) => [invariant.id, broken])).toEqual([])
  })
})
