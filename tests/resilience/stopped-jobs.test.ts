// A shop that is asked to end waits for its jobs, so they begin nothing once they are told.
import { dayMs } from '#contract/time/durations.ts'
import { eq, isNotNull } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deals } from '#market/schema/deals/deals.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { mails } from '#market/schema/people/mails.ts'
import { book } from '#tests/support/buying.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

test('a job that is stopped before it begins does nothing, and the next run does all of it', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const buyer = await registerMember(testApp, 'Buyer')
  const { bookingId } = await book(buyer, await createListing(testApp, seller))
  await queueEmail({ db: testApp.db, now: clock.now, createId: () => v7() }, buyer.email, {
    subject: 'Hello',
    text: 'Hello',
    lifetimeMs: 7 * dayMs,
    toUnproven: true,
  })
  // The seller has not answered, and every price is to be estimated anew.
  clock.now = new Date(clock.now.getTime() + 3 * dayMs)
  const countSentMails = () => testApp.db.$count(mails, isNotNull(mails.sentAt))
  const countMails = () => testApp.db.$count(mails)
  const findOutcome = async () => {
    const [deal] = await testApp.db.select().from(deals).where(eq(deals.id, bookingId))
    return deal?.closeReason ?? null
  }
  const before = { mails: await countMails(), sent: await countSentMails() }

  const stopped = AbortSignal.abort()
  await testApp.handleDueDeals(stopped)
  await testApp.sendMails(stopped)
  await testApp.sendAlerts(stopped)
  await testApp.sweep(stopped)
  expect(await testApp.estimatePrices(stopped)).toBe(0)
  const stopping = new AbortController()
  const estimating = testApp.estimatePrices(stopping.signal)
  stopping.abort()
  expect(await estimating, 'groups of bikes that a run estimated after it was stopped').toBe(0)
  expect(await findOutcome()).toBeNull()
  expect({ mails: await countMails(), sent: await countSentMails() }).toEqual(before)

  await testApp.handleDueDeals()
  await testApp.sendMails()
  expect(await findOutcome()).toBe('expired')
  expect(await countSentMails()).toBeGreaterThan(before.sent)
  expect(await testApp.estimatePrices()).toBeGreaterThan(0)
})
