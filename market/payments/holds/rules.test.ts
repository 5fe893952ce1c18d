// Time, crashes and crowds: a hold ends, and every payment ends well, whatever happens around it.
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { begin, book as bookBike, freshBike, keptMoney, type Person, refusalOf } from '#tests/support/buying.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { members } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'

let shop: TestShop
const clock = { now: new Date() }
beforeEach(async () => {
  clock.now = new Date()
  shop = await openTestShop({ keep: true, clock })
})
afterEach(() => shop.close())

const minutesLater = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}
/** An order of this bike, or of one that nobody else wants. */
const book = async (as: Person, bike?: { id: string; salePriceTaka: number }) =>
  bookBike(as, bike ?? (await freshBike(shop)))

const paymentsOf = (bikeId: string) => shop.db.select().from(payments).where(eq(payments.bikeId, bikeId))
const statesOf = async (bikeId: string) => (await paymentsOf(bikeId)).map((row) => row.state).toSorted()

describe('a hold', () => {
  test('that is 15 minutes old is given to the next buyer, and the first can no longer pay with it', async () => {
    const [karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
    const his = await book(karim)
    const first = await begin(karim, his)
    const hers = await book(sadia, his.bike)
    minutesLater(4)
    expect(await refusalOf(begin(sadia, hers))).toMatchObject({ code: 'another_buyer_paying' })
    minutesLater(12)
    const again = await shop.as('sadia')
    const second = await begin(again, hers)
    expect(second).not.toBe(first)
    expect((await shop.cards.look(first)).status).toBe('canceled')
    await expect(shop.payFor(first)).rejects.toThrow(/canceled/)
    expect(await statesOf(his.bike.id)).toEqual(['canceled', 'open'])
  })

  test('whose buyer was faster than its end is a sale: the next buyer is told that the bike is sold', async () => {
    const [karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
    const his = await book(karim)
    const hers = await book(sadia, his.bike)
    const intent = await begin(karim, his)
    await shop.payFor(intent)
    minutesLater(16)
    expect(await refusalOf(begin(await shop.as('sadia'), hers))).toMatchObject({ code: 'bike_sold' })
    expect(await statesOf(his.bike.id)).toEqual(['succeeded'])
  })

  test('is ended by the sweeper at the provider first, and then the bike is free', async () => {
    const karim = await shop.as('karim')
    const his = await book(karim)
    const intent = await begin(karim, his)
    minutesLater(14)
    await shop.sweep()
    expect(await statesOf(his.bike.id)).toEqual(['open'])
    minutesLater(2)
    await shop.sweep()
    expect(await statesOf(his.bike.id)).toEqual(['canceled'])
    expect((await shop.cards.look(intent)).status).toBe('canceled')
  })
})

describe('the sweeper', () => {
  test('settles a payment whose page was closed and whose webhook was lost', async () => {
    const karim = await shop.as('karim')
    const order = await book(karim)
    await shop.payFor(await begin(karim, order))
    minutesLater(1)
    await shop.sweep()
    expect(await statesOf(order.bike.id)).toEqual(['succeeded'])
    const again = await shop.as('karim')
    expect(await again('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: true })
  })

  test('ends a hold that a crash left without an intent', async () => {
    const karim = await shop.as('karim')
    const order = await book(karim)
    const [row] = await paymentsOf(order.bike.id)
    expect(row).toBeUndefined()
    const [buyer] = await shop.db.select().from(members).where(eq(members.email, karim.email))
    await shop.db.insert(payments).values({
      id: shop.till.newId(),
      bikeId: order.bike.id,
      buyerId: buyer?.id ?? '',
      bookingId: order.bookingId,
      amountTaka: order.price,
      currency: 'bdt',
      state: 'open',
      createdAt: clock.now,
    })
    minutesLater(2)
    await shop.sweep()
    expect(await statesOf(order.bike.id)).toEqual(['canceled'])
  })

  test('sends back what a crash left due, once', async () => {
    const karim = await shop.as('karim')
    const order = await book(karim)
    const intent = await begin(karim, order)
    await shop.payFor(intent)
    await shop.db.update(bikes).set({ withdrawnAt: clock.now, advertisedAt: null }).where(eq(bikes.id, order.bike.id))
    await shop.db
      .update(payments)
      .set({ state: 'refund_due', refundReason: 'bike_withdrawn' })
      .where(eq(payments.intentId, intent))
    minutesLater(1)
    await Promise.all([shop.sweep(), shop.sweep(), shop.sweep()])
    expect(await statesOf(order.bike.id)).toEqual(['refunded'])
    expect([...(await keptMoney(shop))]).toEqual([])
  })
})

describe('twenty buyers and one bike', () => {
  /** Twenty new buyers, each with an order of the same bike. */
  const crowd = async (bike: { id: string; salePriceTaka: number }) => {
    const people: { as: Person; order: Awaited<ReturnType<typeof book>> }[] = []
    for (let n = 0; n < 20; n += 1) {
      const who = { email: `buyer${n}@example.com`, password: 'a long password' }
      await shop.visitor('POST /auth/sign-up/email', {
        body: { ...who, name: `Buyer ${n}`, image: 'https://example.com/me.jpg', role: 'Buyer' },
      })
      const as = await shop.as(who)
      people.push({ as, order: await book(as, bike) })
    }
    return people
  }

  test('two hundred attempts at once to pay end with one payment, and nobody else is charged', async () => {
    const bike = await freshBike(shop)
    const people = await crowd(bike)

    const attempt = async ({ as, order }: (typeof people)[number]) => {
      const intent = await begin(as, order)
      await shop.payFor(intent)
      const body = {
        price: order.price,
        transactionId: intent,
        email: as.email,
        bookingId: order.bookingId,
        productId: bike.id,
      }
      await as('POST /payments', { body })
      await as('POST /payments/product', { body })
      return as.email
    }
    const attempts = Array.from({ length: 10 }, () => people.map(attempt)).flat()
    const done = await Promise.allSettled(attempts)

    const winners = new Set(done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    expect(winners.size).toBe(1)
    const held = await shop.db
      .select()
      .from(payments)
      .where(
        and(eq(payments.bikeId, bike.id), inArray(payments.state, ['open', 'succeeded', 'refund_due', 'refunded'])),
      )
    expect(held.map((row) => row.state)).toEqual(['succeeded'])
    expect([...(await keptMoney(shop))]).toEqual([[held[0]?.intentId, bike.salePriceTaka]])
    const paid = await shop.db.select().from(bookings).where(eq(bookings.bikeId, bike.id))
    expect(paid.filter((row) => row.paidAt !== null)).toHaveLength(1)
  }, 60_000)
})
