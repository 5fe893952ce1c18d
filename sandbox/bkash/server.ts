// Replaces bKash: tokenized checkout v1.2.0-beta as the shop uses it, with its paths, headers, fields and codes.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { readBody } from '../cards/form-body.ts'
import { type Account, createAccount, type Payment, type Payout, BkashApiError } from './account.ts'
import { createFaults, type Faults, type Operation } from './faults.ts'
import { contentSecurityPolicy, notFoundPage, type PageResult, showPaymentPage, submitPaymentPage } from './page.ts'

export type BkashSandboxKeys = { appKey: string; appSecret: string; username: string; password: string }

export type BkashSandboxOptions = {
  /** File of the journal; created when it does not exist. */
  stateFile: string
  keys: BkashSandboxKeys
  now: () => Date
  /** Creates an unguessable id that begins with the prefix. */
  createId: (prefix: string) => string
  /** Whether the app runs in production, where the sandbox refuses to start. */
  production: boolean
  log?: (line: string) => void
}

export { bkashSandboxChargePercent } from './account.ts'

/** Where the API is, below the origin of the sandbox. */
export const bkashSandboxPath = '/bkash/v1.2.0-beta'

const checkoutPath = `${bkashSandboxPath}/tokenized/checkout`

type Context = { account: Account; faults: Faults; options: BkashSandboxOptions; log: (line: string) => void }
type Answer = { status: number; body: string; headers?: Record<string, string> } | 'dropped'

const toJson = (body: object, status = 200): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const succeeded = { statusCode: '0000', statusMessage: 'Successful' }

const formatAmount = (poisha: number): string => (poisha / 100).toFixed(2)

const describePayment = (payment: Payment) => ({
  paymentID: payment.paymentID,
  transactionStatus: payment.status,
  amount: formatAmount(payment.amountPoisha),
  currency: 'BDT',
  intent: 'sale',
  ...(payment.trxID !== null && { trxID: payment.trxID }),
})

const GrantBody = z.object({ app_key: z.string(), app_secret: z.string(), refresh_token: z.string().optional() })
const CreateBody = z.object({
  mode: z.literal('0011'),
  payerReference: z.string().min(1).max(255),
  callbackURL: z.url(),
  amount: z.string(),
  currency: z.literal('BDT'),
  intent: z.literal('sale'),
  merchantInvoiceNumber: z.string().min(1).max(255),
})
const PaymentBody = z.object({ paymentID: z.string() })
const RefundBody = z.object({
  paymentID: z.string(),
  trxID: z.string(),
  amount: z.string().optional(),
  sku: z.string().max(255).optional(),
  reason: z.string().max(255).optional(),
})

const PayoutBody = z.object({
  amount: z.string(),
  currency: z.literal('BDT'),
  merchantInvoiceNumber: z.string().min(1).max(255),
  receiverMSISDN: z.string(),
})
const SearchBody = z.object({ merchantInvoiceNumber: z.string() })

const describePayout = ({ trxID, invoice, receiver, amountPoisha, at }: Payout) => ({
  trxID,
  transactionStatus: 'Completed',
  amount: formatAmount(amountPoisha),
  currency: 'BDT',
  receiverMSISDN: receiver,
  merchantInvoiceNumber: invoice,
  completedTime: new Date(at).toISOString(),
})

const parseBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const { data, error } = schema.safeParse(body)
  if (error) throw new BkashApiError('2065', `Mandatory field missing: ${error.issues[0]?.path.join('.')}`)
  return data
}

const requestToken = (
  { account, options }: Context,
  kind: 'grant' | 'refresh',
  headers: IncomingMessage['headers'],
  body: unknown,
): object => {
  const { app_key, app_secret, refresh_token } = parseBody(GrantBody, body)
  const { keys } = options
  if (app_key !== keys.appKey || app_secret !== keys.appSecret) throw new BkashApiError('2001', 'Invalid App Key')
  if (headers['username'] !== keys.username || headers['password'] !== keys.password)
    throw new BkashApiError('2001', 'Invalid App Key')
  if (kind === 'refresh' && refresh_token === undefined) throw new BkashApiError('2065', 'Mandatory field missing')
  return { ...succeeded, ...account.createToken(kind) }
}

const describeRefund = ({ refundTrxID, amountPoisha, at }: ReturnType<Account['refund']>, trxID: string) => ({
  originalTrxID: trxID,
  refundTrxID,
  transactionStatus: 'Completed',
  amount: formatAmount(amountPoisha),
  currency: 'BDT',
  charge: '0.00',
  completedTime: new Date(at).toISOString(),
})

