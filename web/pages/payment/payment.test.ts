// Tests a payment from intent to record against a fake API.
import { expect, test } from 'vitest'
import { createClient, UnreachableError, type Transport } from '#contract/client.ts'
import { beginPayment } from './begin-payment.ts'
import { confirmCard } from './confirm-card.ts'
import { followPurchase, type Stage } from './payment-stage.ts'
import { recordPayment } from './record-payment.ts'
import type { Purchase } from '#web/lib/purchase.ts'

const order: Purchase = {
  _id: 'order-1',
  dealId: null,
  bikeId: 'bike-1',
  from: 'order',
  productName: 'Suzuki Gixxer 155',
  email: 'karim@motohaat.test',
  salePrice: 178_000,
  image: '',
  paid: false,
  status: 'available',
  transactionId: null,
  payments: [],
  rest: 0,
  refunded: false,
  payObstacle: null,
}
const wish: Purchase = { ...order, _id: 'wish-1', from: 'wish' }

type Answer = { status: number; body: object } | 'nothing'

const createApiError = (status: number, code: string, extra: object = {}): Answer => ({
  status,
  body: { code, message: `It was ${code}.`, ...extra },
})

/** A fake API that gives these answers in order and repeats the last one; `requests` records the calls. */
const createFakeApi = (...answers: Answer[]) => {
  const requests: { path: string; body: unknown }[] = []
  const transport: Transport = async (path, { body }) => {
    requests.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? 'nothing'
    if (answer === 'nothing') throw new UnreachableError('No answer came.')
    return { status: answer.status, header: () => null, text: async () => JSON.stringify(answer.body) }
  }
  return { client: createClient(transport), requests }
}

const begin = (purchase: Purchase, ...answers: Answer[]) =>
  beginPayment(createFakeApi(...answers).client, purchase, purchase.salePrice)

test('the intent is created for the order or the wishlist item, with the price that was shown', async () => {
  const api = createFakeApi({ status: 200, body: { clientSecret: 's' } })
  expect(await beginPayment(api.client, order, 178_000)).toEqual({ at: 'ready', clientSecret: 's' })
  await beginPayment(api.client, wish, 178_000)
  expect(api.requests.map(({ body }) => body)).toEqual([
    { price: 178_000, bookingId: 'order-1' },
    { price: 178_000, wishlistId: 'wish-1' },
  ])
})

test("a changed price needs the buyer's consent before it is charged", async () => {
  expect(await begin(wish, createApiError(409, 'price_changed', { salePrice: 185_000 }))).toEqual({
    at: 'price_changed',
    priceTaka: 185_000,
  })
})

test('who is not the one to pay reads why instead of a form', async () => {
  const answers = [
    ['another_buyer_paying', 'another_buyer_paying'],
    ['promised_to_another', 'promised_to_another'],
    ['bike_changed', 'bike_changed'],
    ['deal_closed', 'deal_closed'],
    ['deal_over', 'deal_closed'],
  ] as const
  for (const [code, obstacle] of answers)
    expect(await begin(order, createApiError(409, code))).toEqual({ at: 'refused', obstacle })
})

test('a page that is open learns that another buyer comes first, and that the turn has come', () => {
  const price = { priceTaka: order.salePrice, mayPay: true }
  const refused: Stage = { at: 'refused', obstacle: 'promised_to_another' }
  const inLine: Purchase = { ...order, payObstacle: 'promised_to_another' }
  expect(followPurchase({ at: 'ready', clientSecret: 's' }, inLine, { ...price, mayPay: false })).toEqual(refused)
  expect(followPurchase({ at: 'paying', clientSecret: 's' }, inLine, price)).toEqual({
    at: 'paying',
    clientSecret: 's',
  })
  // The checkout begins again by itself.
  expect(followPurchase(refused, order, price)).toEqual(refused)
})

