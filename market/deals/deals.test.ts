import { dayMs, hourMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  book,
  type BuyerClient,
  catchError,
  createPaymentBody,
  parseIntentId,
  startPayment,
} from '#tests/support/buying.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { computeCode } from './handover-code/code.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
let seller: MemberClient
let karim: BuyerClient
let sadia: BuyerClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller')
  ;[karim, sadia] = [
    await registerMember(testApp, 'Buyer', 'Karim Ali'),
    await registerMember(testApp, 'Buyer', 'Sadia Islam'),
  ]
})
afterAll(() => testApp.close())
// The clock moves by days, and sessions end.
beforeEach(async () => {
  const again = ({ email }: { email: string }) => testApp.signInAs({ email })
  ;[seller, karim, sadia] = [await again(seller), await again(karim), await again(sadia)]
})

const listBike = () => createListing(testApp, seller)
const answer = (id: string, yes: 'yes' | 'no' = 'yes') =>
  seller('PUT /deals/:id/answer', { params: { id }, body: { answer: yes } })
const getDeal = (client: BuyerClient, id: string) => client('GET /deals/:id', { params: { id } })

const pay = async (
  buyer: BuyerClient,
  order: Awaited<ReturnType<typeof book>>,
  purpose: 'full' | 'deposit' | 'rest' = 'full',
) => {
  const intent = parseIntentId(
    await buyer('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId, purpose } }),
  )
  await testApp.payIntent(intent)
  await buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })
  return intent
}

describe('a deal from the request to the release', () => {
  test('the seller sees the request, accepts it, and both see each other’s number only from then on', async () => {
    const order = await book(karim, await listBike())
    const [request] = await seller('GET /deals', { query: { side: 'seller', ended: 'no', limit: '1' } })
    expect(request).toMatchObject({ _id: order.bookingId, state: 'requested', otherName: 'Karim' })
    expect((await getDeal(seller, order.bookingId)).otherNumber).toBeNull()
    expect(await answer(order.bookingId)).toEqual({ modifiedCount: 1 })
    expect(await answer(order.bookingId)).toEqual({ modifiedCount: 0 })
    expect(await getDeal(seller, order.bookingId)).toMatchObject({
      otherNumber: '01712-345678',
      otherName: 'Karim Ali',
    })
    expect(await getDeal(karim, order.bookingId)).toMatchObject({ state: 'accepted', otherNumber: '01700-000101' })
  })

  test('a deposit reserves the bike, the code hands it over, and a quiet day releases the money', async () => {
    const bike = await listBike()
    const order = await book(karim, bike)
    await answer(order.bookingId)
    await pay(karim, order, 'deposit')
    const held = await getDeal(karim, order.bookingId)
    expect(held).toMatchObject({ state: 'held', paid: 5_000, rest: 173_000, status: 'reserved' })
    const early = await catchError(karim('GET /deals/:id/code', { params: { id: order.bookingId } }))
    expect(early).toMatchObject({ code: 'code_not_yet' })
    const { code } = await karim('GET /deals/:id/code', { params: { id: order.bookingId }, query: { together: 'yes' } })
    const wrong = code === '000000' ? '000001' : '000000'
    const handOver = (typed: string) =>
      seller('POST /deals/:id/handover', { params: { id: order.bookingId }, body: { code: typed, cashTaka: 173_000 } })
    expect(await catchError(handOver(wrong))).toMatchObject({ code: 'wrong_handover_code' })
    expect(await handOver(code)).toEqual({ modifiedCount: 1 })
    expect(await handOver(code)).toEqual({ modifiedCount: 0 })
    // The cash was the rest: nothing is left to pay.
    expect(await getDeal(karim, order.bookingId)).toMatchObject({ cash: 173_000, rest: 0 })
    await karim('PUT /deals/:id/cash', { params: { id: order.bookingId }, body: { right: true } })
    clock.now = new Date(clock.now.getTime() + dayMs)
    await testApp.handleDueDeals()
    karim = await testApp.signInAs(karim)
    expect(await getDeal(karim, order.bookingId)).toMatchObject({
      state: 'closed',
      closeReason: 'released',
      status: 'sold',
    })
    const { rows } = await testApp.db.$client.query(
      `select account, sum(poisha)::int as poisha from ledger_lines join ledger_entries on ledger_entries.id = entry_id
       where deal_id = $1 group by account having sum(poisha) <> 0 order by account`,
      [order.bookingId],
    )
    expect(rows).toEqual([
      { account: 'provider:cards', poisha: 500_000 },
      { account: expect.stringMatching(/^seller:/), poisha: -500_000 },
    ])
  })

  test('five wrong codes lock the handover for 15 minutes', async () => {
    const order = await book(karim, await listBike())
    await pay(karim, order)
    const right = computeCode('a secret of the tests, thirty-two characters long', {
      dealId: order.bookingId,
      version: 1,
    })
    const wrong = right === '123456' ? '654321' : '123456'
    const type = (code: string) =>
      catchError(seller('POST /deals/:id/handover', { params: { id: order.bookingId }, body: { code } }))
    for (let tries = 0; tries < 5; tries += 1) expect(await type(wrong)).toMatchObject({ code: 'wrong_handover_code' })
    expect(await type(right)).toMatchObject({ code: 'handover_locked' })
    clock.now = new Date(clock.now.getTime() + 16 * 60_000)
    seller = await testApp.signInAs(seller)
    expect(await type(right)).toEqual({})
  })
})

