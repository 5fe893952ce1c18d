// Stripe, and nothing of Stripe elsewhere: poisha, intents, signatures and its errors end here.
import { Stripe } from 'stripe'
import { z } from 'zod'
import { Refused } from '#contract/errors/api-errors.ts'

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
  sentBackTaka: number
  /** Nothing of the money that came is left. */
  isSentBack: boolean
  /** What the buyer's bank says about it; null when it never asked for the money. */
  dispute: Dispute | null
}

export type Dispute = 'open' | 'won' | 'lost'

/** Something that happened at the provider, each with an id of its own. */
export type Event = { id: string; type: string; intentId: string | null; madeAt: Date }

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
  /** What a signed message tells; refuses a message that the provider did not sign, or that is older than 5 minutes. */
  heard(body: Buffer, signature: string | undefined): Event
  /** What happened to money that had come already, from this moment on or as far back as the provider remembers. */
  eventsSince(moment: Date | null): AsyncIterable<Event>
  /** Every intent of the account with what was sent back, for checking the books. */
  all(): AsyncIterable<BookedIntent>
}

type BookedIntent = {
  id: string
  status: string
  amountPoisha: number
  refundedPoisha: number
  currency: string
  dispute: Dispute | null
}

const poishaPerTaka = 100
// The buyer waits for these calls with the page open; Stripe answers in well under a second.
const answerMs = 15_000
// A recorded message is worth nothing after this: long enough for two clocks that differ a little.
const toleranceSeconds = 300
// Stripe's own bound of its ids.
const longestId = 255

const statusOf = (status: string): Intent['status'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' ? 'canceled' : 'open'
}

/** The charge of an intent, where it was asked for; an intent that nobody paid yet has none. */
const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null

const intentOf = (found: Stripe.PaymentIntent, dispute: Dispute | null = null): Intent => ({
  id: found.id,
  status: statusOf(found.status),
  amountTaka: found.amount / poishaPerTaka,
  currency: found.currency,
  clientSecret: found.client_secret ?? '',
  paymentId: found.metadata['paymentId'],
  bikeId: found.metadata['bikeId'],
  buyerId: found.metadata['buyerId'],
  sentBackTaka: Math.floor((chargeOf(found)?.amount_refunded ?? 0) / poishaPerTaka),
  isSentBack: found.status === 'succeeded' && chargeOf(found)?.refunded === true,
  dispute,
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
  const look = async (intentId: string) => {
    const found = await kindly(stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
    return intentOf(found, chargeOf(found)?.disputed ? await kindly(disputeOf(stripe, intentId)) : null)
  }
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
    eventsSince: (moment) => eventsSince(stripe, moment),
    all: () => everyIntent(stripe),
  }
}

// What may be told, in the little that is believed of it: what it is about. All else is read again from the provider.
const Told = z.object({
  id: z.string().min(1).max(longestId),
  type: z.string().max(longestId),
  created: z.int(),
  data: z.object({
    object: z.object({ id: z.string().optional(), object: z.string(), payment_intent: z.unknown().optional() }),
  }),
})

/** An intent tells its own id; a charge, a refund and a dispute tell the intent that they belong to. */
const intentIdOf = ({ object: { object, id, payment_intent: of } }: z.infer<typeof Told>['data']): string | null => {
  const intentId = object === 'payment_intent' ? id : of
  return typeof intentId === 'string' && intentId.length <= longestId ? intentId : null
}

const eventOf = ({ id, type, created, data }: z.infer<typeof Told>): Event => ({
  id,
  type,
  intentId: intentIdOf(data),
  madeAt: new Date(created * 1000),
})

const heard = (stripe: Stripe, secret: string, body: Buffer, signature: string | undefined): Event => {
  let event: unknown
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds)
  } catch {
    throw new Refused('bad_signature')
  }
  const told = Told.safeParse(event)
  if (!told.success) throw new Refused('bad_request')
  return eventOf(told.data)
}

/** What the bank said last; a buyer may ask twice for the same money. */
const disputeOf = async (stripe: Stripe, intentId: string): Promise<Dispute> => {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 10 })
  return standingOf(data.map(({ status }) => status))
}

/** Lost once is lost; a mere warning that was closed took no money and counts as won. */
const standingOf = (statuses: string[]): Dispute => {
  if (statuses.includes('lost')) return 'lost'
  return statuses.length > 0 && statuses.every((status) => /^(?:won|warning_closed|prevented)$/.test(status))
    ? 'won'
    : 'open'
}

// Of intents themselves nothing is asked for: the sweeper looks at every one that is open.
const afterTheSale = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

async function* eventsSince(stripe: Stripe, moment: Date | null): AsyncGenerator<Event> {
  const created = moment && { created: { gte: Math.floor(moment.getTime() / 1000) } }
  for await (const event of stripe.events.list({ types: afterTheSale, limit: 100, ...created })) {
    const told = Told.safeParse(event)
    if (told.success) yield eventOf(told.data)
  }
}

async function* everyIntent(stripe: Stripe): AsyncGenerator<BookedIntent> {
  const disputes = new Map<unknown, string[]>()
  for await (const { payment_intent: intentId, status } of stripe.disputes.list({ limit: 100 })) {
    disputes.set(intentId, [...(disputes.get(intentId) ?? []), status])
  }
  const intents = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  for await (const found of intents) {
    const disputed = disputes.get(found.id)
    yield {
      id: found.id,
      status: found.status,
      amountPoisha: found.amount,
      refundedPoisha: chargeOf(found)?.amount_refunded ?? 0,
      currency: found.currency,
      dispute: disputed ? standingOf(disputed) : null,
    }
  }
}
