// What a moderator sees of the advertisement of a case: what it said before, and whose picture it has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earlierAdvertisementDays } from '#contract/time/lifetimes.ts'
import { dayMs } from '#contract/time/durations.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import {
  createProductBody,
  editListing,
  getMemberId,
  insertOwnPicture,
  type MemberClient,
  registerMember,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const readCase = async (bikeId: string) =>
  market.moderator('GET /cases/:id', { params: { id: await market.findCase(bikeId) } })
const countEarlier = async (bikeId: string) => {
  const { rows } = await testApp.db.$client.query('select from earlier_advertisements where bike_id = $1', [bikeId])
  return rows.length
}
/** Runs the job that deletes what is old, so long after now. */
const deleteOldAfter = async (ms: number) => {
  const before = clock.now
  clock.now = new Date(before.getTime() + ms)
  try {
    await testApp.deleteOldNotifications()
  } finally {
    clock.now = before
  }
}

test('a moderator reads what a reported advertisement said before its seller changed it', async () => {
  const { seller, bike } = await market.createReported()
  const reported = await readCase(bike.id)
  expect(reported).toMatchObject({ earlierAdvertisements: [], pictures: [expect.any(String)] })
  const until = clock.now.toISOString()
  await editListing(seller, bike.id, { description: 'Pay half in advance.', location: 'Uttara, Dhaka' })
  await editListing(seller, bike.id, { salePrice: 160_000, productName: 'Suzuki Gixxer SF' })
  const { productName, price, location, description } = reported
  const first = { until, productName, price, location, description }
  const second = { ...first, description: 'Pay half in advance.', location: 'Uttara, Dhaka' }
  const found = await readCase(bike.id)
  expect(found.earlierAdvertisements).toEqual([second, first])
  expect(found).toMatchObject({ productName: 'Suzuki Gixxer SF', price: 160_000 })
})

test('a change of something else than name, price, place and description keeps nothing', async () => {
  const { seller, bike } = await market.createReported()
  await editListing(seller, bike.id, { kilometres: 12_000, owners: 2 })
  expect(await countEarlier(bike.id)).toBe(0)
})

test('the newest ten changes are shown', async () => {
  const { seller, bike } = await market.createReported()
  for (let change = 1; change <= 11; change += 1) await editListing(seller, bike.id, { salePrice: 150_000 + change })
  const { earlierAdvertisements } = await readCase(bike.id)
  expect(earlierAdvertisements.map(({ price }) => price)).toEqual(
    Array.from({ length: 10 }, (_, index) => 150_010 - index),
  )
})

test('earlier texts are deleted after 90 days, but not while a case about the bike is open', async () => {
  const { seller, bike, caseId } = await market.createReported()
  await editListing(seller, bike.id, { salePrice: 160_000 })
  const age = earlierAdvertisementDays * dayMs
  await deleteOldAfter(age + 1)
  expect(await countEarlier(bike.id)).toBe(1)
  await market.decide(market.moderator, caseId, 'nothing')
  await deleteOldAfter(age)
  expect(await countEarlier(bike.id)).toBe(1)
  await deleteOldAfter(age + 1)
  expect(await countEarlier(bike.id)).toBe(0)
})

test('earlier texts are in the own data of their seller, and a removal deletes them', async () => {
  const { seller, bike } = await market.createReported()
  await editListing(seller, bike.id, { description: 'Pay half in advance.' })
  await editListing(seller, bike.id, { description: 'First owner.' })
  const readExport = async ({ cookie }: MemberClient) =>
    (await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })).json<{
      earlierAdvertisements: { productId: string; description: string | null }[]
    }>().earlierAdvertisements
  expect(await readExport(seller)).toMatchObject([
    { productId: bike.id, description: 'Pay half in advance.' },
    { productId: bike.id, description: null },
  ])
  expect(await readExport((await market.createReported()).seller)).toEqual([])
  const admin = await testApp.signInAs('ayesha')
  await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, seller) } })
  expect(await countEarlier(bike.id)).toBe(0)
})

/** A bike with a picture of this hash, which somebody reports. */
const listWithPicture = async (seller: MemberClient, dhash: bigint) => {
  const image = await insertOwnPicture(testApp, seller, dhash)
  const { insertedId: id } = await seller('POST /allbikes', { body: createProductBody(image) })
  await market.report(market.reporters[0], id)
  return { id, image }
}

test('a moderator sees the picture beside the one of the other bike, and whose that is', async () => {
  const [first, copier] = [
    await registerMember(testApp, 'Seller', 'Rahim Uddin'),
    await registerMember(testApp, 'Seller'),
  ]
  const hash = 0x123456789abcdef0n
  const original = await listWithPicture(first, hash)
  const copy = await listWithPicture(copier, hash ^ 0b1n)
  expect((await readCase(copy.id)).samePicture).toEqual({
    own: copy.image,
    other: original.image,
    productName: 'Suzuki Gixxer 155',
    sellerId: await getMemberId(testApp, first),
    sellerName: 'Rahim Uddin',
  })
  expect((await readCase(original.id)).samePicture).toBeNull()
})
