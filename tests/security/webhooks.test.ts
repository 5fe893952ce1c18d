// The way of the provider's messages: nobody else may use it, and what comes on it is never believed by itself.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signature } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { begin, book, claim, freshBike, keptMoney, type Order } from '#tests/support/buying.ts'
import { type Arena, openArena } from './security-test-app.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const secret = sandboxKeys.stripe.webhookSecret
const count = { made: 0 }

/** A message as the provider words it. */
const message = (type: string, object: object, changes: object = {}): string =>
  JSON.stringify({
    id: `evt_attack_${(count.made += 1)}_${Date.now()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
    ...changes,
  })

type Post = { headers?: Record<string, string>; at?: Date; key?: string }

const post = (payload: string | Buffer, { headers = {}, at = new Date(), key = secret }: Post = {}) =>
  arena.ask('V', 'POST /payments/webhook', {
    raw: payload,
    headers: {
      'stripe-signature': signature(typeof payload === 'string' ? payload : payload.toString('latin1'), {
        secret: key,
        at,
      }),
      ...headers,
    },
  })

const orderOf = async (actor: 'B1' | 'B2' = 'B1') => {
  const order = await book(arena.people[actor], await freshBike(arena.shop))
  return { order, intent: await begin(arena.people[actor], order) }
}
const isSold = async ({ bike }: Order) =>
  (await arena.db.$client.query('select from bikes where id = $1 and sold_at is not null', [bike.id])).rows.length === 1

const succeeded = (intent: string, changes: object = {}) =>
  message('payment_intent.succeeded', { id: intent, object: 'payment_intent', status: 'succeeded', ...changes })

describe('the signature', () => {
  test('A125 a message without a signature, or with one that is not the provider’s, is refused', async () => {
    const { intent } = await orderOf()
    const text = succeeded(intent)
    const seconds = Math.floor(Date.now() / 1000)
    const proof = (key: string, of = `${seconds}.${text}`) => createHmac('sha256', key).update(of).digest('hex')
    const forged: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      'another secret': `t=${seconds},v1=${proof('whsec_other')}`,
      'an empty secret': `t=${seconds},v1=${proof('')}`,
      'the public key of the shop': `t=${seconds},v1=${proof(sandboxKeys.stripe.publishableKey)}`,
      'an older scheme': `t=${seconds},v0=${proof(secret)}`,
      'no time': `v1=${proof(secret)}`,
      'another time than was signed': `t=${seconds - 10},v1=${proof(secret)}`,
      'a time that is text': `t=now,v1=${proof(secret, `now.${text}`)}`,
      'another body': `t=${seconds},v1=${proof(secret, `${seconds}.{}`)}`,
      'cut short': `t=${seconds},v1=${proof(secret).slice(0, 32)}`,
      'a dozen guesses': `t=${seconds},${Array.from({ length: 12 }, (_, n) => `v1=${proof(`whsec_${n}`)}`).join(',')}`,
    }
    await arena.quietly(async () => {
      for (const [what, sign] of Object.entries(forged)) {
        const answer = await arena.ask('V', 'POST /payments/webhook', {
          raw: text,
          headers: sign === undefined ? {} : { 'stripe-signature': sign },
        })
        expect([what, answer.status, answer.code]).toEqual([what, 400, 'bad_signature'])
      }
    })
  })

  test('A125 a signed message is refused when it is older than five minutes, and taken before', async () => {
    const { intent, order } = await orderOf()
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await arena.quietly(async () => {
      for (const seconds of [600, 3_600, 86_400, 310])
        expect((await post(succeeded(intent), { at: ago(seconds) })).status).toBe(400)
    })
    expect((await post(succeeded(intent), { at: ago(200) })).status).toBe(200)
    expect(await isSold(order)).toBe(false)
  })

  test('A125 the same message many times, and at once, sells once', async () => {
    const { order, intent } = await orderOf()
    await arena.payFor(intent)
    const text = succeeded(intent)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(text)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect((await post(text)).status).toBe(200)
    expect(await isSold(order)).toBe(true)
    const { rows } = await arena.db.$client.query('select state from payments where bike_id = $1', [order.bike.id])
    expect(rows).toEqual([{ state: 'succeeded' }])
  })

  test('A125 a signature that stands beside a wrong one is found, in one header', async () => {
    const text = succeeded('pi_unknown')
    const seconds = Math.floor(Date.now() / 1000)
    const good = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
    // The provider signs with two secrets while one is being replaced.
    const both = await post(text, { headers: { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${good}` } })
    expect(both.status).toBe(200)
  })
})

test('A123 a message that money was sent back is asked about first: the provider’s word counts, not the message', async () => {
  const { order, intent } = await orderOf()
  await arena.payFor(intent)
  await arena.people.B1('POST /payments', { body: claim(arena.people.B1, order, intent) })
  const object = {
    id: 'ch_x',
    object: 'charge',
    payment_intent: intent,
    amount: order.price * 100,
    amount_refunded: order.price * 100,
    refunded: true,
    status: 'succeeded',
    metadata: {},
    currency: 'bdt',
  }
  const answer = await post(message('charge.refunded', object))
  expect([200, 400]).toContain(answer.status)
  const { rows } = await arena.db.$client.query('select state from payments where intent_id = $1', [intent])
  expect(rows).toEqual([{ state: 'succeeded' }])
  expect((await keptMoney(arena.shop)).get(intent)).toBe(order.price)
})

test('A127 failed, cancelled or refunded after a success, and a success before the money, change nothing', async () => {
  const { order, intent } = await orderOf()
  expect((await post(succeeded(intent))).status).toBe(200)
  expect(await isSold(order)).toBe(false)
  await arena.payFor(intent)
  expect((await post(succeeded(intent))).status).toBe(200)
  expect(await isSold(order)).toBe(true)
  for (const type of [
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'payment_intent.processing',
    'payment_intent.created',
    'payment_intent.requires_action',
  ]) {
    expect((await post(message(type, { id: intent, object: 'payment_intent', status: 'canceled' }))).status).toBe(200)
  }
  const { rows } = await arena.db.$client.query('select state from payments where intent_id = $1', [intent])
  expect(rows).toEqual([{ state: 'succeeded' }])
})

test('A129 a success with an amount, a buyer or an order of its own sells nothing', async () => {
  const { order, intent } = await orderOf()
  const lies = {
    amount: 100,
    amount_received: order.price * 100,
    currency: 'usd',
    metadata: { paymentId: '019a0000-0000-7000-8000-000000000000', bikeId: arena.P2.id, buyerId: arena.idOf('B2') },
  }
  expect((await post(succeeded(intent, lies))).status).toBe(200)
  for (const foreign of ['pi_of_another_shop', 'pi_1/../../charges', '', 'x', '../v1/balance']) {
    const { status } = await post(succeeded(foreign, lies))
    expect([foreign, status < 500]).toEqual([foreign, true])
  }
  expect(await isSold(order)).toBe(false)
  const { rows } = await arena.db.$client.query('select from bikes where id = $1 and sold_at is not null', [
    arena.P2.id,
  ])
  expect(rows).toEqual([])
})
