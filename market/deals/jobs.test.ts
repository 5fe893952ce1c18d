// What is due in deals is done once, whatever else goes on: by several processes, and beside somebody who acts slowly.
import { dayMs } from '#contract/time/durations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { book, type BuyerClient, type Order } from '#tests/support/buying.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { deals, dealSteps } from '#market/schema/deals/deals.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
let seller: MemberClient
let karim: BuyerClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller')
  karim = await registerMember(testApp, 'Buyer', 'Karim Ali')
})
afterAll(() => testApp.close())

const bookBikes = async (count: number): Promise<Order[]> => {
  const orders: Order[] = []
  for (let at = 0; at < count; at += 1) orders.push(await book(karim, await createListing(testApp, seller)))
  return orders
}

/** The seller has not answered for three days. */
const letExpire = () => {
  clock.now = new Date(clock.now.getTime() + 3 * dayMs)
  return () => {
    clock.now = new Date(clock.now.getTime() - 3 * dayMs)
  }
}

const getCloseReason = async (dealId: string) => {
  const [deal] = await testApp.db.select().from(deals).where(eq(deals.id, dealId))
  return deal?.closeReason ?? null
}

test('several processes that look for due deals at the same time end each one once and tell its buyer once', async () => {
  const ids = (await bookBikes(8)).map(({ bookingId }) => bookingId)
  const goBack = letExpire()
  await Promise.all([1, 2, 3, 4].map(() => testApp.handleDueDeals()))
  const isExpired = and(inArray(dealSteps.dealId, ids), eq(dealSteps.kind, 'expired'))
  expect(await testApp.db.$count(dealSteps, isExpired)).toBe(8)
  const isNotified = and(inArray(notifications.dealId, ids), eq(notifications.kind, 'expired'))
  expect(await testApp.db.$count(notifications, isNotified)).toBe(8)
  goBack()
})

test('a deal that somebody is acting on holds up no other that is due: it is done later', async () => {
  const [busy, free] = await bookBikes(2)
  const goBack = letExpire()
  let isLocked = false
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const acting = testApp.db.transaction(async (tx) => {
    await tx
      .select()
      .from(bikes)
      .where(eq(bikes.id, busy?.bike.id ?? ''))
      .for('no key update')
    isLocked = true
    await isFinished
  })
  // The job ends while the other still holds the bike, and has not waited until a lock ran out.
  await expect.poll(() => isLocked).toBe(true)
  await testApp.handleDueDeals()
  expect(await getCloseReason(free?.bookingId ?? '')).toBe('expired')
  expect(await getCloseReason(busy?.bookingId ?? '')).toBeNull()
  expect(testApp.logLines.filter((line) => line.includes('what is due'))).toEqual([])
  finish()
  await acting
  await testApp.handleDueDeals()
  expect(await getCloseReason(busy?.bookingId ?? '')).toBe('expired')
  goBack()
})
