// What holds for a payment whatever the provider is: each story runs once for each of them, in `npm test` for bKash. What
// happens while its page is open is in each-provider-holds.test.ts, money that goes back in refunds/each-provider.test.ts. How
// one differs from the others is in its own files; races are in wallet-races.test.ts, and kill -9 in tests/resilience.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, listEntries, type TestDeal } from '#tests/support/money.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPayingSteps } from '#tests/support/wallets/paying.ts'
import { readSslcommerzJournal } from '#tests/support/wallets/sslcommerz.ts'
import { type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { payments } from '#market/schema/money/payments.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const readBike = async ({ order }: TestDeal) => {
  const { rows } = await testApp.db.$client.query<{ reserved: boolean }>(
    'select reserved_at is not null as reserved from bikes where id = $1',
    [order.bike.id],
  )
  return { ...rows[0], isOnSale: (await testApp.visitor('GET /allbikes')).some(({ _id }) => _id === order.bike.id) }
}

describe.each(wallets)('by $way', (wallet: Wallet) => {
  const run = wallet.way === 'bkash' ? {} : { tags: 'long' }
  const { begin, agree, comeBack, pay, readTaken, sweepLater, sweepToEnd, findPayment } = createPayingSteps(
    () => testApp,
    wallet,
  )
  const nothingTaken = [undefined, { times: 0, takenPoisha: 0, refundedPoisha: 0 }]

  test('the order is paid, the bike is reserved, and the page can be loaded again', run, async () => {
    const paying = await begin()
    await agree(paying)
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
    expect(await paying.buyer('GET /bookings/:id', { params: { id: paying.order.bookingId } })).toMatchObject({
      paid: true,
      status: 'reserved',
    })
    expect(await readBike(paying)).toEqual({ reserved: true, isOnSale: false })
    expect(await listEntries(testApp, paying)).toEqual([['settled', { provider: 149_000, held: -149_000 }]])
    expect(await readTaken(paying)).toEqual({ times: 1, takenPoisha: 14_900_000, refundedPoisha: 0 })
  })

  test('the rest is paid after a deposit, and nothing is left to pay', run, async () => {
    const deposit = await pay(undefined, 'deposit')
    const rest = await pay(deposit, 'rest')
    expect([deposit.state, rest.state]).toEqual(['paid', 'paid'])
    expect(await listEntries(testApp, deposit)).toEqual([
      ['settled', { provider: 4_470, held: -4_470 }],
      ['settled', { provider: 144_530, held: -144_530 }],
    ])
    expect(await Promise.all([deposit, rest].map(readTaken))).toEqual([
      { times: 1, takenPoisha: 447_000, refundedPoisha: 0 },
      { times: 1, takenPoisha: 14_453_000, refundedPoisha: 0 },
    ])
    expect(await catchError(begin(deposit, 'rest'))).toMatchObject({ code: 'already_paid' })
  })

  test('the bike is paid from the wishlist, and the order for it is paid with it', run, async () => {
    const deal = await beginDeal(testApp)
    const { id: bikeId } = deal.order.bike
    const { insertedId: wishlistId } = await deal.buyer('POST /wishlist', { body: { productId: bikeId } })
    const begun = await wallet.begin(deal.buyer, { wishlistId, price: deal.order.price })
    await agree(begun)
    const paying = { ...deal, ...begun, order: { ...deal.order, bookingId: wishlistId } }
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
    expect(await deal.buyer('GET /wishlists/:id', { params: { id: wishlistId } })).toMatchObject({ paid: true })
    expect(await deal.buyer('GET /bookings/:id', { params: deal.params })).toMatchObject({ paid: true })
    expect(await listEntries(testApp, deal)).toEqual([['settled', { provider: 149_000, held: -149_000 }]])
  })

  test('a wish without an order is paid: a deal begins that asks for number and place', run, async () => {
    const seller = await registerMember(testApp, 'Seller')
    const buyer = await registerMember(testApp, 'Buyer')
    const bike = await createListing(testApp, seller, { salePrice: 149_000 })
    const { insertedId: wishlistId } = await buyer('POST /wishlist', { body: { productId: bike.id } })
    const order = { bike, bookingId: wishlistId, price: bike.salePriceTaka }
    const begun = await wallet.begin(buyer, { wishlistId, price: order.price })
    await agree(begun)
    expect(await comeBack({ seller, buyer, order, id: '', params: { id: '' }, ...begun })).toMatchObject({
      state: 'paid',
    })
    const [deal] = await buyer('GET /deals', { query: { side: 'buyer' } })
    expect(deal).toMatchObject({ state: 'held', productId: bike.id, price: 149_000 })
    expect(await buyer('GET /deals/:id', { params: { id: deal?._id ?? '' } })).toMatchObject({ needsContact: true })
    const { sessions } = await readSslcommerzJournal(testApp.sandboxPort)
    // A wish has no number to give away.
    for (const { customerNumber } of sessions.filter(({ tranId }) => tranId === begun.reference))
      expect(customerNumber).toBe('00000000000')
  })

  test('a deposit for a wish without an order begins a deal with the rest to pay', run, async () => {
    const seller = await registerMember(testApp, 'Seller')
    const buyer = await registerMember(testApp, 'Buyer')
    const bike = await createListing(testApp, seller, { salePrice: 149_000 })
    const { insertedId: wishlistId } = await buyer('POST /wishlist', { body: { productId: bike.id } })
    const order = { bike, bookingId: wishlistId, price: bike.salePriceTaka }
    const begun = await wallet.begin(buyer, { wishlistId, price: order.price }, 'deposit')
    await agree(begun)
    const paying = { seller, buyer, order, id: '', params: { id: '' }, ...begun }
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
    const [deal] = await buyer('GET /deals', { query: { side: 'buyer' } })
    expect(deal).toMatchObject({ state: 'held', price: 149_000, paid: 4_470 })
    expect(await buyer('GET /deals/:id', { params: { id: deal?._id ?? '' } })).toMatchObject({ rest: 144_530 })
  })

  test('who closes the tab after paying has paid: the job learns it', run, async () => {
    const paying = await begin()
    await agree(paying)
    await sweepLater(1)
    await sweepLater(16)
    expect(await findPayment(paying)).toMatchObject({ state: 'succeeded' })
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
  })

  test('coming back without having paid is no payment, whatever the address says', run, async () => {
    const paying = await begin()
    expect(['unpaid', 'waiting']).toContain((await comeBack(paying)).state)
    expect(await readBike(paying)).toEqual({ reserved: false, isOnSale: true })
    expect(await listEntries(testApp, paying)).toEqual([])
    expect(nothingTaken).toContainEqual(await readTaken(paying))
  })

  test('nobody else is told of the payment, nor makes it theirs', run, async () => {
    const paying = await begin()
    await agree(paying)
    const other = await registerMember(testApp, 'Buyer')
    expect(await catchError(comeBack(paying, other))).toMatchObject({ status: 404 })
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
  })

  test('fifty returns at once record one payment, and the money is taken once', run, async () => {
    const paying = await begin()
    await agree(paying)
    await Promise.allSettled(Array.from({ length: 50 }, () => comeBack(paying)))
    expect(await comeBack(paying)).toMatchObject({ state: 'paid' })
    expect(await listEntries(testApp, paying)).toHaveLength(1)
    expect(await readTaken(paying)).toMatchObject({ times: 1 })
  })

  test('a price that differs from the agreed one is refused, with the price as it is', run, async () => {
    const { buyer, order } = await beginDeal(testApp)
    const error = await catchError(wallet.begin(buyer, { ...order, price: order.price - 1_000 }))
    expect(error).toMatchObject({ status: 409, code: 'price_changed', body: { salePrice: order.price } })
  })

  test('while one buyer pays, another one is refused, and gets the bike when the first does not pay', run, async () => {
    const paying = await begin()
    const rival = await registerMember(testApp, 'Buyer')
    const order = await book(rival, paying.order.bike)
    expect(await catchError(wallet.begin(rival, order))).toMatchObject({ code: 'another_buyer_paying' })
    await testApp.db.update(payments).set({ state: 'canceled' }).where(eq(payments.intentId, paying.reference))
    expect(await pay({ ...paying, order, buyer: rival })).toMatchObject({ state: 'paid' })
  })

  test('a paid bike takes no more money, neither from the same buyer nor from another', run, async () => {
    const paying = await begin()
    const rival = await registerMember(testApp, 'Buyer')
    const order = await book(rival, paying.order.bike)
    await agree(paying)
    await comeBack(paying)
    expect(await catchError(wallet.begin(paying.buyer, paying.order))).toMatchObject({ code: 'already_paid' })
    expect(await catchError(wallet.begin(rival, order))).toMatchObject({ code: 'promised_to_another' })
  })

  test('for a bike that its seller took off the shop nothing is kept', run, async () => {
    const paying = await begin()
    await agree(paying)
    // As if the seller had been faster than every check: the bike is gone, and the payment does not know.
    await testApp.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
      paying.order.bike.id,
    ])
    expect(await comeBack(paying)).toMatchObject({ state: wallet.asksBeforeTaking ? 'unpaid' : 'refunded' })
    await sweepToEnd()
    const { takenPoisha, refundedPoisha } = (await readTaken(paying)) ?? { takenPoisha: 0, refundedPoisha: 0 }
    expect([takenPoisha, refundedPoisha]).toEqual(wallet.asksBeforeTaking ? [0, 0] : [14_900_000, 14_900_000])
  })

  test('the ledger has what the provider has, and all invariants hold', run, async () => {
    const { rows } = await testApp.db.$client.query<{ id: string; poisha: string }>(
      `select intent_id as id, sum(poisha) as poisha from ledger_lines
       join ledger_entries on ledger_entries.id = entry_id join payments on payments.id = payment_id
       where account = $1 and cause not in ('charge', 'payment_charge') group by 1`,
      [`provider:${wallet.provider}`],
    )
    const entered = new Map(rows.map(({ id, poisha }) => [id, Number(poisha)]))
    const taken = await wallet.readTaken(testApp.sandboxPort, testApp.sandbox.url)
    const ours = new Set((await testApp.db.select({ id: payments.intentId }).from(payments)).map(({ id }) => id))
    for (const [id, { takenPoisha, refundedPoisha }] of taken)
      if (ours.has(id)) expect([id, entered.get(id) ?? 0]).toEqual([id, takenPoisha - refundedPoisha])
    const { violations } = await findAllViolations(testApp)
    expect(violations.map(({ invariant, rows: broken }) => [invariant.id, broken])).toEqual([])
  })
})
