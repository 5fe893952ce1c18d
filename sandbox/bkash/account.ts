// The merchant's account in the sandbox of bKash: payments, refunds and tokens, stored in a journal of one line each.
import { hourMs } from '#contract/time/durations.ts'
import { z } from 'zod'
import { createJournal } from '../cards/journal.ts'

/** What is listed for the sandbox: these wallets do not pay. Any other number of a phone does, with any code and PIN. */
export const listedWallets = {
  wrongPin: '01700000014',
  otpExpired: '01700000018',
  noBalance: '01700000023',
  /** Has reached what it may pay on a day. bKash publishes no code for it, so the sandbox has one that nobody knows. */
  dayLimit: '01700000061',
  /** Takes no payout: it is no wallet. */
  noWallet: '01700000057',
} as const

/** What the sandbox keeps of each payment; the real charge is in the contract. */
export const bkashSandboxChargePercent = 1.5
export const maxPinTries = 3
// bKash gives a buyer a day to pay.
const paymentTtlMs = 24 * 60 * 60_000
const tokenSeconds = 3_600
const maxTokenRequests = 2
const poishaPerTaka = 100
const percent = 100

const Payment = z.object({
  paymentID: z.string(),
  amountPoisha: z.number().int(),
  invoice: z.string(),
  payerReference: z.string(),
  callbackURL: z.string(),
  createdAt: z.number(),
  status: z.enum(['Initiated', 'Completed', 'Cancelled', 'Failed']),
  wallet: z.string().nullable(),
  isVerified: z.boolean(),
  pinTries: z.number().int(),
  trxID: z.string().nullable(),
  executedAt: z.number().nullable(),
  executions: z.number().int(),
  chargePoisha: z.number().int().default(0),
})
export type Payment = z.infer<typeof Payment>

const Refund = z.object({
  refundTrxID: z.string(),
  paymentID: z.string(),
  amountPoisha: z.number().int(),
  reason: z.string(),
  at: z.number(),
})
export type Refund = z.infer<typeof Refund>

const Payout = z.object({
  trxID: z.string(),
  invoice: z.string(),
  receiver: z.string(),
  amountPoisha: z.number().int(),
  at: z.number(),
})
export type Payout = z.infer<typeof Payout>

const TokenRequest = z.object({ kind: z.enum(['grant', 'refresh']), at: z.number() })

const Line = z.union([
  z.object({ payment: Payment }),
  z.object({ refund: Refund }),
  z.object({ payout: Payout }),
  z.object({ tokenRequest: TokenRequest }),
])

/** A refusal with the code of bKash. */
export class BkashApiError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** "1500.00" → 150000; refuses what bKash refuses. */
const parseAmount = (amount: string): number => {
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(amount) || Number(amount) < 1) throw new BkashApiError('2006', 'Invalid Amount')
  return Math.round(Number(amount) * poishaPerTaka)
}

export type NewPayment = { amount: string; invoice: string; payerReference: string; callbackURL: string }

/** The payments, refunds and requests for tokens of a state file. */
const createStore = async (stateFile: string) => {
  const { journal, lines } = await createJournal(stateFile)
  const payments = new Map<string, Payment>()
  const refunds: Refund[] = []
  const payouts: Payout[] = []
  const tokenRequests: z.infer<typeof TokenRequest>[] = []
  const apply = (line: z.infer<typeof Line>) => {
    if ('payment' in line) payments.set(line.payment.paymentID, line.payment)
    else if ('refund' in line) refunds.push(line.refund)
    else if ('payout' in line) payouts.push(line.payout)
    else tokenRequests.push(line.tokenRequest)
  }
  for (const line of lines) apply(Line.parse(line))
  return {
    payments,
    refunds,
    payouts,
    tokenRequests,
    journal,
    record: (line: z.infer<typeof Line>) => {
      apply(line)
      journal.append(line)
    },
  }
}

type AccountOptions = { stateFile: string; now: () => Date; createId: (prefix: string) => string }
type Store = Awaited<ReturnType<typeof createStore>>

/** The id of a transaction: capitals and digits, and a capital first, so that it is never a plain number. */
const createTransactionId = (createId: AccountOptions['createId'], length: number): string =>
  createId('D').slice(0, length).toUpperCase()

/** Gives tokens; blocks who asks more than twice in an hour. */
const createTokens = ({ tokenRequests, record }: Store, { now, createId }: AccountOptions) => {
  const tokens = new Map<string, number>()
  return {
    createToken: (kind: 'grant' | 'refresh') => {
      const at = now().getTime()
      const recent = tokenRequests.filter((one) => one.at > at - hourMs)
      record({ tokenRequest: { kind, at } })
      if (recent.length >= maxTokenRequests) throw new BkashApiError('2003', 'Process failed')
      const token = createId('id')
      tokens.set(token, at + tokenSeconds * 1_000)
      return { id_token: token, token_type: 'Bearer', expires_in: tokenSeconds, refresh_token: createId('refresh') }
    },
    // A restart forgets tokens, so those of this run and of earlier ones have the same form.
    isTokenValid: (token: string) => (tokens.get(token) ?? (token.startsWith('id') ? Infinity : 0)) > now().getTime(),
  }
}

