// What booking refuses beside what stands in bookings.test.ts: at the price of an offer, and what the database says.
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { answer, bookAt, offerFor } from '#tests/support/chats/offers.ts'
import { changePast } from '#tests/support/owner-connection.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let seller: MemberClient
let stranger: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[seller, stranger] = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Buyer')]
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const price = 160_000
const registerBuyer = () => registerMember(testApp, 'Buyer', 'Karim Sheikh')
const list = () => createListing(testApp, seller)

/** A bike that a buyer may book at the price of an accepted offer. */
const agree = async () => {
  const [buyer, bike] = [await registerBuyer(), await list()]
  const { offerId } = await offerFor(buyer, bike, price)
  const { dealId } = await answer(seller, offerId, 'accept')
  return { buyer, dealId: dealId ?? '', at: { bike, offerId, price } }
}

describe('at the price of an offer', () => {
  test('only its buyer books, for its bike and at its price, once', async () => {
    const { buyer, at } = await agree()
    expect(await catchError(bookAt(stranger, at))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await catchError(bookAt(buyer, { ...at, bike: await list() }))).toMatchObject({ code: 'not_found' })
    expect(await catchError(bookAt(buyer, { ...at, price: price - 1 }))).toMatchObject({
      code: 'price_changed',
      body: { salePrice: price },
    })
    await bookAt(buyer, at)
    expect(await catchError(bookAt(buyer, at))).toMatchObject({ status: 409, code: 'already_booked' })
  })

  test('nobody books after the deal has ended', async () => {
    const { buyer, dealId, at } = await agree()
    await buyer('POST /deals/:id/cancel', { params: { id: dealId }, body: {} })
    expect(await catchError(bookAt(buyer, at))).toMatchObject({ status: 409, code: 'offer_gone' })
  })
})

describe('who books', () => {
  test('books a bike that is there, once', async () => {
    const [buyer, bike] = [await registerBuyer(), await list()]
    expect(await catchError(book(buyer, { ...bike, id: v7() }))).toMatchObject({ status: 404, code: 'not_found' })
    await book(buyer, bike)
    expect(await catchError(book(buyer, bike))).toMatchObject({ status: 409, code: 'already_booked' })
  })

  test('is told of the own orders alone', async () => {
    const { bookingId } = await book(await registerBuyer(), await list())
    const params = { id: bookingId }
    expect(await catchError(stranger('GET /bookings/:id', { params }))).toMatchObject({ code: 'not_found' })
  })

  test.each([
    ["suspended_until = now() + interval '1 day'", 'suspended'],
    ['removed_at = now()', 'not_signed_in'],
  ])('may do so at the moment at which it is written: %s', async (assignment, code) => {
    const [buyer, bike] = [await registerBuyer(), await list()]
    const changing = await testApp.db.$client.connect()
    try {
      // The request has its member by now and waits for the row of the bike.
      await changing.query('begin')
      await changing.query('select from bikes where id = $1 for update', [bike.id])
      const refused = catchError(book(buyer, bike))
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await testApp.db.$client.query(waiting)).rowCount).toBe(1)
      await changePast(testApp, `update members set ${assignment} where email = '${buyer.email}'`)
      await changing.query('commit')
      expect(await refused).toMatchObject({ code })
    } finally {
      changing.release()
    }
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/bookings/routes.ts'])).toEqual([])
})