describe('wrong handover codes', () => {
  const holdDeal = async () => {
    const order = await book(karim, await listBike())
    await pay(karim, order)
    const params = { id: order.bookingId }
    const getRightCode = (version: number) =>
      computeCode('a secret of the tests, thirty-two characters long', { dealId: order.bookingId, version })
    const type = (code: string) => catchError(seller('POST /deals/:id/handover', { params, body: { code } }))
    return { params, getRightCode, type }
  }
  /** Types wrong codes, with a pause after every five. */
  const typeWrongly = async ({ getRightCode, type }: Awaited<ReturnType<typeof holdDeal>>, times: number) => {
    for (let tries = 1; tries <= times; tries += 1) {
      const wrong =
        ['111111', '222222', '333333', '444444'].find((code) => ![1, 2, 3].map(getRightCode).includes(code)) ?? ''
      expect(await type(wrong)).toMatchObject({ code: 'wrong_handover_code' })
      if (tries % 5 > 0) continue
      clock.now = new Date(clock.now.getTime() + 16 * 60_000)
      seller = await testApp.signInAs(seller)
    }
  }

  test('thirty in all close the code for good, also for the right one, until the admin opens it with a new code', async () => {
    const deal = await holdDeal()
    await typeWrongly(deal, 29)
    const { params, getRightCode, type } = deal
    const admin = await testApp.signInAs('ayesha')
    const open = (as = admin) => catchError(as('PUT /deals/:id/code', { params, body: { open: true } }))
    expect(await open()).toMatchObject({ status: 409, code: 'code_not_closed' })
    await typeWrongly(deal, 1)
    expect(await type(getRightCode(3))).toMatchObject({ status: 409, code: 'handover_closed' })
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
    seller = await testApp.signInAs(seller)
    expect(await type(getRightCode(3))).toMatchObject({ code: 'handover_closed' })
    expect(await open(seller)).toMatchObject({ code: 'role_not_allowed' })
    const reader = await testApp.signInAs('ayesha')
    expect(await reader('GET /alldeals/:id', { params })).toMatchObject({ codeClosedAt: expect.any(String) })
    expect(await open(reader)).toEqual({})
    expect(await reader('GET /alldeals/:id', { params })).toMatchObject({ codeClosedAt: null })
    expect(await type(getRightCode(3))).toMatchObject({ code: 'wrong_handover_code' })
    expect(await type(getRightCode(4))).toEqual({})
    const told = (await seller('GET /notifications')).map(({ kind }) => kind)
    expect(told).toEqual(expect.arrayContaining(['code_closed', 'code_opened']))
  })

  test('the database has no open code with thirty wrong tries', async () => {
    const { params, type } = await holdDeal()
    await type('000')
    const count = testApp.db.$client.query('update deal_codes set wrong_in_all = 30 where deal_id = $1', [params.id])
    await expect(count).rejects.toMatchObject({ constraint: 'closed_after_thirty_wrong_codes' })
  })
})

