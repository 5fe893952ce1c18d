// Whom a hold keeps from paying, and holds whose intent the card provider does not know.
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import {
  book as bookBike,
  catchError,
  findUnwantedBike,
  getCollectedTaka,
  type Order,
  startPayment,
  type BuyerClient,
} from '#tests/support/buying.ts'
import { createListing, getMemberId, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { payments } from '#market/schema/money/payments.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { holdBike, type Purchase } from './holds.ts'
import { AlreadyCreatedError } from './providers.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

let testApp: TestApp
let karim: BuyerClient
const clock = { now: new Date() }
// The bound of production; requests of one address are not counted here.
const limits = { ...createLimits(1_000), maxHoldsPerBuyer: createLimits().maxHoldsPerBuyer }
beforeEach(async () => {
  clock.now = new Date()
  testApp = await createTestApp({ manualClose: true, clock, limits })
  karim = await testApp.signInAs('karim')
})
afterEach(() => testApp.close())

const advanceMinutes = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  karim = await testApp.signInAs('karim')
}
const book = async (as: BuyerClient, bike?: { id: string; salePriceTaka: number }) =>
  bookBike(as, bike ?? (await findUnwantedBike(testApp)))
const listStates = async (bikeId: string) => {
  const rows = await testApp.db.select().from(payments).where(eq(payments.bikeId, bikeId))
  return rows.map(({ state }) => state).toSorted()
}

describe('one buyer cannot keep bikes from all others', () => {
  test('who pays for three bikes begins no fourth, until one of them is over', async () => {
    const orders = []
    for (let number = 0; number < 4; number += 1) orders.push(await book(karim))
    const [fourth, ...held] = orders
    const pay = () => startPayment(karim, fourth ?? expect.fail('needs an order'))
    for (const order of held) await startPayment(karim, order)
    expect(await catchError(pay())).toMatchObject({ status: 409, code: 'too_many_holds' })
    // The same bike again is no other bike.
    for (const order of held) await startPayment(karim, order)
    await advanceMinutes(16)
    await testApp.sweep()
    await pay()
  })

  test('whose hold lapsed waits 15 minutes while others want the bike, and not while nobody does', async () => {
    const [wanted, alone] = [await book(karim), await book(karim)]
    await book(await testApp.signInAs('sadia'), wanted.bike)
    for (const order of [wanted, alone]) await startPayment(karim, order)
    await advanceMinutes(16)
    await testApp.sweep()
    expect(await catchError(startPayment(karim, wanted))).toMatchObject({ status: 409, code: 'hold_again_later' })
    await startPayment(karim, alone)
    await advanceMinutes(13)
    expect(await catchError(startPayment(karim, wanted))).toMatchObject({ code: 'hold_again_later' })
    await advanceMinutes(2)
    await startPayment(karim, wanted)
  })

  test('whose hold lapsed pays at once after another buyer had the bike', async () => {
    const order = await book(karim)
    const sadia = await testApp.signInAs('sadia')
    const hers = await book(sadia, order.bike)
    const first = await startPayment(karim, order)
    await advanceMinutes(16)
    await startPayment(await testApp.signInAs('sadia'), hers)
    await advanceMinutes(16)
    expect(await startPayment(karim, order)).not.toBe(first)
  })
})

test('an order that has ended is not paid, though its buyer has booked the bike again; the new one is', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  const declined = await book(karim, bike)
  await seller('PUT /deals/:id/answer', { params: { id: declined.bookingId }, body: { answer: 'no' } })
  expect(await catchError(startPayment(karim, declined))).toMatchObject({ status: 409, code: 'deal_closed' })
  const again = await book(karim, bike)
  expect(await catchError(startPayment(karim, declined))).toMatchObject({ status: 409, code: 'deal_closed' })
  expect(await karim('GET /bookings/:id', { params: { id: declined.bookingId } })).toMatchObject({
    payObstacle: 'deal_closed',
  })
  await startPayment(karim, again)
})

