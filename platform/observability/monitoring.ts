// Monitoring of the HTTP server: health checks, request log, metrics and graceful shutdown.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Drain, createDrain } from './drain.ts'
import { createReadinessCheck } from '#platform/database/readiness-check.ts'
import { serveHealth } from './health.ts'
import { logRequests } from './request-log.ts'
import { measurePool, measureRequests, type Metrics } from './metrics.ts'

type MonitoringOptions = {
  pool: pg.Pool
  /** The folder of migrations; the server is not ready while one is missing in the database. */
  migrationsDir: string
  /** The id of the authenticated member. */
  getMemberId: (request: FastifyRequest) => string | undefined
  metrics: Metrics | null
  now: () => number
  log: (line: string) => void
}

/** Call it before any other hook or route, so that it sees every request. */
export const monitorServer = (app: FastifyInstance, options: MonitoringOptions): Drain => {
  const { pool, migrationsDir, getMemberId, metrics, now, log } = options
  const drain = createDrain(app)
  const checkDatabase = createReadinessCheck({ pool, migrationsDir, now, log })
  serveHealth(app, async () => (drain.isDraining() ? 'draining' : checkDatabase()))
  logRequests(app, getMemberId)
  if (metrics) {
    measureRequests(app, metrics)
    measurePool(metrics, pool)
  }
  return drain
}
