// What an admin asks a seller for before giving a badge.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BadgeWant, badgeWants } from '#contract/cases/badge-evidence.ts'
import { emailNotifications } from '#market/notifications/jobs.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { fixtures } from '#seed/fixtures.ts'
import { catchError } from '#tests/support/buying.ts'
import { provePhone } from '#tests/support/papers/stolen.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-03T10:00:00+06:00') }
const begin = clock.now
const dayMs = 86_400_000
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

const ask = async (seller: { email: string }, wanted: BadgeWant, by = ayesha) =>
  by('PUT /badges/:id/question', { params: { id: await getMemberId(testApp, seller) }, body: { wanted } })
const answer = (seller: MemberClient, wanted: BadgeWant) => seller('PUT /badge/question', { body: { wanted } })
const verify = async (seller: MemberClient) =>
  ayesha('PUT /users/:id', { params: { id: await getMemberId(testApp, seller) }, body: { verify: true } })
const readOwn = async (seller: MemberClient) => (await seller('GET /badge')).question
const readListed = async ({ email }: { email: string }) =>
  (await ayesha('GET /sellers', { query: { search: email } }))[0]?.question
const listTasks = async (of: MemberClient) =>
  (await of('GET /notifications', { query: { open: 'yes' } })).map(({ kind }) => kind)

const readCauses = async (seller: { email: string }) => {
  const { rows } = await testApp.db.$client.query<{ wanted: string; end_cause: string | null }>(
    `select wanted, end_cause from badge_questions join members on members.id = member_id where email = $1
      order by asked_at, ended_at nulls last`,
    [seller.email],
  )
  return rows.map(({ wanted, end_cause }) => [wanted, end_cause])
}

describe('a question to a seller', () => {
  test.each(badgeWants)('about "%s" is told them, is a task and stands in the admin’s list', async (wanted) => {
    const seller = await registerMember(testApp, 'Seller')
    expect(await readOwn(seller)).toBeNull()
    expect(await readListed(seller)).toBeNull()
    expect(await ask(seller, wanted)).toEqual({ modifiedCount: 1 })
    expect(await readOwn(seller)).toEqual({ wanted, askedOn: '2026-11-03' })
    expect(await readListed(seller)).toEqual({ wanted, askedOn: '2026-11-03', answeredOn: null })
    expect(await listTasks(seller)).toEqual([`badge_question_${wanted}`])
  })

  test('is no task any more once they say that it is done, and the list says since when', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'papers')
    clock.now = new Date(clock.now.getTime() + dayMs)
    const again = await testApp.signInAs({ email: seller.email })
    expect(await answer(again, 'papers')).toEqual({ modifiedCount: 1 })
    expect(await listTasks(again)).toEqual([])
    expect(await readOwn(again)).toBeNull()
    ayesha = await testApp.signInAs('ayesha')
    expect(await readListed(seller)).toEqual({ wanted: 'papers', askedOn: '2026-11-03', answeredOn: '2026-11-04' })
    expect(await answer(again, 'papers'), 'a second press changes nothing').toEqual({ modifiedCount: 0 })
    expect(await readCauses(seller)).toEqual([['papers', 'answered']])
  })

  test('takes the place of the one before, and only the one that they have read is answered', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'papers')
    clock.now = new Date(clock.now.getTime() + 1_000)
    await ask(seller, 'phone')
    expect(await readCauses(seller)).toEqual([
      ['papers', 'asked_again'],
      ['phone', null],
    ])
    expect(await listTasks(seller)).toEqual(['badge_question_phone'])
    expect(await answer(seller, 'papers')).toEqual({ modifiedCount: 0 })
    expect(await readOwn(seller)).toMatchObject({ wanted: 'phone' })
  })

  test('is one, also when several admins ask at the same moment', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const answers = await Promise.all(badgeWants.map((wanted) => ask(seller, wanted)))
    expect(answers).toEqual(badgeWants.map(() => ({ modifiedCount: 1 })))
    const causes = (await readCauses(seller)).map(([, cause]) => cause)
    expect(causes).toEqual(['asked_again', 'asked_again', 'asked_again', null])
    expect(await listTasks(seller)).toHaveLength(1)
  })

  test('ends at the moment it was asked when the clock of another server is behind', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'papers')
    clock.now = new Date(clock.now.getTime() - 1_000)
    expect(await answer(seller, 'papers')).toEqual({ modifiedCount: 1 })
    clock.now = new Date(clock.now.getTime() + 1_000)
    expect(await readListed(seller)).toMatchObject({ answeredOn: '2026-11-03' })
  })

  test('of somebody else is not answered', async () => {
    const [seller, other] = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Seller')]
    await ask(seller, 'bike')
    expect(await answer(other, 'bike')).toEqual({ modifiedCount: 0 })
    expect(await readOwn(seller)).toMatchObject({ wanted: 'bike' })
  })
})

describe('what the shop sees itself', () => {
  test('answers the question: a confirmed number, an added bike', async () => {
    for (const [wanted, act] of [
      ['phone', provePhone],
      ['bike', createListing],
    ] as const) {
      const seller = await registerMember(testApp, 'Seller')
      await ask(seller, wanted)
      await act(testApp, seller)
      expect(await readCauses(seller)).toEqual([[wanted, 'answered']])
      expect(await readOwn(seller)).toBeNull()
      expect(await listTasks(seller)).toEqual([])
      expect(await readListed(seller)).toMatchObject({ wanted, answeredOn: expect.any(String) })
    }
  })

  test('answers no other question, nor that of another seller', async () => {
    const [seller, other] = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Seller')]
    await ask(seller, 'papers')
    await ask(other, 'bike')
    await provePhone(testApp, seller)
    await createListing(testApp, seller)
    expect(await readCauses(seller)).toEqual([['papers', null]])
    expect(await readCauses(other)).toEqual([['bike', null]])
  })
})

