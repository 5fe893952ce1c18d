// Each invariant of the money, broken on purpose.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { recordCharges } from '#market/payments/charges/jobs.ts'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  listIntents,
  listTransactions,
} from '#tests/support/invariant-harness.ts'
import { moneyInvariants } from './money.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
  await recordCharges(harness.testApp.paymentsDeps)
})
afterAll(() => harness.close())

const oneDeal = `(select id from deals where released_at is not null order by id limit 1)`
const onePayment = `(select id from payments where deal_id = ${oneDeal})`
const settledEntry = (
  order: '' | 'desc',
) => `(select ledger_entries.id from ledger_entries join deals on deals.id = deal_id
  where cause = 'settled' and released_at is not null order by ledger_entries.id ${order} limit 1)`
const charge = (order: '' | 'desc') =>
  `(select id from ledger_entries where cause = 'charge' order by id ${order} limit 1)`
const insertEntry = (cause: string, lines: string) => `
  insert into ledger_entries (id, cause, cause_ref, at) values ('019a0000-0000-7000-8000-00000000000e', '${cause}', 'planted', now());
  insert into ledger_lines (entry_id, account, poisha) ${lines}`
const insertEntryOfDeal = (cause: string, lines: string) =>
  `${insertEntry(cause, lines)}; update ledger_entries set deal_id = ${oneDeal} where cause_ref = 'planted'`
const planted = `'019a0000-0000-7000-8000-00000000000e'::uuid`

const faults: [id: string, story: string, sql: string][] = [
  [
    'M1',
    'an entry does not sum to zero',
    `update ledger_lines set poisha = poisha + 1 where entry_id = (select id from ledger_entries where cause = 'charge' limit 1) and account = 'charges'`,
  ],
  [
    'M1',
    'an entry has no lines',
    `delete from ledger_lines where entry_id = (select id from ledger_entries where cause = 'charge' limit 1)`,
  ],
  [
    'M2',
    'a closed deal still holds money',
    `delete from ledger_lines where entry_id = (select id from ledger_entries where cause = 'released' and deal_id = ${oneDeal})`,
  ],
  [
    'M2',
    'money is entered as held for another deal',
    `update ledger_lines set account = 'held:019a0000-0000-7000-8000-00000000000d' where account = 'held:' || ${oneDeal} and poisha < 0`,
  ],
  [
    'M1',
    'two entries are wrong and make up for each other',
    `update ledger_lines set poisha = poisha + case when entry_id = ${charge('')} then 1 else -1 end
     where account = 'charges' and entry_id in (${charge('')}, ${charge('desc')})`,
  ],
  [
    'M2',
    'two closed deals hold amounts that make up for each other',
    `update ledger_lines set poisha = poisha + sign(poisha) * 100 where entry_id = ${settledEntry('')};
     update ledger_lines set poisha = poisha - sign(poisha) * 100 where entry_id = ${settledEntry('desc')}`,
  ],
  [
    'M2',
    'the seller’s part of a deal is entered elsewhere',
    `update ledger_lines set account = 'loss' where account like 'seller:%'
     and entry_id = (select id from ledger_entries where cause = 'released' and deal_id = ${oneDeal})`,
  ],
  [
    'M2',
    'more is sent back than a deal that is not closed holds',
    `${insertEntryOfDeal(
      'price_lowered',
      `select ${planted}, 'held:' || id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'buyer:' || buyer_id, -100 from deals where id = ${oneDeal}`,
    )}; update deals set closed_at = null, released_at = null, close_reason = null where id = ${oneDeal}`,
  ],
  [
    'M7',
    'the fee pays for what the seller gets above the price',
    insertEntryOfDeal(
      'released',
      `select ${planted}, 'fee', 100 union all select ${planted}, 'seller:' || seller_id, -100 from deals where id = ${oneDeal}`,
    ),
  ],
  [
    'M6',
    'the seller gets what came from the provider after the settlement',
    `insert into ledger_entries (id, cause, cause_ref, deal_id, at) values (gen_random_uuid(), 'refunded_at_provider', 'planted', ${oneDeal}, now());
     insert into ledger_lines (entry_id, account, poisha) select ledger_entries.id, line.account, line.poisha from ledger_entries,
       (values ('held:' || ${oneDeal}, -100), ('provider:cards', 100)) as line (account, poisha) where cause_ref = 'planted';
     ${insertEntryOfDeal(
       'released',
       `select ${planted}, 'held:' || id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'seller:' || seller_id, -100 from deals where id = ${oneDeal}`,
     )}`,
  ],
  [
    'M4',
    'a payout is more than the seller is owed',
    `update payouts set amount_taka = amount_taka + 1 where deal_id = ${oneDeal}`,
  ],
  [
    'M4',
    'a payout was sent and not entered',
    `update payouts set state = 'sent', way = 'by_hand', provider_ref = 'x', sent_at = now(),
      requested_by = seller_id, approved_by = (select id from members where id <> seller_id limit 1) where deal_id = ${oneDeal}`,
  ],
  [
    'M4',
    'the payouts of two sellers are wrong and make up for each other',
    `update payouts set amount_taka = amount_taka + case when seller_id = (select min(seller_id::text)::uuid from payouts) then 1 else -1 end
     where id in (select distinct on (seller_id) id from payouts where state = 'due' order by seller_id limit 2)`,
  ],
  ['M5', 'money was released without a code', `delete from deal_codes where deal_id = ${oneDeal}`],
  [
    'M6',
    'a refund is more than the payment',
    `insert into refunds (id, payment_id, amount_poisha, state, next_try_at, created_at) select gen_random_uuid(), ${onePayment}, amount_taka * 100 + 1, 'due', now(), now() from payments where id = ${onePayment}`,
  ],
  [
    'M6',
    'the buyer of a released deal gets some of it back',
    insertEntryOfDeal(
      'cancelled',
      `select ${planted}, 'held:' || id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'buyer:' || buyer_id, -100 from deals where id = ${oneDeal}`,
    ),
  ],
  [
    'M6',
    'a deal is released and refunded',
    `alter table deals drop constraint released_or_refunded; update deals set refunded_at = released_at where id = ${oneDeal}`,
  ],
  [
    'M7',
    'a seller is owed more than was paid here',
    insertEntryOfDeal(
      'released',
      `select ${planted}, 'held:' || id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'seller:' || seller_id, -100 from deals where id = ${oneDeal}`,
    ),
  ],
  ['M7', 'cash became payable', `update payouts set amount_taka = amount_taka + 50000 where deal_id = ${oneDeal}`],
  [
    'M8',
    'a refund waits and nobody tried it',
    `insert into refunds (id, payment_id, amount_poisha, state, next_try_at, created_at) select gen_random_uuid(), ${onePayment}, 100, 'due', now(), now() - interval '16 minutes'`,
  ],
  [
    'M13',
    'a refund is one poisha less than what is owed to the buyer',
    `${insertEntry(
      'settled',
      `select ${planted}, 'buyer:' || buyer_id, -amount_taka * 100 from payments where id = ${onePayment} union all select ${planted}, 'provider:cards', amount_taka * 100 from payments where id = ${onePayment}`,
    )};
     insert into refunds (id, payment_id, amount_poisha, state, next_try_at, created_at) select gen_random_uuid(), ${onePayment}, amount_taka * 100 - 1, 'due', now(), now() from payments where id = ${onePayment}`,
  ],
  [
    'M13',
    'a refund is sent that nobody is owed',
    `insert into refunds (id, payment_id, amount_poisha, state, next_try_at, created_at) select gen_random_uuid(), ${onePayment}, 100, 'failed', now(), now()`,
  ],
  ['M9', 'a bike is reserved for nobody', `update bikes set reserved_at = now() where id = ${bikeOnSaleSql}`],
  [
    'M10',
    'a held deal has no number of its buyer',
    `update deals set closed_at = null, released_at = null, close_reason = null, buyer_number = null where id = ${oneDeal}`,
  ],
  [
    'M12',
    'the buyer has paid more than the agreed price',
    `update deals set price_taka = price_taka - 1 where id = ${oneDeal}`,
  ],
  [
    'M12',
    'the seller is paid more than the agreed price',
    `update payouts set set_off_taka = set_off_taka + 1 where deal_id = ${oneDeal}`,
  ],
  [
    'M12',
    'the buyer has paid twice, and both together are more than the agreed price',
    insertEntryOfDeal(
      'settled',
      `select ${planted}, 'held:' || id, -100 from deals where id = ${oneDeal} union all select ${planted}, 'provider:cards', 100`,
    ),
  ],
  [
    'M11',
    'more than nothing was taken out of what is held for no deal',
    insertEntry(
      'charge',
      `select ${planted}, 'held:' || id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'provider:cards', -100`,
    ),
  ],
  [
    'M11',
    'a buyer owes the shop money',
    insertEntry(
      'refund_confirmed',
      `select ${planted}, 'buyer:' || buyer_id, 100 from deals where id = ${oneDeal} union all select ${planted}, 'provider:cards', -100`,
    ),
  ],
  [
    'M11',
    'a seller owes the shop money without a decision',
    insertEntry(
      'payout_sent',
      `select ${planted}, 'seller:' || seller_id, 99999999999 from deals where id = ${oneDeal} union all select ${planted}, 'bank', -99999999999`,
    ),
  ],
]

