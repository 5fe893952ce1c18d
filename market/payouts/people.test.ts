// Who may act on the money of a deal, and what is asked for when it came back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import {
  beginDeal,
  findPayout,
  finishDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  sendPayout,
  setDestination,
  signInAdmin,
} from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { type MemberClient, grantPermission } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

describe('a payout that came back after it had arrived', () => {
  const arrive = async () => {
    const deal = await finishDeal(testApp)
    await setDestination(deal)
    const id = await sendPayout(testApp, deal, [cashier, admin])
    await act(cashier, id, { act: 'confirm' })
    return { deal, id }
  }

  test('needs a reason and the reference of the bank, and nobody’s word is enough to send it again', async () => {
    const { deal, id } = await arrive()
    const say = (body: Omit<Act, 'act'>) => catchError(act(cashier, id, { ...body, act: 'returned' }))
    expect(await say({})).toMatchObject({ status: 409, code: 'reason_missing' })
    expect(await say({ reference: 'RT77' })).toMatchObject({ code: 'reason_missing' })
    expect(await say({ reason: 'Account closed' })).toMatchObject({ code: 'reference_missing' })
    expect(await say({ reason: 'Account closed', reference: 'RT77' })).toEqual({})

    const again = await findPayout(testApp, deal.id)
    const listed = (await admin('GET /payouts')).find(({ _id }) => _id === again.id)
    expect(listed?.repeats).toEqual({
      reference: 'BEFTN 4711',
      failure: 'Account closed',
      returnReference: 'RT77',
      returnedBy: 'Rokeya Begum',
    })
    await act(admin, again.id, { act: 'prepare' })
    const approve = (client: MemberClient) => catchError(act(client, again.id, { act: 'approve', reference: 'X2' }))
    expect(await approve(cashier)).toMatchObject({ status: 409, code: 'approve_by_another' })
    expect(await approve(await registerCashier(testApp, 'Salma Khatun'))).toEqual({})
  })

  test('the database lets nobody approve what they said came back', async () => {
    const { deal, id } = await arrive()
    await act(cashier, id, { act: 'returned', reason: 'Account closed', reference: 'RT77' })
    const again = await findPayout(testApp, deal.id)
    await act(admin, again.id, { act: 'prepare' })
    const approve = testApp.db.$client.query(
      `update payouts set approved_by = (select id from members where email = $2) where id = $1`,
      [again.id, cashier.email],
    )
    await expect(approve).rejects.toMatchObject({ constraint: 'repeated_by_another' })
  })

  test('a transfer that failed on its way needs a reason, and another person for the next one', async () => {
    const deal = await finishDeal(testApp)
    await setDestination(deal)
    const id = await sendPayout(testApp, deal, [cashier, admin])
    expect(await catchError(act(cashier, id, { act: 'fail' }))).toMatchObject({ code: 'reason_missing' })
    expect(await catchError(act(cashier, id, { act: 'fail', reason: 'Account closed' }))).toEqual({})

    const again = await findPayout(testApp, deal.id)
    const listed = (await admin('GET /payouts')).find(({ _id }) => _id === again.id)
    expect(listed?.repeats).toMatchObject({
      failure: 'Account closed',
      returnedBy: 'Rokeya Begum',
      returnReference: null,
    })
    await act(admin, again.id, { act: 'prepare' })
    const approve = (client: MemberClient) => catchError(act(client, again.id, { act: 'approve', reference: 'X3' }))
    expect(await approve(cashier)).toMatchObject({ status: 409, code: 'approve_by_another' })
    const update = testApp.db.$client.query(
      `update payouts set approved_by = (select id from members where email = $2) where id = $1`,
      [again.id, cashier.email],
    )
    await expect(update).rejects.toMatchObject({ constraint: 'repeated_by_another' })
    expect(await approve(await registerCashier(testApp, 'Salma Khatun'))).toEqual({})
  })

  test('two people alone can send again as often as a transfer fails: who says so prepares, the other approves', async () => {
    const deal = await finishDeal(testApp)
    await setDestination(deal)
    let id = await sendPayout(testApp, deal, [cashier, admin])
    for (const [first, second] of [
      [cashier, admin],
      [admin, cashier],
      [cashier, admin],
    ] as const) {
      await act(first, id, { act: 'fail', reason: 'Account closed' })
      id = await sendPayout(testApp, deal, [first, second])
    }
    expect(await findPayout(testApp, deal.id)).toEqual({ id, state: 'sent' })
  })
})

