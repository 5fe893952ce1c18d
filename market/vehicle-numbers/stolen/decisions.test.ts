// What moderators see of reports and may decide, and what happens to advertisements that several rules keep.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { paperOpeningMinutes, stolenReportDays } from '#contract/time/lifetimes.ts'
import { stolenHoldHours } from '#contract/vehicle-numbers/stolen-reports.ts'
import { catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { beginDeal, handOverDeal, payDeal } from '#tests/support/money.ts'
import { showPaper } from '#tests/support/papers/papers.ts'
import {
  createUniqueNumbers,
  decideStolen,
  gdFields,
  provePhone,
  registerReporter,
  reportStolen,
  uploadGd,
} from '#tests/support/papers/stolen.ts'
import {
  createListing,
  getMemberId,
  grantPermission,
  type MemberClient,
  registerMember,
} from '#tests/support/selling.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'

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
/** Does something at another time. */
const at = async <T>(later: number, act: () => Promise<T>): Promise<T> => {
  const before = clock.now
  clock.now = new Date(before.getTime() + later)
  try {
    return await act()
  } finally {
    clock.now = before
  }
}
const listBike = async () => {
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  const { chassis } = createUniqueNumbers()
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike.id }, body: { ...none, chassis } })
  return { seller, chassis, id: bike.id }
}
const report = async (changes: Partial<typeof gdFields & { chassis: string; fileId: string }> = {}) => {
  const reporter = await registerReporter(testApp)
  const { chassis } = createUniqueNumbers()
  const fileId = await uploadGd(reporter)
  const { insertedId: id } = await reporter('POST /stolen', {
    body: { ...none, chassis, ...gdFields, fileId, ...changes },
  })
  return { reporter, id, fileId }
}
const open = (id: string, by = market.moderator) => by('POST /stolen/:id/openings', { params: { id } })
/** The opening ends so many milliseconds from now: moving the clock would end the logins too. */
const endOpening = (id: string, leftMs: number) => {
  const closesAt = clock.now.getTime() + leftMs
  const times = [new Date(closesAt - paperOpeningMinutes * minuteMs), new Date(closesAt)]
  return queryAsOwner(testApp, 'update stolen_openings set opened_at = $2, closes_at = $3 where report_id = $1', [
    id,
    ...times,
  ])
}
const decide = (id: string, decision: 'matches' | 'unreadable' = 'matches', by = market.moderator) =>
  by('PUT /stolen/:id', { params: { id }, body: { decision } })
const findInQueue = async (...ids: string[]) =>
  (await market.moderator('GET /stolen/queue', { query: { limit: '100' } })).filter(({ _id }) => ids.includes(_id))

