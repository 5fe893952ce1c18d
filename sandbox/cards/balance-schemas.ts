// Balance transactions and payouts: what moves the balance of the Stripe account.
import { z } from 'zod'

const AlwaysNull = z.null().default(null)
const UnixSeconds = z.number().int()

const FeeDetail = z.object({
  amount: z.number().int(),
  application: AlwaysNull,
  currency: z.string(),
  description: z.string(),
  type: z.literal('stripe_fee'),
})

/** Amounts are in poisha and signed: what leaves the balance is negative. `net` is `amount` less `fee`. */
export const BalanceTransaction = z.object({
  id: z.string(),
  object: z.literal('balance_transaction'),
  amount: z.number().int(),
  available_on: UnixSeconds,
  balance_type: z.literal('payments'),
  created: UnixSeconds,
  currency: z.string(),
  description: z.string().nullable(),
  exchange_rate: AlwaysNull,
  fee: z.number().int(),
  fee_details: z.array(FeeDetail),
  net: z.number().int(),
  reporting_category: z.enum(['charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'payout', 'fee']),
  source: z.string().nullable(),
  status: z.literal('available'),
  type: z.enum(['charge', 'refund', 'refund_failure', 'adjustment', 'payout', 'stripe_fee']),
})

export const Payout = z.object({
  id: z.string(),
  object: z.literal('payout'),
  amount: z.number().int(),
  application_fee: AlwaysNull,
  application_fee_amount: AlwaysNull,
  arrival_date: UnixSeconds,
  automatic: z.literal(false).default(false),
  balance_transaction: z.string(),
  created: UnixSeconds,
  currency: z.string(),
  description: z.string().nullable(),
  destination: AlwaysNull,
  failure_balance_transaction: AlwaysNull,
  failure_code: AlwaysNull,
  failure_message: AlwaysNull,
  livemode: z.literal(false),
  metadata: z.record(z.string(), z.string()),
  method: z.literal('standard').default('standard'),
  original_payout: AlwaysNull,
  payout_method: AlwaysNull,
  reconciliation_status: z.literal('not_applicable').default('not_applicable'),
  reversed_by: AlwaysNull,
  source_type: z.literal('card').default('card'),
  statement_descriptor: AlwaysNull,
  status: z.literal('paid'),
  trace_id: AlwaysNull,
  type: z.literal('bank_account').default('bank_account'),
})

export type BalanceTransaction = z.infer<typeof BalanceTransaction>
export type Payout = z.infer<typeof Payout>
