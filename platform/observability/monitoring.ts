// What watches over a server: health and readiness, a line in the log for each request, metrics, and the way out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Drain, openDrain } from './drain.ts'
import { askDatabase } from '#platform/database/readiness-check.ts'
import { serveHealth } from './health.ts'
import { logRequests } from './request-log.ts'
import { measurePool, measureRequests, type Metrics } from './metrics.ts'

type Watched = {
  pool: pg.Pool
  /** The folder of the migrations that must have run. */
  migrations: string
  /** The id of the member whom a request was let in as. */
  memberOf: (request: FastifyRequest) => string | undefined
  metrics: Metrics | null
  now: () => number
  say: (line: string) => void
}

/** Call it before anything else is put into the server, so that every request passes by. */
export const watchOver = (app: FastifyInstance, watched: Watched): Drain => {
  const { pool, migrations, memberOf, metrics, now, say } = watched
  const drain = openDrain(app)
  const database = askDatabase({ pool, folder: migrations, now, say })
  serveHealth(app, async () => (drain.isDraining() ? 'draining' : database()))
  logRequests(app, memberOf)
  if (metrics) {
    measureRequests(app, metrics)
    measurePool(metrics, pool)
  }
  return drain
}
