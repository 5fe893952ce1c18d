// Deals with money: members who buy and sell, two cashiers, and the ledger in words.
import { v7 } from 'uuid'
import { collect, findViolations } from '#scripts/invariants.ts'
import { listWalletPayments } from '#scripts/invariants/wallets.ts'
import { callSandbox } from './card-events.ts'
import { book, createPaymentBody, parseIntentId } from './buying.ts'
import {
  createListing,
  getMemberId,
  type MemberClient,
  registerMember,
  testPassword,
  grantPermission,
} from './selling.ts'
import type { TestApp } from './test-app.ts'

export type Purpose = 'full' | 'deposit' | 'rest'

/** A member with the permission of a cashier. */
export const registerCashier = async (testApp: TestApp, name = 'Rokeya Begum'): Promise<MemberClient> => {
  const cashier = await registerMember(testApp, 'Buyer', name)
  return grantPermission(testApp, cashier, 'cashier')
}

/** A bike of 149,000 Taka that a new buyer books from a new seller. */
export const beginDeal = async (
  testApp: TestApp,
  { price = 149_000, buyer, seller }: { price?: number; buyer?: MemberClient; seller?: MemberClient } = {},
) => {
  const people = {
    seller: seller ?? (await registerMember(testApp, 'Seller', 'Rahim Uddin')),
    buyer: buyer ?? (await registerMember(testApp, 'Buyer', 'Karim Sheikh')),
  }
  const order = await book(people.buyer, await createListing(testApp, people.seller, { salePrice: price }))
  return { ...people, order, id: order.bookingId, params: { id: order.bookingId } }
}

export type TestDeal = Awaited<ReturnType<typeof beginDeal>>

/** The buyer passes 3-D Secure on the page of the bank. */
const passChallenge = async (testApp: TestApp, intentId: string): Promise<void> => {
  const { clientSecret } = await testApp.paymentProvider.retrieve(intentId)
  await callSandbox(testApp, '/sandbox/challenge', {
    body: new URLSearchParams({ payment_intent: intentId, client_secret: clientSecret, outcome: 'complete' }),
  })
}

/** Pays for a deal, with a card of the sandbox; returns the intent. */
export const payDeal = async (
  testApp: TestApp,
  { buyer, order }: TestDeal,
  { purpose = 'full', card = 'pm_card_visa' }: { purpose?: Purpose; card?: string } = {},
): Promise<string> => {
  const body = { price: order.price, bookingId: order.bookingId, purpose }
  const intentId = parseIntentId(await buyer('POST /create-payment-intent', { body }))
  await callSandbox(testApp, `/v1/payment_intents/${intentId}/confirm`, {
    body: new URLSearchParams({ payment_method: card }),
  })
  if (card.includes('threeDSecure')) await passChallenge(testApp, intentId)
  await buyer('POST /payments', { body: createPaymentBody(buyer, order, intentId) })
  return intentId
}

/** The seller types the buyer's code, with the cash that was paid. */
export const handOverDeal = async ({ buyer, seller, params }: TestDeal, cashTaka?: number): Promise<void> => {
  const { code } = await buyer('GET /deals/:id/code', { params, query: { together: 'yes' } })
  await seller('POST /deals/:id/handover', { params, body: { code, ...(cashTaka !== undefined && { cashTaka }) } })
}

/** The buyer says that everything is fine: the money is the seller's. */
export const releaseDeal = async ({ buyer, params }: TestDeal): Promise<void> => {
  await buyer('PUT /deals/:id/outcome', { params, body: { outcome: 'everything_fine' } })
}

/** A deal with a deposit whose money is the seller's. */
export const finishDeal = async (testApp: TestApp, seller?: MemberClient): Promise<TestDeal> => {
  const deal = await beginDeal(testApp, { ...(seller && { seller }) })
  await payDeal(testApp, deal, { purpose: 'deposit' })
  await handOverDeal(deal)
  await releaseDeal(deal)
  return deal
}

/** Both agree to meet in some hours. */
export const agreeToMeet = async ({ buyer, seller, params }: TestDeal, meetAt: Date): Promise<void> => {
  await seller('PUT /deals/:id/meeting', {
    params,
    body: { meetAt: meetAt.toISOString(), place: 'Mirpur petrol pump' },
  })
  await buyer('PUT /deals/:id/meeting', { params, body: { agree: true } })
}

/** One deal of these two is paid and they meet in an hour; another one is handed over and disputed. */
export const beginMeetingAndDispute = async (
  testApp: TestApp,
  people: { buyer: MemberClient; seller: MemberClient },
): Promise<{ meeting: TestDeal; disputed: TestDeal }> => {
  const meeting = await beginDeal(testApp, people)
  await payDeal(testApp, meeting)
  await agreeToMeet(meeting, new Date(Date.now() + 60 * 60_000))
  const disputed = await beginDeal(testApp, people)
  await payDeal(testApp, disputed)
  await handOverDeal(disputed)
  await disputed.buyer('POST /deals/:id/problem', { params: disputed.params, body: { reason: 'damaged' } })
  return { meeting, disputed }
}

