import pg from 'pg'
import { afterAll, assert, beforeAll, describe, expect, inject, test } from 'vitest'
import { holdBike } from '../market/payments/holds.ts'
import { settle } from '../market/payments/settle.ts'
import { payDemoPurchases } from '../seed/pay.ts'
import { findBroken, gather, invariants, invariantsWithProvider } from './invariants.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let client: pg.Client
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  await payDemoPurchases(shop.till, shop.payFor)
  const { rows } = await shop.db.$client.query<{ database: string }>('select current_database() as database')
  client = new pg.Client({ host: inject('postgresSocketDir'), user: 'postgres', database: rows[0]?.database })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await shop.close()
})

const dumpOf = (from: TestShop) => gather(from.cards.all())

// On sale, and nobody has asked for it: what is planted on it breaks nothing else.
const quietBike = `select id from bikes where sold_at is null and withdrawn_at is null
  and id not in (select bike_id from bookings) and id not in (select bike_id from wishes) order by id limit 1`

/** Plants faults past all walls, asks, and takes everything back. */
const plant = async (sql: string, intents: object[] | null = null): Promise<string[]> => {
  await client.query('begin')
  try {
    // No trigger and no foreign key looks at what this session writes.
    await client.query('set local session_replication_role = replica')
    await client.query(`create temporary table quiet_bike on commit drop as ${quietBike}`)
    await client.query(sql)
    const { broken } = await findBroken(client, intents)
    return broken.map(({ invariant }) => invariant.id)
  } finally {
    await client.query('rollback')
  }
}

const drop = (table: string, ...constraints: string[]) =>
  `alter table ${table} ${constraints.map((name) => `drop constraint ${name}`).join(', ')};`

const onSale = '(select id from quiet_bike)'
const sold = `(select bike_id from payments where state = 'succeeded' order by id limit 1)`
const karim = `(select id from members where email = 'karim@motohaat.test')`
const rahim = `(select id from members where email = 'rahim@motohaat.test')`
const paymentCopy = (changes: Record<string, string>) => {
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
  ]
  const values: Record<string, string> = { id: 'gen_random_uuid()', intent_id: `'pi_copy'`, ...changes }
  return `insert into payments (${columns.join(', ')})
    select ${columns.map((name) => values[name] ?? name).join(', ')} from payments where state = 'succeeded' order by id limit 1;`
}
const booking = (bike: string, buyer: string) =>
  `insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at)
    select gen_random_uuid(), ${bike}, ${buyer}, '01712345678', 'Mirpur', 50000, now();`

test('a shop that was seeded, and whose cast has paid, breaks none', async () => {
  const { asked, broken } = await findBroken(client, await dumpOf(shop))
  expect(broken).toEqual([])
  expect(asked.length).toBe(invariants.length + invariantsWithProvider.length)
  const { rows } = await client.query(`select from payments where state = 'succeeded'`)
  assert(rows.length > 2, 'needs bikes that were really paid for')
})

