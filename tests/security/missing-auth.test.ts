// Orders and wishes of bikes that are not as the buyer’s page shows them, and many at once.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { begin, book, claim, freshBike } from '#tests/support/buying.ts'
import { newMember, offer } from '#tests/support/selling.ts'
import { type Arena, openArena } from './security-test-app.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const order = (of: Arena, changes: object = {}) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: of.P2.salePriceTaka,
  producId: of.P2.id,
  ...changes,
})

const bookAs = (actor: 'B1' | 'B2', body: object) => arena.ask(actor, 'POST /bookings', { body })

test('A087 what is sold, taken off, or of a removed seller is not ordered', async () => {
  const seller = await newMember(arena.shop, 'Seller')
  const [sold, gone, orphan] = [
    await offer(arena.shop, arena.people.S1),
    await offer(arena.shop, arena.people.S1),
    await offer(arena.shop, seller),
  ]
  const paid = await book(arena.people.B2, sold)
  const intent = await begin(arena.people.B2, paid)
  await arena.payFor(intent)
  await arena.people.B2('POST /payments', { body: claim(arena.people.B2, paid, intent) })
  await arena.ask('S1', 'DELETE /allbikes/:id', { params: { id: gone.id } })
  const { rows } = await arena.db.$client.query<{ id: string }>('select id from members where email = $1', [
    seller.email,
  ])
  await arena.ask('A', 'DELETE /users/:id', { params: { id: rows[0]?.id ?? '' } })
  await arena.quietly(async () => {
    for (const [bike, status] of [
      [sold, 409],
      [gone, 404],
      [orphan, 404],
    ] as const) {
      const wanted = { producId: bike.id, salePrice: bike.salePriceTaka }
      expect((await bookAs('B1', order(arena, wanted))).status).toBe(status)
      expect((await arena.ask('B1', 'POST /wishlist', { body: { productId: bike.id } })).status).toBe(status)
    }
  })
})

test('A089 fifty orders of one bike at the same instant are one order', async () => {
  const bike = await freshBike(arena.shop)
  const body = order(arena, { producId: bike.id, salePrice: bike.salePriceTaka })
  const answers = await Promise.all(Array.from({ length: 50 }, () => bookAs('B1', body)))
  const made = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => [409, 429, 503].includes(status))
  expect([made.length, made.length + refused.length]).toEqual([1, 50])
  const { rows } = await arena.db.$client.query('select id from bookings where bike_id = $1', [bike.id])
  expect(rows).toHaveLength(1)
})

test('A089 fifty wishes of one bike at the same instant are one wish', async () => {
  const bike = await freshBike(arena.shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => arena.ask('B1', 'POST /wishlist', { body: { productId: bike.id } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await arena.db.$client.query('select id from wishes where bike_id = $1', [bike.id])
  expect(rows).toHaveLength(1)
})

test('A091 what the client says of a bike’s name, picture and price is not kept', async () => {
  const bike = await freshBike(arena.shop)
  const lies = {
    productName: 'A gift',
    image: 'https://evil.example/x.png',
    producId: bike.id,
    salePrice: bike.salePriceTaka,
  }
  const { text, status } = await bookAs('B2', order(arena, lies))
  assert(status === 200, 'needs an order')
  const { insertedId: id } = JSON.parse(text)
  const kept = await arena.ask('B2', 'GET /bookings/:id', { params: { id } })
  expect(JSON.parse(kept.text)).toMatchObject({
    productName: bike.name,
    image: bike.picture,
    salePrice: bike.salePriceTaka,
    paid: false,
  })
})

test('A091 a wish is paid at the price of the shop, whatever was wished for', async () => {
  const bike = await freshBike(arena.shop)
  const { text, status } = await arena.ask('B2', 'POST /wishlist', { body: { productId: bike.id, salePrice: 1_000 } })
  assert(status === 200, 'needs a wish')
  const { insertedId: wishlistId } = JSON.parse(text)
  const refused = await arena.quietly(() =>
    arena.ask('B2', 'POST /create-payment-intent', { body: { price: 1_000, wishlistId } }),
  )
  expect([refused.status, refused.code, JSON.parse(refused.text).salePrice]).toEqual([
    409,
    'price_changed',
    bike.salePriceTaka,
  ])
})

test('A093 a number with Bangla digits, spaces and dashes is kept as digits alone', async () => {
  const bike = await freshBike(arena.shop)
  const body = order(arena, { producId: bike.id, salePrice: bike.salePriceTaka, contactNumber: '+৮৮০ ১৭১২-৩৪৫৬৭৮' })
  expect((await bookAs('B1', body)).status).toBe(200)
  const { rows } = await arena.db.$client.query('select contact_number from bookings where bike_id = $1', [bike.id])
  expect(rows).toEqual([{ contact_number: '+8801712345678' }])
})

test('A097 a page of five seconds ago neither orders, wishes nor begins to pay for what was sold since', async () => {
  const bike = await freshBike(arena.shop)
  const mine = await book(arena.people.B1, bike)
  const { insertedId: wishlistId } = await arena.people.B1('POST /wishlist', { body: { productId: bike.id } })
  const other = await newMember(arena.shop, 'Buyer')
  const theirs = await book(other, bike)
  const intent = await begin(other, theirs)
  await arena.payFor(intent)
  await other('POST /payments', { body: claim(other, theirs, intent) })
  await arena.quietly(async () => {
    const price = bike.salePriceTaka
    for (const item of [{ bookingId: mine.bookingId }, { wishlistId }]) {
      const answer = await arena.ask('B1', 'POST /create-payment-intent', { body: { price, ...item } })
      expect([answer.status, answer.code]).toEqual([409, 'bike_sold'])
    }
    const late = await bookAs('B2', order(arena, { producId: bike.id, salePrice: price }))
    expect([late.status, late.code]).toEqual([409, 'bike_sold'])
    expect(JSON.parse(late.text).message).toBe('This bike is already sold.')
  })
})
