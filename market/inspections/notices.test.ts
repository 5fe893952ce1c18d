// Who is told that an inspection is signed: who waits for a mechanic, and the seller of the deal whose sides alone read it.
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

/** A bike on sale, somebody with a deal about it, and somebody with a deal about another bike of its seller. */
const begin = async () => {
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const [buyer, other] = [
    await registerMember(testApp, 'Buyer', 'Karim Ali'),
    await registerMember(testApp, 'Buyer', 'Sadia Khan'),
  ]
  const bike = await createListing(testApp, seller)
  await book(buyer, bike)
  await book(other, await createListing(testApp, seller))
  return { seller, buyer, other, bikeId: bike.id, slug: await getSlug(testApp, bike.id) }
}
const signAsMechanic = async (inviter: MemberClient, slug: string) => {
  const { token } = await inviter('POST /bikes/:slug/inspections/invitations', { params: { slug } })
  const answers = answer(inspectionPoints)
  await testApp.visitor('POST /mechanic-inspections/answers', { body: { token, answers } })
  const body = { token, name: 'Md. Selim', workshop: 'Selim Auto', contactNumber: '01911000222' }
  await testApp.visitor('POST /mechanic-inspections/sign', { body })
  // The same again has no further effect.
  await testApp.visitor('POST /mechanic-inspections/sign', { body })
}
const listNotices = async (member: MemberClient) =>
  (await member('GET /notifications'))
    .filter(({ kind }) => /(?:inspection|mechanic)_signed$/.test(kind))
    .map(({ kind, side, productId, dealId }) => ({ kind, side, productId, isOfDeal: dealId !== null }))
test('the inspection of a buyer is told to the seller of the deal, and to nobody else', async () => {
  const { seller, buyer, other, bikeId, slug } = await begin()
  await signInspection(buyer, slug, { kind: 'buyer' })
  expect(await listNotices(seller)).toEqual([
    { kind: 'inspection_signed', side: 'seller', productId: bikeId, isOfDeal: true },
  ])
  expect([await listNotices(buyer), await listNotices(other)]).toEqual([[], []])
})

test('that of a mechanic whom a buyer invited is told to the buyer and to the seller of the deal, once', async () => {
  const { seller, buyer, other, bikeId, slug } = await begin()
  await signAsMechanic(buyer, slug)
  const notice = { kind: 'mechanic_signed', productId: bikeId, isOfDeal: true }
  expect(await listNotices(buyer)).toEqual([{ ...notice, side: 'buyer' }])
  expect(await listNotices(seller)).toEqual([{ ...notice, side: 'seller' }])
  expect(await listNotices(other)).toEqual([])
})

test('that of a mechanic whom the seller invited is told to the seller, once, and an own one to nobody', async () => {
  const { seller, buyer, bikeId, slug } = await begin()
  await signInspection(seller, slug)
  expect([await listNotices(seller), await listNotices(buyer)]).toEqual([[], []])
  await signAsMechanic(seller, slug)
  expect(await listNotices(seller)).toEqual([
    { kind: 'own_mechanic_signed', side: null, productId: bikeId, isOfDeal: false },
  ])
  expect(await listNotices(buyer)).toEqual([])
})
