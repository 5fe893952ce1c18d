// Replaces SSLCommerz v4 as the shop uses it, with its paths, form fields and statuses.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { readBody } from '../cards/form-body.ts'
import { type Account, createAccount, RefusedError, type Session } from './account.ts'
import { createFaults, type Faults, type Operation } from './faults.ts'
import { createNotification, describeSession, formatTime } from './notification.ts'
import { cardTypes, contentSecurityPolicy, findProblem, notFoundPage, renderPayment, renderReturn } from './page.ts'

export type SslcommerzSandboxKeys = { storeId: string; storePassword: string }

export type SslcommerzSandboxOptions = {
  /** File of the journal; created when it does not exist. */
  stateFile: string
  keys: SslcommerzSandboxKeys
  now: () => Date
  /** Creates an unguessable id that begins with the prefix. */
  createId: (prefix: string) => string
  /** Whether the app runs in production, where the sandbox refuses to start. */
  production: boolean
  log?: (line: string) => void
}

/** Where the API is, below the origin of the sandbox. */
export const sslcommerzSandboxPath = '/sslcommerz'

const sessionPath = '/sslcommerz/gwprocess/v4/api.php'
const validationPath = '/sslcommerz/validator/api/validationserverAPI.php'
const queryPath = '/sslcommerz/validator/api/merchantTransIDvalidationAPI.php'
const ipnTimeoutMs = 15_000
// What the fault `more` takes too much, and `less` too little.
const morePoisha = 10_000
const lessPoisha = -50

type Context = { account: Account; faults: Faults; options: SslcommerzSandboxOptions; log: (line: string) => void }
type Answer = { status: number; body: string; headers?: Record<string, string> } | 'dropped'

const toJson = (body: object, status = 200): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const requiredFields = [
  'total_amount',
  'currency',
  'tran_id',
  'success_url',
  'fail_url',
  'cancel_url',
  'ipn_url',
  'shipping_method',
  'product_name',
  'product_category',
  'product_profile',
  'cus_name',
  'cus_email',
  'cus_add1',
  'cus_city',
  'cus_postcode',
  'cus_country',
  'cus_phone',
]

const createSession = ({ account }: Context, form: URLSearchParams, origin: string): object => {
  const missing = requiredFields.find((name) => !form.get(name))
  if (missing !== undefined) throw new RefusedError(`Invalid Information ${missing}`)
  if (form.get('currency') !== 'BDT') throw new RefusedError('Invalid Information currency')
  const get = (name: string) => form.get(name) ?? ''
  const urls = { success: get('success_url'), fail: get('fail_url'), cancel: get('cancel_url'), ipn: get('ipn_url') }
  const ids = { tranId: get('tran_id'), valueA: get('value_a'), customerNumber: get('cus_phone') }
  const sent = { ...ids, amount: get('total_amount'), urls }
  const session = account.create(sent)
  return {
    status: 'SUCCESS',
    failedreason: '',
    sessionkey: session.sessionkey,
    GatewayPageURL: `${origin}/sslcommerz/pay?sessionkey=${session.sessionkey}`,
  }
}

const validate = ({ account, options }: Context, params: URLSearchParams): object => {
  const session = account.listSessions().find((one) => one.valId !== null && one.valId === params.get('val_id'))
  if (!session) return { status: 'INVALID_TRANSACTION', APIConnect: 'DONE' }
  const told = describeSession(session)
  if (session.validatedAt === null) account.change(session, { validatedAt: options.now().getTime() })
  return { ...told, APIConnect: 'DONE', gw_version: '4.00' }
}

/** @param isAnother answers about the newest transaction that was tried, whichever it is, as a mistaken gateway might */
const query = ({ account }: Context, params: URLSearchParams, isAnother: boolean): object => {
  const sessions = account.listSessions()
  const found = isAnother
    ? sessions.findLast(({ status }) => status !== 'UNATTEMPTED')
    : sessions.find(({ tranId }) => tranId === params.get('tran_id'))
  const element = found && found.status !== 'UNATTEMPTED' ? [describeSession(found)] : []
  return { APIConnect: 'DONE', no_of_trans_found: element.length, element }
}

