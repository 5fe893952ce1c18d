import { eq, sql } from 'drizzle-orm'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { openTestShop, type TestShop } from '../../tools/test-shop.ts'
import { bikes } from '../bikes/table.ts'
import { members } from '../members/table.ts'
import { payments } from './table.ts'

type Person = Client & { email: string }
let shop: TestShop
let karim: Person
let sadia: Person

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ;[karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
})
afterAll(() => shop.close())

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => ({}),
    (error: unknown) => error,
  )
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** A bike that nobody of the cast wants yet. */
const freshBike = async () => {
  const [bike] = await shop.db
    .select()
    .from(bikes)
    .where(
      sql`${bikes.soldAt} is null and ${bikes.withdrawnAt} is null
        and not exists (select from bookings where bike_id = bikes.id)
        and not exists (select from wishes where bike_id = bikes.id)
        and not exists (select from payments where bike_id = bikes.id)`,
    )
    .limit(1)
  assert(bike, 'needs a bike that nobody wants yet')
  return bike
}

const book = async (as: Person) => {
  const bike = await freshBike()
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePriceTaka,
    producId: bike.id,
  }
  const { insertedId } = await as('POST /bookings', { body })
  return { bike, bookingId: insertedId, price: bike.salePriceTaka }
}

const begin = async (as: Person, order: { bookingId: string; price: number }) => {
  const { clientSecret } = await as('POST /create-payment-intent', {
    body: { price: order.price, bookingId: order.bookingId },
  })
  return intentOf(clientSecret)
}

const claim = (as: Person, order: Awaited<ReturnType<typeof book>>, transactionId: string) => ({
  price: order.price,
  transactionId,
  email: as.email,
  bookingId: order.bookingId,
  productId: order.bike.id,
})

const stateOf = async (intentId: string) => {
  const [row] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row?.state
}

describe('a buyer pays for an order', () => {
  test('with an intent, a card and the two calls of the specification; the order says Paid and the bike is gone', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    await shop.payFor(transactionId)
    const first = await karim('POST /payments', { body: claim(karim, order, transactionId) })
    const second = await karim('POST /payments/product', { body: claim(karim, order, transactionId) })
    expect(second.insertedId).toBe(first.insertedId)

    const orders = await karim('GET /bookings')
    expect(orders.find((one) => one._id === order.bookingId)).toMatchObject({
      paid: true,
      status: 'sold',
      transactionId,
    })
    const onSale = await shop.visitor('GET /allbikes')
    expect(onSale.some((bike) => bike._id === order.bike.id)).toBe(false)
    const category = await sadia('GET /categoryDetails/:name', { params: { name: order.bike.category } })
    expect(category.some((bike) => bike._id === order.bike.id)).toBe(false)
  })

  test('from the wishlist, and the order for the same bike is paid with it', async () => {
    const order = await book(karim)
    const { insertedId: wishlistId } = await karim('POST /wishlist', { body: { productId: order.bike.id } })
    const { clientSecret } = await karim('POST /create-payment-intent', { body: { price: order.price, wishlistId } })
    const transactionId = intentOf(clientSecret)
    await shop.payFor(transactionId)
    const body = { ...claim(karim, order, transactionId), bookingId: wishlistId }
    const first = await karim('POST /payments/wishlist', { body })
    const second = await karim('POST /payments/wishlist/product', { body })
    expect(second.insertedId).toBe(first.insertedId)
    expect(await karim('GET /wishlists/:id', { params: { id: wishlistId } })).toMatchObject({
      paid: true,
      transactionId,
    })
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
      paid: true,
      transactionId,
    })
  })

  test('and gets the same intent again, from the order and from the wishlist alike', async () => {
    const order = await book(karim)
    const { insertedId: wishlistId } = await karim('POST /wishlist', { body: { productId: order.bike.id } })
    const asked = [
      ...Array.from({ length: 10 }, () => ({ bookingId: order.bookingId })),
      ...Array.from({ length: 10 }, () => ({ wishlistId })),
    ]
    const secrets = await Promise.all(
      asked.map((item) => karim('POST /create-payment-intent', { body: { price: order.price, ...item } })),
    )
    expect(new Set(secrets.map((one) => one.clientSecret)).size).toBe(1)
    const rows = await shop.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))
    expect(rows).toHaveLength(1)
  })

  test('even when the page never says so: the signed webhook alone settles it', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    await shop.app.listen({ port: shop.port, host: '127.0.0.1' })
    await shop.payFor(transactionId)
    await expect.poll(() => stateOf(transactionId), { timeout: 5_000 }).toBe('succeeded')
  })
})

describe('nobody pays a price they did not see', () => {
  test('a price that differs is refused with the price as it is', async () => {
    const order = await book(karim)
    const body = { price: order.price - 1_000, bookingId: order.bookingId }
    const refused = await refusal(karim('POST /create-payment-intent', { body }))
    expect(refused).toMatchObject({ status: 409, code: 'price_changed', body: { salePrice: order.price } })
  })

  test.each([-5, 0, 0.1, '1', null, 1e308, 99_999_999_999, [5], true])('a price of %j is refused', async (price) => {
    const karimsToken = karim as Person & { token: string }
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      headers: { authorization: `Bearer ${karimsToken.token}` },
      payload: { price, bookingId: '019a0000-0000-7000-8000-000000000000' },
    })
    expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([400, 'price'])
  })

  test('a booking keeps the price at which it was made', async () => {
    const order = await book(karim)
    await shop.db
      .update(bikes)
      .set({ salePriceTaka: order.price + 5_000 })
      .where(eq(bikes.id, order.bike.id))
    const transactionId = await begin(karim, order)
    expect((await shop.cards.look(transactionId)).amountTaka).toBe(order.price)
  })
})

