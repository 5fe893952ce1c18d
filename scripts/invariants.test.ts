import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { findViolations, invariants, invariantsWithProvider } from './invariants.ts'
import { auditInvariants } from './invariants/audit.ts'
import { phoneInvariants } from './invariants/phones.ts'
import { stolenBikeInvariants } from './invariants/stolen-bikes.ts'
import { vehicleNumberInvariants } from './invariants/vehicle-numbers.ts'
import { inspectionInvariants } from './invariants/inspections.ts'
import { paperInvariants } from './invariants/papers.ts'
import { ratingInvariants } from './invariants/ratings.ts'
import { transferInvariants } from './invariants/transfers.ts'
import { badgeInvariants } from './invariants/badges.ts'
import { caseInvariants } from './invariants/cases.ts'
import { categoryInvariants } from './invariants/categories.ts'
import { chatInvariants } from './invariants/chats.ts'
import { moneyInvariants } from './invariants/money.ts'
import { offerInvariants } from './invariants/offers.ts'
import { overviewInvariants } from './invariants/overview.ts'
import { walletInvariants } from './invariants/wallets.ts'
import {
  type InvariantHarness,
  listIntents,
  karimIdSql,
  bikeOnSaleSql,
  createInvariantHarness,
  rahimIdSql,
  soldBikeSql,
} from '#tests/support/invariant-harness.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const dropConstraintsSql = (table: string, ...constraints: string[]) =>
  `alter table ${table} ${constraints.map((name) => `drop constraint ${name}`).join(', ')};`

const copyPaymentSql = (changes: Record<string, string>) => {
  const columns = [
    'id',
    'bike_id',
    'buyer_id',
    'booking_id',
    'amount_taka',
    'currency',
    'intent_id',
    'state',
    'created_at',
    'settled_at',
    'price_taka',
    'deal_id',
  ]
  const values: Record<string, string> = { id: 'gen_random_uuid()', intent_id: `'pi_copy'`, ...changes }
  return `insert into payments (${columns.join(', ')})
    select ${columns.map((name) => values[name] ?? name).join(', ')} from payments where state = 'succeeded' order by id limit 1;`
}
/** Another deal like one of these, with changed columns. */
const copyDealSql = (filter: string, changes: string) =>
  `insert into deals select (jsonb_populate_record(deals, jsonb_build_object('id', gen_random_uuid(), 'booking_id', null, ${changes}))).*
    from deals where ${filter} order by id limit 1;`
// Nobody’s own bike, so that only the planted fault is one.
const adminIdSql = `(select id from members where role = 'Admin' limit 1)`
const liveDealSql = 'closed_at is null'
const soldDealSql = 'released_at is not null'
const acceptOneSql = `update deals set accepted_at = now() where id = (select id from deals where ${liveDealSql} order by id limit 1);`
const insertBookingSql = (bike: string, buyer: string) =>
  `insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at)
    select gen_random_uuid(), ${bike}, ${buyer}, '01712345678', 'Mirpur', 50000, now();`

test('the demonstration data with all payments violates none', async () => {
  const { checked, violations } = await findViolations(harness.client, await listIntents(harness.testApp))
  expect(violations).toEqual([])
  expect(checked.length).toBe(invariants.length + invariantsWithProvider.length)
  const { rows } = await harness.client.query(`select from payments where state = 'succeeded'`)
  assert(rows.length > 2, 'needs bikes that were really paid for')
})

// The audit log is append-only, so its triggers are disabled here.

const otherSellerSql = `select id from members where role = 'Seller' and id <> deals.seller_id limit 1`

