// Each invariant of conversations, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bikeOnSaleSql,
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
} from '#tests/support/invariant-harness.ts'
import { chatInvariants } from './chats.ts'

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

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toContain(id)
})

test('every invariant of conversations was violated once', () => {
  const seen = new Set(faults.map(([id]) => id))
  expect(chatInvariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([])
})
