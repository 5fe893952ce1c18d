// The only file that calls Stripe: amounts in poisha, intents, signatures and Stripe errors stay inside it.
import { maxCardTaka } from '#contract/limits.ts'
import { Stripe } from 'stripe'
import { ApiError } from '#contract/errors/api-errors.ts'
import {
  type BalanceTransaction,
  parsePurchase,
  type ProviderRefund,
  refundStatuses,
  toDispute,
} from './charges/provider-records.ts'
import type { CardProvider, Intent, IntentSummary } from './providers.ts'
import { parsePaymentEvent, type PaymentEvent } from './webhook-events/event.ts'
import { createExternalService, type ExternalService } from '#platform/load-shedding/external-service.ts'
import { guardTransport, isFailedResponse } from './stripe-transport.ts'

const poishaPerTaka = 100
// The buyer waits for these calls, at most 10 seconds with the retries; Stripe usually answers in less than a second.
const timeoutMs = 8_000
// A waiting call takes a socket and a few kilobytes; a hundred buyers may start to pay at the same moment.
const maxCalls = 128
// Stripe lets an intent be paid for as long as it is not cancelled.
const ttlMs = Number.POSITIVE_INFINITY
// Limits replays of a recorded webhook; allows for clock differences.
const toleranceSeconds = 300

const toStatus = (status: string): Intent['status'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'canceled' : 'open'
}

/** The charge of an intent, if it was expanded; an unpaid intent has none. */
const getCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null

type AfterSale = Pick<Intent, 'orderedRefunds' | 'refundedElsewherePoisha' | 'dispute' | 'disputedPoisha'>

const noAfterSale: AfterSale = { orderedRefunds: [], refundedElsewherePoisha: 0, dispute: null, disputedPoisha: 0 }

const toIntent = (stripeIntent: Stripe.PaymentIntent, afterSale: AfterSale = noAfterSale): Intent => ({
  id: stripeIntent.id,
  status: toStatus(stripeIntent.status),
  amountTaka: stripeIntent.amount / poishaPerTaka,
  currency: stripeIntent.currency,
  clientSecret: stripeIntent.client_secret ?? '',
  redirectUrl: null,
  transactionId: null,
  mayBeAuthorized: false,
  failure: null,
  ...parsePurchase(stripeIntent.metadata, stripeIntent.amount / poishaPerTaka),
  refundedTaka: Math.floor(afterSale.refundedElsewherePoisha / poishaPerTaka),
  isRefunded: stripeIntent.status === 'succeeded' && afterSale.refundedElsewherePoisha >= stripeIntent.amount,
  isAuthenticated: getCharge(stripeIntent)?.payment_method_details?.card?.three_d_secure?.result === 'authenticated',
  ...afterSale,
})

const toProviderRefund = ({
  id,
  status,
  amount,
  metadata,
  failure_reason: failure,
}: Stripe.Refund): ProviderRefund => ({
  id,
  status: refundStatuses[status ?? ''] ?? 'pending',
  amountPoisha: amount,
  refundId: metadata?.['refundId'] ?? null,
  failure: failure ?? null,
})

/** Maps a Stripe error to an ApiError: `not_found` or `cards_unavailable`. */
const mapStripeErrors = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
      throw new ApiError('not_found')
    }
    const apiError = new ApiError('cards_unavailable')
    apiError.cause = error
    throw apiError
  }
}

const isAlreadyFinal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** Creates the guard of the calls to Stripe: their bound, their timeout and their circuit breaker. */
export const createCardService = (log: (line: string) => void): ExternalService =>
  createExternalService({ name: 'cards', log, maxCalls, timeoutMs, isFailedResult: isFailedResponse })

/**
 * Creates the Stripe client.
 * @param options.sandbox host and port of the card sandbox, used when no Stripe account is configured
 * @param options.service the guard of its calls; by default one of its own that logs nothing
 * @param options.log receives a line for each webhook event of the other mode (live or test)
 */
