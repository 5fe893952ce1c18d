// Turning requests away before they slow down those who are inside: 503 with a time to come back, at once and cheaply.
//
// A request is in work from its first header to its answer, but for the time in which its body arrives, which the sender
// decides. There may be so many at a time, and only a few while the process has it hard. What finishes a payment gets in
// when others do not any more, and questions about the process' health always do. Answers that lie ready are sent before
// anybody asks here (ready-bytes.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '#contract/errors/api-errors.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { refuse } from '#platform/http/http-server.ts'
import { type Bounds, type Gauge, isTooMuch, usualBounds } from './pressure-gauge.ts'

export type Shedding = {
  bounds: Bounds
  /** How many requests may be in work at a time, and how many while it is too much. */
  inWorkMost: number
  inWorkMostUnderPressure: number
  /** How many uploads may arrive at a time: they take long, and little of the machine. */
  uploadsMost: number
}

/**
 * At 150 bookings in a second a hundred in work are answered within a second. Ten at a time keep both cores and half of
 * the connections busy, so that what was begun comes to an end.
 */
export const usualShedding: Shedding = {
  bounds: usualBounds,
  inWorkMost: 64,
  inWorkMostUnderPressure: 10,
  uploadsMost: 24,
}

const lookEveryMs = 250
const looksToBegin = 2
// Twice as many in work are still answered in time, when the half of them is about money.
const lastToGo = 2

export type Urgency = 'usual' | 'money' | 'health'

type Options = {
  shedding: Shedding
  gauge: Gauge
  /** What the request is about. */
  urgencyOf: (request: FastifyRequest) => Urgency
  /** Told when it becomes too much, and when it is well again. */
  say: (line: string) => void
}

const isForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** What the shop's own pages ask for is a part of a request that was let in. */
const isOurOwn = (request: FastifyRequest): boolean => request.socket.remoteAddress === inProcessAddress

/** Looks at the gauge now and then; gives whether it is too much. */
const watch = (app: FastifyInstance, { gauge, shedding, say }: Options): (() => boolean) => {
  let tooMuch = false
  let looks = 0
  const look = () => {
    const pressure = gauge.look()
    const isNow = isTooMuch(pressure, shedding.bounds, tooMuch)
    looks = isNow ? looks + 1 : 0
    // One long breath, as when the shop opens, is none of it.
    const isHard = looks >= looksToBegin || (tooMuch && isNow)
    if (isHard !== tooMuch)
      say(isHard ? `Too much to do, people are turned away: ${JSON.stringify(pressure)}` : 'Well again.')
    tooMuch = isHard
  }
  const timer = setInterval(look, lookEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    gauge.close()
  })
  return () => tooMuch
}

/** Turns requests away from this server when there are too many. Call it after the ready bytes stand in front. */
export const shedLoad = (app: FastifyInstance, options: Options): { readonly inWork: () => number } => {
  const { shedding, urgencyOf } = options
  const isHard = watch(app, options)
  const inWork = new Set<FastifyRequest>()
  const uploads = new Set<FastifyRequest>()

  const isFull = (request: FastifyRequest): boolean => {
    if (isForm(request) && uploads.size >= shedding.uploadsMost) return true
    const urgency = urgencyOf(request)
    if (urgency === 'health') return false
    if (urgency === 'money') return inWork.size >= shedding.inWorkMost * lastToGo
    return inWork.size >= (isHard() ? shedding.inWorkMostUnderPressure : shedding.inWorkMost)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isOurOwn(request)) return done()
    if (isFull(request)) return void refuse(new Refused('shop_unavailable'), request, reply)
    inWork.add(request)
    done()
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    inWork.delete(request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    // The handler of an upload takes the body in by itself.
    if (isForm(request)) uploads.add(request)
    else if (!isOurOwn(request)) inWork.add(request)
    done()
  })
  // Not when the answer has left: whoever hangs up early would make room while the work still goes on.
  app.addHook('onSend', (request, _reply, payload, done) => {
    inWork.delete(request)
    uploads.delete(request)
    done(null, payload)
  })
  return { inWork: () => inWork.size }
}
