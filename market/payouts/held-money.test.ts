// What a seller reads of held money: for which bike, and when it becomes the seller's.
import { expect, test } from 'vitest'
import { windowMs, decisionMs } from '#contract/deals/deadlines.ts'
import { disputeAtProvider } from '#tests/support/card-events.ts'
import { beginDeal, handOverDeal, payDeal, releaseDeal } from '#tests/support/money.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('each bike whose money is held has its amount, and the moment when it becomes the seller’s', async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  expect(await seller('GET /money')).toMatchObject({ held: 0, heldDeals: [] })
  const deal = await beginDeal(testApp, { seller })
  await payDeal(testApp, deal, { purpose: 'deposit' })
  const line = { dealId: deal.id, productName: 'Suzuki Gixxer 155', amount: 4_470 }
  expect(await seller('GET /money')).toMatchObject({
    held: 4_470,
    heldDeals: [{ ...line, state: 'held', until: null }],
  })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await handOverDeal(deal)
  const until = new Date(clock.now.getTime() + windowMs).toISOString()
  expect((await seller('GET /money')).heldDeals).toEqual([{ ...line, state: 'handed_over', until }])

  const other = await beginDeal(testApp, { seller, price: 100_000 })
  await payDeal(testApp, other)
  expect(await seller('GET /money')).toMatchObject({
    held: 104_470,
    heldDeals: [{ amount: 4_470 }, { amount: 100_000, state: 'held' }],
  })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'papers' } })
  const decideUntil = new Date(clock.now.getTime() + decisionMs).toISOString()
  expect((await seller('GET /money')).heldDeals[0]).toEqual({ ...line, state: 'disputed', until: decideUntil })
})

test('what the buyer’s bank disputes has no day, and what is released is not held any more', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const deal = await beginDeal(testApp, { seller })
  const intentId = await payDeal(testApp, deal)
  await handOverDeal(deal)
  await disputeAtProvider(testApp, intentId)
  await testApp.sweep()
  expect((await seller('GET /money')).heldDeals).toMatchObject([{ state: 'frozen', until: null }])

  const released = await beginDeal(testApp)
  await payDeal(testApp, released)
  await handOverDeal(released)
  await releaseDeal(released)
  expect(await released.seller('GET /money')).toMatchObject({ held: 0, heldDeals: [] })
})
