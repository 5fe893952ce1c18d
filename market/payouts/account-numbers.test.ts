// The whole number of a seller's account: who sees it, when, and where it never is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { disputeAtProvider } from '#tests/support/card-events.ts'
import {
  beginDeal,
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
import { getMemberId, grantPermission, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { takePermission } from '#scripts/grant-permission.ts'
import { createLimits } from '#server/multiplied-limits.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, logLevel: 'info' })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const number = '7700123456789'
const show = (client: MemberClient, id: string) => client('POST /payouts/:id/account', { params: { id } })

/** A payout that is due, to a bank account with this number. */
const createPayout = async (seller?: MemberClient) => {
  const deal = await finishDeal(testApp, seller)
  await setDestination(deal, number)
  return { deal, id: (await findPayout(testApp, deal.id)).id }
}

const listShown = async (payoutId: string) => {
  const { rows } = await testApp.db.$client.query<{ actor: string; member_id: string; details: object }>(
    `select actor, member_id, request_id, address, details from audit
     where what = 'account_number_shown' and details ->> 'payoutId' = $1 order by id`,
    [payoutId],
  )
  return rows
}

describe('the whole account number of a payout', () => {
  test('is shown to a cashier who may prepare it and to one who may approve it, and each time is in the audit log', async () => {
    const { deal, id } = await createPayout()
    const account = {
      kind: 'bank',
      number,
      holderName: 'Rahim Uddin',
      bankName: 'Sonali Bank',
      routingNumber: '200261234',
    }
    expect(await show(cashier, id)).toEqual(account)
    await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
    expect(await show(admin, id)).toEqual(account)
    expect(await show(cashier, id)).toEqual(account)
    const entry = {
      member_id: await getMemberId(testApp, deal.seller),
      request_id: expect.any(String),
      address: '127.0.0.1',
      details: { payoutId: id, dealId: deal.id, amountTaka: 4_470, kind: 'bank', last4: '6789' },
    }
    const [cashierId, adminId] = [await getMemberId(testApp, cashier), await getMemberId(testApp, admin)]
    expect(await listShown(id)).toEqual([cashierId, adminId, cashierId].map((actor) => ({ ...entry, actor })))
    const [newest] = await admin('GET /audit', { query: { what: 'account_number_shown', email: deal.seller.email } })
    expect(newest).toMatchObject({ actorName: 'Rokeya Begum', memberName: 'Rahim Uddin' })
  })

  test('is refused to everybody who is no cashier, and to a cashier whose permission was taken', async () => {
    const { deal, id } = await createPayout()
    for (const client of [deal.buyer, deal.seller, await registerMember(testApp, 'Seller')])
      expect(await catchError(show(client, id))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    const visitor = await testApp.fastify.inject({ method: 'POST', url: `/api/payouts/${id}/account` })
    expect(visitor.statusCode).toBe(401)
    const former = await registerCashier(testApp, 'Salma Khatun')
    const owner = await connectAsOwner(testApp)
    expect(await takePermission(owner, { email: former.email, permission: 'cashier' })).toBe(true)
    await owner.end()
    expect(await catchError(show(former, id))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    const moderator = await grantPermission(testApp, await registerMember(testApp, 'Buyer'), 'moderator')
    expect(await catchError(show(moderator, id))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    expect(await listShown(id)).toEqual([])
  })

  test('is refused for a payout that the cashier may neither prepare nor approve', async () => {
    const ownSeller = await registerMember(testApp, 'Seller')
    const own = await createPayout(ownSeller)
    const sellingCashier = await grantPermission(testApp, ownSeller, 'cashier')
    expect(await catchError(show(sellingCashier, own.id))).toMatchObject({ code: 'own_deal' })

    const { deal, id } = await createPayout()
    await sendPayout(testApp, deal, [cashier, admin])
    expect(await catchError(show(cashier, id))).toMatchObject({ status: 409, code: 'payout_not_in_state' })
    expect(await listShown(id)).toEqual([])
    expect(await catchError(show(cashier, deal.id))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('is refused before the seller has one, while a new one waits its 72 hours, and while the payment is disputed', async () => {
    const deal = await finishDeal(testApp)
    const { id } = await findPayout(testApp, deal.id)
    expect(await catchError(show(cashier, id))).toMatchObject({ code: 'no_destination' })
    await setDestination(deal, number)
    await setDestination(deal, '9999888877776')
    expect(await catchError(show(cashier, id))).toMatchObject({ code: 'destination_too_new' })
    expect(await listShown(id)).toEqual([])

    const disputed = await beginDeal(testApp)
    const intentId = await payDeal(testApp, disputed)
    await handOverDeal(disputed)
    await releaseDeal(disputed)
    await setDestination(disputed, number)
    await disputeAtProvider(testApp, intentId)
    await testApp.sweep()
    const frozen = await findPayout(testApp, disputed.id)
    expect(await catchError(show(cashier, frozen.id))).toMatchObject({ code: 'deal_frozen' })
    expect(await listShown(frozen.id)).toEqual([])
  })

  test('is in no list, no page of the seller, no log, and in no file of a payout that nobody has prepared', async () => {
    const { deal, id } = await createPayout()
    await show(cashier, id)
    const lists = [
      await cashier('GET /payouts', { query: { limit: '100' } }),
      await cashier('GET /allpayments'),
      await cashier('GET /ledger'),
      await admin('GET /audit', { query: { limit: '100' } }),
      await admin('GET /alldeals/:id', { params: { id: deal.id } }),
      await deal.seller('GET /money'),
      await deal.seller('GET /payouts/destination'),
      await deal.seller('GET /notifications'),
    ]
    expect(JSON.stringify(lists)).toContain('6789')
    expect(JSON.stringify(lists)).not.toContain(number)
    expect(testApp.logLines.join('\n')).not.toContain(number)
    const headers = { authorization: `Bearer ${cashier.token}` }
    const readFile = async () => (await testApp.fastify.inject({ url: '/api/payouts.csv', headers })).payload
    const countInFile = async () => (await readFile()).split(number).length - 1
    const before = await countInFile()
    await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
    expect(await countInFile()).toBe(before + 1)
  })

  test('is shown no more often than the limit allows', async () => {
    const limited = await createTestApp({ limits: createLimits() })
    const limitedCashier = await registerCashier(limited)
    const { max } = limits.accountNumber.member
    const id = '01900000-0000-7000-8000-000000000000'
    for (let count = 0; count < max; count += 1)
      expect(await catchError(show(limitedCashier, id))).toMatchObject({ code: 'not_found' })
    expect(await catchError(show(limitedCashier, id))).toMatchObject({ status: 429 })
  })

  test('has entries in the audit log that the server writes for an account that exists, and in no other way', async () => {
    const { id } = await createPayout()
    await expect(testApp.db.$client.query('select record_shown_account_number($1)', [id])).resolves.toBeDefined()
    const absent = testApp.db.$client.query('select record_shown_account_number(gen_random_uuid())')
    await expect(absent).rejects.toThrow(/has no account number to show/)
    const forged = testApp.db.$client.query(
      `insert into audit (actor, what, details) values ('system', 'account_number_shown', '{}')`,
    )
    await expect(forged).rejects.toMatchObject({ code: '42501' })
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payouts/account-numbers.ts'])).toEqual([])
})
