import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateNextTotpCode, generateTotpCode, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { catchError } from '#tests/support/buying.ts'
import { disputeAtProvider } from '#tests/support/card-events.ts'
import {
  beginDeal,
  findAllViolations,
  findPayout,
  finishDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
} from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { type MemberClient, testPassword } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { grantPermission, takePermission } from '#scripts/grant-permission.ts'

let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(() => testApp.close())

type Act = Parameters<typeof cashier<'PUT /payouts/:id'>>[1]['body']
const act = (client: MemberClient, id: string, body: Act) => client('PUT /payouts/:id', { params: { id }, body })

const countEntries = async (payoutId: string): Promise<number> => {
  const { rows } = await testApp.db.$client.query<{ times: string }>(
    'select count(*) as times from ledger_entries where payout_id = $1',
    [payoutId],
  )
  return Number(rows[0]?.times)
}

describe('a payout', () => {
  test('needs a destination, one person who prepares it and another who approves it with a reference', async () => {
    const deal = await finishDeal(testApp)
    const { id } = await findPayout(testApp, deal.id)
    expect(await catchError(act(cashier, id, { act: 'prepare' }))).toMatchObject({ code: 'no_destination' })
    await setDestination(deal)
    expect(await catchError(act(admin, id, { act: 'approve', reference: 'X1' }))).toMatchObject({
      code: 'payout_not_in_state',
    })
    await act(cashier, id, { act: 'prepare' })
    expect(await catchError(act(cashier, id, { act: 'approve', reference: 'X1' }))).toMatchObject({
      code: 'approve_by_another',
    })
    expect(await catchError(act(admin, id, { act: 'approve' }))).toMatchObject({ code: 'reference_missing' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => catchError(act(admin, id, { act: 'approve', reference: 'X1' }))),
    )
    expect(answers.filter((answer) => JSON.stringify(answer) === '{}')).toHaveLength(1)
    expect(await countEntries(id)).toBe(1)
    expect(await deal.seller('GET /money')).toMatchObject({ payable: 0, onItsWay: 4_470, paidOut: 0 })
    await Promise.all([act(admin, id, { act: 'confirm' }), act(cashier, id, { act: 'confirm' })])
    expect(await deal.seller('GET /money')).toMatchObject({
      payable: 0,
      onItsWay: 0,
      paidOut: 4_470,
      payouts: [{ state: 'confirmed', reference: 'X1', destination: { kind: 'bank', last4: '0123' } }],
    })
    const listPaid = () => cashier('GET /payouts', { query: { state: 'confirmed', limit: '1' } })
    expect(await listPaid()).toMatchObject([{ _id: id, reference: 'X1', approvedBy: 'Ayesha Siddiqua' }])
    const told = await deal.seller('GET /notifications')
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payout_sent', 'payout_confirmed']))
  })

  test('is not sent to a destination that was changed less than 72 hours ago, and the seller is told of the change', async () => {
    const deal = await finishDeal(testApp)
    const { id } = await findPayout(testApp, deal.id)
    await setDestination(deal)
    await act(cashier, id, { act: 'prepare' })
    await setDestination(deal, '9999999999999')
    expect(await catchError(act(admin, id, { act: 'approve', reference: 'X1' }))).toMatchObject({
      code: 'destination_too_new',
    })
    expect(await catchError(act(cashier, id, { act: 'prepare' }))).toMatchObject({ code: 'destination_too_new' })
    const { rows } = await testApp.db.$client.query<{ subject: string }>(
      'select subject from mails where recipient = $1 order by created_at',
      [deal.seller.email],
    )
    expect(rows.map(({ subject }) => subject)).toContain('The account for your money was changed')
  })

  test('that is on its way shows where it went, and nothing of a destination that the seller gives later', async () => {
    const deal = await finishDeal(testApp)
    const { id } = await findPayout(testApp, deal.id)
    await setDestination(deal)
    const read = async () => (await cashier('GET /payouts', { query: { limit: '100' } })).find(({ _id }) => _id === id)
    expect(await read()).toMatchObject({ destination: { last4: '0123' }, holderName: expect.any(String) })
    await act(cashier, id, { act: 'prepare' })
    await act(admin, id, { act: 'approve', reference: 'X2' })
    await setDestination(deal, '9999999999999')
    expect(await read()).toMatchObject({
      state: 'sent',
      destination: { last4: '0123' },
      destinationUsableAt: null,
      holderName: null,
      bankName: null,
    })
  })

  test('waits while the buyer’s bank disputes the payment', async () => {
    const deal = await beginDeal(testApp)
    const intentId = await payDeal(testApp, deal)
    await handOverDeal(deal)
    await releaseDeal(deal)
    await setDestination(deal)
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    const { id } = await findPayout(testApp, deal.id)
    expect(await catchError(act(cashier, id, { act: 'prepare' }))).toMatchObject({ code: 'deal_frozen' })
    await disputeAtProvider(testApp, intentId, 'won')
    await testApp.sweep()
    await act(cashier, id, { act: 'prepare' })
  })

  test('is set off against what the seller owes the shop', async () => {
    const first = await finishDeal(testApp)
    await setDestination(first)
    const paid = await sendPayout(testApp, first, [cashier, admin])
    await act(cashier, paid, { act: 'confirm' })
    const { rows } = await testApp.db.$client.query<{ intent: string; id: string }>(
      'select id, intent_id as intent from payments where deal_id = $1',
      [first.id],
    )
    await disputeAtProvider(testApp, rows[0]?.intent ?? '')
    await disputeAtProvider(testApp, rows[0]?.intent ?? '', 'lost')
    await testApp.sweep()
    await admin('PUT /payments/attention/:id', {
      params: { id: rows[0]?.id ?? '' },
      body: { act: 'charge_seller' },
    })
    expect(await first.seller('GET /money')).toMatchObject({ payable: -4_470 })
    const second = await finishDeal(testApp, first.seller)
    const { id } = await findPayout(testApp, second.id)
    await act(cashier, id, { act: 'prepare' })
    const [payout] = (await first.seller('GET /money')).payouts
    expect(payout).toMatchObject({ _id: id, state: 'confirmed', way: 'set_off', amount: 0, setOff: 4_470 })
    expect(await first.seller('GET /money')).toMatchObject({ payable: 0 })
    // Nothing was sent, and a receipt says so of no payout.
    expect(await second.buyer('GET /deals/:id/receipt', { params: second.params })).toMatchObject({ payout: null })
    expect((await findAllViolations(testApp)).violations).toEqual([])
  })
})