test('a price that changes while a payment of a wish begins is not paid: the buyer reads the new one', async () => {
  const bike = await createListing(testApp, await registerMember(testApp, 'Seller'))
  const { insertedId: wishlistId } = await karim('POST /wishlist', { body: { productId: bike.id } })
  const changing = await testApp.db.$client.connect()
  try {
    await changing.query('begin')
    await changing.query('update bikes set sale_price_taka = sale_price_taka + 1000 where id = $1', [bike.id])
    const refused = catchError(
      karim('POST /create-payment-intent', { body: { price: bike.salePriceTaka, wishlistId } }),
    )
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await testApp.db.$client.query(waiting)).rowCount).toBe(1)
    await changing.query('commit')
    expect(await refused).toMatchObject({ code: 'price_changed', body: { salePrice: bike.salePriceTaka + 1_000 } })
  } finally {
    changing.release()
  }
  expect(await listStates(bike.id)).toEqual([])
})

describe('the time in which one buyer keeps a bike from others is counted by buyer and bike', () => {
  type Begin = (order: Order) => Promise<unknown>
  const pay =
    (purpose: 'full' | 'deposit'): Begin =>
    ({ price, bookingId }) =>
      karim('POST /create-payment-intent', { body: { price, bookingId, purpose } })
  const payByBkash: Begin = ({ price, bookingId }) =>
    karim('POST /create-payment-intent', { body: { price, bookingId, purpose: 'deposit', way: 'bkash' } })
  const payFromWishlist: Begin = async ({ bike, price }) => {
    const wished = (await karim('GET /wishlist')).find(({ productId }) => productId === bike.id)
    const wishlistId = wished?._id ?? (await karim('POST /wishlist', { body: { productId: bike.id } })).insertedId
    return karim('POST /create-payment-intent', { body: { price, wishlistId } })
  }
  const bookAgainAndPay: Begin = async ({ bike, bookingId }) => {
    await karim('DELETE /bookings/:id', { params: { id: bookingId } })
    return startPayment(karim, await book(karim, bike))
  }

  test.each<[story: string, first: Begin, again: Begin]>([
    ['another part of the price', pay('full'), pay('deposit')],
    ['the same part by bKash', pay('deposit'), payByBkash],
    ['the full price from the wishlist', pay('deposit'), payFromWishlist],
    ['the same after a new booking', pay('full'), bookAgainAndPay],
  ])('who chooses %s gets no new 15 minutes while another waits', async (_, first, again) => {
    const order = await book(karim)
    const hers = await book(await testApp.signInAs('sadia'), order.bike)
    await first(order)
    await advanceMinutes(14)
    await again(order)
    const payHers = async () => startPayment(await testApp.signInAs('sadia'), hers)
    expect(await catchError(payHers())).toMatchObject({ code: 'another_buyer_paying' })
    await advanceMinutes(1)
    await testApp.sweep()
    expect(await catchError(payFromWishlist(order))).toMatchObject({ code: 'hold_again_later' })
    await payHers()
  })

  test('who is alone gets the whole 15 minutes for the other part too', async () => {
    const order = await book(karim)
    await pay('full')(order)
    await advanceMinutes(14)
    await pay('deposit')(order)
    await advanceMinutes(14)
    await testApp.sweep()
    expect(await listStates(order.bike.id)).toEqual(['canceled', 'open'])
  })
})

