// Messages that are signed well and make no sense, or come with what has no place on their way.
import { createHmac } from 'node:crypto'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { signature } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { begin, book, freshBike, keptMoney, type Order } from '#tests/support/buying.ts'
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

const isSold = async ({ bike }: Order) =>
  (await arena.db.$client.query('select from bikes where id = $1 and sold_at is not null', [bike.id])).rows.length === 1

const succeeded = (intent: string, changes: object = {}) =>
  message('payment_intent.succeeded', { id: intent, object: 'payment_intent', status: 'succeeded', ...changes })

describe('a signed message that makes no sense', () => {
  test('A131 of an unknown kind, or about nothing, is taken and does nothing', async () => {
    const odd = [
      message('unknown.kind', { id: 'x' }),
      message('payment_intent.succeeded', { id: 'pi_nobodys', object: 'payment_intent' }),
      message('charge.dispute.created', { id: 'dp_1', object: 'dispute' }),
      message('customer.created', { id: 'cus_1' }),
      message('__proto__', { id: 'x' }),
    ]
    for (const text of odd) {
      const { status } = await post(text)
      expect([text.slice(0, 80), [200, 400].includes(status)]).toEqual([text.slice(0, 80), true])
    }
  })

  test('A131 whose body is broken, huge, no UTF-8 or of another type is refused and harms nothing', async () => {
    const bodies: [string | Buffer, number[]][] = [
      ['', [400]],
      ['{', [400]],
      ['null', [200, 400]],
      ['[]', [200, 400]],
      ['{"type":1}', [200, 400]],
      ['{"type":"payment_intent.succeeded"}', [200, 400]],
      ['{"type":"payment_intent.succeeded","data":null}', [200, 400]],
      ['{"type":"payment_intent.succeeded","data":{"object":{"id":["pi_1"]}}}', [200, 400]],
      [`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, [413]],
      ['['.repeat(100_000), [400]],
    ]
    for (const [body, allowed] of bodies) {
      const { status } = await post(body)
      expect([body.slice(0, 40), allowed.includes(status)]).toEqual([body.slice(0, 40), true])
    }
    const bytes = Buffer.from('7b2274797065223a22ff227d', 'hex')
    const seconds = Math.floor(Date.now() / 1000)
    const proof = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${seconds}.`), bytes]))
      .digest('hex')
    const odd = await post(bytes, { headers: { 'stripe-signature': `t=${seconds},v1=${proof}` } })
    expect([200, 400]).toContain(odd.status)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await post(succeeded('pi_1'), { headers: { 'content-type': type } })).status).toBe(415)
    }
    expect((await arena.ask('V', 'GET /allbikes')).status).toBe(200)
  })

  test('A131 about a buyer who is gone ends with the money sent back', async () => {
    const { newMember, memberId } = await import('#tests/support/selling.ts')
    const buyer = await newMember(arena.shop, 'Buyer')
    const order = await book(buyer, await freshBike(arena.shop))
    const intent = await begin(buyer, order)
    await arena.asOwner(`update members set removed_at = now() where id = '${await memberId(arena.shop, buyer)}'`)
    await arena.payFor(intent)
    expect((await post(succeeded(intent))).status).toBe(200)
    await arena.sweep()
    expect(await isSold(order)).toBe(false)
    expect((await keptMoney(arena.shop)).has(intent)).toBe(false)
  })
})

test('A133 a session, a token or the right origin opens nothing here, and no other site’s origin closes it', async () => {
  const text = succeeded('pi_unknown')
  await arena.quietly(async () => {
    for (const actor of ['B1', 'S1', 'A'] as const) {
      const answer = await arena.ask(actor, 'POST /payments/webhook', {
        raw: text,
        headers: { origin: arena.publicUrl, 'x-csrf-token': 'x' },
      })
      expect([actor, answer.status, answer.code]).toEqual([actor, 400, 'bad_signature'])
    }
  })
  const withCookie = await post(text, { headers: { cookie: arena.people.A.cookie, authorization: 'Bearer null' } })
  assert(withCookie.status === 200, 'needs a signed message to be taken')
  expect(withCookie.headers['set-cookie']).toBeUndefined()
  expect((await arena.at('V', 'GET', '/api/payments/webhook')).status).toBe(405)
})
