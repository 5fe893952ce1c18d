// A payment that was made, and what somebody claims of it.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { begin, book, claim, freshBike, keptMoney, type Order } from '#tests/support/buying.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { absent, type Arena, openArena } from './security-test-app.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const doors = ['POST /payments', 'POST /payments/product', 'POST /payments/wishlist', 'POST /payments/wishlist/product']

/** A call to the card sandbox, as whoever holds the shop's key there. */
const atProvider = async (path: string, form?: Record<string, string>) => {
  const answer = await fetch(`http://127.0.0.1:${arena.sandboxPort}/${path}`, {
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.json()
}

const orderOf = async (actor: 'B1' | 'B2') => book(arena.people[actor], await freshBike(arena.shop))
const claimOf = (order: Order, transactionId: string, actor: 'B1' | 'B2' = 'B1') =>
  claim(arena.people[actor], order, transactionId)
const stateOf = async (intent: string) => {
  const { rows } = await arena.db.$client.query<{ state: string }>('select state from payments where intent_id = $1', [
    intent,
  ])
  return rows.map(({ state }) => state)
}

test('A105 one’s own older payment buys nothing else, at none of the four doors', async () => {
  const [older, wanted] = [await orderOf('B1'), await orderOf('B1')]
  const intent = await begin(arena.people.B1, older)
  await arena.payFor(intent)
  await arena.people.B1('POST /payments', { body: claimOf(older, intent) })
  await arena.quietly(async () => {
    for (const door of doors) {
      for (const changes of [
        {},
        { price: older.price },
        { productId: older.bike.id },
        { bookingId: older.bookingId },
        { bookingId: absent },
      ]) {
        const body = { ...claimOf(wanted, intent), ...changes }
        const isTheOldOne =
          body.price === older.price && body.productId === older.bike.id && body.bookingId === older.bookingId
        assert(!isTheOldOne, 'needs a claim that differs')
        const { status, code } = await arena.ask('B1', door, { body })
        expect([door, changes, status, code]).toEqual([door, changes, 409, 'payment_mismatch'])
      }
    }
  })
})

test('A105 the payment of another buyer is not there, for none of them', async () => {
  const [mine, theirs] = [await orderOf('B1'), await orderOf('B2')]
  const intent = await begin(arena.people.B2, theirs)
  await arena.payFor(intent)
  await arena.quietly(async () => {
    for (const door of doors) {
      const { status } = await arena.ask('B1', door, { body: claimOf(mine, intent) })
      const inTheirName = await arena.ask('B1', door, { body: claimOf(theirs, intent, 'B2') })
      expect([door, status, inTheirName.status]).toEqual([door, 404, 403])
    }
  })
})

test('A107 a payment that waits, was declined or was ended is never a sale', async () => {
  const cards = { waits: null, declined: 'pm_card_chargeDeclined', asks: 'pm_card_authenticationRequired' }
  for (const [what, card] of Object.entries(cards)) {
    const order = await orderOf('B1')
    const intent = await begin(arena.people.B1, order)
    if (card !== null) await atProvider(`v1/payment_intents/${intent}/confirm`, { payment_method: card })
    for (const door of doors) {
      const { status, code } = await arena.ask('B1', door, { body: claimOf(order, intent) })
      expect([what, door, status, code]).toEqual([what, door, 409, 'payment_unfinished'])
    }
    expect([what, await stateOf(intent)]).toEqual([what, ['open']])
  }
  const order = await orderOf('B1')
  const intent = await begin(arena.people.B1, order)
  await atProvider(`v1/payment_intents/${intent}/cancel`, {})
  expect((await arena.ask('B1', 'POST /payments', { body: claimOf(order, intent) })).status).toBe(409)
  const sold = await arena.db.$client.query('select from bikes where id = $1 and sold_at is not null', [order.bike.id])
  expect(sold.rows).toEqual([])
})

test('A109 a number that no payment of ours has, however it is written, records nothing', async () => {
  const order = await orderOf('B1')
  const made = await atProvider('v1/payment_intents', { amount: String(order.price * 100), currency: 'bdt' })
  await arena.payFor(made.id)
  await arena.quietly(async () => {
    for (const transactionId of [made.id, 'pi_live_1', 'pi_1_secret_2', 'pi_0']) {
      expect((await arena.ask('B1', 'POST /payments', { body: claimOf(order, transactionId) })).status).toBe(404)
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
      const body = { ...claimOf(order, ''), transactionId }
      expect([transactionId, (await arena.ask('B1', 'POST /payments', { body })).status]).toEqual([transactionId, 400])
    }
  })
})

test('A109 money of another currency or amount under our number is no sale', async () => {
  const order = await orderOf('B2')
  const intent = await begin(arena.people.B2, order)
  // What the shop asked for and what the provider says it got are made to differ.
  await arena.asOwner(
    `set session_replication_role = replica; update payments set amount_taka = 1000 where intent_id = '${intent}'`,
  )
  await arena.payFor(intent)
  const { code } = await arena.ask('B2', 'POST /payments', { body: { ...claimOf(order, intent, 'B2'), price: 1_000 } })
  expect(code).not.toBe('answered')
  const sold = await arena.db.$client.query('select from bikes where id = $1 and sold_at is not null', [order.bike.id])
  expect(sold.rows).toEqual([])
  await arena.sweep()
  expect((await keptMoney(arena.shop)).has(intent)).toBe(false)
})

test('A115 each door does the whole: order, wish and bike are marked together by any of them', async () => {
  for (const door of doors) {
    const order = await orderOf('B2')
    const { insertedId: wishlistId } = await arena.people.B2('POST /wishlist', { body: { productId: order.bike.id } })
    const intent = await begin(arena.people.B2, order)
    await arena.payFor(intent)
    expect((await arena.ask('B2', door, { body: claimOf(order, intent, 'B2') })).status).toBe(200)
    const { rows } = await arena.db.$client.query(
      `select b.paid_at is not null as booked, w.paid_at is not null as wished, k.sold_at is not null as sold
       from bookings b join wishes w on w.id = $2 join bikes k on k.id = b.bike_id where b.id = $1`,
      [order.bookingId, wishlistId],
    )
    expect([door, rows]).toEqual([door, [{ booked: true, wished: true, sold: true }]])
  }
})