test('while the service is unavailable, a retry is offered', async () => {
  expect(await begin(order, createApiError(503, 'cards_unavailable'))).toMatchObject({ at: 'failed', mayRetry: true })
  expect(await begin(order, 'nothing')).toMatchObject({ at: 'failed', mayRetry: true })
  expect(await begin(order, createApiError(409, 'own_bike'))).toMatchObject({ at: 'failed', mayRetry: false })
})

test('a purchase that is already paid is shown with its transaction id, and not charged again', async () => {
  const paid = { ...order, producId: 'bike-1', paid: true, status: 'sold', transactionId: 'pi_1' }
  expect(await begin(order, createApiError(409, 'already_paid'), { status: 200, body: paid })).toEqual({
    at: 'paid',
    transactionId: 'pi_1',
    isNew: false,
  })
})

const record = (purchase: Purchase, api: ReturnType<typeof createFakeApi>, pauses: number[] = []) =>
  recordPayment({
    client: api.client,
    purchase,
    priceTaka: 178_000,
    intentId: 'pi_1',
    pause: async (ms) => void pauses.push(ms),
  })

const recorded: Answer = { status: 200, body: { acknowledged: true, insertedId: 'payment-1' } }

test('a payment is recorded, then the product-level payment, at the endpoints of its kind', async () => {
  const api = createFakeApi(recorded)
  expect(await record(order, api)).toEqual({ at: 'paid', transactionId: 'pi_1', isNew: true })
  await record(wish, api)
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/api/payments',
    '/api/payments/product',
    '/api/payments/wishlist',
    '/api/payments/wishlist/product',
  ])
  expect(api.requests[0]?.body).toEqual({
    price: 178_000,
    transactionId: 'pi_1',
    email: 'karim@motohaat.test',
    bookingId: 'order-1',
    productId: 'bike-1',
  })
})

test('a request is retried after a lost response', async () => {
  const pauses: number[] = []
  const api = createFakeApi(
    'nothing',
    createApiError(503, 'shop_unavailable'),
    createApiError(409, 'payment_unfinished'),
    recorded,
  )
  expect(await record(order, api, pauses)).toMatchObject({ at: 'paid' })
  expect(pauses).toEqual([500, 1_000, 2_000])
})

test('when every response is lost, the payment is left to the server', async () => {
  expect(await record(order, createFakeApi('nothing'))).toEqual({ at: 'pending', intentId: 'pi_1' })
})

test('a buyer who was signed out after paying does not see the payment as failed', async () => {
  expect(await record(order, createFakeApi(createApiError(401, 'not_signed_in')))).toEqual({
    at: 'pending',
    intentId: 'pi_1',
  })
})

test("a refund shows the server's message", async () => {
  expect(await record(order, createFakeApi(createApiError(409, 'payment_refunded')))).toEqual({
    at: 'refunded',
    message: 'It was payment_refunded.',
  })
})

type Result = { paymentIntent?: { id: string; status: string }; error?: object }

/** A fake Stripe with one result for confirming and one for reading; `calls` records the calls. */
const createFakeStripe = (confirmResult: Result, readResult: Result = {}) => {
  const calls: string[] = []
  const confirmArgs: unknown[] = []
  const answer =
    (name: string, result: Result) =>
    async (...args: unknown[]) => {
      calls.push(name)
      confirmArgs.push(args)
      return result
    }
  const stripe = {
    confirmCardPayment: answer('confirm', confirmResult),
    retrievePaymentIntent: answer('read', readResult),
  }
  const request = { stripe, card: {}, clientSecret: 's', email: 'karim@motohaat.test' }
  // The fake implements only the part of Stripe's types that is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const confirm = (isRetry: boolean) => confirmCard({ ...request, isRetry } as never)
  return { calls, confirmArgs, confirm }
}

const createIntent = (status: string) => ({ id: 'pi_1', status })
const taken = { is: 'taken', intentId: 'pi_1' }
const connectionError = { type: 'api_connection_error', message: 'No connection.' }

