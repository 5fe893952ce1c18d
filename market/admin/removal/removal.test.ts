import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { begin, book, claim, refusalOf } from '#tests/support/buying.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { memberId, newMember, offer, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let ayesha: Seller
const clock = { now: new Date() }

beforeEach(async () => {
  clock.now = new Date()
  shop = await openTestShop({ clock })
  ayesha = await shop.as('ayesha')
})

const remove = async (who: { email: string }) =>
  ayesha('DELETE /users/:id', { params: { id: await memberId(shop, who) } })

const pay = async (buyer: Seller, order: Awaited<ReturnType<typeof book>>) => {
  const intent = await begin(buyer, order)
  await shop.payFor(intent)
  return { intent, record: () => buyer('POST /payments', { body: claim(buyer, order, intent) }) }
}

const expectGoodBooks = async () => {
  const { broken } = await findBroken(shop.db.$client, await gather(shop.cards.all()))
  expect(broken.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

describe('a seller who is deleted', () => {
  test('leaves with all bikes at once; what was sold stays with its buyer', async () => {
    const seller = await newMember(shop, 'Seller')
    const karim = await shop.as('karim')
    const [sold, booked, free] = [await offer(shop, seller), await offer(shop, seller), await offer(shop, seller)]
    await seller('PUT /allbikes/:id', { params: { id: free.id }, body: { advertise: 'on' } })
    const paid = await book(karim, sold)
    await (await pay(karim, paid)).record()
    const open = await book(karim, booked)
    const { insertedId: wish } = await karim('POST /wishlist', { body: { productId: free.id } })

    expect(await remove(seller)).toEqual({ deletedCount: 1 })

    const gone = new Set([sold.id, booked.id, free.id])
    const lists = await Promise.all([
      shop.visitor('GET /allbikes'),
      shop.visitor('GET /allbikes', { query: { advertise: 'on' } }),
      karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' } }),
    ])
    expect(lists.flat().filter(({ _id }) => gone.has(_id))).toEqual([])
    const orders = await karim('GET /bookings')
    expect(orders.find(({ _id }) => _id === paid.bookingId)).toMatchObject({ paid: true, status: 'sold' })
    expect(orders.find(({ _id }) => _id === open.bookingId)).toMatchObject({ paid: false, status: 'withdrawn' })
    expect(await karim('GET /wishlists/:id', { params: { id: wish } })).toMatchObject({ status: 'withdrawn' })
    expect(await refusalOf(begin(karim, open))).toMatchObject({ code: 'bike_withdrawn' })
    expect((await ayesha('GET /sellers')).some(({ email }) => email === seller.email)).toBe(false)
    await expectGoodBooks()
  })

  test('is out on the next request: token, cookie and password work no more', async () => {
    const seller = await newMember(shop, 'Seller')
    await remove(seller)
    expect(await refusalOf(seller('GET /allbikes/myproduct'))).toMatchObject({ status: 401, code: 'not_signed_in' })
    const withCookie = createClient(inProcess(shop.app, { cookie: seller.cookie }))
    expect(await refusalOf(withCookie('POST /jwt', { body: { email: seller.email } }))).toMatchObject({ status: 401 })
    const body = { email: cast.farhana.email, password: demoPassword }
    await remove(cast.farhana)
    expect(await refusalOf(shop.visitor('POST /auth/sign-in/email', { body }))).toMatchObject({
      status: 401,
      code: 'wrong_login',
    })
  })

  test('leaves nothing of what they wrote on the bikes that they had not sold', async () => {
    const seller = await newMember(shop, 'Seller')
    const { id } = await offer(shop, seller)
    await shop.db.$client.query(`update bikes set description = 'Ask for me at 01712345678' where id = $1`, [id])
    await remove(seller)
    const asked = 'select seller_name, contact_number, description from bikes where id = $1'
    const { rows } = await shop.db.$client.query(asked, [id])
    expect(rows).toEqual([{ seller_name: 'Removed', contact_number: '000000', description: null }])
  })

  test('has lost the badge, and a new member with the same address begins without it', async () => {
    await remove(cast.rahim)
    const { name, email } = cast.rahim
    const password = 'back at the market again'
    const body = { name, email, password, image: 'https://photos.motohaat.test/me.jpg' }
    await shop.visitor('POST /auth/sign-up/email', { body: { ...body, role: 'Seller' } })
    const again = await shop.as({ email, password })
    expect(await again('GET /allbikes/myproduct')).toEqual([])
    const [newest] = await ayesha('GET /sellers')
    expect(newest).toMatchObject({ email, status: false })
  })
})

describe('a buyer who is deleted', () => {
  test('frees what was booked and not paid; paid orders stay, without the person', async () => {
    const buyer = await newMember(shop, 'Buyer')
    const seller = await newMember(shop, 'Seller')
    const [bought, booked] = [await offer(shop, seller), await offer(shop, seller)]
    await (await pay(buyer, await book(buyer, bought))).record()
    await book(buyer, booked)
    const id = await memberId(shop, buyer)

    expect(await remove(buyer)).toEqual({ deletedCount: 1 })

    const { rows } = await shop.db.$client.query(
      `select bike_id, paid_at is not null as paid, cancelled_at is not null as cancelled, contact_number, meeting_location
       from bookings where buyer_id = $1 order by paid_at`,
      [id],
    )
    const nobody = { contact_number: '000000', meeting_location: 'Removed' }
    expect(rows).toEqual([
      { bike_id: bought.id, paid: true, cancelled: false, ...nobody },
      { bike_id: booked.id, paid: false, cancelled: true, ...nobody },
    ])
    const { rows: member } = await shop.db.$client.query('select name, email, photo_url from members where id = $1', [
      id,
    ])
    expect(member).toEqual([{ name: 'Removed', email: `removed:${id}`, photo_url: null }])
    expect((await shop.visitor('GET /allbikes')).some(({ _id }) => _id === booked.id)).toBe(true)
    const own = await seller('GET /allbikes/myproduct')
    expect(own.find(({ _id }) => _id === bought.id)).toMatchObject({ status: 'sold' })
    await expectGoodBooks()
  })

  test('gets the money back that comes after; the bike is free', async () => {
    const buyer = await newMember(shop, 'Buyer')
    const seller = await newMember(shop, 'Seller')
    const bike = await offer(shop, seller)
    const { intent } = await pay(buyer, await book(buyer, bike))
    await remove(buyer)
    clock.now = new Date(clock.now.getTime() + 15_000)
    await shop.sweep()
    const { rows } = await shop.db.$client.query('select state, refund_reason from payments where intent_id = $1', [
      intent,
    ])
    expect(rows).toEqual([{ state: 'refunded', refund_reason: 'buyer_removed' }])
    const karim = await shop.as('karim')
    await (await pay(karim, await book(karim, bike))).record()
    await expectGoodBooks()
  })

  test('holds no bike any longer than until the till has looked', async () => {
    const buyer = await newMember(shop, 'Buyer')
    const bike = await offer(shop, await newMember(shop, 'Seller'))
    await begin(buyer, await book(buyer, bike))
    await remove(buyer)
    clock.now = new Date(clock.now.getTime() + 15_000)
    await shop.sweep()
    const karim = await shop.as('karim')
    expect(await begin(karim, await book(karim, bike))).toMatch(/^pi_/)
  })
})

describe('DELETE /users/{id}', () => {
  test('a second time there is nobody', async () => {
    const id = await memberId(shop, cast.puja)
    await ayesha('DELETE /users/:id', { params: { id } })
    expect(await refusalOf(ayesha('DELETE /users/:id', { params: { id } }))).toMatchObject({ status: 404 })
    expect(await refusalOf(ayesha('PUT /users/:id', { params: { id }, body: { verify: true } }))).toMatchObject({
      status: 404,
    })
  })

  test('an admin stays', async () => {
    expect(await refusalOf(remove(cast.ayesha))).toMatchObject({ status: 409, code: 'admin_stays' })
    expect((await ayesha('GET /sellers')).length).toBeGreaterThan(3)
  })

  test('nobody can keep a member from being deleted by registering the address that stands in its place', async () => {
    const id = await memberId(shop, cast.puja)
    const body = { name: 'X', email: `removed:${id}`, password: demoPassword, image: 'https://a.example/x.jpg' }
    expect(await refusalOf(shop.visitor('POST /auth/sign-up/email', { body }))).toMatchObject({ status: 400 })
  })
})
