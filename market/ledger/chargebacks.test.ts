// Disputes of the buyer's bank and refunds of the provider's dashboard, with what follows for the deal and the ledger.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError, parseIntentId } from '#tests/support/buying.ts'
import { disputeAtProvider, refundAtProvider } from '#tests/support/card-events.ts'
import {
  beginDeal,
  findAllViolations,
  handOverDeal,
  listBalances,
  listEntries,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'

let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  // No server listens, so webhooks of the sandbox are lost; the sweep lists the events.
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(() => testApp.close())

/** The buyer's payment does not fit the price any more, so that it goes back and the deal stays requested. */
const payWrongAmount = async ({ buyer, order, id }: TestDeal): Promise<string> => {
  const body = { price: order.price, bookingId: id }
  const intentId = parseIntentId(await buyer('POST /create-payment-intent', { body }))
  const change = `update payments set amount_taka = amount_taka - 1, created_at = created_at - interval '1 minute'
    where intent_id = $1`
  await queryAsOwner(testApp, change, [intentId])
  await testApp.payIntent(intentId)
  await testApp.sweep()
  return intentId
}

const settled = (taka: number) => ['settled', { provider: taka, held: -taka }]

describe('a dispute of the buyer’s bank', () => {
  const payOutDeal = async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    await handOverDeal(deal)
    await releaseDeal(deal)
    await setDestination(deal)
    const id = await sendPayout(testApp, deal, [cashier, admin])
    await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'confirm' } })
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    return { deal, intentId }
  }

  test('history 8: after the payout, won', async () => {
    const { deal, intentId } = await payOutDeal()
    expect(await listBalances(testApp, deal)).toEqual({ chargeback: 149_000 })
    await disputeAtProvider(testApp, intentId, 'won')
    await testApp.sweep()
    expect((await listEntries(testApp, deal)).slice(4)).toEqual([
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_won', { provider: 149_000, chargeback: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
  })

  test('history 8: after the payout, lost: the shop’s loss, or the seller’s debt by the admin’s decision', async () => {
    const { deal, intentId } = await payOutDeal()
    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({})
    const findPayment = async () => (await admin('GET /payments/attention', { query: { limit: '1' } }))[0]
    const payment = await findPayment()
    expect(payment).toMatchObject({ dispute: 'lost', lost: 149_000 })
    const charge = () =>
      admin('PUT /payments/attention/:id', { params: { id: payment?._id ?? '' }, body: { act: 'charge_seller' } })
    await charge()
    expect(await catchError(charge())).toMatchObject({ code: 'nothing_lost' })
    expect(await findPayment()).toMatchObject({ _id: payment?._id, lost: 0 })
    expect((await listEntries(testApp, deal)).slice(4)).toEqual([
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_lost', { loss: 149_000, chargeback: -149_000 }],
      ['seller_charged', { seller: 149_000, loss: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({ seller: 149_000 })
    const { rows } = await testApp.db.$client.query<{ poisha: string }>(
      `select sum(poisha) as poisha from ledger_lines join ledger_entries on ledger_entries.id = entry_id
       where cause = 'charge' and account = 'charges' and payment_id = (select id from payments where intent_id = $1)`,
      [intentId],
    )
    // 2.9 % and Tk 30 for the payment, Tk 1,500 for the dispute.
    expect(Number(rows[0]?.poisha)).toBe(432_100 + 3_000 + 150_000)
  })

  test('stops every act that moves money or changes what was agreed, until the bank has answered', async () => {
    const held = await beginDeal(testApp)
    const intentId = await payDeal(testApp, held, { purpose: 'deposit' })
    const sentAt = new Date(Date.now() + 3 * 60 * 60_000).toISOString()
    const propose = { params: held.params, body: { meetAt: sentAt, place: 'Mirpur petrol pump' } }
    await held.seller('PUT /deals/:id/meeting', propose)
    await held.seller('PUT /deals/:id/price', { params: held.params, body: { price: 2_000 } })
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    const { params, order } = held
    const payRest = { price: order.price, bookingId: order.bookingId, purpose: 'rest' } as const
    const acts = [
      () => held.buyer('PUT /deals/:id/price', { params, body: { agree: true, price: 2_000 } }),
      () => held.seller('PUT /deals/:id/price', { params, body: { price: 1_000 } }),
      () => held.seller('PUT /deals/:id/meeting', propose),
      () => held.buyer('PUT /deals/:id/meeting', { params, body: { agree: true } }),
      () => held.buyer('POST /create-payment-intent', { body: payRest }),
    ]
    for (const act of acts) expect(await catchError(act())).toMatchObject({ code: 'deal_frozen' })
    expect(await listEntries(testApp, held)).toEqual([
      settled(4_470),
      ['chargeback_opened', { chargeback: 4_470, provider: -4_470 }],
    ])
  })

  test('stops the admin’s decision about a reported problem: the money of one deal is not given away twice', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    await handOverDeal(deal)
    await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    const decide = () => admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 20_000 } })
    expect(await catchError(decide())).toMatchObject({ code: 'deal_frozen' })
    await disputeAtProvider(testApp, intentId, 'won')
    await testApp.sweep()
    await decide()
    expect((await listEntries(testApp, deal)).slice(1)).toEqual([
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_won', { provider: 149_000, chargeback: -149_000 }],
      ['cancelled', { held: 149_000, buyer: -20_000, seller: -129_000 }],
    ])
  })

  test('about money that goes back anyway does not stop the request of its buyer', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payWrongAmount(deal)
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({
      state: 'requested',
      isFrozen: false,
    })
    await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
  })

  test('history 9: while held, lost: the deal ends, and the bike goes back to its seller', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({ isFrozen: true })
    expect(await catchError(handOverDeal(deal))).toMatchObject({ code: 'deal_frozen' })
    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    expect(await listEntries(testApp, deal)).toEqual([
      settled(149_000),
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_lost', { held: 149_000, chargeback: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
    expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({
      closeReason: 'charged_back',
      status: 'withdrawn',
    })
  })

  test('that is lost while others wait in line ends their requests too, and nothing of it stands in the way of a new listing', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    const next = await registerMember(testApp, 'Buyer', 'Sadia Islam')
    const { bookingId } = await book(next, deal.order.bike)
    const params = { id: bookingId }
    expect(await next('GET /deals/:id', { params })).toMatchObject({ state: 'requested', linePlace: 1 })
    await disputeAtProvider(testApp, intentId)
    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    expect(await next('GET /deals/:id', { params })).toMatchObject({ closeReason: 'unavailable', turnUntil: null })
    const told = await next('GET /notifications', { query: { limit: '5' } })
    expect(told.filter(({ dealId, kind }) => dealId === bookingId && kind === 'unavailable')).toHaveLength(1)
    expect(await catchError(book(next, deal.order.bike))).toMatchObject({ code: 'not_found' })
    const again = await book(next, await createListing(testApp, deal.seller))
    await payDeal(testApp, { ...deal, buyer: next, order: again, id: again.bookingId, params: { id: again.bookingId } })
    expect(await next('GET /deals/:id', { params: { id: again.bookingId } })).toMatchObject({ state: 'held' })
  })

  test('that is lost after the handover is the shop’s loss when the buyer passed 3-D Secure: the seller is paid', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal, { card: 'pm_card_threeDSecure2Required' })
    await handOverDeal(deal)
    await disputeAtProvider(testApp, intentId)
    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    await releaseDeal(deal)
    expect((await listEntries(testApp, deal)).slice(1)).toEqual([
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_lost', { loss: 149_000, chargeback: -149_000 }],
      ['released', { held: 149_000, seller: -149_000 }],
    ])
  })

  test('that is lost after the handover without 3-D Secure is not paid to the seller; the bike stays sold', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    await handOverDeal(deal)
    await disputeAtProvider(testApp, intentId)
    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    await releaseDeal(deal)
    expect((await listEntries(testApp, deal)).slice(1)).toEqual([
      ['chargeback_opened', { chargeback: 149_000, provider: -149_000 }],
      ['chargeback_lost', { held: 149_000, chargeback: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
    expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({ status: 'sold' })
  })
})

describe('money refunded in the provider’s dashboard', () => {
  test('while held ends the deal; after the release it is the shop’s loss', async () => {
    const [held, released] = [await beginDeal(testApp), await beginDeal(testApp)]
    const heldIntent = await payDeal(testApp, held)
    const releasedIntent = await payDeal(testApp, released)
    await handOverDeal(released)
    await releaseDeal(released)
    await refundAtProvider(testApp, heldIntent)
    await refundAtProvider(testApp, releasedIntent, 1_000)
    await testApp.sweep()
    expect((await listEntries(testApp, held)).slice(1)).toEqual([
      ['refunded_at_provider', { held: 149_000, provider: -149_000 }],
    ])
    expect(await held.buyer('GET /deals/:id', { params: held.params })).toMatchObject({ closeReason: 'charged_back' })
    expect((await listEntries(testApp, released)).slice(2)).toEqual([
      ['refunded_at_provider', { loss: 1_000, provider: -1_000 }],
    ])
  })
})

test('after all these disputes every invariant holds, also against the provider', async () => {
  expect((await findAllViolations(testApp)).violations).toEqual([])
})
