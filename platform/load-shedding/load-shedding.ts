// Turning requests away before they slow down those who are inside: 503 with a time to come back, at once and cheaply.
//
// A request is in work from its first header to its answer, but for the time in which its body arrives, which the sender
// decides. There may be so many at a time, and only a few while the process has it hard. What finishes a payment gets in
// when others do not any more, and questions about the process' health always do. Answers that lie ready are sent before
// anybody asks here (ready-bytes.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { sendError } from '#platform/http/http-server.ts'
import { type Thresholds, type PressureGauge, isOverloaded, defaultThresholds } from './pressure-gauge.ts'

export type LoadSheddingConfig = {
  thresholds: Thresholds
  /** How many requests may be in work at a time, and how many while it is too much. */
  maxInFlight: number
  maxInFlightUnderPressure: number
  /** How many uploads may arrive at a time: they take long, and little of the machine. */
  maxUploads: number
}

/**
 * At 150 bookings in a second a hundred in work are answered within a second. Ten at a time keep both cores and half of
 * the connections busy, so that what was begun comes to an end.
 */
export const defaultLoadShedding: LoadSheddingConfig = {
  thresholds: defaultThresholds,
  maxInFlight: 64,
  maxInFlightUnderPressure: 10,
  maxUploads: 24,
}

const checkIntervalMs = 250
const checksToStart = 2
// Twice as many in work are still answered in time, when the half of them is about money.
const paymentFactor = 2

export type RequestPriority = 'usual' | 'money' | 'health'

type Options = {
  shedding: LoadSheddingConfig
  gauge: PressureGauge
  /** What the request is about. */
  getPriority: (request: FastifyRequest) => RequestPriority
  /** Told when it becomes too much, and when it is well again. */
  log: (line: string) => void
}

const isForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** What the shop's own pages ask for is a part of a request that was let in. */
const isInProcess = (request: FastifyRequest): boolean => request.socket.remoteAddress === inProcessAddress

/** Looks at the gauge now and then; gives whether it is too much. */
const watchPressure = (app: FastifyInstance, { gauge, shedding, log }: Options): (() => boolean) => {
  let wasOverloaded = false
  let overloadedChecks = 0
  const check = () => {
    const pressure = gauge.measure()
    const isOverLimit = isOverloaded(pressure, shedding.thresholds, wasOverloaded)
    overloadedChecks = isOverLimit ? overloadedChecks + 1 : 0
    // One long breath, as when the shop opens, is none of it.
    const shouldShed = overloadedChecks >= checksToStart || (wasOverloaded && isOverLimit)
    if (shouldShed !== wasOverloaded)
      log(shouldShed ? `Too much to do, people are turned away: ${JSON.stringify(pressure)}` : 'Well again.')
    wasOverloaded = shouldShed
  }
  const timer = setInterval(check, checkIntervalMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    gauge.close()
  })
  return () => wasOverloaded
}

/** Turns requests away from this server when there are too many. Call it after the ready bytes stand in front. */
export const shedLoad = (app: FastifyInstance, options: Options): { readonly inFlight: () => number } => {
  const { shedding, getPriority } = options
  const isShedding = watchPressure(app, options)
  const inFlight = new Set<FastifyRequest>()
  const uploads = new Set<FastifyRequest>()

  const isFull = (request: FastifyRequest): boolean => {
    if (isForm(request) && uploads.size >= shedding.maxUploads) return true
    const priority = getPriority(request)
    if (priority === 'health') return false
    if (priority === 'money') return inFlight.size >= shedding.maxInFlight * paymentFactor
    return inFlight.size >= (isShedding() ? shedding.maxInFlightUnderPressure : shedding.maxInFlight)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isInProcess(request)) return done()
    if (isFull(request)) return void sendError(new ApiError('shop_unavailable'), request, reply)
    inFlight.add(request)
    done()
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    inFlight.delete(request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    // The handler of an upload takes the body in by itself.
    if (isForm(request)) uploads.add(request)
    else if (!isInProcess(request)) inFlight.add(request)
    done()
  })
  // Not when the answer has left: whoever hangs up early would make room while the work still goes on.
  app.addHook('onSend', (request, _reply, payload, done) => {
    inFlight.delete(request)
    uploads.delete(request)
    done(null, payload)
  })
  return { inFlight: () => inFlight.size }
}
