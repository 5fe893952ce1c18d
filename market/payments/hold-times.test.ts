// Holds under timeouts, crashes and concurrency: every hold and payment ends correctly.
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, assert, beforeEach, describe, expect, test } from 'vitest'
import {
  startPayment,
  book as bookBike,
  findUnwantedBike,
  getCollectedTaka,
  type BuyerClient,
  catchError,
} from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { accounts, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import { orderFullRefund } from '#market/ledger/refunds.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { members } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'

let testApp: TestApp
const clock = { now: new Date() }
beforeEach(async () => {
  clock.now = new Date()
  testApp = await createTestApp({ manualClose: true, clock })
})
afterEach(() => testApp.close())

const advanceMinutes = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}
/** A booking of this bike, or of one that nobody else wants. */
const book = async (as: BuyerClient, bike?: { id: string; salePriceTaka: number }) =>
  bookBike(as, bike ?? (await findUnwantedBike(testApp)))

const listPayments = (bikeId: string) => testApp.db.select().from(payments).where(eq(payments.bikeId, bikeId))
const listStates = async (bikeId: string) => (await listPayments(bikeId)).map((row) => row.state).toSorted()

describe('a hold', () => {
  test('that is 15 minutes old goes to the next buyer, and the first can no longer pay with it', async () => {
    const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
    const his = await book(karim)
    const first = await startPayment(karim, his)
    const hers = await book(sadia, his.bike)
    advanceMinutes(4)
    expect(await catchError(startPayment(sadia, hers))).toMatchObject({ code: 'another_buyer_paying' })
    advanceMinutes(12)
    const again = await testApp.signInAs('sadia')
    const second = await startPayment(again, hers)
    expect(second).not.toBe(first)
    expect((await testApp.paymentProvider.retrieve(first)).status).toBe('canceled')
    await expect(testApp.payIntent(first)).rejects.toThrow(/canceled/)
    expect(await listStates(his.bike.id)).toEqual(['canceled', 'open'])
  })

  test('whose buyer pays before it ends reserves the bike: the next buyer comes second', async () => {
    const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
    const his = await book(karim)
    const hers = await book(sadia, his.bike)
    const intent = await startPayment(karim, his)
    await testApp.payIntent(intent)
    advanceMinutes(16)
    expect(await catchError(startPayment(await testApp.signInAs('sadia'), hers))).toMatchObject({
      code: 'promised_to_another',
    })
    expect(await listStates(his.bike.id)).toEqual(['succeeded'])
  })

  test('is canceled by the job at the provider first, and then the bike is free', async () => {
    const karim = await testApp.signInAs('karim')
    const his = await book(karim)
    const intent = await startPayment(karim, his)
    advanceMinutes(14)
    await testApp.sweep()
    expect(await listStates(his.bike.id)).toEqual(['open'])
    advanceMinutes(2)
    await testApp.sweep()
    expect(await listStates(his.bike.id)).toEqual(['canceled'])
    expect((await testApp.paymentProvider.retrieve(intent)).status).toBe('canceled')
  })
})

describe('the sweeper', () => {
  test('settles a payment whose page was closed and whose webhook was lost', async () => {
    const karim = await testApp.signInAs('karim')
    const order = await book(karim)
    await testApp.payIntent(await startPayment(karim, order))
    advanceMinutes(1)
    await testApp.sweep()
    expect(await listStates(order.bike.id)).toEqual(['succeeded'])
    const again = await testApp.signInAs('karim')
    expect(await again('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: true })
  })

  test('ends a hold that a crash left without an intent', async () => {
    const karim = await testApp.signInAs('karim')
    const order = await book(karim)
    const [row] = await listPayments(order.bike.id)
    expect(row).toBeUndefined()
    const [buyer] = await testApp.db.select().from(members).where(eq(members.email, karim.email))
    await testApp.db.insert(payments).values({
      id: testApp.paymentsDeps.createId(),
      bikeId: order.bike.id,
      buyerId: buyer?.id ?? '',
      bookingId: order.bookingId,
      amountTaka: order.price,
      currency: 'bdt',
      state: 'open',
      createdAt: clock.now,
    })
    advanceMinutes(2)
    await testApp.sweep()
    expect(await listStates(order.bike.id)).toEqual(['canceled'])
  })

  test('refunds once what a crash left due', async () => {
    const karim = await testApp.signInAs('karim')
    const order = await book(karim)
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await testApp.db
      .update(bikes)
      .set({ withdrawnAt: clock.now, advertisedAt: null })
      .where(eq(bikes.id, order.bike.id))
    const [payment] = await testApp.db
      .update(payments)
      .set({ state: 'refund_due', refundReason: 'bike_withdrawn' })
      .where(eq(payments.intentId, intent))
      .returning()
    assert(payment, 'needs the payment')
    await testApp.db.transaction(async (tx) => {
      const poisha = payment.amountTaka * poishaPerTaka
      await postEntry(tx, testApp.paymentsDeps, {
        cause: 'settled',
        causeRef: payment.id,
        paymentId: payment.id,
        providerRef: intent,
        lines: [
          [accounts.cards, poisha],
          [accounts.buyer(payment.buyerId), -poisha],
        ],
      })
      await orderFullRefund(tx, testApp.paymentsDeps, payment)
    })
    advanceMinutes(1)
    await Promise.all([testApp.sweep(), testApp.sweep(), testApp.sweep()])
    expect(await listStates(order.bike.id)).toEqual(['refunded'])
    expect([...(await getCollectedTaka(testApp))]).toEqual([])
  })
})

describe('twenty buyers and one bike', () => {
  /** Twenty new buyers, each with a booking of the same bike. */
  const createBuyers = async (bike: { id: string; salePriceTaka: number }) => {
    const people: { as: BuyerClient; order: Awaited<ReturnType<typeof book>> }[] = []
    for (let n = 0; n < 20; n += 1) {
      const who = { email: `buyer${n}@example.com`, password: 'a long password' }
      await testApp.visitor('POST /auth/sign-up/email', {
        body: { ...who, name: `Buyer ${n}`, image: 'https://example.com/me.jpg', role: 'Buyer' },
      })
      const as = await testApp.signInAs(who)
      people.push({ as, order: await book(as, bike) })
    }
    return people
  }

  test('two hundred attempts at once to pay end with one payment, and nobody else is charged', async () => {
    const bike = await findUnwantedBike(testApp)
    const people = await createBuyers(bike)

    const attempt = async ({ as, order }: (typeof people)[number]) => {
      const intent = await startPayment(as, order)
      await testApp.payIntent(intent)
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
    const held = await testApp.db
      .select()
      .from(payments)
      .where(
        and(eq(payments.bikeId, bike.id), inArray(payments.state, ['open', 'succeeded', 'refund_due', 'refunded'])),
      )
    expect(held.map((row) => row.state)).toEqual(['succeeded'])
    expect([...(await getCollectedTaka(testApp))]).toEqual([[held[0]?.intentId, bike.salePriceTaka]])
    const paid = await testApp.db.select().from(bookings).where(eq(bookings.bikeId, bike.id))
    expect(paid.filter((row) => row.paidAt !== null)).toHaveLength(1)
  })
})
