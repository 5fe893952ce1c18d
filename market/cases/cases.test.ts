import { mustHide } from './hiding.ts'
import { dayMs, minuteMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEmailsTo } from '#tests/support/accounts.ts'
import { book, catchError, startPayment } from '#tests/support/buying.ts'
import { createModeration, type Moderation, registerOldMember } from '#tests/support/cases/moderation.ts'
import {
  createListing,
  getMemberId,
  type MemberClient,
  registerMember,
  grantPermission,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { getWeight } from './report-weights.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

describe('weights', () => {
  const settled = { isProven: true, joinedAt: new Date(0), upheld: 0, dismissed: 0 }
  test.each([
    [settled, 10],
    [{ ...settled, isProven: false }, 5],
    [{ ...settled, joinedAt: new Date(clock.now.getTime() - 6 * dayMs) }, 5],
    [{ ...settled, upheld: 1 }, 20],
    [{ ...settled, upheld: 9 }, 20],
    [{ ...settled, dismissed: 1 }, 5],
    [{ ...settled, dismissed: 9 }, 2],
  ])('%o weighs %i tenths', (reporter, expected) => {
    expect(getWeight(reporter, clock.now)).toBe(expected)
  })

  test('hide a bike from three people and a weight of 3 on', () => {
    expect(mustHide({ reporters: 3, score: 30 })).toBe(true)
    expect(mustHide({ reporters: 2, score: 40 })).toBe(false)
    expect(mustHide({ reporters: 5, score: 25 })).toBe(false)
  })
})

describe('a report', () => {
  test('counts once for each person, bike and reason, and is refused for one’s own bike', async () => {
    const { seller, bike } = await market.createReported()
    expect(await catchError(market.report(market.reporters[0], bike.id))).toMatchObject({
      status: 409,
      code: 'already_reported',
    })
    await market.report(market.reporters[0], bike.id, 'stolen')
    expect(await catchError(market.report(seller, bike.id))).toMatchObject({ code: 'own_bike' })
    const found = await market.moderator('GET /cases/:id', { params: { id: await market.findCase(bike.id) } })
    expect(found).toMatchObject({ score: 10, reporters: 1, reasons: ['advance_money', 'stolen'] })
    expect((await market.reporters[0]?.('GET /reports'))?.[0]).toMatchObject({
      about: 'Suzuki Gixxer 155',
      isUpheld: null,
    })
  })

  test('of a third person hides the bike until a moderator has seen it, and the seller is told', async () => {
    const { seller, bike, caseId } = await market.createReported()
    await Promise.all([
      market.report(market.reporters[1], bike.id),
      market.report(market.reporters[1], bike.id, 'sold'),
    ])
    expect(await market.isListed(bike.id)).toBe(true)
    await market.report(market.reporters[2], bike.id)
    expect(await market.isListed(bike.id)).toBe(false)
    expect((await seller('GET /allbikes/myproduct')).find((own) => own._id === bike.id)?.status).toBe('waiting')
    expect(await market.listKinds(seller)).toEqual(['bike_waits'])
    expect(await catchError(market.report(market.reporters[3], bike.id))).toMatchObject({ status: 404 })
    await market.decide(market.moderator, caseId, 'nothing')
    expect(await market.isListed(bike.id)).toBe(true)
    expect(await market.listKinds(seller)).toEqual(['bike_shown', 'bike_waits'])
    for (const reporter of market.reporters.slice(0, 3))
      expect(await market.listKinds(reporter)).toContain('report_answered')
  })

  test('three people at once make one case, and hide the bike', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const { id } = await createListing(testApp, seller)
    const fresh = await Promise.all([1, 2, 3].map(() => registerOldMember(testApp, clock.now)))
    await Promise.all(fresh.map((by) => market.report(by, id)))
    const { rows } = await testApp.db.$client.query('select score from cases where bike_id = $1', [id])
    expect(rows).toEqual([{ score: 30 }])
    expect(await market.isListed(id)).toBe(false)
  })

  test('of five new accounts hides nothing', async () => {
    const { bike } = await market.createReported()
    for (let count = 0; count < 3; count += 1) await market.report(await registerMember(testApp, 'Buyer'), bike.id)
    expect(await market.isListed(bike.id)).toBe(true)
  })

  test('of a seller makes a case about the person', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const sellerId = await getMemberId(testApp, seller)
    await market.reporters[0]?.('POST /reports', { body: { sellerId, reason: 'rude', words: 'He shouted.' } })
    const open = await market.moderator('GET /cases')
    const found = open.find(({ reasons }) => reasons.includes('rude'))
    expect(found).toMatchObject({ productName: null, memberName: 'Nadia Haque', isHidden: false })
    await market.take(market.moderator, found?._id ?? '')
    const params = { id: found?._id ?? '' }
    const body = { decision: 'hide', reason: 'Rude.' } as const
    expect(await catchError(market.moderator('PUT /cases/:id', { params, body }))).toMatchObject({
      code: 'nothing_to_hide',
    })
  })
})

