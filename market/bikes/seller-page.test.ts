import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeSale, startPayment, book, createPaymentBody, catchError } from '#tests/support/buying.ts'
import { getMemberId, registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let ayesha: MemberClient
let karim: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  ayesha = await testApp.signInAs('ayesha')
  karim = await testApp.signInAs('karim')
})
afterAll(() => testApp.close())

const getSellerPage = (sellerId: string, query: { limit?: string; cursor?: string } = {}) =>
  testApp.visitor('GET /sellers/:sellerId', { params: { sellerId }, query })

const notFound = { status: 404, code: 'not_found' }

describe('GET /sellers/{sellerId}', () => {
  test('shows a seller with their bikes on sale, the newest first, without address and number', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Babul Mia')
    const older = await createListing(testApp, seller, { productName: 'Suzuki Gixxer 155, older' })
    const newer = await createListing(testApp, seller, { sellerName: 'Babul Motors' })
    await seller('PUT /allbikes/:id', { params: { id: older.id }, body: { advertise: 'on' } })
    const id = await getMemberId(testApp, seller)
    const page = await getSellerPage(id)

    expect(page).toMatchObject({
      _id: id,
      sellerName: 'Babul Motors',
      verification: false,
      memberSince: '2026-11',
      onSale: 2,
      sold: 0,
      next: null,
    })
    expect(page.bikes.map((bike) => bike._id)).toEqual([newer.id, older.id])
    expect(JSON.stringify(page)).not.toMatch(/@|000101|Babul Mia|email|contact/i)
  })

  test('counts what was sold, and lists neither sold nor reserved nor withdrawn bikes', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Delwar Hossain')
    const [sold, reserved, withdrawn, offered] = [
      await createListing(testApp, seller),
      await createListing(testApp, seller, { productName: 'Reserved' }),
      await createListing(testApp, seller, { productName: 'Withdrawn' }),
      await createListing(testApp, seller, { productName: 'Offered' }),
    ]
    const pay = async (bike: typeof sold) => {
      const order = await book(karim, bike)
      const intent = await startPayment(karim, order)
      await testApp.payIntent(intent)
      await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
      return order.bookingId
    }
    await completeSale(testApp, await pay(sold))
    await pay(reserved)
    await seller('DELETE /allbikes/:id', { params: { id: withdrawn.id } })
    const page = await getSellerPage(await getMemberId(testApp, seller))

    expect(page).toMatchObject({ onSale: 1, sold: 1 })
    expect(page.bikes.map((bike) => bike._id)).toEqual([offered.id])
  })

  test('has pages', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Faruk Ahmed')
    const ids: string[] = []
    for (const number of [1, 2, 3])
      ids.push((await createListing(testApp, seller, { productName: `Suzuki Gixxer ${number}` })).id)
    const id = await getMemberId(testApp, seller)
    const first = await getSellerPage(id, { limit: '2' })
    const last = await getSellerPage(id, { limit: '2', cursor: first.next ?? '' })

    expect(first.bikes.map((bike) => bike._id)).toEqual(ids.toReversed().slice(0, 2))
    expect(last.bikes.map((bike) => bike._id)).toEqual(ids.slice(0, 1))
    expect(last).toMatchObject({ onSale: 3, next: null })
    expect(await catchError(getSellerPage(id, { cursor: 'nowhere' }))).toMatchObject({ status: 400 })
  })

  test('says with the page of a bike who the seller is, and that they are verified', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Golam Rabbani')
    const { id: bikeId } = await createListing(testApp, seller)
    const id = await getMemberId(testApp, seller)
    await ayesha('PUT /users/:id', { params: { id }, body: { verify: true } })
    const [bike] = (await getSellerPage(id)).bikes

    expect(await getSellerPage(id)).toMatchObject({ verification: true })
    expect(bike).toMatchObject({ _id: bikeId, verification: true })
    const page = await testApp.visitor('GET /bikes/:slug', { params: { slug: bike?.slug ?? '' } })
    expect(page.seller).toMatchObject({ _id: id })
  })

  test('is not there for a buyer, an admin, a seller without a bike, and an id of nobody', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000'
    const newcomer = await registerMember(testApp, 'Seller', 'Habib Rahman')
    const people = [karim, ayesha, newcomer]
    const ids = await Promise.all(people.map((person) => getMemberId(testApp, person)))
    for (const id of [...ids, unknown]) expect(await catchError(getSellerPage(id))).toMatchObject(notFound)
  })

  test('is gone with the account, and so is the link on the page of a sold bike', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Iqbal Hasan')
    const bike = await createListing(testApp, seller, { sellerName: 'Iqbal Hasan' })
    const id = await getMemberId(testApp, seller)
    const slug = (await getSellerPage(id)).bikes[0]?.slug ?? ''
    const order = await book(karim, bike)
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    await completeSale(testApp, order.bookingId)
    await ayesha('DELETE /users/:id', { params: { id } })

    expect(await catchError(getSellerPage(id))).toMatchObject(notFound)
    const page = await testApp.visitor('GET /bikes/:slug', { params: { slug } })
    expect(page.seller._id).toBeNull()
    expect(JSON.stringify(page)).not.toContain('Iqbal')
  })
})
