// What each act of a cashier does to a refund that the card provider would not send, and what it refuses.
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, listEntries, payDeal, registerCashier, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { changePast } from '#tests/support/owner-connection.ts'
import { type MemberClient, grantPermission } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let deal: TestDeal
let refundId: string
let people: Record<'first' | 'second' | 'buyer' | 'seller', MemberClient>

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  const { rows } = await testApp.db.$client.query<{ id: string }>('select id from refunds where deal_id = $1', [
    deal.id,
  ])
  refundId = rows[0]?.id ?? ''
  people = {
    first: await registerCashier(testApp),
    second: await signInAdmin(testApp),
    buyer: await grantPermission(testApp, deal.buyer, 'cashier'),
    seller: await grantPermission(testApp, deal.seller, 'cashier'),
  }
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

type Act = Parameters<typeof deal.seller<'PUT /refunds/:id'>>[1]['body']
type State = 'due' | 'requested' | 'failed' | 'prepared' | 'succeeded'

const assignments: Record<State, string> = {
  due: `state = 'due'`,
  requested: `state = 'requested', provider_ref = 're_1'`,
  failed: `state = 'failed'`,
  prepared: `state = 'failed', reference = 'B1', sent_by = (select id from members where email = '$first')`,
  succeeded: `state = 'succeeded', provider_ref = 're_1', settled_at = now()`,
}

/** Tries an act on the refund in a state; returns the code of the refusal, or the state after it. */
const tryAct = async (state: State, body: Act, by: keyof typeof people = 'second'): Promise<unknown> => {
  const clean = 'sent_by = null, approved_by = null, reference = null, settled_at = null'
  await changePast(
    testApp,
    `update refunds set state = 'due', ${clean} where id = '${refundId}'`,
    `update refunds set ${assignments[state].replace('$first', people.first.email)} where id = '${refundId}'`,
  )
  const error = await catchError(people[by]('PUT /refunds/:id', { params: { id: refundId }, body }))
  if (error instanceof Error) return 'code' in error ? error.code : error.message
  const { rows } = await testApp.db.$client.query<{ state: string; prepared: boolean }>(
    'select state, sent_by is not null as prepared from refunds where id = $1',
    [refundId],
  )
  return rows[0]?.state === 'failed' && rows[0].prepared ? 'prepared' : rows[0]?.state
}

const wrong = 'refund_not_in_state'
const acts: Act[] = [
  { act: 'again' },
  { act: 'prepare_by_hand', reference: 'B1' },
  { act: 'prepare_by_hand' },
  { act: 'approve_by_hand' },
]

describe('what a cashier does with a refund', () => {
  // Before the cases of each state, the last of which sends it by hand and enters that in the ledger.
  test('nobody approves what they sent themselves, and nobody touches their own', async () => {
    expect(await tryAct('prepared', { act: 'approve_by_hand' }, 'first')).toBe('approve_by_another')
    for (const act of acts)
      for (const by of ['buyer', 'seller'] as const) expect(await tryAct('failed', act, by)).toBe('own_deal')
  })

  test.each<[State, ...string[]]>([
    ['due', wrong, wrong, wrong, wrong],
    ['requested', wrong, wrong, wrong, wrong],
    ['succeeded', wrong, wrong, wrong, wrong],
    ['failed', 'due', 'prepared', 'reference_missing', wrong],
    ['prepared', wrong, 'prepared', 'reference_missing', 'by_hand'],
  ])('that is %s', async (state, ...expected) => {
    const told: unknown[] = []
    for (const act of acts) told.push(await tryAct(state, act))
    expect(told).toEqual(expected)
  })

  test('an unknown refund is not found', async () => {
    const unknown = people.first('PUT /refunds/:id', { params: { id: v7() }, body: { act: 'again' } })
    expect(await catchError(unknown)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('sent by hand, it left the shop’s bank, once', async () => {
    expect((await listEntries(testApp, deal)).slice(2)).toEqual([
      ['refund_by_hand', { buyer: 149_000, bank: -149_000 }],
    ])
  })

  test('every line that refuses something has a case above', () => {
    const missing = sites.listMissing(['market/payments/refunds/routes.ts'])
    // A prepared refund has its reference: the database keeps one beside who sent it.
    expect(missing.map((site) => site.split(' ')[1])).toEqual(['reference_missing'])
  })
})
