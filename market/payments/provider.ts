// Stripe, and nothing of Stripe elsewhere: poisha, intents, signatures and its errors end here.
import { Stripe } from 'stripe'
import { Refused } from '../../contract/refusals.ts'

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
}

/** The card provider. Every call of it may refuse with `cards_unavailable`, which says nothing about what it did. */
export type Cards = {
  /** Makes the intent of this payment, or gives the one that was made: the payment's id is the idempotency key. */
  begin(payment: { id: string; amountTaka: number; bikeId: string; buyerId: string }): Promise<Intent>
  /** The intent as it stands at the provider now; refuses `not_found` for one that is not of this shop's account. */
  look(intentId: string): Promise<Intent>
  /** Ends the intent; gives it as it then stands, which may be `succeeded` when the money was faster. */
  cancel(intentId: string): Promise<Intent>
  /** Sends all the money back; asking twice sends it once. */
  refund(intentId: string): Promise<void>
  /** The intent that a signed message is about, or null; refuses a message that the provider did not sign. */
  heard(body: Buffer, signature: string | undefined): { intentId: string } | null
  /** Every intent of the account with what was sent back, for checking the books. */
  all(): AsyncIterable<{ id: string; status: string; amountPoisha: number; refundedPoisha: number; currency: string }>
}

const poishaPerTaka = 100
// The buyer waits for these calls with the page open; Stripe answers in well under a second.
const answerMs = 15_000

const statusOf = (status: string): Intent['status'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'canceled' : 'open'
}

const intentOf = (found: Stripe.PaymentIntent): Intent => ({
  id: found.id,
  status: statusOf(found.status),
  amountTaka: found.amount / poishaPerTaka,
  currency: found.currency,
  clientSecret: found.client_secret ?? '',
  paymentId: found.metadata['paymentId'],
  bikeId: found.metadata['bikeId'],
  buyerId: found.metadata['buyerId'],
})

/** What the provider's trouble means to the buyer: nothing is known, nothing was promised, try again. */
const kindly = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
      throw new Refused('not_found')
    }
    const unknown = new Refused('cards_unavailable')
    unknown.cause = error
    throw unknown
  }
}

const isTooLate = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

const isRefundedAlready = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'

/**
 * Opens the way to the card provider.
 * @param options.sandbox where the stand-in answers, when no account at Stripe is configured
 */
export const openCards = (options: {
  secretKey: string
  webhookSecret: string
  sandbox?: { host: string; port: number }
}): Cards => {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: answerMs,
    telemetry: false,
    ...(options.sandbox && { ...options.sandbox, protocol: 'http' as const }),
  })
  const look = async (intentId: string) => intentOf(await kindly(stripe.paymentIntents.retrieve(intentId)))
  return {
    look,
    begin: async ({ id, amountTaka, bikeId, buyerId }) =>
      intentOf(
        await kindly(
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
    cancel: async (intentId) => {
      try {
        return intentOf(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // Canceled before, or paid a moment ago: the intent itself says which.
        return isTooLate(error) ? look(intentId) : kindly(Promise.reject(error))
      }
    },
    refund: async (intentId) => {
      try {
        await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` })
      } catch (error) {
        if (!isRefundedAlready(error)) await kindly(Promise.reject(error))
      }
    },
    heard: (body, signature) => heard(stripe, options.webhookSecret, body, signature),
    all: () => everyIntent(stripe),
  }
}

const heard = (stripe: Stripe, secret: string, body: Buffer, signature: string | undefined) => {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', secret)
  } catch {
    throw new Refused('bad_signature')
  }
  // What the message says is not believed, only what it is about: the intent is read again from the provider.
  return event.type.startsWith('payment_intent.') &&
    'id' in event.data.object &&
    typeof event.data.object.id === 'string'
    ? { intentId: event.data.object.id }
    : null
}

async function* everyIntent(stripe: Stripe) {
  const intents = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  for await (const found of intents) {
    const charge = typeof found.latest_charge === 'string' ? null : found.latest_charge
    yield {
      id: found.id,
      status: found.status,
      amountPoisha: found.amount,
      refundedPoisha: charge?.amount_refunded ?? 0,
      currency: found.currency,
    }
  }
}
