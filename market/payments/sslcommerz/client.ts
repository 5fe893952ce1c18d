// The only file that calls SSLCommerz, v4. It takes money before this shop hears of it, so what the browser and its
// notifications say is a hint; the validation says what was paid.
import type { z } from 'zod'
import type { LanguageCode } from '#contract/language.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { ProviderRefund } from '#market/payments/charges/provider-records.ts'
import {
  AlreadyCreatedError,
  type Intent,
  type NewIntent,
  type NotifyingProvider,
  type PaymentProvider,
} from '#market/payments/providers.ts'
import { createExternalService, type ExternalService } from '#platform/load-shedding/external-service.ts'
import {
  Connection,
  CreatedSession,
  findPaid,
  formatAmount,
  readNotification,
  RefundAnswer,
  refusedConnections,
  RefusedSession,
  toPaidIntent,
  toProviderRefund,
  toTransactionId,
  toUnpaidIntent,
  TransactionList,
  ValidatedPayment,
} from './answers.ts'

/** The keys of a store. */
export type SslcommerzKeys = { storeId: string; storePassword: string }

const timeoutMs = 12_000
const maxCalls = 128
// How long a session lives is not public. Money that comes within a day after the buyer began is sent back.
const ttlMs = 24 * 60 * 60_000
const poishaPerTaka = 100
const maxAnswerBytes = 256 * 1024
const sessionPath = '/gwprocess/v4/api.php'
const validationPath = '/validator/api/validationserverAPI.php'
const queryPath = '/validator/api/merchantTransIDvalidationAPI.php'

// SSLCommerz asks for a customer. The shop names itself and gives the number of the booking, no name and no e-mail address.
const customer = {
  cus_name: 'Motohaat',
  cus_add1: 'Dhaka',
  cus_city: 'Dhaka',
  cus_postcode: '1000',
  cus_country: 'Bangladesh',
  shipping_method: 'NO',
  num_of_item: '1',
  product_name: 'Motorbike',
  product_category: 'Motorbike',
  product_profile: 'general',
}

// Of a wish, which has no number.
const unknownNumber = '00000000000'

/** Creates the guard of the calls to SSLCommerz: their bound, their timeout and their circuit breaker. */
export const createSslcommerzService = (log: (line: string) => void): ExternalService =>
  createExternalService({ name: 'sslcommerz', log, maxCalls, timeoutMs })

type Options = {
  baseUrl: string
  keys: SslcommerzKeys
  /** Where SSLCommerz posts its notifications, and where the browser posts them to. */
  urls: {
    ipn: string
    back: (back: { reference: string; status: 'success' | 'failure' | 'cancel'; language: LanguageCode }) => string
  }
  /** For the receipt that SSLCommerz sends. */
  email: string
  maxTaka: number
  service: ExternalService
}

type Fields = Record<string, string>
type Call = {
  get: <Schema extends z.ZodType>(path: string, fields: Fields, schema: Schema) => Promise<z.output<Schema>>
  post: <Schema extends z.ZodType>(path: string, fields: Fields, schema: Schema) => Promise<z.output<Schema>>
}

const createCall = ({ baseUrl, keys, service }: Pick<Options, 'baseUrl' | 'keys' | 'service'>): Call => {
  const login = { store_id: keys.storeId, store_passwd: keys.storePassword }
  const request = (url: string, init: RequestInit): Promise<unknown> =>
    service.call(async (signal) => {
      const response = await fetch(url, { ...init, redirect: 'error', signal })
      const text = await response.text()
      // The URL has the password, so no error names it.
      if (!response.ok || text.length > maxAnswerBytes) throw new Error(`SSLCommerz answers ${response.status}.`)
      return JSON.parse(text) as unknown
    })
  return {
    get: async (path, fields, schema) => {
      const query = new URLSearchParams({ ...fields, ...login, v: '1', format: 'json' })
      return schema.parse(await request(`${baseUrl}${path}?${query.toString()}`, {}))
    },
    post: async (path, fields, schema) =>
      schema.parse(
        await request(`${baseUrl}${path}`, { method: 'POST', body: new URLSearchParams({ ...fields, ...login }) }),
      ),
  }
}

/** Maps everything but an answer to `wallet_unavailable`. */
const mapErrors = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError || error instanceof AlreadyCreatedError) throw error
    throw new ApiError('wallet_unavailable', { cause: error })
  }
}