const planted: [id: string, story: string, sql: string][] = [
  ['I1', 'a bike is sold twice', `drop index one_hold_per_bike; ${paymentCopy({})}`],
  ['I2', 'a bike is sold without a payment', `update bikes set sold_at = now() where id = ${onSale}`],
  ['I2', 'a payment succeeded and the bike is not sold', `update bikes set sold_at = null where id = ${sold}`],
  [
    'I2b',
    'the buyer’s order does not say that it is paid',
    `update bookings set paid_at = null where bike_id = ${sold}`,
  ],
  [
    'I2b',
    'an order says that it is paid',
    `${booking(onSale, karim)} update bookings set paid_at = now() where bike_id = ${onSale}`,
  ],
  ['I3', 'somebody paid another price', `update payments set amount_taka = amount_taka - 1 where state = 'succeeded'`],
  [
    'I3',
    'somebody paid in another money',
    `${drop('payments', 'payments_currency_check')} update payments set currency = 'usd'`,
  ],
  [
    'I4',
    'a payment names another bike than its order',
    `update payments set bike_id = ${onSale} where bike_id = ${sold}`,
  ],
  [
    'I4',
    'a payment was begun from nothing',
    `${drop('payments', 'begun_from_something')} update payments set booking_id = null`,
  ],
  [
    'I8',
    'two payments share an intent',
    `${drop('payments', 'payments_intent_id_key')} drop index one_hold_per_bike; ${paymentCopy({ intent_id: 'intent_id' })}`,
  ],
  [
    'I9',
    'a seller books the own bike',
    `update bikes set seller_id = ${rahim} where id = ${onSale}; ${booking(onSale, rahim)}`,
  ],
  ['I10', 'one bike is booked twice', `drop index booked_once; ${booking(onSale, karim)} ${booking(onSale, karim)}`],
  ['I11', 'a buyer has a bike', `update bikes set seller_id = ${karim} where id = ${onSale}`],
  [
    'I12',
    'a buyer is verified',
    `${drop('members', 'only_sellers_are_verified')} update members set verified_at = now() where id = ${karim}`,
  ],
  ['I13', 'a removed seller’s bikes stay', `update members set removed_at = now() where id = ${rahim}`],
  [
    'I14',
    'a removed buyer is still signed in',
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
      values (gen_random_uuid(), ${karim}, 't', now() + interval '1 day', now(), now());
      update members set removed_at = now() where id = ${karim}`,
  ],
  [
    'I16a',
    'a bike costs one Taka',
    `${drop('bikes', 'bikes_sale_price_taka_check')} update bikes set sale_price_taka = 1 where id = ${onSale}`,
  ],
  ...['  ', ' Mirpur', 'Mir\u202Epur', 'Mir\u200Bpur', 'Mir\npur', 'e\u0301', 'Mir\u0007pur', '\uFEFFMirpur'].map(
    (text): [string, string, string] => [
      'I16b',
      `a place is spelt ${JSON.stringify(text)}`,
      `update bikes set location = '${text}' where id = ${onSale}`,
    ],
  ),
  [
    'I16b',
    'a message holds a bell',
    `insert into contact_messages values (gen_random_uuid(), null, 'a@b.example', null, null, E'a\\u0007b', now())`,
  ],
  [
    'I17',
    'a bike is of another maker',
    `${drop('bikes', 'bikes_category_fkey')} update bikes set category = 'Honda' where id = ${onSale}`,
  ],
  [
    'I17',
    'a condition is new',
    `${drop('bikes', 'bikes_condition_check')} update bikes set condition = 'Mint' where id = ${onSale}`,
  ],
  [
    'I18',
    'a withdrawn bike is advertised',
    `${drop('bikes', 'withdrawn_is_not_advertised')} update bikes set withdrawn_at = now(), advertised_at = now() where id = ${onSale}`,
  ],
  [
    'I19',
    'a hold was forgotten',
    paymentCopy({ bike_id: onSale, state: `'open'`, settled_at: 'null', created_at: `now() - interval '61 minutes'` }),
  ],
]

test.each(planted)('%s is broken when %s', async (id, _story, sql) => {
  expect(await plant(sql)).toContain(id)
})

test('every invariant of the shop alone was seen broken', () => {
  const seen = new Set(planted.map(([id]) => id))
  expect(invariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})

test.each([
  ['Bangla with joiners', `update bikes set location = 'র\u200D্যাংকিন স্ট্রিট' where id = ${onSale}`],
  [
    'a message of two lines',
    `insert into contact_messages values (gen_random_uuid(), null, 'a@b.example', null, null, E'one\\ntwo', now())`,
  ],
  [
    'a hold of half an hour',
    `${booking(onSale, karim)} insert into payments (id, bike_id, buyer_id, booking_id, amount_taka, state, created_at)
      select gen_random_uuid(), bike_id, buyer_id, id, price_taka, 'open', now() - interval '30 minutes'
      from bookings where bike_id = ${onSale}`,
  ],
])('%s is no fault', async (_what, sql) => {
  expect(await plant(sql)).toEqual([])
})

describe('against the card provider', () => {
  const anHourAgo = `update payments set settled_at = now() - interval '1 hour', created_at = now() - interval '1 hour';`

  test('I5: money came there and the shop knows nothing of it', async () => {
    const intents = await dumpOf(shop)
    const unknown = {
      id: 'pi_unknown',
      status: 'succeeded',
      amountPoisha: 5_000_000,
      refundedPoisha: 0,
      currency: 'bdt',
    }
    expect(await plant('select', [...intents, unknown])).toEqual(['I5'])
    expect(await plant('select', [...intents, { ...unknown, refundedPoisha: 5_000_000 }])).toEqual([])
    expect(await plant('select', [...intents, { ...unknown, status: 'requires_payment_method' }])).toEqual([])
  })

  test('I5: money came there and the shop forgot to write it down', async () => {
    const intents = await dumpOf(shop)
    const lost = `update payments set state = 'open', settled_at = null, created_at = now() - interval '6 minutes' where bike_id = ${sold}`
    expect(await plant(lost, intents)).toContain('I5')
  })

  test('I6: a sale that the provider has no such money for', async () => {
    const intents = await dumpOf(shop)
    const [first, ...others] = intents
    assert(first, 'needs an intent')
    expect(await plant(anHourAgo, intents)).toEqual([])
    expect(await plant(anHourAgo, others)).toEqual(['I6'])
    for (const change of [
      { status: 'canceled' },
      { amountPoisha: first.amountPoisha - 1 },
      { currency: 'usd' },
      { refundedPoisha: 100 },
    ]) {
      expect(await plant(anHourAgo, [{ ...first, ...change }, ...others]), JSON.stringify(change)).toContain('I6')
    }
  })

  test('I7: a refund that was written down and never made', async () => {
    const clock = { now: new Date() }
    const other = await openTestShop({ clock })
    const buyer = await other.as('karim')
    const bike = (await other.visitor('GET /allbikes')).at(-1)
    assert(bike, 'needs a bike on sale')
    const body = {
      contactNumber: '01712345678',
      meetingLocation: 'Mirpur',
      salePrice: bike.salePrice,
      producId: bike._id,
    }
    const { insertedId } = await buyer('POST /bookings', { body })
    const { rows } = await other.db.$client.query<{ id: string }>(`select ${karim} as id`)
    const wish = { bikeId: bike._id, buyerId: rows[0]?.id ?? '', bookingId: insertedId, wishId: null }
    const intent = await holdBike(other.till, { ...wish, amountTaka: bike.salePrice })
    await other.payFor(intent.id)
    await other.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
      bike._id,
    ])
    await settle(other.till, intent.id)

    const intents = await dumpOf(other)
    const refunded = `update payments set refunded_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`
    await other.db.$client.query(refunded)
    expect((await findBroken(other.db.$client, intents)).broken).toEqual([])
    const kept = intents.map((one) => ({ ...one, refundedPoisha: 0 }))
    const { broken } = await findBroken(other.db.$client, kept)
    expect(broken.map(({ invariant }) => invariant.id)).toEqual(['I5', 'I7'])
  })
})