describe('a case', () => {
  test('belongs for 30 minutes to one of two moderators who take it at once', async () => {
    const { caseId } = await market.createReported()
    const taken = await Promise.allSettled([market.take(market.moderator, caseId), market.take(market.second, caseId)])
    const refused = taken.filter((one) => one.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'case_taken' } }])
    const takenUntil = new Date(clock.now.getTime() + 30 * minuteMs).toISOString()
    expect(taken.find((one) => one.status === 'fulfilled')).toMatchObject({ value: { takenUntil } })
    expect(await market.moderator('GET /cases/:id', { params: { id: caseId } })).toMatchObject({ takenUntil })
    const [winner, loser] =
      taken[0]?.status === 'fulfilled' ? [market.moderator, market.second] : [market.second, market.moderator]
    const body = { decision: 'warn', reason: 'Stop it.' } as const
    const params = { id: caseId }
    expect(await catchError(loser('PUT /cases/:id', { params, body }))).toMatchObject({ code: 'case_taken' })
    await market.endLock(caseId)
    expect(await catchError(winner('PUT /cases/:id', { params, body }))).toMatchObject({ code: 'case_taken' })
    await market.take(loser, caseId)
    const decided = await Promise.allSettled([1, 2, 3].map(() => loser('PUT /cases/:id', { params, body })))
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await catchError(market.take(winner, caseId))).toMatchObject({ code: 'case_decided' })
  })

  test('with the greatest weight is first, and the pages walked to their end have each once', async () => {
    const { bike } = await market.createReported()
    await market.report(market.reporters[1], bike.id)
    const whole = await market.moderator('GET /cases')
    expect(whole.map(({ score }) => score)).toEqual(whole.map(({ score }) => score).toSorted((a, b) => b - a))
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await market.moderator.page('GET /cases', { query: { limit: '2', ...(cursor && { cursor }) } })
      ids.push(...page.items.map(({ _id }) => _id))
      cursor = page.next
    }
    expect(ids).toEqual(whole.map(({ _id }) => _id))
    expect(await catchError(market.reporters[0]?.('GET /cases') ?? Promise.resolve())).toMatchObject({ status: 403 })
  })

  test('that hides the bike tells the seller why; another moderator takes it back after an appeal, once', async () => {
    const { seller, bike, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'hide')
    expect(await market.isListed(bike.id)).toBe(false)
    expect(await seller('GET /standing')).toMatchObject([
      { decision: 'hide', reason: 'You ask for money in advance.', productName: 'Suzuki Gixxer 155', appeal: null },
    ])
    const appeal = () => seller('POST /appeals', { body: { caseId, words: 'I asked nobody for money.' } })
    await appeal()
    expect(await catchError(appeal())).toMatchObject({ code: 'appeal_closed' })
    const params = { id: caseId }
    const body = { answer: 'taken_back', reason: 'We were wrong.' } as const
    expect(await catchError(market.moderator('PUT /cases/:id/appeal', { params, body }))).toMatchObject({
      code: 'approve_by_another',
    })
    expect((await market.second('GET /cases')).find(({ _id }) => _id === caseId)).toMatchObject({ isAppeal: true })
    await market.second('PUT /cases/:id/appeal', { params, body })
    expect(await market.isListed(bike.id)).toBe(true)
    expect(await seller('GET /standing')).toMatchObject([
      { appeal: { answer: 'taken_back', reason: 'We were wrong.' } },
    ])
    expect(await market.listKinds(seller)).toEqual(['appeal_answered', 'case_hidden'])
  })

  test('may be appealed for 14 days, by its member alone', async () => {
    const { seller, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'warn')
    const body = { caseId, words: 'No.' }
    const stranger = await registerMember(testApp, 'Seller')
    expect(await catchError(stranger('POST /appeals', { body }))).toMatchObject({ status: 404 })
    const before = clock.now
    clock.now = new Date(before.getTime() + 14 * dayMs + 1)
    const later = await testApp.signInAs(seller)
    expect(await catchError(later('POST /appeals', { body }))).toMatchObject({ code: 'appeal_closed' })
    clock.now = before
  })

  test('is in the audit log with who decided', async () => {
    const { caseId, bike } = await market.createReported()
    await market.decide(market.moderator, caseId, 'words')
    const { rows } = await testApp.db.$client.query(
      `select actor, details ->> 'decision' as decision from audit where what = 'case_decided' and bike_id = $1`,
      [bike.id],
    )
    expect(rows).toEqual([{ actor: await getMemberId(testApp, market.moderator), decision: 'words' }])
  })

  test('about a moderator is decided by another', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await grantPermission(testApp, seller, 'moderator')
    const { id } = await createListing(testApp, seller)
    await market.report(market.reporters[0], id)
    expect(await catchError(market.decide(seller, await market.findCase(id), 'nothing'))).toMatchObject({
      code: 'own_case',
    })
  })
})

