// Logs one line per request: endpoint, status, duration, and the member by id only.
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the endpoint in the contract. */
    call?: string
    /** False for files and other answers that ask the database nothing; they are sent also while it is slow. */
    usesDatabase?: boolean
    /** It answers with an event stream, which stays open. */
    isStream?: boolean
  }
}

/** The endpoint's name or the route pattern; never the URL itself, which is user input. */
export const getRequestName = (request: FastifyRequest): string => {
  if (request.is404) return 'unknown address'
  const { config, url } = request.routeOptions
  return config.call ?? `${request.method} ${url ?? 'unreadable address'}`
}

/**
 * Logs every completed request that reaches Fastify. Cached responses do not reach it; they are only counted. The
 * request id is the one in error responses.
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
