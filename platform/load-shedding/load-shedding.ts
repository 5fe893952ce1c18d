// Load shedding: rejects requests with 503 and Retry-After before they slow down those in progress.
//
// A request counts as in flight from its headers to its response, except while its body arrives or while it waits for a
// server of somebody else: others decide how long that takes. Fewer requests may be in flight while the process is overloaded. Payment requests have a higher limit
// and health checks have none. Cached responses are sent before this check (platform/ssr/response-cache.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { sendError } from '#platform/http/http-server.ts'
import { drainBody, isForm } from '#platform/http/request-body.ts'
import { runWithExternalWait } from './external-wait.ts'
import { createUploadPlaces, type UploadLimits } from './upload-places.ts'
import { type Thresholds, type PressureGauge, isOverloaded, defaultThresholds } from './pressure-gauge.ts'

export type LoadSheddingConfig = UploadLimits & {
  thresholds: Thresholds
  /** How many requests may be in flight, normally and under pressure. */
  maxInFlight: number
  maxInFlightUnderPressure: number
}

/**
 * Measured at 150 bookings per second: a hundred in flight are answered within a second. Ten in flight keep two cores
 * and half of the database connections busy, so requests in progress still finish.
 */
export const defaultLoadShedding: LoadSheddingConfig = {
  thresholds: defaultThresholds,
  maxInFlight: 64,
  maxInFlightUnderPressure: 10,
  maxUploads: 24,
  maxUploadsPerMember: 4,
  maxUploadsPerAddress: 12,
  reservedUploads: 8,
}

const checkIntervalMs = 250
const checksToStart = 2
// Twice as many in flight are still answered in time when half of them are payments.
const paymentFactor = 2

export type RequestPriority = 'usual' | 'money' | 'health'

type Options = {
  shedding: LoadSheddingConfig
  gauge: PressureGauge
  getPriority: (request: FastifyRequest) => RequestPriority
  /** The id of the authenticated member, for the limit of uploads. */
  getMemberId: (request: FastifyRequest) => string | undefined
  /** Whether the request came on a connection that is reserved for health checks. */
  isReserved?: (request: FastifyRequest) => boolean
  /** Receives a line when shedding starts and when it ends. */
  log: (line: string) => void
}

/** API calls of server-side rendering belong to a page request that was already accepted. */
const isInProcess = (request: FastifyRequest): boolean => request.socket.remoteAddress === inProcessAddress

/** Measures the pressure periodically. Returns a function that tells whether the process is overloaded. */
const watchPressure = (app: FastifyInstance, { gauge, shedding, log }: Options): (() => boolean) => {
  let wasOverloaded = false
  let overloadedChecks = 0
  const check = () => {
    const pressure = gauge.measure()
    const isOverLimit = isOverloaded(pressure, shedding.thresholds, wasOverloaded)
    overloadedChecks = isOverLimit ? overloadedChecks + 1 : 0
    // A single long event-loop delay, such as at startup, does not start shedding.
    const shouldShed = overloadedChecks >= checksToStart || (wasOverloaded && isOverLimit)
    if (shouldShed !== wasOverloaded)
      log(shouldShed ? `Overloaded, rejecting requests: ${JSON.stringify(pressure)}` : 'Load is normal again.')
    wasOverloaded = shouldShed
  }
  const timer = setInterval(check, checkIntervalMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    gauge.close()
  })
  return () => wasOverloaded
}

/** Rejects requests beyond the limits. Call it after createResponseCache, so that cached responses are still sent. */
export const shedLoad = (app: FastifyInstance, options: Options): { readonly inFlight: () => number } => {
  const { shedding, getPriority, getMemberId, isReserved = () => false } = options
  const isShedding = watchPressure(app, options)
  const inFlight = new Set<FastifyRequest>()
  const uploadPlaces = createUploadPlaces(shedding)
  const answered = new WeakSet<FastifyRequest>()

  const isFull = (request: FastifyRequest): boolean => {
    const priority = getPriority(request)
    if (priority === 'health') return false
    if (isReserved(request)) return true
    if (priority === 'money') return inFlight.size >= shedding.maxInFlight * paymentFactor
    return inFlight.size >= (isShedding() ? shedding.maxInFlightUnderPressure : shedding.maxInFlight)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isInProcess(request)) return done()
    if (isFull(request)) {
      if (isReserved(request)) void reply.header('connection', 'close')
      return void sendError(new ApiError('shop_unavailable'), request, reply)
    }
    inFlight.add(request)
    done()
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    inFlight.delete(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    // API calls of server-side rendering wait on behalf of the page.
    if (isInProcess(request)) return done()
    // The handler of an upload reads the body itself, so an upload has a place of its own.
    if (isForm(request)) {
      const error = uploadPlaces.take(request, getMemberId(request))
      if (!error) return done()
      drainBody(request)
      return void sendError(error, request, reply)
    }
    inFlight.add(request)
    const begin = () => void inFlight.delete(request)
    const end = () => void (answered.has(request) || inFlight.add(request))
    runWithExternalWait({ begin, end, waiting: 0, spentMs: 0 }, done)
  })
  // Not onResponse: a client that hangs up early would free its place while the work still runs.
  app.addHook('onSend', (request, _reply, payload, done) => {
    answered.add(request)
    inFlight.delete(request)
    uploadPlaces.release(request)
    done(null, payload)
  })
  return { inFlight: () => inFlight.size }
}
