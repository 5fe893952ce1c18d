import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, book, claim, refusalOf } from '#tests/support/buying.ts'
import { newMember, offer, pictureOf, product, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let seller: Seller
let other: Seller
let karim: Seller
const absent = '019a0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  shop = await openTestShop({ keep: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  seller = await newMember(shop, 'Seller')
  other = await newMember(shop, 'Seller', 'Babul Mia')
  karim = await shop.as('karim')
})
afterAll(() => shop.close())

const post = async (changes: object, as = seller) =>
  as('POST /allbikes', { body: { ...product(await pictureOf(shop, as)), ...changes } })
const refused = (changes: object) => refusalOf(post(changes))
const onSale = async (id: string) => {
  const list = await shop.visitor('GET /allbikes')
  return list.find((bike) => bike._id === id)
}
const own = async (id: string, as = seller) => {
  const list = await as('GET /allbikes/myproduct', { query: { email: as.email } })
  return list.find((bike) => bike._id === id)
}
/** A bike of the seller's that Karim has paid for. */
const sold = async () => {
  const bike = await offer(shop, seller)
  const order = await book(karim, bike)
  const intent = await begin(karim, order)
  await shop.payFor(intent)
  await karim('POST /payments', { body: claim(karim, order, intent) })
  return bike
}