test.each(faults)('%s: %s', async (id, _, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of the money was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(moneyInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})

test('the demonstration violates nothing, also against the provider', async () => {
  const { testApp } = harness
  expect(
    await harness.findViolationsAfter('select', await listIntents(testApp), await listTransactions(testApp)),
  ).toEqual([])
})

test('M3: what the provider’s journal has and the ledger has not, and the other way round', async () => {
  const { testApp, findViolationsAfter } = harness
  const anHourAgo = `update ledger_entries set at = at - interval '1 hour'`
  const journal = (await listTransactions(testApp)).map((one) => ({
    ...one,
    createdAt: new Date(one.createdAt.getTime() - 60 * 60_000),
  }))
  const [first, ...others] = journal
  assert(first, 'needs a balance transaction')
  // An hour ago may be yesterday in Dhaka, which the counts of each day (C1) notice.
  const check = async (transactions: object[]) =>
    (await findViolationsAfter(anHourAgo, null, transactions)).filter((id) => id !== 'C1')
  expect(await check(journal)).toEqual([])
  expect(await check(others)).toEqual(['M3a', 'M3b'])
  expect(await check([{ ...first, amountPoisha: first.amountPoisha - 1 }, ...others])).toEqual(['M3a'])
  expect(await check([{ ...first, feePoisha: first.feePoisha + 1 }, ...others])).toEqual(['M3b'])
  const fee = { ...first, id: 'txn_fee', type: 'stripe_fee', amountPoisha: -20_000, feePoisha: 0, intentId: null }
  expect(await check([fee, ...journal])).toEqual(['M3b'])
  const lost = `${anHourAgo}; delete from ledger_lines where entry_id in (select id from ledger_entries where cause = 'settled')`
  expect(await findViolationsAfter(lost, null, journal)).toContain('M3a')
})