/** One call of the API, after its token was checked. */
const operate = ({ account }: Context, operation: Operation, body: unknown, origin: string): object => {
  if (operation === 'create') {
    const sent = parseBody(CreateBody, body)
    const payment = account.create({ ...sent, invoice: sent.merchantInvoiceNumber })
    const toCallback = (status: string) => `${sent.callbackURL}?paymentID=${payment.paymentID}&status=${status}`
    return {
      ...succeeded,
      ...describePayment(payment),
      bkashURL: `${origin}/bkash/pay?paymentID=${payment.paymentID}`,
      callbackURL: sent.callbackURL,
      successCallbackURL: toCallback('success'),
      failureCallbackURL: toCallback('failure'),
      cancelledCallbackURL: toCallback('cancel'),
      paymentCreateTime: new Date(payment.createdAt).toISOString(),
      merchantInvoiceNumber: payment.invoice,
    }
  }
  if (operation === 'refund') {
    const { paymentID, trxID, amount = '', reason = '' } = parseBody(RefundBody, body)
    return { ...succeeded, ...describeRefund(account.refund({ paymentID, trxID, amount, reason }), trxID) }
  }
  if (operation === 'refund_query') {
    const { paymentID, trxID } = parseBody(RefundBody, body)
    const made = account.listRefunds().filter((one) => one.paymentID === paymentID)
    if (made.length === 0) throw new BkashApiError('2033', 'Transaction not found')
    return { ...succeeded, refundTransactions: made.map((one) => describeRefund(one, trxID)) }
  }
  if (operation === 'payout') {
    const { amount, merchantInvoiceNumber: invoice, receiverMSISDN: receiver } = parseBody(PayoutBody, body)
    return { ...succeeded, ...describePayout(account.payOut({ amount, invoice, receiver })) }
  }
  if (operation === 'search')
    return { ...succeeded, ...describePayout(account.findPayout(parseBody(SearchBody, body).merchantInvoiceNumber)) }
  const { paymentID } = parseBody(PaymentBody, body)
  if (operation === 'execute') {
    const payment = account.execute(paymentID)
    return {
      ...succeeded,
      ...describePayment(payment),
      customerMsisdn: payment.wallet,
      payerReference: payment.payerReference,
      paymentExecuteTime: new Date(payment.executedAt ?? 0).toISOString(),
      merchantInvoiceNumber: payment.invoice,
    }
  }
  const payment = account.getPayment(paymentID)
  return {
    ...succeeded,
    ...describePayment(payment),
    mode: '0011',
    merchantInvoice: payment.invoice,
    payerReference: payment.payerReference,
    verificationStatus: payment.isVerified ? 'Complete' : 'Incomplete',
    maxRefundableAmount: formatAmount(payment.amountPoisha - account.getRefundedPoisha(paymentID)),
  }
}

const paths: Record<string, Operation> = {
  '/token/grant': 'grant',
  '/token/refresh': 'refresh',
  '/create': 'create',
  '/execute': 'execute',
  '/payment/status': 'status',
  '/payment/refund': 'refund',
  '/payment/b2cPayment': 'payout',
  '/general/searchTransaction': 'search',
}

/** Which call of the API this is; the path of refunds has two. */
const findOperation = (path: string, body: unknown): Operation | undefined => {
  const operation = paths[path]
  if (operation !== 'refund') return operation
  return typeof body === 'object' && body !== null && 'amount' in body ? 'refund' : 'refund_query'
}

const runOperation = (ctx: Context, operation: Operation, req: IncomingMessage, body: unknown): object => {
  if (operation === 'grant' || operation === 'refresh') return requestToken(ctx, operation, req.headers, body)
  return operate(ctx, operation, body, `http://${req.headers.host}`)
}

const isTokenAccepted = ({ account, options }: Context, { headers }: IncomingMessage): boolean =>
  headers['x-app-key'] === options.keys.appKey && account.isTokenValid(headers.authorization ?? '')

const handleApi = async (ctx: Context, req: IncomingMessage, path: string): Promise<Answer> => {
  const body: unknown = JSON.parse((await readBody(req)) || '{}')
  const operation = findOperation(path.slice(checkoutPath.length), body)
  if (!operation || req.method !== 'POST') return toJson({ message: 'Missing Authentication Token' }, 403)
  const faults = ctx.faults.take(operation)
  if (faults.has('delay')) await pause(faults.delayMs, undefined, { ref: false })
  if (faults.has('status')) return toJson({ message: 'Internal server error' }, 500)
  if (faults.has('drop_before')) return 'dropped'
  if (faults.has('unknown_code')) return unknownCode
  if (faults.has('unknown_payment')) return unknownPayment
  const needsToken = operation !== 'grant' && operation !== 'refresh'
  if (faults.has('token_expired') || (needsToken && !isTokenAccepted(ctx, req)))
    return toJson({ message: 'The incoming token has expired' }, 401)
  if (faults.has('token_expired_in_words')) return toJson({ message: 'The incoming token has expired' })
  if (faults.has('refund_refused')) return refusedRefund
  const answer = await runOrFail(ctx, operation, req, body, faults.has('stale') ? beforePin : {})
  if (faults.has('delay_after')) await pause(faults.delayMs, undefined, { ref: false })
  if (faults.has('status_after')) return toJson({ message: 'Internal server error' }, 500)
  if (faults.has('drop_after')) return 'dropped'
  if (faults.has('unknown_code_after')) return unknownCode
  return faults.has('garbage') ? { status: 200, body: '<html>' } : answer
}