test('a card that is taken is confirmed once', async () => {
  const { calls, confirm } = createFakeStripe({ paymentIntent: createIntent('succeeded') })
  expect(await confirm(false)).toEqual(taken)
  expect(calls).toEqual(['confirm'])
})

test('the card is confirmed with the client secret and the e-mail of the buyer as billing detail', async () => {
  const { confirmArgs, confirm } = createFakeStripe({ paymentIntent: createIntent('succeeded') })
  await confirm(false)
  const email = 'karim@motohaat.test'
  expect(confirmArgs).toEqual([['s', { payment_method: { card: {}, billing_details: { email } } }]])
})

test("a declined card shows the provider's message verbatim", async () => {
  const { confirm } = createFakeStripe({ error: { type: 'card_error', message: 'Your card was declined.' } })
  expect(await confirm(false)).toEqual({ is: 'failed', message: 'Your card was declined.' })
})

test('after a lost response the intent is read, since the money may have been taken', async () => {
  const { calls, confirm } = createFakeStripe({ error: connectionError }, { paymentIntent: createIntent('succeeded') })
  expect(await confirm(false)).toEqual(taken)
  expect(calls).toEqual(['confirm', 'read'])
})

test('a second try reads first and does not confirm what was taken', async () => {
  const { calls, confirm } = createFakeStripe({}, { paymentIntent: createIntent('succeeded') })
  expect(await confirm(true)).toEqual(taken)
  expect(calls).toEqual(['read'])
})

test('a second try that cannot read does not confirm', async () => {
  const { calls, confirm } = createFakeStripe({}, { error: connectionError })
  expect(await confirm(true)).toEqual({ is: 'failed', message: 'No connection.' })
  expect(calls).toEqual(['read'])
})

test('an intent that was paid in another tab counts as taken', async () => {
  const { confirm } = createFakeStripe({
    error: { type: 'invalid_request_error', payment_intent: createIntent('succeeded') },
  })
  expect(await confirm(false)).toEqual(taken)
})

test('a cancelled intent needs a new one', async () => {
  const { confirm } = createFakeStripe({
    error: { type: 'invalid_request_error', payment_intent: createIntent('canceled') },
  })
  expect(await confirm(false)).toEqual({ is: 'canceled' })
})

const ready: Stage = { at: 'ready', clientSecret: 's' }

test.each<[story: string, stage: Stage, purchase: Partial<Purchase>, mayPay: boolean, expected: Stage]>([
  ['nothing happened', ready, {}, true, ready],
  ['both agreed on another price', ready, { salePrice: 100_000 }, true, { at: 'price_changed', priceTaka: 100_000 }],
  [
    'the price changed twice',
    { at: 'price_changed', priceTaka: 100_000 },
    { salePrice: 90_000 },
    true,
    { at: 'price_changed', priceTaka: 90_000 },
  ],
  [
    'another tab has paid',
    ready,
    { paid: true, transactionId: 'pi_1' },
    false,
    { at: 'paid', transactionId: 'pi_1', isNew: false },
  ],
  ['the bike was sold', ready, { status: 'sold' }, false, { at: 'gone', reason: 'sold' }],
  ['a deposit is paid and the rest is chosen', ready, { paid: true }, true, ready],
  ['it cannot be paid now, and may be later', ready, {}, false, ready],
  ['money is moving', { at: 'paying', clientSecret: 's' }, { salePrice: 1 }, true, { at: 'paying', clientSecret: 's' }],
  [
    'it was paid here',
    { at: 'paid', transactionId: 'pi_1', isNew: true },
    { paid: true },
    false,
    { at: 'paid', transactionId: 'pi_1', isNew: true },
  ],
])('an open payment page follows what happens elsewhere: %s', (_, stage, changes, mayPay, expected) => {
  expect(followPurchase(stage, { ...order, ...changes }, { priceTaka: 178_000, mayPay })).toEqual(expected)
})
