// The way of the provider's messages: nobody else may use it, and what comes on it is never believed by itself.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { signPayload } from '#sandbox/cards/webhooks.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  getCollectedTaka,
  type Order,
} from '#tests/support/buying.ts'
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

const createOrder = async (actor: 'B1' | 'B2' = 'B1') => {
  const order = await book(testApp.people[actor], await findUnwantedBike(testApp.baseApp))
  return { order, intent: await startPayment(testApp.people[actor], order) }
}
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

describe('the signature', () => {
  test('A125 a message without a signature, or with one that is not the provider’s, is refused', async () => {
    const { intent } = await createOrder()
    const text = createSucceededEvent(intent)
    const seconds = Math.floor(Date.now() / 1000)
    const proof = (key: string, signedText = `${seconds}.${text}`) =>
      createHmac('sha256', key).update(signedText).digest('hex')
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
    await testApp.expectUnchanged(async () => {
      for (const [what, sign] of Object.entries(forged)) {
        const answer = await testApp.call('V', 'POST /payments/webhook', {
          raw: text,
          headers: sign === undefined ? {} : { 'stripe-signature': sign },
        })
        expect([what, answer.status, answer.code]).toEqual([what, 400, 'bad_signature'])
      }
    })
  })

  test('A125 a byte order mark or invalid UTF-8, which the signature does not cover, is refused', async () => {
    const { intent } = await createOrder()
    const text = createSucceededEvent(intent, { description: '\uFFFD' })
    const byteOrderMark = Buffer.from('efbbbf', 'hex')
    const [before = '', after = ''] = text.split('\uFFFD')
    const bodies = [
      Buffer.concat([byteOrderMark, Buffer.from(text)]),
      Buffer.concat([byteOrderMark, byteOrderMark, Buffer.from(text)]),
      Buffer.concat([Buffer.from(before), Buffer.from('ff', 'hex'), Buffer.from(after)]),
    ]
    const seconds = Math.floor(Date.now() / 1000)
    const sign = (payload: string | Buffer) =>
      `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(payload).digest('hex')}`
    await testApp.expectUnchanged(async () => {
      for (const raw of bodies) {
        // Signed as the text that a lenient decoder reads, and as the bytes that are sent.
        for (const signature of [sign(text), sign(raw)]) {
          const headers = { 'stripe-signature': signature }
          const answer = await testApp.call('V', 'POST /payments/webhook', { raw, headers })
          expect([answer.status, answer.code]).toEqual([400, 'bad_signature'])
        }
      }
    })
    expect((await postWebhook(text)).status).toBe(200)
  })

  test('A125 a signed message of live mode is refused in test mode, with a line in the log', async () => {
    const { intent } = await createOrder()
    const payload = createEventPayload(
      'payment_intent.succeeded',
      { id: intent, object: 'payment_intent', status: 'succeeded' },
      { livemode: true },
    )
    await testApp.expectUnchanged(async () => {
      const answer = await postWebhook(payload)
      expect([answer.status, answer.code]).toEqual([400, 'bad_request'])
    })
    expect(testApp.logLines.at(-1)).toContain('is of live mode, but STRIPE_SECRET_KEY is not')
  })

  test('A125 a shop with a live key refuses a message of test mode, and takes one of live mode', async () => {
    const logLines: string[] = []
    const log = (line: string) => void logLines.push(line)
    const provider = createPaymentProvider({ secretKey: 'sk_live_key', webhookSecret: secret, log })
    const verify = (livemode: boolean) => {
      const payload = createEventPayload('charge.refunded', { object: 'charge', payment_intent: 'pi_1' }, { livemode })
      return provider.verifyWebhook(Buffer.from(payload), signPayload(payload, { secret, at: new Date() }))
    }
    expect(() => verify(false)).toThrow(expect.objectContaining({ code: 'bad_request' }))
    expect(logLines).toEqual([expect.stringContaining('is of test mode, but STRIPE_SECRET_KEY is not')])
    expect(verify(true)).toMatchObject({ intentId: 'pi_1' })
  })

  test('A125 a signed message is refused when it is older than five minutes, and taken before', async () => {
    const { intent, order } = await createOrder()
    const getDateBefore = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await testApp.expectUnchanged(async () => {
      for (const seconds of [600, 3_600, 86_400, 310])
        expect((await postWebhook(createSucceededEvent(intent), { at: getDateBefore(seconds) })).status).toBe(400)
    })
    expect((await postWebhook(createSucceededEvent(intent), { at: getDateBefore(200) })).status).toBe(200)
    expect(await isBought(order)).toBe(false)
  })

  test('A125 the same message many times, and at once, sells once', async () => {
    const { order, intent } = await createOrder()
    await testApp.payIntent(intent)
    const text = createSucceededEvent(intent)
    const answers = await Promise.all(Array.from({ length: 10 }, () => postWebhook(text)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect((await postWebhook(text)).status).toBe(200)
    expect(await isBought(order)).toBe(true)
    const { rows } = await testApp.db.$client.query('select state from payments where bike_id = $1', [order.bike.id])
    expect(rows).toEqual([{ state: 'succeeded' }])
  })

  test('A125 a signature that stands beside a wrong one is found, in one header', async () => {
    const text = createSucceededEvent('pi_unknown')
    const seconds = Math.floor(Date.now() / 1000)
    const good = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
    // The provider signs with two secrets while one is being replaced.
    const both = await postWebhook(text, {
      headers: { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${good}` },
    })
    expect(both.status).toBe(200)
  })
})

test('A123 a message that money was sent back is asked about first: the provider’s word counts, not the message', async () => {
  const { order, intent } = await createOrder()
  await testApp.payIntent(intent)
  await testApp.people.B1('POST /payments', { body: createPaymentBody(testApp.people.B1, order, intent) })
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
  const answer = await postWebhook(createEventPayload('charge.refunded', object))
  expect([200, 400]).toContain(answer.status)
  const { rows } = await testApp.db.$client.query('select state from payments where intent_id = $1', [intent])
  expect(rows).toEqual([{ state: 'succeeded' }])
  expect((await getCollectedTaka(testApp.baseApp)).get(intent)).toBe(order.price)
})

test('A127 failed, cancelled or refunded after a success, and a success before the money, change nothing', async () => {
  const { order, intent } = await createOrder()
  expect((await postWebhook(createSucceededEvent(intent))).status).toBe(200)
  expect(await isBought(order)).toBe(false)
  await testApp.payIntent(intent)
  expect((await postWebhook(createSucceededEvent(intent))).status).toBe(200)
  expect(await isBought(order)).toBe(true)
  for (const type of [
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'payment_intent.processing',
    'payment_intent.created',
    'payment_intent.requires_action',
  ]) {
    expect(
      (await postWebhook(createEventPayload(type, { id: intent, object: 'payment_intent', status: 'canceled' })))
        .status,
    ).toBe(200)
  }
  const { rows } = await testApp.db.$client.query('select state from payments where intent_id = $1', [intent])
  expect(rows).toEqual([{ state: 'succeeded' }])
})

test('A129 a success with an amount, a buyer or an order of its own sells nothing', async () => {
  const { order, intent } = await createOrder()
  const lies = {
    amount: 100,
    amount_received: order.price * 100,
    currency: 'usd',
    metadata: {
      paymentId: '019a0000-0000-7000-8000-000000000000',
      bikeId: testApp.P2.id,
      buyerId: testApp.getId('B2'),
    },
  }
  expect((await postWebhook(createSucceededEvent(intent, lies))).status).toBe(200)
  for (const intentId of ['pi_of_another_shop', 'pi_1/../../charges', '', 'x', '../v1/balance']) {
    const { status } = await postWebhook(createSucceededEvent(intentId, lies))
    expect([intentId, status < 500]).toEqual([intentId, true])
  }
  expect(await isBought(order)).toBe(false)
  expect(await isBought({ bike: testApp.P2 })).toBe(false)
})