export const createPaymentProvider = (options: {
  secretKey: string
  webhookSecret: string
  sandbox?: { host: string; port: number }
  service?: ExternalService
  log?: (line: string) => void
}): CardProvider => {
  const stripe = new Stripe(options.secretKey, {
    httpClient: guardTransport(Stripe.createNodeHttpClient(), options.service ?? createCardService(() => {})),
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(options.sandbox && { ...options.sandbox, protocol: 'http' as const }),
  })
  const webhookOptions: WebhookOptions = {
    stripe,
    secret: options.webhookSecret,
    // Secret and restricted keys name their mode: sk_live_…, rk_test_….
    isLive: /^[a-z]+_live_/.test(options.secretKey),
    log: options.log ?? (() => {}),
  }
  const retrieve = async (intentId: string) => {
    const stripeIntent = await mapStripeErrors(stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
    return toIntent(stripeIntent, await mapStripeErrors(getAfterSale(stripe, stripeIntent)))
  }
  return {
    name: 'cards',
    capturesAt: 'provider',
    canCancel: true,
    createsOnce: false,
    storesRefundId: true,
    ttlMs,
    maxTaka: maxCardTaka,
    retrieve,
    // Stripe takes the money when the buyer confirms the card.
    execute: retrieve,
    create: async ({ id, amountTaka, priceTaka, bikeId, buyerId, purpose }) =>
      toIntent(
        await mapStripeErrors(
          stripe.paymentIntents.create(
            {
              amount: amountTaka * poishaPerTaka,
              currency: 'bdt',
              allowed_payment_method_types: ['card'],
              metadata: { paymentId: id, bikeId, buyerId, purpose, priceTaka: priceTaka ?? amountTaka },
            },
            // Stripe refuses a key that it knows with other parameters, such as the metadata of an older version.
            { idempotencyKey: `payment-${id}-${purpose}` },
          ),
        ),
      ),
    cancel: async (intentId) => {
      try {
        return toIntent(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // Already canceled or just paid: the current intent tells which.
        return isAlreadyFinal(error) ? retrieve(intentId) : mapStripeErrors(Promise.reject(error))
      }
    },
    refund: (refund) => createRefund(stripe, refund),
    getRefund: async (_payment, id) => toProviderRefund(await mapStripeErrors(stripe.refunds.retrieve(id))),
    listRefunds: ({ intentId }) => mapStripeErrors(listRefunds(stripe, intentId)),
    listBalanceTransactions: (since = null) => listBalanceTransactions(stripe, since),
    verifyWebhook: (body, signature) => verifyWebhook(webhookOptions, body, signature),
    listEventsSince: (since) => listEventsSince(stripe, since),
    listIntents: () => listIntents(stripe),
  }
}

// The signature covers the bytes. A lenient decoder would drop a byte order mark and replace invalid bytes before the check.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type WebhookOptions = { stripe: Stripe; secret: string; isLive: boolean; log: (line: string) => void }

const verifyWebhook = (
  { stripe, secret, isLive, log }: WebhookOptions,
  body: Buffer,
  signature: string | undefined,
): PaymentEvent => {
  let event: unknown
  try {
    event = stripe.webhooks.constructEvent(utf8.decode(body), signature ?? '', secret, toleranceSeconds)
  } catch {
    throw new ApiError('bad_signature')
  }
  const parsed = parsePaymentEvent(event)
  if (!parsed) throw new ApiError('bad_request')
  const { isLive: isLiveEvent, ...paymentEvent } = parsed
  if (isLiveEvent !== isLive) {
    log(
      `Webhook event ${parsed.id} is of ${isLiveEvent ? 'live' : 'test'} mode, but STRIPE_SECRET_KEY is not: refused.`,
    )
    throw new ApiError('bad_request')
  }
  return paymentEvent
}

const createRefund = async (
  stripe: Stripe,
  { intentId, amountPoisha, refundId, key }: Parameters<CardProvider['refund']>[0],
): Promise<ProviderRefund> => {
  const body = { payment_intent: intentId, amount: amountPoisha, metadata: { refundId } }
  try {
    return toProviderRefund(await stripe.refunds.create(body, { idempotencyKey: key }))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return mapStripeErrors(Promise.reject(error))
    return { id: null, status: 'failed', amountPoisha, refundId, failure: error.message }
  }
}

const listRefunds = async (stripe: Stripe, intentId: string): Promise<ProviderRefund[]> => {
  const refunds: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    refunds.push(toProviderRefund(refund))
  return refunds
}

const addUp = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** What happened to the money of an intent after the payment: refunds of the dashboard, and all its disputes. */
const getAfterSale = async (stripe: Stripe, stripeIntent: Stripe.PaymentIntent): Promise<AfterSale> => {
  const charge = getCharge(stripeIntent)
  const refunds = (charge?.amount_refunded ?? 0) > 0 ? await listRefunds(stripe, stripeIntent.id) : []
  const made = refunds.filter(({ status }) => status !== 'failed')
  const elsewhere = made.filter(({ refundId }) => refundId === null)
  const disputes = charge?.disputed
    ? (await stripe.disputes.list({ payment_intent: stripeIntent.id, limit: 10 })).data
    : []
  return {
    orderedRefunds: made.filter(({ refundId }) => refundId !== null),
    refundedElsewherePoisha: addUp(elsewhere.map(({ amountPoisha }) => amountPoisha)),
    dispute: disputes.length > 0 ? toDispute(disputes.map(({ status }) => status)) : null,
    disputedPoisha: -addUp(disputes.flatMap((dispute) => dispute.balance_transactions.map(({ amount }) => amount))),
  }
}

const listedEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
]

async function* listEventsSince(stripe: Stripe, since: Date | null): AsyncGenerator<PaymentEvent> {
  const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } }
  for await (const event of stripe.events.list({ types: listedEventTypes, limit: 100, ...created })) {
    const parsed = parsePaymentEvent(event)
    if (parsed) yield parsed
  }
}

async function* listIntents(stripe: Stripe): AsyncGenerator<IntentSummary> {
  const disputes = new Map<unknown, string[]>()
  for await (const { payment_intent: intentId, status } of stripe.disputes.list({ limit: 100 })) {
    disputes.set(intentId, [...(disputes.get(intentId) ?? []), status])
  }
  const intents = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  for await (const stripeIntent of intents) {
    const statuses = disputes.get(stripeIntent.id)
    yield {
      id: stripeIntent.id,
      status: stripeIntent.status,
      amountPoisha: stripeIntent.amount,
      refundedPoisha: getCharge(stripeIntent)?.amount_refunded ?? 0,
      currency: stripeIntent.currency,
      dispute: statuses ? toDispute(statuses) : null,
    }
  }
}

/** The intent of an expanded source: a charge, a refund or a dispute. */
const getSourceIntentId = (source: Stripe.BalanceTransaction['source']): string | null => {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const intent = source.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

async function* listBalanceTransactions(stripe: Stripe, since: Date | null): AsyncGenerator<BalanceTransaction> {
  const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } }
  const options = { limit: 100, expand: ['data.source'], ...created }
  for await (const { id, type, amount, fee, created: createdSeconds, source } of stripe.balanceTransactions.list(
    options,
  ))
    yield {
      id,
      type,
      amountPoisha: amount,
      feePoisha: fee,
      createdAt: new Date(createdSeconds * 1000),
      intentId: getSourceIntentId(source),
      sourceId: typeof source === 'string' ? source : (source?.id ?? null),
    }
}