describe('the line', () => {
  test('behind an accepted deal others wait, read promised_to_another, and get a turn when it ends', async () => {
    const bike = await listBike()
    const [first, second] = [await book(karim, bike), await book(sadia, bike)]
    await answer(first.bookingId)
    expect(await getDeal(sadia, second.bookingId)).toMatchObject({ state: 'requested', linePlace: 1 })
    expect(await catchError(startPayment(sadia, second))).toMatchObject({ code: 'promised_to_another' })
    expect(await catchError(answer(second.bookingId))).toMatchObject({ code: 'promised_to_another' })
    await karim('POST /deals/:id/cancel', { params: { id: first.bookingId }, body: { reason: 'Found another one' } })
    const turn = await getDeal(sadia, second.bookingId)
    expect(turn.turnUntil).not.toBeNull()
    await pay(sadia, second)
    expect(await getDeal(sadia, second.bookingId)).toMatchObject({ state: 'held' })
  })

  test('a turn that passes unused lets everybody pay again', async () => {
    const bike = await listBike()
    const [first, second] = [await book(karim, bike), await book(sadia, bike)]
    await answer(first.bookingId)
    await karim('DELETE /bookings/:id', { params: { id: first.bookingId } })
    clock.now = new Date(clock.now.getTime() + 30 * hourMs)
    await testApp.handleDueDeals()
    sadia = await testApp.signInAs(sadia)
    expect(await getDeal(sadia, second.bookingId)).toMatchObject({
      state: 'requested',
      turnUntil: null,
      linePlace: null,
    })
  })
})

describe('endings with money', () => {
  test('the seller cancels a paid deal: everything goes back, and the bike is on sale again', async () => {
    const bike = await listBike()
    const order = await book(karim, bike)
    await pay(karim, order)
    await seller('POST /deals/:id/cancel', { params: { id: order.bookingId }, body: { reason: 'Sold to my brother' } })
    expect(await getDeal(karim, order.bookingId)).toMatchObject({
      state: 'closed',
      closeReason: 'cancelled_by_seller',
      refund: { taka: 178_000 },
      status: 'available',
    })
    const [row] = await karim('GET /bookings', { query: { limit: '1' } })
    expect(row).toMatchObject({ paid: false, refunded: true, deal: { closeReason: 'cancelled_by_seller' } })
    // Every list of deals says what went back, for both sides, and nothing where nothing was paid.
    const unpaid = await book(karim, await listBike())
    const listed = async (as: typeof karim, side: 'buyer' | 'seller') => {
      const deals = await as('GET /deals', { query: { side, limit: '2' } })
      return deals.map(({ _id, refund }) => [_id, refund?.taka ?? null])
    }
    const expected = [
      [unpaid.bookingId, null],
      [order.bookingId, 178_000],
    ]
    expect(await listed(karim, 'buyer')).toEqual(expected)
    expect(await listed(seller, 'seller')).toEqual(expected)
  })

  test('a bike that one buyer has paid for is not sold elsewhere or for cash by a word about another buyer’s request', async () => {
    const bike = await listBike()
    const [paid, waiting] = [await book(karim, bike), await book(await testApp.signInAs('sadia'), bike)]
    await pay(karim, paid)
    const params = { id: waiting.bookingId }
    const elsewhere = seller('POST /deals/:id/cancel', { params, body: { soldElsewhere: true } })
    expect(await catchError(elsewhere)).toMatchObject({ status: 409, code: 'bike_reserved' })
    const forCash = seller('PUT /deals/:id/outcome', { params, body: { outcome: 'bought_for_cash' } })
    expect(await catchError(forCash)).toMatchObject({ status: 409, code: 'bike_reserved' })
    expect(await getDeal(karim, paid.bookingId)).toMatchObject({ state: 'held', status: 'reserved' })
  })

  test('a bike sold elsewhere ends the requests of all who wait for it', async () => {
    const bike = await listBike()
    const sadia = await testApp.signInAs('sadia')
    const [first, next] = [await book(karim, bike), await book(sadia, bike)]
    await seller('POST /deals/:id/cancel', { params: { id: first.bookingId }, body: { soldElsewhere: true } })
    expect(await getDeal(sadia, next.bookingId)).toMatchObject({ state: 'closed', closeReason: 'unavailable' })
  })

  test('nobody books, answers or reads the deal of others', async () => {
    const order = await book(karim, await listBike())
    expect(await catchError(getDeal(sadia, order.bookingId))).toMatchObject({ code: 'not_found' })
    expect(
      await catchError(sadia('POST /deals/:id/cancel', { params: { id: order.bookingId }, body: {} })),
    ).toMatchObject({ code: 'not_found' })
    expect(
      await catchError(karim('PUT /deals/:id/answer', { params: { id: order.bookingId }, body: { answer: 'yes' } })),
    ).toMatchObject({ code: 'role_not_allowed' })
  })
})