const plantedFaults: [id: string, story: string, sql: string][] = [
  ['I1', 'a bike is sold twice', copyDealSql(soldDealSql, `'buyer_id', ${karimIdSql}`)],
  ['I2', 'a bike is sold without a deal', `update bikes set sold_at = now() where id = ${bikeOnSaleSql}`],
  ['I2', 'a bike was handed over and is not sold', `update bikes set sold_at = null where id = ${soldBikeSql}`],
  [
    'I2b',
    'the buyer’s order does not say that it is paid',
    `update bookings set paid_at = null where bike_id = ${soldBikeSql}`,
  ],
  [
    'I2b',
    'an order says that it is paid',
    `${insertBookingSql(bikeOnSaleSql, karimIdSql)} update bookings set paid_at = now() where bike_id = ${bikeOnSaleSql}`,
  ],
  ['I3', 'somebody paid another price', `update payments set amount_taka = amount_taka - 1 where state = 'succeeded'`],
  [
    'I3',
    'somebody paid in another money',
    `${dropConstraintsSql('payments', 'payments_currency_check')} update payments set currency = 'usd'`,
  ],
  [
    'I4',
    'a payment names another bike than its order',
    `update payments set bike_id = ${bikeOnSaleSql} where bike_id = ${soldBikeSql}`,
  ],
  ['I4', 'a payment succeeded for no deal', `update payments set deal_id = null where state = 'succeeded'`],
  [
    'I8',
    'two payments share an intent',
    `${dropConstraintsSql('payments', 'payments_intent_id_key')} drop index one_hold_per_bike; ${copyPaymentSql({ intent_id: 'intent_id' })}`,
  ],
  [
    'I9',
    'a seller books the own bike',
    `update bikes set seller_id = ${rahimIdSql} where id = ${bikeOnSaleSql}; ${insertBookingSql(bikeOnSaleSql, rahimIdSql)}`,
  ],
  [
    'I10',
    'one bike is booked twice',
    `drop index booked_once; ${insertBookingSql(bikeOnSaleSql, karimIdSql)} ${insertBookingSql(bikeOnSaleSql, karimIdSql)}`,
  ],
  [
    'D1',
    'a bike is promised to two buyers',
    `drop index one_accepted_per_bike; ${acceptOneSql} ${copyDealSql('accepted_at is not null and closed_at is null', `'buyer_id', ${adminIdSql}`)}`,
  ],
  [
    'D2',
    'a deal is held without money',
    `${acceptOneSql} update deals set held_at = now() where accepted_at is not null and closed_at is null`,
  ],
  [
    'D2',
    'a payment belongs to a deal that holds nothing',
    `alter table deals drop constraint handed_over_was_held, drop constraint released_was_held; update deals set held_at = null where ${soldDealSql}`,
  ],
  ['D3', 'something is due in a deal that ended', `update deals set due_at = now() where ${soldDealSql}`],
  [
    'D4',
    'the buyer was never told that the seller accepted',
    `insert into deal_steps (id, deal_id, kind, actor, at) select gen_random_uuid(), id, 'accepted', 'seller', now() from deals where ${liveDealSql} limit 1`,
  ],
  [
    'D5',
    'somebody outside a deal was shown a number',
    `insert into number_views (deal_id, member_id, day, first_shown_at)
      select deals.id, members.id, current_date, now() from deals, members where role = 'Admin' limit 1`,
  ],
  [
    'D6',
    'a clock runs behind an accepted deal',
    `${acceptOneSql} ${copyDealSql('accepted_at is not null and closed_at is null', `'buyer_id', ${adminIdSql}, 'accepted_at', null, 'waiting_since', null`)}`,
  ],
  [
    'D7',
    'two buyers have a turn',
    `drop index one_turn_per_bike; update deals set turn_until = now() where ${liveDealSql};
     ${copyDealSql('turn_until is not null', `'buyer_id', ${adminIdSql}`)}`,
  ],
  [
    'D8',
    'the bike of a held deal is another seller’s',
    `${acceptOneSql} update deals set held_at = now(), seller_id = (${otherSellerSql}) where accepted_at is not null and closed_at is null`,
  ],
  ['D9', 'a booking has no deal', insertBookingSql(bikeOnSaleSql, karimIdSql)],
  [
    'D9',
    'a deal has another price than its booking',
    `update deals set price_taka = price_taka + 1 where ${liveDealSql}`,
  ],
  ['D10', 'something is long overdue', `update deals set due_at = now() - interval '11 minutes' where ${liveDealSql}`],
  ['I11', 'a buyer has a bike', `update bikes set seller_id = ${karimIdSql} where id = ${bikeOnSaleSql}`],
  [
    'I12',
    'a buyer is verified',
    `${dropConstraintsSql('members', 'only_sellers_are_verified')} update members set verified_at = now() where id = ${karimIdSql}`,
  ],
  [
    'I30',
    'a saved search outlives its member',
    `insert into saved_searches (id, member_id, name, query, language, unsubscribe_token, created_at, search_from, due_at)
       values (gen_random_uuid(), ${karimIdSql}, 'fzs', 'q=fzs', 'en', 'x', now(), now(), now());
     update members set removed_at = now() where id = ${karimIdSql}`,
  ],
  ['I13', 'a removed seller’s bikes stay', `update members set removed_at = now() where id = ${rahimIdSql}`],
  [
    'I14',
    'a removed buyer is still signed in',
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
      values (gen_random_uuid(), ${karimIdSql}, 't', now() + interval '1 day', now(), now());
      update members set removed_at = now() where id = ${karimIdSql}`,
  ],
  [
    'I16a',
    'a bike costs one Taka',
    `${dropConstraintsSql('bikes', 'bikes_sale_price_taka_check')} update bikes set sale_price_taka = 1 where id = ${bikeOnSaleSql}`,
  ],
  ...['  ', ' Mirpur', 'Mir\u202Epur', 'Mir\u200Bpur', 'Mir\npur', 'e\u0301', 'Mir\u0007pur', '\uFEFFMirpur'].map(
    (text): [string, string, string] => [
      'I16b',
      `a place is spelt ${JSON.stringify(text)}`,
      `update bikes set location = '${text}' where id = ${bikeOnSaleSql}`,
    ],
  ),
  [
    'I16b',
    'a message holds a bell',
    `insert into contact_messages values (gen_random_uuid(), null, 'a@b.example', null, null, E'a\\u0007b', now())`,
  ],
  [
    'I17',
    'a condition is new',
    `${dropConstraintsSql('bikes', 'bikes_condition_check')} update bikes set condition = 'Mint' where id = ${bikeOnSaleSql}`,
  ],
  [
    'I18',
    'a withdrawn bike is advertised',
    `${dropConstraintsSql('bikes', 'withdrawn_is_not_advertised')} update bikes set withdrawn_at = now(), advertised_at = now() where id = ${bikeOnSaleSql}`,
  ],
  [
    'I21',
    'a bike shows a picture that another seller uploaded',
    `update bikes set picture = (select picture from picture_uploads as other
      where not exists (select from picture_uploads where picture = other.picture and member_id = bikes.seller_id) limit 1)
      where id = ${bikeOnSaleSql}`,
  ],
  [
    'I21',
    'a picture is not kept',
    `update pictures set stored_at = null, width_px = null, height_px = null where url = (select picture from bikes where id = ${bikeOnSaleSql})`,
  ],
  [
    'I21',
    'a further picture is nobody’s',
    `insert into bike_pictures (bike_id, position, seller_id, picture)
      select id, 1 + (select coalesce(max(position), 0) from bike_pictures where bike_id = bikes.id), seller_id, '/pictures/none.webp' from bikes where id = ${bikeOnSaleSql}`,
  ],
  ['I23', 'a price is not in the history', `update bikes set sale_price_taka = 77777 where id = ${bikeOnSaleSql}`],
  [
    'I24',
    'a bike has a model of another brand',
    `update bikes set brand_id = (select id from brands where name = 'Hero') where id = ${bikeOnSaleSql}`,
  ],
  ['I16b', 'a description ends with a space', `update bikes set description = 'Good ' where id = ${bikeOnSaleSql}`],
  ['I15', 'a payment is gone', `delete from payments where bike_id = ${soldBikeSql}`],
  [
    'I20',
    'a message of the card provider waits',
    `insert into webhook_events (id, type, occurred_at, received_at) values ('evt', 'x', now(), now() - interval '6 minutes')`,
  ],
  [
    'I19',
    'a hold was forgotten',
    copyPaymentSql({
      bike_id: bikeOnSaleSql,
      state: `'open'`,
      settled_at: 'null',
      created_at: `now() - interval '61 minutes'`,
    }),
  ],
]

test.each(plantedFaults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of the database was violated once', () => {
  const seen = new Set(plantedFaults.map(([id]) => id))
  const ofDeals = [moneyInvariants, badgeInvariants, caseInvariants, chatInvariants, offerInvariants, walletInvariants]
  const ofOthers = [auditInvariants, categoryInvariants, overviewInvariants, phoneInvariants, ratingInvariants]
  const ofBikes = [
    vehicleNumberInvariants,
    stolenBikeInvariants,
    paperInvariants,
    transferInvariants,
    inspectionInvariants,
  ]
  for (const { id } of [...ofDeals, ...ofOthers, ...ofBikes].flat()) seen.add(id)
  expect(invariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})

test.each([
  ['Bangla with joiners', `update bikes set location = 'র\u200D্যাংকিন স্ট্রিট' where id = ${bikeOnSaleSql}`],
  [
    'a message of two lines',
    `insert into contact_messages values (gen_random_uuid(), null, 'a@b.example', null, null, E'one\\ntwo', now())`,
  ],
  [
    'a hold of half an hour',
    `insert into payments (id, bike_id, buyer_id, booking_id, deal_id, amount_taka, price_taka, state, created_at)
      select gen_random_uuid(), bike_id, buyer_id, id, id, price_taka, price_taka, 'open', now() - interval '30 minutes'
      from deals where ${liveDealSql} order by id limit 1;
      insert into audit (actor, what, payment_id, details)
      select 'system', 'payment_opened', id, '{}' from payments where state = 'open'`,
  ],
  [
    'a message of the card provider that came a moment ago',
    `insert into webhook_events (id, type, occurred_at, received_at) values ('evt', 'x', now(), now() - interval '4 minutes')`,
  ],
])('%s is no fault', async (_what, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([])
})

test('a test app that leaves a broken deal rejects when it closes', async () => {
  const testApp = await createTestApp({ manualClose: true })
  const owner = await connectAsOwner(testApp)
  await owner.query('set session_replication_role = replica')
  await owner.query('update bikes set reserved_at = now() where sold_at is null and withdrawn_at is null')
  await owner.end()
  await expect(testApp.close()).rejects.toThrow('M9 A reserved bike is in no list')
})
