// The objects that the card sandbox stores, with Stripe's field names, so that a response is the stored object.
import { z } from 'zod'
import { BalanceTransaction, Payout } from './balance-schemas.ts'
import { Evidence, EvidenceDetails } from './evidence-schemas.ts'

const Metadata = z.record(z.string(), z.string())
const UnixSeconds = z.number().int()
// Fields that the sandbox never fills have a default, so that a journal written before they existed is still read.
const AlwaysNull = z.null().default(null)
const testMode = z.literal(false)

const BillingDetails = z.object({
  address: AlwaysNull,
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tax_id: AlwaysNull,
})

const cardFields = {
  brand: z.string(),
  checks: AlwaysNull,
  country: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  funding: z.string(),
  last4: z.string(),
  regulated_status: AlwaysNull,
  wallet: AlwaysNull,
}

const CardDetails = z.object({
  ...cardFields,
  display_brand: AlwaysNull,
  generated_from: AlwaysNull,
  networks: AlwaysNull,
  three_d_secure_usage: AlwaysNull,
})

const ChargedCard = z.object({
  ...cardFields,
  amount_authorized: z.number().int().nullable().default(null),
  authorization_code: AlwaysNull,
  electronic_commerce_indicator: AlwaysNull,
  installments: AlwaysNull,
  mandate: AlwaysNull,
  network: z.string().nullable().default(null),
  network_transaction_id: AlwaysNull,
  three_d_secure: z
    .object({
      authentication_flow: z.literal('challenge'),
      electronic_commerce_indicator: z.literal('05'),
      exemption_indicator: AlwaysNull,
      result: z.literal('authenticated'),
      result_reason: AlwaysNull,
      transaction_id: z.string(),
      version: z.literal('2.2.0'),
    })
    .nullable()
    .default(null),
  transaction_link_id: AlwaysNull,
})

export const PaymentMethod = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  billing_details: BillingDetails,
  card: CardDetails,
  created: UnixSeconds,
  customer: AlwaysNull,
  customer_account: AlwaysNull,
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
  allowed_payment_method_types: z.array(z.string()).nullable().default(null),
  amount: z.number().int(),
  amount_capturable: z.literal(0),
  amount_received: z.number().int(),
  application: AlwaysNull,
  application_fee_amount: AlwaysNull,
  automatic_payment_methods: z.object({ allow_redirects: z.string(), enabled: z.boolean() }).nullable(),
  canceled_at: UnixSeconds.nullable(),
  cancellation_reason: z.string().nullable(),
  capture_method: z.literal('automatic_async'),
  client_secret: z.string(),
  confirmation_method: z.literal('automatic'),
  created: UnixSeconds,
  currency: z.string(),
  customer: AlwaysNull,
  customer_account: AlwaysNull,
  description: z.string().nullable(),
  excluded_payment_method_types: AlwaysNull,
  last_payment_error: ErrorBody.nullable(),
  latest_charge: z.string().nullable(),
  livemode: testMode,
  managed_payments: AlwaysNull,
  metadata: Metadata,
  next_action: NextAction.nullable(),
  on_behalf_of: AlwaysNull,
  payment_method: z.string().nullable(),
  payment_method_configuration_details: AlwaysNull,
  payment_method_options: AlwaysNull,
  payment_method_types: z.array(z.string()),
  payment_record: AlwaysNull,
  processing: AlwaysNull,
  receipt_email: z.string().nullable(),
  review: AlwaysNull,
  setup_future_usage: AlwaysNull,
  shipping: AlwaysNull,
  source: AlwaysNull,
  statement_descriptor: AlwaysNull,
  statement_descriptor_suffix: AlwaysNull,
  status: z.enum(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']),
  transfer_group: AlwaysNull,
})

const Outcome = z.object({
  advice_code: AlwaysNull,
  network_advice_code: AlwaysNull,
  network_decline_code: AlwaysNull,
  network_status: z.enum(['approved_by_network', 'declined_by_network']),
  reason: z.string().nullable(),
  seller_message: z.string(),
  type: z.enum(['authorized', 'issuer_declined']),
})

export const Charge = z.object({
  id: z.string(),
  object: z.literal('charge'),
  amount: z.number().int(),
  amount_captured: z.number().int(),
  amount_refunded: z.number().int(),
  application: AlwaysNull,
  application_fee: AlwaysNull,
  application_fee_amount: AlwaysNull,
  balance_transaction: z.string().nullable().default(null),
  billing_details: BillingDetails,
  calculated_statement_descriptor: AlwaysNull,
  captured: z.boolean(),
  created: UnixSeconds,
  currency: z.string(),
  customer: AlwaysNull,
  description: z.string().nullable(),
  disputed: z.boolean(),
  failure_balance_transaction: AlwaysNull,
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  fraud_details: AlwaysNull,
  livemode: testMode,
  metadata: Metadata,
  on_behalf_of: AlwaysNull,
  outcome: Outcome.nullable().default(null),
  paid: z.boolean(),
  payment_intent: z.string(),
  payment_method: z.string(),
  payment_method_details: z.object({ card: ChargedCard, type: z.literal('card') }),
  receipt_email: z.string().nullable(),
  receipt_number: AlwaysNull,
  receipt_url: AlwaysNull,
  refunded: z.boolean(),
  review: AlwaysNull,
  shipping: AlwaysNull,
  source: AlwaysNull,
  source_transfer: AlwaysNull,
  statement_descriptor: AlwaysNull,
  statement_descriptor_suffix: AlwaysNull,
  status: z.enum(['succeeded', 'failed']),
  transfer_data: AlwaysNull,
  transfer_group: AlwaysNull,
})

export const Refund = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.number().int(),
  balance_transaction: z.string().nullable().default(null),
  charge: z.string(),
  created: UnixSeconds,
  currency: z.string(),
  customer: AlwaysNull,
  customer_account: AlwaysNull,
  failure_balance_transaction: z.string().optional(),
  failure_reason: z.string().optional(),
  metadata: Metadata,
  payment_intent: z.string(),
  payment_method: z.string().nullable().default(null),
  pending_reason: z.enum(['processing']).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable(),
  receipt_number: AlwaysNull,
  source_transfer_reversal: AlwaysNull,
  status: z.enum(['pending', 'succeeded', 'failed']),
  transfer_reversal: AlwaysNull,
})

export const Dispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.number().int(),
  balance_transactions: z.array(BalanceTransaction).default([]),
  charge: z.string(),
  created: UnixSeconds,
  currency: z.string(),
  enhanced_eligibility_types: z.array(z.never()).default([]),
  evidence: Evidence.prefault({}),
  evidence_details: EvidenceDetails.prefault({}),
  intended_submission_method: AlwaysNull,
  is_charge_refundable: z.literal(false).default(false),
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
  'refund.updated',
  'refund.failed',
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
  z.object({ kind: z.literal('balance'), value: BalanceTransaction }),
  z.object({ kind: z.literal('payout'), value: Payout }),
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
