// The objects that the card sandbox stores, with Stripe's field names, so that a response is the stored object.
import { z } from 'zod'

const Metadata = z.record(z.string(), z.string())
const UnixSeconds = z.number().int()
const AlwaysNull = z.null()
const testMode = z.literal(false)

const BillingDetails = z.object({
  address: z.null(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
})

const CardDetails = z.object({
  brand: z.string(),
  country: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  funding: z.string(),
  last4: z.string(),
})

export const PaymentMethod = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  billing_details: BillingDetails,
  card: CardDetails,
  created: UnixSeconds,
  customer: AlwaysNull,
  livemode: testMode,
  metadata: Metadata,
  type: z.literal('card'),
})

export const ErrorBody = z.object({
  type: z.enum(['card_error', 'invalid_request_error', 'idempotency_error', 'api_error']),
  code: z.string().optional(),
  decline_code: z.string().optional(),
  message: z.string(),
  param: z.string().optional(),
  charge: z.string().optional(),
  doc_url: z.string().optional(),
  payment_method: PaymentMethod.optional(),
})

const NextAction = z.object({
  type: z.literal('use_stripe_sdk'),
  use_stripe_sdk: z.object({ type: z.literal('three_d_secure_redirect'), stripe_js: z.string() }),
})

export const Intent = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  amount: z.number().int(),
  amount_capturable: z.literal(0),
  amount_received: z.number().int(),
  automatic_payment_methods: z.object({ allow_redirects: z.string(), enabled: z.boolean() }).nullable(),
  canceled_at: UnixSeconds.nullable(),
  cancellation_reason: z.string().nullable(),
  capture_method: z.literal('automatic_async'),
  client_secret: z.string(),
  confirmation_method: z.literal('automatic'),
  created: UnixSeconds,
  currency: z.string(),
  customer: AlwaysNull,
  description: z.string().nullable(),
  last_payment_error: ErrorBody.nullable(),
  latest_charge: z.string().nullable(),
  livemode: testMode,
  metadata: Metadata,
  next_action: NextAction.nullable(),
  payment_method: z.string().nullable(),
  payment_method_types: z.array(z.string()),
  processing: AlwaysNull,
  receipt_email: z.string().nullable(),
  setup_future_usage: AlwaysNull,
  shipping: AlwaysNull,
  status: z.enum(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']),
})

export const Charge = z.object({
  id: z.string(),
  object: z.literal('charge'),
  amount: z.number().int(),
  amount_captured: z.number().int(),
  amount_refunded: z.number().int(),
  billing_details: BillingDetails,
  captured: z.boolean(),
  created: UnixSeconds,
  currency: z.string(),
  customer: AlwaysNull,
  description: z.string().nullable(),
  disputed: z.boolean(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  livemode: testMode,
  metadata: Metadata,
  paid: z.boolean(),
  payment_intent: z.string(),
  payment_method: z.string(),
  payment_method_details: z.object({ card: CardDetails, type: z.literal('card') }),
  receipt_email: z.string().nullable(),
  refunded: z.boolean(),
  status: z.enum(['succeeded', 'failed']),
})

export const Refund = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.number().int(),
  charge: z.string(),
  created: UnixSeconds,
  currency: z.string(),
  metadata: Metadata,
  payment_intent: z.string(),
  reason: z.string().nullable(),
  status: z.literal('succeeded'),
})

export const Dispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.number().int(),
  charge: z.string(),
  created: UnixSeconds,
  currency: z.string(),
  livemode: testMode,
  metadata: Metadata,
  payment_intent: z.string(),
  reason: z.literal('fraudulent'),
  status: z.enum(['needs_response', 'won', 'lost']),
})

export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

export const StripeEvent = z.object({
  id: z.string(),
  object: z.literal('event'),
  api_version: z.string(),
  created: UnixSeconds,
  data: z.object({ object: z.union([Intent, Charge, Refund, Dispute]) }),
  livemode: testMode,
  pending_webhooks: z.literal(1),
  request: z.object({ id: z.string(), idempotency_key: z.string().nullable() }),
  type: z.enum(eventTypes),
})

/** The response stored under an idempotency key; `at` is in Unix seconds. */
export const StoredResponse = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.number().int(),
  body: z.string(),
  at: UnixSeconds,
})

/** One thing that changed. A line of the journal is a list of these: all of it happened, or none of it. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('method'), value: PaymentMethod, card: z.string() }),
  z.object({ kind: z.literal('intent'), value: Intent }),
  z.object({ kind: z.literal('charge'), value: Charge }),
  z.object({ kind: z.literal('refund'), value: Refund }),
  z.object({ kind: z.literal('dispute'), value: Dispute }),
  z.object({ kind: z.literal('event'), value: StripeEvent }),
  z.object({ kind: z.literal('delivered'), eventId: z.string() }),
  z.object({ kind: z.literal('answer'), value: StoredResponse }),
])

export type PaymentMethod = z.infer<typeof PaymentMethod>
export type ErrorBody = z.infer<typeof ErrorBody>
export type Intent = z.infer<typeof Intent>
export type Charge = z.infer<typeof Charge>
export type Dispute = z.infer<typeof Dispute>
export type Refund = z.infer<typeof Refund>
export type StripeEvent = z.infer<typeof StripeEvent>
export type StoredResponse = z.infer<typeof StoredResponse>
export type Change = z.infer<typeof Change>
