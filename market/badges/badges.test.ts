import { dayMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endBadge, toBadgeEnd } from './badge-changes.ts'

const clock = { now: new Date('2026-11-03T10:00:00+06:00') }
const begin = clock.now
// Registrations and requests of an admin are limited, so each test has a time of its own.
const roundMs = 10 * 60_000
let round = 0
let testApp: TestApp
let ayesha: MemberClient

beforeEach(async () => {
  round += 1
  clock.now = new Date(begin.getTime() + round * roundMs)
  ayesha = await testApp.signInAs('ayesha')
})
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

type Body = { evidence?: 'shop_visited' | 'papers_seen' | 'phone_called'; again?: true; note?: string }
const verify = async (seller: MemberClient, body: Body = {}) => {
  const params = { id: await getMemberId(testApp, seller) }
  return ayesha('PUT /users/:id', { params, body: { verify: true, ...body } })
}
const takeBack = async (seller: MemberClient, reason: string, by = ayesha) =>
  by('PUT /badges/:id', { params: { id: await getMemberId(testApp, seller) }, body: { reason } })

const createVerified = async (body: Body = { evidence: 'shop_visited' }) => {
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  expect(await verify(seller, body)).toEqual({ modifiedCount: 1 })
  return { seller, bike }
}
const listKinds = async (of: MemberClient) => (await of('GET /notifications')).map(({ kind }) => kind)

/** What buyers see of a badge, everywhere: in the lists, the search and its facets, on the pages of the bike and the seller. */
const readShown = async ({ id }: { id: string }, seller: MemberClient) => {
  const { visitor } = testApp
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [id])
  const page = await visitor('GET /bikes/:slug', { params: { slug: rows[0]?.slug ?? '' } })
  const ofSeller = await visitor('GET /sellers/:sellerId', { params: { sellerId: await getMemberId(testApp, seller) } })
  const list = await visitor('GET /allbikes', { query: { limit: '100' } })
  const found = await visitor('GET /bikes', { query: { limit: '48', sort: 'newest', verified: 'on' } })
  const flags = [
    page.verification,
    ofSeller.verification,
    ofSeller.bikes[0]?.verification,
    list.find((bike) => bike._id === id)?.verification,
    found.bikes.some((bike) => bike._id === id),
  ]
  return { flags, badges: [page.seller.badge, ofSeller.badge] }
}
const everywhere = [true, true, true, true, true]
const nowhere = { flags: everywhere.map(() => false), badges: [null, null] }

/** Runs the job at another time; the clock goes back, because logins would end too. */
const runJobAt = async (at: Date) => {
  const before = clock.now
  clock.now = at
  await testApp.endBadges()
  clock.now = before
}

describe('a badge', () => {
  test('says what was checked, when and until when, wherever it is shown', async () => {
    const { seller, bike } = await createVerified()
    const badge = { evidence: 'shop_visited', givenOn: '2026-11-03', until: '2027-11-03' }
    const listed = await ayesha('GET /sellers', { query: { search: seller.email } })
    expect(listed).toMatchObject([{ status: true, badgeUntil: '2027-11-03' }])
    expect(await readShown(bike, seller)).toEqual({ flags: everywhere, badges: [badge, badge] })
    expect(await seller('GET /badge')).toEqual({ badge: { ...badge, ended: null }, question: null })
    expect(await listKinds(seller)).toEqual(['badge_given'])
  })

  test('is given by the specification’s call alone too, which names nothing that was checked', async () => {
    const { seller } = await createVerified({})
    expect((await seller('GET /badge')).badge).toMatchObject({ evidence: 'not_named' })
  })

  test('is one, also when two admins verify the same seller at the same moment', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const answers = await Promise.all([1, 2, 3].map(() => verify(seller, { evidence: 'papers_seen' })))
    expect(answers.map(({ modifiedCount }) => modifiedCount).filter((count) => count === 1)).toHaveLength(1)
    expect(await listKinds(seller)).toEqual(['badge_given'])
  })

  test('that was checked again runs for 12 months from then', async () => {
    const { seller, bike } = await createVerified()
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await verify(seller, { evidence: 'phone_called', again: true })).toEqual({ modifiedCount: 1 })
    expect((await readShown(bike, seller)).badges[0]).toMatchObject({ evidence: 'phone_called' })
    const { rows } = await testApp.db.$client.query(
      `select end_cause from badges join members on members.id = member_id where email = $1 order by given_at`,
      [seller.email],
    )
    expect(rows).toEqual([{ end_cause: 'renewed' }, { end_cause: null }])
  })

  test('ends in February where its day is missing', () => {
    expect(toBadgeEnd(new Date('2028-02-29T06:00:00Z')).toISOString()).toBe('2029-02-28T06:00:00.000Z')
  })
})

describe('a badge that was taken back', () => {
  test('is nowhere shown; the seller reads why, and can be verified again', async () => {
    const { seller, bike } = await createVerified()
    expect((await readShown(bike, seller)).flags).toEqual(everywhere)
    expect(await takeBack(seller, 'The shop has moved.')).toEqual({ modifiedCount: 1 })
    expect(await readShown(bike, seller)).toEqual(nowhere)
    expect((await seller('GET /badge')).badge?.ended).toEqual({
      on: '2026-11-03',
      cause: 'taken_back',
      reason: 'The shop has moved.',
    })
    expect(await listKinds(seller)).toEqual(['badge_taken_back', 'badge_given'])
    expect(await takeBack(seller, 'Twice.')).toEqual({ modifiedCount: 0 })
    expect(await verify(seller, { evidence: 'papers_seen' })).toEqual({ modifiedCount: 1 })
  })

  test('needs an admin and a reason', async () => {
    const { seller } = await createVerified()
    expect(await catchError(takeBack(seller, 'I want it.', seller))).toMatchObject({ status: 403 })
    expect(await catchError(takeBack(seller, ' '))).toMatchObject({ status: 400 })
    expect((await seller('GET /badge')).badge?.ended).toBeNull()
  })
})

