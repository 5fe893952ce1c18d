// A bike that is sent to the shop twice, because the answer to the first time was lost.
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '#tests/support/buying.ts'
import { newMember, pictureOf, product, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let seller: Seller
let image: string
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  seller = await newMember(shop, 'Seller')
  image = await pictureOf(shop, seller)
})
afterAll(() => shop.close())

const bikesOf = async (who: Seller) => (await who('GET /allbikes/myproduct')).length

test('the same draft of the same seller is one bike, one after the other and all at once', async () => {
  const body = { ...product(image), draftId: v7() }
  const before = await bikesOf(seller)
  const { insertedId } = await seller('POST /allbikes', { body })
  expect((await seller('POST /allbikes', { body })).insertedId).toBe(insertedId)
  const atOnce = { ...product(image), draftId: v7() }
  const answers = await Promise.all(Array.from({ length: 8 }, () => seller('POST /allbikes', { body: atOnce })))
  expect(new Set(answers.map((answer) => answer.insertedId)).size).toBe(1)
  expect(await bikesOf(seller)).toBe(before + 2)
})

test('a draft that was changed after it had arrived is not taken for the old one, and not for a new one', async () => {
  const draftId = v7()
  const { insertedId } = await seller('POST /allbikes', { body: { ...product(image), draftId } })
  const before = await bikesOf(seller)
  const cheaper = { ...product(image), salePrice: 99_000, draftId }
  expect(await refusalOf(seller('POST /allbikes', { body: cheaper }))).toMatchObject({
    status: 409,
    code: 'draft_used',
  })
  expect(await bikesOf(seller)).toBe(before)
  // Under an id of its own it is another bike.
  const other = await seller('POST /allbikes', { body: { ...cheaper, draftId: v7() } })
  expect(other.insertedId).not.toBe(insertedId)
})

test('a refused draft may be mended and sent again under its id', async () => {
  const draftId = v7()
  const broken = { ...product('/pictures/none.webp'), draftId }
  expect(await refusalOf(seller('POST /allbikes', { body: broken }))).toMatchObject({ code: 'picture_not_uploaded' })
  expect((await seller('POST /allbikes', { body: { ...product(image), draftId } })).acknowledged).toBe(true)
})

test('without an id two alike are two bikes, and another seller’s id is their own', async () => {
  const before = await bikesOf(seller)
  for (const _ of [1, 2]) await seller('POST /allbikes', { body: product(image) })
  expect(await bikesOf(seller)).toBe(before + 2)
  const draftId = v7()
  const mine = await seller('POST /allbikes', { body: { ...product(image), draftId } })
  const neighbour = await newMember(shop, 'Seller', 'Babul Mia')
  const theirs = await neighbour('POST /allbikes', { body: { ...product(await pictureOf(shop, neighbour)), draftId } })
  expect(theirs.insertedId).not.toBe(mine.insertedId)
})
