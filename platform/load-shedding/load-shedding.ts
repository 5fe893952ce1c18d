// Load shedding: rejects requests with 503 and Retry-After before they slow down those in progress.
//
// A request counts as in flight from its headers to its response, except while its body arrives or while it waits for a
// server of somebody else: others decide how long that takes. Fewer requests may be in flight while the process is overloaded. Payment requests have a higher limit
// and health checks have none. Requests that ask the database nothing, such as those for files, are counted apart: they
// are answered also while others wait for the database. Cached responses are sent before this check (platform/ssr/response-cache.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { sendError } from '#platform/http/http-server.ts'
import { drainBody, isForm } from '#platform/http/request-body.ts'
import { runWithExternalWait } from './external-wait.ts'
import { createUploadPlaces, type UploadLimits } from './upload-places.ts'
import {
  type Pressure,
  type PressureGauge,
  type Thresholds,
  defaultThresholds,
  isOverloaded,
} from './pressure-gauge.ts'

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

export type RequestPriority = 'usual' | 'money' | 'health' | 'withoutDatabase'

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

/** Decides from one measurement after the other whether there is overload. */
const createOverloadCheck = (thresholds: Thresholds) => {
  let wasOverloaded = false
  let overloadedChecks = 0
  return {
    isOverloaded: () => wasOverloaded,
    update: (pressure: Pressure) => {
      const isOverLimit = isOverloaded(pressure, thresholds, wasOverloaded)
      overloadedChecks = isOverLimit ? overloadedChecks + 1 : 0
      // A single long event-loop delay, such as at startup, does not start shedding.
      wasOverloaded = overloadedChecks >= checksToStart || (wasOverloaded && isOverLimit)
    },
  }
}

/** Measures the pressure periodically. `all` is overloaded also when only the database is slow, `process` is not. */
const watchPressure = (app: FastifyInstance, { gauge, shedding, log }: Options) => {
  const all = createOverloadCheck(shedding.thresholds)
  const process = createOverloadCheck(shedding.thresholds)
  const check = () => {
    const pressure = gauge.measure()
    const wasOverloaded = all.isOverloaded()
    all.update(pressure)
    process.update({ ...pressure, waitingForDatabase: 0 })
    if (all.isOverloaded() !== wasOverloaded)
      log(wasOverloaded ? 'Load is normal again.' : `Overloaded, rejecting requests: ${JSON.stringify(pressure)}`)
  }
  const timer = setInterval(check, checkIntervalMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    gauge.close()
  })
  return { all, process }
}

/** Rejects requests beyond the limits. Call it after createResponseCache, so that cached responses are still sent. */
export const shedLoad = (app: FastifyInstance, options: Options): { readonly inFlight: () => number } => {
  const { shedding, getPriority, getMemberId, isReserved = () => false } = options
  const overload = watchPressure(app, options)
  const inFlight = new Set<FastifyRequest>()
  const withoutDatabase = new Set<FastifyRequest>()
  const getSet = (request: FastifyRequest) => (getPriority(request) === 'withoutDatabase' ? withoutDatabase : inFlight)
  const uploadPlaces = createUploadPlaces(shedding)
  const answered = new WeakSet<FastifyRequest>()

  const isFull = (request: FastifyRequest): boolean => {
    const priority = getPriority(request)
    if (priority === 'health') return false
    if (isReserved(request)) return true
    if (priority === 'money') return inFlight.size >= shedding.maxInFlight * paymentFactor
    const { isOverloaded: isShedding } = priority === 'withoutDatabase' ? overload.process : overload.all
    return getSet(request).size >= (isShedding() ? shedding.maxInFlightUnderPressure : shedding.maxInFlight)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isInProcess(request)) return done()
    if (isFull(request)) {
      if (isReserved(request)) void reply.header('connection', 'close')
      return void sendError(new ApiError('shop_unavailable'), request, reply)
    }
    getSet(request).add(request)
    done()
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    getSet(request).delete(request)
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
    getSet(request).add(request)
    const begin = () => void getSet(request).delete(request)
    const end = () => void (answered.has(request) || getSet(request).add(request))
    runWithExternalWait({ begin, end, waiting: 0, spentMs: 0 }, done)
  })
  // Not onResponse: a client that hangs up early would free its place while the work still runs.
  app.addHook('onSend', (request, _reply, payload, done) => {
    answered.add(request)
    getSet(request).delete(request)
    uploadPlaces.release(request)
    done(null, payload)
  })
  return { inFlight: () => inFlight.size + withoutDatabase.size }
}
