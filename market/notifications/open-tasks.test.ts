// What a notification asks for is open until it is done, whoever has read it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ratingDays } from '#contract/deals/deadlines.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { dayMs } from '#contract/time/durations.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { createBikeDeals } from '#market/deals/bike-changes.ts'
import { book } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal, setDestination, signInAdmin } from '#tests/support/money.ts'
import { allFine, claimCashSale, createCashSale } from '#tests/support/ratings/ratings.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

type Parties = { params: { id: string }; buyer: MemberClient; seller: MemberClient }

/** The open tasks of a member about a deal, newest first. */
const listOpen = async (by: MemberClient, { params: { id } }: Pick<Parties, 'params'>): Promise<string[]> =>
  (await by('GET /notifications', { query: { open: 'yes', limit: '100' } }))
    .filter(({ dealId }) => dealId === id)
    .map(({ kind }) => kind)

/** The act that does what a kind asks for. */
const actByKind = {
  requested: 'accept',
  turn: 'pay_full',
  meeting_proposed: 'agree_meeting',
  bike_changed: 'confirm_change',
  price_offered: 'agree_price',
  cash_sale_claimed: 'answer_cash_sale',
} as const

/** A notification of these kinds is open just as long as its deal offers the act. */
const expectAsOffered = async (deal: Parties): Promise<void> => {
  for (const by of [deal.buyer, deal.seller]) {
    const { acts } = await by('GET /deals/:id', { params: deal.params })
    const told = (await by('GET /notifications', { query: { limit: '100' } })).filter(
      (one) => one.dealId === deal.params.id,
    )
    for (const [kind, act] of Object.entries(actByKind))
      for (const one of told.filter((notice) => notice.kind === kind))
        expect([kind, one.isOpen], acts.join()).toEqual([kind, acts.some((offered) => offered === act)])
  }
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

test('a request, a time, a price and a sale for cash are to be answered until they are', async () => {
  const deal = await beginDeal(testApp)
  const { buyer, seller, params } = deal
  expect(await listOpen(seller, deal)).toEqual(['requested'])
  await expectAsOffered(deal)
  const place = 'Mirpur 10 metro station'
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes', meetAt: inDays(2), place } })
  expect(await listOpen(seller, deal)).toEqual([])
  expect(await listOpen(buyer, deal)).toEqual(['meeting_proposed'])
  await expectAsOffered(deal)
  await buyer('PUT /deals/:id/meeting', { params, body: { meetAt: inDays(3), place } })
  expect([await listOpen(buyer, deal), await listOpen(seller, deal)]).toEqual([[], ['meeting_proposed']])
  await expectAsOffered(deal)
  await seller('PUT /deals/:id/meeting', { params, body: { agree: true } })
  expect(await listOpen(seller, deal)).toEqual([])
  await seller('PUT /deals/:id/price', { params, body: { price: 140_000 } })
  expect(await listOpen(buyer, deal)).toEqual(['price_offered'])
  await expectAsOffered(deal)
  await buyer('PUT /deals/:id/price', { params, body: { agree: true, price: 140_000 } })
  expect(await listOpen(buyer, deal)).toEqual([])
  await expectAsOffered(deal)

  const sale = await claimCashSale(testApp)
  expect(await listOpen(sale.buyer, sale)).toEqual(['cash_sale_claimed'])
  await expectAsOffered(sale)
  await sale.buyer('PUT /deals/:id/outcome', { params: sale.params, body: { outcome: 'not_bought' } })
  expect(await listOpen(sale.buyer, sale)).toEqual([])
  await expectAsOffered(sale)
})

test('reading changes nothing of it', async () => {
  const deal = await beginDeal(testApp)
  await deal.seller('PUT /notifications/seen', { body: {} })
  expect(await listOpen(deal.seller, deal)).toEqual(['requested'])
})

test('who stands in line is not to be answered before the turn, and the turn is open while it lasts', async () => {
  const first = await beginDeal(testApp)
  await first.seller('PUT /deals/:id/answer', { params: first.params, body: { answer: 'yes' } })
  const next = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  const { bookingId: id } = await book(next, first.order.bike)
  const deal = { params: { id }, buyer: next, seller: first.seller }
  expect(await listOpen(first.seller, deal)).toEqual([])
  await expectAsOffered(deal)
  await first.buyer('POST /deals/:id/cancel', { params: first.params, body: {} })
  expect(await listOpen(next, deal)).toEqual(['turn'])
  expect(await listOpen(first.seller, deal)).toEqual(['requested'])
  await expectAsOffered(deal)
})

test('a buyer is asked about a changed bike until it is confirmed', async () => {
  const deal = await beginDeal(testApp)
  const { id } = deal.order.bike
  await testApp.db.transaction((tx) => createBikeDeals(testApp.paymentsDeps).askAgain(tx, id))
  expect(await listOpen(deal.buyer, deal)).toEqual(['bike_changed'])
  expect(await listOpen(deal.seller, deal)).toEqual([])
  await expectAsOffered(deal)
  await deal.buyer('PUT /deals/:id/confirm', { params: deal.params, body: { what: 'change' } })
  expect(await listOpen(deal.buyer, deal)).toEqual([])
  expect(await listOpen(deal.seller, deal)).toEqual(['requested'])
})

test('the seller is asked where to be paid until it is said, and the admin to decide until it is decided', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  expect(await listOpen(deal.seller, deal)).toEqual(['payout_destination_missing'])
  await setDestination(deal)
  expect(await listOpen(deal.seller, deal)).toEqual([])
  // Nor once the money has gone back.
  const cancelled = await beginDeal(testApp)
  await payDeal(testApp, cancelled)
  expect(await listOpen(cancelled.seller, cancelled)).toEqual(['payout_destination_missing'])
  await cancelled.buyer('POST /deals/:id/cancel', { params: cancelled.params, body: {} })
  expect(await listOpen(cancelled.seller, cancelled)).toEqual([])

  const admin = await signInAdmin(testApp)
  const countProblems = async () =>
    (await admin('GET /notifications', { query: { open: 'yes' } })).filter(({ kind }) => kind === 'problem_to_decide')
      .length
  const before = await countProblems()
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
  expect(await countProblems()).toBe(before + 1)
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 0, note: 'No damage is seen' } })
  expect(await countProblems()).toBe(before)
})