describe('a hold whose intent the card provider does not know, of other keys or another account', () => {
  /** Begins to pay, as under keys that were changed since. */
  const holdUnderOtherKeys = async () => {
    const order = await book(karim)
    const intentId = await startPayment(karim, order)
    await testApp.db.update(payments).set({ intentId: 'pi_of_other_keys' }).where(eq(payments.intentId, intentId))
    return order
  }

  test.each([
    ['the job', () => testApp.sweep()],
    [
      'the next buyer who pays',
      async (order: Order) => {
        const hers = await book(await testApp.signInAs('sadia'), order.bike)
        await startPayment(await testApp.signInAs('sadia'), hers)
      },
    ],
  ])('that was begun while the clock was three days ahead is ended by %s', async (_name, end) => {
    const now = clock.now
    await advanceMinutes(3 * 24 * 60)
    const order = await book(karim)
    await startPayment(karim, order)
    clock.now = now
    karim = await testApp.signInAs('karim')
    await end(order)
    expect((await listStates(order.bike.id))[0]).toBe('canceled')
  })

  test('gives its buyer another intent at once, which can be paid', async () => {
    const order = await holdUnderOtherKeys()
    const intentId = await startPayment(karim, order)
    expect(intentId).not.toBe('pi_of_other_keys')
    await testApp.payIntent(intentId)
    await advanceMinutes(1)
    await testApp.sweep()
    expect(await listStates(order.bike.id)).toEqual(['canceled', 'succeeded'])
    expect([...(await getCollectedTaka(testApp)).keys()]).toEqual([intentId])
  })

  test('is ended by the job after 15 minutes and not before, with one line in the log', async () => {
    const order = await holdUnderOtherKeys()
    await advanceMinutes(14)
    await testApp.sweep()
    expect([await listStates(order.bike.id), testApp.logLines]).toEqual([['open'], []])
    await advanceMinutes(2)
    await testApp.sweep()
    await testApp.sweep()
    expect(await listStates(order.bike.id)).toEqual(['canceled'])
    expect(testApp.logLines.filter((line) => line.includes('does not know the intent'))).toHaveLength(1)
  })

  test('goes to the next buyer after 15 minutes', async () => {
    const order = await holdUnderOtherKeys()
    const hers = await book(await testApp.signInAs('sadia'), order.bike)
    await advanceMinutes(16)
    await startPayment(await testApp.signInAs('sadia'), hers)
    expect(await listStates(order.bike.id)).toEqual(['canceled', 'open'])
  })
})

describe('what may change between the request to pay and the hold', () => {
  /** Holds a bike that Karim has on his wishlist, as the request would; returns the code of the refusal. */
  const hold = async (changes: Partial<Purchase> = {}, deps = testApp.paymentsDeps) => {
    const bike = await createListing(testApp, await registerMember(testApp, 'Seller'))
    const { insertedId: wishId } = await karim('POST /wishlist', { body: { productId: bike.id } })
    const buyerId = await getMemberId(testApp, karim)
    const [bikeId, priceTaka] = [bike.id, bike.salePriceTaka]
    const purchase = { bikeId, buyerId, wishId, priceTaka, amountTaka: priceTaka, bookingId: null } as const
    const pay = async () => {
      const told = await sites.callLater(() =>
        holdBike(deps, { ...purchase, purpose: 'full', provider: 'bkash', ...changes }),
      )
      return told instanceof ApiError ? told.code : told.status
    }
    return { pay, bikeId }
  }

  test('the bike is there', async () => {
    const { pay } = await hold()
    expect(await pay()).toBe('open')
  })

  test('nobody knows the bike', async () => {
    const { pay } = await hold({ bikeId: v7() })
    expect(await pay()).toBe('not_found')
  })

  test('the seller takes it off', async () => {
    const { pay, bikeId } = await hold()
    await testApp.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, bikeId))
    expect(await pay()).toBe('bike_withdrawn')
  })

  test('the buyer is removed', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    const { pay } = await hold({ buyerId: await getMemberId(testApp, buyer), wishId: null })
    await testApp.db.$client.query('update members set removed_at = now() where email = $1', [buyer.email])
    expect(await pay()).toBe('not_signed_in')
  })

  test('three holds in a row end before their provider has answered', async () => {
    const { bkash } = testApp
    const create = () => Promise.reject(new AlreadyCreatedError('The answer of an earlier call was lost.'))
    const paymentProviders = { ...testApp.paymentsDeps.paymentProviders, bkash: { ...bkash, create } }
    const { pay } = await hold({}, { ...testApp.paymentsDeps, paymentProviders })
    expect(await pay()).toBe('another_buyer_paying')
  })
})

test('every line that refuses something has a case above', () => {
  const elsewhere = [
    // The money of another buyer is being taken: market/payments/bkash/acts-while-executing.test.ts.
    'another_buyer_paying',
    // That of the same buyer is, in another way: market/payments/bkash/bkash.test.ts.
    'payment_open',
    // The rule refuses it first, with the bike locked; this is what a trigger says to a faulty rule.
    'promised_to_another',
  ]
  const missing = sites.listMissing(['market/payments/holds.ts'])
  expect(missing.map((site) => site.split(' ')[1])).toEqual(elsewhere.toReversed())
})
