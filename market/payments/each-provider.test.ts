// What holds for a payment whatever the provider is: each story runs once for each of them, in `npm test` for bKash. How one differs from the others
// is in its own files; races are in wallet-races.test.ts, and kill -9 in tests/resilience.
import { minuteMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, listEntries, type TestDeal } from '#tests/support/money.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { returnFrom, type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { payments } from '#market/schema/money/payments.ts'
import { sweep } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

/** The sweep of some minutes later. */
const sweepLater = (minutes: number) =>
  sweep({ ...testApp.paymentsDeps, now: () => new Date(Date.now() + minutes * minuteMs) })

const findPayment = async (reference: string) => {
  const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, reference))
  return row
}

const readBike = async ({ order }: TestDeal) => {
  const { rows } = await testApp.db.$client.query<{ reserved: boolean }>(
    'select reserved_at is not null as reserved from bikes where id = $1',
    [order.bike.id],
  )
  return { ...rows[0], isOnSale: (await testApp.visitor('GET /allbikes')).some(({ _id }) => _id === order.bike.id) }
}

describe.each(wallets)('by $way', (wallet: Wallet) => {
  const run = wallet.way === 'bkash' ? {} : { tags: 'long' }

  const begin = async () => {
    const deal = await beginDeal(testApp)
    return { ...deal, ...(await wallet.begin(deal.buyer, deal.order)) }
  }
  type Paying = Awaited<ReturnType<typeof begin>>

  const agree = ({ pageUrl }: Paying) => wallet.agree(pageUrl, testApp.sandbox.url)
  const comeBack = ({ reference, order, buyer }: Paying, as = buyer) =>
    returnFrom(as, wallet, {
      reference,
      hint: 'success',
      order: { email: as.email, bookingId: order.bookingId, bikeId: order.bike.id, price: order.price },
    })
  const readTaken = async ({ reference }: Paying) =>
    (await wallet.readTaken(testApp.sandboxPort, testApp.sandbox.url)).get(reference)
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

  test('who closes the tab after paying has paid: the job learns it', run, async () => {
    const paying = await begin()
    await agree(paying)
    await sweepLater(1)
    await sweepLater(16)
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'succeeded' })
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
    const { reference, pageUrl } = await wallet.begin(rival, order)
    await wallet.agree(pageUrl, testApp.sandbox.url)
    const whose = { ...paying, reference, pageUrl, order, buyer: rival }
    expect(await comeBack(whose)).toMatchObject({ state: 'paid' })
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
    for (const minutes of [2, 10, 20, 300, 310, 320]) await sweepLater(minutes)
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