describe('the destination', () => {
  test('needs the password, and is stored encrypted', async () => {
    const deal = await beginDeal(testApp)
    const body = { kind: 'bkash' as const, number: '01712-345678', holderName: 'Rahim Uddin', password: 'wrong' }
    expect(await catchError(deal.seller('PUT /payouts/destination', { body }))).toMatchObject({
      code: 'wrong_password',
    })
    await deal.seller('PUT /payouts/destination', { body: { ...body, password: testPassword } })
    expect(await deal.seller('GET /payouts/destination')).toMatchObject({
      destination: { kind: 'bkash', last4: '5678' },
    })
    const { rows } = await testApp.db.$client.query('select * from payout_destinations')
    expect(JSON.stringify(rows)).not.toContain('01712345678')
    const wrong = { ...body, number: '12', password: testPassword }
    expect(await catchError(deal.seller('PUT /payouts/destination', { body: wrong }))).toMatchObject({ status: 400 })
  })

  test('needs the code of the authenticator app where two-step login is on; each code counts once', async () => {
    const email = 'seller-with-two-steps@motohaat.test'
    const browser = await register(testApp, email, { role: 'Seller' })
    const { totpURI } = await turnOnSecondFactor(browser, 'a long enough password')
    const { token } = await browser('POST /jwt', { body: { email } })
    const change = async (code?: string) => {
      const response = await testApp.fastify.inject({
        method: 'PUT',
        url: '/api/payouts/destination',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          kind: 'bkash',
          number: '01712345678',
          holderName: 'Rahim',
          password: 'a long enough password',
          code,
        },
      })
      return [response.statusCode, response.json<{ code?: string }>().code]
    }
    expect(await change()).toEqual([400, 'wrong_code'])
    expect(await change(generateTotpCode(totpURI, new Date(0)))).toEqual([400, 'wrong_code'])
    const code = generateNextTotpCode(totpURI)
    expect(await change(code)).toEqual([200, undefined])
    expect(await change(code)).toEqual([400, 'wrong_code'])
  })
})

describe('the file for the bank', () => {
  test('has the prepared transfers, runs no formula, and is for cashiers alone', async () => {
    const deal = await finishDeal(testApp)
    await deal.seller('PUT /payouts/destination', {
      body: {
        kind: 'bank',
        number: '1234567890123',
        holderName: '=HYPERLINK("http://x")',
        bankName: 'Sonali, Bank',
        routingNumber: '200261234',
        password: testPassword,
      },
    })
    const { id } = await findPayout(testApp, deal.id)
    await act(cashier, id, { act: 'prepare' })
    const get = (token: string) =>
      testApp.fastify.inject({ url: '/api/payouts.csv', headers: token ? { authorization: `Bearer ${token}` } : {} })
    expect((await get('')).statusCode).toBe(401)
    expect((await get(deal.seller.token)).statusCode).toBe(403)
    const file = await get(cashier.token)
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    const reference = `MH${id.replaceAll('-', '').slice(-12).toUpperCase()}`
    expect(file.payload).toContain(
      `"'=HYPERLINK(""http://x"")","1234567890123","Sonali, Bank","200261234","4470.00","${reference}"\r\n`,
    )
  })
})

test('the permission of a cashier is granted and taken by a command, and is in the audit log', async () => {
  const deal = await beginDeal(testApp)
  const client = await connectAsOwner(testApp)
  try {
    const { email } = deal.buyer
    expect(await catchError(deal.buyer('GET /payouts'))).toMatchObject({ code: 'role_not_allowed' })
    expect(await grantPermission(client, { email, permission: 'cashier', now: new Date() })).toBe(true)
    expect(await grantPermission(client, { email, permission: 'cashier', now: new Date() })).toBe(false)
    expect(await deal.buyer('GET /payouts', { query: { limit: '1' } })).toHaveLength(1)
    expect(await takePermission(client, { email, permission: 'cashier' })).toBe(true)
    expect(await catchError(deal.buyer('GET /payouts'))).toMatchObject({ code: 'role_not_allowed' })
    const { rows } = await client.query<{ what: string }>(
      `select what from audit where member_id = (select id from members where email = $1) and what like 'permission%' order by id`,
      [email],
    )
    expect(rows.map(({ what }) => what)).toEqual(['permission_granted', 'permission_taken'])
  } finally {
    await client.end()
  }
})
