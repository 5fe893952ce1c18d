// Each invariant of conversations, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
} from '#tests/support/invariant-harness.ts'
import { chatInvariants } from './chats.ts'
import { findUnmaskedMessages } from './masked-messages.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

/** A conversation with one message that its seller has not read. */
const insertChatSql = `with chat as (
    insert into chats (id, bike_id, buyer_id, seller_id, created_at, last_number, last_message_id, seller_unread)
    select gen_random_uuid(), bikes.id, ${karimIdSql}, seller_id, now(), 1, gen_random_uuid(), 1 from bikes
    where id = ${bikeOnSaleSql} returning id)
  insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
  select gen_random_uuid(), id, 1, 'buyer', 'Hello', 'Hello', gen_random_uuid(), now() from chat;`

/** A deal of the buyer of the conversation, an hour after one of the two has blocked the other. */
const insertDealSql = (
  blocker: 'buyer_id' | 'seller_id',
  blocked: 'buyer_id' | 'seller_id',
) => `delete from chat_messages;
  insert into member_blocks select ${blocker}, ${blocked}, now() - interval '1 hour' from chats;
  insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at)
    select gen_random_uuid(), bike_id, buyer_id, seller_id, 100000, now(), now() from chats;`

const faults: [id: string, story: string, sql: string][] = [
  ['O4', 'an unread message is not counted', `${insertChatSql} update chats set seller_unread = 0`],
  ['O4', 'a message is missing', `${insertChatSql} update chats set last_number = 2`],
  [
    'O5',
    'a blocked member wrote',
    `${insertChatSql} insert into member_blocks select seller_id, buyer_id, now() - interval '1 hour' from chats`,
  ],
  [
    'O5',
    'somebody wrote to a removed member',
    `${insertChatSql} update members set removed_at = now() - interval '1 hour' where id in (select seller_id from chats)`,
  ],
]

test.each([
  ['buyer_id', 'seller_id'],
  ['seller_id', 'buyer_id'],
] as const)('O5 is violated when a deal begins after the %s has blocked the %s', async (blocker, blocked) => {
  const begin = `${insertChatSql} ${insertDealSql(blocker, blocked)}`
  expect(await harness.findViolationsAfter(begin)).toContain('O5')
  const pay = `insert into payments (id, bike_id, buyer_id, amount_taka, price_taka, state, created_at, ended_at, deal_id)
    select gen_random_uuid(), deals.bike_id, deals.buyer_id, 100000, 100000, 'canceled', now() - interval '2 hours', now(), deals.id
    from deals join chats on chats.bike_id = deals.bike_id and chats.buyer_id = deals.buyer_id`
  expect(await harness.findViolationsAfter(`${begin} ${pay}`)).not.toContain('O5')
})

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of conversations was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(chatInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})

test('O3 is violated when the other side can read a contact detail, not after both agreed, and again when their deal ended unsold', async () => {
  const { client } = harness
  const find = async (sql: string) => {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      await client.query(
        `create temporary table quiet_bike on commit drop as select id from bikes where sold_at is null and withdrawn_at is null order by id limit 1`,
      )
      await client.query(sql)
      return (await findUnmaskedMessages(client)).length
    } finally {
      await client.query('rollback')
    }
  }
  const agree = `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at, accepted_at)
    select gen_random_uuid(), bike_id, buyer_id, seller_id, 100000, now(), now(), now() from chats`
  const show = (text: string) => `update chat_messages set shown_body = '${text}'`
  expect(await find(insertChatSql)).toBe(0)
  expect(await find(`${insertChatSql} ${show('Call 01712345678')}`)).toBe(1)
  expect(await find(`${insertChatSql} ${show('shila@example.com')}`)).toBe(1)
  const agreed = `${insertChatSql} ${show('Call 01712345678')}; ${agree}`
  expect(await find(agreed)).toBe(0)
  const close = (assignments: string) => `${agreed}; update deals set accepted_at = now() - interval '2 hours',
    requested_at = now() - interval '3 hours', ${assignments} where (bike_id, buyer_id) in (select bike_id, buyer_id from chats)`
  const ended = `closed_at = now() - interval '1 hour'`
  expect(await find(close(`${ended}, close_reason = 'cancelled_by_buyer'`))).toBe(1)
  expect(
    await find(
      close(
        `${ended}, close_reason = 'released', held_at = now() - interval '2 hours', released_at = now() - interval '1 hour'`,
      ),
    ),
  ).toBe(0)
  expect(await find(close(`closed_at = now() + interval '1 hour', close_reason = 'cancelled_by_buyer'`))).toBe(0)
})