/** Creates payments and takes their money, once each. */
const createPayments = ({ payments, record }: Store, { now, createId }: AccountOptions) => {
  const getPayment = (paymentID: string): Payment => {
    const payment = payments.get(paymentID)
    if (!payment) throw new BkashApiError('2002', 'Invalid Payment ID')
    return payment
  }
  const change = (payment: Payment, changes: Partial<Payment>): Payment => {
    const changed = { ...payment, ...changes }
    record({ payment: changed })
    return changed
  }
  const create = ({ amount, invoice, payerReference, callbackURL }: NewPayment): Payment => {
    const amountPoisha = parseAmount(amount)
    if ([...payments.values()].some((one) => one.invoice === invoice))
      throw new BkashApiError('2029', 'Duplicate for All Transactions')
    const begun = { status: 'Initiated', wallet: null, isVerified: false, pinTries: 0, trxID: null } as const
    const id = { paymentID: createId('TR0011'), amountPoisha, invoice, payerReference, callbackURL }
    return change({ ...id, ...begun, createdAt: now().getTime(), executedAt: null, executions: 0, chargePoisha: 0 }, {})
  }
  const execute = (paymentID: string): Payment => {
    const payment = getPayment(paymentID)
    const at = now().getTime()
    if (payment.status === 'Completed') throw new BkashApiError('2062', 'The payment has already been completed')
    if (payment.status !== 'Initiated' || at - payment.createdAt > paymentTtlMs)
      throw new BkashApiError('2056', 'Invalid Payment State')
    if (!payment.isVerified) throw new BkashApiError('2060', 'Payment execution pre-requisite hasn’t been met')
    if (payment.wallet === listedWallets.noBalance) {
      change(payment, { status: 'Failed' })
      throw new BkashApiError('2023', 'Insufficient Balance')
    }
    if (payment.wallet === listedWallets.dayLimit) throw new BkashApiError('2999', 'Transaction limit exceeded')
    const trxID = createTransactionId(createId, 10)
    const chargePoisha = Math.round((payment.amountPoisha * bkashSandboxChargePercent) / percent)
    const executions = payment.executions + 1
    return change(payment, { status: 'Completed', trxID, executedAt: at, executions, chargePoisha })
  }
  return { getPayment, change, create, execute }
}

type PayoutOrder = { amount: string; invoice: string; receiver: string }

/** Sends money to a wallet, once for each invoice number. */
const createPayouts = ({ payouts, record }: Store, { now, createId }: AccountOptions) => ({
  payOut: ({ amount, invoice, receiver }: PayoutOrder): Payout => {
    const amountPoisha = parseAmount(amount)
    if (!/^01[3-9]\d{8}$/.test(receiver) || receiver === listedWallets.noWallet)
      throw new BkashApiError('2057', 'Not a bKash Wallet')
    if (receiver === listedWallets.noBalance) throw new BkashApiError('2023', 'Insufficient Balance')
    if (payouts.some((one) => one.invoice === invoice))
      throw new BkashApiError('2029', 'Duplicate for All Transactions')
    const payout = {
      trxID: createTransactionId(createId, 10),
      invoice,
      receiver,
      amountPoisha,
      at: now().getTime(),
    }
    record({ payout })
    return payout
  },
  findPayout: (invoice: string): Payout => {
    const found = payouts.find((one) => one.invoice === invoice)
    if (!found) throw new BkashApiError('2033', 'Transaction not found')
    return found
  },
  listPayouts: () => [...payouts],
})

type RefundOrder = { paymentID: string; trxID: string; amount: string; reason: string }

/** Opens the account of a state file. */
export const createAccount = async (options: AccountOptions) => {
  const store = await createStore(options.stateFile)
  const { payments, refunds, tokenRequests, journal, record } = store
  const operations = createPayments(store, options)
  const getRefundedPoisha = (paymentID: string) =>
    refunds.filter((one) => one.paymentID === paymentID).reduce((sum, { amountPoisha }) => sum + amountPoisha, 0)
  return {
    ...operations,
    ...createTokens(store, options),
    ...createPayouts(store, options),
    getRefundedPoisha,
    flush: () => journal.flush(),
    close: () => journal.close(),
    listPayments: () => [...payments.values()],
    listRefunds: () => [...refunds],
    listTokenRequests: () => [...tokenRequests],
    refund: ({ paymentID, trxID, amount, reason }: RefundOrder) => {
      const payment = operations.getPayment(paymentID)
      if (payment.status !== 'Completed' || payment.trxID !== trxID)
        throw new BkashApiError('2033', 'Transaction not found')
      const amountPoisha = parseAmount(amount)
      if (amountPoisha > payment.amountPoisha - getRefundedPoisha(paymentID))
        throw new BkashApiError('2026', 'The reversal amount cannot be greater than the original transaction amount')
      const refundTrxID = createTransactionId(options.createId, 12)
      const refund = { refundTrxID, paymentID, amountPoisha, reason, at: options.now().getTime() }
      record({ refund })
      return refund
    },
  }
}
export type Account = Awaited<ReturnType<typeof createAccount>>
