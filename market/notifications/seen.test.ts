// Which notifications are marked as seen.
import { expect, test } from 'vitest'
import { book } from '#tests/support/buying.ts'
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
