// What each act of a cashier does to a payout in each state, and what it refuses. Every case runs in a transaction of its own
// that is rolled back.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createDatabaseClient, type Database, type Transaction } from '#platform/database/database.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import {
  findPayout,
  finishDeal,
  registerCashier,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { getMemberId } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { askProviderMs, actOnPayout, type PayoutAct, type PayoutDeps } from './actions.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let owner: Database
let deal: TestDeal
let payoutId: string
let people: Record<'first' | 'second' | 'seller', string>
let now: Date

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  deal = await finishDeal(testApp)
  await setDestination(deal)
  payoutId = (await findPayout(testApp, deal.id)).id
  const [cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
  people = {
    first: await getMemberId(testApp, cashier),
    second: await getMemberId(testApp, admin),
    seller: await getMemberId(testApp, deal.seller),
  }
  now = new Date()
  const { rows } = await testApp.db.$client.query<{ database: string }>('select current_database() as database')
  const location = { socketDir: inject('postgresSocketDir'), database: rows[0]?.database ?? '' }
  owner = createDatabaseClient(location, { connections: 1, timeoutMs: 60_000 })
})
afterAll(async () => {
  sites.close()
  await owner.$client.end()
  await testApp.close()
})

/** Assignments of SQL that put the payout into a state. `first` has prepared it. */
const states = () => {
  const prepared = `requested_by = '${people.first}', destination_version = 1, destination_kind = 'bank',
    destination_last4 = '0123'`
  const approved = `${prepared}, approved_by = '${people.second}', sent_at = now()`
  const quarter = `now() - interval '${askProviderMs + 1_000} ms'`
  return {
    due: `way = null`,
    prepared: `${prepared}, way = 'bank'`,
    'prepared for bKash': `${prepared}, way = 'provider'`,
    'to be looked at': `needs_review = true`,
    'said to be paid': `needs_review = true, way = 'by_hand', requested_by = '${people.first}', provider_ref = 'OLD1'`,
    sent: `${approved}, state = 'sent', way = 'bank', provider_ref = 'B1'`,
    'being sent': `${approved}, state = 'sent', way = 'provider', provider_ref = 'x'`,
    'without an answer': `${approved}, state = 'sent', way = 'provider', provider_ref = 'x', sending_at = ${quarter}`,
    confirmed: `${approved}, state = 'confirmed', way = 'bank', provider_ref = 'B1', confirmed_at = now()`,
    'kept for a debt': `state = 'confirmed', way = 'set_off', provider_ref = 'set off', sent_at = now(), confirmed_at = now()`,
    failed: `${approved}, state = 'failed', way = 'bank', failed_at = now(), failure = 'Closed'`,
  }
}
type State = keyof ReturnType<typeof states>

type Case = {
  by?: keyof typeof people
  /** Changes around it: statements of SQL. */
  given?: string
  deps?: Partial<PayoutDeps>
  id?: string
}

/** What a statement of the owner changes is not checked by triggers: it makes the past. */
const change = async (tx: Transaction, statements: string[]): Promise<void> => {
  await tx.execute(sql`set local session_replication_role = replica`)
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`set local session_replication_role = origin`)
}

class RolledBack extends Error {}

/** Tries an act; returns the code of the refusal, or the state of the payout after it. */
const tryAct = async (state: State, act: PayoutAct, { by = 'second', given, deps, id }: Case = {}): Promise<string> => {
  let outcome = 'nothing'
  const run = async (tx: Transaction): Promise<never> => {
    await change(tx, [`update payouts set ${states()[state]} where id = '${payoutId}'`, ...(given ? [given] : [])])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a transaction inside this one is a savepoint
    const db = tx as unknown as Database
    const told = await sites.callLater(() =>
      actOnPayout({ ...testApp.paymentsDeps, db, ...deps }, { payoutId: id ?? payoutId, cashierId: people[by] }, act),
    )
    const { rows } = await tx.execute<{ state: string; prepared: boolean; way: string }>(
      sql`select state, requested_by is not null as prepared, way from payouts where id = ${payoutId}`,
    )
    const [row] = rows
    const prepared = row?.state === 'due' && row.prepared ? ` by ${row.way}` : ''
    outcome = told instanceof ApiError ? told.code : `${row?.state ?? 'gone'}${prepared}`
    throw new RolledBack()
  }
  await expect(owner.transaction(run)).rejects.toThrow(RolledBack)
  return outcome
}

const reason = 'Account closed'
const acts: Record<string, PayoutAct> = {
  prepare: { act: 'prepare' },
  'approve with a reference': { act: 'approve', reference: 'B1' },
  approve: { act: 'approve' },
  confirm: { act: 'confirm' },
  'confirm with a reference': { act: 'confirm', reference: 'T1' },
  fail: { act: 'fail', reason },
  returned: { act: 'returned', reason, reference: 'R1' },
  'paid already': { act: 'paid_already', reference: 'OLD1' },
}