const refund = ({ account }: Context, params: URLSearchParams, isRefused: boolean): object => {
  const get = (name: string) => params.get(name) ?? ''
  const bankTranId = get('bank_tran_id')
  const order = { bankTranId, refundTransId: get('refund_trans_id'), amount: get('refund_amount') }
  try {
    if (isRefused) throw new RefusedError('Insufficient balance for refund')
    const { refund: made, isNew } = account.refund({ ...order, remarks: get('refund_remarks') })
    const ids = { bank_tran_id: bankTranId, trans_id: made.tranId, refund_ref_id: made.refundRefId }
    return { APIConnect: 'DONE', ...ids, status: isNew ? 'success' : 'processing', errorReason: '' }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const nothing = { bank_tran_id: bankTranId, trans_id: '', refund_ref_id: '' }
    return { APIConnect: 'DONE', ...nothing, status: 'failed', errorReason: error.message }
  }
}

const queryRefund = ({ account }: Context, params: URLSearchParams, isCancelled: boolean): object => {
  const found = account.findRefund(params.get('refund_ref_id') ?? '', isCancelled)
  if (!found) return { APIConnect: 'DONE', status: 'failed', errorReason: 'Invalid refund_ref_id' }
  const ids = { bank_tran_id: found.bankTranId, tran_id: found.tranId, refund_ref_id: found.refundRefId }
  const times = { initiated_on: formatTime(found.at), refunded_on: formatTime(found.at) }
  return { APIConnect: 'DONE', ...ids, ...times, status: found.status, errorReason: '' }
}

/** Which call of the API this is; one path of the validator has three. */
const findOperation = (method: string | undefined, path: string, params: URLSearchParams): Operation | undefined => {
  if (path === sessionPath) return method === 'POST' ? 'session' : undefined
  if (method !== 'GET') return undefined
  if (path === validationPath) return 'validate'
  if (path !== queryPath) return undefined
  if (params.has('refund_ref_id')) return 'refund_query'
  return params.has('refund_amount') ? 'refund' : 'query'
}

type ApiCall = { operation: Operation; params: URLSearchParams; origin: string; faults: ReturnType<Faults['take']> }

const runOperation = (ctx: Context, { operation, params, origin, faults }: ApiCall): object => {
  const { keys } = ctx.options
  if (params.get('store_id') !== keys.storeId || params.get('store_passwd') !== keys.storePassword)
    return operation === 'session'
      ? { status: 'FAILED', failedreason: 'Store Credential Error Or Store is De-active', sessionkey: '' }
      : { APIConnect: 'FAILED', status: '' }
  if (operation === 'validate') {
    const told = validate(ctx, params)
    return faults.has('other_transaction') ? { ...told, tran_id: 'another' } : told
  }
  if (operation === 'query') return query(ctx, params, faults.has('other_transaction'))
  if (operation === 'refund') return refund(ctx, params, faults.has('refund_refused'))
  if (operation === 'refund_query') return queryRefund(ctx, params, faults.has('cancelled'))
  try {
    return createSession(ctx, params, origin)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { status: 'FAILED', failedreason: error.message, sessionkey: '', GatewayPageURL: '' }
  }
}

const handleApi = async (ctx: Context, req: IncomingMessage, url: URL): Promise<Answer> => {
  const operation = findOperation(req.method, url.pathname, url.searchParams)
  if (!operation) return toJson({ message: 'Not found' }, 404)
  const params = operation === 'session' ? new URLSearchParams(await readBody(req)) : url.searchParams
  const faults = ctx.faults.take(operation)
  if (faults.has('delay')) await pause(faults.delayMs, undefined, { ref: false })
  if (faults.has('status')) return { status: 500, body: 'Internal server error' }
  if (faults.has('drop_before')) return 'dropped'
  const answer = toJson(runOperation(ctx, { operation, params, origin: `http://${req.headers.host}`, faults }))
  await ctx.account.flush()
  if (faults.has('delay_after')) await pause(faults.delayMs, undefined, { ref: false })
  if (faults.has('status_after')) return { status: 500, body: 'Internal server error' }
  if (faults.has('drop_after')) return 'dropped'
  return faults.has('garbage') ? { status: 200, body: '<html>' } : answer
}

/** Posts the notification, without waiting for the shop. */
const notify = (ctx: Context, session: Session): void => {
  const faults = ctx.faults.take('ipn')
  if (faults.has('lost')) return
  const body = new URLSearchParams(createNotification(session, ctx.options.keys))
  const post = async () => {
    if (faults.has('delay')) await pause(faults.delayMs, undefined, { ref: false })
    const response = await fetch(session.urls.ipn, { method: 'POST', body, signal: AbortSignal.timeout(ipnTimeoutMs) })
    await response.body?.cancel()
  }
  const times = faults.has('twice') ? 2 : 1
  for (let sent = 0; sent < times; sent += 1)
    void post().catch((error: unknown) => ctx.log(`The shop did not take the notification: ${String(error)}`))
}

