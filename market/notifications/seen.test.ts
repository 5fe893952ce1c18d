// Which notifications are marked as seen.
import { expect, test } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal, releaseDeal, setDestination } from '#tests/support/money.ts'
import { allFine } from '#tests/support/ratings/ratings.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const countUnseen = async (as: MemberClient) => (await as('GET /notifications/count')).unseen

test('one of them, those of a deal, or all of one’s own are marked, and nobody else’s', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
  const bike = await createListing(testApp, seller)
  const [first, second] = [await book(karim, bike), await book(sadia, bike)]
  for (const { bookingId: id } of [first, second])
    await (id === first.bookingId ? karim : sadia)('POST /deals/:id/cancel', { params: { id }, body: {} })
  expect(await countUnseen(seller)).toBe(4)
  const mark = (as: MemberClient, body: { ids?: string[]; dealId?: string }) => as('PUT /notifications/seen', { body })

  // The buyer’s own page of the deal marks nothing of the seller.
  await mark(karim, { dealId: first.bookingId })
  expect(await countUnseen(seller)).toBe(4)
  expect(await mark(seller, { dealId: first.bookingId })).toEqual({ modifiedCount: 2 })
  const unseen = (await seller('GET /notifications')).filter(({ seen }) => !seen)
  expect(unseen.map(({ dealId }) => dealId)).toEqual([second.bookingId, second.bookingId])

  const ids = unseen.slice(0, 1).map(({ _id }) => _id)
  expect(await mark(seller, { ids, dealId: first.bookingId })).toEqual({ modifiedCount: 0 })
  expect(await mark(seller, { ids })).toEqual({ modifiedCount: 1 })
  expect(await mark(seller, {})).toEqual({ modifiedCount: 1 })
  expect(await countUnseen(seller)).toBe(0)
})

test('what a member did arrives as seen and does not count, and it is new for the other side', async () => {
  const testApp = await createTestApp()
  const deal = await beginDeal(testApp)
  const { buyer, seller, params } = deal
  await payDeal(testApp, deal)
  await buyer('PUT /notifications/seen', { body: {} })
  await seller('PUT /notifications/seen', { body: {} })
  const find = async (by: MemberClient, kind: string) =>
    (await by('GET /notifications')).filter((one) => one.kind === kind && one.dealId === params.id)

  await handOverDeal(deal)
  expect([await countUnseen(buyer), await countUnseen(seller)]).toEqual([1, 0])
  expect(await find(seller, 'handed_over')).toMatchObject([{ seen: true }])
  expect(await find(buyer, 'handed_over')).toMatchObject([{ seen: false }])

  await releaseDeal(deal)
  expect(await find(buyer, 'released')).toMatchObject([{ seen: true }])
  expect(await find(seller, 'released')).toMatchObject([{ seen: false }])
})

test('who was asked for an account or a rating, and gave it, has nothing new of it; who has not gave it still has', async () => {
  const testApp = await createTestApp()
  const deal = await beginDeal(testApp)
  const { buyer, seller, params } = deal
  await payDeal(testApp, deal)
  const isSeen = async (by: MemberClient, kind: string) =>
    (await by('GET /notifications')).filter((one) => one.kind === kind).map(({ seen }) => seen)
  expect(await isSeen(seller, 'payout_destination_missing')).toEqual([false])
  const before = await countUnseen(seller)
  await setDestination(deal)
  expect(await isSeen(seller, 'payout_destination_missing')).toEqual([true])
  expect(await countUnseen(seller)).toBe(before - 1)

  await handOverDeal(deal)
  await releaseDeal(deal)
  await buyer('POST /deals/:id/ratings', { params, body: allFine })
  expect(await isSeen(buyer, 'rate_deal')).toEqual([true])
  expect(await isSeen(seller, 'rate_deal')).toEqual([false])
})
