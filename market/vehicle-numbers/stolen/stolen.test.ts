import { hourMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal } from '#tests/support/money.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import {
  createUniqueNumbers,
  decideStolen,
  gdFields,
  provePhone,
  registerReporter,
  reportStolen,
  uploadGd,
} from '#tests/support/papers/stolen.ts'
import { readPaperFile, uploadPaper } from '#tests/support/papers/papers.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, logLevel: 'debug' })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const none = { registration: null, engine: null, chassis: null }
const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await testApp.db.$client.query<Row>(sql, values)).rows
/** A bike on sale with a chassis number that nobody has reported. */
const listBike = async (chassis = createUniqueNumbers().chassis) => {
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike.id }, body: { ...none, chassis } })
  return { seller, chassis, ...bike }
}
const check = async (chassis: string) => {
  const buyer = await registerMember(testApp, 'Buyer')
  return (await buyer('POST /check-number', { body: { chassis } })).answer
}
const listKinds = async (of: MemberClient) => (await of('GET /notifications')).map(({ kind }) => kind)
const runJobsAt = async (at: Date) => {
  const before = clock.now
  clock.now = at
  await testApp.expirePapers()
  clock.now = before
}
const listStolenCases = (bikeId: string) =>
  query(
    `select from cases join fired_rules on fired_rules.bike_id = cases.bike_id
      where cases.bike_id = $1 and decided_at is null and rule_points >= 60 and rule = 'reported_stolen'`,
    [bikeId],
  )
const getReport = async (reporter: MemberClient) => (await reporter('GET /stolen'))[0]

describe('a report of a stolen bike', () => {
  test('needs a confirmed address, a proven phone, a photo of one’s own and a day that has come', async () => {
    const stranger = await registerMember(testApp, 'Buyer')
    const { chassis } = createUniqueNumbers()
    const send = async (by: MemberClient, changes: object = {}) => {
      const fileId = await uploadGd(by)
      return by('POST /stolen', { body: { ...none, chassis, ...gdFields, fileId, ...changes } })
    }
    expect(await catchError(send(stranger))).toMatchObject({ status: 409, code: 'phone_needed' })
    await query('update members set email_verified = false where email = $1', [stranger.email])
    expect(await catchError(send(stranger))).toMatchObject({ status: 403, code: 'address_not_proven' })
    const reporter = await registerReporter(testApp)
    expect(await catchError(send(reporter, { gdOn: '2026-11-21' }))).toMatchObject({ code: 'day_in_future' })
    expect(await catchError(send(reporter, { fileId: await uploadGd(stranger) }))).toMatchObject({
      code: 'paper_file_missing',
    })
    for (const bad of [{ chassis: null }, { chassis: 'ME1' }, { gdNumber: 'none' }, { policeStation: '' }])
      expect(await catchError(send(reporter, bad)), JSON.stringify(bad)).toMatchObject({ status: 400 })
    await send(reporter)
    expect(await catchError(send(reporter))).toMatchObject({ code: 'already_reported_stolen' })
  })

  test('is sent once with one key, read by its reporter alone, and stands nowhere but as ciphertext', async () => {
    const reporter = await registerReporter(testApp)
    const numbers = createUniqueNumbers()
    const fileId = await uploadGd(reporter)
    const send = () =>
      reporter('POST /stolen', { body: { ...numbers, ...gdFields, fileId } }, { idempotencyKey: fileId })
    const { insertedId } = await send()
    expect(await send()).toEqual({ insertedId })
    expect(await reporter('GET /stolen')).toEqual([
      {
        _id: insertedId,
        ...numbers,
        ...gdFields,
        state: 'waiting',
        reason: null,
        reportedAt: clock.now.toISOString(),
        fileId,
      },
    ])
    const other = await registerReporter(testApp)
    expect(await other('GET /stolen')).toEqual([])
    expect(await catchError(other('POST /stolen/:id/withdrawal', { params: { id: insertedId } }))).toMatchObject({
      status: 404,
    })
    expect((await readPaperFile(testApp, fileId, other.token)).statusCode).toBe(404)
    expect((await readPaperFile(testApp, fileId, reporter.token)).statusCode).toBe(200)
    const acts = await query('select what, details from audit where member_id = $1 and what like $2', [
      await getMemberId(testApp, reporter),
      'stolen%',
    ])
    expect(acts).toEqual([{ what: 'stolen_reported', details: { reportId: insertedId } }])
  })

  test('has a photo of its own, which no paper of a bike takes, and which is not deleted while it is there', async () => {
    const { seller, id } = await listBike()
    await provePhone(testApp, seller)
    const fileId = await uploadPaper(seller)
    const { chassis } = createUniqueNumbers()
    await seller('POST /stolen', { body: { ...none, chassis, ...gdFields, fileId } })
    const put = seller('PUT /allbikes/myproduct/:id/papers', {
      params: { id },
      body: { kind: 'plate', said: 'fitted', fileId },
    })
    expect(await catchError(put)).toMatchObject({ code: 'paper_file_missing' })
    const today = clock.now
    clock.now = new Date(today.getTime() + 48 * hourMs)
    await testApp.sweepPictures()
    clock.now = today
    expect(await query('select from paper_files where id = $1', [fileId])).toHaveLength(1)
  })

  test('is not made about a bike that one advertises: that advertisement is withdrawn first', async () => {
    const { seller, chassis, id } = await listBike()
    await provePhone(testApp, seller)
    expect(await catchError(reportStolen(seller, chassis))).toMatchObject({ code: 'number_in_own_advertisement' })
    await seller('DELETE /allbikes/:id', { params: { id } })
    await reportStolen(seller, chassis)
  })

  test('is made three times a day', async () => {
    const generous = createLimits(1_000)
    const calls = { ...generous.calls, stolenReport: createLimits().calls.stolenReport }
    const limited = await createTestApp({ clock, limits: { ...generous, calls } })
    const reporter = await registerReporter(limited)
    for (let count = 0; count < 3; count += 1) await reportStolen(reporter, createUniqueNumbers().chassis)
    expect(await catchError(reportStolen(reporter, createUniqueNumbers().chassis))).toMatchObject({ status: 429 })
  })
})