const toPage = (html: string, status = 200): Answer => ({
  status,
  body: html,
  headers: { 'content-security-policy': contentSecurityPolicy, 'content-type': 'text/html; charset=utf-8' },
})

const toReturnPage = (ctx: Context, session: Session): Answer => {
  const { success, fail, cancel } = session.urls
  const url = { VALID: success, PENDING: success, FAILED: fail, CANCELLED: cancel, UNATTEMPTED: cancel }[session.status]
  return toPage(renderReturn(url, createNotification(session, ctx.options.keys)))
}

const payOnPage = (ctx: Context, session: Session, form: URLSearchParams): Session | string => {
  const get = (name: string) => form.get(name)?.trim() ?? ''
  if (get('step') === 'cancel') return ctx.account.change(session, { status: 'CANCELLED' })
  const problem = findProblem({ number: get('number'), otp: get('otp'), pin: get('pin') })
  if (problem !== null) return problem
  const faults = ctx.faults.take('pay')
  const extraPoisha = faults.has('more') ? morePoisha : faults.has('less') ? lessPoisha : 0
  const cardType = cardTypes.find((type) => type === get('cardType')) ?? cardTypes[0]
  return ctx.account.pay(session, { number: get('number'), cardType, extraPoisha })
}

const handlePage = async (ctx: Context, req: IncomingMessage, url: URL): Promise<Answer> => {
  const session = ctx.account.findSession(url.searchParams.get('sessionkey'))
  if (!session) return toPage(notFoundPage, 404)
  const isOver = session.status !== 'UNATTEMPTED' && session.status !== 'PENDING'
  if (isOver) return toReturnPage(ctx, session)
  if (req.method !== 'POST') return toPage(renderPayment(session))
  const form = new URLSearchParams(await readBody(req))
  const current = ctx.account.findSession(session.sessionkey)
  const isPaidMeanwhile = current?.status !== session.status
  const result = isPaidMeanwhile && current ? current : payOnPage(ctx, session, form)
  if (typeof result === 'string') return toPage(renderPayment(session, result))
  await ctx.account.flush()
  if (!isPaidMeanwhile) notify(ctx, result)
  return toReturnPage(ctx, result)
}

/** The controls of tests: faults, and the journal. They need the store's password as a bearer token. */
const handleControls = async (ctx: Context, req: IncomingMessage, path: string): Promise<Answer> => {
  if (req.headers.authorization !== `Bearer ${ctx.options.keys.storePassword}`)
    return toJson({ message: 'Unauthorized' }, 401)
  const isFaults = path === '/sslcommerz/sandbox/faults'
  if (isFaults && req.method === 'DELETE') ctx.faults.clear()
  else if (isFaults && req.method === 'POST') ctx.faults.add(JSON.parse(await readBody(req)))
  return toJson({
    sessions: ctx.account.listSessions(),
    refunds: ctx.account.listRefunds(),
    calls: ctx.faults.countCalls(),
  })
}

const respond = async (ctx: Context, req: IncomingMessage): Promise<Answer> => {
  const url = new URL(req.url ?? '/', 'http://sandbox')
  try {
    if (url.pathname === '/sslcommerz/pay') return await handlePage(ctx, req, url)
    if (url.pathname.startsWith('/sslcommerz/sandbox/')) return await handleControls(ctx, req, url.pathname)
    return await handleApi(ctx, req, url)
  } catch (error) {
    ctx.log(`The sandbox of SSLCommerz failed at ${req.method} ${url.pathname}: ${String(error)}`)
    return toJson({ message: 'The sandbox of SSLCommerz failed. Its log says why.' }, 500)
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

/** Creates the sandbox of SSLCommerz. Refuses production, and a state file that is damaged before its last line. */
export const createSslcommerzSandbox = async (options: SslcommerzSandboxOptions) => {
  if (options.production) throw new Error('The sandbox of SSLCommerz does not run in production: set its store id.')
  const account = await createAccount(options)
  const ctx: Context = { account, faults: createFaults(), options, log: options.log ?? (() => undefined) }
  return {
    /** Handles everything below /sslcommerz. */
    handler: (req: IncomingMessage, res: ServerResponse): void =>
      void sendAnswer(ctx, req, res).catch(() => res.destroy()),
    close: () => account.close(),
  }
}
export type SslcommerzSandbox = Awaited<ReturnType<typeof createSslcommerzSandbox>>
