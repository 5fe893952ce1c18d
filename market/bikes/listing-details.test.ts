import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, catchError, completeSale } from '#tests/support/buying.ts'
import {
  registerMember,
  createListing,
  insertUploadedPicture,
  createProductBody,
  type MemberClient,
} from '#tests/support/selling.ts'
import { findContactDetails } from '#platform/contact-details/masking.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let karim: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  seller = await registerMember(testApp, 'Seller')
  karim = await testApp.signInAs('karim')
})
afterAll(() => testApp.close())

/** Records some demonstration pictures as uploads of the seller. */
const uploadPictures = async ({ email }: MemberClient, count: number): Promise<string[]> => {
  const { rows } = await testApp.db.$client.query<{ picture: string }>(
    `insert into picture_uploads (member_id, picture, uploaded_at)
     select members.id, url, now() from members, (select url from pictures order by url limit $2) as few where email = $1
     on conflict (member_id, picture) do update set uploaded_at = now() returning picture`,
    [email, count],
  )
  return rows.map(({ picture }) => picture)
}

const detailFields = {
  brand: 'Suzuki',
  model: 'Gixxer 155',
  engineCc: 155,
  kilometres: 21_400,
  registrationDistrict: 'dhaka' as const,
  registrationYear: 2021,
  owners: 1,
  description: 'Engine never opened.\nকাগজপত্র ঠিক আছে।',
}

const getListing = (id: string, as = seller) => as('GET /allbikes/myproduct/:id', { params: { id } })
/** Edits the bike with its current version. */
const updateListing = async (id: string, changes: object, as = seller) => {
  const body = { ...createProductBody(await insertUploadedPicture(testApp, as)), version: 1, ...changes }
  return as('PUT /allbikes/myproduct/:id', { params: { id }, body })
}
const getCreateError = async (changes: object) =>
  catchError(
    seller('POST /allbikes', {
      body: { ...createProductBody(await insertUploadedPicture(testApp, seller)), ...changes },
    }),
  )
const findRow = async (id: string) => {
  const { rows } = await testApp.db.$client.query<Record<string, unknown>>('select * from bikes where id = $1', [id])
  assert(rows[0], 'needs the bike')
  return rows[0]
}