describe('a badge', () => {
  test('ends the question, and the list has none beside it', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'call')
    expect(await verify(seller)).toEqual({ modifiedCount: 1 })
    expect(await readCauses(seller)).toEqual([['call', 'verified']])
    expect(await listTasks(seller)).toEqual([])
    expect(await readListed(seller)).toBeNull()
  })

  test('that was taken back brings no older question back, and another one can be asked', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'papers')
    await answer(seller, 'papers')
    clock.now = new Date(clock.now.getTime() + 1_000)
    await verify(seller)
    expect(await readListed(seller), 'who has a badge was asked before it').toBeNull()
    const params = { id: await getMemberId(testApp, seller) }
    await ayesha('PUT /badges/:id', { params, body: { reason: 'The shop has moved.' } })
    expect(await readListed(seller)).toBeNull()
    await ask(seller, 'call')
    expect(await readListed(seller)).toMatchObject({ wanted: 'call', answeredOn: null })
  })
})

describe('nobody is asked', () => {
  test.each([
    ['who is verified', () => fixtures.rahim, { status: 409, code: 'seller_verified' }],
    ['who is a buyer', () => fixtures.karim, { status: 409, code: 'only_sellers' }],
    ['who is an admin', () => fixtures.ayesha, { status: 409, code: 'only_sellers' }],
  ] as const)('%s', async (_who, find, error) => {
    expect(await catchError(ask(find(), 'papers'))).toMatchObject(error)
    expect(await readCauses(find())).toEqual([])
  })

  test('whom nobody knows, or who has left', async () => {
    const params = { id: '019a0000-0000-7000-8000-000000000000' }
    const unknown = ayesha('PUT /badges/:id/question', { params, body: { wanted: 'papers' } })
    expect(await catchError(unknown)).toMatchObject({ status: 404 })
    const seller = await registerMember(testApp, 'Seller')
    const id = await getMemberId(testApp, seller)
    await ask(seller, 'bike')
    await ayesha('DELETE /users/:id', { params: { id } })
    const { rows } = await testApp.db.$client.query('select end_cause from badge_questions where member_id = $1', [id])
    expect(rows).toEqual([{ end_cause: 'removed' }])
    const late = ayesha('PUT /badges/:id/question', { params: { id }, body: { wanted: 'papers' } })
    expect(await catchError(late)).toMatchObject({ status: 404 })
  })

  test('by a seller or a buyer, or for something else', async () => {
    const seller = await registerMember(testApp, 'Seller')
    for (const by of [seller, await testApp.signInAs('karim')])
      expect(await catchError(ask(seller, 'papers', by))).toMatchObject({ status: 403 })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what another program could send
    expect(await catchError(ask(seller, 'money' as BadgeWant))).toMatchObject({
      status: 400,
      body: { field: 'wanted' },
    })
    expect(await readCauses(seller)).toEqual([])
  })
})

describe('what is written down', () => {
  test('who asked for what, and how it ended', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'phone')
    clock.now = new Date(clock.now.getTime() + 1_000)
    await answer(seller, 'phone')
    const about = await getMemberId(testApp, seller)
    const acts = (await ayesha('GET /audit', { query: { about } })).filter(({ what }) => what.startsWith('badge_'))
    expect(acts).toMatchObject([
      { what: 'badge_question_ended', actor: about, details: { wanted: 'phone', cause: 'answered' } },
      { what: 'badge_question_asked', actor: await getMemberId(testApp, ayesha), details: { wanted: 'phone' } },
    ])
  })

  test('a question that has ended, and a second open one, are refused by the database', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await ask(seller, 'papers')
    const id = await getMemberId(testApp, seller)
    const run = (sql: string) => testApp.db.$client.query(sql, [id])
    await expect(
      run(`insert into badge_questions (id, member_id, asked_by, wanted, asked_at)
        select gen_random_uuid(), member_id, asked_by, 'bike', asked_at from badge_questions where member_id = $1`),
    ).rejects.toMatchObject({ constraint: 'one_question_of_member' })
    await expect(run(`update badge_questions set ended_at = asked_at where member_id = $1`)).rejects.toMatchObject({
      constraint: 'question_end_is_whole',
    })
    await answer(seller, 'papers')
    await expect(
      run('update badge_questions set ended_at = null, end_cause = null where member_id = $1'),
    ).rejects.toMatchObject({ constraint: 'ended_question_stays' })
    await expect(run(`update badge_questions set wanted = 'bike' where member_id = $1`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(run('delete from badge_questions where member_id = $1')).rejects.toMatchObject({ code: '42501' })
  })
})

test('an e-mail says what is asked for and how it is done', async () => {
  const seller = await registerMember(testApp, 'Seller')
  await ask(seller, 'phone')
  await emailNotifications({
    ...testApp.paymentsDeps,
    publicUrl: testApp.publicUrl,
    mailFrom: 'shop@example.com',
    findBikesLike: findSimilarBikes,
    findCalendarFile: () => Promise.resolve(null),
  })
  const { rows } = await testApp.db.$client.query<{ subject: string; text: string }>(
    'select subject, text from mails where recipient = $1',
    [seller.email],
  )
  const email = rows.find(({ subject }) => subject.startsWith('Please confirm your mobile number by a code'))
  expect(email?.text).toContain('We send a code to your phone, and you type it.')
  expect(email?.text).not.toContain('Already done')
  expect(email?.text).toContain(`${testApp.publicUrl}/dashboard/phone`)
})
