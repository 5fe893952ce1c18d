// Stripe, and nothing of Stripe elsewhere: poisha, intents, signatures and its errors end here.
import { Stripe } from 'stripe'
import { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'

/** An intent to pay as the shop needs it; whose and for what comes back in the words we gave it. */
export type Intent = {
  id: string
  status: 'open' | 'succeeded' | 'canceled'
  amountTaka: number
  currency: string
  clientSecret: string
  paymentId: string | undefined
  bikeId: string | undefined
  buyerId: string | undefined
  /** What was sent back of it at the provider, by whomever; whole Taka, a part of one counts as nothing. */
  refundedTaka: number
  /** Nothing of the money that came is left. */
  isRefunded: boolean
  /** What the buyer's bank says about it; null when it never asked for the money. */
  dispute: Dispute | null
}

export type Dispute = 'open' | 'won' | 'lost'

/** Something that happened at the provider, each with an id of its own. */
export type PaymentEvent = { id: string; type: string; intentId: string | null; occurredAt: Date }

/** The card provider. Every call of it may refuse with `cards_unavailable`, which says nothing about what it did. */
export type PaymentProvider = {
  /** Makes the intent of this payment, or gives the one that was made: the payment's id is the idempotency key. */
  createIntent(payment: { id: string; amountTaka: number; bikeId: string; buyerId: string }): Promise<Intent>
  /** The intent as it stands at the provider now; refuses `not_found` for one that is not of this shop's account. */
  getIntent(intentId: string): Promise<Intent>
  /** Ends the intent; gives it as it then stands, which may be `succeeded` when the money was faster. */
  cancelIntent(intentId: string): Promise<Intent>
  /** Sends all the money back; asking twice sends it once. */
  refund(intentId: string): Promise<void>
  /** What a signed message tells; refuses a message that the provider did not sign, or that is older than 5 minutes. */
  verifyWebhook(body: Buffer, signature: string | undefined): PaymentEvent
  /** What happened to money that had come already, from this moment on or as far back as the provider remembers. */
  listEventsSince(since: Date | null): AsyncIterable<PaymentEvent>
  /** Every intent of the account with what was sent back, for checking the books. */
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
// The buyer waits for these calls with the page open; Stripe answers in well under a second.
const timeoutMs = 15_000
// A recorded message is worth nothing after this: long enough for two clocks that differ a little.
const toleranceSeconds = 300
// Stripe's own bound of its ids.
const maxIdLength = 255

const toStatus = (status: string): Intent['status'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'canceled' : 'open'
}

/** The charge of an intent, where it was asked for; an intent that nobody paid yet has none. */
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

/** What the provider's trouble means to the buyer: nothing is known, nothing was promised, try again. */
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

/**
 * Opens the way to the card provider.
 * @param options.sandbox where the stand-in answers, when no account at Stripe is configured
 */
export const createPaymentProvider = (options: {
  secretKey: string
  webhookSecret: string
  sandbox?: { host: string; port: number }
}): PaymentProvider => {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(options.sandbox && { ...options.sandbox, protocol: 'http' as const }),
  })
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
        // Canceled before, or paid a moment ago: the intent itself says which.
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
    verifyWebhook: (body, signature) => verifyWebhook(stripe, options.webhookSecret, body, signature),
    listEventsSince: (since) => listEventsSince(stripe, since),
    listIntents: () => listIntents(stripe),
  }
}

// What may be told, in the little that is believed of it: what it is about. All else is read again from the provider.
const StripeEvent = z.object({
  id: z.string().min(1).max(maxIdLength),
  type: z.string().max(maxIdLength),
  created: z.int(),
  data: z.object({
    object: z.object({ id: z.string().optional(), object: z.string(), payment_intent: z.unknown().optional() }),
  }),
})

/** An intent tells its own id; a charge, a refund and a dispute tell the intent that they belong to. */
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

const verifyWebhook = (stripe: Stripe, secret: string, body: Buffer, signature: string | undefined): PaymentEvent => {
  let event: unknown
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds)
  } catch {
    throw new ApiError('bad_signature')
  }
  const parsed = StripeEvent.safeParse(event)
  if (!parsed.success) throw new ApiError('bad_request')
  return toPaymentEvent(parsed.data)
}

/** What the bank said last; a buyer may ask twice for the same money. */
const getDispute = async (stripe: Stripe, intentId: string): Promise<Dispute> => {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 10 })
  return toDispute(data.map(({ status }) => status))
}

/** Lost once is lost; a mere warning that was closed took no money and counts as won. */
const toDispute = (statuses: string[]): Dispute => {
  if (statuses.includes('lost')) return 'lost'
  return statuses.length > 0 && statuses.every((status) => /^(?:won|warning_closed|prevented)$/.test(status))
    ? 'won'
    : 'open'
}

// Of intents themselves nothing is asked for: the sweeper looks at every one that is open.
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