const wrong = 'payout_not_in_state'
// What the second person reads; the columns are the acts in the order above.
const table: [State, ...string[]][] = [
  ['due', 'due by bank', wrong, wrong, wrong, wrong, wrong, wrong, wrong],
  ['prepared', wrong, 'sent', 'reference_missing', wrong, wrong, wrong, wrong, wrong],
  ['prepared for bKash', wrong, wrong, 'sent', wrong, wrong, wrong, wrong, wrong],
  ['to be looked at', 'due by bank', wrong, wrong, wrong, wrong, wrong, wrong, 'due by by_hand'],
  ['said to be paid', 'due by bank', wrong, wrong, wrong, wrong, wrong, wrong, 'confirmed'],
  ['sent', wrong, wrong, wrong, 'confirmed', 'confirmed', 'failed', wrong, wrong],
  ['being sent', wrong, wrong, wrong, 'payout_being_sent', 'payout_being_sent', 'payout_being_sent', wrong, wrong],
  ['without an answer', wrong, wrong, wrong, 'reference_missing', 'confirmed', 'failed', wrong, wrong],
  ['confirmed', wrong, wrong, wrong, 'confirmed', 'confirmed', wrong, 'failed', wrong],
  ['kept for a debt', wrong, wrong, wrong, 'confirmed', 'confirmed', wrong, wrong, wrong],
  ['failed', wrong, wrong, wrong, wrong, wrong, wrong, wrong, wrong],
]

test.each(table)('each act on a payout that is %s', async (state, ...expected) => {
  const told: string[] = []
  for (const act of Object.values(acts)) told.push(await tryAct(state, act))
  const names = Object.keys(acts)
  expect(Object.fromEntries(names.map((name, at) => [name, told[at]]))).toEqual(
    Object.fromEntries(names.map((name, at) => [name, expected[at]])),
  )
})

describe('two people', () => {
  test('nobody approves what they prepared themselves, whichever way it is sent', async () => {
    expect(await tryAct('prepared', { act: 'approve', reference: 'B1' }, { by: 'first' })).toBe('approve_by_another')
    expect(await tryAct('prepared for bKash', { act: 'approve' }, { by: 'first' })).toBe('approve_by_another')
  })

  test('nobody alone says that it was paid already', async () => {
    const say = { act: 'paid_already', reference: 'OLD1' } as const
    expect(await tryAct('said to be paid', say, { by: 'first' })).toBe('approve_by_another')
    expect(await tryAct('to be looked at', { act: 'paid_already' })).toBe('reference_missing')
  })

  test('who said that the one before did not arrive approves it neither', async () => {
    const failed = `id, seller_id, deal_id, amount_taka, state, way, provider_ref, requested_by, approved_by, failure,
      returned_by, created_at, sent_at, failed_at`
    const given = `with failed as (
        insert into payouts (${failed}) select gen_random_uuid(), seller_id, deal_id, 1, 'failed', 'bank', 'B0',
          '${people.first}', '${people.second}', 'Closed', '${people.second}', now(), now(), now()
        from payouts where id = '${payoutId}' returning id)
      update payouts set repeats_id = (select id from failed) where id = '${payoutId}'`
    const approve = { act: 'approve', reference: 'B1' } as const
    expect(await tryAct('prepared', approve, { given })).toBe('approve_by_another')
  })

  test('nobody prepares what another one has prepared without saying whom they replace', async () => {
    const prepare = { act: 'prepare' } as const
    for (const state of ['prepared', 'prepared for bKash'] as const) {
      expect(await tryAct(state, prepare)).toBe(wrong)
      expect(await tryAct(state, { ...prepare, instead: people.second })).toBe(wrong)
      expect(await tryAct(state, { ...prepare, instead: people.first })).toBe('due by bank')
      expect(await tryAct(state, prepare, { by: 'first' })).toBe('due by bank')
    }
  })

  test('what has a reference is sent: nobody sends it again, whoever sent it corrects the reference', async () => {
    const isBkash = `update payout_destinations set kind = 'bkash', bank_name = null, routing_number = null
      where member_id = '${people.seller}'`
    const given = `with account as (${isBkash}) update payouts set provider_ref = 'B1', way = 'by_hand' where id = '${payoutId}'`
    const again = { act: 'prepare', reference: 'B2' } as const
    expect(await tryAct('prepared', { ...again, way: 'by_hand', instead: people.first }, { given })).toBe(wrong)
    expect(await tryAct('prepared', { act: 'prepare', way: 'provider' }, { given, by: 'first' })).toBe(wrong)
    expect(await tryAct('prepared', { ...again, way: 'by_hand' }, { given, by: 'first' })).toBe('due by by_hand')
  })

  test('the seller of the deal does nothing', async () => {
    for (const act of Object.values(acts)) expect(await tryAct('prepared', act, { by: 'seller' })).toBe('own_deal')
  })
})