describe('an advertisement with a reported number', () => {
  test('waits at once like for any review of papers, tells the admin, and is online after a day without a decision', async () => {
    const { seller, id, chassis } = await listBike()
    expect(await check(chassis)).toBe('nothing_known')
    await reportStolen(await registerReporter(testApp), ` ${chassis.toLowerCase()} `)
    expect(await market.isListed(id)).toBe(false)
    const { reasons } = await seller('GET /waiting/:id', { params: { id } })
    expect(reasons.filter(({ rule }) => rule !== 'same_picture')).toEqual([{ rule: 'papers_check', quote: null }])
    expect(await listKinds(seller)).toContain('ad_waits')
    const admin = await testApp.signInAs('ayesha')
    expect((await admin('GET /notifications'))[0]).toMatchObject({ kind: 'stolen_match' })
    expect(await check(chassis)).toBe('being_checked')
    expect(await seller('POST /check-number', { body: { chassis } })).toEqual({ answer: 'being_checked' })
    await runJobsAt(new Date(clock.now.getTime() + 24 * hourMs - 1))
    expect(await market.isListed(id)).toBe(false)
    await runJobsAt(new Date(clock.now.getTime() + 24 * hourMs))
    expect(await market.isListed(id)).toBe(true)
    expect(await listKinds(seller)).toContain('ad_published')
    expect(await check(chassis)).toBe('being_checked')
  })

  test('stays hidden while the report is active, whatever a moderator decides about it, and is shown when the bike is back', async () => {
    const { seller, id, chassis } = await listBike()
    const reporter = await registerReporter(testApp)
    const report = await reportStolen(reporter, chassis)
    await decideStolen(market.moderator, report, 'matches')
    expect(await getReport(reporter)).toMatchObject({ state: 'active', reason: 'matches' })
    expect(await listKinds(reporter)).toContain('stolen_active')
    await runJobsAt(new Date(clock.now.getTime() + 48 * hourMs))
    expect(await market.isListed(id)).toBe(false)
    expect(await check(chassis)).toBe('reported')
    const publish = market.decide(market.moderator, await market.findCase(id), 'nothing')
    expect(await catchError(publish)).toMatchObject({ status: 409, code: 'number_stolen' })
    const next = await listBike(chassis)
    expect(await market.isListed(next.id)).toBe(false)
    const show = query('update bikes set hidden_at = null, hidden_by = null where id = $1', [id])
    await expect(show).rejects.toMatchObject({ constraint: 'stolen_is_hidden' })
    await next.seller('DELETE /allbikes/:id', { params: { id: next.id } })
    expect(await reporter('POST /stolen/:id/withdrawal', { params: { id: report } })).toEqual({ modifiedCount: 1 })
    expect(await reporter('POST /stolen/:id/withdrawal', { params: { id: report } })).toEqual({ modifiedCount: 0 })
    expect(await market.isListed(id)).toBe(true)
    expect(await check(chassis)).toBe('nothing_known')
    expect(await listKinds(seller)).toContain('ad_published')
  })

  test('that a moderator has published waits for no undecided report of another member', async () => {
    const { id, chassis } = await listBike()
    await reportStolen(await registerReporter(testApp), chassis)
    await market.decide(market.moderator, await market.findCase(id), 'nothing')
    expect(await market.isListed(id)).toBe(true)
    const second = await reportStolen(await registerReporter(testApp), chassis)
    expect(await market.isListed(id)).toBe(true)
    await decideStolen(market.moderator, second, 'matches')
    expect(await market.isListed(id)).toBe(false)
  })

  test('waits once for one reporter, and not for somebody who made a report against a person', async () => {
    const { id, chassis } = await listBike()
    const rival = await registerReporter(testApp)
    const first = await reportStolen(rival, chassis)
    await rival('POST /stolen/:id/withdrawal', { params: { id: first } })
    expect(await market.isListed(id)).toBe(true)
    const second = await reportStolen(rival, chassis)
    expect(await market.isListed(id)).toBe(true)
    await decideStolen(market.moderator, second, 'false')
    expect(await listKinds(rival)).toContain('stolen_refused')
    const other = await listBike()
    await reportStolen(rival, other.chassis)
    expect(await market.isListed(other.id)).toBe(true)
  })

  test('of a paid deal is hidden with a case, and of a bike that was sold since the GD a case is opened: no deal ends', async () => {
    const begin = async () => {
      const deal = await beginDeal(testApp)
      const { chassis } = createUniqueNumbers()
      const [row] = await query<{ id: string }>('select bike_id as id from deals where id = $1', [deal.id])
      const bikeId = row?.id ?? ''
      const body = { ...none, chassis }
      await deal.seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bikeId }, body })
      await payDeal(testApp, deal)
      return { ...deal, chassis, bikeId }
    }
    const [held, sold] = [await begin(), await begin()]
    await reportStolen(await registerReporter(testApp), held.chassis)
    expect((await held.buyer('GET /deals/:id', { params: held.params })).state).toBe('held')
    expect(await listStolenCases(held.bikeId)).toHaveLength(1)
    await handOverDeal(sold)
    const report = await reportStolen(await registerReporter(testApp), sold.chassis)
    const ofBuyer = await provePhone(testApp, sold.buyer).then(() => reportStolen(sold.buyer, sold.chassis))
    await decideStolen(market.moderator, ofBuyer, 'matches')
    expect(await listStolenCases(sold.bikeId)).toEqual([])
    await decideStolen(market.moderator, report, 'matches')
    expect(await listStolenCases(sold.bikeId)).toHaveLength(1)
    expect((await sold.buyer('GET /deals/:id', { params: sold.params })).state).toBe('handed_over')
  })
})

