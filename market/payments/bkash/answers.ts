// Pure. What bKash answers, and what it means. docs/payment-providers.md says for each field how sure we are of it.
import { z } from 'zod'
import type { ProviderRefund } from '#market/payments/charges/provider-records.ts'
import { idPattern } from '#contract/fields.ts'
import type { Intent, PaymentFailure, ProviderPayout } from '#market/payments/providers.ts'

const poishaPerTaka = 100

/** Every answer has a code. Older versions of the API call it `errorCode` in a refusal, gateways send `message` alone. */
export const Answer = z.object({
  statusCode: z.string().optional(),
  statusMessage: z.string().optional(),
  errorCode: z.string().optional(),
  errorMessage: z.string().optional(),
  message: z.string().optional(),
})

export const successCode = '0000'
/** The payment was executed before. */
export const executedCodes = new Set(['2062', '2117'])
/** The buyer has not typed number, code and PIN yet. */
export const notAuthorizedCodes = new Set(['2056', '2060'])
/** App key, secret, user name or password are wrong. */
export const refusedKeyCodes = new Set(['2001', '2067', '2079'])
export const unknownPaymentCodes = new Set(['2002', '2033'])
/** bKash has a payment with this invoice number already. */
export const duplicateInvoiceCode = '2029'
/**
 * bKash did not send a payout: key, amount, no such wallet, no permission, no balance, missing field. After any other code it
 * may have been sent.
 */
export const refusedPayoutCodes = new Set(['2001', '2006', '2023', '2057', '2058', '2065', '2067'])

export const Token = z.object({
  id_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
})

/** An amount in Taka with at most two decimals: "1500.00". */
const Amount = z.string().regex(/^\d{1,9}(?:\.\d{1,2})?$/)

/** An id of bKash; the tables take at most 255 characters. */
const Id = z.string().min(1).max(255)

export const CreatedPayment = z.object({
  paymentID: Id,
  bkashURL: z.url({ protocol: /^https?$/ }).max(2048),
  amount: Amount,
  currency: z.string(),
})

export const KnownPayment = z.object({
  paymentID: Id,
  transactionStatus: z.string(),
  amount: Amount,
  currency: z.string(),
  trxID: Id.optional(),
  // The two calls name it differently.
  merchantInvoice: z.string().optional(),
  merchantInvoiceNumber: z.string().optional(),
  verificationStatus: z.string().optional(),
  userVerificationStatus: z.string().optional(),
})
type KnownPayment = z.infer<typeof KnownPayment>

const Refund = z.object({
  refundTrxID: Id,
  transactionStatus: z.string().default('Completed'),
  amount: Amount,
})
export const RefundAnswer = Refund
/** The refunds of a payment: a list, or the only one. */
export const RefundList = z.union([
  z.object({ refundTransactions: z.array(Refund) }),
  Refund.transform((refund) => ({ refundTransactions: [refund] })),
])

/** A payout, as its order and the search answer. */
export const PayoutAnswer = z.object({
  trxID: z.string().min(1).max(120),
  transactionStatus: z.string(),
  amount: Amount,
  merchantInvoiceNumber: z.string(),
})

/** 1500 → "1500.00" */
export const formatAmount = (poisha: number): string => (poisha / poishaPerTaka).toFixed(2)

/** "1500.5" → 150050 */
export const parsePoisha = (amount: string): number => Math.round(Number(amount) * poishaPerTaka)

/** What bKash keeps of an amount, in poisha. */
export const toChargePoisha = (amountTaka: number, percent: number): number => Math.round(amountTaka * percent)

/** Why bKash took nothing; `refused` for a code that is not known, after which it may still take the money. */
export const toFailure = (code: string | undefined): PaymentFailure => {
  if (code === '2023') return 'no_balance'
  if (code === '2011' || code === '2014' || code === '2015') return 'wrong_pin'
  if (code === '2018' || code === '2019') return 'otp_expired'
  return code === '2069' ? 'cancelled' : 'refused'
}

const statuses: Record<string, Intent['status']> = {
  completed: 'succeeded',
  cancelled: 'canceled',
  canceled: 'canceled',
  failed: 'canceled',
  expired: 'canceled',
  declined: 'canceled',
}

const failures: Record<string, PaymentFailure> = {
  cancelled: 'cancelled',
  canceled: 'cancelled',
  expired: 'hold_ended',
}

const isVerified = ({ verificationStatus, userVerificationStatus }: KnownPayment): boolean =>
  (verificationStatus ?? userVerificationStatus ?? '').toLowerCase() === 'complete'

/** What every payment of bKash has in common. */
const sameForAll = {
  clientSecret: '',
  bikeId: undefined,
  buyerId: undefined,
  purpose: 'full',
  orderedRefunds: [],
  refundedElsewherePoisha: 0,
  refundedTaka: 0,
  isRefunded: false,
  dispute: null,
  disputedPoisha: 0,
  // The wallet asks for its PIN.
  isAuthenticated: true,
} as const

/** A payment of bKash; our id of it is the invoice number. */
export const toIntent = (payment: KnownPayment, failure: PaymentFailure | null = null): Intent => {
  const amountTaka = parsePoisha(payment.amount) / poishaPerTaka
  const status = payment.transactionStatus.toLowerCase()
  const ended = statuses[status]
  const invoice = payment.merchantInvoice ?? payment.merchantInvoiceNumber ?? ''
  return {
    ...sameForAll,
    id: payment.paymentID,
    status: ended ?? (isVerified(payment) ? 'authorized' : 'open'),
    amountTaka,
    priceTaka: amountTaka,
    currency: payment.currency.toLowerCase(),
    redirectUrl: null,
    transactionId: payment.trxID ?? null,
    mayBeAuthorized:
      ended === undefined && (payment.verificationStatus ?? payment.userVerificationStatus) === undefined,
    failure: failure ?? (ended === 'canceled' ? (failures[status] ?? 'refused') : null),
    paymentId: idPattern.test(invoice) ? invoice : undefined,
  }
}

/** A payment that bKash has just created. */
export const toNewIntent = (
  { paymentID, bkashURL, amount, currency }: z.infer<typeof CreatedPayment>,
  id: string,
): Intent => ({
  ...toIntent({ paymentID, amount, currency, transactionStatus: 'Initiated', merchantInvoiceNumber: id }),
  redirectUrl: bkashURL,
})

export const toProviderRefund = ({
  refundTrxID,
  transactionStatus,
  amount,
}: z.infer<typeof Refund>): ProviderRefund => {
  const status = transactionStatus.toLowerCase()
  return {
    id: refundTrxID,
    status: status === 'completed' ? 'succeeded' : /^(?:failed|cancelled)$/.test(status) ? 'failed' : 'pending',
    amountPoisha: parsePoisha(amount),
    refundId: null,
    failure: null,
  }
}

/** A payout as bKash has it. An answer about another one, or a status that is not known, says nothing. */
export const toProviderPayout = (answer: z.infer<typeof PayoutAnswer>, id: string): ProviderPayout => {
  const status = answer.transactionStatus.toLowerCase()
  if (answer.merchantInvoiceNumber !== id) return { status: 'unknown' }
  if (status === 'completed')
    return { status: 'succeeded', amountPoisha: parsePoisha(answer.amount), transactionId: answer.trxID }
  if (/^(?:failed|cancelled|reversed)$/.test(status))
    return { status: 'failed', failure: `bKash says: ${answer.transactionStatus}` }
  return { status: 'unknown' }
}
