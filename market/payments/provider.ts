// The only file that calls Stripe: amounts in poisha, intents, signatures and Stripe errors stay inside it.
import { Stripe } from 'stripe'
import { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createExternalService, type ExternalService } from '#platform/load-shedding/external-service.ts'
import { guardTransport, isFailedResponse } from './transport/provider.ts'

/** A payment intent. `paymentId` comes back from the metadata that we set. */
export type Intent = {
  id: string
  status: 'open' | 'succeeded' | 'canceled'
  amountTaka: number
  currency: string
  clientSecret: string
  paymentId: string | undefined
  bikeId: string | undefined
  buyerId: string | undefined
  /** The refunded amount at the provider in whole Taka, rounded down; includes refunds made in the dashboard. */
  refundedTaka: number
  /** The whole amount was refunded. */
  isRefunded: boolean
  /** The state of the dispute; null if there was none. */
  dispute: Dispute | null
}

export type Dispute = 'open' | 'won' | 'lost'

/** A webhook event of the provider; ids are unique. */
export type PaymentEvent = { id: string; type: string; intentId: string | null; occurredAt: Date }

/** The card provider. Every call may throw `cards_unavailable`; the call may still have had its effect. */
export type PaymentProvider = {
  /** Creates the intent of this payment, or returns the existing one: the payment id is the idempotency key. */
  createIntent(payment: { id: string; amountTaka: number; bikeId: string; buyerId: string }): Promise<Intent>
  /** Retrieves the current intent; throws `not_found` for an intent of another account. */
  getIntent(intentId: string): Promise<Intent>
  /** Cancels the intent and returns it; it may be `succeeded` if the buyer paid first. */
  cancelIntent(intentId: string): Promise<Intent>
  /** Refunds the whole amount; idempotent. */
  refund(intentId: string): Promise<void>
  /** Verifies and parses a webhook; throws `bad_signature` for a wrong signature or one older than 5 minutes. */
  verifyWebhook(body: Buffer, signature: string | undefined): PaymentEvent
  /** Lists refund and dispute events since this time, or as far back as the provider stores them. */
  listEventsSince(since: Date | null): AsyncIterable<PaymentEvent>
  /** Lists all intents of the account with their refunds, for `check:data`. */
  listIntents(): AsyncIterable<IntentSummary>
}

type IntentSummary = {
  id: string
  status: string
  amountPoisha: number
  refundedPoisha: number
  currency: string
  dispute: Dispute | null
}

const poishaPerTaka = 100
// The buyer waits for these calls, at most 10 seconds with the retries; Stripe usually answers in less than a second.
const timeoutMs = 8_000
// A waiting call takes a socket and a few kilobytes; a hundred buyers may start to pay at the same moment.
const maxCalls = 128
// Limits replays of a recorded webhook; allows for clock differences.
const toleranceSeconds = 300
// Maximum length of Stripe ids.
const maxIdLength = 255

const toStatus = (status: string): Intent['status'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'canceled' : 'open'
}

/** The charge of an intent, if it was expanded; an unpaid intent has none. */
const getCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null

