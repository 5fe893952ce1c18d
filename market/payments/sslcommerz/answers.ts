// Pure. What SSLCommerz answers, and what it means. docs/payment-providers.md says for each field how sure we are of it.
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderRefund } from '#market/payments/charges/provider-records.ts'
import type { Intent, PaymentFailure } from '#market/payments/providers.ts'

const poishaPerTaka = 100
const base = 36n
const uuidHexDigits = 32

/** Our id of a payment as `tran_id`, which has at most 30 characters: the UUID to the base 36. */
export const toTransactionId = (id: string): string => BigInt(`0x${id.replaceAll('-', '')}`).toString(Number(base))

const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The id of the payment of a `tran_id`; undefined for a transaction of another system of the same store. */
export const toPaymentId = (transactionId: string): string | undefined => {
  if (!/^[0-9a-z]{1,25}$/.test(transactionId)) return undefined
  let value = 0n
  for (const digit of transactionId) value = value * base + BigInt(Number.parseInt(digit, Number(base)))
  const hex = value.toString(16).padStart(uuidHexDigits, '0')
  return hex.length === uuidHexDigits ? toUuid(hex) : undefined
}

/** An amount in Taka with at most two decimals: "1500.00". */
const Amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,9}(?:\.\d{1,2})?$/))

const Text = z.union([z.string(), z.number()]).transform(String)

export const CreatedSession = z.object({
  status: z.literal('SUCCESS'),
  sessionkey: z.string().min(1).max(255),
  GatewayPageURL: z.url({ protocol: /^https?$/ }).max(2048),
})
export const RefusedSession = z.object({ status: z.literal('FAILED'), failedreason: z.string().default('') })

const Transaction = z.object({
  status: z.string(),
  tran_id: Text,
  val_id: Text.optional(),
})

/** Says whether the keys of the store are right, before anything else. */
export const Connection = z.object({ APIConnect: z.string() })
/** The keys are wrong, or the store is closed. */
export const refusedConnections = new Set(['FAILED', 'INACTIVE'])

export const TransactionList = z.object({
  APIConnect: z.literal('DONE'),
  element: z.array(Transaction).default([]),
})
type Transaction = z.infer<typeof Transaction>

export const ValidatedPayment = z.object({
  APIConnect: z.literal('DONE').optional(),
  status: z.enum(['VALID', 'VALIDATED']),
  tran_id: Text,
  amount: Amount,
  // What was asked for in another currency would be here.
  currency_type: z.string().optional(),
  currency: z.string().optional(),
  bank_tran_id: z.string().min(1).max(255),
  /** What is left after the charge. */
  store_amount: Amount.optional().catch(undefined),
  risk_level: Text.default('0'),
})
type ValidatedPayment = z.infer<typeof ValidatedPayment>

export const RefundAnswer = z.object({
  APIConnect: z.literal('DONE'),
  status: z.string(),
  refund_ref_id: Text.pipe(z.string().max(255)).optional(),
  errorReason: z.string().nullish(),
})

/** 150000 → "1500.00" */
export const formatAmount = (poisha: number): string => (poisha / poishaPerTaka).toFixed(2)

const parsePoisha = (amount: string): number => Math.round(Number(amount) * poishaPerTaka)

/** What every payment of SSLCommerz has in common. */
const sameForAll = {
  clientSecret: '',
  bikeId: undefined,
  buyerId: undefined,
  purpose: 'full',
  priceTaka: 0,
  redirectUrl: null,
  mayBeAuthorized: false,
  orderedRefunds: [],
  refundedElsewherePoisha: 0,
  refundedTaka: 0,
  isRefunded: false,
  dispute: null,
  disputedPoisha: 0,
  isAuthenticated: true,
} as const

const failures: Record<string, PaymentFailure> = { CANCELLED: 'cancelled', FAILED: 'refused', EXPIRED: 'hold_ended' }

const paidStatuses = new Set(['VALID', 'VALIDATED'])

/** The paid one of the tries of a transaction; undefined where none is. */
export const findPaid = (tries: readonly Transaction[]): Transaction | undefined =>
  tries.find(({ status }) => paidStatuses.has(status))

/** A transaction that is not paid. It has ended only if each of its tries has; SSLCommerz lists none before the first one. */
export const toUnpaidIntent = (transactionId: string, tries: readonly Transaction[]): Intent => {
  const ends = tries.map(({ status }) => failures[status])
  const failure = ends.includes(undefined) ? undefined : ends.at(-1)
  return {
    ...sameForAll,
    id: transactionId,
    paymentId: toPaymentId(transactionId),
    status: failure === undefined ? 'open' : 'canceled',
    amountTaka: 0,
    currency: 'bdt',
    transactionId: null,
    failure: failure ?? null,
    isPending: ends.includes(undefined),
    isRisky: false,
  }
}

/** What SSLCommerz keeps; undefined where its answer does not say or cannot be. */
const getChargePoisha = ({ amount, store_amount: left }: ValidatedPayment): number | undefined => {
  if (left === undefined) return undefined
  const charge = parsePoisha(amount) - parsePoisha(left)
  return charge >= 0 ? charge : undefined
}

/** A transaction that SSLCommerz has validated. */
export const toPaidIntent = (paid: ValidatedPayment): Intent => ({
  ...sameForAll,
  id: paid.tran_id,
  paymentId: toPaymentId(paid.tran_id),
  status: 'succeeded',
  amountTaka: parsePoisha(paid.amount) / poishaPerTaka,
  currency: (paid.currency_type ?? paid.currency ?? '').toLowerCase(),
  transactionId: paid.bank_tran_id,
  chargePoisha: getChargePoisha(paid),
  failure: null,
  // "1" says that the bank or SSLCommerz doubts the payer; what is not "0" is doubted too.
  isRisky: paid.risk_level !== '0',
})

const refundStatuses: Record<string, ProviderRefund['status']> = {
  refunded: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
}

/**
 * A refund; `success` says that it was accepted, `processing` that it was accepted before, `refunded` that it is done. A word
 * that is not known waits: a refund that is ordered as a new one could go out twice.
 */
export const toProviderRefund = (
  { status, refund_ref_id, errorReason }: z.infer<typeof RefundAnswer>,
  { amountPoisha, refundId }: Pick<ProviderRefund, 'amountPoisha' | 'refundId'>,
): ProviderRefund => {
  const known = refundStatuses[status.toLowerCase()] ?? 'pending'
  const id = refund_ref_id === undefined || refund_ref_id === '' ? null : refund_ref_id
  return { id, status: known, amountPoisha, refundId, failure: known === 'failed' ? (errorReason ?? status) : null }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const signaturePattern = /^[0-9a-f]{32}$/

/** The `tran_id` of a notification that the owner of the store's password signed; null for any other. */
export const readNotification = (body: string, storePassword: string): string | null => {
  const fields = new URLSearchParams(body)
  const signature = fields.get('verify_sign') ?? ''
  const names = (fields.get('verify_key') ?? '').split(',').filter((name) => name !== '')
  // What is not signed is not read.
  if (!signaturePattern.test(signature) || !names.includes('tran_id')) return null
  const signed = new Map(names.map((name) => [name, fields.get(name) ?? '']))
  signed.set('store_passwd', md5(storePassword))
  const text = [...signed.keys()]
    .toSorted()
    .map((name) => `${name}=${signed.get(name)}`)
    .join('&')
  const isSigned = timingSafeEqual(Buffer.from(md5(text)), Buffer.from(signature))
  return isSigned ? fields.get('tran_id') : null
}
