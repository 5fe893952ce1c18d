// The shop under watch: its door, and the numbers that only it can tell of itself.
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { mails } from '#market/mail/table.ts'
import { payments } from '#market/payments/table.ts'
import type { Database } from '#platform/database/database.ts'
import { type Metrics, createCounter, registerGauge } from '#platform/observability/metrics.ts'
import type { ResponseCache } from '#platform/ssr/response-cache.ts'
import { monitorServer } from '#platform/observability/monitoring.ts'

type MonitoringDeps = {
  db: Database
  log: FastifyBaseLogger
  metrics?: Metrics | null
}

/** Watches over the door: health, log, metrics. Whom a request was let in as is told through `noticed`. */
export const monitorApp = (app: FastifyInstance, { db, log, metrics = null }: MonitoringDeps) => {
  const memberIds = new WeakMap<FastifyRequest, string>()
  const drain = monitorServer(app, {
    pool: db.$client,
    migrationsDir: join(import.meta.dirname, '../migrations'),
    getMemberId: (request) => memberIds.get(request),
    metrics,
    now: () => performance.now(),
    log: (line) => log.error(line),
  })
  return {
    ...drain,
    onAuthenticated: (request: FastifyRequest, { id }: { id: string }) => void memberIds.set(request, id),
  }
}

/** What only this shop can tell of itself; gives the way to count a round of the sweeper. */
export const registerAppMetrics = (
  { db, metrics }: MonitoringDeps,
  { counts }: ResponseCache,
): ((job: string) => void) => {
  if (!metrics) return () => {}
  const addGauge = (name: string, help: string, read: () => number) => registerGauge(metrics, { name, help }, read)
  // What the database knows is told alike by every process.
  const addSharedGauge = (name: string, help: string, read: () => Promise<number>) =>
    registerGauge(metrics, { name, help, aggregator: 'max' }, read)
  const countInState = (state: 'open' | 'refund_due') => () => db.$count(payments, eq(payments.state, state))
  addGauge('ready_bytes_kept', 'Answers sent as ready bytes since the start', () => counts.hits)
  addGauge('ready_bytes_made', 'Answers made to be kept as ready bytes since the start', () => counts.misses)
  addSharedGauge('mails_waiting', 'Letters that wait for the mail server', () => db.$count(mails, isNull(mails.sentAt)))
  addSharedGauge('payments_open', 'Payments that have not ended', countInState('open'))
  addSharedGauge('payments_refund_due', 'Payments whose money is due back', countInState('refund_due'))
  return createCounter(metrics, { name: 'jobs_done', help: 'Rounds of what the shop does by itself', label: 'job' })
}
