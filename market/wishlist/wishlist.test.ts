import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, freshBike, type Person, refusalOf } from '#tests/support/buying.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let karim: Person
let sadia: Person

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ;[karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
})
afterAll(() => shop.close())

describe('POST /wishlist', () => {
  test('adds the bike: "Added to wishlist", and it stands in My Wishlist', async () => {
    const bike = await freshBike(shop)
    const body = {
      productName: bike.name,
      email: karim.email,
      salePrice: bike.salePriceTaka,
      image: bike.picture,
      productId: bike.id,
    }
    const answer = await karim('POST /wishlist', { body })
    expect(answer).toMatchObject({ acknowledged: true, message: 'Added to wishlist' })
    const [newest] = await karim('GET /wishlist')
    expect(newest).toMatchObject({
      _id: answer.insertedId,
      productId: bike.id,
      salePrice: bike.salePriceTaka,
      paid: false,
    })
  })

  test('a second time is told so', async () => {
    const bike = await freshBike(shop)
    await karim('POST /wishlist', { body: { productId: bike.id } })
    const refused = await refusalOf(karim('POST /wishlist', { body: { productId: bike.id } }))
    expect(refused).toMatchObject({ status: 409, message: 'This bike is already in your wishlist.' })
  })

  test('in another’s name is refused', async () => {
    const bike = await freshBike(shop)
    const body = { productId: bike.id, email: sadia.email }
    expect(await refusalOf(karim('POST /wishlist', { body }))).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('GET /wishlist', () => {
  test('asks for the price of the booking where the same person booked the bike', async () => {
    const bike = await freshBike(shop)
    const { price } = await book(karim, bike)
    const { insertedId: id } = await karim('POST /wishlist', { body: { productId: bike.id } })
    expect(await karim('GET /wishlists/:id', { params: { id } })).toMatchObject({ salePrice: price })
  })

  test('one item of another person is not there', async () => {
    const bike = await freshBike(shop)
    const { insertedId: id } = await sadia('POST /wishlist', { body: { productId: bike.id } })
    expect(await refusalOf(karim('GET /wishlists/:id', { params: { id } }))).toMatchObject({ status: 404 })
  })
})
