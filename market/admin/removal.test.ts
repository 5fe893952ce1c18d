import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { completeSale, startPayment, book, createPaymentBody, catchError } from '#tests/support/buying.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { getMemberId, registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let ayesha: MemberClient
const clock = { now: new Date() }

beforeEach(async () => {
  clock.now = new Date()
  testApp = await createTestApp({ clock })
  ayesha = await testApp.signInAs('ayesha')
})

const remove = async (member: { email: string }) =>
  ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, member) } })

const pay = async (buyer: MemberClient, order: Awaited<ReturnType<typeof book>>) => {
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  return { intent, record: () => buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) }) }
}

const expectNoBrokenInvariants = async () => {
  const { violations } = await findViolations(testApp.db.$client, await collect(testApp.paymentProvider.listIntents()))
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

describe('a seller who is deleted', () => {
  test('leaves with all bikes at once; what was sold stays with its buyer', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const karim = await testApp.signInAs('karim')
    const [sold, booked, free] = [
      await createListing(testApp, seller),
      await createListing(testApp, seller),
      await createListing(testApp, seller),
    ]
    await seller('PUT /allbikes/:id', { params: { id: free.id }, body: { advertise: 'on' } })
    const paid = await book(karim, sold)
    await (await pay(karim, paid)).record()
    await completeSale(testApp, paid.bookingId)
    const open = await book(karim, booked)
    const { insertedId: wish } = await karim('POST /wishlist', { body: { productId: free.id } })

    expect(await remove(seller)).toEqual({ deletedCount: 1 })

    const withdrawnIds = new Set([sold.id, booked.id, free.id])
    const lists = await Promise.all([
      testApp.visitor('GET /allbikes'),
      testApp.visitor('GET /allbikes', { query: { advertise: 'on' } }),
      karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' } }),
    ])
    expect(lists.flat().filter(({ _id }) => withdrawnIds.has(_id))).toEqual([])
    const orders = await karim('GET /bookings')
    expect(orders.find(({ _id }) => _id === paid.bookingId)).toMatchObject({ paid: true, status: 'sold' })
    expect(orders.find(({ _id }) => _id === open.bookingId)).toMatchObject({ paid: false, status: 'withdrawn' })
    expect(await karim('GET /wishlists/:id', { params: { id: wish } })).toMatchObject({ status: 'withdrawn' })
    expect(await catchError(startPayment(karim, open))).toMatchObject({ code: 'bike_withdrawn' })
    expect((await ayesha('GET /sellers')).some(({ email }) => email === seller.email)).toBe(false)
    await expectNoBrokenInvariants()
  })

  test('is out on the next request: token, cookie and password work no more', async () => {
    const seller = await registerMember(testApp, 'Seller')
    await remove(seller)
    expect(await catchError(seller('GET /allbikes/myproduct'))).toMatchObject({ status: 401, code: 'not_signed_in' })
    const withCookie = createClient(injectTransport(testApp.fastify, { cookie: seller.cookie }))
    expect(await catchError(withCookie('POST /jwt', { body: { email: seller.email } }))).toMatchObject({ status: 401 })
    const body = { email: fixtures.farhana.email, password: demoPassword }
    await remove(fixtures.farhana)
    expect(await catchError(testApp.visitor('POST /auth/sign-in/email', { body }))).toMatchObject({
      status: 401,
      code: 'wrong_login',
    })
  })

  test('leaves nothing of what they wrote on the bikes that they had not sold', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const { id } = await createListing(testApp, seller)
    await testApp.db.$client.query(`update bikes set description = 'Ask for me at 01712345678' where id = $1`, [id])
    await remove(seller)
    const query = 'select seller_name, contact_number, description from bikes where id = $1'
    const { rows } = await testApp.db.$client.query(query, [id])
    expect(rows).toEqual([{ seller_name: 'Removed', contact_number: '000000', description: null }])
  })

  test('has lost the badge, and a new member with the same address begins without it', async () => {
    await remove(fixtures.rahim)
    const { name, email } = fixtures.rahim
    const password = 'back at the market again'
    const body = { name, email, password, image: 'https://photos.motohaat.test/me.jpg' }
    await testApp.visitor('POST /auth/sign-up/email', { body: { ...body, role: 'Seller' } })
    const client = await testApp.signInAs({ email, password })
    expect(await client('GET /allbikes/myproduct')).toEqual([])
    const found = await ayesha('GET /sellers', { query: { search: email } })
    expect(found).toMatchObject([{ email, status: false }])
  })
})