describe('details of a bike', () => {
  test('keeps everything that its seller says beyond the specification, and up to ten pictures in their order', async () => {
    const [image = '', ...moreImages] = await uploadPictures(seller, 10)
    assert(moreImages.length === 9, 'needs ten pictures')
    const body = { ...createProductBody(image), ...detailFields, moreImages: moreImages.toReversed() }
    const { insertedId } = await seller('POST /allbikes', { body })
    expect(await getListing(insertedId)).toMatchObject({ ...body, version: 1, contactNumber: '01700-000101' })
  })

  test('needs none of it', async () => {
    const { id } = await createListing(testApp, seller)
    const emptyDetails = { brand: null, model: null, engineCc: null, kilometres: null, owners: null, description: null }
    expect(await getListing(id)).toMatchObject({ ...emptyDetails, registrationDistrict: null, moreImages: [] })
  })

  test('is known to the catalogue under every spelling, and else by the name that it was given', async () => {
    for (const [name, brand, model, expected] of [
      ['Suzuki', 'সুজুকি', 'gixer', ['Suzuki', 'Gixxer 155']],
      ['Suzuki', 'SUZUKI', 'g s x-r 150', ['Suzuki', 'GSX-R150']],
      ['Suzuki', 'Suzuki', 'Katana', ['Suzuki', 'Katana']],
      ['Honda', 'Honda', 'Hornet', ['Honda', 'CB Hornet 160R']],
      ['Other', 'Jialing', 'JH 70', ['Jialing', 'JH 70']],
    ] as const) {
      const body = { ...createProductBody(await insertUploadedPicture(testApp, seller)), name, brand, model }
      const { insertedId } = await seller('POST /allbikes', { body })
      const bike = await getListing(insertedId)
      expect([bike.brand, bike.model]).toEqual(expected)
    }
  })

  test.each([
    ['productName', 'FZS, call 01712-345678'],
    ['sellerName', 'Rahim zero one seven one two three four five six seven eight'],
    ['location', 'Mirpur, wa.me/8801712345678'],
    ['brand', 'rahim@example.com'],
    ['model', 'ফোন ০১৭১২৩৪৫৬৭৮'],
  ])('has no contact details in its %s: %s', async (field, text) => {
    expect(await getCreateError({ [field]: text })).toMatchObject({
      status: 400,
      body: { field },
      message: expect.stringContaining('Leave phone numbers, e-mail addresses and links out'),
    })
    const { id } = await createListing(testApp, seller)
    expect(await catchError(updateListing(id, { [field]: text }))).toMatchObject({
      status: 400,
      body: { field },
    })
  })

  test('has no name, seller, place, brand or model of the demonstration and the catalogue that looks like a contact detail', async () => {
    const { rows } = await testApp.db.$client.query<{ text: string }>(
      `select name as text from bikes union select seller_name from bikes union select location from bikes
       union select name from members union select name from brands union select name from models
       union select brands.name || ' ' || models.name from models join brands on brands.id = brand_id`,
    )
    expect(rows.length).toBeGreaterThan(500)
    expect(rows.filter(({ text }) => findContactDetails(text).length > 0)).toEqual([])
  })

  test('knows the district in which it stands from its location, in both scripts', async () => {
    for (const [location, district] of [
      ['Mirpur 10, Dhaka', 'dhaka'],
      ['চকবাজার, চট্টগ্রাম', 'chattogram'],
      ["Kolatoli, Cox's Bazar", 'coxs-bazar'],
      ['Bangshal, Old Dhaka', 'dhaka'],
      ['near the bridge', null],
    ] as const) {
      const { id } = await createListing(testApp, seller, { location })
      expect(await findRow(id)).toMatchObject({ district })
    }
  })

  test('has a public address made of its name, which stays when the name changes', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki Gixxer (155) জিক্সার' })
    const { slug } = await getListing(id)
    expect(slug).toMatch(/^suzuki-gixxer-155-[0-9a-f]{10}$/)
    await updateListing(id, { productName: 'Suzuki Gixxer SF' })
    expect(await getListing(id)).toMatchObject({ slug, productName: 'Suzuki Gixxer SF' })
    const { id: bangla } = await createListing(testApp, seller, { productName: 'জিক্সার' })
    expect((await getListing(bangla)).slug).toMatch(/^[0-9a-f]{10}$/)
  })

  test.each([
    ['brand', { brand: 'Yamaha' }, 'The brand is Yamaha and the category is Suzuki. Choose the same for both.'],
    ['brand', { model: 'Gixxer 155' }, 'Enter the brand of this model too.'],
    ['brand', { brand: 'x'.repeat(41) }, 'Use at most 40 characters for a brand.'],
    ['engineCc', { engineCc: 49 }, 'The smallest engine has 50 cc.'],
    ['engineCc', { engineCc: 376 }, 'The largest engine that may be registered has 375 cc.'],
    ['kilometres', { kilometres: 1_000_000 }, 'The kilometres cannot be more than 9,99,999.'],
    ['registrationDistrict', { registrationDistrict: 'Dhaka' }, 'Choose one of the 64 districts.'],
    ['registrationYear', { registrationYear: 2027 }, 'The year of registration is in the future.'],
    ['owners', { owners: 0 }, 'A bike has at least 1 owner.'],
    ['description', { description: 'ab\u202Ecd' }, 'Use visible characters for a description.'],
    ['description', { description: 'x'.repeat(4_001) }, 'Use at most 4000 characters for a description.'],
    ['moreImages', { moreImages: Array(10).fill('/pictures/x.webp') }, 'A bike has at most 10 pictures.'],
  ])('%s of %j is refused with a sentence', async (field, changes, message) => {
    expect(await getCreateError(changes)).toMatchObject({ status: 400, message, body: { field } })
  })

  test('shows each picture once, and only pictures that its seller uploaded', async () => {
    const image = await insertUploadedPicture(testApp, seller)
    const duplicateError = { status: 400, message: 'Use each picture only once.', body: { field: 'moreImages' } }
    expect(await getCreateError({ moreImages: [image] })).toMatchObject(duplicateError)
    const { rows } = await testApp.db.$client.query<{ url: string }>(
      'select url from pictures order by url desc limit 1',
    )
    const notUploadedError = { code: 'picture_not_uploaded', body: { field: 'moreImages' } }
    expect(await getCreateError({ moreImages: [rows[0]?.url] })).toMatchObject(notUploadedError)
  })
})

