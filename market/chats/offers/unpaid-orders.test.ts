// A buyer may have 20 unpaid orders, however they began; here it is two.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { catchError } from '#tests/support/buying.ts'
import { answer, offerFor, offerIn } from '#tests/support/chats/offers.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, limits: { ...createLimits(1_000), maxLiveBookings: 2 } })
  seller = await registerMember(testApp, 'Seller')
})
afterAll(() => testApp.close())

const accept = async (bike: { id: string }, buyer: MemberClient) => {
  const { offerId } = await offerFor(buyer, bike, 160_000)
  return answer(seller, offerId, 'accept')
}

test('a seller cannot accept the offer of a buyer with enough unpaid orders until one has ended', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const bikes = [await createListing(testApp, seller), await createListing(testApp, seller)]
  const third = await createListing(testApp, seller)
  const waiting = await offerFor(buyer, third, 160_000)
  const [first] = [await accept(bikes[0] ?? third, buyer), await accept(bikes[1] ?? third, buyer)]
  expect(await catchError(answer(seller, waiting.offerId, 'accept'))).toMatchObject({
    status: 409,
    code: 'buyer_has_enough',
  })
  await buyer('POST /deals/:id/cancel', { params: { id: first.dealId ?? '' }, body: {} })
  expect(await answer(seller, waiting.offerId, 'accept')).toMatchObject({ modifiedCount: 1 })
})

test('a buyer with enough unpaid orders neither offers nor accepts, but about a bike of an order', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const [booked, other, another, fresh] = [
    await createListing(testApp, seller),
    await createListing(testApp, seller),
    await createListing(testApp, seller),
    await createListing(testApp, seller),
  ]
  const made = await offerFor(buyer, another, 150_000)
  const { offerId: countered } = await offerIn(seller, made.chatId, 170_000)
  await buyer('POST /bookings', {
    body: {
      contactNumber: '01712345678',
      meetingLocation: 'Farmgate',
      salePrice: booked.salePriceTaka,
      producId: booked.id,
    },
  })
  await accept(other, buyer)
  const enough = { status: 409, code: 'too_many_bookings' }
  expect(await catchError(offerFor(buyer, fresh, 160_000))).toMatchObject(enough)
  expect(await catchError(answer(buyer, countered, 'accept'))).toMatchObject(enough)
  expect(await accept(booked, buyer)).toMatchObject({ modifiedCount: 1 })
})

test('lowest prices that accept at the same moment promise a buyer two bikes and no more', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const bikes = []
  for (let count = 0; count < 8; count += 1) {
    const bike = await createListing(testApp, seller)
    const body = { isPriceFixed: false, floor: 160_000 }
    await seller('PUT /allbikes/myproduct/:id/offers', { params: { id: bike.id }, body })
    bikes.push(bike)
  }
  const answers = await Promise.all(
    bikes.map((bike) =>
      offerFor(buyer, bike, 160_000).then(
        ({ offer }) => offer?.state ?? '',
        (error: unknown) => (error instanceof ApiResponseError ? error.code : String(error)),
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['accepted', 'accepted', ...Array.from({ length: 6 }, () => 'too_many_bookings')])
})

test('a seller who accepts eight offers of one buyer at the same moment promises two bikes and no more', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const offers: string[] = []
  for (let count = 0; count < 8; count += 1)
    offers.push((await offerFor(buyer, await createListing(testApp, seller), 160_000)).offerId)
  const answers = await Promise.all(
    offers.map((offerId) =>
      answer(seller, offerId, 'accept').then(
        () => 'accepted',
        (error: unknown) => (error instanceof ApiResponseError ? error.code : String(error)),
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['accepted', 'accepted', ...Array.from({ length: 6 }, () => 'buyer_has_enough')])
})
