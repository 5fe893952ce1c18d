import { dayMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Client } from '#contract/client.ts'
import { addDays } from '#contract/time/dhaka.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal, releaseDeal } from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { claimCashSale, createCashSale } from '#tests/support/ratings/ratings.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import type { TransferAct } from './transfer-state.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// 10 in the morning in Dhaka.
const start = new Date('2026-11-20T04:00:00Z')
const today = '2026-11-20'
const clock = { now: start }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

type Sale = { buyer: MemberClient; seller: MemberClient; params: { id: string } }

const query = (sql: string, values: unknown[] = []) => testApp.db.$client.query(sql, values)
const read = ({ params }: Sale, by: MemberClient) => by('GET /transfers/:id', { params })
const openReceipt = ({ params }: Sale, by: MemberClient) => by('GET /transfers/:id/receipt', { params })
const countTransfers = async ({ params }: { params: { id: string } }) =>
  (await query('select 1 from transfers where deal_id = $1', [params.id])).rowCount
/** Runs at another time; the sessions of now may be over then. */
const runAt = async (time: Date, run: () => Promise<unknown>) => {
  const before = clock.now
  clock.now = time
  await run().finally(() => {
    clock.now = before
  })
}
const logInAgain = ({ email }: MemberClient) => testApp.signInAs({ email })
const act = ({ params }: Sale, by: MemberClient, body: TransferAct) => by('PUT /transfers/:id', { params, body })
const listNotices = async (of: MemberClient, { params }: Sale) => {
  const { rows } = await query(
    `select kind, number from notifications join members on members.id = member_id
     where email = $1 and deal_id = $2 and kind like 'transfer%' order by notifications.id`,
    [of.email, params.id],
  )
  return rows.map(({ kind, number }: { kind: string; number: number | null }) => [kind, number])
}

describe('a transfer exists', () => {
  test('from the handover on, for both sides and the admin alone', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    expect(await catchError(read(deal, deal.buyer))).toMatchObject({ code: 'not_found' })
    await handOverDeal(deal)
    expect(await read(deal, deal.buyer)).toMatchObject({
      side: 'buyer',
      state: 'open',
      otherName: 'Nadia Motors',
      soldOn: today,
      noticeDueOn: '2026-12-20',
      applyDueOn: '2027-01-19',
      noticeDaysLeft: 30,
      applyDaysLeft: 60,
      isNoticeLate: false,
    })
    expect(await read(deal, deal.seller)).toMatchObject({ side: 'seller', otherName: 'Karim Sheikh' })
    const admin = await testApp.signInAs('ayesha')
    expect(await read(deal, admin)).toMatchObject({ side: null, state: 'open' })
    expect(await catchError(read(deal, await registerMember(testApp, 'Buyer')))).toMatchObject({ status: 404 })
    await releaseDeal(deal)
    expect(await countTransfers(deal)).toBe(1)
    expect(await deal.seller('GET /transfers', { query: {} })).toMatchObject([{ _id: deal.params.id, side: 'seller' }])
  })

  test('for a cash sale once the buyer has confirmed it, and never for one that was denied', async () => {
    const claimed = await claimCashSale(testApp)
    expect(await countTransfers(claimed)).toBe(0)
    await claimed.buyer('PUT /deals/:id/outcome', { params: claimed.params, body: { outcome: 'not_bought' } })
    expect(await countTransfers(claimed)).toBe(0)
    const sale = await createCashSale(testApp)
    expect(await read(sale, sale.buyer)).toMatchObject({ state: 'open', soldOn: today })
  })

  test('and is cancelled when all money goes back: nobody is reminded, and there is no receipt', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    await handOverDeal(deal)
    await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    const admin = await testApp.signInAs('ayesha')
    await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 149_000 } })
    expect(await read(deal, deal.buyer)).toMatchObject({ state: 'cancelled' })
    expect(await catchError(openReceipt(deal, deal.seller))).toMatchObject({ code: 'sale_undone' })
    const notice: TransferAct = { act: 'notice', on: today }
    expect(await catchError(act(deal, deal.seller, notice))).toMatchObject({ code: 'sale_undone' })
    const tick: TransferAct = { act: 'tick', ticks: ['form_to'] }
    expect(await catchError(act(deal, deal.buyer, tick))).toMatchObject({ code: 'sale_undone' })
    await runAt(new Date(start.getTime() + 61 * dayMs), () => testApp.handleDueDeals())
    expect([await listNotices(deal.seller, deal), await listNotices(deal.buyer, deal)]).toEqual([[], []])
  })
})

