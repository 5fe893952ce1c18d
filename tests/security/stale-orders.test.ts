// Orders and wishes of bikes that are not as the buyer’s page shows them, and many at once.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, findUnwantedBike, completeSale } from '#tests/support/buying.ts'
import { registerMember, createListing } from '#tests/support/selling.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const createOrderBody = (app: SecurityTestApp, changes: object = {}) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: app.P2.salePriceTaka,
  producId: app.P2.id,
  ...changes,
})

const bookAs = (actor: 'B1' | 'B2', body: object) => testApp.call(actor, 'POST /bookings', { body })

test('A087 what is sold, taken off, or of a removed seller is not ordered', async () => {
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const [sold, gone, orphan] = [
    await createListing(testApp.baseApp, testApp.people.S1),
    await createListing(testApp.baseApp, testApp.people.S1),
    await createListing(testApp.baseApp, seller),
  ]
  const paid = await book(testApp.people.B2, sold)
  const intent = await startPayment(testApp.people.B2, paid)
  await testApp.payIntent(intent)
  await testApp.people.B2('POST /payments', { body: createPaymentBody(testApp.people.B2, paid, intent) })
  await completeSale(testApp, paid.bookingId)
  await testApp.call('S1', 'DELETE /allbikes/:id', { params: { id: gone.id } })
  const { rows } = await testApp.db.$client.query<{ id: string }>('select id from members where email = $1', [
    seller.email,
  ])
  await testApp.call('A', 'DELETE /users/:id', { params: { id: rows[0]?.id ?? '' } })
  await testApp.expectUnchanged(async () => {
    for (const [bike, status] of [
      [sold, 409],
      [gone, 404],
      [orphan, 404],
    ] as const) {
      const wanted = { producId: bike.id, salePrice: bike.salePriceTaka }
      expect((await bookAs('B1', createOrderBody(testApp, wanted))).status).toBe(status)
      expect((await testApp.call('B1', 'POST /wishlist', { body: { productId: bike.id } })).status).toBe(status)
    }
  })
})

test('A089 fifty orders of one bike at the same instant are one order', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const body = createOrderBody(testApp, { producId: bike.id, salePrice: bike.salePriceTaka })
  const answers = await Promise.all(Array.from({ length: 50 }, () => bookAs('B1', body)))
  const made = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => [409, 429, 503].includes(status))
  expect([made.length, made.length + refused.length]).toEqual([1, 50])
  const { rows } = await testApp.db.$client.query('select id from bookings where bike_id = $1', [bike.id])
  expect(rows).toHaveLength(1)
})

test('A089 fifty wishes of one bike at the same instant are one wish', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => testApp.call('B1', 'POST /wishlist', { body: { productId: bike.id } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await testApp.db.$client.query('select id from wishes where bike_id = $1', [bike.id])
  expect(rows).toHaveLength(1)
})

test('A091 what the client says of a bike’s name, picture and price is not kept', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const lies = {
    productName: 'A gift',
    image: 'https://evil.example/x.png',
    producId: bike.id,
    salePrice: bike.salePriceTaka,
  }
  const { text, status } = await bookAs('B2', createOrderBody(testApp, lies))
  assert(status === 200, 'needs an order')
  const { insertedId: id } = JSON.parse(text)
  const booking = await testApp.call('B2', 'GET /bookings/:id', { params: { id } })
  expect(JSON.parse(booking.text)).toMatchObject({
    productName: bike.name,
    image: bike.picture,
    salePrice: bike.salePriceTaka,
    paid: false,
  })
})

test('A091 a wish is paid at the price of the shop, whatever was wished for', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const { text, status } = await testApp.call('B2', 'POST /wishlist', {
    body: { productId: bike.id, salePrice: 1_000 },
  })
  assert(status === 200, 'needs a wish')
  const { insertedId: wishlistId } = JSON.parse(text)
  const refused = await testApp.expectUnchanged(() =>
    testApp.call('B2', 'POST /create-payment-intent', { body: { price: 1_000, wishlistId } }),
  )
  expect([refused.status, refused.code, JSON.parse(refused.text).salePrice]).toEqual([
    409,
    'price_changed',
    bike.salePriceTaka,
  ])
})

test('A093 a number with Bangla digits, spaces and dashes is kept as digits alone', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const body = createOrderBody(testApp, {
    producId: bike.id,
    salePrice: bike.salePriceTaka,
    contactNumber: '+৮৮০ ১৭১২-৩৪৫৬৭৮',
  })
  expect((await bookAs('B1', body)).status).toBe(200)
  const { rows } = await testApp.db.$client.query('select contact_number from bookings where bike_id = $1', [bike.id])
  expect(rows).toEqual([{ contact_number: '+8801712345678' }])
})

test('A097 a page of five seconds ago neither orders, wishes nor begins to pay for what was sold since', async () => {
  const bike = await findUnwantedBike(testApp.baseApp)
  const mine = await book(testApp.people.B1, bike)
  const { insertedId: wishlistId } = await testApp.people.B1('POST /wishlist', { body: { productId: bike.id } })
  const other = await registerMember(testApp.baseApp, 'Buyer')
  const theirs = await book(other, bike)
  const intent = await startPayment(other, theirs)
  await testApp.payIntent(intent)
  await other('POST /payments', { body: createPaymentBody(other, theirs, intent) })
  const price = bike.salePriceTaka
  const expectNoPayment = async (code: string) => {
    for (const item of [{ bookingId: mine.bookingId }, { wishlistId }]) {
      const answer = await testApp.call('B1', 'POST /create-payment-intent', { body: { price, ...item } })
      expect([answer.status, answer.code]).toEqual([409, code])
    }
  }
  await testApp.expectUnchanged(() => expectNoPayment('promised_to_another'))
  await completeSale(testApp, theirs.bookingId)
  await testApp.expectUnchanged(async () => {
    await expectNoPayment('bike_sold')
    const late = await bookAs('B2', createOrderBody(testApp, { producId: bike.id, salePrice: price }))
    expect([late.status, late.code]).toEqual([409, 'bike_sold'])
    expect(JSON.parse(late.text).message).toBe('This bike is already sold.')
  })
})