describe('moderators', () => {
  test('open a report with its photo before they decide, once, and not their own', async () => {
    const { id, chassis, seller } = await listBike()
    const reporter = await registerReporter(testApp)
    const report = await reportStolen(reporter, chassis)
    const params = { id: report }
    const decide = (decision: 'matches' | 'not_gd') =>
      market.moderator('PUT /stolen/:id', { params, body: { decision } })
    expect(await catchError(reporter('GET /stolen/queue'))).toMatchObject({ status: 403 })
    const queue = await market.moderator('GET /stolen/queue', { query: { limit: '100' } })
    expect(queue.find(({ _id }) => _id === report)).toMatchObject({ advertisements: 1, openedBy: null })
    expect(await catchError(decide('matches'))).toMatchObject({ code: 'paper_not_open' })
    const opened = await market.moderator('POST /stolen/:id/openings', { params })
    expect(opened).toMatchObject({
      ...none,
      chassis,
      ...gdFields,
      reporterName: 'Sadia Islam',
      falseReports: 0,
      isPhotoOfOther: false,
      advertisements: [{ slug: await market.getSlug(id), productName: 'Suzuki Gixxer 155', sellerName: 'Nadia Haque' }],
    })
    expect((await readPaperFile(testApp, opened.fileId, market.moderator.token)).statusCode).toBe(200)
    expect((await readPaperFile(testApp, opened.fileId, market.second.token)).statusCode).toBe(404)
    expect((await readPaperFile(testApp, opened.fileId, seller.token)).statusCode).toBe(404)
    await decide('not_gd')
    expect(await getReport(reporter)).toMatchObject({ state: 'refused', reason: 'not_gd' })
    expect(await market.isListed(id)).toBe(true)
    expect(await catchError(decide('matches'))).toMatchObject({ code: 'stolen_report_decided' })
    expect((await readPaperFile(testApp, opened.fileId, market.moderator.token)).statusCode).toBe(200)
    const acts = await query<{ what: string }>(`select what from audit where details ->> 'reportId' = $1 order by id`, [
      report,
    ])
    expect(acts.map(({ what }) => what)).toEqual(['stolen_reported', 'stolen_opened', 'stolen_decided'])
    await provePhone(testApp, market.second)
    const own = await reportStolen(market.second, createUniqueNumbers().chassis)
    const openOwn = market.second('POST /stolen/:id/openings', { params: { id: own } })
    expect(await catchError(openOwn)).toMatchObject({ status: 404 })
    const confirmOwn = query(
      `update stolen_bikes set state = 'active', reason = 'matches', decided_at = now(), decided_by = reporter_id where id = $1`,
      [own],
    )
    await expect(confirmOwn).rejects.toMatchObject({ constraint: 'decided_was_opened' })
  })

  test('lower the weight of somebody’s reports by refusing one that was made against a person', async () => {
    const weigh = async (reporter: MemberClient) => {
      const { id } = await listBike()
      await market.report(reporter, id)
      const [row] = await query<{ weight: number }>(
        'select weight from reports where bike_id = $1 order by id desc limit 1',
        [id],
      )
      return row?.weight
    }
    const reporter = await registerReporter(testApp)
    await query(`update members set created_at = $2::timestamptz - interval '30 days' where email = $1`, [
      reporter.email,
      clock.now,
    ])
    expect(await weigh(reporter)).toBe(10)
    const honest = await reportStolen(reporter, createUniqueNumbers().chassis)
    await decideStolen(market.moderator, honest, 'unreadable')
    expect(await weigh(reporter)).toBe(10)
    await decideStolen(market.moderator, await reportStolen(reporter, createUniqueNumbers().chassis), 'false')
    expect(await weigh(reporter)).toBe(5)
  })
})

