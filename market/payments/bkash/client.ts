// The only file that calls bKash: tokenized checkout v1.2.0-beta, without agreements. Money moves only at `execute`.
import type { z } from 'zod'
import type { LanguageCode } from '#contract/language.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { ProviderRefund } from '#market/payments/charges/provider-records.ts'
import {
  AlreadyCreatedError,
  type Intent,
  type NewIntent,
  type PaymentProvider,
  type PayoutPort,
  type ProviderPayment,
  type ProviderPayout,
} from '#market/payments/providers.ts'
import type { GrantedToken, TokenSource } from '#market/payments/provider-tokens.ts'
import { createExternalService, type ExternalService } from '#platform/load-shedding/external-service.ts'
import {
  Answer,
  CreatedPayment,
  duplicateInvoiceCode,
  executedCodes,
  formatAmount,
  KnownPayment,
  notAuthorizedCodes,
  PayoutAnswer,
  refusedKeyCodes,
  refusedPayoutCodes,
  RefundAnswer,
  RefundList,
  successCode,
  toChargePoisha,
  toFailure,
  toIntent,
  Token,
  toNewIntent,
  toProviderPayout,
  toProviderRefund,
  unknownPaymentCodes,
} from './answers.ts'

/** The keys of a merchant's account. */
export type BkashKeys = { appKey: string; appSecret: string; username: string; password: string }

// bKash asks to wait 30 seconds for an execution; who waits longer than this is answered, and the job asks again.
const timeoutMs = 12_000
const maxCalls = 128
const ttlMs = 24 * 60 * 60_000
const poishaPerTaka = 100
const maxAnswerBytes = 64 * 1024
// Our id of the refund is in its reason, for whoever looks at the statement.
const refundSku = 'motorbike'

/** Creates the guard of the calls to bKash: their bound, their timeout and their circuit breaker. */
export const createBkashService = (log: (line: string) => void): ExternalService =>
  createExternalService({ name: 'bkash', log, maxCalls, timeoutMs })

/** An answer whose code says that bKash did not do it. */
class BkashApiError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`bKash refused: ${code} ${message}`)
    this.code = code
  }
}

class TokenRefused extends Error {}

type Options = {
  baseUrl: string
  keys: BkashKeys
  /** Where bKash sends the browser back to; it adds `paymentID` and `status`. */
  callbackUrl: (language: LanguageCode) => string
  maxTaka: number
  /** What bKash keeps of a payment by its contract; its answers do not say. */
  chargePercent: number
  /** Whether this shop may send money to wallets (B2C), which bKash allows each merchant separately. */
  sendsPayouts: boolean
  service: ExternalService
  getToken: (refused?: string | null) => Promise<string>
}

const checkoutPath = '/tokenized/checkout'

type Post = { baseUrl: string; path: string; headers: Record<string, string>; body: object; signal: AbortSignal }