describe('each side does its own part', () => {
  test('the seller gives notice, the buyer applies and types the slip number: done', async () => {
    const sale = await createCashSale(testApp)
    const { buyer, seller } = sale
    for (const [by, body] of [
      [buyer, { act: 'notice', on: today }],
      [seller, { act: 'apply', on: today }],
      [seller, { act: 'slip', slip: 'DM-1234' }],
    ] as const)
      expect(await catchError(act(sale, by, body))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    const stranger = await registerMember(testApp, 'Seller')
    expect(await catchError(act(sale, stranger, { act: 'notice', on: today }))).toMatchObject({ status: 404 })
    const admin = await testApp.signInAs('ayesha')
    expect(await catchError(act(sale, admin, { act: 'notice', on: today }))).toMatchObject({ status: 404 })

    await act(sale, seller, { act: 'notice', on: today })
    expect(await read(sale, buyer)).toMatchObject({ state: 'notice_given', noticeOn: today })
    expect(await catchError(act(sale, buyer, { act: 'slip', slip: 'DM-1234' }))).toMatchObject({ code: 'apply_first' })
    await act(sale, buyer, { act: 'apply', on: today })
    expect(await read(sale, seller)).toMatchObject({ state: 'applied', appliedOn: today })
    expect(await catchError(act(sale, buyer, { act: 'slip', slip: 'a slip?' }))).toMatchObject({ status: 400 })
    await act(sale, buyer, { act: 'slip', slip: ' dm-২০২৬/0012 ' })
    for (const by of [buyer, seller, admin])
      expect(await read(sale, by)).toMatchObject({ state: 'done', slip: 'DM-2026/0012', doneOn: today })
    expect(await listNotices(seller, sale)).toEqual([['transfer_done', null]])
    await act(sale, buyer, { act: 'slip', slip: 'DM-2026/0013' })
    expect(await listNotices(seller, sale)).toHaveLength(1)
  })

  test('a day before the sale or after today is refused, by the database too', async () => {
    const sale = await createCashSale(testApp)
    const [before, after] = [addDays(today, -1), addDays(today, 1)]
    for (const [by, name] of [
      [sale.seller, 'notice'],
      [sale.buyer, 'apply'],
    ] as const) {
      expect(await catchError(act(sale, by, { act: name, on: before }))).toMatchObject({ code: 'before_sale' })
      expect(await catchError(act(sale, by, { act: name, on: after }))).toMatchObject({ code: 'after_today' })
    }
    const run = (set: string) => query(`update transfers set ${set} where deal_id = $1`, [sale.params.id])
    await expect(run('notice_on = sold_on - 1, notice_said_at = sold_at')).rejects.toMatchObject({
      constraint: 'notice_in_time',
    })
    await expect(run('applied_on = sold_on + 1, applied_said_at = sold_at')).rejects.toMatchObject({
      constraint: 'applied_in_time',
    })
    await expect(run(`slip = 'DM-1234'`)).rejects.toMatchObject({ constraint: 'slip_is_done' })
    await expect(run('sold_on = sold_on')).rejects.toMatchObject({ code: '42501' })
    await expect(query('delete from transfers')).rejects.toMatchObject({ code: '42501' })
    const owner = await connectAsOwner(testApp)
    const noSale = `insert into transfers (deal_id, sold_at, sold_on, notice_due_on, apply_due_on)
      select id, '2026-11-20T04:00:00Z', '2026-11-20', '2026-12-20', '2027-01-19' from deals
      where handed_over_at is null and close_reason is distinct from 'sold_for_cash' limit 1`
    await expect(owner.query(noSale)).rejects.toMatchObject({ constraint: 'transfer_needs_sale' })
    await act(sale, sale.seller, { act: 'notice', on: today })
    await expect(run('notice_on = null, notice_said_at = null')).rejects.toMatchObject({
      constraint: 'transfer_never_goes_back',
    })
    await owner.end()
  })
})

describe('reminders', () => {
  const remindAt = async (day: number) => {
    const rounds = () => Promise.all([1, 2, 3].map(() => testApp.handleDueDeals()))
    await runAt(new Date(start.getTime() + day * dayMs), rounds)
  }

  test('come to the seller on days 7, 21, 28, to the buyer on days 45 and 55, and on the day it is late, once each', async () => {
    const sale = await createCashSale(testApp)
    const seen: Record<number, [seller: unknown[], buyer: unknown[]]> = {}
    for (const day of [6, 7, 21, 28, 30, 31, 45, 55, 60, 61, 90]) {
      await remindAt(day)
      seen[day] = [await listNotices(sale.seller, sale), await listNotices(sale.buyer, sale)]
    }
    expect([seen[6], seen[7]?.[0], seen[30]?.[0]]).toEqual([
      [[], []],
      [['transfer_notice', 23]],
      [
        ['transfer_notice', 23],
        ['transfer_notice', 9],
        ['transfer_notice', 2],
      ],
    ])
    expect(seen[31]?.[0].at(-1)).toEqual(['transfer_notice_late', null])
    expect(seen[60]?.[1]).toEqual([
      ['transfer_apply', 15],
      ['transfer_apply', 5],
    ])
    expect(seen[90]?.map((notices) => [notices.length, notices.at(-1)])).toEqual([
      [4, ['transfer_notice_late', null]],
      [3, ['transfer_apply_late', null]],
    ])
    await runAt(new Date(start.getTime() + 61 * dayMs), async () => {
      expect(await read(sale, await logInAgain(sale.buyer))).toMatchObject({
        state: 'open',
        isNoticeLate: true,
        isApplicationLate: true,
        applyDaysLeft: -1,
      })
      // Late, and still possible.
      await act(sale, await logInAgain(sale.seller), { act: 'notice', on: '2027-01-20' })
      expect(await read(sale, await logInAgain(sale.buyer))).toMatchObject({
        isNoticeLate: false,
        state: 'notice_given',
      })
    })
  })

  test('stop for the side that has done its part; those that passed together come as the newest one', async () => {
    const sale = await createCashSale(testApp)
    await act(sale, sale.seller, { act: 'notice', on: today })
    await remindAt(56)
    expect([await listNotices(sale.seller, sale), await listNotices(sale.buyer, sale)]).toEqual([
      [],
      [['transfer_apply', 5]],
    ])
    await testApp.sendMails()
    const { rows } = await query(`select subject from mails where recipient = $1 and subject like 'Put%'`, [
      sale.buyer.email,
    ])
    expect(rows).toMatchObject([{ subject: expect.stringContaining('Put the bike in your name at BRTA: 5 days left') }])
  })
})

describe('the sale receipt', () => {
  test('has names, addresses, price in figures and words; what nobody gave is a line to fill in', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
    const bike = await createListing(testApp, seller)
    const numbers = { registration: null, engine: 'BGA1-405507', chassis: 'PS2GIX155M0048213' }
    await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike.id }, body: numbers })
    const sale = await createCashSale(testApp, { seller, bike })
    await act(sale, seller, { act: 'details', name: 'Md Rahim Uddin', address: 'House 14, Road 3, Mirpur 10' })
    expect(await read(sale, sale.buyer)).toMatchObject({ details: null, hasOtherDetails: true })
    expect(await openReceipt(sale, sale.buyer)).toEqual({
      soldOn: today,
      handedOverAt: null,
      seller: { name: 'Md Rahim Uddin', address: 'House 14, Road 3, Mirpur 10' },
      buyer: { name: 'Karim Ali', address: null },
      productName: 'Suzuki Gixxer 155',
      ...numbers,
      price: 178_000,
      words: { en: 'One lakh seventy-eight thousand taka only', bn: 'এক লাখ আটাত্তর হাজার টাকা মাত্র' },
      stamp: expect.objectContaining({ name: 'revenue_stamp', amount: 10 }),
      // Nothing was paid here.
      receiptNumber: null,
    })
    for (const address of ['NID 1990 1234 5678 901', 'Mirpur ০১৭১২-৩৪৫৬৭৮'])
      expect(await catchError(act(sale, sale.buyer, { act: 'details', name: 'Karim', address }))).toMatchObject({
        status: 400,
      })
    await act(sale, sale.seller, { act: 'forget_details' })
    expect((await openReceipt(sale, sale.seller)).seller).toEqual({ name: 'Rahim Uddin', address: null })
  })

  test('is opened by the two sides alone, and each opening is recorded and in the audit log', async () => {
    const sale = await createCashSale(testApp)
    const admin = await testApp.signInAs('ayesha')
    for (const by of [admin, await registerMember(testApp, 'Buyer')])
      expect(await catchError(openReceipt(sale, by))).toMatchObject({ status: 404 })
    for (const by of [sale.buyer, sale.buyer, sale.seller]) await openReceipt(sale, by)
    const { rows } = await query(
      `select count(*)::int as openings, count(distinct member_id)::int as people,
        (select count(*)::int from audit where what = 'sale_receipt_opened' and details ->> 'dealId' = $1) as audited
       from receipt_openings where deal_id::text = $1`,
      [sale.params.id],
    )
    expect(rows).toEqual([{ openings: 3, people: 2, audited: 3 }])
    await expect(query('delete from receipt_openings')).rejects.toMatchObject({ code: '42501' })
    const owner = await connectAsOwner(testApp)
    await expect(owner.query('delete from receipt_openings')).rejects.toMatchObject({
      constraint: 'receipt_openings_are_append_only',
    })
    await owner.end()
  })

  test('names and addresses are deleted 30 days after the transfer is done, with the account, and are in the own data', async () => {
    const sale = await createCashSale(testApp)
    const details = { act: 'details', name: 'Karim Ali', address: 'Banasree' } as const
    await act(sale, sale.buyer, details)
    await act(sale, sale.buyer, { act: 'tick', ticks: ['form_to', 'form_to'] })
    await act(sale, sale.buyer, { act: 'apply', on: today })
    await act(sale, sale.buyer, { act: 'slip', slip: 'DM-1234' })
    await openReceipt(sale, sale.buyer)
    const readExport = async ({ cookie }: MemberClient) => {
      const { payload } = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })
      return contract['GET /auth/export'].response.parse(JSON.parse(payload)).transfers
    }
    expect(await readExport(sale.buyer)).toMatchObject([
      {
        side: 'buyer',
        slip: 'DM-1234',
        ticks: ['form_to'],
        address: 'Banasree',
        receiptOpenedAt: [start.toISOString()],
      },
    ])
    expect(await readExport(sale.seller)).toMatchObject([
      { side: 'seller', slip: 'DM-1234', name: null, address: null },
    ])
    await runAt(new Date(start.getTime() + 30 * dayMs), () => testApp.deleteOldNotifications())
    expect(await read(sale, sale.buyer)).toMatchObject({ details: { address: 'Banasree' } })
    await runAt(new Date(start.getTime() + 30 * dayMs + 1), () => testApp.deleteOldNotifications())
    expect(await read(sale, sale.buyer)).toMatchObject({ details: null, ticks: ['form_to'] })
    await act(sale, sale.buyer, details)
    const admin = await testApp.signInAs('ayesha')
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, sale.buyer) } })
    expect(await read(sale, sale.seller)).toMatchObject({ state: 'done', slip: null })
    expect((await openReceipt(sale, sale.seller)).buyer).toEqual({ name: null, address: null })
  })
})