test('an offer is to be answered until it is, and what is left at BRTA until it is done', async () => {
  const [seller, buyer] = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Buyer', 'Karim Ali')]
  const bike = await createListing(testApp, seller)
  const listKinds = async () => (await seller('GET /notifications', { query: { open: 'yes' } })).map(({ kind }) => kind)
  const body = { productId: bike.id, price: bike.salePriceTaka - 5_000, clientId: randomUUID() }
  const { chatId } = await buyer('POST /offers', { body })
  expect(await listKinds()).toEqual(['offer_made'])
  const messages = await seller('GET /chats/:id/messages', { params: { id: chatId } })
  const [offer] = messages.flatMap((one) => one.offer ?? [])
  await seller('PUT /offers/:id', { params: { id: offer?._id ?? '' }, body: { act: 'refuse' } })
  expect(await listKinds()).toEqual([])

  const sale = await createCashSale(testApp)
  for (const [by, kind] of [
    [sale.buyer, 'transfer_apply'],
    [sale.seller, 'transfer_notice'],
  ] as const)
    await testApp.db.insert(notifications).values({
      id: randomUUID(),
      memberId: await getMemberId(testApp, by),
      kind,
      causeId: randomUUID(),
      dealId: sale.params.id,
      createdAt: new Date(),
    })
  expect([await listOpen(sale.buyer, sale), await listOpen(sale.seller, sale)]).toEqual([
    ['transfer_apply', 'rate_deal'],
    ['transfer_notice', 'rate_deal'],
  ])
  const on = getDhakaDay(new Date())
  await sale.seller('PUT /transfers/:id', { params: sale.params, body: { act: 'notice', on } })
  expect(await listOpen(sale.seller, sale)).toEqual(['rate_deal'])
  expect(await listOpen(sale.buyer, sale)).toEqual(['transfer_apply', 'rate_deal'])
})

test('each side is to rate until it has, for as long as a deal is rated', async () => {
  const sale = await createCashSale(testApp)
  expect([await listOpen(sale.buyer, sale), await listOpen(sale.seller, sale)]).toEqual([['rate_deal'], ['rate_deal']])
  await sale.buyer('POST /deals/:id/ratings', { params: sale.params, body: allFine })
  expect([await listOpen(sale.buyer, sale), await listOpen(sale.seller, sale)]).toEqual([[], ['rate_deal']])

  // Without the trigger that lets a closed deal never change.
  const listSellersWhen = async (update: string): Promise<string[]> => {
    await queryAsOwner(testApp, `set session_replication_role = replica; ${update}`)
    return listOpen(sale.seller, sale)
  }
  // Whoever is suspended cannot rate.
  const suspend = (until: string) =>
    listSellersWhen(`update members set suspended_until = ${until} where id = '${sale.sellerId}'`)
  expect(await suspend("now() + interval '1 day'")).toEqual([])
  expect(await suspend('null')).toEqual(['rate_deal'])
  const end = (at: string) => listSellersWhen(`update deals set closed_at = '${at}' where id = '${sale.params.id}'`)
  expect(await end(inDays(1 / 24 - ratingDays))).toEqual(['rate_deal'])
  expect(await end(inDays(-ratingDays))).toEqual([])
})