describe('one bike is sold to one buyer', () => {
  test('while one buyer pays, another is told so', async () => {
    const order = await book(karim)
    await begin(karim, order)
    const body = {
      contactNumber: '01812345678',
      meetingLocation: 'Uttara',
      salePrice: order.price,
      producId: order.bike.id,
    }
    const { insertedId: bookingId } = await sadia('POST /bookings', { body })
    const refused = await refusal(sadia('POST /create-payment-intent', { body: { price: order.price, bookingId } }))
    expect(refused).toMatchObject({
      status: 409,
      code: 'another_buyer_paying',
      message: 'Another buyer is paying for this bike right now.',
    })
  })

  test('a sold bike takes no more money: not from another, not twice from the same', async () => {
    const order = await book(karim)
    const body = {
      contactNumber: '01812345678',
      meetingLocation: 'Uttara',
      salePrice: order.price,
      producId: order.bike.id,
    }
    const { insertedId: bookingId } = await sadia('POST /bookings', { body })
    const transactionId = await begin(karim, order)
    await shop.payFor(transactionId)
    await karim('POST /payments', { body: claim(karim, order, transactionId) })
    expect(await refusal(begin(sadia, { bookingId, price: order.price }))).toMatchObject({ code: 'bike_sold' })
    expect(await refusal(begin(karim, order))).toMatchObject({ code: 'already_paid' })
    expect(await refusal(sadia('POST /bookings', { body }))).toMatchObject({ code: 'bike_sold' })
    expect(await sadia('GET /bookings/:id', { params: { id: bookingId } })).toMatchObject({
      paid: false,
      status: 'sold',
    })
  })

  test('fifty settlers at once write one payment, and all of them hear the same', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    await shop.payFor(transactionId)
    const body = claim(karim, order, transactionId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => karim('POST /payments', { body })))
    expect(new Set(answers.map((one) => one.insertedId)).size).toBe(1)
  })
})

describe('a payment is recorded on the provider’s word, never on the client’s', () => {
  test('an intent that is not paid is not a payment', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    const refused = await refusal(karim('POST /payments', { body: claim(karim, order, transactionId) }))
    expect(refused).toMatchObject({ status: 409, code: 'payment_unfinished' })
  })

  test('an older, cheaper payment of one’s own does not pay for another bike', async () => {
    const [older, wanted] = [await book(karim), await book(karim)]
    const transactionId = await begin(karim, older)
    await shop.payFor(transactionId)
    await karim('POST /payments', { body: claim(karim, older, transactionId) })
    for (const door of ['POST /payments', 'POST /payments/product', 'POST /payments/wishlist/product'] as const) {
      const refused = await refusal(karim(door, { body: claim(karim, wanted, transactionId) }))
      expect(refused).toMatchObject({ status: 409, code: 'payment_mismatch' })
    }
    expect(await karim('GET /bookings/:id', { params: { id: wanted.bookingId } })).toMatchObject({ paid: false })
  })

  test('another’s intent, and one that does not exist, are not there', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    const body = { ...claim(sadia, order, transactionId), email: sadia.email }
    expect(await refusal(sadia('POST /payments', { body }))).toMatchObject({ status: 404 })
    expect(await refusal(karim('POST /payments', { body: claim(karim, order, 'pi_none') }))).toMatchObject({
      status: 404,
    })
  })

  test('a claim in another’s name is refused', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    const body = { ...claim(karim, order, transactionId), email: sadia.email }
    expect(await refusal(karim('POST /payments', { body }))).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('money that cannot buy the bike is sent back', () => {
  test('when the seller took the bike off the shop meanwhile, and the buyer reads why', async () => {
    const order = await book(karim)
    const transactionId = await begin(karim, order)
    await shop.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, order.bike.id))
    await shop.payFor(transactionId)
    const refused = await refusal(karim('POST /payments', { body: claim(karim, order, transactionId) }))
    expect(refused).toMatchObject({
      status: 409,
      code: 'payment_refunded',
      message: expect.stringContaining('took this bike off'),
    })
    expect(await stateOf(transactionId)).toBe('refunded')
    expect(await refundedTaka(transactionId)).toBe(order.price)
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
      paid: false,
      refunded: true,
    })
  })
})

const refundedTaka = async (intentId: string) => {
  for await (const intent of shop.cards.all()) if (intent.id === intentId) return intent.refundedPoisha / 100
  return null
}

describe('the webhook', () => {
  const post = (payload: string, headers: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })

  test.each([
    ['no signature', {}],
    ['a forged signature', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['garbage', { 'stripe-signature': 'x' }],
  ])('with %s is refused', async (_, headers) => {
    const answer = await post('{"type":"payment_intent.succeeded"}', headers)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_signature'])
  })
})

test('the shop’s own books and the provider’s agree: each bike sold once, each charge recorded or sent back', async () => {
  const rows = await shop.db.select().from(payments)
  for await (const intent of shop.cards.all()) {
    if (intent.status !== 'succeeded') continue
    const row = rows.find((payment) => payment.intentId === intent.id)
    const kept = intent.amountPoisha - intent.refundedPoisha
    expect([row?.state, kept]).toEqual(kept > 0 ? ['succeeded', (row?.amountTaka ?? 0) * 100] : ['refunded', 0])
  }
  const buyers = await shop.db.select({ id: members.id }).from(members)
  assert(buyers.length > 2)
})
