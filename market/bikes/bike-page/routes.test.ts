import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { startPayment, book, completeSale, createPaymentBody, catchError } from '#tests/support/buying.ts'
import { getMemberId, registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { maskPhoneNumbers } from '#market/bikes/contact-number.ts'

let testApp: TestApp
let seller: MemberClient
let karim: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  seller = await registerMember(testApp, 'Seller')
  karim = await testApp.signInAs('karim')
})
afterAll(() => testApp.close())

const getSlug = async (id: string): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [id])
  return rows[0]?.slug ?? ''
}
const getBikePage = (slug: string, as: TestApp['visitor'] = testApp.visitor) =>
  as('GET /bikes/:slug', { params: { slug } })

/** Karim pays for the bike: it is reserved. Returns the id of the deal. */
const reserveBike = async (bike: { id: string; salePriceTaka: number }): Promise<string> => {
  const order = await book(karim, bike)
  const intent = await startPayment(karim, order)
  await testApp.payIntent(intent)
  await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
  return order.bookingId
}
const sellBike = async (bike: { id: string; salePriceTaka: number }) => completeSale(testApp, await reserveBike(bike))

describe('GET /bikes/{slug}', () => {
  test('shows a visitor everything of a bike except the number and the e-mail of its seller', async () => {
    const { id } = await createListing(testApp, seller)
    const bike = await getBikePage(await getSlug(id))
    expect(bike).toMatchObject({
      _id: id,
      salePrice: 178_000,
      contactNumber: '01700-••••••',
      district: 'dhaka',
      soldAt: null,
      seller: { memberSince: '2026-11', sold: 0 },
    })
    expect(JSON.stringify(bike)).not.toMatch(/@|000101/)
  })

  test('shows a visitor no contact details of the description where the number is masked', async () => {
    const description = 'Call 01712345678, mail rahim@example.com or write to wa.me/8801712345678'
    const { id } = await createListing(testApp, seller, { description })
    const slug = await getSlug(id)
    expect((await getBikePage(slug)).description).toBe('Call 01712-••••••, mail •••••• or write to ••••••')
    expect((await getBikePage(slug, seller)).description).toBe(description)
    await seller('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
    expect((await getBikePage(slug)).description).toBe(description)
  })

  test('shows the seller and the admin the contact number; other members ask for it', async () => {
    const slug = await getSlug((await createListing(testApp, seller)).id)
    for (const reader of [seller, await testApp.signInAs('ayesha')])
      expect(await getBikePage(slug, reader)).toMatchObject({ contactNumber: '01700-000101' })
    expect(await getBikePage(slug, karim)).toMatchObject({ contactNumber: '01700-••••••' })
  })

  test('shows everybody the number of an advertised bike', async () => {
    const { id } = await createListing(testApp, seller)
    await seller('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
    expect(await getBikePage(await getSlug(id))).toMatchObject({ contactNumber: '01700-000101', advertise: 'on' })
  })

  test('keeps the page of a sold bike, marked as sold and without a number', async () => {
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    const bike = await createListing(testApp, other)
    await other('PUT /allbikes/:id', { params: { id: bike.id }, body: { advertise: 'on' } })
    await sellBike(bike)
    for (const who of [testApp.visitor, karim, other]) {
      const page = await getBikePage(await getSlug(bike.id), who)
      expect(page).toMatchObject({ soldAt: '2026-11-20T04:00:00.000Z', contactNumber: null, paid: true })
      expect(page.seller.sold).toBe(1)
      expect(JSON.stringify(page)).not.toMatch(/000101|•/)
    }
  })

  test('says that a buyer comes first as soon as the seller has said yes, until that deal ends', async () => {
    const bike = await createListing(testApp, seller)
    const slug = await getSlug(bike.id)
    const buyer = await registerMember(testApp, 'Buyer')
    const { bookingId } = await book(buyer, bike)
    expect(await getBikePage(slug)).toMatchObject({ isPromised: false, status: 'available' })
    await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })
    expect(await getBikePage(slug)).toMatchObject({ isPromised: true, status: 'available' })
    await buyer('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} })
    expect(await getBikePage(slug)).toMatchObject({ isPromised: false, status: 'available' })
  })

  test('keeps the page of a reserved bike, without a number, until the seller is removed: then the money goes back', async () => {
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    const bike = await createListing(testApp, other)
    await other('PUT /allbikes/:id', { params: { id: bike.id }, body: { advertise: 'on' } })
    await reserveBike(bike)
    const slug = await getSlug(bike.id)
    for (const who of [testApp.visitor, karim, other]) {
      const page = await getBikePage(slug, who)
      expect(page).toMatchObject({ status: 'reserved', soldAt: null, contactNumber: null, seller: { sold: 0 } })
      expect(JSON.stringify(page)).not.toMatch(/000101|•/)
    }
    const admin = await testApp.signInAs('ayesha')
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, other) } })
    expect(await catchError(getBikePage(slug))).toMatchObject({ status: 404, code: 'not_found' })
    const { rows } = await testApp.db.$client.query('select state from payments where bike_id = $1', [bike.id])
    expect(rows).toEqual([{ state: 'refund_due' }])
  })

  test('of a seller who deleted the account has neither their name nor their texts', async () => {
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    const bike = await createListing(testApp, other, { sellerName: 'Babul Motors' })
    await testApp.db.$client.query(`update bikes set description = 'Ask for Babul at the mill' where id = $1`, [
      bike.id,
    ])
    await sellBike(bike)
    const slug = await getSlug(bike.id)
    expect(JSON.stringify(await getBikePage(slug))).toMatch(/Babul Motors.*Ask for Babul/)
    const admin = await testApp.signInAs('ayesha')
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, other) } })
    expect(await getBikePage(slug)).toMatchObject({ sellerName: 'Removed', description: null, paid: true })
    expect(JSON.stringify(await getBikePage(slug, karim))).not.toContain('Babul')
  })

  test('a withdrawn bike and one that never existed are not found', async () => {
    const { id } = await createListing(testApp, seller)
    const slug = await getSlug(id)
    await seller('DELETE /allbikes/:id', { params: { id } })
    for (const gone of [slug, 'yamaha-fzs-0123456789', 'a\0b', id])
      expect(await catchError(getBikePage(gone))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('shows similar bikes: on sale, never the bike itself, the same model before others', async () => {
    const { rows } = await testApp.db.$client.query<{ slug: string; model_id: string }>(
      `select slug, model_id from bikes where sold_at is null and withdrawn_at is null and model_id in (
         select model_id from bikes where sold_at is null and withdrawn_at is null group by 1 having count(*) > 1)
       and category in (select category from bikes where sold_at is null and withdrawn_at is null group by 1 having count(*) > 4)
       order by id limit 1`,
    )
    assert(rows[0], 'needs two bikes of one model')
    const { similar, ...bike } = await getBikePage(rows[0].slug)
    expect(similar.length).toBe(4)
    expect(similar.map(({ slug }) => slug)).not.toContain(bike.slug)
    const first = await getBikePage(similar[0]?.slug ?? '')
    expect([first.model, first.soldAt]).toEqual([bike.model, null])
  })

  test('shows of the newest bikes of its category and of its model those that are most alike', async () => {
    type Row = { id: string; slug: string; category: string; brand: string; model: string; price: number; ad: boolean }
    const { rows } = await testApp.db.$client.query<Row>(
      `select id, slug, category, coalesce(brand_id::text, '') as brand, coalesce(model_id::text, '') as model,
         sale_price_taka as price, advertised_at is not null as ad from bikes
       where sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null
       order by advertised_at is not null desc, id desc`,
    )
    const toKey = (bike: Row, of: Row) => [
      of.model !== '' && bike.model === of.model ? 0 : 1,
      of.brand !== '' && bike.brand === of.brand ? 0 : 1,
      Math.abs(bike.price - of.price),
    ]
    const isNearer = (one: number[], other: number[]) => {
      const index = one.findIndex((value, at) => value !== other[at])
      return (one[index] ?? 0) - (other[index] ?? 0)
    }
    const listAlike = (of: Row) => {
      const others = rows.filter(({ id }) => id !== of.id)
      const newest = (isLike: (bike: Row) => boolean) => others.filter(isLike).slice(0, 60)
      const sameModel = newest(({ model }) => of.model !== '' && model === of.model)
      const candidates = [...new Set([...newest(({ category }) => category === of.category), ...sameModel])]
      return candidates
        .toSorted((one, other) => isNearer(toKey(one, of), toKey(other, of)) || (one.id < other.id ? 1 : -1))
        .slice(0, 4)
        .map(({ slug }) => slug)
    }
    for (const bike of rows.filter((_, index) => index % 7 === 0)) {
      const { similar } = await getBikePage(bike.slug)
      expect(similar.map(({ slug }) => slug)).toEqual(listAlike(bike))
    }
  })
})

test('telephone numbers in a description are masked for visitors who may not see the number', async () => {
  for (const [typed, shown] of [
    ['Call 01712345678 now', 'Call 01712-•••••• now'],
    ['+880 1712-345 678.', '+880 -••••••.'],
    ['ফোন ০১৭১২ ৩৪৫৬৭৮', 'ফোন ০১৭১২-••••••'],
    ['22,150 km since 2021, 155 cc', '22,150 km since 2021, 155 cc'],
  ])
    expect(maskPhoneNumbers(typed ?? '')).toBe(shown)
})