describe('the queue', () => {
  test('has the report first that waits longest, page by page', async () => {
    const later = await at(2 * minuteMs, () => report())
    const earlier = await at(minuteMs, () => report())
    expect((await findInQueue(later.id, earlier.id)).map(({ _id }) => _id)).toEqual([earlier.id, later.id])
    const all = await market.moderator('GET /stolen/queue', { query: { limit: '100' } })
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await market.moderator.page('GET /stolen/queue', { query: { limit: '1', cursor } })
      paged.push(...page.items.map(({ _id }) => _id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all.map(({ _id }) => _id))
  })

  test('says who reads a report for as long as it is open to them', async () => {
    const { id } = await report()
    await open(id)
    const readers = async () => (await findInQueue(id)).map(({ openedBy }) => openedBy)
    expect(await readers()).toEqual(['Imran Hossain'])
    await endOpening(id, 1)
    expect(await readers()).toEqual(['Imran Hossain'])
    await endOpening(id, 0)
    expect(await readers()).toEqual([null])
  })

  test('has no report of the moderator who reads it, who does not decide about it either', async () => {
    await provePhone(testApp, market.second)
    const own = await reportStolen(market.second, createUniqueNumbers().chassis)
    const queue = await market.second('GET /stolen/queue', { query: { limit: '100' } })
    expect(queue.map(({ _id }) => _id)).not.toContain(own)
    expect(await findInQueue(own)).toHaveLength(1)
    expect(await catchError(decide(own, 'matches', market.second))).toMatchObject({ status: 404 })
  })
})

describe('an opened report', () => {
  test('says that another member has sent the very same photo, and how many false reports there were', async () => {
    const bytes = await createUniqueJpeg()
    const [first, second] = [await registerReporter(testApp), await registerReporter(testApp)]
    const send = async (by: MemberClient) => {
      const { fileId } = await by('POST /stolen/files', { form: createUploadForm(bytes) })
      const body = { ...none, chassis: createUniqueNumbers().chassis, ...gdFields, fileId }
      return (await by('POST /stolen', { body })).insertedId
    }
    const alone = await send(first)
    expect(await open(alone)).toMatchObject({ isPhotoOfOther: false, falseReports: 0 })
    await decideStolen(market.moderator, alone, 'false')
    expect(await open(await send(second))).toMatchObject({ isPhotoOfOther: true, falseReports: 0 })
    expect(await open(await reportStolen(first, createUniqueNumbers().chassis))).toMatchObject({ falseReports: 1 })
  })
})

describe('a decision', () => {
  test('is not made once the 15 minutes are over, and not with what a colleague has open', async () => {
    const { id } = await report()
    await open(id)
    expect(await catchError(decide(id, 'matches', market.second))).toMatchObject({ code: 'paper_not_open' })
    await endOpening(id, 0)
    expect(await catchError(decide(id))).toMatchObject({ code: 'paper_not_open' })
    await endOpening(id, 1)
    await decide(id)
  })

  test('is not made by the seller of an advertisement with the number, whichever it would be', async () => {
    const { seller, chassis, id: bikeId } = await listBike()
    await grantPermission(testApp, seller, 'moderator')
    const { id } = await report({ chassis })
    await open(id, seller)
    for (const decision of ['matches', 'unreadable'] as const)
      expect(await catchError(decide(id, decision, seller))).toMatchObject({ code: 'own_case' })
    expect(await market.isListed(bikeId)).toBe(false)
  })

  test('hides an advertisement again that is online since nobody has decided for a day', async () => {
    const { chassis, id: bikeId } = await listBike()
    const { id } = await report({ chassis })
    await at(stolenHoldHours * hourMs, () => testApp.expirePapers())
    expect(await market.isListed(bikeId)).toBe(true)
    await open(id)
    await decide(id)
    expect(await market.isListed(bikeId)).toBe(false)
    expect(await query('select state, released_at from stolen_bikes where id = $1', [id])).toEqual([
      { state: 'active', released_at: null },
    ])
  })

  test('waits for the answer to the seller’s appeal, during which the advertisement stays as it is', async () => {
    const { seller, chassis, id: bikeId } = await listBike()
    await market.report(market.reporters[0], bikeId)
    const caseId = await market.findCase(bikeId)
    await market.decide(market.moderator, caseId, 'warn')
    await seller('POST /appeals', { body: { caseId, words: 'I asked nobody for money.' } })
    const { id } = await report({ chassis })
    expect(await market.isListed(bikeId)).toBe(true)
    await open(id)
    expect(await catchError(decide(id))).toMatchObject({ status: 409, code: 'case_open' })
    await market.second('POST /cases/:id/take', { params: { id: caseId } })
    const body = { answer: 'stays', reason: 'Still.' } as const
    await market.second('PUT /cases/:id/appeal', { params: { id: caseId }, body })
    await decide(id)
    expect(await market.isListed(bikeId)).toBe(false)
  })

  test('opens no case about a bike that was sold before the day of the GD', async () => {
    const sell = async () => {
      const deal = await beginDeal(testApp)
      const { chassis } = createUniqueNumbers()
      const [row] = await query<{ id: string }>('select bike_id as id from deals where id = $1', [deal.id])
      const bikeId = row?.id ?? ''
      await deal.seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bikeId }, body: { ...none, chassis } })
      await payDeal(testApp, deal)
      await handOverDeal(deal)
      return { chassis, bikeId }
    }
    const [before, since] = [await sell(), await sell()]
    const setSoldAt = (bikeId: string, time: string) =>
      query('update bikes set sold_at = $2 where id = $1', [bikeId, `2026-11-${time}+06:00`])
    await setSoldAt(before.bikeId, '18T23:59:59')
    await setSoldAt(since.bikeId, '19T00:00:00')
    const counts: number[] = []
    for (const { chassis, bikeId } of [before, since]) {
      await decideStolen(market.moderator, (await report({ chassis, gdOn: '2026-11-19' })).id, 'matches')
      counts.push((await query('select from cases where bike_id = $1', [bikeId])).length)
    }
    expect(counts).toEqual([0, 1])
  })

  test('that makes a report active is stored with no advertisement online, and never with the photo of another', async () => {
    const { chassis, id: bikeId } = await listBike()
    const { id, fileId } = await report({ chassis })
    await at(stolenHoldHours * hourMs, () => testApp.expirePapers())
    expect(await market.isListed(bikeId)).toBe(true)
    await open(id)
    const activate = query(
      `update stolen_bikes set state = 'active', reason = 'matches', decided_at = $2, decided_by = $3, released_at = null
        where id = $1`,
      [id, clock.now, await getMemberId(testApp, market.moderator)],
    )
    await expect(activate).rejects.toMatchObject({ constraint: 'stolen_is_hidden' })
    const other = await report()
    const take = query('update stolen_bikes set file_id = $2 where id = $1', [other.id, await uploadGd(market.second)])
    await expect(take).rejects.toMatchObject({ constraint: 'file_is_of_reporter' })
    expect(fileId).not.toBe(other.fileId)
  })
})

