// The clock of the machine jumps: by an hour, back by one, over a week. What has an end ends, what is bought stays bought.
import { beforeEach, expect, test } from 'vitest'
import { begin, book, claim, freshBike, refusalOf } from '#tests/support/buying.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

const hourMs = 3_600_000

let shop: TestShop
let clock: { now: Date }
beforeEach(async () => {
  clock = { now: new Date() }
  shop = await openTestShop({ clock })
})

const jump = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hourMs)
}

const statesOf = async (bikeId: string) => {
  const { rows } = await shop.db.$client.query<{ state: string }>(
    'select state from payments where bike_id = $1 order by created_at, id',
    [bikeId],
  )
  return rows.map(({ state }) => state)
}

const expectGoodBooks = async () => {
  const { broken } = await findBroken(shop.db.$client, await gather(shop.cards.all()))
  expect(broken.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

/** One charge whose page was closed, and one hold that nobody pays, before the clock jumps. */
const before = async () => {
  const [karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
  const charged = await book(karim, await freshBike(shop))
  await shop.payFor(await begin(karim, charged))
  const held = await book(sadia, await freshBike(shop))
  await begin(sadia, held)
  return { karim, charged: charged.bike.id, held: held.bike.id }
}

test('an hour forward: tokens end and sessions go on, money is settled, holds end', async () => {
  const { karim, charged, held } = await before()
  jump(1)
  expect(await refusalOf(karim('GET /bookings'))).toMatchObject({ status: 401 })
  await shop.sweep()
  expect(await statesOf(charged)).toEqual(['succeeded'])
  expect(await statesOf(held)).toEqual(['canceled'])
  const again = await shop.as('karim')
  expect((await again('GET /bookings')).find((order) => order.producId === charged)).toMatchObject({ paid: true })
  await expectGoodBooks()
})

test('an hour back: nothing is taken away too early, and a purchase goes its way', async () => {
  const { charged, held } = await before()
  jump(-1)
  await shop.sweep()
  expect(await statesOf(held)).toEqual(['open'])
  const puja = await shop.as('puja')
  const order = await book(puja, await freshBike(shop))
  const intent = await begin(puja, order)
  await shop.payFor(intent)
  await puja('POST /payments', { body: claim(puja, order, intent) })
  expect(await statesOf(order.bike.id)).toEqual(['succeeded'])
  // The clock is put right again: what came before the jump is ended as if it had never been.
  jump(1.1)
  await shop.sweep()
  jump(1)
  await shop.sweep()
  expect(await statesOf(charged)).toEqual(['succeeded'])
  expect(await statesOf(held)).toEqual(['canceled'])
  await expectGoodBooks()
})

test('eight days forward: sessions end, and what was paid is there', async () => {
  const { karim, charged, held } = await before()
  const cookie = { cookie: karim.cookie }
  jump(8 * 24)
  const asked = await shop.app.inject({
    method: 'POST',
    url: '/api/jwt',
    headers: cookie,
    payload: { email: karim.email },
  })
  expect(asked.statusCode).toBe(401)
  await shop.sweep()
  expect(await statesOf(charged)).toEqual(['succeeded'])
  expect(await statesOf(held)).toEqual(['canceled'])
  const again = await shop.as('karim')
  expect((await again('GET /bookings')).find((order) => order.producId === charged)).toMatchObject({ paid: true })
  await expectGoodBooks()
})
