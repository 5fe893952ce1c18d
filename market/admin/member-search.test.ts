// The search of members among many: what is found, and that it is found without reading every member.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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
    ['three letters in the middle of an address', 'ER4999@'],
    ['a backslash and a percent sign, which mean themselves', 'back\\slash 50% OFF'],
    ['two letters', '@e'],
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
    ['members_by_part_of_name', 'member4321'],
    // The oldest of all, so that no page is full before it.
    ['members_by_part_of_name', 'Zqx'],
    ['phone_proofs_by_part_of_number', '01800004321'],
  ])('reads few rows of many, by %s', async (index, search) => {
    const countScans = async (): Promise<number> => {
      const counted = 'select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = $1'
      return (await testApp.db.$client.query<{ scans: number }>(counted, [index])).rows[0]?.scans ?? 0
    }
    const before = await countScans()
    expect((await find(search)).total).toBe(1)
    // For the page and for the number of all.
    await expect.poll(countScans, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2)
  })
})
