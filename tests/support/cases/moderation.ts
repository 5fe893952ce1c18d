// Reports and moderators for tests.
import { assert, expect } from 'vitest'
import { createListing, grantPermission } from '#tests/support/selling.ts'
import { registerMember, type MemberClient } from '#tests/support/selling.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** A member with the permission of a moderator. */
export const registerModerator = async (testApp: TestApp, name = 'Imran Hossain'): Promise<MemberClient> => {
  const moderator = await registerMember(testApp, 'Buyer', name)
  return grantPermission(testApp, moderator, 'moderator')
}

/** A member who registered a month ago: each report of theirs weighs 1. */
export const registerOldMember = async (testApp: TestApp, now: Date): Promise<MemberClient> => {
  const member = await registerMember(testApp, 'Buyer')
  await testApp.db.$client.query(
    `update members set created_at = $2::timestamptz - interval '30 days' where email = $1`,
    [member.email, now],
  )
  return member
}

type ReportReason = 'sold' | 'wrong_facts' | 'advance_money' | 'stolen' | 'copied' | 'rude'
type Decision = 'nothing' | 'words' | 'hide' | 'warn' | 'suspend_7' | 'suspend_30' | 'remove'

const decisionReason = 'You ask for money in advance.'

const take = (by: MemberClient, id: string) => by('POST /cases/:id/take', { params: { id } })
const decide = async (by: MemberClient, id: string, decision: Decision) => {
  await take(by, id)
  return by('PUT /cases/:id', { params: { id }, body: { decision, reason: decisionReason } })
}
/** Removes the member, as somebody else has proposed. */
const confirmRemoval = async (by: MemberClient, id: string) => {
  await take(by, id)
  return by('PUT /cases/:id', {
    params: { id },
    body: { decision: 'remove', reason: decisionReason, confirmsRemoval: true },
  })
}

/** Two moderators, four members whose reports weigh 1 each, and what tests do with reported bikes. */
export const createModeration = async (testApp: TestApp, clock: { now: Date }) => {
  const moderator = await registerModerator(testApp)
  const second = await registerModerator(testApp, 'Hasan Mahmud')
  const reporters: MemberClient[] = []
  for (let count = 0; count < 4; count += 1) reporters.push(await registerOldMember(testApp, clock.now))

  const getSlug = async (id: string): Promise<string> => {
    const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [id])
    return rows[0]?.slug ?? ''
  }
  const findPlaces = async (id: string) => {
    const listed = await testApp.visitor('GET /allbikes', { query: { limit: '100' } })
    const { bikes } = await testApp.visitor('GET /bikes', { query: { limit: '48', sort: 'newest' } })
    const hasPage = await testApp.visitor('GET /bikes/:slug', { params: { slug: await getSlug(id) } }).then(
      () => true,
      () => false,
    )
    return [listed.some((bike) => bike._id === id), bikes.some((bike) => bike._id === id), hasPage]
  }
  /** Whether a bike is in the lists, the search and has its page: all of them soon agree. */
  const isListed = async (id: string): Promise<boolean> => {
    let places: boolean[] = []
    await expect.poll(async () => new Set((places = await findPlaces(id))).size).toBe(1)
    return places.includes(true)
  }
  const report = (by: MemberClient | undefined, productId: string, reason: ReportReason = 'advance_money') => {
    assert(by, 'needs a reporter')
    return by('POST /reports', { body: { productId, reason } })
  }
  const findCase = async (productId: string) => {
    const { rows } = await testApp.db.$client.query<{ id: string }>(
      'select id from cases where bike_id = $1 order by id desc limit 1',
      [productId],
    )
    return rows[0]?.id ?? ''
  }
  /** The 30 minutes are over: moving the clock would end the logins too. */
  const endLock = (id: string) =>
    testApp.db.$client.query('update cases set taken_until = $2 where id = $1', [id, new Date(clock.now.getTime() - 1)])
  const listKinds = async (of: MemberClient) => (await of('GET /notifications')).map(({ kind }) => kind)
  /** A seller of their own with a bike that one person has reported. */
  const createReported = async () => {
    const seller = await registerMember(testApp, 'Seller')
    const bike = await createListing(testApp, seller)
    await report(reporters[0], bike.id)
    return { seller, bike, caseId: await findCase(bike.id) }
  }

  return {
    moderator,
    second,
    reporters,
    getSlug,
    isListed,
    report,
    findCase,
    take,
    decide,
    confirmRemoval,
    endLock,
    listKinds,
    createReported,
  }
}

export type Moderation = Awaited<ReturnType<typeof createModeration>>
