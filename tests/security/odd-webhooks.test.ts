// Messages that are signed well and make no sense, or come with what has no place on their way.
import { createHmac } from 'node:crypto'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { signPayload } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { startPayment, book, findUnwantedBike, getCollectedTaka, type Order } from '#tests/support/buying.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const secret = sandboxKeys.stripe.webhookSecret
const count = { made: 0 }

/** A message as the provider words it. */
const createEventPayload = (type: string, object: object, changes: object = {}): string =>
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

type PostOptions = { headers?: Record<string, string>; at?: Date; key?: string }

const postWebhook = (payload: string | Buffer, { headers = {}, at = new Date(), key = secret }: PostOptions = {}) =>
  testApp.call('V', 'POST /payments/webhook', {
    raw: payload,
    headers: {
      'stripe-signature': signPayload(typeof payload === 'string' ? payload : payload.toString('latin1'), {
        secret: key,
        at,
      }),
      ...headers,
    },
  })

/** Whether a payment got the bike for somebody: it is reserved, or already sold. */
const isBought = async ({ bike }: Pick<Order, 'bike'>): Promise<boolean> => {
  const { rows } = await testApp.db.$client.query<{ bought: boolean }>(
    'select reserved_at is not null or sold_at is not null as bought from bikes where id = $1',
    [bike.id],
  )
  return rows[0]?.bought === true
}

const createSucceededEvent = (intent: string, changes: object = {}) =>
  createEventPayload('payment_intent.succeeded', {
    id: intent,
    object: 'payment_intent',
    status: 'succeeded',
    ...changes,
  })

describe('a signed message that makes no sense', () => {
  test('A131 of an unknown kind, or about nothing, is taken and does nothing', async () => {
    const odd = [
      createEventPayload('unknown.kind', { id: 'x' }),
      createEventPayload('payment_intent.succeeded', { id: 'pi_nobodys', object: 'payment_intent' }),
      createEventPayload('charge.dispute.created', { id: 'dp_1', object: 'dispute' }),
      createEventPayload('customer.created', { id: 'cus_1' }),
      createEventPayload('__proto__', { id: 'x' }),
    ]
    for (const text of odd) {
      const { status } = await postWebhook(text)
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
      const { status } = await postWebhook(body)
      expect([body.slice(0, 40), allowed.includes(status)]).toEqual([body.slice(0, 40), true])
    }
    const bytes = Buffer.from('7b2274797065223a22ff227d', 'hex')
    const seconds = Math.floor(Date.now() / 1000)
    const proof = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${seconds}.`), bytes]))
      .digest('hex')
    const odd = await postWebhook(bytes, { headers: { 'stripe-signature': `t=${seconds},v1=${proof}` } })
    expect([200, 400]).toContain(odd.status)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await postWebhook(createSucceededEvent('pi_1'), { headers: { 'content-type': type } })).status).toBe(415)
    }
    expect((await testApp.call('V', 'GET /allbikes')).status).toBe(200)
  })

  test('A131 about a buyer who is gone ends with the money sent back', async () => {
    const { registerMember, getMemberId } = await import('#tests/support/selling.ts')
    const buyer = await registerMember(testApp.baseApp, 'Buyer')
    const order = await book(buyer, await findUnwantedBike(testApp.baseApp))
    const intent = await startPayment(buyer, order)
    await testApp.runAsOwner(
      `update members set removed_at = now() where id = '${await getMemberId(testApp.baseApp, buyer)}'`,
    )
    await testApp.payIntent(intent)
    expect((await postWebhook(createSucceededEvent(intent))).status).toBe(200)
    await testApp.sweep()
    expect(await isBought(order)).toBe(false)
    expect((await getCollectedTaka(testApp.baseApp)).has(intent)).toBe(false)
  })
})

test('A133 a session, a token or the right origin opens nothing here, and no other site’s origin closes it', async () => {
  const text = createSucceededEvent('pi_unknown')
  await testApp.expectUnchanged(async () => {
    for (const actor of ['B1', 'S1', 'A'] as const) {
      const answer = await testApp.call(actor, 'POST /payments/webhook', {
        raw: text,
        headers: { origin: testApp.publicUrl, 'x-csrf-token': 'x' },
      })
      expect([actor, answer.status, answer.code]).toEqual([actor, 400, 'bad_signature'])
    }
  })
  const withCookie = await postWebhook(text, {
    headers: { cookie: testApp.people.A.cookie, authorization: 'Bearer null' },
  })
  assert(withCookie.status === 200, 'needs a signed message to be taken')
  expect(withCookie.headers['set-cookie']).toBeUndefined()
  expect((await testApp.request('V', 'GET', '/api/payments/webhook')).status).toBe(405)
})