const toIntent = (stripeIntent: Stripe.PaymentIntent, dispute: Dispute | null = null): Intent => ({
  id: stripeIntent.id,
  status: toStatus(stripeIntent.status),
  amountTaka: stripeIntent.amount / poishaPerTaka,
  currency: stripeIntent.currency,
  clientSecret: stripeIntent.client_secret ?? '',
  paymentId: stripeIntent.metadata['paymentId'],
  bikeId: stripeIntent.metadata['bikeId'],
  buyerId: stripeIntent.metadata['buyerId'],
  refundedTaka: Math.floor((getCharge(stripeIntent)?.amount_refunded ?? 0) / poishaPerTaka),
  isRefunded: stripeIntent.status === 'succeeded' && getCharge(stripeIntent)?.refunded === true,
  dispute,
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

const isAlreadyRefunded = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'

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
}): PaymentProvider => {
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
  const getIntent = async (intentId: string) => {
    const stripeIntent = await mapStripeErrors(stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
    return toIntent(
      stripeIntent,
      getCharge(stripeIntent)?.disputed ? await mapStripeErrors(getDispute(stripe, intentId)) : null,
    )
  }
  return {
    getIntent,
    createIntent: async ({ id, amountTaka, bikeId, buyerId }) =>
      toIntent(
        await mapStripeErrors(
          stripe.paymentIntents.create(
            {
              amount: amountTaka * poishaPerTaka,
              currency: 'bdt',
              allowed_payment_method_types: ['card'],
              metadata: { paymentId: id, bikeId, buyerId },
            },
            { idempotencyKey: `payment-${id}` },
          ),
        ),
      ),
    cancelIntent: async (intentId) => {
      try {
        return toIntent(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // Already canceled or just paid: the current intent tells which.
        return isAlreadyFinal(error) ? getIntent(intentId) : mapStripeErrors(Promise.reject(error))
      }
    },
    refund: async (intentId) => {
      try {
        await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` })
      } catch (error) {
        if (!isAlreadyRefunded(error)) await mapStripeErrors(Promise.reject(error))
      }
    },
    verifyWebhook: (body, signature) => verifyWebhook(webhookOptions, body, signature),
    listEventsSince: (since) => listEventsSince(stripe, since),
    listIntents: () => listIntents(stripe),
  }
}

// The only fields that we read of an event: its type and its intent. Everything else is fetched from Stripe.
const StripeEvent = z.object({
  id: z.string().min(1).max(maxIdLength),
  type: z.string().max(maxIdLength),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({ id: z.string().optional(), object: z.string(), payment_intent: z.unknown().optional() }),
  }),
})

/** The intent id of an event: of the intent itself, or of the charge, refund or dispute. */
const getIntentId = ({
  object: { object, id, payment_intent: parentIntentId },
}: z.infer<typeof StripeEvent>['data']): string | null => {
  const intentId = object === 'payment_intent' ? id : parentIntentId
  return typeof intentId === 'string' && intentId.length <= maxIdLength ? intentId : null
}

const toPaymentEvent = ({ id, type, created, data }: z.infer<typeof StripeEvent>): PaymentEvent => ({
  id,
  type,
  intentId: getIntentId(data),
  occurredAt: new Date(created * 1000),
})

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
  const parsed = StripeEvent.safeParse(event)
  if (!parsed.success) throw new ApiError('bad_request')
  const { livemode, id } = parsed.data
  if (livemode !== isLive) {
    log(`Webhook event ${id} is of ${livemode ? 'live' : 'test'} mode, but STRIPE_SECRET_KEY is not: refused.`)
    throw new ApiError('bad_request')
  }
  return toPaymentEvent(parsed.data)
}

/** The combined outcome of all disputes; a payment can have more than one. */
const getDispute = async (stripe: Stripe, intentId: string): Promise<Dispute> => {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 10 })
  return toDispute(data.map(({ status }) => status))
}

/** One lost dispute means lost. A closed warning took no money and counts as won. */
const toDispute = (statuses: string[]): Dispute => {
  if (statuses.includes('lost')) return 'lost'
  return statuses.length > 0 && statuses.every((status) => /^(?:won|warning_closed|prevented)$/.test(status))
    ? 'won'
    : 'open'
}

// Intent events are not listed: the sweeper checks every open payment.
const postSaleEventTypes = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

async function* listEventsSince(stripe: Stripe, since: Date | null): AsyncGenerator<PaymentEvent> {
  const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } }
  for await (const event of stripe.events.list({ types: postSaleEventTypes, limit: 100, ...created })) {
    const parsed = StripeEvent.safeParse(event)
    if (parsed.success) yield toPaymentEvent(parsed.data)
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
