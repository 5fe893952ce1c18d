// Nobody pays more than the agreed price: it is lowered while the buyer has the form of a payment open.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from '#market/schema/deals/bookings.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { payments } from '#market/schema/money/payments.ts'
import { authorizeBkash, beginBkash, readBkashJournal, returnFromBkash } from '#tests/support/wallets/bkash.ts'
import { catchError, createPaymentBody, parseIntentId } from '#tests/support/buying.ts'
import {
  beginDeal,
  findAllViolations,
  handOverDeal,
  listBalances,
  listEntries,
  payDeal,
  type Purpose,
  releaseDeal,
  type TestDeal,
} from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const price = 178_000
const depositTaka = 5_000
const lowered = 100_000

/** The buyer opens the form of a payment. */
const openForm = async ({ buyer, order }: TestDeal, purpose: Purpose) =>
  parseIntentId(
    await buyer('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId, purpose } }),
  )

const propose = ({ seller, params }: TestDeal, taka = lowered) =>
  seller('PUT /deals/:id/price', { params, body: { price: taka } })
const agree = ({ buyer, params }: TestDeal, taka = lowered) =>
  buyer('PUT /deals/:id/price', { params, body: { agree: true, price: taka } })
const agreeOnPrice = async (deal: TestDeal, taka = lowered) => {
  await propose(deal, taka)
  return agree(deal, taka)
}

/** The buyer pays in a form that was opened before. */
const payInForm = async ({ buyer, order }: TestDeal, intentId: string) => {
  await testApp.payIntent(intentId)
  return catchError(buyer('POST /payments', { body: createPaymentBody(buyer, order, intentId) }))
}

const beginAccepted = async () => {
  const deal = await beginDeal(testApp, { price })
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  return deal
}

const beginHeld = async () => {
  const deal = await beginAccepted()
  await payDeal(testApp, deal, { purpose: 'deposit' })
  return deal
}

const findPayment = async (intentId: string) => {
  const [payment] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
  return payment
}

/** The price is lower without an act on the deal, as after a restore: the payment stays open. */
const lowerPriceUnseen = async ({ id }: TestDeal, priceTaka = lowered) => {
  await testApp.db.update(deals).set({ priceTaka }).where(eq(deals.id, id))
  await testApp.db.update(bookings).set({ priceTaka }).where(eq(bookings.id, id))
}

describe('a price that both lower while the card form is open', () => {
  test.each([
    ['the rest, after a deposit', beginHeld, 'rest', lowered - depositTaka],
    ['the full price, of an accepted deal', beginAccepted, 'full', lowered],
  ] as const)(
    'ends the payment of %s: nothing is charged, and the next form asks for less',
    async (_, begin, purpose, owed) => {
      const deal = await begin()
      const intentId = await openForm(deal, purpose)
      expect(await agreeOnPrice(deal)).toEqual({ modifiedCount: 1 })
      expect(await testApp.paymentProvider.retrieve(intentId)).toMatchObject({ status: 'canceled' })
      await expect(testApp.payIntent(intentId)).rejects.toThrow('canceled')
      expect(await findPayment(intentId)).toMatchObject({ state: 'canceled' })
      const body = { price: lowered, bookingId: deal.order.bookingId, purpose }
      expect(await deal.buyer('POST /create-payment-intent', { body })).toMatchObject({ amount: owed })
    },
  )

  test('also when the payment began from the wishlist, before the booking', async () => {
    const deal = await beginAccepted()
    const { insertedId: wishlistId } = await deal.buyer('POST /wishlist', {
      body: { productId: deal.order.bike.id, productName: '', image: '' },
    })
    const intentId = parseIntentId(
      await deal.buyer('POST /create-payment-intent', { body: { price, wishlistId, purpose: 'full' } }),
    )
    await testApp.db.update(payments).set({ dealId: null }).where(eq(payments.intentId, intentId))
    await agreeOnPrice(deal)
    expect(await findPayment(intentId)).toMatchObject({ state: 'canceled' })
  })

  test('also when the buyer takes the lower price of the bike', async () => {
    const deal = await beginAccepted()
    const intentId = await openForm(deal, 'full')
    await testApp.db.$client.query('update bikes set sale_price_taka = $2 where id = $1', [deal.order.bike.id, lowered])
    await deal.buyer('PUT /deals/:id/confirm', { params: deal.params, body: { what: 'lower_price', price: lowered } })
    expect(await findPayment(intentId)).toMatchObject({ state: 'canceled' })
  })

  test('who pays at that moment has paid: what is above the new price goes back', async () => {
    const deal = await beginHeld()
    const intentId = await openForm(deal, 'rest')
    await propose(deal)
    await testApp.payIntent(intentId)
    await agree(deal)
    const excess = price - lowered
    expect(await listEntries(testApp, deal)).toEqual([
      ['settled', { provider: depositTaka, held: -depositTaka }],
      ['settled', { provider: price - depositTaka, held: depositTaka - price }],
      ['price_lowered', { held: excess, buyer: -excess }],
    ])
    await testApp.sweep()
    await handOverDeal(deal)
    await releaseDeal(deal)
    expect(await listBalances(testApp, deal)).toEqual({ seller: -lowered })
  })

  test('a proposal alone, an answer to another price and the side that proposed leave the payment open', async () => {
    const deal = await beginHeld()
    const intentId = await openForm(deal, 'rest')
    await propose(deal)
    expect(await catchError(agree(deal, 90_000))).toMatchObject({ code: 'price_changed' })
    const { seller, params } = deal
    const bySeller = seller('PUT /deals/:id/price', { params, body: { agree: true, price: lowered } })
    expect(await catchError(bySeller)).toMatchObject({ code: 'nothing_to_answer' })
    expect(await findPayment(intentId)).toMatchObject({ state: 'open' })
    expect(await payInForm(deal, intentId)).toEqual({})
  })

  test('is refused while the money is being taken at this moment', async () => {
    const deal = await beginDeal(testApp, { price })
    const { reference } = await beginBkash(deal.buyer, deal.order)
    await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
    await propose(deal)
    const at = new Date()
    const isOfPayment = eq(payments.intentId, reference)
    await testApp.db.update(payments).set({ executingAt: at, executeTriedAt: at }).where(isOfPayment)
    expect(await catchError(agree(deal))).toMatchObject({ status: 409, code: 'bike_being_paid' })
    await testApp.db.update(payments).set({ executingAt: null, executeTriedAt: null }).where(isOfPayment)
    await agree(deal)
    expect(await findPayment(reference)).toMatchObject({ state: 'canceled', failure: 'price_changed' })
  })
})

describe('settlement takes at most what is owed', () => {
  test('of a payment of the old price the deal takes its part, and the rest goes back', async () => {
    const deal = await beginHeld()
    const intentId = await openForm(deal, 'rest')
    await lowerPriceUnseen(deal)
    expect(await payInForm(deal, intentId)).toEqual({})
    expect((await listBalances(testApp, deal))['held']).toBe(-lowered)
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({ held: -lowered })
    expect(await testApp.paymentProvider.retrieve(intentId)).toMatchObject({
      orderedRefunds: [{ amountPoisha: (price - lowered) * 100, status: 'succeeded' }],
    })
  })

  test('of the full price that begins the deal too', async () => {
    const deal = await beginAccepted()
    const intentId = await openForm(deal, 'full')
    await lowerPriceUnseen(deal)
    expect(await payInForm(deal, intentId)).toEqual({})
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({ held: -lowered })
  })

  test('where nothing is owed any more all of it goes back, with the reason', async () => {
    const deal = await beginHeld()
    const intentId = await openForm(deal, 'rest')
    await lowerPriceUnseen(deal, depositTaka)
    expect(await payInForm(deal, intentId)).toMatchObject({ code: 'payment_refunded' })
    expect(await findPayment(intentId)).toMatchObject({ refundReason: 'not_owed' })
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({ held: -depositTaka })
  })

  test('the rest that is paid after the handover is not owed', async () => {
    const deal = await beginHeld()
    const intentId = await openForm(deal, 'rest')
    await handOverDeal(deal, price - depositTaka)
    expect(await payInForm(deal, intentId)).toMatchObject({ code: 'payment_refunded' })
    expect(await findPayment(intentId)).toMatchObject({ refundReason: 'not_owed' })
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({ held: -depositTaka })
  })

  test('bKash is not asked for more than is owed', async () => {
    const deal = await beginAccepted()
    const { reference, pageUrl } = await beginBkash(deal.buyer, deal.order)
    await authorizeBkash(pageUrl)
    await lowerPriceUnseen(deal)
    expect(await returnFromBkash(deal.buyer, reference, 'success')).toMatchObject({
      state: 'unpaid',
      failure: 'price_changed',
    })
    const journal = await readBkashJournal(testApp.sandboxPort)
    expect(journal.payments.find(({ paymentID }) => paymentID === reference)).toMatchObject({ executions: 0 })
  })
})

describe('the database refuses', () => {
  const query = (sql: string, values: unknown[]) => testApp.db.$client.query(sql, values)

  test('a price below what is held', async () => {
    const deal = await beginHeld()
    const lower = query('update deals set price_taka = $2 where id = $1', [deal.id, depositTaka - 1])
    await expect(lower).rejects.toMatchObject({ constraint: 'paid_within_price' })
  })

  test('money that is entered as held above the price', async () => {
    const deal = await beginHeld()
    const enter = query(
      `with entry as (insert into ledger_entries (id, cause, cause_ref, deal_id, at)
         values (gen_random_uuid(), 'settled', 'too much', $1, now()) returning id)
       insert into ledger_lines (entry_id, account, poisha) select id, line.account, line.poisha from entry,
         (values ('provider:cards', $2::bigint), ('held:' || $1::uuid, -$2::bigint)) as line (account, poisha)`,
      [deal.id, price * 100],
    )
    await expect(enter).rejects.toMatchObject({ constraint: 'paid_within_price' })
  })

  test('a payout above the price', async () => {
    const deal = await beginAccepted()
    const more = query(
      `insert into payouts (id, seller_id, deal_id, amount_taka, state, created_at)
       select gen_random_uuid(), seller_id, id, price_taka + 1, 'due', now() from deals where id = $1`,
      [deal.id],
    )
    await expect(more).rejects.toMatchObject({ constraint: 'payout_within_price' })
  })
})

test('all invariants hold', async () => {
  expect((await findAllViolations(testApp)).violations).toEqual([])
})
