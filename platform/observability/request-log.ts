// One line in the log for each request: what was asked, how it ended, how long it took, and who asked by their id alone.
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the call in the contract. */
    call?: string
  }
}

/** The name of what was asked: the call, or the pattern of the address; never the address itself, which people type. */
export const getRequestName = (request: FastifyRequest): string => {
  if (request.is404) return 'unknown address'
  const { config, url } = request.routeOptions
  return config.call ?? `${request.method} ${url ?? 'unreadable address'}`
}

/**
 * Logs every request that reaches the framework when it is over; what is sent as ready bytes does not, and is counted
 * only. The request's number is the one that refusals tell.
 */
export const logRequests = (
  app: FastifyInstance,
  getMemberId: (request: FastifyRequest) => string | undefined,
): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const member = getMemberId(request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({
      call: getRequestName(request),
      status: reply.statusCode,
      ms,
      ...(member !== undefined && { member }),
    })
    done()
  })
}
