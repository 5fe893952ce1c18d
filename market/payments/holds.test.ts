// Time, crashes and crowds: a hold ends, and every payment ends well, whatever happens around it.
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, assert, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { openTestShop, type TestShop } from '../../tools/test-shop.ts'
import { bikes } from '../bikes/table.ts'
import { bookings } from '../bookings/table.ts'
import { members } from '../members/table.ts'
import { payments } from './table.ts'

type Person = Client & { email: string }

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
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => ({ code: undefined }),
    (error: unknown) => error,
  )
const intentOf = (answer: { clientSecret: string }) => answer.clientSecret.split('_secret_')[0] ?? ''

/** Books the newest bike that is on sale and not the cast's own order yet. */
const book = async (as: Person, wanted?: { id: string; salePriceTaka: number }) => {
  const [newest] = wanted ? [wanted] : await freeBikes()
  assert(newest, 'needs a bike on sale')
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: newest.salePriceTaka,
    producId: newest.id,
  }
  const { insertedId } = await as('POST /bookings', { body })
  return { bike: newest, bookingId: insertedId, price: newest.salePriceTaka, productId: newest.id }
}

const freeBikes = async () => {
  const taken = shop.db.select({ id: bookings.bikeId }).from(bookings)
  const all = await shop.db.select().from(bikes)
  const booked = new Set((await taken).map((row) => row.id))
  return all.filter((bike) => !booked.has(bike.id) && !bike.soldAt && !bike.withdrawnAt)
}

const begin = (as: Person, order: { price: number; bookingId: string }) =>
  as('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } })

const paymentsOf = (bikeId: string) => shop.db.select().from(payments).where(eq(payments.bikeId, bikeId))
const statesOf = async (bikeId: string) => (await paymentsOf(bikeId)).map((row) => row.state).toSorted()

/** Where the money of every intent is, at the provider: kept, or sent back. */
const chargedAt = async () => {
  const charged: { id: string; keptTaka: number }[] = []
  for await (const intent of shop.cards.all()) {
    if (intent.status === 'succeeded')
      charged.push({ id: intent.id, keptTaka: (intent.amountPoisha - intent.refundedPoisha) / 100 })
  }
  return charged.filter((one) => one.keptTaka > 0)
}

describe('a hold', () => {
  test('that is 15 minutes old is given to the next buyer, and the first can no longer pay with it', async () => {
    const [karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
    const his = await book(karim)
    const first = intentOf(await begin(karim, his))
    const hers = await book(sadia, his.bike)
    minutesLater(4)
    expect(await refusal(begin(sadia, hers))).toMatchObject({ code: 'another_buyer_paying' })
    minutesLater(12)
    const again = await shop.as('sadia')
    const second = intentOf(await begin(again, hers))
    expect(second).not.toBe(first)
    expect((await shop.cards.look(first)).status).toBe('canceled')
    await expect(shop.payFor(first)).rejects.toThrow(/canceled/)
    expect(await statesOf(his.bike.id)).toEqual(['canceled', 'open'])
  })

  test('whose buyer was faster than its end is a sale: the next buyer is told that the bike is sold', async () => {
    const [karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
    const his = await book(karim)
    const hers = await book(sadia, his.bike)
    const intent = intentOf(await begin(karim, his))
    await shop.payFor(intent)
    minutesLater(16)
    expect(await refusal(begin(await shop.as('sadia'), hers))).toMatchObject({ code: 'bike_sold' })
    expect(await statesOf(his.bike.id)).toEqual(['succeeded'])
  })

  test('is ended by the sweeper at the provider first, and then the bike is free', async () => {
    const karim = await shop.as('karim')
    const his = await book(karim)
    const intent = intentOf(await begin(karim, his))
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
    await shop.payFor(intentOf(await begin(karim, order)))
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
    const intent = intentOf(await begin(karim, order))
    await shop.payFor(intent)
    await shop.db.update(bikes).set({ withdrawnAt: clock.now, advertisedAt: null }).where(eq(bikes.id, order.bike.id))
    await shop.db
      .update(payments)
      .set({ state: 'refund_due', refundReason: 'bike_withdrawn' })
      .where(eq(payments.intentId, intent))
    minutesLater(1)
    await Promise.all([shop.sweep(), shop.sweep(), shop.sweep()])
    expect(await statesOf(order.bike.id)).toEqual(['refunded'])
    expect(await chargedAt()).toEqual([])
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
    const [bike] = await freeBikes()
    assert(bike, 'needs a bike on sale')
    const people = await crowd(bike)

    const attempt = async ({ as, order }: (typeof people)[number]) => {
      const intent = intentOf(await begin(as, order))
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
    expect(await chargedAt()).toEqual([{ id: held[0]?.intentId, keptTaka: bike.salePriceTaka }])
    const paid = await shop.db.select().from(bookings).where(eq(bookings.bikeId, bike.id))
    expect(paid.filter((row) => row.paidAt !== null)).toHaveLength(1)
  }, 60_000)
})
