import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, findUnwantedBike, type BuyerClient, catchError } from '#tests/support/buying.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let karim: BuyerClient
let sadia: BuyerClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
})
afterAll(() => testApp.close())

describe('POST /wishlist', () => {
  test('adds the bike: "Added to wishlist", and it is in My Wishlist', async () => {
    const bike = await findUnwantedBike(testApp)
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
      slug: bike.slug,
      salePrice: bike.salePriceTaka,
      priceWhenKept: bike.salePriceTaka,
      purchaseTime: bike.boughtInYear,
      kilometres: bike.kilometres,
      location: bike.location,
      paid: false,
    })
  })

  test('a second time gets an error', async () => {
    const bike = await findUnwantedBike(testApp)
    await karim('POST /wishlist', { body: { productId: bike.id } })
    const apiError = await catchError(karim('POST /wishlist', { body: { productId: bike.id } }))
    expect(apiError).toMatchObject({ status: 409, message: 'This bike is already in your wishlist.' })
  })

  test('in another’s name is refused', async () => {
    const bike = await findUnwantedBike(testApp)
    const body = { productId: bike.id, email: sadia.email }
    expect(await catchError(karim('POST /wishlist', { body }))).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('GET /wishlist', () => {
  test('has the seller’s name and the deposit that the order of the bike would have', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
    const bike = await createListing(testApp, seller, { salePrice: 149_000 })
    const { insertedId: id } = await karim('POST /wishlist', { body: { productId: bike.id } })
    const read = () => karim('GET /wishlists/:id', { params: { id } })
    expect(await read()).toMatchObject({ sellerName: 'Nadia Motors', deposit: 4_470 })
    const [listed] = await karim('GET /wishlist')
    expect(listed).toEqual(await read())
    await seller('PUT /money/settings', { body: { takesDeposits: false } })
    expect(await read()).toMatchObject({ deposit: 0 })
  })

  test('has the price of the booking if the same person booked the bike', async () => {
    const bike = await findUnwantedBike(testApp)
    const { price } = await book(karim, bike)
    const { insertedId: id } = await karim('POST /wishlist', { body: { productId: bike.id } })
    expect(await karim('GET /wishlists/:id', { params: { id } })).toMatchObject({ salePrice: price })
  })

  test('one item of another person is not there', async () => {
    const bike = await findUnwantedBike(testApp)
    const { insertedId: id } = await sadia('POST /wishlist', { body: { productId: bike.id } })
    expect(await catchError(karim('GET /wishlists/:id', { params: { id } }))).toMatchObject({ status: 404 })
  })
})

describe('the hearts of a page', () => {
  test('are marked for the bikes of the own wishlist, until one is removed', async () => {
    const bike = await findUnwantedBike(testApp)
    const { insertedId: id } = await karim('POST /wishlist', { body: { productId: bike.id } })
    expect((await karim('GET /wishlist/products')).productIds[0]).toBe(bike.id)
    expect((await sadia('GET /wishlist/products')).productIds).not.toContain(bike.id)
    expect(await catchError(sadia('DELETE /wishlist/:id', { params: { id } }))).toMatchObject({ code: 'not_found' })
    expect(await karim('DELETE /wishlist/:id', { params: { id } })).toEqual({ deletedCount: 1 })
    expect((await karim('GET /wishlist/products')).productIds).not.toContain(bike.id)
    expect(await catchError(karim('DELETE /wishlist/:id', { params: { id } }))).toMatchObject({ code: 'not_found' })
  })
})
