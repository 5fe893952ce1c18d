// A payout goes to the destination for which it was prepared, and to no other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import {
  findPayout,
  finishDeal,
  registerCashier,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

type Act = Parameters<typeof cashier<'PUT /payouts/:id'>>[1]['body']
const act = (client: MemberClient, id: string, body: Act) => client('PUT /payouts/:id', { params: { id }, body })

describe('a destination that changes after the payout was prepared', () => {
  const makeUsable = ({ seller }: TestDeal) =>
    testApp.db.$client.query(
      `update payout_destinations set usable_at = now() - interval '1 minute'
       where member_id = (select id from members where email = $1)`,
      [seller.email],
    )
  const readFile = async () => {
    const headers = { authorization: `Bearer ${cashier.token}` }
    return (await testApp.fastify.inject({ url: '/api/payouts.csv', headers })).payload
  }
  const [before, after] = ['1111222244321', '9999888874321']

  /** Both accounts end in the same four digits. */
  const changeAfterPreparation = async () => {
    const deal = await finishDeal(testApp)
    await setDestination(deal, before)
    const { id } = await findPayout(testApp, deal.id)
    await act(cashier, id, { act: 'prepare' })
    expect(await readFile()).toContain(`"${before}"`)
    await setDestination(deal, after)
    return { deal, id }
  }

  test('is in no file, neither while it is too new nor before it was prepared again', async () => {
    const { deal, id } = await changeAfterPreparation()
    expect(await readFile()).not.toMatch(new RegExp(`${before}|${after}`))
    await makeUsable(deal)
    expect(await readFile()).not.toMatch(new RegExp(`${before}|${after}`))
    await act(cashier, id, { act: 'prepare' })
    expect(await readFile()).toContain(`"${after}"`)
    await testApp.db.$client.query(
      `update payout_destinations set usable_at = now() + interval '1 hour' where member_id = (select seller_id from payouts where id = $1)`,
      [id],
    )
    expect(await readFile()).not.toContain(after)
    await makeUsable(deal)
    expect(await readFile()).toContain(`"${after}"`)
    // Changed once more: too new again, whatever was prepared.
    await setDestination(deal, after)
    expect(await readFile()).not.toContain(after)
  })

  test('is approved only after it was prepared again', async () => {
    const { deal, id } = await changeAfterPreparation()
    const approve = () => catchError(act(admin, id, { act: 'approve', reference: 'X1' }))
    expect(await approve()).toMatchObject({ code: 'destination_too_new' })
    await makeUsable(deal)
    expect(await approve()).toMatchObject({ status: 409, code: 'destination_changed' })
    await act(cashier, id, { act: 'prepare' })
    expect(await approve()).toEqual({})
  })

  test('the database sends to no other destination, and counts every change', async () => {
    const { deal, id } = await changeAfterPreparation()
    await makeUsable(deal)
    const send = testApp.db.$client.query(
      `update payouts set state = 'sent', sent_at = now(), provider_ref = 'X1', approved_by =
       (select id from members where email = $2) where id = $1`,
      [id, admin.email],
    )
    await expect(send).rejects.toMatchObject({ constraint: 'sent_to_prepared_destination' })
    const changeUnseen = testApp.db.$client.query(
      `update payout_destinations set holder_name = 'Somebody' where member_id = (select seller_id from payouts where id = $1)`,
      [id],
    )
    await expect(changeUnseen).rejects.toMatchObject({ constraint: 'changed_destination_has_new_version' })
  })
})

describe('where a seller is paid', () => {
  const bank = { kind: 'bank', number: '12345678', bankName: 'Sonali Bank', routingNumber: '200261234' } as const
  const bkash = { kind: 'bkash', number: '01712345678' } as const

  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['an account of 8 digits', bank, undefined],
    ['an account of 20 digits, with spaces', { ...bank, number: '1234 5678 9012 3456 7890' }, undefined],
    ['an account in Bangla digits', { ...bank, number: '১২৩৪৫৬৭৮' }, undefined],
    ['an account of 7 digits', { ...bank, number: '1234567' }, 'number'],
    ['an account of 21 digits', { ...bank, number: '123456789012345678901' }, 'number'],
    ['an account without the bank', { ...bank, bankName: undefined }, 'bankName'],
    ['an account without the routing number', { ...bank, routingNumber: undefined }, 'routingNumber'],
    ['a bKash number', bkash, undefined],
    ['a bKash number with the country', { ...bkash, number: '+880 1712-345678' }, undefined],
    ['a bKash number with a digit too many', { ...bkash, number: '017123456789' }, 'number'],
    ['a number of no operator', { ...bkash, number: '01212345678' }, 'number'],
  ])('%s', async (_name, destination, field) => {
    const seller = await registerMember(testApp, 'Seller')
    const headers = { authorization: `Bearer ${seller.token}` }
    const payload = { ...destination, holderName: 'Rahim Uddin', password: testPassword }
    const answer = await testApp.fastify.inject({ method: 'PUT', url: '/api/payouts/destination', headers, payload })
    expect(answer.json<{ field?: string }>().field).toBe(field)
    const { destination: saved } = await seller('GET /payouts/destination')
    expect(saved?.kind).toBe(field === undefined ? destination['kind'] : undefined)
  })
})

test('the file for the bank is for cashiers who are logged in', async () => {
  const read = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await testApp.fastify.inject({ url: '/api/payouts.csv', headers })).statusCode
  }
  const seller = await registerMember(testApp, 'Seller')
  expect([await read(), await read(seller.token), await read(cashier.token)]).toEqual([401, 403, 200])
})

test('every line that refuses something has a case above', () => {
  const files = ['market/payouts/bank-file/routes.ts', 'market/payouts/destinations.ts']
  expect(sites.listMissing(files)).toEqual([])
})
