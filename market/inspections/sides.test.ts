// On which side somebody reads an inspection, which pages mark in the menu.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectionPoints } from '#contract/inspections/points.ts'
import { book } from '#tests/support/buying.ts'
import { answer, getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

test('the seller of the bike and the buyer of a deal read their side, strangers none', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const buyer = await registerMember(testApp, 'Buyer', 'Karim Ali')
  const stranger = await registerMember(testApp, 'Buyer', 'Sadia Khan')
  const bike = await createListing(testApp, seller)
  await book(buyer, bike)
  const params = { slug: await getSlug(testApp, bike.id) }
  const [ofSeller, ofBuyer] = [
    await signInspection(seller, params.slug),
    await signInspection(buyer, params.slug, { kind: 'buyer' }),
  ]
  const { token, insertedId: ofMechanic } = await buyer('POST /bikes/:slug/inspections/invitations', { params })
  await testApp.visitor('POST /mechanic-inspections/answers', { body: { token, answers: answer(inspectionPoints) } })
  const body = { token, name: 'Md. Selim', workshop: null, contactNumber: '01911000222' }
  await testApp.visitor('POST /mechanic-inspections/sign', { body })
  const getSide = async (by: MemberClient, id: string) => (await by('GET /inspections/:id', { params: { id } })).side
  const getSideOfList = async (by: MemberClient) => (await by('GET /bikes/:slug/inspections', { params })).side
  for (const id of [ofSeller.id, ofBuyer.id, ofMechanic]) expect(await getSide(seller, id)).toBe('seller')
  for (const id of [ofBuyer.id, ofMechanic]) expect(await getSide(buyer, id)).toBe('buyer')
  expect(await getSide(stranger, ofSeller.id)).toBeNull()
  const sides = [await getSideOfList(seller), await getSideOfList(buyer), await getSideOfList(stranger)]
  expect(sides).toEqual(['seller', 'buyer', null])
})