describe('a buyer who is deleted', () => {
  test('frees what was booked and not paid; paid orders stay, without the person', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    const seller = await registerMember(testApp, 'Seller')
    const [bought, booked] = [await createListing(testApp, seller), await createListing(testApp, seller)]
    const order = await book(buyer, bought)
    await (await pay(buyer, order)).record()
    await completeSale(testApp, order.bookingId)
    await book(buyer, booked)
    const id = await getMemberId(testApp, buyer)

    expect(await remove(buyer)).toEqual({ deletedCount: 1 })

    const { rows } = await testApp.db.$client.query(
      `select bike_id, paid_at is not null as paid, cancelled_at is not null as cancelled, contact_number, meeting_location
       from bookings where buyer_id = $1 order by paid_at`,
      [id],
    )
    const anonymousFields = { contact_number: '000000', meeting_location: 'Removed' }
    expect(rows).toEqual([
      { bike_id: bought.id, paid: true, cancelled: false, ...anonymousFields },
      { bike_id: booked.id, paid: false, cancelled: true, ...anonymousFields },
    ])
    const { rows: member } = await testApp.db.$client.query(
      'select name, email, photo_url from members where id = $1',
      [id],
    )
    expect(member).toEqual([{ name: 'Removed', email: `removed:${id}`, photo_url: null }])
    expect((await testApp.visitor('GET /allbikes')).some(({ _id }) => _id === booked.id)).toBe(true)
    const ownBikes = await seller('GET /allbikes/myproduct')
    expect(ownBikes.find(({ _id }) => _id === bought.id)).toMatchObject({ status: 'sold' })
    await expectNoBrokenInvariants()
  })

  test('gets the money back that comes after; the bike is free', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    const seller = await registerMember(testApp, 'Seller')
    const bike = await createListing(testApp, seller)
    const { intent } = await pay(buyer, await book(buyer, bike))
    await remove(buyer)
    clock.now = new Date(clock.now.getTime() + 15_000)
    await testApp.sweep()
    const { rows } = await testApp.db.$client.query('select state, refund_reason from payments where intent_id = $1', [
      intent,
    ])
    expect(rows).toEqual([{ state: 'refunded', refund_reason: 'buyer_removed' }])
    const karim = await testApp.signInAs('karim')
    await (await pay(karim, await book(karim, bike))).record()
    await expectNoBrokenInvariants()
  })

  test('holds no bike after the next payments job', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    const bike = await createListing(testApp, await registerMember(testApp, 'Seller'))
    await startPayment(buyer, await book(buyer, bike))
    await remove(buyer)
    clock.now = new Date(clock.now.getTime() + 15_000)
    await testApp.sweep()
    const karim = await testApp.signInAs('karim')
    expect(await startPayment(karim, await book(karim, bike))).toMatch(/^pi_/)
  })
})

describe('DELETE /users/{id}', () => {
  test('a second time there is nobody', async () => {
    const id = await getMemberId(testApp, fixtures.puja)
    await ayesha('DELETE /users/:id', { params: { id } })
    expect(await catchError(ayesha('DELETE /users/:id', { params: { id } }))).toMatchObject({ status: 404 })
    expect(await catchError(ayesha('PUT /users/:id', { params: { id }, body: { verify: true } }))).toMatchObject({
      status: 404,
    })
  })

  test('an admin stays', async () => {
    expect(await catchError(remove(fixtures.ayesha))).toMatchObject({ status: 409, code: 'admin_stays' })
    expect((await ayesha('GET /sellers')).length).toBeGreaterThan(3)
  })

  test('nobody can keep a member from being deleted by registering the address that stands in its place', async () => {
    const id = await getMemberId(testApp, fixtures.puja)
    const body = { name: 'X', email: `removed:${id}`, password: demoPassword, image: 'https://a.example/x.jpg' }
    expect(await catchError(testApp.visitor('POST /auth/sign-up/email', { body }))).toMatchObject({ status: 400 })
  })
})