/** A body that each call about a deal, a payout or a refund takes. */
export const bodiesOfMoneyCalls = {
  'PUT /deals/:id/answer': { answer: 'yes' },
  'PUT /deals/:id/meeting': { agree: true },
  'PUT /deals/:id/contact': { contactNumber: '01712345678', meetingLocation: 'Farmgate' },
  'POST /deals/:id/cancel': {},
  'POST /deals/:id/handover': { code: '123456' },
  'PUT /deals/:id/cash': { right: true },
  'PUT /deals/:id/code': { open: true },
  'PUT /deals/:id/price': { price: 1_000 },
  'PUT /deals/:id/confirm': { what: 'change' },
  'PUT /deals/:id/outcome': { outcome: 'everything_fine' },
  'POST /deals/:id/problem': { reason: 'damaged' },
  'PUT /deals/:id/problem': { withdraw: true },
  'POST /deals/:id/evidence': { note: 'I saw it' },
  'POST /deals/:id/ratings': { asDescribed: true, onTime: true, papersReady: true, friendly: true },
  'PUT /deals/:id/ratings': { reply: 'Thank you' },
  'PUT /transfers/:id': { act: 'tick', ticks: [] },
  'PUT /disputes/:id': { takaToBuyer: 0 },
  'PUT /payouts/:id': { act: 'prepare' },
  'PUT /refunds/:id': { act: 'again' },
  'PUT /payments/attention/:id': { act: 'charge_seller' },
} as const

/** The seller is paid to a bank account. */
export const setDestination = async ({ seller }: Pick<TestDeal, 'seller'>, number = '1234567890123'): Promise<void> => {
  await seller('PUT /payouts/destination', {
    body: {
      kind: 'bank',
      number,
      holderName: 'Rahim Uddin',
      bankName: 'Sonali Bank',
      routingNumber: '200261234',
      password: testPassword,
    },
  })
}

/** Finds the newest payout of a deal. */
export const findPayout = async (testApp: TestApp, dealId: string): Promise<{ id: string; state: string }> => {
  const { rows } = await testApp.db.$client.query<{ id: string; state: string }>(
    'select id, state from payouts where deal_id = $1 order by id desc limit 1',
    [dealId],
  )
  return rows[0] ?? { id: v7(), state: 'missing' }
}

type Entry = [cause: string, lines: Record<string, number>]

/** The ledger entries of a deal and of its members' payouts in Taka, oldest first, without the provider's charges. */
export const listEntries = async (testApp: TestApp, { id, order }: TestDeal): Promise<Entry[]> => {
  const { rows } = await testApp.db.$client.query<{ cause: string; lines: Record<string, number> }>(
    `select cause, jsonb_object_agg(split_part(account, ':', 1), poisha / 100.0) as lines
     from ledger_entries join ledger_lines on entry_id = ledger_entries.id
     where cause not in ('charge', 'payment_charge') and (deal_id = $1 or payout_id in (select id from payouts where deal_id = $1)
       or payment_id in (select id from payments where bike_id = $2))
     group by ledger_entries.id order by position`,
    [id, order.bike.id],
  )
  return rows.map(({ cause, lines }) => [cause, lines])
}

/** What an account kind of a deal's members ends with, in Taka, for those that are not 0. */
export const listBalances = async (testApp: TestApp, deal: TestDeal): Promise<Record<string, number>> => {
  const [buyerId, sellerId] = [await getMemberId(testApp, deal.buyer), await getMemberId(testApp, deal.seller)]
  const { rows } = await testApp.db.$client.query<{ account: string; taka: number }>(
    `select split_part(account, ':', 1) as account, (sum(poisha) / 100.0)::float as taka from ledger_lines
     where account in ('held:' || $1, 'buyer:' || $2, 'seller:' || $3)
       or account in (select 'payout:' || id from payouts where deal_id = $1::uuid)
       or account in (select 'chargeback:' || id from payments where deal_id = $1::uuid)
     group by 1 having sum(poisha) <> 0 order by 1`,
    [deal.id, buyerId, sellerId],
  )
  return Object.fromEntries(rows.map(({ account, taka }) => [account, taka]))
}

/** The admin of the demonstration. */
export const signInAdmin = (testApp: TestApp): Promise<MemberClient> => testApp.signInAs('ayesha')

/** One person prepares the newest payout of a deal, and another approves it; returns its id. */
export const sendPayout = async (
  testApp: TestApp,
  { id: dealId }: Pick<TestDeal, 'id'>,
  [first, second]: readonly [MemberClient, MemberClient],
): Promise<string> => {
  const { id } = await findPayout(testApp, dealId)
  await first('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
  await second('PUT /payouts/:id', { params: { id }, body: { act: 'approve', reference: 'BEFTN 4711' } })
  return id
}

/** Checks all invariants, also against the card provider; returns the violated ones with their rows. */
export const findAllViolations = async ({ paymentProvider, bkash, sslcommerz, db }: TestApp) => {
  const walletPayments = [
    ...(await listWalletPayments(db.$client, bkash)),
    ...(await listWalletPayments(db.$client, sslcommerz)),
  ]
  const intents = await collect(paymentProvider.listIntents())
  const transactions = await collect(paymentProvider.listBalanceTransactions())
  const { violations } = await findViolations(db.$client, intents, transactions, walletPayments)
  return { violations, transactions }
}