/** Finds a transaction by our id and, if it was paid, has it validated. */
const retrieve = async (call: Call, transactionId: string): Promise<Intent> => {
  const { element } = await call.get(queryPath, { tran_id: transactionId }, TransactionList)
  const tries = element.filter(({ tran_id }) => tran_id === transactionId)
  const paid = findPaid(tries)
  if (!paid) return toUnpaidIntent(transactionId, tries)
  const validated = await call.get(validationPath, { val_id: paid.val_id ?? '' }, ValidatedPayment)
  if (validated.tran_id !== transactionId)
    throw new Error(`SSLCommerz validates another payment: ${validated.tran_id}.`)
  return toPaidIntent(validated)
}

const create = async (call: Call, { urls, email }: Options, payment: NewIntent): Promise<Intent> => {
  const { id, buyerId, buyerNumber, amountTaka, language = 'en' } = payment
  const reference = toTransactionId(id)
  const fields = {
    ...customer,
    cus_email: email,
    cus_phone: buyerNumber?.replace(/^\+?88(?=01)/, '') ?? unknownNumber,
    total_amount: formatAmount(amountTaka * poishaPerTaka),
    currency: 'BDT',
    tran_id: reference,
    success_url: urls.back({ reference, status: 'success', language }),
    fail_url: urls.back({ reference, status: 'failure', language }),
    cancel_url: urls.back({ reference, status: 'cancel', language }),
    ipn_url: urls.ipn,
    value_a: buyerId,
  }
  const created = await call.post(sessionPath, fields, CreatedSession.or(RefusedSession))
  if (created.status === 'FAILED') {
    if (/duplicate/i.test(created.failedreason)) throw new AlreadyCreatedError(created.failedreason)
    throw new Error(`SSLCommerz refused: ${created.failedreason}`)
  }
  return { ...toUnpaidIntent(reference, []), amountTaka, redirectUrl: created.GatewayPageURL }
}

type RefundOrder = Parameters<PaymentProvider['refund']>[0]

/** Refunds. The same `refund_trans_id` again is the same refund, so an answer that was lost is asked for by ordering it again. */
const refund = async (call: Call, order: RefundOrder): Promise<ProviderRefund> => {
  const { intentId, amountPoisha, refundId, key } = order
  const bankId = order.transactionId ?? (await retrieve(call, intentId)).transactionId
  // Each try after a failure has another one. At most 30 characters.
  const ownId = `${toTransactionId(refundId)}-${key.slice(key.lastIndexOf('-') + 1)}`
  const fields = {
    bank_tran_id: bankId ?? '',
    refund_trans_id: ownId,
    refe_id: ownId,
    refund_amount: formatAmount(amountPoisha),
    refund_remarks: `Motohaat ${refundId}`,
  }
  return toProviderRefund(await call.get(queryPath, fields, RefundAnswer), { amountPoisha, refundId })
}

const getRefund = async (call: Call, id: string): Promise<ProviderRefund> => {
  const answer = await call.get(queryPath, { refund_ref_id: id }, RefundAnswer)
  // It does not tell the amount.
  return { ...toProviderRefund(answer, { amountPoisha: 0, refundId: null }), id }
}

/** Creates the client of SSLCommerz. */
export const createSslcommerzProvider = (options: Options): NotifyingProvider => {
  const call = createCall(options)
  return {
    name: 'sslcommerz',
    capturesAt: 'provider',
    canCancel: false,
    createsOnce: true,
    storesRefundId: false,
    asksForNumber: true,
    ttlMs,
    maxTaka: options.maxTaka,
    create: (payment) => mapErrors(create(call, options, payment)),
    retrieve: (intentId) => mapErrors(retrieve(call, intentId)),
    execute: (intentId) => mapErrors(retrieve(call, intentId)),
    // A session cannot be ended: who pays later gets the money back.
    cancel: async (intentId, keepsPending = false) => {
      const intent = await mapErrors(retrieve(call, intentId))
      const isEnded = intent.status === 'open' && !(keepsPending && intent.isPending)
      return isEnded ? { ...intent, status: 'canceled' } : intent
    },
    refund: (order) => mapErrors(refund(call, order)),
    getRefund: (_payment, id) => mapErrors(getRefund(call, id)),
    // SSLCommerz lists none; ordering a refund again finds it.
    listRefunds: async () => [],
    checkKeys: async () => {
      const { APIConnect } = await mapErrors(call.get(queryPath, { tran_id: 'motohaat' }, Connection))
      return !refusedConnections.has(APIConnect)
    },
    readNotification: (body) => readNotification(body, options.keys.storePassword),
  }
}