describe('POST /allbikes', () => {
  test('offers the bike: it stands in the shop and in My Products with every field as typed', async () => {
    const { insertedId } = await post({ email: seller.email, date: '1/1/2099', time: '0:00', status: 'sold' })
    const kept = await own(insertedId)
    expect(kept).toMatchObject({
      ...product(await pictureOf(shop, seller)),
      email: seller.email,
      status: 'available',
      advertise: 'off',
      paid: false,
      verification: false,
      date: '20/11/2026',
      time: '10:00 AM',
    })
    expect(await onSale(insertedId)).toMatchObject({ productName: 'Suzuki Gixxer 155', contactNumber: '01700-••••••' })
  })

  test('is for sellers', async () => {
    expect(await refusalOf(post({}, karim))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    const body = product('/pictures/x.webp')
    expect(await refusalOf(shop.visitor('POST /allbikes', { body }))).toMatchObject({ status: 401 })
  })

  test('in another’s name is refused', async () => {
    expect(await refused({ email: other.email })).toMatchObject({ status: 403, code: 'not_your_email' })
  })

  test.each([
    ['salePrice', 999, 'The lowest price is 1,000 Taka.'],
    ['salePrice', 1_000_000, 'The highest price is 999,999 Taka.'],
    ['salePrice', 1_500.5, 'Enter the price in whole Taka.'],
    ['salePrice', '178000', 'Enter the price in whole Taka.'],
    ['originalPrice', 10_000_000, 'The highest original price is 9,999,999 Taka.'],
    ['purchaseTime', 1949, 'Enter a year of purchase from 1950 on.'],
    ['purchaseTime', 2027, 'The year of purchase is in the future.'],
    ['usedTime', -1, 'The years of use cannot be less than 0.'],
    ['usedTime', 7, 'A bike bought in 2021 was used for at most 6 years.'],
    ['condition', 'Mint', 'Choose Excellent, Good or Fair.'],
    ['name', 'yamaha', 'Choose Yamaha, Suzuki or TVS.'],
    ['name', '', 'Choose Yamaha, Suzuki or TVS.'],
    ['productName', ' \u200B ', 'Use visible characters for a product name.'],
    ['productName', 'ab\u202Ecd', 'Use visible characters for a product name.'],
    ['productName', 'x'.repeat(10_000), 'Use at most 120 characters for a product name.'],
    ['sellerName', '', 'Enter a seller name.'],
    ['contactNumber', '123', 'Enter a contact number with 6 to 15 digits, such as 01712-345678.'],
    ['location', null, 'Enter a location.'],
    ['image', '', 'Choose a picture first.'],
  ])('%s %j is refused with a sentence', async (field, value, message) => {
    expect(await refused({ [field]: value })).toMatchObject({ status: 400, message, body: { field } })
  })

  test('the lowest and the highest price, and an original price below the resale price, are taken', async () => {
    for (const changes of [
      { salePrice: 1_000, originalPrice: 1_000 },
      { salePrice: 999_999, originalPrice: 250_000 },
      { purchaseTime: 2026, usedTime: 1 },
    ]) {
      expect(await post(changes)).toMatchObject({ acknowledged: true })
    }
  })

  test('unknown fields are refused, none of them is kept', async () => {
    for (const field of ['paid', 'advertise', 'verification', 'seller_id', '_id']) {
      expect(await refused({ [field]: true })).toMatchObject({ status: 400, body: { field } })
    }
  })

  test('a picture that somebody else uploaded, or nobody, is refused', async () => {
    const { rows } = await shop.db.$client.query<{ url: string }>('select url from pictures order by url desc limit 1')
    for (const image of [rows[0]?.url, '/pictures/none.webp', 'https://a.example/x.jpg', 'javascript:alert(1)']) {
      expect(await refused({ image })).toMatchObject({
        status: 400,
        code: 'picture_not_uploaded',
        body: { field: 'image' },
      })
    }
  })

  test('a shop may go by another name than its owner, but not by the name of another seller or of the admin', async () => {
    const nameAs = async (sellerName: string) => (await own((await post({ sellerName })).insertedId))?.sellerName
    expect(await nameAs('নাদিয়া মোটরস')).toBe('নাদিয়া মোটরস')
    expect(await nameAs('Karim Sheikh')).toBe('Karim Sheikh')
    expect(await nameAs('RAHIM  uddin.')).toBe('Nadia Haque')
    expect(await nameAs('Ayesha Siddiqua')).toBe('Nadia Haque')
    expect(await nameAs('Nadia Haque')).toBe('Nadia Haque')
  })
})

describe('GET /allbikes/myproduct', () => {
  test('gives the own bikes only, newest first, page by page', async () => {
    const ids = [await offer(shop, other), await offer(shop, other), await offer(shop, other)].map(({ id }) => id)
    const first = await other.page('GET /allbikes/myproduct', { query: { limit: '2' } })
    const second = await other.page('GET /allbikes/myproduct', { query: { limit: '2', cursor: first.next ?? '' } })
    expect([...first.items, ...second.items].map((bike) => bike._id)).toEqual(ids.toReversed())
    expect(second.next).toBeNull()
  })

  test('of another address is refused', async () => {
    const asked = seller('GET /allbikes/myproduct', { query: { email: other.email } })
    expect(await refusalOf(asked)).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('PUT /allbikes/{id}', () => {
  const advertise = (as: Seller, id: string) => as('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })

  test('advertises the bike; a second time changes nothing', async () => {
    const { id } = await offer(shop, seller)
    expect(await advertise(seller, id)).toEqual({ modifiedCount: 1 })
    expect(await onSale(id)).toMatchObject({ advertise: 'on', contactNumber: '01700-000101' })
    expect(await advertise(seller, id)).toEqual({ modifiedCount: 0 })
  })

  test('a bike of another seller and one that is nowhere are the same 404, and nothing is made', async () => {
    const { id } = await offer(shop, other)
    const before = (await shop.visitor('GET /allbikes')).length
    for (const target of [id, absent]) {
      expect(await refusalOf(advertise(seller, target))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await onSale(id))?.advertise).toBe('off')
    expect((await shop.visitor('GET /allbikes')).length).toBe(before)
  })

  test('a sold bike and a withdrawn one are refused', async () => {
    expect(await refusalOf(advertise(seller, (await sold()).id))).toMatchObject({ status: 409, code: 'bike_sold' })
    const { id } = await offer(shop, seller)
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect(await refusalOf(advertise(seller, id))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
  })

  test.each([{}, { advertise: 'off' }, { advertise: true }, { advertise: 'on', paid: true }])(
    'the body %j is refused',
    async (body) => {
      const { id } = await offer(shop, seller)
      const answer = await shop.app.inject({
        method: 'PUT',
        url: `/api/allbikes/${id}`,
        headers: { authorization: `Bearer ${seller.token}` },
        payload: body,
      })
      expect(answer.statusCode).toBe(400)
    },
  )
})

describe('DELETE /allbikes/{id}', () => {
  const remove = (as: Seller, id: string) => as('DELETE /allbikes/:id', { params: { id } })

  test('takes the bike off every list at once; a second time it is not there', async () => {
    const { id } = await offer(shop, seller)
    await seller('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
    expect(await remove(seller, id)).toEqual({ deletedCount: 1 })
    expect([await onSale(id), await own(id)]).toEqual([undefined, undefined])
    const suzukis = await karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' } })
    expect(suzukis.some((bike) => bike._id === id)).toBe(false)
    expect(await refusalOf(remove(seller, id))).toMatchObject({ status: 404 })
  })

  test('a bike of another seller and one that is nowhere are the same 404', async () => {
    const { id } = await offer(shop, other)
    for (const target of [id, absent]) {
      expect(await refusalOf(remove(seller, target))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await onSale(id)).toBeDefined()
  })

  test('a sold bike stays: in My Products it is sold', async () => {
    const { id } = await sold()
    expect(await refusalOf(remove(seller, id))).toMatchObject({ status: 409, code: 'bike_sold' })
    expect(await own(id)).toMatchObject({ status: 'sold', paid: true })
  })

  test('who has booked the bike sees in My Orders that it is withdrawn, and cannot pay for it', async () => {
    const bike = await offer(shop, seller)
    const order = await book(karim, bike)
    await remove(seller, bike.id)
    const [newest] = await karim('GET /bookings')
    expect(newest).toMatchObject({ _id: order.bookingId, status: 'withdrawn', paid: false })
    expect(await refusalOf(begin(karim, order))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
  })
})