describe('before money leaves', () => {
  const approve = { act: 'approve', reference: 'B1' } as const
  const setPayout = (assignment: string) => `update payouts set ${assignment} where id = '${payoutId}'`
  const setAccount = (assignment: string) =>
    `update payout_destinations set ${assignment} where member_id = '${people.seller}'`

  test.each<[string, () => string, string]>([
    ['the buyer’s bank disputes the payment', () => setPayout('frozen_at = now()'), 'deal_frozen'],
    [
      'the seller has no account',
      () => `delete from payout_destinations where member_id = '${people.seller}'`,
      'no_destination',
    ],
    ['the account is too new', () => setAccount(`usable_at = now() + interval '1 hour'`), 'destination_too_new'],
  ])('neither prepared nor approved while %s', async (_name, given, code) => {
    expect(await tryAct('due', { act: 'prepare' }, { given: given() })).toBe(code)
    expect(await tryAct('prepared', approve, { given: given() })).toBe(code)
  })

  test('an account is good from the moment on at which it is', async () => {
    const given = setAccount(`usable_at = '${now.toISOString()}'`)
    expect(await tryAct('due', { act: 'prepare' }, { given, deps: { now: () => now } })).toBe('due by bank')
    const before = () => new Date(now.getTime() - 1)
    expect(await tryAct('due', { act: 'prepare' }, { given, deps: { now: before } })).toBe('destination_too_new')
    expect(await tryAct('prepared', approve, { given, deps: { now: () => now } })).toBe('sent')
    expect(await tryAct('prepared', approve, { given, deps: { now: before } })).toBe('destination_too_new')
  })

  test('not approved after the account was changed', async () => {
    expect(await tryAct('prepared', approve, { given: setAccount('version = 2') })).toBe('destination_changed')
    expect(await tryAct('prepared for bKash', { act: 'approve' }, { given: setAccount('version = 2') })).toBe(
      'destination_changed',
    )
  })

  test('not approved while the seller owes the shop; preparing keeps the debt, and all of it when it is large', async () => {
    // One Taka more is due than the ledger has for the seller.
    const debt = (taka: number) => setPayout(`amount_taka = amount_taka + ${taka}`)
    expect(await tryAct('prepared', approve, { given: debt(1) })).toBe('seller_in_debt')
    expect(await tryAct('prepared', approve, { given: debt(0) })).toBe('sent')
    expect(await tryAct('due', { act: 'prepare' }, { given: debt(1) })).toBe('due by bank')
    const large = `update ledger_lines set poisha = 100000 where account = 'seller:${people.seller}'`
    expect(await tryAct('due', { act: 'prepare' }, { given: large })).toBe('confirmed')
  })

  test('by bKash only where it sends payouts', async () => {
    const { bkash: _bkash, ...others } = testApp.paymentsDeps.paymentProviders
    const deps = { paymentProviders: others }
    expect(await tryAct('prepared for bKash', { act: 'approve' }, { deps })).toBe('way_not_offered')
    expect(await tryAct('due', { act: 'prepare', way: 'provider' }, { deps })).toBe('way_not_offered')
    expect(await tryAct('due', { act: 'prepare', way: 'provider' })).toBe('way_not_offered')
    const given = setAccount(`kind = 'bkash', bank_name = null, routing_number = null`)
    expect(await tryAct('due', { act: 'prepare', way: 'provider' }, { given })).toBe('due by provider')
    expect(await tryAct('due', { act: 'prepare' }, { given })).toBe('due by provider')
    expect(await tryAct('due', { act: 'prepare' }, { given, deps })).toBe('due by by_hand')
    expect(await tryAct('due', { act: 'prepare', reference: 'B1' }, { given })).toBe('due by by_hand')
  })
})

test('bKash is waited for a quarter of an hour', async () => {
  const asked = (seconds: number) =>
    `update payouts set sending_at = '${now.toISOString()}'::timestamptz - interval '${seconds} seconds' where id = '${payoutId}'`
  const fail = (seconds: number) =>
    tryAct('being sent', { act: 'fail', reason }, { given: asked(seconds), deps: { now: () => now } })
  expect([await fail(899), await fail(900)]).toEqual(['payout_being_sent', 'failed'])
})

test('what failed needs a reason, and what came back the reference of the bank too', async () => {
  expect(await tryAct('sent', { act: 'fail' })).toBe('reason_missing')
  expect(await tryAct('confirmed', { act: 'returned', reference: 'R1' })).toBe('reason_missing')
  expect(await tryAct('confirmed', { act: 'returned', reason })).toBe('reference_missing')
})

test('an unknown payout is not found', async () => {
  expect(await tryAct('due', { act: 'prepare' }, { id: people.first })).toBe('not_found')
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payouts/actions.ts'])).toEqual([])
})
