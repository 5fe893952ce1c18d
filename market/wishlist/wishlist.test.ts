import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  book,
  type BuyerClient,
  catchError,
  completeSale,
  createPaymentBody,
  findUnwantedBike,
  parseIntentId,
} from '#tests/support/buying.ts'
import { callSandbox } from '#tests/support/card-events.ts'
import {
  beginDeal,
  findAllViolations,
  handOverDeal,
  payDeal,
  releaseDeal,
  type TestDeal,
} from '#tests/support/money.ts'
import { estimateAllPrices } from '#tests/support/price-estimate-fixtures.ts'
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
      year: bike.registeredInYear ?? bike.boughtInYear,
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

  test('has what a card of the search shows of the price, the papers and the seller', async () => {
    const { visitor } = testApp
    await estimateAllPrices(testApp)
    const listed = await visitor('GET /allbikes', { query: { limit: '100' } })
    const seen = new Set<unknown>()
    const buyer = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
    for (const bike of listed) {
      const { priceVerdict, verification, papersLevel, isInspected } = bike
      if (seen.has(`${priceVerdict} ${verification}`)) continue
      seen.add(`${priceVerdict} ${verification}`)
      await buyer('POST /wishlist', { body: { productId: bike._id } })
      const [newest] = await buyer('GET /wishlist')
      expect(newest).toMatchObject({ productId: bike._id, priceVerdict, verification, papersLevel, isInspected })
    }
    expect(
      [...seen].some((one) => String(one).startsWith('fair')),
      'needs a fair price',
    ).toBe(true)
    expect(
      [...seen].some((one) => String(one).endsWith('true')),
      'needs a verified seller',
    ).toBe(true)
    expect(
      [...seen].some((one) => String(one).endsWith('false')),
      'needs an unverified seller',
    ).toBe(true)
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

describe('a saved bike that was bought', () => {
  const readWish = async (buyer: BuyerClient) => (await buyer('GET /wishlist'))[0]
  const remove = (buyer: BuyerClient, id: string) => buyer('DELETE /wishlist/:id', { params: { id } })
  const wish = async ({ buyer, order }: TestDeal) => {
    const { insertedId: id } = await buyer('POST /wishlist', { body: { productId: order.bike.id } })
    return id
  }

  test('says so and can be taken off, also while its order is paid; the order stays', async () => {
    const deal = await beginDeal(testApp)
    const id = await wish(deal)
    await payDeal(testApp, deal)
    expect(await readWish(deal.buyer)).toMatchObject({ _id: id, paid: true, isBought: false, mayRemove: true })
    await handOverDeal(deal)
    await releaseDeal(deal)
    const bought = { paid: true, isBought: true, mayRemove: true, dealId: deal.id }
    expect(await readWish(deal.buyer)).toMatchObject(bought)
    expect(await remove(deal.buyer, id)).toEqual({ deletedCount: 1 })
    expect(await deal.buyer('GET /wishlist')).toEqual([])
    expect(await deal.buyer('GET /bookings/:id', { params: deal.params })).toMatchObject({ paid: true })
    expect((await findAllViolations(testApp)).violations).toEqual([])
  })

  test('for cash says so too', async () => {
    const deal = await beginDeal(testApp)
    const id = await wish(deal)
    await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
    const forCash = { outcome: 'bought_for_cash' } as const
    await deal.seller('PUT /deals/:id/outcome', { params: deal.params, body: forCash })
    expect(await readWish(deal.buyer)).toMatchObject({ isBought: false })
    await deal.buyer('PUT /deals/:id/outcome', { params: deal.params, body: forCash })
    expect(await readWish(deal.buyer)).toMatchObject({ paid: false, status: 'sold', isBought: true, mayRemove: true })
    expect(await remove(deal.buyer, id)).toEqual({ deletedCount: 1 })
  })

  test('by somebody else is not said to be bought, and can be taken off', async () => {
    const deal = await beginDeal(testApp)
    const other = await registerMember(testApp, 'Buyer', 'Sadia Islam')
    const id = await wish({ ...deal, buyer: other })
    await payDeal(testApp, deal)
    await handOverDeal(deal)
    expect(await readWish(other)).toMatchObject({ paid: false, status: 'sold', isBought: false, mayRemove: true })
    expect(await remove(other, id)).toEqual({ deletedCount: 1 })
  })

  test('from the wishlist stays until its deal ends: it has no other row', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
    const buyer = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
    const bike = await createListing(testApp, seller, { salePrice: 149_000 })
    const { insertedId: id } = await buyer('POST /wishlist', { body: { productId: bike.id } })
    const order = { bike, bookingId: id, price: 149_000 }
    const body = { price: order.price, wishlistId: id }
    const intentId = parseIntentId(await buyer('POST /create-payment-intent', { body }))
    await callSandbox(testApp, `/v1/payment_intents/${intentId}/confirm`, {
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    })
    await buyer('POST /payments/wishlist', { body: createPaymentBody(buyer, order, intentId) })
    const paid = await readWish(buyer)
    expect(paid).toMatchObject({ paid: true, isBought: false, mayRemove: false })
    expect(await catchError(remove(buyer, id))).toMatchObject({ code: 'already_paid' })
    await completeSale(testApp, paid?.dealId ?? '')
    expect(await readWish(buyer)).toMatchObject({ paid: true, isBought: true, mayRemove: true })
    expect(await remove(buyer, id)).toEqual({ deletedCount: 1 })
    expect((await findAllViolations(testApp)).violations).toEqual([])
  })

  test('and is saved after its order was paid counts as paid', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal, { purpose: 'deposit' })
    await wish(deal)
    expect(await readWish(deal.buyer)).toMatchObject({ paid: true, mayRemove: true })
    expect((await findAllViolations(testApp)).violations).toEqual([])
  })
})
