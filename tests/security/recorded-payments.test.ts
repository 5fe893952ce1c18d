// A payment that was made, and what somebody claims of it.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  getCollectedTaka,
  type Order,
} from '#tests/support/buying.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { absentId, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const paymentCalls = [
  'POST /payments',
  'POST /payments/product',
  'POST /payments/wishlist',
  'POST /payments/wishlist/product',
]

/** A call to the card sandbox, as whoever holds the shop's key there. */
const callProvider = async (path: string, form?: Record<string, string>) => {
  const answer = await fetch(`http://127.0.0.1:${testApp.sandboxPort}/${path}`, {
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.json()
}

const createOrder = async (actor: 'B1' | 'B2') => book(testApp.people[actor], await findUnwantedBike(testApp.baseApp))
const toClaim = (order: Order, transactionId: string, actor: 'B1' | 'B2' = 'B1') =>
  createPaymentBody(testApp.people[actor], order, transactionId)
const getPaymentStates = async (intent: string) => {
  const { rows } = await testApp.db.$client.query<{ state: string }>(
    'select state from payments where intent_id = $1',
    [intent],
  )
  return rows.map(({ state }) => state)
}

test('A105 one’s own older payment buys nothing else, at none of the four endpoints', async () => {
  const [older, wanted] = [await createOrder('B1'), await createOrder('B1')]
  const intent = await startPayment(testApp.people.B1, older)
  await testApp.payIntent(intent)
  await testApp.people.B1('POST /payments', { body: toClaim(older, intent) })
  await testApp.expectUnchanged(async () => {
    for (const paymentCall of paymentCalls) {
      for (const changes of [
        {},
        { price: older.price },
        { productId: older.bike.id },
        { bookingId: older.bookingId },
        { bookingId: absentId },
      ]) {
        const body = { ...toClaim(wanted, intent), ...changes }
        const isOlderPayment =
          body.price === older.price && body.productId === older.bike.id && body.bookingId === older.bookingId
        assert(!isOlderPayment, 'needs a claim that differs')
        const { status, code } = await testApp.call('B1', paymentCall, { body })
        expect([paymentCall, changes, status, code]).toEqual([paymentCall, changes, 409, 'payment_mismatch'])
      }
    }
  })
})

test('A105 the payment of another buyer is not there, for none of them', async () => {
  const [mine, theirs] = [await createOrder('B1'), await createOrder('B2')]
  const intent = await startPayment(testApp.people.B2, theirs)
  await testApp.payIntent(intent)
  await testApp.expectUnchanged(async () => {
    for (const paymentCall of paymentCalls) {
      const { status } = await testApp.call('B1', paymentCall, { body: toClaim(mine, intent) })
      const inTheirName = await testApp.call('B1', paymentCall, { body: toClaim(theirs, intent, 'B2') })
      expect([paymentCall, status, inTheirName.status]).toEqual([paymentCall, 404, 403])
    }
  })
})

test('A107 a payment that waits, was declined or was ended is never a sale', async () => {
  const cards = { waits: null, declined: 'pm_card_chargeDeclined', asks: 'pm_card_authenticationRequired' }
  for (const [what, card] of Object.entries(cards)) {
    const order = await createOrder('B1')
    const intent = await startPayment(testApp.people.B1, order)
    if (card !== null) await callProvider(`v1/payment_intents/${intent}/confirm`, { payment_method: card })
    for (const paymentCall of paymentCalls) {
      const { status, code } = await testApp.call('B1', paymentCall, { body: toClaim(order, intent) })
      expect([what, paymentCall, status, code]).toEqual([what, paymentCall, 409, 'payment_unfinished'])
    }
    expect([what, await getPaymentStates(intent)]).toEqual([what, ['open']])
  }
  const order = await createOrder('B1')
  const intent = await startPayment(testApp.people.B1, order)
  await callProvider(`v1/payment_intents/${intent}/cancel`, {})
  expect((await testApp.call('B1', 'POST /payments', { body: toClaim(order, intent) })).status).toBe(409)
  const sold = await testApp.db.$client.query(
    'select from bikes where id = $1 and (reserved_at is not null or sold_at is not null)',
    [order.bike.id],
  )
  expect(sold.rows).toEqual([])
})

test('A109 a number that no payment of ours has, however it is written, records nothing', async () => {
  const order = await createOrder('B1')
  const made = await callProvider('v1/payment_intents', { amount: String(order.price * 100), currency: 'bdt' })
  await testApp.payIntent(made.id)
  await testApp.expectUnchanged(async () => {
    for (const transactionId of [made.id, 'pi_live_1', 'pi_1_secret_2', 'pi_0']) {
      expect((await testApp.call('B1', 'POST /payments', { body: toClaim(order, transactionId) })).status).toBe(404)
    }
    for (const transactionId of [
      '',
      'ch_1',
      'pi_',
      'pi_../../charges',
      'pi_1?expand[]=x',
      'pi_1/cancel',
      `pi_${'1'.repeat(300)}`,
      'pi_1\n',
      ' pi_1',
      null,
      1,
      ['pi_1'],
    ]) {
      const body = { ...toClaim(order, ''), transactionId }
      expect([transactionId, (await testApp.call('B1', 'POST /payments', { body })).status]).toEqual([
        transactionId,
        400,
      ])
    }
  })
})

test('A109 money of another currency or amount under our number is no sale', async () => {
  const order = await createOrder('B2')
  const intent = await startPayment(testApp.people.B2, order)
  // What the shop asked for and what the provider says it got are made to differ.
  await testApp.runAsOwner(
    `set session_replication_role = replica; update payments set amount_taka = 1000 where intent_id = '${intent}'`,
  )
  await testApp.payIntent(intent)
  const { code } = await testApp.call('B2', 'POST /payments', {
    body: { ...toClaim(order, intent, 'B2'), price: 1_000 },
  })
  expect(code).not.toBe('answered')
  const sold = await testApp.db.$client.query(
    'select from bikes where id = $1 and (reserved_at is not null or sold_at is not null)',
    [order.bike.id],
  )
  expect(sold.rows).toEqual([])
  await testApp.sweep()
  expect((await getCollectedTaka(testApp.baseApp)).has(intent)).toBe(false)
})

test('A115 each door does the whole: order, wish and bike are marked together by any of them', async () => {
  for (const paymentCall of paymentCalls) {
    const order = await createOrder('B2')
    const { insertedId: wishlistId } = await testApp.people.B2('POST /wishlist', { body: { productId: order.bike.id } })
    const intent = await startPayment(testApp.people.B2, order)
    await testApp.payIntent(intent)
    expect((await testApp.call('B2', paymentCall, { body: toClaim(order, intent, 'B2') })).status).toBe(200)
    const { rows } = await testApp.db.$client.query(
      `select b.paid_at is not null as booked, w.paid_at is not null as wished, k.reserved_at is not null as reserved
       from bookings b join wishes w on w.id = $2 join bikes k on k.id = b.bike_id where b.id = $1`,
      [order.bookingId, wishlistId],
    )
    expect([paymentCall, rows]).toEqual([paymentCall, [{ booked: true, wished: true, reserved: true }]])
  }
})
