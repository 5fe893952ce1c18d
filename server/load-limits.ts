// Applies connection limits and load shedding to the server.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTrustProxy } from '#platform/http/client-address.ts'
import { shedLoad, type RequestPriority, defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { type ConnectionLimits, limitConnections } from '#platform/load-shedding/connection-limits.ts'
import { createPressureGauge } from '#platform/load-shedding/pressure-gauge.ts'
import { maxStreams } from '#market/notifications/stream.ts'
import type { AppDependencies } from './dependencies.ts'

const healthPaths = new Set(['/health', '/ready'])
// Payment requests have priority: money that was paid must be recorded.
const paymentPath = /^\/api\/payments(?:\/|$)/

const getPriority = ({ url, routeOptions }: FastifyRequest): RequestPriority => {
  const path = url.split('?', 1)[0] ?? ''
  if (healthPaths.has(path)) return 'health'
  if (routeOptions.config.usesDatabase === false) return 'withoutDatabase'
  return paymentPath.test(path) ? 'money' : 'usual'
}

/** The connection of an event stream does not count with those of short answers. */
const releaseStreams = (app: FastifyInstance, release: ConnectionLimits['release']): void => {
  app.addHook('onRoute', (route) => {
    if (!route.config?.isStream) return
    // Without a stream it is a short answer like others.
    route.onSend = async ({ raw }, _reply, payload) => {
      if (payload instanceof Readable) release(raw.socket)
      return payload
    }
  })
}

/** Call it after createResponseCache, so that cached responses are still sent under load. */
export const applyLoadLimits = (
  app: FastifyInstance,
  {
    db,
    limits,
    trustedProxies,
    log,
    shedding = defaultLoadShedding,
  }: Pick<AppDependencies, 'db' | 'limits' | 'trustedProxies' | 'log' | 'shedding'>,
  getMemberId: (request: FastifyRequest) => string | undefined,
): void => {
  const { isReserved, release } = limitConnections(app.server, {
    maxPerAddress: limits.maxConnectionsPerAddress,
    isProxy: createTrustProxy(trustedProxies),
    streams: maxStreams,
  })
  releaseStreams(app, release)
  shedLoad(app, {
    isReserved: ({ raw }) => isReserved(raw.socket),

    shedding,
    gauge: createPressureGauge(db.$client),
    getPriority,
    getMemberId,
    log: (line) => log.warn(line),
  })
}