describe('the end of a badge', () => {
  test('is told 14 days before, once, and then it is nowhere shown', async () => {
    const { seller, bike } = await createVerified()
    const end = toBadgeEnd(clock.now)
    await runJobAt(new Date(end.getTime() - 14 * dayMs - 1))
    expect(await listKinds(seller)).toEqual(['badge_given'])
    for (const beforeMs of [14 * dayMs, dayMs, 1]) await runJobAt(new Date(end.getTime() - beforeMs))
    expect((await listKinds(seller)).toSorted()).toEqual(['badge_ends_soon', 'badge_given'])
    expect((await readShown(bike, seller)).flags).toEqual(everywhere)
    await runJobAt(end)
    // Without any verified seller the search would give up the filter.
    await createVerified()
    // The job clears the caches by a notification of PostgreSQL.
    await vi.waitFor(async () => expect(await readShown(bike, seller)).toEqual(nowhere))
    expect((await seller('GET /badge')).badge?.ended).toMatchObject({ cause: 'expired', reason: null })
    expect((await listKinds(seller)).toSorted()).toEqual(['badge_ends_soon', 'badge_expired', 'badge_given'])
  })

  test('does not come for a badge that was renewed while the job waited for the member', async () => {
    const { seller } = await createVerified()
    const memberId = await getMemberId(testApp, seller)
    const { db } = testApp
    const createId = () => crypto.randomUUID()
    const end = () =>
      db.transaction((tx) => endBadge(tx, { now: () => clock.now, createId }, memberId, { endCause: 'expired' }))
    expect(await end()).toBe(0)
    expect((await seller('GET /badge')).badge?.ended).toBeNull()
  })
})

describe('what is written down', () => {
  test('who gave and took a badge, and what was checked', async () => {
    const { seller } = await createVerified()
    await takeBack(seller, 'Wrong papers.')
    const about = await getMemberId(testApp, seller)
    const adminId = await getMemberId(testApp, ayesha)
    const acts = (await ayesha('GET /audit', { query: { about } })).filter(({ what }) => what.startsWith('badge'))
    expect(acts).toMatchObject([
      { what: 'badge_ended', actor: adminId, details: { cause: 'taken_back' } },
      { what: 'badge_given', actor: adminId, details: { evidence: 'shop_visited' } },
    ])
  })

  test('a badge that has ended, and a badge of an unverified member, are refused by the database', async () => {
    const { seller } = await createVerified()
    await takeBack(seller, 'Wrong papers.')
    const id = await getMemberId(testApp, seller)
    const run = (sql: string) => testApp.db.$client.query(sql, [id])
    await expect(
      run(`update badges set ended_at = null, end_cause = null, taken_by = null, reason = null where member_id = $1`),
    ).rejects.toMatchObject({ constraint: 'ended_badge_stays' })
    await expect(
      run(
        `insert into badges (member_id, evidence, given_at, ends_at) values ($1, 'papers_seen', now(), now() + interval '1 day')`,
      ),
    ).rejects.toMatchObject({ constraint: 'badge_is_shown' })
    await expect(run(`delete from badges where member_id = $1`)).rejects.toMatchObject({ code: '42501' })
  })

  test('the badge of a member who leaves ends with them', async () => {
    const { seller } = await createVerified()
    const id = await getMemberId(testApp, seller)
    await ayesha('DELETE /users/:id', { params: { id } })
    const { rows } = await testApp.db.$client.query('select end_cause from badges where member_id = $1', [id])
    expect(rows).toEqual([{ end_cause: 'removed' }])
    const late = ayesha('PUT /badges/:id', { params: { id }, body: { reason: 'Gone.' } })
    expect(await catchError(late)).toMatchObject({ status: 404 })
  })
})

test('what the admin saw is kept with the badge; buyers do not read it, and the audit log has no text of people', async () => {
  const note = 'Two workshops at Mirpur.'
  const { seller, bike } = await createVerified({ evidence: 'shop_visited', note })
  const find = async () => (await ayesha('GET /sellers', { query: { search: seller.email } }))[0]
  expect(await find()).toMatchObject({ badgeEvidence: 'shop_visited', badgeNote: note })
  const about = await getMemberId(testApp, seller)
  const given = (await ayesha('GET /audit', { query: { about } })).find(({ what }) => what === 'badge_given')
  expect(given?.details).toMatchObject({ evidence: 'shop_visited' })
  expect(given?.details).not.toHaveProperty('note')
  expect(JSON.stringify(await readShown(bike, seller))).not.toContain('workshops')
  // Another check replaces it, here by none.
  await verify(seller, { evidence: 'phone_called', again: true })
  expect(await find()).toMatchObject({ badgeEvidence: 'phone_called', badgeNote: null })
  const error = await catchError(verify(seller, { again: true, note: 'x'.repeat(301) }))
  expect(error).toMatchObject({ status: 400, body: { field: 'note' } })
})
