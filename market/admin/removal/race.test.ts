// Paying for a bike while it, its seller or its buyer leaves the shop: money with the bike, or neither.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, book, claim, keptMoney, refusalOf } from '#tests/support/buying.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { memberId, newMember, offer, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { settle } from '#market/payments/settle.ts'

let shop: TestShop
let ayesha: Seller
let karim: Seller
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ayesha = await shop.as('ayesha')
  karim = await shop.as('karim')
})
afterAll(() => shop.close())

// Settling asks the card provider first, so it needs this much of a start to be the first at the bike now and then.
const headStartMs = [0, 0, 2, 5, 10, 20, 40]

/** Starts the one, and after a head start that differs from round to round the other, so that each wins at times. */
const race = async (round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const first = one()
  await pause(headStartMs[round % headStartMs.length])
  return Promise.all([first, other()])
}

/** A bike of this seller whose price lies at the provider, still to be recorded. */
const almostSold = async (seller: Seller, buyer: Seller) => {
  const bike = await offer(shop, seller)
  const order = await book(buyer, bike)
  const intent = await begin(buyer, order)
  await shop.payFor(intent)
  return { bike, intent, record: () => refusalOf(buyer('POST /payments', { body: claim(buyer, order, intent) })) }
}

const isSold = async (id: string): Promise<boolean> => {
  const { rows } = await shop.db.$client.query('select from bikes where id = $1 and sold_at is not null', [id])
  return rows.length > 0
}

const expectGoodBooks = async () => {
  const { broken } = await findBroken(shop.db.$client, await gather(shop.cards.all()))
  expect(broken.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

const deletions = { first: 0, second: 0 }

describe('a bike that is paid for and deleted at the same moment', () => {
  test(
    'is sold and stays, or is gone and the money is sent back: 100 rounds, each order',
    { timeout: 120_000 },
    async () => {
      const seller = await newMember(shop, 'Seller')
      for (let round = 0; round < 100; round += 1) {
        const { bike, intent, record } = await almostSold(seller, karim)
        const remove = () => refusalOf(seller('DELETE /allbikes/:id', { params: { id: bike.id } }))
        const [paid, deleted] = await race(round, record, remove)
        const sold = await isSold(bike.id)
        deletions[sold ? 'second' : 'first'] += 1
        expect((await keptMoney(shop)).has(intent)).toBe(sold)
        expect([paid, deleted]).toMatchObject(sold ? [{}, { code: 'bike_sold' }] : [{ code: 'payment_refunded' }, {}])
      }
      expect(deletions.first, 'needs rounds that the deletion won').toBeGreaterThan(0)
      expect(deletions.second, 'needs rounds that the payment won').toBeGreaterThan(0)
      await expectGoodBooks()
    },
  )
})

describe('a member who is deleted in the middle of something', () => {
  const removeMember = (id: string) => () => refusalOf(ayesha('DELETE /users/:id', { params: { id } }))

  test('the seller, while a bike is paid for', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const seller = await newMember(shop, 'Seller')
      const { bike, intent, record } = await almostSold(seller, karim)
      await race(round, record, removeMember(await memberId(shop, seller)))
      expect((await keptMoney(shop)).has(intent)).toBe(await isSold(bike.id))
    }
    await expectGoodBooks()
  })

  test('the buyer, while paying', { timeout: 60_000 }, async () => {
    const seller = await newMember(shop, 'Seller')
    for (let round = 0; round < 20; round += 1) {
      const buyer = await newMember(shop, 'Buyer')
      const { bike, intent, record } = await almostSold(seller, buyer)
      await race(round, record, removeMember(await memberId(shop, buyer)))
      // The page's token may have died first; then the webhook or the sweeper records it.
      await settle(shop.till, intent)
      expect((await keptMoney(shop)).has(intent)).toBe(await isSold(bike.id))
    }
    await expectGoodBooks()
  })

  test('the seller, while offering a bike: nothing of theirs is on sale afterwards', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const seller = await newMember(shop, 'Seller')
      const id = await memberId(shop, seller)
      await race(round, () => refusalOf(offer(shop, seller)), removeMember(id))
      const { rows } = await shop.db.$client.query('select from bikes where seller_id = $1 and withdrawn_at is null', [
        id,
      ])
      expect(rows).toEqual([])
    }
  })

  test('the buyer, while booking: no booking of theirs is open afterwards', { timeout: 60_000 }, async () => {
    const seller = await newMember(shop, 'Seller')
    for (let round = 0; round < 20; round += 1) {
      const [buyer, bike] = [await newMember(shop, 'Buyer'), await offer(shop, seller)]
      const id = await memberId(shop, buyer)
      await race(round, () => refusalOf(book(buyer, bike)), removeMember(id))
      const { rows } = await shop.db.$client.query(
        'select from bookings where buyer_id = $1 and cancelled_at is null',
        [id],
      )
      expect(rows).toEqual([])
    }
  })

  test('and the numbers of members that the lists tell are true afterwards', async () => {
    const { rows } = await shop.db.$client.query(
      `select role, here, (select count(*)::int from members where members.role = member_counts.role and removed_at is null) as counted
       from member_counts`,
    )
    expect(rows).toHaveLength(3)
    for (const { here, counted } of rows) expect(here).toBe(counted)
  })
})