describe('the admin and moderators', () => {
  test('hide one bike with a reason and show it again', async () => {
    const admin = await testApp.signInAs('ayesha')
    const seller = await registerMember(testApp, 'Seller')
    const { id } = await createListing(testApp, seller)
    const put = (hidden: boolean) => admin('PUT /hidden/:id', { params: { id }, body: { hidden, reason: 'A fraud.' } })
    expect(await put(true)).toEqual({ modifiedCount: 1 })
    expect(await market.isListed(id)).toBe(false)
    expect(await put(true)).toEqual({ modifiedCount: 0 })
    expect(await seller('GET /standing')).toMatchObject([{ decision: 'hide', reason: 'A fraud.' }])
    expect(await put(false)).toEqual({ modifiedCount: 1 })
    expect(await market.isListed(id)).toBe(true)
    expect(await put(false)).toEqual({ modifiedCount: 0 })
    await testApp.sendMails()
    const emails = await getEmailsTo(testApp, seller.email)
    expect(emails.join('\n')).toContain('Your bike is hidden')
  })

  test('neither hide nor show a bike whose case another one has taken', async () => {
    const { bike, caseId } = await market.createReported()
    const put = (by: MemberClient, hidden: boolean) =>
      by('PUT /hidden/:id', { params: { id: bike.id }, body: { hidden, reason: 'Seen.' } })
    await market.take(market.moderator, caseId)
    expect(await catchError(put(market.second, true))).toMatchObject({ code: 'case_taken' })
    for (const reporter of market.reporters) await market.report(reporter, bike.id, 'rude')
    expect(await market.isListed(bike.id)).toBe(false)
    expect(await catchError(put(market.second, false))).toMatchObject({ code: 'case_taken' })
    expect(await put(market.moderator, false)).toEqual({ modifiedCount: 1 })
    expect(await market.isListed(bike.id)).toBe(true)
  })

  test('show a bike once of two who do it at the same moment', async () => {
    const { bike, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'hide')
    const body = { hidden: false, reason: 'Seen.' }
    const show = (by: MemberClient) => by('PUT /hidden/:id', { params: { id: bike.id }, body })
    const client = await testApp.db.$client.connect()
    try {
      await client.query('begin')
      await client.query('select from cases where id = $1 for update', [caseId])
      const both = Promise.all([market.moderator, market.second].map(show))
      // Both wait for this transaction, or one for the other.
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await testApp.db.$client.query(waiting)).rowCount).toBeGreaterThanOrEqual(2)
      await client.query('commit')
      expect((await both).map(({ modifiedCount }) => modifiedCount).toSorted((a, b) => a - b)).toEqual([0, 1])
    } finally {
      client.release()
    }
  })

  test('hidden while a payment begins, a bike is kept for nobody', async () => {
    const { bike, caseId } = await market.createReported()
    const karim = await testApp.signInAs('karim')
    const order = await book(karim, bike)
    const client = await testApp.db.$client.connect()
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const countWaiting = async () => (await testApp.db.$client.query(waiting)).rowCount
    try {
      await client.query('begin')
      await client.query('select from bikes where id = $1 for update', [bike.id])
      const hidden = market.decide(market.moderator, caseId, 'hide')
      await expect.poll(countWaiting).toBe(1)
      const refused = catchError(startPayment(karim, order))
      await expect.poll(countWaiting).toBe(2)
      await client.query('commit')
      await hidden
      expect(await refused).toMatchObject({ status: 409, code: 'bike_hidden' })
    } finally {
      client.release()
    }
  })

  test('a hidden bike cannot be booked, paid or asked for', async () => {
    const { bike, caseId } = await market.createReported()
    const karim = await testApp.signInAs('karim')
    const order = await book(karim, bike)
    await market.decide(market.moderator, caseId, 'hide')
    expect(await catchError(startPayment(karim, order))).toMatchObject({ code: 'bike_hidden' })
    const sadia = await testApp.signInAs('sadia')
    expect(await catchError(book(sadia, bike))).toMatchObject({ status: 404 })
    const slug = await market.getSlug(bike.id)
    expect(await catchError(sadia('GET /bikes/:slug/number', { params: { slug } }))).toMatchObject({ status: 404 })
  })
})
