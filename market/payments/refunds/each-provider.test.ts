// Money that goes back: exactly the part that is owed, once, and by hand where the provider refuses three times. Each story
// runs once for each provider, in `npm test` for bKash; its numbers are those of market/ledger/ledger.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agreeToMeet,
  beginDeal,
  findAllViolations,
  handOverDeal,
  listBalances,
  listEntries,
  registerCashier,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPayingSteps } from '#tests/support/wallets/paying.ts'
import { type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { sweep } from '#market/payments/jobs.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { sweepRefunds } from './jobs.ts'

let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
let people: { buyer: MemberClient; seller: MemberClient }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
  people = { buyer: await registerMember(testApp, 'Buyer'), seller: await registerMember(testApp, 'Seller') }
})
afterAll(() => testApp.close())

const settled = ['settled', { provider: 149_000, held: -149_000 }]
/** The next try of every refund is now. */
const hurryRefunds = () => testApp.db.$client.query(`update refunds set next_try_at = now() - interval '1 second'`)

/** The buyer has a problem with the bike, and the admin gives 20,000 Taka back. */
const splitMoney = async (deal: TestDeal) => {
  const { buyer, params } = deal
  await handOverDeal(deal)
  await buyer('POST /deals/:id/problem', { params, body: { reason: 'damaged', note: 'The clutch' } })
  await admin('PUT /disputes/:id', { params, body: { takaToBuyer: 20_000 } })
}

describe.each(wallets)('by $way', (wallet: Wallet) => {
  const run = wallet.way === 'bkash' ? {} : { tags: 'long' }
  const { pay, readTaken, sweepLater, sweepToEnd } = createPayingSteps(() => testApp, wallet)
  /** Ten processes, which have a connection each, do it at once, a minute later. */
  const sweepTogether = async () => {
    const together = <Result>(run: () => Promise<Result>) => Promise.all(Array.from({ length: 10 }, run))
    await together(() => testApp.db.$client.query('select pg_sleep(0.05)'))
    const now = () => new Date(Date.now() + minuteMs)
    await together(() => sweepRefunds({ ...testApp.paymentsDeps, now }))
  }
  const takenWhole = { times: 1, takenPoisha: 14_900_000 }

  test('a buyer who cancels late gets all but half of the deposit’s amount back', run, async () => {
    const paid = await pay()
    await agreeToMeet(paid, new Date(Date.now() + 3 * 60 * 60_000))
    await paid.buyer('POST /deals/:id/cancel', { params: paid.params, body: {} })
    await sweepToEnd()
    expect(await listEntries(testApp, paid)).toEqual([
      settled,
      ['cancelled', { held: 149_000, seller: -2_235, buyer: -146_765 }],
      ['refund_confirmed', { buyer: 146_765, provider: -146_765 }],
    ])
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 14_676_500 })
  })

  test('of a dispute the part goes back that the admin gives to the buyer', run, async () => {
    const paid = await pay(await beginDeal(testApp, people))
    await splitMoney(paid)
    await sweepToEnd()
    expect(await listEntries(testApp, paid)).toEqual([
      settled,
      ['cancelled', { held: 149_000, buyer: -20_000, seller: -129_000 }],
      ['refund_confirmed', { buyer: 20_000, provider: -20_000 }],
    ])
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 2_000_000 })
  })

  test('what a crash left due before the provider was asked is sent once', run, async () => {
    const paid = await pay(await beginDeal(testApp, people))
    await splitMoney(paid)
    const left = `update refunds set requested_at = now() where deal_id = $1 and state = 'due' returning id`
    expect((await testApp.db.$client.query(left, [paid.id])).rows).toHaveLength(1)
    await sweepTogether()
    await sweepToEnd()
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 2_000_000 })
  })

  test('what a crash left due after the provider had sent it is not sent again', run, async () => {
    const paid = await pay()
    await splitMoney(paid)
    await wallet.failRefunds(testApp.sandboxPort, 'answer_lost', 1)
    await sweepLater(0)
    await sweepTogether()
    await sweepToEnd()
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 2_000_000 })
    expect(await listBalances(testApp, paid)).toEqual({ seller: -129_000 })
  })

  test('what the provider refuses is tried three times, then sent by hand by two people', run, async () => {
    const paid = await pay(await beginDeal(testApp, people))
    await wallet.failRefunds(testApp.sandboxPort, 'refused', 3)
    await paid.seller('POST /deals/:id/cancel', { params: paid.params, body: {} })
    const listTries = async () =>
      (await testApp.db.$client.query('select state, tries from refunds where deal_id = $1', [paid.id])).rows
    const states = []
    for (let round = 0; round < 4; round += 1) {
      await hurryRefunds()
      await sweep(testApp.paymentsDeps)
      states.push(...(await listTries()))
    }
    const failed = { state: 'failed', tries: 3 }
    expect(states).toEqual([{ state: 'due', tries: 1 }, { state: 'due', tries: 2 }, failed, failed])
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 0 })
    const shown = (await cashier('GET /refunds/attention')).find(({ dealId }) => dealId === paid.id)
    expect(shown).toMatchObject({ ...failed, amount: 149_000 })
    const params = { id: shown?._id ?? '' }
    await cashier('PUT /refunds/:id', { params, body: { act: 'prepare_by_hand', reference: 'BEFTN 4711' } })
    await admin('PUT /refunds/:id', { params, body: { act: 'approve_by_hand' } })
    expect(await listEntries(testApp, paid)).toEqual([
      settled,
      ['cancelled', { held: 149_000, buyer: -149_000 }],
      ['refund_by_hand', { buyer: 149_000, bank: -149_000 }],
    ])
    await sweepToEnd()
    expect(await readTaken(paid)).toEqual({ ...takenWhole, refundedPoisha: 0 })
  })

  test('all invariants hold', run, async () => {
    const { violations } = await findAllViolations(testApp)
    expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
  })
})
