// How much the shop takes on at a time: connections, requests in work, and what gets in when not all can.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTrustProxy } from '#platform/http/client-address.ts'
import { shedLoad, type RequestPriority, defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { limitConnections } from '#platform/load-shedding/connection-limits.ts'
import { createPressureGauge } from '#platform/load-shedding/pressure-gauge.ts'
import type { AppDependencies } from './app.ts'

const healthPaths = new Set(['/health', '/ready'])
// Money that came must be written down; whoever begins to pay may come again.
const paymentPath = /^\/api\/payments(?:\/|$)/

const getPriority = ({ url }: FastifyRequest): RequestPriority => {
  const path = url.split('?', 1)[0] ?? ''
  if (healthPaths.has(path)) return 'health'
  return paymentPath.test(path) ? 'money' : 'usual'
}

/** Bounds a shop's server. Call it after the ready bytes stand in front. */
export const applyLoadLimits = (
  app: FastifyInstance,
  {
    db,
    limits,
    trustedProxies,
    log,
    shedding = defaultLoadShedding,
  }: Pick<AppDependencies, 'db' | 'limits' | 'trustedProxies' | 'log' | 'shedding'>,
): void => {
  limitConnections(app.server, {
    maxPerAddress: limits.maxConnectionsPerAddress,
    isProxy: createTrustProxy(trustedProxies),
  })
  shedLoad(app, { shedding, gauge: createPressureGauge(db.$client), getPriority, log: (line) => log.warn(line) })
}
