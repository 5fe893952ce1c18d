import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { begin, book, claim, refusalOf } from '#tests/support/buying.ts'
import { newMember, offer, pictureOf, product, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let seller: Seller
let karim: Seller

beforeAll(async () => {
  shop = await openTestShop({ keep: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  seller = await newMember(shop, 'Seller')
  karim = await shop.as('karim')
})
afterAll(() => shop.close())

/** Lets as many of the shop's own pictures count as uploaded by the seller. */
const picturesOf = async ({ email }: Seller, count: number): Promise<string[]> => {
  const { rows } = await shop.db.$client.query<{ picture: string }>(
    `insert into picture_uploads (member_id, picture, uploaded_at)
     select members.id, url, now() from members, (select url from pictures order by url limit $2) as few where email = $1
     on conflict (member_id, picture) do update set uploaded_at = now() returning picture`,
    [email, count],
  )
  return rows.map(({ picture }) => picture)
}

const known = {
  brand: 'Suzuki',
  model: 'Gixxer 155',
  engineCc: 155,
  kilometres: 21_400,
  registrationDistrict: 'dhaka' as const,
  registrationYear: 2021,
  owners: 1,
  description: 'Engine never opened.\nকাগজপত্র ঠিক আছে।',
}

const look = (id: string, as = seller) => as('GET /allbikes/myproduct/:id', { params: { id } })
/** Changes the bike as somebody does who has just opened it. */
const change = async (id: string, changes: object, as = seller) => {
  const body = { ...product(await pictureOf(shop, as)), version: 1, ...changes }
  return as('PUT /allbikes/myproduct/:id', { params: { id }, body })
}
const refused = async (changes: object) =>
  refusalOf(seller('POST /allbikes', { body: { ...product(await pictureOf(shop, seller)), ...changes } }))
const columns = async (id: string) => {
  const { rows } = await shop.db.$client.query<Record<string, unknown>>('select * from bikes where id = $1', [id])
  assert(rows[0], 'needs the bike')
  return rows[0]
}

describe('a bike that knows itself', () => {
  test('keeps everything that its seller says beyond the specification, and up to ten pictures in their order', async () => {
    const [image = '', ...moreImages] = await picturesOf(seller, 10)
    assert(moreImages.length === 9, 'needs ten pictures')
    const body = { ...product(image), ...known, moreImages: moreImages.toReversed() }
    const { insertedId } = await seller('POST /allbikes', { body })
    expect(await look(insertedId)).toMatchObject({ ...body, version: 1, contactNumber: '01700-000101' })
  })

  test('needs none of it', async () => {
    const { id } = await offer(shop, seller)
    const nothing = { brand: null, model: null, engineCc: null, kilometres: null, owners: null, description: null }
    expect(await look(id)).toMatchObject({ ...nothing, registrationDistrict: null, moreImages: [] })
  })

  test('is known to the catalogue under every spelling, and else by the name that it was given', async () => {
    for (const [brand, model, seen] of [
      ['সুজুকি', 'gixer', ['Suzuki', 'Gixxer 155']],
      ['SUZUKI', 'g s x-r 150', ['Suzuki', 'GSX-R150']],
      ['Suzuki', 'Katana', ['Suzuki', 'Katana']],
      ['Honda', 'Hornet', ['Honda', 'CB Hornet 160R']],
      ['Jialing', 'JH 70', ['Jialing', 'JH 70']],
    ] as const) {
      const body = { ...product(await pictureOf(shop, seller)), brand, model }
      const { insertedId } = await seller('POST /allbikes', { body })
      const bike = await look(insertedId)
      expect([bike.brand, bike.model]).toEqual(seen)
    }
  })

  test('knows the district in which it stands from its location, in both scripts', async () => {
    for (const [location, district] of [
      ['Mirpur 10, Dhaka', 'dhaka'],
      ['চকবাজার, চট্টগ্রাম', 'chattogram'],
      ["Kolatoli, Cox's Bazar", 'coxs-bazar'],
      ['Bangshal, Old Dhaka', 'dhaka'],
      ['near the bridge', null],
    ] as const) {
      const { id } = await offer(shop, seller, { location })
      expect(await columns(id)).toMatchObject({ district })
    }
  })

  test('has a public address made of its name, which stays when the name changes', async () => {
    const { id } = await offer(shop, seller, { productName: 'Suzuki Gixxer (155) জিক্সার' })
    const { slug } = await look(id)
    expect(slug).toMatch(/^suzuki-gixxer-155-[0-9a-f]{10}$/)
    await change(id, { productName: 'Suzuki Gixxer SF' })
    expect(await look(id)).toMatchObject({ slug, productName: 'Suzuki Gixxer SF' })
    const { id: bangla } = await offer(shop, seller, { productName: 'জিক্সার' })
    expect((await look(bangla)).slug).toMatch(/^[0-9a-f]{10}$/)
  })

  test.each([
    ['brand', { brand: 'Yamaha' }, 'The brand is Yamaha and the category is Suzuki. Choose the same for both.'],
    ['brand', { model: 'Gixxer 155' }, 'Enter the brand of this model too.'],
    ['brand', { brand: 'x'.repeat(41) }, 'Use at most 40 characters for a brand.'],
    ['engineCc', { engineCc: 49 }, 'The smallest engine has 50 cc.'],
    ['engineCc', { engineCc: 376 }, 'The largest engine that may be registered has 375 cc.'],
    ['kilometres', { kilometres: 1_000_000 }, 'The kilometres cannot be more than 999,999.'],
    ['registrationDistrict', { registrationDistrict: 'Dhaka' }, 'Choose one of the 64 districts.'],
    ['registrationYear', { registrationYear: 2027 }, 'The year of registration is in the future.'],
    ['owners', { owners: 0 }, 'A bike has at least 1 owner.'],
    ['description', { description: 'ab\u202Ecd' }, 'Use visible characters for a description.'],
    ['description', { description: 'x'.repeat(4_001) }, 'Use at most 4000 characters for a description.'],
    ['moreImages', { moreImages: Array(10).fill('/pictures/x.webp') }, 'A bike has at most 10 pictures.'],
  ])('%s of %j is refused with a sentence', async (field, changes, message) => {
    expect(await refused(changes)).toMatchObject({ status: 400, message, body: { field } })
  })

  test('shows each picture once, and only pictures that its seller uploaded', async () => {
    const image = await pictureOf(shop, seller)
    const twice = { status: 400, message: 'Use each picture only once.', body: { field: 'moreImages' } }
    expect(await refused({ moreImages: [image] })).toMatchObject(twice)
    const { rows } = await shop.db.$client.query<{ url: string }>('select url from pictures order by url desc limit 1')
    const foreign = { code: 'picture_not_uploaded', body: { field: 'moreImages' } }
    expect(await refused({ moreImages: [rows[0]?.url] })).toMatchObject(foreign)
  })
})

describe('PUT /allbikes/myproduct/{id}', () => {
  test('changes the bike to what was sent; what is left out is empty then', async () => {
    const [image = '', second = ''] = await picturesOf(seller, 2)
    const body = { ...product(image), ...known, moreImages: [second] }
    const { insertedId: id } = await seller('POST /allbikes', { body })
    const changed = { ...product(second), location: 'Agrabad, Chattogram', kilometres: 22_000, moreImages: [image] }
    expect(await change(id, changed)).toEqual({ modifiedCount: 1, version: 2 })
    const bike = await look(id)
    expect(bike).toMatchObject({ ...changed, brand: null, engineCc: null, owners: null, version: 2 })
    expect(await columns(id)).toMatchObject({ district: 'chattogram' })
  })

  test('keeps every price the bike has had, newest first, and none where the price stayed', async () => {
    const { id } = await offer(shop, seller, { salePrice: 180_000 })
    shop.clock.now = new Date('2026-11-20T10:01:00+06:00')
    await change(id, { salePrice: 172_000 })
    await change(id, { salePrice: 172_000, kilometres: 5, version: 2 })
    expect((await look(id)).prices).toEqual([
      { price: 172_000, since: '2026-11-20T04:01:00.000Z' },
      { price: 180_000, since: '2026-11-20T04:00:00.000Z' },
    ])
  })

  test('what a bike has cost can be neither rewritten nor deleted, whoever asks', async () => {
    for (const statement of ['update bike_prices set price_taka = 1000', 'delete from bike_prices'])
      await expect(shop.db.$client.query(statement)).rejects.toMatchObject({ constraint: 'prices_are_kept' })
  })

  test('two windows do not overwrite each other: the second is told', async () => {
    const { id } = await offer(shop, seller)
    const both = await Promise.allSettled([change(id, { kilometres: 1 }), change(id, { kilometres: 2 })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(change(id, { kilometres: 3 }))).toMatchObject({ status: 409, code: 'edited_elsewhere' })
    expect((await look(id)).version).toBe(2)
  })

  test('who has booked pays the price of the booking; who books now sees the new one', async () => {
    const bike = await offer(shop, seller, { salePrice: 180_000 })
    const order = await book(karim, bike)
    await change(bike.id, { salePrice: 195_000 })
    const sadia = await shop.as('sadia')
    expect(await refusalOf(book(sadia, bike))).toMatchObject({ code: 'price_changed', body: { salePrice: 195_000 } })
    const intent = await begin(karim, order)
    await shop.payFor(intent)
    await karim('POST /payments', { body: claim(karim, order, intent) })
    const { rows } = await shop.db.$client.query('select amount_taka from payments where bike_id = $1', [bike.id])
    expect(rows).toEqual([{ amount_taka: 180_000 }])
    expect(await refusalOf(change(bike.id, { version: 2 }))).toMatchObject({ status: 409, code: 'bike_sold' })
  })

  test('while somebody is paying the bike stays as it is', async () => {
    const bike = await offer(shop, seller)
    await begin(karim, await book(karim, bike))
    expect(await refusalOf(change(bike.id, { salePrice: 1_000 }))).toMatchObject({ code: 'bike_being_paid' })
    expect(await look(bike.id)).toMatchObject({ salePrice: bike.salePriceTaka, version: 1 })
  })

  test('a bike that was taken off is not changed any more, and not there to be looked at', async () => {
    const { id } = await offer(shop, seller)
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect(await refusalOf(change(id, {}))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
    expect(await refusalOf(look(id))).toMatchObject({ status: 404 })
  })

  test('a bike of another seller is not there', async () => {
    const { id } = await offer(shop, seller)
    const other = await newMember(shop, 'Seller', 'Babul Mia')
    expect(await refusalOf(change(id, {}, other))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusalOf(look(id, other))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a picture that a bike shows in any place is never swept away', async () => {
    const other = await newMember(shop, 'Seller', 'Babul Mia')
    const [image = '', second = '', unused = ''] = await picturesOf(other, 3)
    await other('POST /allbikes', { body: { ...product(image), moreImages: [second] } })
    const uploads = async () => {
      const { rows } = await shop.db.$client.query<{ picture: string }>(
        'select picture from picture_uploads join members on id = member_id where email = $1 order by picture',
        [other.email],
      )
      return rows.map(({ picture }) => picture)
    }
    await shop.db.$client.query(`update picture_uploads set uploaded_at = '2026-11-01' from members
      where id = member_id and email = '${other.email}'`)
    expect(await uploads()).toContain(unused)
    await shop.sweepPictures()
    expect(await uploads()).toEqual([image, second].toSorted())
  })
})