const postJson = async ({ baseUrl, path, headers, body, signal }: Post): Promise<unknown> => {
  const response = await fetch(`${baseUrl}${checkoutPath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
  const text = await response.text()
  if (response.status === 401 || response.status === 403) throw new TokenRefused(`bKash answers ${response.status}.`)
  if (response.status >= 500 || text.length > maxAnswerBytes) throw new Error(`bKash answers ${response.status}.`)
  return JSON.parse(text)
}

/** Reads the code of an answer; throws BkashApiError for any but success. */
const parseAnswer = <Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> => {
  const { statusCode, statusMessage, errorCode, errorMessage, message } = Answer.parse(answer)
  const code = errorCode ?? statusCode
  const text = errorMessage ?? statusMessage ?? message ?? ''
  if (code === undefined && /token.*expired|unauthori[sz]ed/i.test(text)) throw new TokenRefused(text)
  if (code !== undefined && code !== successCode) throw new BkashApiError(code, text)
  return schema.parse(answer)
}

/** Maps everything but a refusal to `wallet_unavailable`, and a payment that bKash does not know to `not_found`. */
const mapErrors = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError || error instanceof AlreadyCreatedError) throw error
    if (error instanceof BkashApiError && unknownPaymentCodes.has(error.code)) throw new ApiError('not_found')
    throw new ApiError('wallet_unavailable', { cause: error })
  }
}

type CallGuard = Pick<Options, 'baseUrl' | 'keys' | 'service'>

/** Asks for tokens; the caller counts the requests. */
export const createBkashTokenSource = ({ baseUrl, keys, service }: CallGuard): TokenSource => {
  const { appKey: app_key, appSecret: app_secret, username, password } = keys
  const request = async (path: string, body: object): Promise<GrantedToken> => {
    const headers = { username, password }
    const answer = await service.call((signal) => postJson({ baseUrl, path, headers, body, signal }))
    const token = parseAnswer(Token, answer)
    return { token: token.id_token, refreshToken: token.refresh_token, expiresInSeconds: token.expires_in }
  }
  return {
    grant: () => mapErrors(request('/token/grant', { app_key, app_secret })),
    refresh: (refresh_token) => mapErrors(request('/token/refresh', { app_key, app_secret, refresh_token })),
  }
}

type Call = <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => Promise<z.output<Schema>>

/** Calls with the token of all processes; one that bKash refuses is renewed once. */
const createCall = ({ baseUrl, keys, service, getToken }: Options): Call => {
  const callWith = async <Schema extends z.ZodType>(token: string, path: string, body: object, schema: Schema) => {
    const headers = { authorization: token, 'x-app-key': keys.appKey }
    const answer = await service.call((signal) => postJson({ baseUrl, path, headers, body, signal }))
    return parseAnswer(schema, answer)
  }
  return async (path, body, schema) => {
    const token = await getToken()
    try {
      return await callWith(token, path, body, schema)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      return callWith(await getToken(token), path, body, schema)
    }
  }
}

const hasCode = (error: unknown, codes: ReadonlySet<string>): error is BkashApiError =>
  error instanceof BkashApiError && codes.has(error.code)

const retrieve = async (call: Call, intentId: string): Promise<Intent> =>
  toIntent(await call('/payment/status', { paymentID: intentId }, KnownPayment))

const create = async (call: Call, callbackURL: string, { id, buyerId, amountTaka }: NewIntent): Promise<Intent> => {
  const body = {
    mode: '0011',
    payerReference: buyerId,
    callbackURL,
    amount: formatAmount(amountTaka * poishaPerTaka),
    currency: 'BDT',
    intent: 'sale',
    merchantInvoiceNumber: id,
  }
  try {
    return toNewIntent(await call('/create', body, CreatedPayment), id)
  } catch (error) {
    // The answer of an earlier call was lost. bKash does not say which payment it made, so nobody can pay that one.
    if (hasCode(error, new Set([duplicateInvoiceCode]))) throw new AlreadyCreatedError(error.message)
    throw error
  }
}

/** Takes the money. A refusal is an answer too; without an answer, `retrieve` says what became of it. */
const execute = async (call: Call, intentId: string): Promise<Intent> => {
  try {
    const executed = await call('/execute', { paymentID: intentId }, KnownPayment)
    return toIntent(executed)
  } catch (error) {
    if (!(error instanceof BkashApiError) || unknownPaymentCodes.has(error.code)) throw error
    const current = await retrieve(call, intentId)
    // An execution may still be under way, so the status decides, not the refusal of another one.
    if (current.status === 'succeeded' || notAuthorizedCodes.has(error.code)) return current
    // The money is taken and the status is not up to date: the claim stays until it is.
    if (executedCodes.has(error.code)) throw error
    const failure = toFailure(error.code)
    return { ...current, status: 'canceled', failure, isUnsure: failure === 'refused' }
  }
}

const listRefunds = async (call: Call, payment: ProviderPayment): Promise<ProviderRefund[]> => {
  const trxID = payment.transactionId
  if (trxID === null) return []
  try {
    const body = { paymentID: payment.intentId, trxID }
    return (await call('/payment/refund', body, RefundList)).refundTransactions.map(toProviderRefund)
  } catch (error) {
    // There is none.
    if (error instanceof BkashApiError) return []
    throw error
  }
}

type RefundOrder = Parameters<PaymentProvider['refund']>[0]

const refund = async (
  call: Call,
  { intentId, transactionId, amountPoisha, refundId }: RefundOrder,
): Promise<ProviderRefund> => {
  const trxID = transactionId ?? (await retrieve(call, intentId)).transactionId
  const body = { paymentID: intentId, trxID, amount: formatAmount(amountPoisha), sku: refundSku, reason: refundId }
  try {
    return { ...toProviderRefund(await call('/payment/refund', body, RefundAnswer)), refundId }
  } catch (error) {
    if (!(error instanceof BkashApiError)) throw error
    return { id: null, status: 'failed', amountPoisha, refundId, failure: error.message }
  }
}

type PayoutOrder = Parameters<PayoutPort['send']>[0]

const sendPayout = async (call: Call, { id, number, amountPoisha }: PayoutOrder): Promise<ProviderPayout> => {
  const amount = formatAmount(amountPoisha)
  const body = { amount, currency: 'BDT', merchantInvoiceNumber: id, receiverMSISDN: number }
  try {
    return toProviderPayout(await call('/payment/b2cPayment', body, PayoutAnswer), id)
  } catch (error) {
    if (!(error instanceof BkashApiError)) throw error
    return refusedPayoutCodes.has(error.code) ? { status: 'failed', failure: error.message } : { status: 'unknown' }
  }
}

const findPayout = async (call: Call, id: string): Promise<ProviderPayout> => {
  try {
    return toProviderPayout(await call('/general/searchTransaction', { merchantInvoiceNumber: id }, PayoutAnswer), id)
  } catch (error) {
    if (error instanceof BkashApiError) return { status: 'unknown' }
    throw error
  }
}

const isKeyRefused = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof TokenRefused || (cause instanceof BkashApiError && refusedKeyCodes.has(cause.code))
}

const createPayoutPort = (call: Call): PayoutPort => ({
  send: (payout) => mapErrors(sendPayout(call, payout)),
  find: (id) => mapErrors(findPayout(call, id)),
})

/** Creates the client of bKash. */
export const createBkashProvider = (options: Options): PaymentProvider => {
  const call = createCall(options)
  const addCharge = (intent: Intent): Intent =>
    intent.status === 'succeeded'
      ? { ...intent, chargePoisha: toChargePoisha(intent.amountTaka, options.chargePercent) }
      : intent
  return {
    name: 'bkash',
    capturesAt: 'execute',
    // Nothing is taken from a payment that is not executed.
    canCancel: false,
    createsOnce: true,
    storesRefundId: false,
    ttlMs,
    maxTaka: options.maxTaka,
    create: (payment) => mapErrors(create(call, options.callbackUrl(payment.language ?? 'en'), payment)),
    retrieve: async (intentId) => addCharge(await mapErrors(retrieve(call, intentId))),
    execute: async (intentId) => addCharge(await mapErrors(execute(call, intentId))),
    cancel: async (intentId) => addCharge(await mapErrors(retrieve(call, intentId))),
    refund: (order) => mapErrors(refund(call, order)),
    getRefund: async (payment, id) => {
      const found = (await mapErrors(listRefunds(call, payment))).find((one) => one.id === id)
      if (!found) throw new ApiError('not_found')
      return found
    },
    listRefunds: (payment) => mapErrors(listRefunds(call, payment)),
    checkKeys: async () => {
      try {
        return (await options.getToken()) !== ''
      } catch (error) {
        if (isKeyRefused(error)) return false
        throw error
      }
    },
    payouts: options.sendsPayouts ? createPayoutPort(call) : undefined,
  }
}