describe('PUT /allbikes/myproduct/{id}', () => {
  test('changes the bike to what was sent; what is left out is empty then', async () => {
    const [image = '', second = ''] = await uploadPictures(seller, 2)
    const body = { ...createProductBody(image), ...detailFields, moreImages: [second] }
    const { insertedId: id } = await seller('POST /allbikes', { body })
    const changed = {
      ...createProductBody(second),
      location: 'Agrabad, Chattogram',
      kilometres: 22_000,
      moreImages: [image],
    }
    expect(await updateListing(id, changed)).toEqual({ modifiedCount: 1, version: 2 })
    const bike = await getListing(id)
    expect(bike).toMatchObject({ ...changed, brand: null, engineCc: null, owners: null, version: 2 })
    expect(await findRow(id)).toMatchObject({ district: 'chattogram' })
  })

  test('keeps every price the bike has had, newest first, and none where the price stayed', async () => {
    const { id } = await createListing(testApp, seller, { salePrice: 180_000 })
    testApp.clock.now = new Date('2026-11-20T10:01:00+06:00')
    await updateListing(id, { salePrice: 172_000 })
    await updateListing(id, { salePrice: 172_000, kilometres: 5, version: 2 })
    expect((await getListing(id)).prices).toEqual([
      { price: 172_000, since: '2026-11-20T04:01:00.000Z' },
      { price: 180_000, since: '2026-11-20T04:00:00.000Z' },
    ])
  })

  test('the price history of a bike can be neither changed nor deleted, by anybody', async () => {
    for (const statement of ['update bike_prices set price_taka = 1000', 'delete from bike_prices'])
      await expect(testApp.db.$client.query(statement)).rejects.toMatchObject({
        constraint: 'price_history_is_append_only',
      })
  })

  test('two windows do not overwrite each other: the second gets an error', async () => {
    const { id } = await createListing(testApp, seller)
    const both = await Promise.allSettled([updateListing(id, { kilometres: 1 }), updateListing(id, { kilometres: 2 })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await catchError(updateListing(id, { kilometres: 3 }))).toMatchObject({
      status: 409,
      code: 'edited_elsewhere',
    })
    expect((await getListing(id)).version).toBe(2)
  })

  test('who has booked pays the price of the booking; who books now sees the new one', async () => {
    const bike = await createListing(testApp, seller, { salePrice: 180_000 })
    const order = await book(karim, bike)
    await updateListing(bike.id, { salePrice: 195_000 })
    const sadia = await testApp.signInAs('sadia')
    expect(await catchError(book(sadia, bike))).toMatchObject({ code: 'price_changed', body: { salePrice: 195_000 } })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    const { rows } = await testApp.db.$client.query('select amount_taka from payments where bike_id = $1', [bike.id])
    expect(rows).toEqual([{ amount_taka: 180_000 }])
    const update = () => catchError(updateListing(bike.id, { version: 2 }))
    expect(await update()).toMatchObject({ status: 409, code: 'bike_reserved' })
    await completeSale(testApp, order.bookingId)
    expect(await update()).toMatchObject({ status: 409, code: 'bike_sold' })
  })

  test('while somebody is paying the bike stays as it is', async () => {
    const bike = await createListing(testApp, seller)
    await startPayment(karim, await book(karim, bike))
    expect(await catchError(updateListing(bike.id, { salePrice: 1_000 }))).toMatchObject({ code: 'bike_being_paid' })
    expect(await getListing(bike.id)).toMatchObject({ salePrice: bike.salePriceTaka, version: 1 })
  })

  test('a withdrawn bike can be neither edited nor read', async () => {
    const { id } = await createListing(testApp, seller)
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect(await catchError(updateListing(id, {}))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
    expect(await catchError(getListing(id))).toMatchObject({ status: 404 })
  })

  test('a bike of another seller is not there', async () => {
    const { id } = await createListing(testApp, seller)
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    expect(await catchError(updateListing(id, {}, other))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await catchError(getListing(id, other))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a picture that a bike uses in any position is never deleted', async () => {
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    const [image = '', second = '', unused = ''] = await uploadPictures(other, 3)
    await other('POST /allbikes', { body: { ...createProductBody(image), moreImages: [second] } })
    const uploads = async () => {
      const { rows } = await testApp.db.$client.query<{ picture: string }>(
        'select picture from picture_uploads join members on id = member_id where email = $1 order by picture',
        [other.email],
      )
      return rows.map(({ picture }) => picture)
    }
    await testApp.db.$client.query(`update picture_uploads set uploaded_at = '2026-11-01' from members
      where id = member_id and email = '${other.email}'`)
    expect(await uploads()).toContain(unused)
    await testApp.sweepPictures()
    expect(await uploads()).toEqual([image, second].toSorted())
  })
})
