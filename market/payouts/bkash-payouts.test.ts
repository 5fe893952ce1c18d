// bKash sends payouts: after two people, once, whatever happens to its answer.
import { readFile } from 'node:fs/promises'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { listedWallets } from '#sandbox/bkash/account.ts'
import { findNationalIds } from '#scripts/invariants/national-ids.ts'
import { catchError } from '#tests/support/buying.ts'
import {
  beginDeal,
  findAllViolations,
  findPayout,
  handOverDeal,
  listEntries,
  payDeal,
  registerCashier,
  releaseDeal,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { type MemberClient, testPassword } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { goodWallet, readBkashJournal, setBkashFault } from '#tests/support/wallets/bkash.ts'
import { type SendingDeps, sweepPayouts } from './bkash-payouts.ts'

let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(() => testApp.close())

type Act = Parameters<typeof cashier<'PUT /payouts/:id'>>[1]['body']
const act = (client: MemberClient, id: string, body: Act) => client('PUT /payouts/:id', { params: { id }, body })

const setWallet = ({ seller }: Pick<TestDeal, 'seller'>, number: string = goodWallet) =>
  seller('PUT /payouts/destination', {
    body: { kind: 'bkash', number, holderName: 'Rahim Uddin', password: testPassword },
  })

/** A payout to a wallet that one person has prepared. */
const preparePayout = async (number?: string) => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal, { purpose: 'deposit' })
  await handOverDeal(deal)
  await releaseDeal(deal)
  await setWallet(deal, number)
  const { id } = await findPayout(testApp, deal.id)
  await act(cashier, id, { act: 'prepare' })
  return { deal, id }
}

const approve = (id: string) => act(admin, id, { act: 'approve' })
const readState = async (id: string) => {
  const { rows } = await testApp.db.$client.query<{ state: string }>('select state from payouts where id = $1', [id])
  return rows[0]?.state
}
/** The job, some minutes later. */
const sweepLater = (minutes = 1, deps: Partial<SendingDeps> = {}) =>
  sweepPayouts({
    ...testApp.paymentsDeps,
    ...deps,
    secret: testSecret,
    now: () => new Date(Date.now() + minutes * 60_000),
  })
const findSent = async (id: string) =>
  (await readBkashJournal(testApp.sandboxPort)).payouts.filter(({ invoice }) => invoice === id)
/** As if bKash had been asked a quarter of an hour ago. */
const letTimePass = async (id: string) => {
  const owner = await connectAsOwner(testApp)
  await owner.query(`alter table payouts disable trigger payout_is_sent_once;
    update payouts set sending_at = sending_at - interval '16 minutes' where id = '${id}';
    alter table payouts enable trigger payout_is_sent_once`)
  await owner.end()
}

