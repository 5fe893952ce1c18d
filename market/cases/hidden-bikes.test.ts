// What a seller learns of a bike that is hidden, by each way of hiding it.
import { dayMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEmailsTo } from '#tests/support/accounts.ts'
import { catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const readWaiting = (seller: MemberClient, id: string) => seller('GET /waiting/:id', { params: { id } })
const readStatus = async (seller: MemberClient, id: string) =>
  (await seller('GET /allbikes/myproduct')).find(({ _id }) => _id === id)?.status
const createHiddenByReports = async () => {
  const reported = await market.createReported()
  for (const reporter of market.reporters.slice(1, 3)) await market.report(reporter, reported.bike.id)
  return reported
}

describe('a bike that reports hide', () => {
  test('waits for its seller, who learns until when a moderator looks, and neither who reported it nor for what', async () => {
    const { seller, bike, caseId } = await market.createReported()
    // The first report is of three days ago.
    await testApp.db.$client.query(`update cases set opened_at = opened_at - interval '3 days' where id = $1`, [caseId])
    expect(await catchError(readWaiting(seller, bike.id))).toMatchObject({ code: 'not_found' })
    for (const reporter of market.reporters.slice(1, 3)) await market.report(reporter, bike.id)
    expect(await readStatus(seller, bike.id)).toBe('waiting')
    const { price, image, ...why } = await readWaiting(seller, bike.id)
    expect([price, image]).toEqual([178_000, expect.any(String)])
    expect(why).toEqual({
      _id: bike.id,
      productName: 'Suzuki Gixxer 155',
      because: 'reports',
      waitsSince: clock.now.toISOString(),
      lookBy: new Date(clock.now.getTime() + dayMs).toISOString(),
      reasons: [],
    })
  })

  test('waits on after a correction, until it is decided', async () => {
    const { seller, bike, caseId } = await createHiddenByReports()
    const waiting = await readWaiting(seller, bike.id)
    const { version } = await seller('GET /allbikes/myproduct/:id', { params: { id: bike.id } })
    const body = { ...createProductBody(waiting.image), description: 'The front tyre is new.', version }
    await seller('PUT /allbikes/myproduct/:id', { params: { id: bike.id }, body })
    expect(await readWaiting(seller, bike.id)).toEqual(waiting)
    await market.decide(market.moderator, caseId, 'hide')
    expect(await catchError(readWaiting(seller, bike.id))).toMatchObject({ code: 'not_found' })
    expect(await readStatus(seller, bike.id)).toBe('hidden')
    expect(await seller('GET /standing')).toMatchObject([{ productName: 'Suzuki Gixxer 155', decision: 'hide' }])
  })

  test('is told by an e-mail that leads to the own bikes, where it says why', async () => {
    const { seller } = await createHiddenByReports()
    await testApp.sendMails()
    const emails = (await getEmailsTo(testApp, seller.email)).join('\n')
    expect(emails).toContain('Your bike was reported and waits: we look at it within 24 hours · Suzuki Gixxer 155')
    expect(emails).toContain('/dashboard/myproducts')
    expect(emails).not.toContain('/dashboard/standing')
  })
})

describe('a bike that a decision hides', () => {
  test('is said to stay hidden after the suspension if it waited, and not once it is shown again', async () => {
    const [waiting, online] = [await createHiddenByReports(), await market.createReported()]
    for (const { caseId } of [waiting, online]) await market.decide(market.moderator, caseId, 'suspend_7')
    const readHidden = async ({ seller }: typeof waiting) =>
      (await seller('GET /standing')).map(({ isBikeHidden }) => isBikeHidden)
    expect([await readHidden(waiting), await readHidden(online)]).toEqual([[true], [false]])
    const before = clock.now
    clock.now = new Date(before.getTime() + 7 * dayMs + 1)
    await testApp.endSuspensions()
    clock.now = before
    expect(await readStatus(waiting.seller, waiting.bike.id)).toBe('hidden')
    const body = { hidden: false, reason: 'Its papers are in order.' }
    await market.moderator('PUT /hidden/:id', { params: { id: waiting.bike.id }, body })
    expect(await readHidden(waiting)).toEqual([false])
  })
})
