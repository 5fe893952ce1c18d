// Applies connection limits and load shedding to the server.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTrustProxy } from '#platform/http/client-address.ts'
import { shedLoad, type RequestPriority, defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { limitConnections } from '#platform/load-shedding/connection-limits.ts'
import { createPressureGauge } from '#platform/load-shedding/pressure-gauge.ts'
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
  const { isReserved } = limitConnections(app.server, {
    maxPerAddress: limits.maxConnectionsPerAddress,
    isProxy: createTrustProxy(trustedProxies),
  })
  shedLoad(app, {
    isReserved: ({ raw }) => isReserved(raw.socket),

    shedding,
    gauge: createPressureGauge(db.$client),
    getPriority,
    getMemberId,
    log: (line) => log.warn(line),
  })
}
