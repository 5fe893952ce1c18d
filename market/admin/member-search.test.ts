// The search of members among many: what is found, and that it is found without reading every member.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createBuyerList } from './member-lists.ts'

const many = 5_000
let testApp: TestApp
let ayesha: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const owner = await connectAsOwner(testApp)
  await owner.query(`set session_replication_role = replica;
    insert into members (id, name, email, role, created_at, updated_at)
      select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'Member ' || md5(n::text),
        'member' || n || '@example.com', 'Buyer', now(), now() from generate_series(1, ${many}) as n;
    update members set name = E'Back\\\\slash 50% off' where email = 'member7@example.com';
    update members set name = 'Zqx Ali' where email = 'member1@example.com';
    insert into phone_proofs (member_id, number, proven_at)
      select id, '+88018' || lpad((row_number() over ())::text, 8, '0'), now() from members where email like 'member%'`)
  // Brings the new rows into the indexes, as the database does by itself after a while.
  await owner.query('vacuum analyze members, phone_proofs')
  await owner.end()
  ayesha = await testApp.signInAs('ayesha')
})
afterAll(() => testApp.close())

const find = async (search: string) => {
  const { items, total } = await ayesha.page('GET /buyers', { query: { search, limit: '1' } })
  return { emails: items.map(({ email }) => email), total }
}
const nobody = { emails: [], total: 0 }

describe('the search of members', () => {
  test.each([
    ['three characters in the middle of an address', 'ER4999@'],
    ['a backslash and a percent sign, which mean themselves', 'back\\slash 50% OFF'],
    ['two characters', '@e'],
    ['four digits in the middle of a number', '1800-0049'],
  ])('finds by %s', async (_what, search) => {
    const { emails, total } = await find(search)
    expect(emails.length).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(emails.length)
  })

  test('takes no part of a pattern for one', async () => {
    for (const search of ['back%50', 'back_slash', 'Back\\50', 'Backslash', 'member7\nmember'])
      expect(await find(search), search).toEqual(nobody)
  })

  test('gives the newest first, page by page, with the number of all', async () => {
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { search: 'member499', limit: '4', ...(cursor && { cursor }) }
      const page = await ayesha.page('GET /buyers', { query })
      expect(page.total).toBe(11)
      ids.push(...page.items.map(({ _id }) => _id))
      cursor = page.next
    }
    expect(ids).toHaveLength(11)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test.each([
    ['the name of one member', { search: 'Zqx Ali' }],
    // So short that many are expected, and of the oldest member: no page is full before it.
    ['a rare part of a name', { search: 'Zqx' }],
    ['an address', { search: 'member4321@' }],
    ['the number of one member', { search: '01800004321' }],
  ])('reads few of many rows for %s', async (_what, query) => {
    await testApp.db.transaction(async (tx) => {
      // What this connection has read and not reported yet.
      const countRead = async (): Promise<number> => {
        const counted = sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
          from pg_stat_xact_user_tables where relname in ('members', 'phone_proofs')`
        return (await tx.execute<{ read: number }>(counted)).rows[0]?.read ?? 0
      }
      const before = await countRead()
      const { total } = await createBuyerList(tx)({ ...query, limit: '1' })
      expect(total).toBe(1)
      const read = (await countRead()) - before
      expect(read).toBeGreaterThan(0)
      expect(read).toBeLessThan(20)
    })
  })
})
