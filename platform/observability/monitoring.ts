// What watches over a server: health and readiness, a line in the log for each request, metrics, and the way out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Drain, createDrain } from './drain.ts'
import { createReadinessCheck } from '#platform/database/readiness-check.ts'
import { serveHealth } from './health.ts'
import { logRequests } from './request-log.ts'
import { measurePool, measureRequests, type Metrics } from './metrics.ts'

type MonitoringOptions = {
  pool: pg.Pool
  /** The folder of the migrations that must have run. */
  migrationsDir: string
  /** The id of the member whom a request was let in as. */
  getMemberId: (request: FastifyRequest) => string | undefined
  metrics: Metrics | null
  now: () => number
  log: (line: string) => void
}

/** Call it before anything else is put into the server, so that every request passes by. */
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
