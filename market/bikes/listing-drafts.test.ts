// Listing a bike twice with the same draft id, as after a lost response.
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { registerMember, insertUploadedPicture, createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let image: string
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
  image = await insertUploadedPicture(testApp, seller)
})
afterAll(() => testApp.close())

const countBikes = async (who: MemberClient) => (await who('GET /allbikes/myproduct')).length

test('the same draft of the same seller is one bike, one after the other and all at once', async () => {
  const body = { ...createProductBody(image), draftId: v7() }
  const before = await countBikes(seller)
  const { insertedId } = await seller('POST /allbikes', { body })
  expect((await seller('POST /allbikes', { body })).insertedId).toBe(insertedId)
  const concurrentBody = { ...createProductBody(image), draftId: v7() }
  const answers = await Promise.all(Array.from({ length: 8 }, () => seller('POST /allbikes', { body: concurrentBody })))
  expect(new Set(answers.map((answer) => answer.insertedId)).size).toBe(1)
  expect(await countBikes(seller)).toBe(before + 2)
})

test('a draft that was changed after it had arrived is not taken for the old one, and not for a new one', async () => {
  const draftId = v7()
  const { insertedId } = await seller('POST /allbikes', { body: { ...createProductBody(image), draftId } })
  const before = await countBikes(seller)
  const cheaper = { ...createProductBody(image), salePrice: 99_000, draftId }
  expect(await catchError(seller('POST /allbikes', { body: cheaper }))).toMatchObject({
    status: 409,
    code: 'draft_used',
  })
  expect(await countBikes(seller)).toBe(before)
  // With another draft id it is another bike.
  const other = await seller('POST /allbikes', { body: { ...cheaper, draftId: v7() } })
  expect(other.insertedId).not.toBe(insertedId)
})

test('a refused draft may be mended and sent again under its id', async () => {
  const draftId = v7()
  const broken = { ...createProductBody('/pictures/none.webp'), draftId }
  expect(await catchError(seller('POST /allbikes', { body: broken }))).toMatchObject({ code: 'picture_not_uploaded' })
  expect((await seller('POST /allbikes', { body: { ...createProductBody(image), draftId } })).acknowledged).toBe(true)
})

test('without an id two alike are two bikes, and another seller’s id is their own', async () => {
  const before = await countBikes(seller)
  for (const _ of [1, 2]) await seller('POST /allbikes', { body: createProductBody(image) })
  expect(await countBikes(seller)).toBe(before + 2)
  const draftId = v7()
  const mine = await seller('POST /allbikes', { body: { ...createProductBody(image), draftId } })
  const neighbour = await registerMember(testApp, 'Seller', 'Babul Mia')
  const theirs = await neighbour('POST /allbikes', {
    body: { ...createProductBody(await insertUploadedPicture(testApp, neighbour)), draftId },
  })
  expect(theirs.insertedId).not.toBe(mine.insertedId)
})
