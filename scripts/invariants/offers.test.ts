// Each invariant of offers, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
} from '#tests/support/invariant-harness.ts'
import { offerInvariants } from './offers.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const messageSql = (
  number: number,
) => `insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
  select gen_random_uuid(), id, ${number}, 'buyer', '1000', '1000', gen_random_uuid(), now() from chats;`

/** An offer of Karim for a bike, of this share of its price. */
const offerSql = (number: number, share = 0.9) => `${messageSql(number)}
  insert into offers (id, chat_id, message_id, maker, price_taka, made_at, expires_at)
  select gen_random_uuid(), chats.id, chat_messages.id, 'buyer', (sale_price_taka * ${share})::int, now(), now() + interval '1 day'
  from chats join bikes on bikes.id = bike_id join chat_messages on chat_id = chats.id and number = ${number};`

const beginSql = `insert into chats (id, bike_id, buyer_id, seller_id, created_at, last_number, last_message_id, seller_unread)
    select gen_random_uuid(), bikes.id, ${karimIdSql}, seller_id, now(), 1, gen_random_uuid(), 1 from bikes
    where id = ${bikeOnSaleSql};
  ${offerSql(1)}`

const acceptSql = `update offers set closed_at = now(), outcome = 'accepted';`
/** The deal of the offer with its booking; `price` is SQL. */
const dealSql = (price: string, bookingPrice = price) => `${acceptSql}
  insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at)
  select offers.id, bike_id, buyer_id, '01712345678', 'Farmgate', ${bookingPrice}, now() from offers join chats on chats.id = chat_id;
  insert into deals (id, booking_id, offer_id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at, accepted_at)
  select offers.id, offers.id, offers.id, bike_id, buyer_id, seller_id, ${price}, now(), now(), now()
  from offers join chats on chats.id = chat_id;`

const faults: [id: string, story: string, sql: string][] = [
  ['O1', 'a side has two open offers', `drop index one_open_offer_per_side; ${beginSql} ${offerSql(2)}`],
  [
    'O1',
    'there are nine offers',
    `drop index one_open_offer_per_side; ${beginSql} ${[2, 3, 4, 5, 6, 7, 8, 9].map((number) => offerSql(number)).join('')}`,
  ],
  ['O2', 'an accepted offer has no deal', `${beginSql} ${acceptSql}`],
  ['O2', 'the deal has another price', `${beginSql} ${dealSql('offers.price_taka + 1')}`],
  ['O2', 'the booking has another price', `${beginSql} ${dealSql('offers.price_taka', 'offers.price_taka + 1')}`],
  [
    'O2',
    'the deal is of another buyer',
    `${beginSql} ${dealSql('offers.price_taka')}
    update chats set buyer_id = (select id from members where email = 'sadia@motohaat.test')`,
  ],
  [
    'O6',
    'an open offer is for a withdrawn bike',
    `${beginSql} update bikes set withdrawn_at = now() where id = ${bikeOnSaleSql}`,
  ],
  [
    'O6',
    'an open offer is above the price',
    `${beginSql} update bikes set sale_price_taka = 1000 where id = ${bikeOnSaleSql}`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('an accepted and booked offer violates nothing', async () => {
  const violations = await harness.findViolationsAfter(`${beginSql} ${dealSql('offers.price_taka')}`)
  expect(violations.filter((id) => id.startsWith('O') && id !== 'O4')).toEqual([])
})

test('every invariant of offers was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(offerInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})
