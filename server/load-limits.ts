// How much the shop takes on at a time: connections, requests in work, and what gets in when not all can.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { believing } from '#platform/http/client-address.ts'
import { shedLoad, type Urgency, usualShedding } from '#platform/load-shedding/load-shedding.ts'
import { boundConnections } from '#platform/load-shedding/connection-limits.ts'
import { openGauge } from '#platform/load-shedding/pressure-gauge.ts'
import type { Fittings } from './app.ts'

const health = new Set(['/health', '/ready'])
// Money that came must be written down; whoever begins to pay may come again.
const money = /^\/api\/payments(?:\/|$)/

const urgencyOf = ({ url }: FastifyRequest): Urgency => {
  const path = url.split('?', 1)[0] ?? ''
  if (health.has(path)) return 'health'
  return money.test(path) ? 'money' : 'usual'
}

/** Bounds a shop's server. Call it after the ready bytes stand in front. */
export const boundShop = (
  app: FastifyInstance,
  {
    db,
    limits,
    trustedProxies,
    log,
    shedding = usualShedding,
  }: Pick<Fittings, 'db' | 'limits' | 'trustedProxies' | 'log' | 'shedding'>,
): void => {
  boundConnections(app.server, {
    perAddressMost: limits.connectionsPerAddressMost,
    isProxy: believing(trustedProxies),
  })
  shedLoad(app, { shedding, gauge: openGauge(db.$client), urgencyOf, say: (line) => log.warn(line) })
}