describe('fees and deadlines', () => {
  const setNoticeDays = (by: Client, amount: number | null) =>
    by('PUT /fees/:name', { params: { name: 'notice_days' }, body: { amount, source: 'Law' } })

  test('anybody reads them; the admin alone changes them, and the change is in the audit log', async () => {
    const listed = await testApp.visitor('GET /fees')
    expect(listed.map(({ name, amount, checkedOn }) => [name, amount, checkedOn])).toEqual([
      ['notice_days', 30, null],
      ['apply_days', 60, null],
      ['transfer_fee', null, null],
      ['revenue_stamp', 10, null],
      ['affidavit_stamp', null, null],
      ['buyer_photos', 3, null],
    ])
    const admin = await testApp.signInAs('ayesha')
    const body = { amount: 4_025, source: 'BRTA, Mirpur circle' }
    const change = (by: Client) => by('PUT /fees/:name', { params: { name: 'transfer_fee' }, body })
    expect(await catchError(change(await registerMember(testApp, 'Seller')))).toMatchObject({ status: 403 })
    await change(admin)
    expect((await testApp.visitor('GET /fees'))[2]).toMatchObject({ ...body, checkedOn: today })
    const { rows } = await query(`select details from audit where what = 'fee_changed'`)
    expect(rows).toEqual([{ details: { name: 'transfer_fee', to: 4_025, checkedOn: today } }])
    for (const amount of [null, 0, 366])
      expect(await catchError(setNoticeDays(admin, amount))).toMatchObject({ code: 'deadline_needs_days' })
  })

  test('a changed deadline holds for sales from then on; earlier ones keep theirs', async () => {
    const earlier = await createCashSale(testApp)
    const admin = await testApp.signInAs('ayesha')
    await setNoticeDays(admin, 15)
    const later = await createCashSale(testApp)
    await setNoticeDays(admin, 30)
    const dueOn = async (sale: Sale) => (await read(sale, sale.seller)).noticeDueOn
    expect([await dueOn(earlier), await dueOn(later)]).toEqual(['2026-12-20', '2026-12-05'])
  })
})