describe('a payout to a bKash number', () => {
  test('is sent by bKash when a second person approves it, and the seller reads the number of the transaction', async () => {
    const { deal, id } = await preparePayout()
    expect(await catchError(act(cashier, id, { act: 'approve' }))).toMatchObject({ code: 'approve_by_another' })
    expect(await findSent(id)).toEqual([])
    // A reference says that somebody has sent it by hand.
    expect(await catchError(act(admin, id, { act: 'approve', reference: 'X1' }))).toMatchObject({
      code: 'payout_not_in_state',
    })
    await Promise.allSettled(Array.from({ length: 6 }, () => approve(id)))
    const [sent, ...others] = await findSent(id)
    expect([sent, others]).toMatchObject([{ receiver: goodWallet, amountPoisha: 447_000 }, []])
    expect(await deal.seller('GET /money')).toMatchObject({
      payable: 0,
      onItsWay: 0,
      paidOut: 4_470,
      payouts: [{ state: 'confirmed', way: 'provider', reference: sent?.trxID, destination: { last4: '5678' } }],
    })
    expect((await listEntries(testApp, deal)).slice(2)).toEqual([
      ['payout_sent', { seller: 4_470, payout: -4_470 }],
      ['payout_confirmed', { payout: 4_470, provider: -4_470 }],
    ])
  })

  // A bank's reference may have as many digits as a national id, and is none.
  test('with a reference it was sent by hand, and bKash sends nothing', async () => {
    const { id } = await preparePayout()
    await act(cashier, id, { act: 'prepare', reference: '1234567890' })
    await act(admin, id, { act: 'approve' })
    await sweepLater()
    expect([await readState(id), await findSent(id)]).toEqual(['sent', []])
    expect(await findNationalIds(testApp.db.$client)).toEqual([])
    await act(cashier, id, { act: 'confirm' })
  })

  test('that bKash refuses is due again, and its seller reads why', async () => {
    const { deal, id } = await preparePayout(listedWallets.noWallet)
    await approve(id)
    expect(await deal.seller('GET /money')).toMatchObject({
      payable: 4_470,
      payouts: [{ state: 'due' }, { state: 'failed', failure: expect.stringContaining('2057 Not a bKash Wallet') }],
    })
    expect(await findSent(id)).toEqual([])
  })

  test('that bKash refuses in many words is due again, and its seller reads as many of them as are stored', async () => {
    const { deal, id } = await preparePayout()
    await setBkashFault(testApp.sandboxPort, { operation: 'search', fault: 'status' })
    await approve(id)
    const { bkash } = testApp.paymentsDeps.paymentProviders
    assert(bkash?.payouts)
    const failure = 'bKash does not send it. '.repeat(100)
    const payouts = { ...bkash.payouts, send: () => Promise.resolve({ status: 'failed' as const, failure }) }
    await sweepLater(1, { paymentProviders: { bkash: { ...bkash, payouts } } })
    const { payouts: mine } = await deal.seller('GET /money')
    expect(mine).toMatchObject([{ state: 'due' }, { state: 'failed', failure: failure.slice(0, 280) }])
  })

  test('waits while bKash cannot be reached, and goes to no number that the seller gave after the approval', async () => {
    const [later, changed] = [await preparePayout(), await preparePayout()]
    await setBkashFault(testApp.sandboxPort, { operation: 'search', fault: 'status', times: 2 })
    await Promise.all([approve(later.id), approve(changed.id)])
    expect([await readState(later.id), await findSent(later.id)]).toEqual(['sent', []])
    await setWallet(changed.deal, '01812345678')
    await Promise.all([sweepLater(), sweepLater(), sweepLater()])
    expect([await readState(later.id), await readState(changed.id)]).toEqual(['confirmed', 'failed'])
    expect([(await findSent(later.id)).length, await findSent(changed.id)]).toEqual([1, []])
  })

  test('that was approved before payouts named their destination goes to it, unless the seller changed it since', async () => {
    const [same, changed] = [await preparePayout(), await preparePayout()]
    await setBkashFault(testApp.sandboxPort, { operation: 'search', fault: 'status', times: 2 })
    await approve(same.id)
    await approve(changed.id)
    await setWallet(changed.deal, '01812345678')
    const owner = await connectAsOwner(testApp)
    await owner.query('update payouts set destination_version = null where id = any($1)', [[same.id, changed.id]])
    await owner.query(`alter table payouts drop constraint failed_with_reason;
      alter table payouts drop constraint return_reference_of_a_person;
      alter table payouts add constraint returned_with_reference check (true)`)
    await owner.query(await readFile('migrations/older/0086_failed_payouts.sql', 'utf8'))
    await owner.end()
    await Promise.all([sweepLater(), sweepLater()])
    expect([await readState(same.id), await readState(changed.id)]).toEqual(['confirmed', 'failed'])
    expect((await changed.deal.seller('GET /money')).payouts).toMatchObject([
      { state: 'due' },
      { failure: 'The seller changed where to be paid.' },
    ])
  })
})