// A refusal that no public list has.
const unknownCode = toJson({ statusCode: '2998', statusMessage: 'The system is busy' })

// The merchant's account has less than goes back.
const refusedRefund = toJson({ statusCode: '2023', statusMessage: 'Insufficient Balance' })

const unknownPayment = toJson({ statusCode: '2002', statusMessage: 'Invalid Payment ID' })

// A status without `verificationStatus` does not say whether the PIN was typed.
const beforePin = { transactionStatus: 'Initiated', verificationStatus: undefined, trxID: undefined }

const runOrFail = async (
  ctx: Context,
  operation: Operation,
  req: IncomingMessage,
  body: unknown,
  changes: object,
): Promise<Answer> => {
  try {
    const result = { ...runOperation(ctx, operation, req, body), ...changes }
    await ctx.account.flush()
    return toJson(result)
  } catch (error) {
    if (!(error instanceof BkashApiError)) throw error
    await ctx.account.flush()
    return toJson({ statusCode: error.code, statusMessage: error.message })
  }
}

const toPageAnswer = (result: PageResult): Answer => {
  const headers = { 'content-security-policy': contentSecurityPolicy, 'content-type': 'text/html; charset=utf-8' }
  if ('location' in result) return { status: 303, body: '', headers: { location: result.location } }
  return { status: result.status, body: result.html, headers }
}

const handlePage = async ({ account }: Context, req: IncomingMessage, url: URL): Promise<Answer> => {
  const payment = account.listPayments().find(({ paymentID }) => paymentID === url.searchParams.get('paymentID'))
  if (!payment) return toPageAnswer(notFoundPage)
  if (req.method !== 'POST') return toPageAnswer(showPaymentPage(payment))
  const form = new URLSearchParams(await readBody(req))
  const getField = (name: string) => form.get(name)?.trim() ?? ''
  const sent = { step: getField('step'), number: getField('number'), otp: getField('otp'), pin: getField('pin') }
  const result = submitPaymentPage(account, payment, sent)
  await account.flush()
  return toPageAnswer(result)
}

/** The controls of tests: faults, and the journal. They need the app secret as a bearer token. */
const handleControls = async (ctx: Context, req: IncomingMessage, path: string): Promise<Answer> => {
  if (req.headers.authorization !== `Bearer ${ctx.options.keys.appSecret}`)
    return toJson({ message: 'Unauthorized' }, 401)
  if (path === '/bkash/sandbox/faults' && req.method === 'DELETE') ctx.faults.clear()
  else if (path === '/bkash/sandbox/faults' && req.method === 'POST') ctx.faults.add(JSON.parse(await readBody(req)))
  const { account } = ctx
  return toJson({
    payments: account.listPayments(),
    refunds: account.listRefunds(),
    payouts: account.listPayouts(),
    tokenRequests: account.listTokenRequests(),
    calls: ctx.faults.countCalls(),
  })
}

const respond = async (ctx: Context, req: IncomingMessage): Promise<Answer> => {
  const url = new URL(req.url ?? '/', 'http://sandbox')
  try {
    if (url.pathname.startsWith(checkoutPath)) return await handleApi(ctx, req, url.pathname)
    if (url.pathname === '/bkash/pay') return await handlePage(ctx, req, url)
    return await handleControls(ctx, req, url.pathname)
  } catch (error) {
    ctx.log(`The sandbox of bKash failed at ${req.method} ${url.pathname}: ${String(error)}`)
    return toJson({ message: 'The sandbox of bKash failed. Its log says why.' }, 500)
  }
}

const sendAnswer = async (ctx: Context, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const answer = await respond(ctx, req)
  if (answer === 'dropped') return void res.destroy()
  res.writeHead(answer.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...answer.headers,
  })
  res.end(answer.body)
}

/** Creates the sandbox of bKash. Refuses production, and a state file that is damaged before its last line. */
export const createBkashSandbox = async (options: BkashSandboxOptions) => {
  if (options.production) throw new Error('The sandbox of bKash does not run in production: set BKASH_APP_KEY.')
  const account = await createAccount(options)
  const faults = createFaults()
  const ctx: Context = { account, faults, options, log: options.log ?? (() => undefined) }
  return {
    account,
    faults,
    /** Handles everything below /bkash. */
    handler: (req: IncomingMessage, res: ServerResponse): void =>
      void sendAnswer(ctx, req, res).catch(() => res.destroy()),
    close: () => account.close(),
  }
}
export type BkashSandbox = Awaited<ReturnType<typeof createBkashSandbox>>
