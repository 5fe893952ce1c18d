// Who opens the sale receipt, from when on, and what is recorded of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal, registerCashier, releaseDeal, signInAdmin } from '#tests/support/money.ts'
import { claimCashSale } from '#tests/support/ratings/ratings.ts'
import { getMemberId, grantPermission, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// Half past one at night in Dhaka: the day before in UTC.
const clock = { now: new Date('2026-11-20T19:30:00Z') }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

type Params = { id: string }
const open = (by: MemberClient, params: Params) => by('GET /transfers/:id/receipt', { params })
const query = (sql: string, values: unknown[] = []) => testApp.db.$client.query(sql, values)

/** Who opened the receipt of a deal, oldest first, as the audit log says. */
const listOpeners = async ({ id }: Params): Promise<string[]> => {
  const { rows } = await query(
    `select actor from audit where what = 'sale_receipt_opened' and details ->> 'dealId' = $1 order by id`,
    [id],
  )
  return rows.map(({ actor }: { actor: string }) => actor)
}

test('there is no receipt before the handover, not for a booking, a payment or a cash sale that the buyer denies', async () => {
  const deal = await beginDeal(testApp)
  const expectNone = async () => {
    for (const side of [deal.buyer, deal.seller])
      expect(await catchError(open(side, deal.params))).toMatchObject({ status: 404, code: 'not_found' })
  }
  await expectNone()
  await payDeal(testApp, deal)
  await expectNone()
  await handOverDeal(deal)
  expect(await open(deal.buyer, deal.params)).toMatchObject({
    soldOn: '2026-11-21',
    handedOverAt: clock.now.toISOString(),
  })
  await releaseDeal(deal)
  expect(await open(deal.seller, deal.params)).toMatchObject({ soldOn: '2026-11-21' })

  const claimed = await claimCashSale(testApp)
  expect(await catchError(open(claimed.buyer, claimed.params))).toMatchObject({ status: 404 })
  await claimed.buyer('PUT /deals/:id/outcome', { params: claimed.params, body: { outcome: 'not_bought' } })
  for (const side of [claimed.buyer, claimed.seller])
    expect(await catchError(open(side, claimed.params))).toMatchObject({ status: 404 })
  expect(await listOpeners(claimed.params)).toEqual([])
})

test('nobody but the two sides opens it, and only what was opened is in the audit log, with who did', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  const others = [
    await signInAdmin(testApp),
    await registerCashier(testApp),
    await grantPermission(testApp, await registerMember(testApp, 'Buyer'), 'moderator'),
    await registerMember(testApp, 'Seller'),
    await registerMember(testApp, 'Buyer'),
  ]
  const absent = { status: 404, code: 'not_found', message: 'We could not find that.' }
  const noDeal = { id: '019a0000-0000-7000-8000-000000000000' }
  expect(await catchError(open(deal.buyer, noDeal))).toMatchObject(absent)
  for (const other of others) expect(await catchError(open(other, deal.params))).toMatchObject(absent)
  expect(await catchError(testApp.visitor('GET /transfers/:id/receipt', { params: deal.params }))).toMatchObject({
    status: 401,
  })
  expect(await listOpeners(deal.params)).toEqual([])
  for (const side of [deal.buyer, deal.seller, deal.buyer]) await open(side, deal.params)
  const [buyer, seller] = [await getMemberId(testApp, deal.buyer), await getMemberId(testApp, deal.seller)]
  expect(await listOpeners(deal.params)).toEqual([buyer, seller, buyer])
})

test('each opening of a receipt with numbers is also a reading of the numbers, for the transfer', async () => {
  const deal = await beginDeal(testApp)
  const numbers = { registration: 'Sylhet-Ha 14-1234', engine: 'JC58E80123456', chassis: 'ME4JC58CKH8000110' }
  const { bike } = deal.order
  await deal.seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike.id }, body: numbers })
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  expect(await open(deal.buyer, deal.params)).toMatchObject(numbers)
  const { rows } = await query(
    `select member_id as reader, purpose from vehicle_number_reads where bike_id = $1 order by id`,
    [bike.id],
  )
  expect(rows).toEqual([{ reader: await getMemberId(testApp, deal.buyer), purpose: 'transfer' }])
})

test('it names the receipt of what was paid here: one number for all who open either paper at once', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  const locker = await testApp.db.$client.connect()
  await locker.query('begin')
  await locker.query('select from deals where id = $1 for update', [deal.id])
  const openings = [open(deal.buyer, deal.params), open(deal.seller, deal.params)]
  const payment = deal.buyer('GET /deals/:id/receipt', { params: deal.params })
  await expect
    .poll(
      async () => {
        const { rows } = await query(
          `select count(*)::int as waiting from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows[0]?.waiting
      },
      { timeout: 20_000 },
    )
    .toBe(3)
  await locker.query('rollback')
  locker.release()
  const { number } = await payment
  expect((await Promise.all(openings)).map(({ receiptNumber }) => receiptNumber)).toEqual([number, number])
  expect(number).toMatch(/^2026-\d{6}$/)
  const { rows } = await query('select count(*)::int as number from receipts where deal_id = $1', [deal.id])
  expect(rows).toEqual([{ number: 1 }])
})

test('it names none where nothing was paid here', async () => {
  const claimed = await claimCashSale(testApp)
  await claimed.buyer('PUT /deals/:id/outcome', { params: claimed.params, body: { outcome: 'bought_for_cash' } })
  expect(await open(claimed.buyer, claimed.params)).toMatchObject({ receiptNumber: null, handedOverAt: null })
})