describe('what a report said', () => {
  test('is erased 90 days after it was refused or taken back, and of a member who leaves at once', async () => {
    const { id, chassis } = await listBike()
    const [patient, leaving] = [await registerReporter(testApp), await registerReporter(testApp)]
    const refused = await reportStolen(patient, createUniqueNumbers().chassis)
    await decideStolen(market.moderator, refused, 'unreadable')
    const active = await reportStolen(leaving, chassis)
    await decideStolen(market.moderator, active, 'matches')
    const gone = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/delete-user',
      headers: { cookie: leaving.cookie, origin: testApp.publicUrl },
      payload: { password: 'a-password-of-the-tests' },
    })
    expect(gone.statusCode).toBe(200)
    await testApp.expirePapers()
    expect(await market.isListed(id)).toBe(true)
    const listErased = async () =>
      (
        await query<{ id: string }>(
          'select id from stolen_bikes where erased_at is not null and id = any($1) order by id',
          [[refused, active]],
        )
      ).map((row) => row.id)
    await testApp.deleteOldNumbers()
    expect(await listErased()).toEqual([active])
    const today = clock.now
    clock.now = new Date(today.getTime() + 90 * 24 * hourMs)
    await testApp.deleteOldNumbers()
    clock.now = today
    expect(await listErased()).toEqual([refused, active])
    expect(await query('select from stolen_fingerprints where report_id = any($1)', [[refused, active]])).toEqual([])
    expect(await getReport(patient)).toMatchObject({ ...none, gdNumber: null, state: 'refused' })
  })
})