describe('an answer of bKash that is lost', () => {
  test.each(['drop_after', 'status_after', 'garbage'] as const)(
    'after it sent the money (%s): it is asked what became of it, and sends it once',
    async (fault) => {
      const { id } = await preparePayout()
      await setBkashFault(testApp.sandboxPort, { operation: 'payout', fault })
      await approve(id)
      expect(await readState(id)).toBe('sent')
      await Promise.all([sweepLater(), sweepLater()])
      expect([await readState(id), (await findSent(id)).length]).toEqual(['confirmed', 1])
    },
  )

  test('before it sent the money: nobody sends it again, and a cashier says what the statement says', async () => {
    const [lost, found] = [await preparePayout(), await preparePayout()]
    await setBkashFault(testApp.sandboxPort, { operation: 'payout', fault: 'drop_before', times: 2 })
    await approve(lost.id)
    await approve(found.id)
    for (const minutes of [1, 5, 60]) await sweepLater(minutes)
    expect([await readState(lost.id), await findSent(lost.id)]).toEqual(['sent', []])
    for (const decision of ['confirm', 'fail'] as const)
      expect(await catchError(act(cashier, lost.id, { act: decision, reference: 'X1' }))).toMatchObject({
        code: 'payout_being_sent',
      })
    await letTimePass(lost.id)
    await letTimePass(found.id)
    const list = await cashier('GET /payouts', { query: { limit: '100' } })
    expect(list.find(({ _id }) => _id === lost.id)).toMatchObject({ isUnanswered: true, way: 'provider' })
    expect(await catchError(act(cashier, found.id, { act: 'confirm' }))).toMatchObject({ code: 'reference_missing' })
    await act(cashier, found.id, { act: 'confirm', reference: 'TRX77' })
    await act(cashier, lost.id, { act: 'fail', reason: 'Not in the statement' })
    const again = await findPayout(testApp, lost.deal.id)
    expect(again).toMatchObject({ state: 'due' })
    await act(cashier, again.id, { act: 'prepare' })
    await approve(again.id)
    expect([await readState(again.id), (await findSent(again.id)).length]).toEqual(['confirmed', 1])
    expect((await listEntries(testApp, found.deal)).at(-1)).toEqual([
      'payout_confirmed',
      { payout: 4_470, provider: -4_470 },
    ])
    // The cashier was wrong about this one; the check of the data would say so.
    const { violations } = await findAllViolations(testApp)
    expect(violations.map(({ invariant }) => invariant.id)).toEqual([])
  })
})

test('the database refuses a second sending, and one that one person alone approved', async () => {
  const { id } = await preparePayout()
  await approve(id)
  const change = (sql: string) => catchError(testApp.db.$client.query(`update payouts set ${sql} where id = '${id}'`))
  expect(await change('sending_at = now()')).toMatchObject({ constraint: 'payout_is_sent_once' })
  expect(await change('sending_at = null')).toMatchObject({ constraint: 'payout_is_sent_once' })
  expect(await change('approved_by = null')).toMatchObject({ constraint: 'provider_sends_for_two_people' })
  const prepared = await preparePayout()
  const claim = testApp.db.$client.query('update payouts set sending_at = now() where id = $1', [prepared.id])
  expect(await catchError(claim)).toMatchObject({ constraint: 'only_sent_payouts_are_claimed' })
})

test('the ledger has what bKash sent', async () => {
  const { payouts } = await readBkashJournal(testApp.sandboxPort)
  const { rows } = await testApp.db.$client.query<{ poisha: string }>(
    `select sum(poisha) as poisha from ledger_lines where account = 'provider:bkash'`,
  )
  const sentPoisha = payouts.reduce((sum, { amountPoisha }) => sum + amountPoisha, 0)
  expect(new Set(payouts.map(({ invoice }) => invoice)).size).toBe(payouts.length)
  // One was confirmed by hand, of which the sandbox knows nothing.
  expect(-Number(rows[0]?.poisha)).toBe(sentPoisha + 447_000)
})
