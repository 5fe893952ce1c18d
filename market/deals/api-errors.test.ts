// What the calls about deals refuse: who may not, what is missing, what has changed meanwhile. What the state of a deal
// refuses is in acts-by-state.test.ts.
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { agreeToMeet, beginDeal, payDeal, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { changePast } from '#tests/support/owner-connection.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let stranger: MemberClient
let admin: MemberClient
let accepted: TestDeal
let held: TestDeal

beforeAll(async () => {
  const { maxUnansweredPerSeller, maxBookingsPerBike } = createLimits()
  testApp = await createTestApp({
    manualClose: true,
    limits: { ...createLimits(1_000), maxUnansweredPerSeller, maxBookingsPerBike },
  })
  stranger = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  admin = await signInAdmin(testApp)
  accepted = await beginDeal(testApp)
  await accepted.seller('PUT /deals/:id/answer', { params: accepted.params, body: { answer: 'yes' } })
  held = await beginDeal(testApp)
  await payDeal(testApp, held, { purpose: 'deposit' })
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

/** The code of what a call refuses; nothing when it succeeds. */
const read = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await catchError(call)
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Tries a call while a deal is as these assignments of SQL say; then the deal is as before. */
const readWhile = async (deal: TestDeal, assignments: string, call: () => Promise<unknown>): Promise<unknown> => {
  const where = `where id = '${deal.id}'`
  const keep = `create table kept as select * from deals ${where}`
  await changePast(testApp, keep, `update deals set ${assignments} ${where}`)
  const code = await read(call())
  await changePast(testApp, `delete from deals ${where}`, 'insert into deals select * from kept', 'drop table kept')
  return code
}

const outcome = (client: MemberClient, { params }: TestDeal, said: 'everything_fine' | 'not_bought') =>
  read(client('PUT /deals/:id/outcome', { params, body: { outcome: said } }))

describe('who may not', () => {
  test('others find no deal, whatever they try', async () => {
    const { params } = held
    expect(await read(stranger('GET /deals/:id', { params }))).toBe('not_found')
    expect(await read(stranger('GET /deals/:id/code', { params }))).toBe('not_found')
    expect(await read(stranger('POST /deals/:id/cancel', { params, body: {} }))).toBe('not_found')
    expect(await read(stranger('POST /deals/:id/cancel', { params: { id: v7() }, body: {} }))).toBe('not_found')
    const line = { params: { id: held.order.bike.id } }
    expect(await read(stranger('GET /allbikes/myproduct/:id/line', line))).toBe('role_not_allowed')
    const otherSeller = await registerMember(testApp, 'Seller', 'Imran Khan')
    expect(await read(otherSeller('GET /allbikes/myproduct/:id/line', line))).toBe('not_found')
  })

  test('each side does what is the other’s only in vain', async () => {
    expect(await outcome(held.seller, held, 'everything_fine')).toBe('role_not_allowed')
    expect(await outcome(held.seller, held, 'not_bought')).toBe('role_not_allowed')
    expect(await read(held.seller('GET /deals/:id/code', { params: held.params }))).toBe('role_not_allowed')
    const code = { params: held.params, body: { code: '123456' } }
    expect(await read(held.buyer('POST /deals/:id/handover', code))).toBe('role_not_allowed')
  })

  test('nobody but who reported a problem takes it back', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    const { params } = deal
    await deal.buyer('POST /deals/:id/problem', { params, body: { reason: 'papers' } })
    const takeBack = (client: MemberClient) =>
      read(client('PUT /deals/:id/problem', { params, body: { withdraw: true } }))
    expect(await takeBack(deal.seller)).toBe('role_not_allowed')
    expect(await takeBack(deal.buyer)).toBeUndefined()
  })
})

describe('what has changed meanwhile', () => {
  test('a price is agreed to and taken as it was seen', async () => {
    const { params, buyer, seller } = accepted
    await seller('PUT /deals/:id/price', { params, body: { price: 140_000 } })
    const agree = (price: number) => read(buyer('PUT /deals/:id/price', { params, body: { agree: true, price } }))
    expect(await agree(139_999)).toBe('price_changed')
    const take = buyer('PUT /deals/:id/confirm', { params, body: { what: 'lower_price', price: 1_000 } })
    expect(await catchError(take)).toMatchObject({ code: 'price_changed', body: { salePrice: 149_000 } })
    expect(await agree(140_000)).toBeUndefined()
  })

  test('nobody cancels for less than they were shown', async () => {
    const { params, buyer } = held
    expect(await read(buyer('POST /deals/:id/cancel', { params, body: { expectedRefund: 4_471 } }))).toBe(
      'refund_changed',
    )
    expect(await read(buyer('DELETE /bookings/:id', { params }))).toBe('already_paid')
  })

  test.each([
    ['sold_at', 'bike_sold'],
    ['withdrawn_at', 'bike_withdrawn'],
  ])('the seller says yes to no request for a bike that is gone: %s', async (column, code) => {
    const deal = await beginDeal(testApp)
    const setBike = (value: string) => `update bikes set ${column} = ${value} where id = '${deal.order.bike.id}'`
    await changePast(testApp, setBike('now()'))
    const answer = deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
    expect(await read(answer)).toBe(code)
    await changePast(testApp, setBike('null'))
  })
})

test('a number is given to a live deal, and is one', async () => {
  const give = (contactNumber: string) =>
    held.buyer('PUT /deals/:id/contact', { params: held.params, body: { contactNumber, meetingLocation: 'Farmgate' } })
  expect(await catchError(give('not a number'))).toMatchObject({
    code: 'bad_request',
    body: { field: 'contactNumber' },
  })
  const closed = `closed_at = now(), close_reason = 'no_deal', refunded_at = now(), due_at = null`
  expect(await readWhile(held, closed, () => give('01712345678'))).toBe('deal_closed')
})

describe('the code', () => {
  const getCode = (deal: TestDeal) =>
    deal.buyer('GET /deals/:id/code', { params: deal.params, query: { together: 'yes' } })
  const type = (deal: TestDeal, code: string, cashTaka?: number) =>
    read(
      deal.seller('POST /deals/:id/handover', {
        params: deal.params,
        body: { code, ...(cashTaka !== undefined && { cashTaka }) },
      }),
    )

  test.each([
    ['held_at = null', 'pay_deposit_first'],
    ['held_at = null, accepted_at = null', 'pay_deposit_first'],
    [`closed_at = now(), close_reason = 'no_deal', refunded_at = now(), due_at = null`, 'deal_closed'],
    ['disputed_at = now()', 'dispute_open'],
    ['handed_over_at = now()', 'deal_over'],
    ['frozen_at = now()', 'deal_frozen'],
  ])('is neither shown nor taken while %s', async (assignments, code) => {
    expect(await readWhile(held, assignments, () => getCode(held))).toBe(code)
    expect(
      await readWhile(held, assignments, () =>
        held.seller('POST /deals/:id/handover', { params: held.params, body: { code: '123456' } }),
      ),
    ).toBe(code)
  })

  test('is shown from two hours before the meeting, and before it to nobody', async () => {
    const show = () => read(held.buyer('GET /deals/:id/code', { params: held.params }))
    expect(await show()).toBe('code_not_yet')
    await agreeToMeet(held, new Date(Date.now() + 3 * 60 * 60_000))
    expect([await show(), await read(getCode(held))]).toEqual(['code_not_yet', 'code_not_yet'])
    await changePast(testApp, `update deals set meet_at = now() + interval '119 minutes' where id = '${held.id}'`)
    expect(await show()).toBeUndefined()
  })

  test('that is wrong hands nothing over; cash and what was paid here are at most the price', async () => {
    const { code } = await getCode(held)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await type(held, wrong)).toBe('wrong_handover_code')
    expect(await type(held, code, 144_531)).toBe('cash_does_not_add_up')
    const setCode = (assignment: string) => `update deal_codes set ${assignment} where deal_id = '${held.id}'`
    await changePast(testApp, setCode(`locked_until = now() + interval '1 minute'`))
    expect(await type(held, code)).toBe('handover_locked')
    await changePast(testApp, setCode('locked_until = null, closed_at = now(), wrong_in_all = 30'))
    expect(await type(held, code)).toBe('handover_closed')
  })

  test('is opened again by the admin, where it is closed and the deal is not the admin’s own', async () => {
    const open = ({ params }: TestDeal) => read(admin('PUT /deals/:id/code', { params, body: { open: true } }))
    expect([await open(held), await open(held)]).toEqual([undefined, 'code_not_closed'])
    const own = await beginDeal(testApp, { buyer: admin })
    expect(await open(own)).toBe('own_deal')
    const { code } = await getCode(held)
    expect(await type(held, code, 144_530)).toBeUndefined()
  })
})

test('a buyer books one bike three times in 30 days, and at most five of one seller without an answer', async () => {
  const [buyer, seller] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Seller')]
  const bike = await createListing(testApp, seller)
  const tryBook = async () => read(book(buyer, bike))
  for (let count = 0; count < 3; count += 1) {
    const { bookingId } = await book(buyer, bike)
    await buyer('DELETE /bookings/:id', { params: { id: bookingId } })
  }
  expect(await tryBook()).toBe('booked_too_often')
  await changePast(
    testApp,
    `update deals set requested_at = requested_at - interval '30 days' where bike_id = '${bike.id}'`,
  )
  expect(await tryBook()).toBeUndefined()
  for (let count = 0; count < 4; count += 1) await book(buyer, await createListing(testApp, seller))
  expect(await read(book(buyer, await createListing(testApp, seller)))).toBe('too_many_unanswered')
})

describe('nothing begins, and what goes on goes on', () => {
  const begin = async () => {
    const [buyer, seller] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Seller')]
    const [first, second] = [await createListing(testApp, seller), await createListing(testApp, seller)]
    const order = await book(buyer, first)
    const { chatId } = await buyer('POST /chats', {
      body: { productId: second.id, text: 'Is it there?', clientId: v7() },
    })
    const { insertedId: wishlistId } = await buyer('POST /wishlist', { body: { productId: second.id } })
    const pay = (body: { bookingId: string } | { wishlistId: string }) =>
      read(buyer('POST /create-payment-intent', { body: { price: second.salePriceTaka, ...body } }))
    return { buyer, seller, order, second, chatId, wishlistId, pay }
  }

  test.each(['buyer', 'seller'] as const)('between two of whom the %s has blocked the other', async (side) => {
    const all = await begin()
    const block = (blocked: boolean) =>
      all[side]('PUT /chats/:id/block', { params: { id: all.chatId }, body: { blocked } })
    await block(true)
    const told = await catchError(book(all.buyer, all.second))
    expect(told).toMatchObject({
      status: 409,
      code: 'contact_ended',
      message:
        'You and this seller have no contact on Motohaat any more, so you cannot book or buy this bike. Orders that you have together go on.',
    })
    expect(await all.pay({ wishlistId: all.wishlistId })).toBe('contact_ended')
    const { bookingId } = all.order
    const params = { id: bookingId }
    expect(await read(all.seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } }))).toBeUndefined()
    expect(await all.pay({ bookingId })).toBeUndefined()
    await block(false)
    expect(await read(book(all.buyer, all.second))).toBeUndefined()
  })

  test.each(['booking', 'payment'] as const)('by a %s while a block is not committed yet', async (what) => {
    const { buyer, seller, second, wishlistId, pay } = await begin()
    const blocking = await testApp.db.$client.connect()
    try {
      const ids = [await getMemberId(testApp, buyer), await getMemberId(testApp, seller)]
      const { rows } = await blocking.query<{ pid: number }>('select pg_backend_pid() as pid')
      await blocking.query('begin')
      await blocking.query('select from members where id = any($1) order by id for no key update', [ids])
      await blocking.query('insert into member_blocks values ($2, $1, now())', ids)
      const refused = what === 'booking' ? read(book(buyer, second)) : pay({ wishlistId })
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      await expect
        .poll(async () => (await testApp.db.$client.query(waiting, [rows[0]?.pid])).rowCount, { timeout: 20_000 })
        .toBe(1)
      await blocking.query('commit')
      expect(await refused).toBe('contact_ended')
    } finally {
      blocking.release()
    }
  })

  test('of a suspended buyer', async () => {
    const { buyer, order, wishlistId, pay } = await begin()
    await changePast(
      testApp,
      `update members set suspended_until = now() + interval '1 day' where email = '${buyer.email}'`,
    )
    expect(await pay({ wishlistId })).toBe('suspended')
    expect(await pay({ bookingId: order.bookingId })).toBeUndefined()
  })

  test('a buyer in line who is blocked gets the turn as before', async () => {
    const { buyer, seller, order, chatId } = await begin()
    const other = await registerMember(testApp, 'Buyer')
    const { bookingId } = await book(other, order.bike)
    const answer = (id: string) => read(seller('PUT /deals/:id/answer', { params: { id }, body: { answer: 'yes' } }))
    expect(await answer(bookingId)).toBeUndefined()
    const getMine = () => buyer('GET /deals/:id', { params: { id: order.bookingId } })
    expect(await getMine()).toMatchObject({ linePlace: 1, turnUntil: null })
    await seller('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })
    expect((await getMine()).linePlace).toBe(1)
    await other('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} })
    expect(await getMine()).toMatchObject({ turnUntil: expect.any(String) })
    expect(await answer(order.bookingId)).toBeUndefined()
  })
})

test('every line that refuses something has a case above', () => {
  const files = [
    'market/deals/sides.ts',
    'market/deals/actions.ts',
    'market/deals/handover-code/routes.ts',
    'market/deals/requests.ts',
    'market/deals/routes.ts',
  ]
  const elsewhere = [
    // A payment that is begun ends first; only money that is being taken refuses: market/payments/hold-endings.test.ts.
    'bike_being_paid',
    // Twenty bookings, in market/bookings/bookings.test.ts.
    'too_many_bookings',
  ]
  const missing = sites.listMissing(files)
  expect(missing.filter((site) => !elsewhere.includes(site.split(' ')[1] ?? ''))).toEqual([])
})