describe('a report that ends', () => {
  test('leaves an advertisement hidden that another report keeps, and tells its seller nothing', async () => {
    const { seller, chassis, id: bikeId } = await listBike()
    const [first, second] = [await report({ chassis }), await report({ chassis })]
    await first.reporter('POST /stolen/:id/withdrawal', { params: { id: first.id } })
    expect(await market.isListed(bikeId)).toBe(false)
    expect(await market.listKinds(seller)).not.toContain('ad_published')
    await second.reporter('POST /stolen/:id/withdrawal', { params: { id: second.id } })
    expect(await market.isListed(bikeId)).toBe(true)
    expect(await market.listKinds(seller)).toContain('ad_published')
  })

  test('leaves an advertisement hidden that a moderator has hidden, and tells its seller nothing', async () => {
    const { seller, chassis, id: bikeId } = await listBike()
    const { reporter, id } = await report({ chassis })
    await market.decide(market.moderator, await market.findCase(bikeId), 'hide')
    await reporter('POST /stolen/:id/withdrawal', { params: { id } })
    expect(await market.isListed(bikeId)).toBe(false)
    expect(await query('select hidden_by from bikes where id = $1', [bikeId])).toEqual([{ hidden_by: 'moderator' }])
    expect(await market.listKinds(seller)).not.toContain('ad_published')
  })

  test('is not taken back once it was refused', async () => {
    const { reporter, id } = await report()
    await decideStolen(market.moderator, id, 'unreadable')
    const back = reporter('POST /stolen/:id/withdrawal', { params: { id } })
    expect(await catchError(back)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await reporter('GET /stolen')).toMatchObject([{ state: 'refused', reason: 'unreadable' }])
  })

  test('says what it said for 90 days, and not longer', async () => {
    const { reporter, id } = await report()
    await reporter('POST /stolen/:id/withdrawal', { params: { id } })
    const readNumber = async () => (await reporter('GET /stolen'))[0]?.gdNumber
    await at(stolenReportDays * dayMs - 1, () => testApp.deleteOldNumbers())
    expect(await readNumber()).toBe(gdFields.gdNumber)
    await at(stolenReportDays * dayMs, () => testApp.deleteOldNumbers())
    expect(await readNumber()).toBeNull()
  })

  test('gives its photo up when it is erased, and no other report takes that photo', async () => {
    const { reporter, id, fileId } = await report()
    await reporter('POST /stolen/:id/withdrawal', { params: { id } })
    await at(stolenReportDays * dayMs, () => testApp.deleteOldNumbers())
    expect(await reporter('GET /stolen')).toMatchObject([{ state: 'withdrawn', fileId: null }])
    await query('update paper_files set erased_at = $2, key_encrypted = null where id = $1', [fileId, clock.now])
    const body = { ...none, chassis: createUniqueNumbers().chassis, ...gdFields, fileId }
    expect(await catchError(reporter('POST /stolen', { body }))).toMatchObject({ code: 'paper_file_missing' })
  })
})

describe('members', () => {
  test('send no photo that a paper of a bike or another report has', async () => {
    const { seller, id: bikeId } = await listBike()
    await provePhone(testApp, seller)
    const ofPaper = await showPaper(seller, bikeId, { kind: 'registration', said: 'mine' })
    const send = (by: MemberClient, fileId: string) =>
      by('POST /stolen', { body: { ...none, chassis: createUniqueNumbers().chassis, ...gdFields, fileId } })
    expect(await catchError(send(seller, ofPaper))).toMatchObject({ code: 'paper_file_missing' })
    const { reporter, fileId } = await report()
    expect(await catchError(send(reporter, fileId))).toMatchObject({ code: 'paper_file_missing' })
  })

  test('read their own reports page by page, the newest first', async () => {
    const reporter = await registerReporter(testApp)
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift(await reportStolen(reporter, createUniqueNumbers().chassis))
    const first = await reporter.page('GET /stolen', { query: { limit: '2' } })
    expect(first.items.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    const rest = await reporter.page('GET /stolen', { query: { limit: '2', cursor: first.next ?? '' } })
    expect([rest.items.map(({ _id }) => _id), rest.next]).toEqual([ids.slice(2), null])
  })

  test('who happen to send the same key have a report each', async () => {
    const idempotencyKey = '0199a0e0-0000-7000-8000-00000000abcd'
    const ids = await Promise.all(
      [0, 1].map(async () => {
        const reporter = await registerReporter(testApp)
        const fileId = await uploadGd(reporter)
        const body = { ...none, chassis: createUniqueNumbers().chassis, ...gdFields, fileId }
        return (await reporter('POST /stolen', { body }, { idempotencyKey })).insertedId
      }),
    )
    expect(new Set(ids).size).toBe(2)
  })
})