describe('nobody acts on the money of a deal of their own', () => {
  /** A deal whose seller or buyer may act as a cashier. */
  const finishDealOfCashier = async (side: 'seller' | 'buyer') => {
    const deal = await finishDeal(testApp)
    await setDestination(deal)
    const own = await grantPermission(testApp, deal[side], 'cashier')
    return { deal, own, payout: await findPayout(testApp, deal.id) }
  }

  test.each(['seller', 'buyer'] as const)(
    'the %s of the deal neither prepares nor approves its payout',
    async (side) => {
      const { own, payout } = await finishDealOfCashier(side)
      const refused = { status: 409, code: 'own_deal' }
      expect(await catchError(act(own, payout.id, { act: 'prepare' }))).toMatchObject(refused)
      await act(cashier, payout.id, { act: 'prepare' })
      expect(await catchError(act(own, payout.id, { act: 'approve', reference: 'X1' }))).toMatchObject(refused)
      await act(admin, payout.id, { act: 'approve', reference: 'X1' })
      for (const body of [{ act: 'confirm' }, { act: 'fail', reason: 'No' }] as const)
        expect(await catchError(act(own, payout.id, body))).toMatchObject(refused)
      const update = testApp.db.$client.query(
        `update payouts set approved_by = (select id from members where email = $2) where id = $1`,
        [payout.id, own.email],
      )
      await expect(update).rejects.toMatchObject({ constraint: 'money_of_own_deal' })
    },
  )

  test('a cashier sends no refund of a payment of their own by hand', async () => {
    const { deal, own } = await finishDealOfCashier('buyer')
    const { rows } = await testApp.db.$client.query<{ id: string }>(
      `insert into refunds (id, payment_id, deal_id, amount_poisha, state, next_try_at, created_at)
       select gen_random_uuid(), id, deal_id, 100, 'failed', now(), now() from payments where deal_id = $1 returning id`,
      [deal.id],
    )
    const params = { id: rows[0]?.id ?? '' }
    const prepare = (client: MemberClient) =>
      catchError(client('PUT /refunds/:id', { params, body: { act: 'prepare_by_hand', reference: 'X1' } }))
    expect(await prepare(own)).toMatchObject({ status: 409, code: 'own_deal' })
    expect(await prepare(cashier)).toEqual({})
    const approve = testApp.db.$client.query(
      `update refunds set approved_by = (select id from members where email = $2) where id = $1`,
      [params.id, own.email],
    )
    await expect(approve).rejects.toMatchObject({ constraint: 'money_of_own_deal' })
    const owner = await connectAsOwner(testApp)
    await owner.query('delete from refunds where id = $1', [params.id])
    await owner.end()
  })

  test('an admin decides no problem of a deal of their own', async () => {
    const deal = await beginDeal(testApp, { buyer: admin })
    await payDeal(testApp, deal)
    await handOverDeal(deal)
    await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    const decide = admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 149_000 } })
    expect(await catchError(decide)).toMatchObject({ status: 409, code: 'own_deal' })
    const update = testApp.db.$client.query(
      `update disputes set decided_by = (select id from members where email = $2) where deal_id = $1`,
      [deal.id, admin.email],
    )
    await expect(update).rejects.toMatchObject({ constraint: 'money_of_own_deal' })
  })
})
