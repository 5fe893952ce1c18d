// A payout goes to the destination for which it was prepared, and to no other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import {
  findPayout,
  finishDeal,
  registerCashier,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { type MemberClient } from '#tests/support/selling.ts'
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
