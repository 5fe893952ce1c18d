// All payments, refunds and ledger entries, for those who pay sellers out.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { Id, Paging } from '#contract/fields.ts'
import { LedgerEntry } from './deals.ts'
import { accountKinds, ledgerFlows, paymentStates, refundStates } from './list-filters.ts'
import { isPeriodInOrder, periodFields, periodIssue, toDay } from './period.ts'

const Timestamp = z.iso.datetime()
const describeChoice = (name: string, values: readonly string[]) => ({
  error: toReason('not_value', { name, value: values.join(', ') }),
})

const AdminPaymentSummary = z
  .object({
    _id: Id,
    state: z.enum(paymentStates),
    provider: z.string(),
    /** In Taka. */
    amount: z.int(),
    transactionId: z.string().nullable(),
    productName: z.string(),
    buyerName: z.string(),
    dealId: Id.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'AdminPaymentSummary' })

const AdminRefund = z
  .object({
    _id: Id,
    paymentId: Id,
    state: z.enum(refundStates),
    /** In Taka; a part of one as decimals. */
    amount: z.number(),
    productName: z.string(),
    buyerName: z.string(),
    /** Of the provider, or of the transfer by hand. */
    reference: z.string().nullable(),
    lastError: z.string().nullable(),
    createdAt: Timestamp,
    settledAt: Timestamp.nullable(),
  })
  .meta({ id: 'AdminRefund' })

const AdminPayment = AdminPaymentSummary.extend({
  purpose: z.string(),
  slug: z.string(),
  refundReason: z.string().nullable(),
  disputedAt: Timestamp.nullable(),
  disputeOutcome: z.enum(['won', 'lost']).nullable(),
  refunds: z.array(AdminRefund),
  entries: z.array(LedgerEntry),
}).meta({ id: 'AdminPayment' })

export const adminMoneyCalls = {
  'GET /allpayments': {
    summary: 'All payments, newest first',
    access: 'cashier',
    query: Paging.extend({
      state: z.enum(paymentStates, describeChoice('state', paymentStates)).optional(),
      day: toDay('day').optional(),
    }),
    response: z.array(AdminPaymentSummary),
    list: true,
  },
  'GET /allpayments/:id': {
    summary: 'One payment with its refunds and ledger entries',
    access: 'cashier',
    params: z.strictObject({ id: Id }),
    response: AdminPayment,
    errors: ['not_found'],
  },
  'GET /allrefunds': {
    summary: 'All refunds, newest first',
    access: 'cashier',
    query: Paging.extend({ state: z.enum(refundStates, describeChoice('state', refundStates)).optional() }),
    response: z.array(AdminRefund),
    list: true,
  },
  'GET /ledger': {
    summary: 'The entries of the ledger, newest first',
    access: 'cashier',
    query: Paging.extend({
      day: toDay('day').optional(),
      account: z.enum(accountKinds, describeChoice('account', accountKinds)).optional(),
      /** What was released to sellers, or what buyers got back, as the overview counts it. */
      flow: z.enum(ledgerFlows, describeChoice('flow', ledgerFlows)).optional(),
      ...periodFields,
    }).refine(isPeriodInOrder, periodIssue),
    response: z.array(LedgerEntry),
    list: true,
  },
} as const satisfies Calls
