// Each invariant of payments by bKash, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeBkash, beginBkash, returnFromBkash } from '#tests/support/wallets/bkash.ts'
import { createInvariantHarness, type InvariantHarness, listIntents } from '#tests/support/invariant-harness.ts'
import { beginDeal } from '#tests/support/money.ts'
import { createRowFinder } from '../invariants.ts'
import { listWalletPayments, walletInvariantsWithProvider } from './wallets.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
  const { buyer, order } = await beginDeal(harness.testApp)
  const { reference, pageUrl } = await beginBkash(buyer, order)
  await authorizeBkash(pageUrl)
  await returnFromBkash(buyer, reference)
})
afterAll(() => harness.close())

const faults: [id: string, story: string, sql: string][] = [
  ['W2', 'money was taken without a claim', `update payments set executing_at = null where provider = 'bkash'`],
  [
    'W2',
    'the claim came after the hold had ended',
    `update payments set executing_at = created_at + interval '15 minutes', execute_tried_at = created_at + interval '15 minutes' where provider = 'bkash'`,
  ],
  [
    'W3',
    'a third token was asked for within an hour',
    `insert into provider_token_requests select gen_random_uuid(), provider, 'refresh', requested_at + n * interval '20 minutes'
     from provider_token_requests, generate_series(1, 2) as n`,
  ],
]

test.each(faults)('%s: %s', async (id, _, sql) => {
  expect(await harness.findViolationsAfter('select', await listIntents(harness.testApp))).toEqual([])
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('W5: SSLCommerz kept another sum than the ledger says', async () => {
  const { client } = harness
  const known = walletInvariantsWithProvider.find(({ id }) => id === 'W5')
  await client.query('begin')
  try {
    // As if the payment had been taken by SSLCommerz.
    const { rows } = await client.query<{ id: string }>(
      `update payments set provider = 'sslcommerz', created_at = now() + interval '1 minute'
       where provider = 'bkash' and state = 'succeeded' returning intent_id as id`,
    )
    const find = async (chargePoisha: number | null) =>
      known ? (await createRowFinder(client)(known, [{ id: rows[0]?.id, chargePoisha }])).length : null
    expect([await find(223_500), await find(null), await find(100)]).toEqual([0, 0, 1])
  } finally {
    await client.query('rollback')
  }
})

test('W4: bKash has sent another sum than the ledger says', async () => {
  const { client } = harness
  const known = walletInvariantsWithProvider.find(({ id }) => id === 'W4')
  await client.query('begin')
  try {
    // One that the demonstration has confirmed by hand, as if bKash had sent it.
    const { rows } = await client.query<{ id: string }>(
      `insert into payouts (id, seller_id, deal_id, amount_taka, state, way, provider_ref, requested_by, approved_by,
         created_at, sent_at, failed_at, sending_at)
       select gen_random_uuid(), seller_id, id, 100, 'failed', 'provider', 'x', seller_id, buyer_id, now(), now(), now(), now()
       from deals limit 1 returning id`,
    )
    const find = async (data: object) =>
      known ? (await createRowFinder(client)(known, [{ payoutId: rows[0]?.id, ...data }])).length : null
    expect(await find({ status: 'unknown', amountPoisha: 0 })).toBe(0)
    expect(await find({ status: 'failed', amountPoisha: 0 })).toBe(0)
    expect(await find({ status: 'succeeded', amountPoisha: 10_000 })).toBe(1)
  } finally {
    await client.query('rollback')
  }
})

test('W1: bKash has other money of a payment than the ledger', async () => {
  const { testApp, client } = harness
  const [known] = walletInvariantsWithProvider
  const told = await listWalletPayments(client, testApp.bkash)
  const find = async (data: object[]) => {
    await client.query('begin')
    await client.query(`update payments set execute_tried_at = now() - interval '2 minutes',
      executing_at = now() - interval '2 minutes' where provider = 'bkash'`)
    try {
      return known ? (await createRowFinder(client)(known, data)).length : null
    } finally {
      await client.query('rollback')
    }
  }
  expect(told).toHaveLength(1)
  expect(await find(told)).toBe(0)
  expect(await find([])).toBe(1)
  for (const change of [{ status: 'open' }, { amountPoisha: 1 }, { refundedPoisha: 100 }, { currency: 'usd' }])
    expect(await find(told.map((one) => ({ ...one, ...change }))), JSON.stringify(change)).toBe(1)
})
