// Who removes a member in the queue: one person proposes it, another one looks, and one of the two is an admin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import {
  createListing,
  editListing,
  getMemberId,
  grantPermission,
  type MemberClient,
  registerMember,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation
let admin: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
  admin = await testApp.signInAs('ayesha')
})
afterAll(() => testApp.close())

const isRemoved = (member: MemberClient): Promise<boolean> =>
  member('GET /standing').then(
    () => false,
    (error: unknown) => error instanceof ApiResponseError && error.status === 401,
  )
const listOpenTasks = async (of: MemberClient) =>
  (await of('GET /notifications', { query: { open: 'yes' } })).filter(({ kind }) => kind === 'removal_to_decide').length

describe('a removal in the queue', () => {
  const people = { moderator: () => market.moderator, second: () => market.second, admin: () => admin }
  test.each([
    ['moderator', 'admin'],
    ['admin', 'moderator'],
  ] as const)('is proposed by the %s and done by the %s', async (first, second) => {
    const { seller, bike, caseId } = await market.createReported()
    await market.decide(people[first](), caseId, 'remove')
    expect(await isRemoved(seller)).toBe(false)
    expect(await market.isListed(bike.id)).toBe(true)
    const open = await people[second]()('GET /cases')
    expect(open.find(({ _id }) => _id === caseId)).toMatchObject({
      isRemovalProposed: true,
      decision: null,
      takenBy: null,
    })
    expect(await people[second]()('GET /cases/:id', { params: { id: caseId } })).toMatchObject({
      proposedRemoval: { reason: 'You ask for money in advance.', isMine: false, mayConfirm: true },
    })
    await market.confirmRemoval(people[second](), caseId)
    expect(await market.isListed(bike.id)).toBe(false)
    expect(await isRemoved(seller)).toBe(true)
    expect(await people[first]()('GET /cases/:id', { params: { id: caseId } })).toMatchObject({
      decision: 'remove',
      isRemovalProposed: false,
    })
  })

  test.each([
    ['moderator', 'moderator', 'approve_by_another'],
    ['admin', 'admin', 'approve_by_another'],
    ['moderator', 'second', 'role_not_allowed'],
  ] as const)('that the %s proposed is not done by the %s', async (first, second, code) => {
    const { seller, caseId } = await market.createReported()
    await market.decide(people[first](), caseId, 'remove')
    expect(await catchError(market.confirmRemoval(people[second](), caseId))).toMatchObject({ code })
    expect(await isRemoved(seller)).toBe(false)
    expect(await people[second]()('GET /cases/:id', { params: { id: caseId } })).toMatchObject({
      proposedRemoval: { isMine: first === second, mayConfirm: false },
    })
  })

  test('is done by nobody who has not read who proposes it and why', async () => {
    const { seller, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'remove')
    expect(await catchError(market.decide(admin, caseId, 'remove'))).toMatchObject({
      status: 409,
      code: 'removal_proposed',
    })
    expect(await isRemoved(seller)).toBe(false)
  })

  test.each(['nothing', 'hide', 'suspend_7'] as const)(
    'ends with "%s" where the other person decides so',
    async (decision) => {
      const { seller, caseId } = await market.createReported()
      await market.decide(market.moderator, caseId, 'remove')
      await market.decide(market.second, caseId, decision)
      expect(await isRemoved(seller)).toBe(false)
      expect(await market.moderator('GET /cases/:id', { params: { id: caseId } })).toMatchObject({
        decision,
        isRemovalProposed: false,
      })
    },
  )

  test('is told to the admins until somebody decides, but not to the admin who proposes it', async () => {
    const before = await listOpenTasks(admin)
    const { caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'remove')
    expect(await listOpenTasks(admin)).toBe(before + 1)
    await market.decide(market.second, caseId, 'warn')
    expect(await listOpenTasks(admin)).toBe(before)
    const own = await market.createReported()
    await market.decide(admin, own.caseId, 'remove')
    expect(await listOpenTasks(admin)).toBe(before)
  })

  test('of a moderator is proposed by another', async () => {
    const { seller, caseId } = await market.createReported()
    await grantPermission(testApp, seller, 'moderator')
    expect(await catchError(market.decide(seller, caseId, 'remove'))).toMatchObject({ code: 'own_case' })
  })

  test('stays proposed when the seller changes the advertisement so that no rule fires', async () => {
    const seller = await registerMember(testApp, 'Seller')
    // Not the number of a seller whom an earlier story removes.
    const contactNumber = '01811-222333'
    const description = 'Border cross bike, custom auction. Send 5,000 taka advance by bKash, home delivery.'
    const { id } = await createListing(testApp, seller, { description, contactNumber })
    const caseId = await market.findCase(id)
    await market.decide(market.moderator, caseId, 'remove')
    await editListing(seller, id, { description: 'One owner, smart card in my name.', contactNumber })
    expect(await market.moderator('GET /cases/:id', { params: { id: caseId } })).toMatchObject({
      rulePoints: 0,
      isRemovalProposed: true,
    })
    await market.confirmRemoval(admin, caseId)
    expect(await isRemoved(seller)).toBe(true)
  })

  test('has an entry of the proposal in the audit log', async () => {
    const { bike, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'remove')
    const { rows } = await testApp.db.$client.query(
      `select actor, details ->> 'caseId' as "caseId" from audit where what = 'removal_proposed' and bike_id = $1`,
      [bike.id],
    )
    expect(rows).toEqual([{ actor: await getMemberId(testApp, market.moderator), caseId }])
  })

  test('is refused by the database without a proposal, or without an admin', async () => {
    const { caseId } = await market.createReported()
    const first = await getMemberId(testApp, market.moderator)
    const second = await getMemberId(testApp, market.second)
    const decide = (by: string) =>
      testApp.db.$client.query(
        `update cases set decision = 'remove', reason = 'x', decided_by = $2, decided_at = now() where id = $1`,
        [caseId, by],
      )
    await expect(decide(first)).rejects.toMatchObject({ constraint: 'removal_has_proposal' })
    await market.decide(market.moderator, caseId, 'remove')
    await expect(decide(second)).rejects.toMatchObject({ constraint: 'removal_has_proposal' })
    await expect(decide(first)).rejects.toMatchObject({ constraint: 'removal_has_proposal' })
  })
})
